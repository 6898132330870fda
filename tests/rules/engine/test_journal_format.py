"""The format of journals: written and read again, damaged, torn and refused."""

import hashlib
import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.engine.given_entries import DrawnFaces, OwedReveal, Ruling, TypedFaces
from rules.engine.journal_format import Entry, Journal, added, begun, read, sound_part, standing
from rules.errors import RulesError


def written(*entries: Entry, header: dict[str, object] | None = None) -> tuple[bytes, Journal]:
    data, journal = begun(header or {"name": "Sump"})
    for entry in entries:
        line, journal = added(journal, entry)
        data += line
    return data, journal


FACES = st.lists(st.integers(1, 6), min_size=1, max_size=4).map(tuple)
RULINGS = st.builds(Ruling, st.text(max_size=20), st.sampled_from(["", "sump-dogs"]))
NUMBERS = st.binary(min_size=32, max_size=32)
WORDS = st.text(max_size=8)
DRAWN = st.builds(DrawnFaces, FACES, st.integers(0, 99), NUMBERS)
OWED = st.builds(OwedReveal, WORDS, WORDS, WORDS, WORDS, WORDS, NUMBERS, NUMBERS)
ENTRIES = st.lists(FACES | st.text(max_size=20) | RULINGS | st.builds(TypedFaces, FACES) | DRAWN | OWED, max_size=12)


@settings(max_examples=60, deadline=None)
@given(entries=ENTRIES)
def test_what_is_written_is_read(entries: list[Entry]) -> None:
    data, journal = written(*entries)
    assert read(data) == journal
    assert (journal.entries, journal.size) == (tuple(entries), len(data))


def test_taken_back_answers_stay_in_the_journal_but_do_not_stand() -> None:
    _, journal = written("move", (3, 4), -1, (5,), "end", -3, "shoot")
    assert journal.answers == ("shoot",)
    assert len(journal.entries) == 7
    assert standing(["a", "b", -1, "c"]) == ("a", "c")


def test_a_roll_that_is_owed_is_no_answer_and_is_not_taken_back() -> None:
    owed = OwedReveal("red", "blue", "hit roll", "D6", "anna", b"\x00" * 32, b"\x01" * 32)
    _, journal = written("move", owed, -1, owed, DrawnFaces((3,), 3, b"\x02" * 32))
    assert journal.answers == (DrawnFaces((3,), 3, b"\x02" * 32),)
    line, _ = added(written("move", owed)[1], -2)
    with pytest.raises(RulesError, match="line 4 is no answer; the 1 answers before it are sound"):
        read(written("move", owed)[0] + line)


def test_what_rolls_are_bound_to_is_the_digest_of_the_first_line_as_it_stands_in_the_file() -> None:
    data = b'["15fe950e",{"format":"sightline-journal","version":1,"name":"Sump"}]\n'
    assert read(data).game == hashlib.sha256(data.removesuffix(b"\n")).digest()
    assert not read(data).marks_typed
    assert written(header={"name": "Sump", "typed": "marked"})[1].marks_typed


@settings(max_examples=60, deadline=None)
@given(entries=ENTRIES, cut=st.integers(1, 200))
def test_cut_anywhere_it_opens_with_all_whole_lines(entries: list[Entry], cut: int) -> None:
    data, _ = written(*entries)
    first = data.index(b"\n") + 1
    end = max(first, len(data) - cut)
    kept = read(data[:end]).entries
    assert kept == tuple(entries[: data[:end].count(b"\n") - 1])


@settings(max_examples=100, deadline=None)
@given(entries=ENTRIES.filter(bool), where=st.floats(0, 1, exclude_max=True), byte=st.integers(0, 255))
def test_a_changed_byte_is_found_or_only_tears_the_last_line(entries: list[Entry], where: float, byte: int) -> None:
    data, journal = written(*entries)
    place = int(where * len(data))
    changed = data[:place] + bytes([byte]) + data[place + 1 :]
    try:
        found = read(changed)
    except RulesError:
        return
    torn = changed.endswith(b"\n") is False
    assert changed == data or (torn and found.entries == journal.entries[:-1])


@pytest.mark.parametrize("order", [(0, 2, 1, 3), (0, 1, 3), (0, 1, 1, 2, 3), (0, 1, 2, 3, 3)])
def test_lost_swapped_and_doubled_lines_are_found(order: tuple[int, ...]) -> None:
    lines = written("a", "b", (3,))[0].splitlines(keepends=True)
    with pytest.raises(RulesError, match=r"damaged or was changed; the \d answers before it are sound"):
        read(b"".join(lines[number] for number in order))


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", "no journal"),
        (b"hello\n", "no journal"),
        (b'["00000000",{"format":"x"}]\n', "no journal"),
        (b"[" * 100_000 + b"\n", "no journal"),
        (b"\xff\xfe\n", "no journal"),
        (written(header={"version": 99})[0], "version 99"),
        (written(header={"version": "x"})[0], "version x"),
        (written()[0].replace(b"Sump", b"Pump"), "line 1 is damaged"),
    ],
)
def test_what_is_no_journal_is_refused_in_one_line(data: bytes, says: str) -> None:
    with pytest.raises(RulesError, match=says) as caught:
        read(data)
    assert len(caught.value.faults) == 1


def test_rulings_are_kept_as_what_they_say_and_counted_like_answers() -> None:
    data, journal = written("a", Ruling("quill broken"), Ruling("we play on", "sump-dogs"), -1)
    assert journal.answers == ("a", Ruling("quill broken"))
    lines = [json.loads(line)[1] for line in data.splitlines()[1:]]
    assert lines == ["a", {"rule": "quill broken"}, {"rule": "we play on", "by": "sump-dogs"}, -1]


def test_a_new_journal_is_of_version_2_and_one_of_version_1_stays_what_it_is_byte_for_byte() -> None:
    assert written()[1].version == 2
    data = (
        b'["15fe950e",{"format":"sightline-journal","version":1,"name":"Sump"}]\n'
        b'["3b6f52cc","move"]\n'
        b'["c6009e64",[3,4]]\n'
        b'["260b9eca",-1]\n'
    )
    old = read(data)
    assert (old.version, old.entries) == (1, ("move", (3, 4), -1))
    assert written(*old.entries, header={"version": 1, "name": "Sump"})[0] == data
    line, after = added(old, Ruling("quill broken"))
    assert read(data + line) == after
    assert after.version == 1


@pytest.mark.parametrize(
    "entry",
    [-2, 0, 5, None, {"a": 1}, [1.5], [True], 1.0, {"rule": 1}, {"rule": "a", "by": 2}, {"rule": "a", "on": "b"}, {},
     {"typed": "a"}, {"typed": [1], "by": "red"}, {"drawn": [1]}, {"drawn": [1], "number": -1, "secret": "0" * 64},
     {"drawn": [1], "number": 0, "secret": "0" * 63}, {"drawn": [1], "number": True, "secret": "0" * 64}, {"owed": "red"},
     {"owed": "red", "beside": "blue", "what": "", "dice": "D6", "who": 1, "commitment": "0" * 64, "answer": "0" * 64},
     {"owed": "red", "beside": "blue", "what": "", "dice": "D6", "who": "a", "commitment": "A" * 64, "answer": "0" * 64}],
)  # fmt: skip
def test_lines_that_are_no_answers_are_refused(entry: object) -> None:
    data, journal = written("a")
    line, _ = added(journal, json.loads(json.dumps(entry)))
    with pytest.raises(RulesError, match="line 3 is no answer; the 1 answers"):
        read(data + line)


def test_the_sound_part_of_a_damaged_journal() -> None:
    data, _ = written("a", "b", "c", "d")
    assert sound_part(data.replace(b'"c"', b'"x"')).answers == ("a", "b")
    assert sound_part(data + b'["0000').size == len(data)


def test_where_the_header_is_damaged_nothing_is_sound() -> None:
    with pytest.raises(RulesError, match="line 1 is damaged"):
        sound_part(written("a")[0].replace(b"Sump", b"Pump"))
