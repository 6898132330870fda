"""The format of a journal, a game as text: its header and every answer, also those taken back. It is the save file.

Each line is ``[sum, entry]`` in JSON. The first entry is the header, an object; all others are a roll (its faces, or
``{"typed": faces}`` or ``{"drawn": faces, "number": of the roll, "secret": of the roller}``), a choice (its key), a ruling by
the table (``{"rule": what it says}``, with ``"by"`` who made it), a negative number: so many of these were taken back; or the
beginning of a roll that two devices draw together (``{"owed": who rolls, "beside": who answers, ...}``), which is none of them.
The sum is a CRC-32 of the entry and of all lines before it, so lines that were damaged, changed, lost or
swapped are found. A last line without its end was being written when something broke off; it does not count.

Version 2 has rulings, and its games do not ask questions with one possible answer. Journals of version 1 hold these answers and
stay of version 1: they are gone on with as such games. A ruling may be added to one as well; programs that know no version but
the first read it up to there; so do programs of the first that read version 2 where dice are typed or drawn together.

A header with ``"typed": "marked"`` tells that typed dice are marked, so that faces alone are the program's. Older journals hold
typed faces alone as well, and are gone on with in that way.
"""

import hashlib
import json
import re
import zlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from rules.engine.dice import Faces
from rules.engine.given_entries import DrawnFaces, Given, OwedReveal, Ruling, TypedFaces
from rules.errors import RulesError

FORMAT = "sightline-journal"
VERSION = 2
ASKS_FORCED = 1
"""The last version whose games ask questions with one possible answer."""
MARKED = {"typed": "marked"}
"""In the header of a journal that marks typed dice."""
MOST_BYTES = 20_000_000
TOO_LARGE = f"is larger than any journal ({MOST_BYTES // 1_000_000} MB)"
_NUMBER = re.compile(r"[0-9a-f]{64}")

Entry = Given | OwedReveal | int
"""An answer or a ruling, what is owed, or how many were taken back, as a negative number."""


@dataclass(frozen=True)
class Journal:
    """What a journal holds.

    Attributes:
        header: what the game was begun with.
        entries: all that was answered and taken back, in order.
        size: bytes of all whole lines; what follows them does not count.
        sum: of the last line.
    """

    header: Mapping[str, Any]
    entries: tuple[Entry, ...]
    size: int
    sum: int

    @property
    def answers(self) -> tuple[Given, ...]:
        """The answers and rulings that stand."""
        return standing(self.entries)

    @property
    def version(self) -> int:
        """Of the format."""
        return int(self.header["version"])

    @property
    def marks_typed(self) -> bool:
        """Whether typed dice are marked in it."""
        return MARKED.items() <= self.header.items()

    @property
    def game(self) -> bytes:
        """What rolls of its game are bound to: the SHA-256 of its first line without the line's end."""
        return hashlib.sha256(_line(self.header, 0)[0].rstrip(b"\n")).digest()


def standing(entries: Iterable[Entry]) -> tuple[Given, ...]:
    """The answers and rulings that were not taken back."""
    found: list[Given] = []
    for entry in entries:
        if isinstance(entry, int):
            del found[len(found) + entry :]
        elif not isinstance(entry, OwedReveal):
            found.append(entry)
    return tuple(found)


def begun(header: Mapping[str, Any]) -> tuple[bytes, Journal]:
    """The first line of a new journal, and the journal."""
    full = {"format": FORMAT, "version": VERSION, **header}
    line, total = _line(full, 0)
    return line, Journal(full, (), len(line), total)


def added(journal: Journal, entry: Entry) -> tuple[bytes, Journal]:
    """The line for another entry, and the journal with it."""
    line, total = _line(_written(entry), journal.sum)
    return line, Journal(journal.header, (*journal.entries, entry), journal.size + len(line), total)


def journal_text(header: Mapping[str, Any], entries: Iterable[Entry]) -> tuple[bytes, Journal]:
    """A whole journal as its file has it, and the journal."""
    line, journal = begun(header)
    lines = [line]
    for entry in entries:
        line, journal = added(journal, entry)
        lines.append(line)
    return b"".join(lines), journal


def _written(entry: Entry) -> object:
    """An entry as JSON has it."""
    match entry:
        case tuple():
            return list(entry)
        case Ruling():
            return {"rule": entry.text, "by": entry.by} if entry.by else {"rule": entry.text}
        case TypedFaces():
            return {"typed": list(entry.faces)}
        case DrawnFaces():
            return {"drawn": list(entry.faces), "number": entry.number, "secret": entry.secret.hex()}
        case OwedReveal():
            asked = {"what": entry.what, "dice": entry.dice, "who": entry.who}
            given = {"commitment": entry.commitment.hex(), "answer": entry.answer.hex()}
            return {"owed": entry.by, "beside": entry.beside, **asked, **given}
    return entry


def read(data: bytes) -> Journal:
    """The journal in a file.

    Raises:
        RulesError: if it is none, is from a later version, or is damaged anywhere but in the line that was written last.
    """
    journal, fault = _read(data)
    if fault:
        raise RulesError(fault)
    return journal


def sound_part(data: bytes) -> Journal:
    """The journal up to its first damaged line; a `RulesError` if not even the header can be read."""
    return _read(data)[0]


def read_on(journal: Journal, data: bytes) -> Journal:
    """A journal with the whole lines that have come after it in its file.

    Raises:
        RulesError: if a line is damaged, or does not follow what the journal holds.
    """
    if journal.size + len(data) > MOST_BYTES:
        raise RulesError(TOO_LARGE)
    later, fault = _followed(journal, data)
    if fault:
        raise RulesError(fault)
    return later


def _read(data: bytes) -> tuple[Journal, str]:
    """The journal up to its first damaged line, and what is wrong with that; nothing where all is sound."""
    if len(data) > MOST_BYTES:
        raise RulesError(TOO_LARGE)
    first, end, rest = data.partition(b"\n")
    if not end:
        raise RulesError("is no journal: it has not one whole line")
    header, total = _header(first)
    return _followed(Journal(header, (), len(first) + 1, total), rest)


def _followed(journal: Journal, data: bytes) -> tuple[Journal, str]:
    """The same of a journal and the lines after it."""
    entries = list(journal.entries)
    count, size, total, fault = len(journal.answers), journal.size, journal.sum, ""
    for number, line in enumerate(data.split(b"\n")[:-1], len(entries) + 2):
        before = f"the {count} answers before it are sound"
        read_line = _parsed(line, total)
        if read_line is None:
            fault = f"line {number} is damaged or was changed; {before}"
            break
        entry = _entry(read_line[0], count)
        if entry is None:
            fault = f"line {number} is no answer; {before}"
            break
        entries.append(entry)
        total = read_line[1]
        count += entry if isinstance(entry, int) else not isinstance(entry, OwedReveal)
        size += len(line) + 1
    return Journal(journal.header, tuple(entries), size, total), fault


def _header(line: bytes) -> tuple[Mapping[str, Any], int]:
    parsed = _parsed(line, 0)
    header = parsed[0] if parsed else _unsummed(line)
    if not isinstance(header, dict) or header.get("format") != FORMAT:
        raise RulesError("is no journal of a battle")
    version = header.get("version")
    if type(version) is not int or not 1 <= version <= VERSION:
        raise RulesError(f"is a journal of version {str(version)[:20]}; this program reads up to {VERSION}: update it")
    if parsed is None:
        raise RulesError("line 1 is damaged or was changed; nothing of it can be trusted")
    return header, parsed[1]


def _line(entry: object, before: int) -> tuple[bytes, int]:
    text = json.dumps(entry, ensure_ascii=False, separators=(",", ":"))
    total = zlib.crc32(text.encode(), before)
    return f'["{total:08x}",{text}]\n'.encode(), total


def _parsed(line: bytes, before: int) -> tuple[Any, int] | None:
    """The entry of a line and the sum up to it; None if they do not fit."""
    try:
        raw = json.loads(line)
        if not isinstance(raw, list) or len(raw) != 2:
            return None
        written, total = _line(raw[1], before)
    except (ValueError, RecursionError):
        return None
    return (raw[1], total) if written == line + b"\n" else None


def _unsummed(line: bytes) -> object:
    try:
        raw = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return raw[1] if isinstance(raw, list) and len(raw) == 2 else None


def _entry(raw: object, count: int) -> Entry | None:
    if isinstance(raw, dict):
        return _named(raw)
    if isinstance(raw, list):
        return _faces(raw)
    return raw if isinstance(raw, str) or (type(raw) is int and -count <= raw < 0) else None


def _named(raw: dict[str, object]) -> Entry | None:
    """An entry whose parts have names."""
    match raw:
        case {"typed": written} if len(raw) == 1:
            faces = _faces(written)
            return None if faces is None else TypedFaces(faces)
        case {"drawn": faces, "number": number, "secret": secret} if len(raw) == 3:
            return _drawn(faces, number, secret)
        case {"owed": _}:
            return _owed(raw)
    return _ruling(raw)


def _faces(raw: object) -> Faces | None:
    return tuple(raw) if isinstance(raw, list) and all(type(face) is int for face in raw) else None


def _drawn(faces: object, number: object, secret: object) -> DrawnFaces | None:
    read_faces, read_secret = _faces(faces), _bytes(secret)
    if read_faces is None or read_secret is None or type(number) is not int or number < 0:
        return None
    return DrawnFaces(read_faces, number, read_secret)


def _owed(raw: dict[str, object]) -> OwedReveal | None:
    words = [raw.get(name) for name in ("owed", "beside", "what", "dice", "who")]
    texts = [word for word in words if isinstance(word, str)]
    commitment, answer = _bytes(raw.get("commitment")), _bytes(raw.get("answer"))
    if len(raw) != 7 or len(texts) != 5 or commitment is None or answer is None:
        return None
    by, beside, what, dice, who = texts
    return OwedReveal(by, beside, what, dice, who, commitment, answer)


def _bytes(raw: object) -> bytes | None:
    return bytes.fromhex(raw) if isinstance(raw, str) and _NUMBER.fullmatch(raw) else None


def _ruling(raw: dict[str, object]) -> Ruling | None:
    text, by = raw.get("rule"), raw.get("by", "")
    known = {"rule", "by"}.issuperset(raw) and isinstance(text, str) and isinstance(by, str)
    return Ruling(str(text), str(by)) if known else None
