"""Files are written beside and moved into place, whatever killed programs left there and whoever writes at the same time."""

import os
import stat
import subprocess
import sys
import time
from pathlib import Path

import pytest

from scene.base.errors import SceneError
from scene.base.safe_files import LEFT_OVER, write_bytes


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def part(folder: Path, number: int, *, age: float) -> Path:
    """A part of a file that was written last so many seconds ago."""
    path = folder / f".sightline-{number:016x}.part"
    path.write_bytes(b"half a f")
    then = time.time() - age
    os.utime(path, (then, then))
    return path


def killed(path: Path) -> None:
    """What is left of a program that is killed as it writes a file."""
    program = f"""
import os
from pathlib import Path
from scene.base import safe_files
os.fsync = lambda _: os._exit(0)
safe_files.write_bytes(Path({str(path)!r}), b"never whole")
"""
    subprocess.run([sys.executable, "-c", program], check=True)


def test_what_a_killed_program_left_stops_no_later_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    killed(tmp_path / "t.json")
    (left,) = names(tmp_path)
    assert left.endswith(".part")
    # In a container, every program may have the same number.
    monkeypatch.setattr(os, "getpid", lambda: int(left.split(".")[-2]) if left.split(".")[-2].isdigit() else 1)
    write_bytes(tmp_path / "t.json", b"whole")
    assert (tmp_path / "t.json").read_bytes() == b"whole"


def test_left_over_parts_go_and_what_is_being_written_stays(tmp_path: Path) -> None:
    left = part(tmp_path, 1, age=LEFT_OVER + 60)
    young = part(tmp_path, 2, age=LEFT_OVER - 60)
    for mine in ("notes.part", ".sightline.part", ".sightline-notes.part"):
        (tmp_path / mine).write_text("mine")
        os.utime(tmp_path / mine, (1000, 1000))
    write_bytes(tmp_path / "t.json", b"whole")
    assert not left.exists()
    assert names(tmp_path) == sorted([young.name, "notes.part", ".sightline.part", ".sightline-notes.part", "t.json"])


POSIX = pytest.mark.skipif(os.name == "nt", reason="needs modes and symbolic links")


@POSIX
@pytest.mark.parametrize("mode", [0o600, 0o644, 0o664, 0o751])
def test_a_file_that_is_replaced_keeps_its_mode(mode: int, tmp_path: Path) -> None:
    path = tmp_path / "t.json"
    path.write_bytes(b"old")
    path.chmod(mode)
    write_bytes(path, b"new", overwrite=True)
    assert (path.read_bytes(), stat.S_IMODE(path.stat().st_mode)) == (b"new", mode)


@POSIX
def test_a_new_file_has_the_mode_that_the_user_has_chosen(tmp_path: Path) -> None:
    before = os.umask(0o027)
    try:
        write_bytes(tmp_path / "t.json", b"new")
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "t.json").stat().st_mode) == 0o640


@POSIX
@pytest.mark.parametrize("there", [True, False])
def test_a_link_stays_and_the_file_that_it_leads_to_is_written(there: bool, tmp_path: Path) -> None:
    (tmp_path / "dotfiles").mkdir()
    path, link = tmp_path / "dotfiles" / "window.json", tmp_path / "window.json"
    if there:
        path.write_bytes(b"old")
    link.symlink_to(Path("dotfiles") / "window.json")
    write_bytes(link, b"new", overwrite=True)
    assert link.is_symlink()
    assert path.read_bytes() == b"new"
    assert (names(tmp_path), names(path.parent)) == (["dotfiles", "window.json"], ["window.json"])


@POSIX
def test_what_is_no_file_is_not_replaced(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "around").symlink_to("around")
    (tmp_path / "folder").mkdir()
    for name in ("pipe", "around", "folder"):
        with pytest.raises(SceneError, match=f'{name}" cannot be written: '):
            write_bytes(tmp_path / name, b"new", overwrite=True)
    assert stat.S_ISFIFO((tmp_path / "pipe").stat().st_mode)
    assert names(tmp_path) == ["around", "folder", "pipe"]


@pytest.mark.parametrize("name", ["t" * 250 + ".json", "ü" * 125 + ".json"])
def test_names_may_be_as_long_as_the_disk_allows(name: str, tmp_path: Path) -> None:
    write_bytes(tmp_path / name, b"old")
    write_bytes(tmp_path / name, b"new", overwrite=True)
    assert (tmp_path / name).read_bytes() == b"new"
    assert names(tmp_path) == [name]
