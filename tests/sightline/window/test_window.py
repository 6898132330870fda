"""The real window on a screen of its own, driven by a real mouse and keyboard."""

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from assets.tables import path
from scene.geometry.mesh import Point
from scene.table_io.table_reading import load_document
from sightline.drawing.rendering import palette
from sightline.window.view.window_settings import load_settings, save_settings
from tests.sightline.window.boards import yard
from tests.sightline.window.hands import State, Window, playing, started
from tests.sightline.window.screen import SIZE, Screen, script
from tests.sightline.window.window_states import table

ALIKE = 12
"""How far colours may be apart and be the same still."""


def middle(figure: str) -> Point:
    x, y, z = table().figure(figure).box.mean(axis=0).tolist()
    return x, y, z


def share(picture: Image.Image, colour: palette.Rgb) -> float:
    """How much of a picture has about a colour."""
    off = np.abs(np.asarray(picture, dtype=np.int64) - np.array(colour)).max(axis=2)
    return float((off < ALIKE).mean())


def purple(picture: Image.Image) -> float:
    """How much of a picture has the colour of the first blocker, however lit."""
    red, green, blue = np.moveaxis(np.asarray(picture, dtype=np.int64), -1, 0)
    return float(((red - green > 25) & (blue - green > 12)).mean())


def test_a_figure_is_moved_a_shot_settled_its_evidence_opened_and_the_table_saved_under_a_name(
    on: Screen, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In one window, as each costs seconds to open."""
    monkeypatch.setenv("BROWSER", "true")
    with playing(on, folder=tmp_path) as window:
        on.await_caption("The disputed shot - Sightline")
        asked_about_moved_and_undone(on, window)
        window.key("Escape")
        window.await_view(lambda view: not view["selected"])
        settled_with_evidence(window, tmp_path)
        window.key("ctrl+shift+s")
        window.await_state(lambda state: state["typing"], "a line to type in")
        window.do("type", "--delay", 20, str(tmp_path / "mine.json"))
        _, top, right, low = window.widget("save as", kind="Entry")["place"]
        window.do("mousemove", round(right - 12), round((top + low) / 2.0), "click", 1)
        window.await_view(lambda view: view["message"] == f"saved: mine.json in {tmp_path}")
        on.await_caption("The disputed shot - mine.json - Sightline")
        assert load_document(tmp_path / "mine.json").terrain == load_document(path("disputed-shot")).terrain
        window.quit()


def asked_about_moved_and_undone(on: Screen, window: Window) -> None:
    """A figure is selected and asked about; another is dragged elsewhere, and back by undo."""
    empty = on.picture()
    window.click(middle("jelena"))
    window.point(middle("kruger"))
    assert purple(empty) < 0.001
    on.await_picture(lambda found: purple(found) > 0.005)
    window.key("Escape")
    start = table().figure("tamsin").position
    window.drag(middle("tamsin"), (9.5, 8.0, 0.0), (9.2, 7.0, 0.0), (9.0, 6.0, 0.0))
    window.await_view(lambda view: view["plan"] and view["plan"]["found"])
    on.await_picture(lambda found: share(found, palette.BLUE) > share(empty, palette.BLUE) + 5e-5)
    window.key("Return")
    on.await_caption("* The disputed shot - Sightline")
    assert window.view["figures"]["tamsin"]["position"] == pytest.approx((9.0, 6.0, 0.0), abs=0.1)
    window.key("ctrl+z")
    view = window.await_view(lambda view: not view["changed"])
    assert tuple(view["figures"]["tamsin"]["position"]) == start
    on.await_picture(lambda _: "The disputed shot - Sightline" in on.captions())


def settled_with_evidence(window: Window, folder: Path) -> None:
    """By mouse: the answer is pinned, its hints and its button are reached over other figures; the name is typed at once."""
    window.click(middle("jelena"))
    window.click(middle("kruger"))
    cover = window.await_view(lambda view: view["pinned"] == "kruger" and view["sight"])["sight"][0]
    window.point(middle("oddo"))
    window.do("mousemove", 0, 0)
    reason = next(one for one in window.await_state(lambda state: state["still"])["widgets"] if one["tip"])
    left, top, right, low = reason["place"]
    window.do("mousemove", round((left + right) / 2.0), round((top + low) / 2.0))
    window.await_state(lambda state: state["hint"] == reason["tip"], "the section that a reason rests on")
    # Nobody looks at the pictures in it: they are for tests/sightline/drawing.
    window.ask(draw="coarsely")
    window.press("Evidence*")
    view = window.await_view(lambda view: view["message"].startswith("the evidence: "))
    assert view["sight"][0] == cover
    assert list(folder.glob("*.html"))


@pytest.mark.long
def test_the_wheel_and_drags_change_the_view_and_r_brings_it_back(on: Screen, tmp_path: Path) -> None:
    """On a table whose wear is worked out, as it comes."""
    settings = on.home / "sightline" / "window.json"
    save_settings(replace(load_settings(settings), materials=True), settings)
    with playing(on, folder=tmp_path) as window:
        window.do("mousemove", 640, 600)
        window.await_view(lambda view: view["baked"])
        before = on.picture()
        window.do("click", 4, "click", 4, "mousedown", 3, "mousemove", 700, 560, "mouseup", 3)
        zoomed = on.picture()
        assert apart(zoomed, before) > 3.0
        window.do("mousemove", 640, 600, "mousedown", 1, "mousemove", 560, 570, "mouseup", 1)
        turned = on.picture()
        assert apart(turned, zoomed) > 3.0
        window.do("key", "r", "mousemove", 640, 600)
        window.await_rest()
        assert apart(on.picture(), before) < 0.2


def apart(one: Image.Image, other: Image.Image) -> float:
    """How far the colours of two pictures are apart, on the average."""
    return float(np.abs(np.asarray(one, dtype=np.int64) - np.asarray(other)).mean())


@pytest.mark.long
def test_a_tiny_window_and_a_large_one_are_drawn(on: Screen, tmp_path: Path) -> None:
    with playing(on, folder=tmp_path) as window:
        # Keys go to the window that the mouse is in.
        window.do("mousemove", 0, 0)
        window.await_rest()
        before = on.picture()
        for width, height in ((330, 250), (1, 1), (40, 800), (1280, 30), (340, 780), SIZE):
            window.resize(width, height)
            window.key("g")
            window.await_rest()
            assert min(width, height) < 250 or on.picture().crop((0, 0, width, height)).getcolors(200) is None
            if width == 330:
                window.do("mousemove", width // 2, 190)
                assert window.view["pointed"] is None, "nothing is meant where hardly anything is seen"
                window.do("mousemove", 0, 0)
        assert apart(on.picture(), before) < 0.2
        window.quit()


def test_without_a_screen_one_line_says_what_is_missing(on: Screen, tmp_path: Path) -> None:
    nowhere = Screen(":9999", on.home)
    with started(nowhere, [sys.executable, "-m", "sightline", "play"], tmp_path) as program:
        _, errors = program.communicate(timeout=60)
        assert program.returncode == 2
    assert "needs a screen and OpenGL 3.3" in errors
    assert len(errors.splitlines()) == 1


def test_pieces_are_selected_grouped_and_placed_from_the_gallery_and_saved_to_the_file(on: Screen, tmp_path: Path) -> None:
    """In one window, as each costs seconds to open, and its gallery some more."""
    mine = tmp_path / "mine.json"
    mine.write_bytes(path("disputed-shot").read_bytes())
    with playing(on, str(mine), folder=tmp_path) as window:
        window.press("Build")
        a_line_says_how_things_are_and_not_what_was_typed_and_never_entered(window)
        grouped(window, "shift")
        window.key("ctrl+z")
        window.await_view(lambda view: not view["changed"])
        window.press("crate")
        window.click((5.0, 3.0, 0.0))
        on.await_caption("* The disputed shot - mine.json - Sightline")
        window.press("Save", panel="Table")
        window.await_view(lambda view: not view["changed"])
        window.quit()
    before, after = load_document(path("disputed-shot")), load_document(mine)
    (new,) = after.terrain[len(before.terrain) :]
    assert new.kit == "crate"
    assert new.position == pytest.approx((5.0, 3.0, 0.0), abs=0.3)


@pytest.mark.long
def test_the_gallery_and_the_keys_are_seen_whole(on: Screen, tmp_path: Path) -> None:
    with playing(on, folder=tmp_path) as window:
        window.press("Build")
        state = window.await_state(lambda state: state["still"])
        (gallery,) = [one for one in state["widgets"] if one["kind"] == "Scrolled"]
        for one in state["widgets"]:
            if one["box"] == gallery["box"] and one["kind"] in {"ImageWidget", "Button"}:
                assert one["place"][2] < gallery["place"][2] - 14.0, f"{one['label']} lies under the bar that scrolls"
        window.key("F1")
        state = window.await_state(lambda state: state["still"] and "Keys" in state["panels"])
        keys = [one for one in state["widgets"] if one["panel"] == "Keys" and one["kind"] == "TextWidget"]
        tall = [one["label"] for one in keys if one["place"][3] - one["place"][1] >= 30.0]
        assert len(keys) > 50
        assert not tall, "no text is broken into letters"
        window.quit()


@pytest.mark.long
def test_a_battle_is_begun_kept_and_gone_on_with(on: Screen, tmp_path: Path) -> None:
    battle = yard(tmp_path)
    journal = battle.with_suffix(".journal")
    line = [sys.executable, "-m", "sightline", "battle", str(battle), "--seed", "4", "--log"]
    subprocess.run(line, env=on.environment, check=True, capture_output=True)
    begun = len(journal.read_text().splitlines())
    for rolled in (1, 2):
        with playing(on, str(battle), folder=tmp_path) as window:
            window.press("Roll*")
            window.await_view(lambda view, rolled=rolled: view["battle"]["answers"] == rolled)  # type: ignore[misc]
            assert len(journal.read_text().splitlines()) == begun + rolled
            window.quit()


RANDOM = """
import random, resource, sys, time
from pathlib import Path
from pyglet.window import key, mouse
from sightline.window.window_app import opened
from sightline.window.table_opening import draft_of

def memory():
    return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize() / 2**20

app = opened(draft_of(sys.argv[3]))
app.state.show_page = lambda page: None
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
        app.state.tick()
    if number % 40 == 0:
        app.window.dispatch_events()
        app.frame(0.02)
    if number == count // 3:
        start = memory()
    if app.state.quitting:
        app.state.quitting = False
print(memory() - start)
app.close()
"""


@pytest.mark.long
def test_random_input_neither_breaks_the_window_nor_fills_the_memory(on: Screen) -> None:
    """A fifth of the hour's worth that `benchmarks/window.py` plays."""
    grown = float(script(on, RANDOM, "7", "4000", "disputed-shot")[-1])
    assert grown < 50.0


@pytest.mark.long
def test_what_is_typed_fast_arrives_whole(on: Screen, tmp_path: Path) -> None:
    """Dear ImGui takes a letter in a frame or two; none waits until the mouse is moved."""
    with playing(on, folder=tmp_path) as window:
        window.press("Save")
        window.type("save as", str(tmp_path / "a table with a rather long name.json"))
        window.await_view(lambda view: view["message"].startswith("saved: a table with a rather long name.json in "))
        window.quit()


@pytest.mark.long
def test_the_buttons_of_the_gallery_stay_where_they_are_when_something_is_taken_in_hand(on: Screen, tmp_path: Path) -> None:
    with playing(on, folder=tmp_path) as window:
        window.press("Build")
        before = window.widget("wall", panel="Build")["place"]
        window.press("crate", panel="Build", marker="kit crate")
        window.await_view(lambda view: view["held"] == ["kit", "crate"])
        window.point((12.0, 3.0, 0.0))
        window.await_rest()
        assert window.widget("wall", panel="Build")["place"] == before
        window.quit()


@pytest.mark.long
def test_esc_closes_the_dialog_at_once_and_f1_tells_the_keys_over_it(on: Screen, tmp_path: Path) -> None:
    with playing(on, folder=tmp_path) as window:
        window.key("ctrl+o")
        window.await_state(lambda state: state["typing"], "a line to type in")
        window.key("F1")
        window.await_view(lambda view: view["help"])
        window.key("Escape")
        window.await_view(lambda view: not view["help"] and view["files"] == "open")
        window.key("Escape")
        window.await_view(lambda view: not view["files"])
        window.quit()


def a_line_says_how_things_are_and_not_what_was_typed_and_never_entered(window: Window) -> None:
    for piece, height in (("west-walkway", "0"), ("deck-crate", "3"), ("tank", "0")):
        choose(window, piece)
        assert window.widget("id", kind="Entry")["value"] == piece
        assert window.widget("stands at height", kind="Entry")["value"] == height
    x, y = window.find("id", kind="Entry")
    window.do("mousemove", x, y, "click", 1)
    window.await_state(lambda state: state["typing"], "a line to type in")
    window.do("type", "--delay", 2, "s")
    window.await_state(lambda _: "s" in window.widget("id", kind="Entry")["value"], "a letter")
    choose(window, "deck-crate")
    assert window.widget("id", kind="Entry")["value"] == "deck-crate"


def choose(window: Window, piece: str) -> None:
    """Click on a piece."""
    window.click(window.middle(piece))
    window.await_view(lambda view: view["selected"] == [piece])


@pytest.mark.long
@pytest.mark.parametrize("mode", ["look", "build"])
def test_a_drag_that_is_taken_back_is_not_done_when_the_button_comes_up(on: Screen, tmp_path: Path, mode: str) -> None:
    with playing(on, folder=tmp_path) as window:
        if mode == "build":
            window.press("Build")
        x, y, z = window.view["figures"]["tamsin"]["position"]
        start, end, elsewhere = (window.pixel(place) for place in ((x, y, z + 0.7), (9.0, 6.0, 0.0), (10.0, 5.0, 0.0)))
        window.do("mousemove", *start, "mousedown", 1)
        window.do("mousemove", *end)
        window.await_view(lambda view: view["selected"] == ["tamsin"])
        window.key("Escape")
        window.do("mousemove", *elsewhere)
        window.do("mouseup", 1)
        view = window.await_rest()
        assert (view["plan"], view["undo"], view["changed"]) == (None, "", False)
        assert view["figures"]["tamsin"]["position"] == [x, y, z]
        assert view["mode"] == mode
        window.quit()


def grouped(window: Window, held: str) -> None:
    """More pieces are selected with a key held, and made a group."""
    choose(window, "deck-crate")
    x, y = window.pixel(window.middle("tank"))
    window.do("mousemove", x, y, "keydown", held, "click", 1, "keyup", held)
    window.await_view(lambda view: view["selected"] == ["tank", "deck-crate"])
    window.press("Group")
    window.await_view(lambda view: view["undo"].startswith("group"))


@pytest.mark.long
def test_more_pieces_are_selected_with_ctrl_held_as_with_shift(on: Screen, tmp_path: Path) -> None:
    with playing(on, folder=tmp_path) as window:
        window.press("Build")
        grouped(window, "ctrl")
        window.quit()


def pulled(window: Window, panel: str, pixels: int) -> float:
    """The inner edge of a panel at the right is pulled; how wide it is then."""
    window.await_rest()
    left, top, right, low = window.await_state(lambda state: panel in state["panels"], panel)["panels"][panel]
    x, y = round(left), round((top + low) / 2.0)
    window.do("mousemove", x, y, "mousedown", 1)
    window.do("mousemove", x + pixels // 2, y, "mousemove", x + pixels, y)
    window.do("mouseup", 1)

    def as_wide(state: State) -> bool:
        return bool(abs(state["panels"][panel][0] - x - pixels) < 6.0)

    edge = window.await_state(as_wide, "a wider panel")["panels"][panel][0]
    return float(right - edge)


@pytest.mark.long
def test_settings_last(on: Screen, tmp_path: Path) -> None:
    kept = on.home / "sightline" / "window.json"
    with playing(on, folder=tmp_path) as window:
        left, _, right, _ = window.widget("Open")["place"]
        window.press("Measure")
        wide = pulled(window, "Measure", -90)
        window.press("Settings")
        window.press("names of all figures")
        window.slide("size of letters", 0.6)
        assert not window.widget("names of all figures")["value"], "they are on at first"
        window.quit()
    found = load_settings(kept)
    assert not found.names
    assert found.text == pytest.approx(1.78, abs=0.1), "0.6 of the way from 0.7 to 2.5"
    with playing(on, folder=tmp_path) as window:
        wide_left, _, wide_right, _ = window.widget("Open")["place"]
        assert wide_right - wide_left > 1.4 * (right - left), "its letters are larger from the beginning"
        window.press("Settings")
        assert not window.widget("names of all figures")["value"]
        assert window.widget("size of letters")["value"] == pytest.approx(found.text)
        window.press("Settings")
        window.press("Measure")
        left, _, right, _ = window.await_state(lambda state: "Measure" in state["panels"], "it")["panels"]["Measure"]
        assert right - left == pytest.approx(wide * found.text, abs=6.0), "as wide as it was pulled, for its letters"
        window.quit()
