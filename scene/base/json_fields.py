"""Reading JSON by tables of fields: unknown or misspelt, missing and wrong ones come out at once, each with its place."""

import json
import math
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any, NoReturn

from scene.base.errors import SceneError
from scene.base.messages import plain, shown_text

Check = Callable[[object], Any]
"""Answers the value as the program keeps it, or raises `WrongValue` with what it must be."""

MAX_TEXT = 200
MAX_TEXTS = 100

OURS = "sightline-"
"""The formats of Sightline's own files begin so."""


class WrongValue(Exception):  # noqa: N818 - it never leaves the reading of a file
    """What a value must be; the reader adds the field's name and the value."""


class JsonObject(dict[str, object]):
    """A JSON object that remembers which of its keys were written more than once."""

    doubled: tuple[str, ...] = ()


@dataclass(frozen=True)
class JsonField:
    """One field of an object in the file.

    Attributes:
        check: what its value must be.
        needed: whether it must be there.
    """

    check: Check
    needed: bool = False


CURLY = frozenset("\u201c\u201d\u201e\u2018\u2019")
COMMA, COLON = "Expecting ',' delimiter", "Expecting ':' delimiter"
"""As Python says it."""


def parse_json(data: bytes) -> object:
    """The JSON of a file; a `SceneError` with line and column where it is none."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise SceneError(f"is not UTF-8 text (byte {error.start})") from None
    try:
        return json.loads(text, object_pairs_hook=_object, parse_int=_integer)
    except json.JSONDecodeError as error:
        raise SceneError(f"is not JSON: {_in_plain_words(text, error)}") from None
    except (RecursionError, ValueError):
        raise SceneError("is not JSON that can be read: it is nested too deeply") from None


def _in_plain_words(text: str, error: json.JSONDecodeError) -> str:
    """What is wrong, and in which line, for somebody who writes a file by hand; what Python says where that is not known."""
    before, found, said = text[: error.pos].rstrip(), text[error.pos : error.pos + 1], error.msg
    line, line_before = error.lineno, before.count("\n") + 1
    known = {
        "it is empty": not text.strip(),
        f'line {line} has curly quotes, as word processors make them; write straight ones: "': found in CURLY,
        f"a comma is missing at the end of line {line_before}, or a bracket before line {line} is not closed": said == COMMA,
        f"take out the last comma of line {line_before}: nothing follows it": before.endswith(",") and found in {"]", "}"},
        f'a colon is missing in line {line}, as in "size": [48, 36]': said == COLON,
        f'a text in line {line} does not end with "': said.startswith(("Unterminated string", "Invalid control character")),
        f"line {line} goes on after the end; is there a bracket too many?": said == "Extra data",
        f"it ends in line {line} before all brackets are closed": not found,
        f'line {line} needs a name in straight quotes there, such as "size"': said.startswith("Expecting property name"),
    }
    return next((words for words, fits in known.items() if fits), f"{said} (line {line}, column {error.colno})")


def _object(pairs: list[tuple[str, object]]) -> JsonObject:
    found = JsonObject(pairs)
    if len(found) < len(pairs):
        counts = Counter(key for key, _ in pairs)
        found.doubled = tuple(key for key in found if counts[key] > 1)
    return found


def _integer(digits: str) -> float:
    """Numbers are floats throughout; one too long for a float is infinite, and refused where it stands."""
    return float(digits)


def read_fields(value: object, fields: Mapping[str, JsonField], place: str, faults: list[str]) -> dict[str, Any] | None:
    """The values of an object's fields; None where it is unusable. Everything wrong is added to ``faults``."""
    if not isinstance(value, JsonObject):
        faults.append(f"{place}must be an object in braces, not {shown(value)}")
        return None
    if (other := _other_format(value, fields)) is not None:
        faults.append(f'{place}"format" must be {other}')
        return None
    found: dict[str, Any] = {}
    wrong = [f'{place}"{shown_text(key)}" is there more than once' for key in value.doubled[:20]]
    wrong += [f"{place}{_unknown(key, fields)}" for key in [key for key in value if key not in fields][:20]]
    for name, field in fields.items():
        if name in value:
            try:
                found[name] = field.check(value[name])
            except WrongValue as error:
                wrong.append(f'{place}"{name}" must be {error}, not {shown(value[name])}')
            except SceneError as error:
                wrong += [f'{place}"{name}": {fault}' for fault in error.faults]
        elif field.needed:
            wrong.append(f'{place}"{name}" is missing')
    faults += wrong
    return None if wrong else found


def _other_format(value: JsonObject, fields: Mapping[str, JsonField]) -> str | None:
    """What the format should be, where the file is one of another of our formats: then nothing else in it can be right."""
    said = value.get("format")
    if "format" not in fields or not isinstance(said, str) or not said.startswith(OURS):
        return None
    try:
        fields["format"].check(said)
    except WrongValue as error:
        return f"{error}, not {shown(said)}"
    return None


def sound_fields(value: JsonObject, fields: Mapping[str, JsonField]) -> dict[str, Any]:
    """The values of those fields that are sound, whatever is wrong with the others."""
    found = {}
    for name in fields.keys() & value.keys():
        with suppress(WrongValue, SceneError):
            found[name] = fields[name].check(value[name])
    return found


def _unknown(key: str, fields: Mapping[str, JsonField]) -> str:
    close = get_close_matches(key[:MAX_TEXT], fields, n=1, cutoff=0.6)
    hint = f'; did you mean "{close[0]}"?' if close else f"; known here: {', '.join(fields)}"
    return f'there is no field "{shown_text(key)}"{hint}'


def shown(value: object) -> str:
    """A wrong value as a message repeats it."""
    if isinstance(value, dict):
        return "an object in braces"
    if isinstance(value, list):
        return shown_text(f"[{', '.join(map(shown, value))}]") if len(value) <= 8 else f"a list of {len(value)}"
    if isinstance(value, float) and math.isfinite(value):
        return plain(value)
    return shown_text(json.dumps(value))


def _fail(expected: str) -> NoReturn:
    raise WrongValue(expected)


def number(low: float, high: float) -> Check:
    """A finite number from ``low`` to ``high``."""
    expected = f"a number from {plain(low)} to {plain(high)}"

    def check(value: object) -> float:
        if not isinstance(value, float) or not low <= value <= high:  # also refuses NaN
            _fail(expected)
        return value

    return check


def numbers(count: int, low: float, high: float) -> Check:
    """A list of so many finite numbers."""
    expected = f"a list of {count} numbers from {plain(low)} to {plain(high)}"

    def check(value: object) -> tuple[float, ...]:
        if not isinstance(value, list) or len(value) != count:
            _fail(expected)
        if not all(isinstance(item, float) and low <= item <= high for item in value):
            _fail(expected)
        return tuple(value)

    return check


def quaternion(value: object) -> tuple[float, ...]:
    """Four numbers w, x, y, z that are not all zero."""
    found: tuple[float, ...] = numbers(4, -1e6, 1e6)(value)
    if math.hypot(*found) < 1e-6:
        _fail("a quaternion [w, x, y, z] that is not zero")
    return found


def text(*, empty: bool = True) -> Check:
    """A text that can be printed on one line."""
    expected = f"a text of at most {MAX_TEXT} printable characters" if empty else f"1 to {MAX_TEXT} printable characters"

    def check(value: object) -> str:
        if not isinstance(value, str) or len(value) > MAX_TEXT or not value.isprintable():
            _fail(expected)
        if not value.strip() and not empty:
            _fail(f"{expected}, not only spaces")
        return value

    return check


def choice(*options: object) -> Check:
    """One of a few words or numbers; with a suggestion where a word comes close."""
    expected = " or ".join(json.dumps(option) for option in options)

    def check(value: object) -> object:
        for option in options:
            if value == option and not isinstance(value, bool):
                return option
        words = [option for option in options if isinstance(option, str)]
        close = get_close_matches(value[:MAX_TEXT], words, n=1, cutoff=0.6) if isinstance(value, str) and options[1:] else []
        _fail(f'{expected} (did you mean "{close[0]}"?)' if close else expected)

    return check


def flag(value: object) -> bool:
    """True or false."""
    return value if isinstance(value, bool) else _fail("true or false")


def texts(value: object) -> tuple[str, ...]:
    """A list of texts."""
    if not isinstance(value, list) or len(value) > MAX_TEXTS:
        _fail(f"a list of up to {MAX_TEXTS} texts")
    check = text(empty=False)
    return tuple(check(item) for item in value)


def named_numbers(value: object) -> tuple[tuple[str, float], ...]:
    """An object of numbers, as pairs in the order of their names."""
    if not isinstance(value, JsonObject):
        _fail("an object of numbers")
    if value.doubled:
        raise SceneError(f'"{shown_text(key)}" is there more than once' for key in value.doubled[:20])
    check = number(-1e6, 1e6)
    faults, pairs = [], []
    for key in sorted(value):
        try:
            pairs.append((text(empty=False)(key), check(value[key])))
        except WrongValue as error:
            faults.append(f'"{shown_text(key)}" must be {error}, not {shown(value[key])}')
    if faults:
        raise SceneError(faults[:20])
    return tuple(pairs)
