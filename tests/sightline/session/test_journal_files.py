"""A journal is written by one program at a time, whatever way it comes by, and nobody is told that a lost answer is kept."""

import os
from pathlib import Path

import pytest

from sightline.errors import CommandError
from sightline.session import journal_files
from sightline.session.journal_files import created, opened, read_journal

POSIX = pytest.mark.skipif(os.name == "nt", reason="needs links, and files that are deleted while they are open")
IN_USE = "is being played by another program; close it there first"


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    path = tmp_path / "duel.journal"
    with created(path, {"seed": 1}):
        pass
    return path


def lock_of(journal: Path) -> Path:
    return journal.with_name(f".{journal.name}.lock")


@POSIX
def test_a_link_to_a_journal_is_locked_with_it(journal: Path, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    link = tmp_path / "elsewhere" / "mine.journal"
    link.symlink_to(journal)
    for one, other in ((link, journal), (journal, link)):
        with opened(one), pytest.raises(CommandError, match=IN_USE), opened(other):
            pass
    assert [path.name for path in link.parent.iterdir()] == ["mine.journal"]


@POSIX
def test_another_name_of_the_same_file_is_locked_with_it(journal: Path, tmp_path: Path) -> None:
    (tmp_path / "twin.journal").hardlink_to(journal)
    with opened(journal), pytest.raises(CommandError, match=IN_USE), opened(tmp_path / "twin.journal"):
        pass


@POSIX
def test_deleting_the_file_of_the_lock_lets_nobody_in(journal: Path) -> None:
    with opened(journal) as file:
        lock_of(journal).unlink()
        with pytest.raises(CommandError, match=IN_USE), opened(journal):
            pass
        file.add("anna")
    assert read_journal(journal).entries == ("anna",)


@POSIX
def test_of_two_writers_one_learns_that_his_answer_is_not_kept(journal: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the disk knows no locks of open files, and the other lock's file was deleted."""
    monkeypatch.setattr(journal_files, "_locked_itself", lambda _: True)
    with opened(journal) as first:
        lock_of(journal).unlink()
        with opened(journal) as second:
            first.add("anna")
            for _ in range(2):
                with pytest.raises(CommandError, match=r"another program has written to .* meanwhile") as told:
                    second.add("bill")
                assert len(told.value.faults) == 1
                assert "close the battle and open it again" in str(told.value)
            assert second.journal.entries == ()
            first.add("alan")
    assert read_journal(journal).entries == ("anna", "alan")


def test_what_others_write_is_left_to_them(journal: Path) -> None:
    with opened(journal) as file:
        with journal.open("ab") as other:
            other.write(b"a line\n")
        held = journal.read_bytes()
        with pytest.raises(CommandError, match="another program has written"):
            file.add("anna")
    assert journal.read_bytes() == held


@POSIX
@pytest.mark.parametrize("put", [b"", None])
def test_a_journal_that_was_moved_or_replaced_is_told_of(put: bytes | None, journal: Path) -> None:
    with opened(journal) as file:
        journal.rename(journal.with_name("old.journal"))
        if put is not None:
            journal.write_bytes(put)
        with pytest.raises(CommandError, match="another program has moved or replaced"):
            file.add("anna")
        if put is None:
            journal.with_name("old.journal").rename(journal)
            file.add("anna")
            assert read_journal(journal).entries == ("anna",)


@pytest.mark.parametrize("name", ["duel" * 61 + "duel.journal"[1:], "ü" * 123 + ".journal"])
def test_names_may_be_as_long_as_the_disk_allows(name: str, tmp_path: Path) -> None:
    assert len(os.fsencode(name)) in {254, 255}
    path = tmp_path / name
    with created(path, {"seed": 1}) as file:
        file.add("anna")
        with pytest.raises(CommandError, match="is being played"), opened(path):
            pass
    with opened(path) as file:
        assert file.journal.entries == ("anna",)
