"""What phones changed is not lost where the server is killed, and is taken up by the next one for the same file."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from scene.table_io.table_reading import load_document
from sightline.api.tables_drawn import load_table
from sightline.server.shared_table import SharedTable
from sightline.server.unsaved_table import served_folder
from tests.sightline.server.photographed import table_file


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return tmp_path / "state"


def shared(path: Path) -> SharedTable:
    return SharedTable(load_table(path), path)


def is_moved(table: SharedTable) -> bool:
    return table.now.moved


KILLED = """
import os, signal, sys
from pathlib import Path
from sightline.api.tables_drawn import load_table
from sightline.server.shared_table import SharedTable
path = Path(sys.argv[1])
table = SharedTable(load_table(path), path)
while table.go_on():
    pass
table.nudge(table.now.table.figures[0].id, [0.5, 0.25])
while table.go_on():
    pass
os.kill(os.getpid(), signal.SIGKILL)
"""


def test_what_was_moved_when_the_server_was_killed_is_taken_up_and_can_be_taken_back(tmp_path: Path) -> None:
    path = table_file(tmp_path)
    first = load_table(path).figures[0]
    ended = subprocess.run([sys.executable, "-c", KILLED, str(path)], check=False, capture_output=True, timeout=120)
    assert ended.returncode == -signal.SIGKILL, ended.stderr
    table = shared(path)
    assert "Undo brings back" in table.take_up()
    moved = table.now.table.figures[0]
    assert moved.position[:2] == pytest.approx((first.position[0] + 0.5, first.position[1] + 0.25), abs=1e-6)
    assert is_moved(table)
    # Whoever serves the same file beside it begins with what the file has.
    assert shared(path).take_up() == ""
    table.take_back()
    assert table.now.table.figures[0].position == first.position
    assert not is_moved(table)
    while table.go_on():
        pass
    assert table.end() == ""
    assert shared(path).take_up() == ""
    assert list(served_folder().iterdir()) == []


def test_what_is_saved_is_not_taken_up_again_and_may_be_changed_after_it(tmp_path: Path) -> None:
    path = table_file(tmp_path)
    subprocess.run([sys.executable, "-c", KILLED, str(path)], check=False, capture_output=True, timeout=120)
    table = shared(path)
    table.take_up()
    assert "saved as" in table.save()
    figure = table.now.table.figures[0].id
    table.nudge(figure, [0.0, 1.0])
    assert "saved as" in table.end(), "what was changed since"
    saved = sorted(tmp_path.glob("*-moved*.sightline"))
    assert len(saved) == 2
    places = [next(one.position for one in load_document(file).figures if one.id == figure) for file in saved]
    assert abs(places[0][1] - places[1][1]) == pytest.approx(1.0, abs=1e-6)
    assert shared(path).take_up() == ""


def test_a_file_that_was_written_since_is_served_as_it_is(tmp_path: Path) -> None:
    path = table_file(tmp_path)
    subprocess.run([sys.executable, "-c", KILLED, str(path)], check=False, capture_output=True, timeout=120)
    later = time.time() + 5.0
    os.utime(path, (later, later))
    assert shared(path).take_up() == ""


def test_where_nothing_can_be_kept_that_is_told_once_and_all_goes_on(
    tmp_path: Path, state: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    state.write_text("no folder")
    table = shared(table_file(tmp_path))
    for _ in range(3):
        table.nudge(table.now.table.figures[0].id, [0.1, 0.0])
        while table.go_on():
            pass
    assert capsys.readouterr().err.count("not kept safe until it is saved") == 1
    assert "saved as" in table.end()
