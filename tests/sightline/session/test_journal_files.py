"""A journal is written by several programs in turn, whatever way they come by, and no answer that is kept is lost."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from rules.engine.journal_format import Entry, added
from sightline.errors import CommandError
from sightline.session import journal_files
from sightline.session.journal_files import GoneOnMeanwhileError, JournalFile, begin_journal, opened, read_journal

POSIX = pytest.mark.skipif(os.name == "nt", reason="needs links, and files that are deleted while they are open")


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    path = tmp_path / "duel.journal"
    begin_journal(path, {"seed": 1})
    return path


def lock_of(journal: Path) -> Path:
    return journal.with_name(f".{journal.name}.lock")


def known(file: JournalFile) -> tuple[Entry, ...]:
    """All that is known once all that others have added is."""
    for entry in file.news():
        file.know(entry)
    return file.journal.entries


def test_of_two_who_answer_the_same_one_is_refused_and_goes_on_from_the_others_answer(journal: Path) -> None:
    with opened(journal) as first, opened(journal) as second:
        first.add("anna")
        for _ in range(2):
            with pytest.raises(GoneOnMeanwhileError, match="gone on meanwhile"):
                second.add("bill")
        assert second.journal.entries == ()
        assert known(second) == ("anna",)
        second.add(-1)
        second.add("alan")
        assert first.news() == (-1, "alan")
        assert known(first) == read_journal(journal).entries == ("anna", -1, "alan")
        assert first.news() == ()


ADDS = """
import sys
from pathlib import Path
from sightline.session.journal_files import GoneOnMeanwhileError, opened
name, path = sys.argv[1], Path(sys.argv[2])
with opened(path) as file:
    print("ready", flush=True)
    sys.stdin.readline()
    for number in range(int(sys.argv[3])):
        while True:
            for entry in file.news():
                file.know(entry)
            try:
                file.add(f"{name} {number}")
                break
            except GoneOnMeanwhileError:
                pass
"""


def test_programs_that_write_at_the_same_moment_lose_nothing(journal: Path) -> None:
    count = 40
    words = [sys.executable, "-c", ADDS]
    both = [
        subprocess.Popen([*words, name, str(journal), str(count)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        for name in ("anna", "bill")
    ]
    for one in both:
        assert one.stdout is not None
        assert one.stdout.readline() == "ready\n"
    for one in both:
        one.communicate("\n", timeout=60)
        assert one.returncode == 0
    entries = read_journal(journal).entries
    for name in ("anna", "bill"):
        assert [one for one in entries if str(one).startswith(name)] == [f"{name} {number}" for number in range(count)]
    assert len(entries) == 2 * count


DIES = """
import os, sys
from pathlib import Path
from sightline.session import journal_files
def killed(file, line):
    file.write(line[:7])
    os._exit(9)
journal_files._write_whole = killed
with journal_files.opened(Path(sys.argv[1])) as file:
    file.add("anna")
"""


def test_half_a_line_of_a_program_that_was_killed_is_no_news_and_is_written_over(journal: Path) -> None:
    before = journal.read_bytes()
    with opened(journal) as file:
        assert subprocess.run([sys.executable, "-c", DIES, str(journal)], check=False, timeout=60).returncode == 9
        assert len(journal.read_bytes()) == len(before) + 7
        assert not file.gone_on
        assert file.news() == ()
        file.add("bill")
    assert read_journal(journal).entries == ("bill",)


def test_half_a_line_is_read_once_it_is_whole(journal: Path) -> None:
    with opened(journal) as file:
        line, _ = added(file.journal, "anna")
        with journal.open("ab", buffering=0) as other:
            other.write(line[:9])
            assert file.news() == ()
            other.write(line[9:])
        assert known(file) == ("anna",)


@POSIX
@pytest.mark.parametrize("beside", ["link", "twin", "unlocked"])
def test_whoever_writes_is_waited_for_whatever_way_he_comes_by(
    beside: str, journal: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By a link, by another name of the same file, and though the other lock's file was deleted."""
    monkeypatch.setattr(journal_files, "PATIENCE", 0.05)
    other = tmp_path / "other.journal"
    match beside:
        case "link":
            other.symlink_to(journal)
        case "twin":
            other.hardlink_to(journal)
        case _:
            other = journal
    with opened(journal) as one, opened(other) as two, one._alone():
        if beside == "unlocked":
            lock_of(journal).unlink()
        with pytest.raises(CommandError, match="does not let it go"):
            two.add("anna")
    assert read_journal(journal).entries == ()


def test_what_was_written_wrongly_is_left_as_it_is(journal: Path) -> None:
    with opened(journal) as file:
        with journal.open("ab") as other:
            other.write(b"a line\n")
        held = journal.read_bytes()
        with pytest.raises(CommandError, match=r"line 2 is damaged or was changed; .*--rescue"):
            file.news()
        with pytest.raises(CommandError):
            file.add("anna")
    assert journal.read_bytes() == held


def test_a_journal_that_was_changed_or_cut_short_is_told_of(journal: Path) -> None:
    with opened(journal) as file:
        file.add("anna")
        whole = journal.read_bytes()
        changed, _ = added(read_journal(journal), "bill")
        with journal.open("r+b") as other:
            other.write(whole.replace(b'"seed":1', b'"seed":2') + changed.replace(b"bill", b"bob!"))
        with pytest.raises(CommandError, match="line 3 is damaged or was changed"):
            file.news()
        with journal.open("r+b") as other:
            other.truncate(len(whole) - 3)
        assert file.gone_on
        for does in (file.news, lambda: file.add("bill")):
            with pytest.raises(CommandError, match=r"another program has cut .* short"):
                does()


@POSIX
@pytest.mark.parametrize("put", [b"", None])
def test_a_journal_that_was_moved_or_replaced_is_told_of(put: bytes | None, journal: Path) -> None:
    with opened(journal) as file:
        journal.rename(journal.with_name("old.journal"))
        if put is not None:
            journal.write_bytes(put)
        assert file.gone_on
        for does in (file.news, lambda: file.add("anna")):
            with pytest.raises(CommandError, match="another program has moved or replaced"):
                does()
        if put is None:
            journal.with_name("old.journal").rename(journal)
            file.add("anna")
            assert read_journal(journal).entries == ("anna",)


def test_a_journal_that_others_have_begun_stays_theirs(journal: Path) -> None:
    held = journal.read_bytes()
    begin_journal(journal, {"seed": 2})
    assert journal.read_bytes() == held


@pytest.mark.parametrize("name", ["duel" * 61 + "duel.journal"[1:], "ü" * 123 + ".journal"])
def test_names_may_be_as_long_as_the_disk_allows(name: str, tmp_path: Path) -> None:
    assert len(os.fsencode(name)) in {254, 255}
    path = tmp_path / name
    begin_journal(path, {"seed": 1})
    with opened(path) as file:
        file.add("anna")
    assert read_journal(path).entries == ("anna",)
