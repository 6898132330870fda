"""Files are written beside and moved into place, whatever killed programs left there and whoever writes at the same time."""

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

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
