"""The real window on a screen of its own, driven by a real mouse and keyboard."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from assets.tables import path
from scene.tablefile import load_document
from sightline.pictures import palette
from sightline.window.orbit import home
from sightline.window.settings import Settings, load_settings, save_settings
from tests.sightline.window.boards import yard
from tests.sightline.window.desks import table
from tests.sightline.window.screen import SIZE, Screen, playing, screen, script

CRATE, ROLL, ROLL_AGAIN = (1034, 447), (1046, 119), (1046, 139)
"""Where buttons lie: of a crate in the gallery, and of the dice, before and below what was rolled."""
ALIKE = 12
"""How far colours may be apart and be the same still."""


@pytest.fixture(scope="module")
def on(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Screen]:
    """A screen; the tour has been seen there."""
    folder = tmp_path_factory.mktemp("user")
    save_settings(Settings(toured=True, shadows=False), folder / "sightline" / "window.json")
    with screen(folder) as found:
        yield found


def pixel(place: tuple[float, float, float]) -> tuple[int, int]:
    """Where a place of the first table lies on the screen to begin with."""
    x, y = home(table(), SIZE).camera(SIZE).project([place])[0][0]
    return round(float(x)), round(float(y))


def middle(figure: str) -> tuple[int, int]:
    x, y, z = (float(value) for value in table().figure(figure).box.mean(axis=0))
    return pixel((x, y, z))


def share(picture: Image.Image, colour: palette.Rgb) -> float:
    """How much of a picture has about a colour."""
    off = np.abs(np.asarray(picture, dtype=np.int64) - np.array(colour)).max(axis=2)
    return float((off < ALIKE).mean())


def purple(picture: Image.Image) -> float:
    """How much of a picture has the colour of the first blocker, however lit."""
    red, green, blue = np.moveaxis(np.asarray(picture, dtype=np.int64), -1, 0)
    return float(((red - green > 25) & (blue - green > 12)).mean())


def test_a_figure_is_selected_asked_about_moved_undone_and_the_window_closed(on: Screen, tmp_path: Path) -> None:
    with playing(on, folder=tmp_path) as program:
        on.await_caption("The disputed shot - Sightline")
        empty = on.await_still()
        on.do("mousemove", *middle("jelena"), "click", 1)
        on.do("mousemove", *middle("kruger"))
        assert purple(empty) < 0.001
        on.await_picture(lambda found: purple(found) > 0.005)
        on.do("key", "Escape", "mousemove", *middle("tamsin"), "mousedown", 1)
        for step in ((9.5, 8.0, 0.0), (9.2, 7.0, 0.0), (9.0, 6.0, 0.0)):
            on.do("mousemove", *pixel(step))
        on.do("mouseup", 1)
        on.await_picture(lambda found: share(found, palette.BLUE) > 1.5 * share(empty, palette.BLUE) + 5e-5)
        on.do("key", "Return")
        on.await_caption("* The disputed shot - Sightline")
        on.do("key", "ctrl+z")
        on.await_caption("The disputed shot - Sightline")
        on.await_still()
        assert not any(caption.startswith("*") for caption in on.captions())
        on.do("key", "ctrl+q")
        _, errors = program.communicate(timeout=20)
    assert errors == ""
    assert program.returncode == 0


def test_the_wheel_and_drags_change_the_view_and_r_brings_it_back(on: Screen, tmp_path: Path) -> None:
    with playing(on, folder=tmp_path):
        on.await_caption("Sightline")
        on.do("mousemove", 640, 600)
        before = on.await_still()
        on.do("click", 4, "click", 4, "mousedown", 3, "mousemove", 700, 560, "mouseup", 3)
        zoomed = on.await_still(before)
        on.do("mousemove", 640, 600, "mousedown", 1, "mousemove", 560, 570, "mouseup", 1)
        turned = on.await_still(zoomed)
        assert np.abs(np.asarray(turned, dtype=np.int64) - np.asarray(before)).mean() > 3.0
        on.do("key", "r", "mousemove", 640, 600)
        again = on.await_still(turned)

        assert np.abs(np.asarray(again, dtype=np.int64) - np.asarray(before)).mean() < 0.2


def test_a_tiny_window_and_a_large_one_are_drawn(on: Screen, tmp_path: Path) -> None:
    with playing(on, folder=tmp_path) as program:
        on.await_caption("Sightline")
        for width, height in ((330, 250), (1200, 300), (340, 780), (1280, 800)):
            on.do("search", "--name", "Sightline", "windowsize", width, height)
            on.await_still()
        assert program.poll() is None


def test_without_a_screen_one_line_says_what_is_missing(on: Screen, tmp_path: Path) -> None:
    nowhere = Screen(":9999", on.home)
    with playing(nowhere, folder=tmp_path) as program:
        _, errors = program.communicate(timeout=60)
        assert program.returncode == 2
    assert "needs a screen and OpenGL 3.3" in errors
    assert "Traceback" not in errors


def test_a_piece_is_placed_from_the_gallery_and_saved_to_the_file(on: Screen, tmp_path: Path) -> None:
    mine = tmp_path / "mine.json"
    mine.write_bytes(path("disputed-shot").read_bytes())
    with playing(on, str(mine), folder=tmp_path) as program:
        on.await_caption("The disputed shot - Sightline")
        empty = on.await_still()
        on.do("key", "g")
        gallery = on.await_still(empty)
        on.do("mousemove", *CRATE, "click", 1)
        on.await_still(gallery)
        on.do("mousemove", *pixel((5.0, 3.0, 0.0)), "click", 1)
        on.await_caption("* The disputed shot - Sightline")
        on.do("key", "ctrl+s")
        on.await_picture(lambda _: not any(caption.startswith("*") for caption in on.captions()))
        assert program.poll() is None
    before, after = load_document(path("disputed-shot")), load_document(mine)
    (new,) = after.terrain[len(before.terrain) :]
    assert new.kit == "crate"
    assert new.position == pytest.approx((5.0, 3.0, 0.0), abs=0.3)


def test_a_battle_is_begun_kept_and_gone_on_with(on: Screen, tmp_path: Path) -> None:
    battle = yard(tmp_path)
    journal = battle.with_suffix(".journal")
    line = [sys.executable, "-m", "sightline", "battle", str(battle), "--seed", "4", "--log"]
    subprocess.run(line, env=on.environment, check=True, capture_output=True)
    begun = len(journal.read_text().splitlines())
    for rolled, place in ((1, ROLL), (2, ROLL_AGAIN)):
        with playing(on, str(battle), folder=tmp_path) as program:
            on.await_caption("Sightline")
            on.await_still()
            on.do("mousemove", *place, "click", 1)
            wanted = begun + rolled
            on.await_picture(lambda _, wanted=wanted: _lines(journal) == wanted)  # type: ignore[misc]
            on.do("key", "ctrl+q")
            _, errors = program.communicate(timeout=20)
        assert errors == ""


def _lines(path: Path) -> int:
    return len(path.read_text().splitlines())


RANDOM = """
import random, resource, sys, time
from pathlib import Path
from pyglet.window import key, mouse
from sightline.window.app import opened
from sightline.window.files import draft_of

def memory():
    return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize() / 2**20

app = opened(draft_of("disputed-shot"))
app.desk.show_page = lambda page: None
dice, count = random.Random(int(sys.argv[1])), int(sys.argv[2])
names = "A D W S Q E R F T V B N P M G Z Y _1 _2 ESCAPE RETURN F1 PAGEUP PAGEDOWN HOME I TAB SPACE DELETE"
keys = [getattr(key, name) for name in names.split()]
start = None
for number in range(count):
    x, y = dice.randrange(1280), dice.randrange(800)
    what = dice.random()
    if what < 0.35:
        app.on_mouse_motion(x, y, 1, 1)
    elif what < 0.60:
        button = dice.choice([mouse.LEFT, mouse.LEFT, mouse.RIGHT, mouse.MIDDLE])
        held = dice.choice([0, 0, key.MOD_SHIFT, key.MOD_CTRL])
        app.on_mouse_press(x, y, button, held)
        for _ in range(dice.randrange(4)):
            app.on_mouse_drag(x + dice.randrange(-80, 80), y + dice.randrange(-80, 80), 5, -5, button, held)
        app.on_mouse_release(x, y, button, held)
    elif what < 0.70:
        app.on_mouse_scroll(x, y, 0, dice.choice([-1, 1]))
    elif what < 0.98:
        symbol = dice.choice(keys)
        held = key.MOD_CTRL if symbol in (key.Z, key.Y) else 0
        app.on_key_press(symbol, held)
        app.on_key_release(symbol, held)
    else:
        size = dice.randrange(330, 1280), dice.randrange(250, 800)
        app.window.set_size(*size)
        app.window.dispatch_events()
    if number % 7 == 0:
        app.desk.tick()
    if number % 40 == 0:
        app.window.dispatch_events()
        app.frame(0.02)
    if number == count // 3:
        start = memory()
    if app.desk.quitting:
        app.desk.quitting = False
print(memory() - start)
app.close()
"""


def test_random_input_neither_breaks_the_window_nor_fills_the_memory(on: Screen) -> None:
    """A fifth of the hour's worth that `benchmarks/window.py` plays."""
    grown = float(script(on, RANDOM, "7", "4000")[-1])
    assert grown < 50.0


def test_settings_last(on: Screen, tmp_path: Path) -> None:
    kept = on.home / "sightline" / "window.json"
    with playing(on, folder=tmp_path) as program:
        on.await_caption("Sightline")
        on.await_still()
        on.do("mousemove", 838, 29, "click", 1)
        on.await_still()
        assert program.poll() is None
    assert load_settings(kept).toured
