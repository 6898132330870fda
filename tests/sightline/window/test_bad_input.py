"""Bad input to the real window: files that are nothing, a full disk, OpenGL and screens that go away.

One line tells it, and nothing is lost.
"""

import os
import resource
import signal
import struct
from pathlib import Path

import pytest
import trimesh

from scene.table_io.table_reading import load_document
from tests.sightline.window.hands import Window, playing
from tests.sightline.window.screen import Screen, screen

FEW_BYTES = 150_000
"""As many as a file may have on the full disk; what the tests themselves have written has fewer."""
PLACE = (3.0, 20.0, 0.0)


def test_files_that_are_nothing_are_told_in_a_line_and_change_nothing(on: Screen, tmp_path: Path) -> None:
    huge = tmp_path / "huge.stl"
    with huge.open("wb") as file:
        file.write(bytes(80) + struct.pack("<I", 10_000_000))
        file.truncate(84 + 50 * 10_000_000)
    names = ["table.json", "table.sightline", "duel.toml", "battle.journal", "picture.png", "mesh.stl", "no ending"]
    for name in names:
        (tmp_path / name).write_bytes(b"\x00 this is nothing \xff" * 40)
    with playing(on, folder=tmp_path) as window:
        before = window.view
        for name in [*names, "gone.obj", "."]:
            told = dropped(window, tmp_path / name)
            assert "\n" not in told
            assert Path(name).name in told
            assert window.view["pieces"] == before["pieces"]
        assert "10,000,000 faces and the limit is 5,000,000" in dropped(window, huge)
        assert not window.view["changed"]
        window.quit()


def dropped(window: Window, path: Path) -> str:
    """What is told of a file that is dropped on the window."""
    window.ask(drop=str(path))
    window.await_rest()
    view = window.await_view(lambda view: view["bad"])
    return str(view["message"])


@pytest.mark.long
def test_a_full_disk_loses_nothing(on: Screen, tmp_path: Path) -> None:
    ball, folder = tmp_path / "ball.stl", tmp_path / "saved"
    trimesh.creation.icosphere(subdivisions=4, radius=25.4).export(ball)
    assert ball.stat().st_size > FEW_BYTES
    folder.mkdir()
    with playing(on, folder=tmp_path) as window:
        window.ask(drop=str(ball))
        window.press("z is up", marker="mm z")
        fill_disk(window, FEW_BYTES)
        window.click(PLACE)
        window.await_view(lambda view: "ball" in view["pieces"] and "File too large" in view["not_kept"])
        window.press("Save as ...")
        window.type("save as", str(folder / "mine.json"))
        view = window.await_view(lambda view: view["bad"])
        assert "cannot be written: File too large" in view["message"]
        assert view["changed"]
        assert "ball" in view["pieces"]
        assert list(folder.iterdir()) == []
        fill_disk(window, resource.RLIM_INFINITY)
        window.type("save as", str(folder / "mine.json"))
        window.await_view(lambda view: not view["changed"] and not view["not_kept"])
        window.quit()
    assert load_document(folder / "mine.json").terrain[-1].mesh == "ball.stl"
    assert (folder / "ball.stl").read_bytes() == ball.read_bytes()


def fill_disk(window: Window, limit: int) -> None:
    """No file of the program can have more bytes from now on."""
    resource.prlimit(window.program.pid, resource.RLIMIT_FSIZE, (limit, resource.RLIM_INFINITY))


@pytest.mark.long
@pytest.mark.parametrize("how", ["silent", "told"])
def test_opengl_that_goes_away_is_told_in_a_line_and_what_was_built_is_offered_again(
    how: str, on: Screen, tmp_path: Path
) -> None:
    with playing(on, folder=tmp_path) as window:
        window.press("Build")
        window.press("crate")
        window.click((5.0, 3.0, 0.0))
        window.await_view(lambda view: "crate-2" in view["pieces"])
        errors = window.lose(how)
    assert window.program.returncode == 2
    assert len(errors.splitlines()) == 1
    assert "the window has lost its OpenGL" in errors
    assert errors.endswith("what was not saved is offered then\n")
    if how == "told":
        return
    with playing(on, folder=tmp_path) as window:
        window.press("Recover")
        view = window.await_view(lambda view: "crate-2" in view["pieces"])
        assert view["changed"]
        window.quit()


@pytest.mark.long
def test_a_screen_that_goes_away_is_told_in_a_line(on: Screen, tmp_path: Path) -> None:
    with screen(on.home) as other, playing(other, folder=tmp_path) as window:
        window.press("Build")
        window.press("crate")
        window.click((5.0, 3.0, 0.0))
        window.await_view(lambda view: "crate-2" in view["pieces"])
        os.kill(other.server, signal.SIGKILL)
        _, errors = window.program.communicate(timeout=60.0)
    assert window.program.returncode == 2
    line = "sightline: the screen that the window was on has gone away. Start it again: what was not saved is offered then\n"
    assert errors == line
    assert list(on.home.glob("sightline/drafts/*")), "it is kept"
