"""What somebody does at first, under a window manager: settles a shot, builds a table from nothing, saves it."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
import trimesh

from assets.mesh_library import LIBRARY
from scene.geometry.mesh import Point
from scene.table_io.table_check import check_file
from scene.table_io.table_reading import load_document
from sightline.window.view.window_settings import WindowSettings, save_settings
from tests.sightline.window.drafts_to_test import CRATE_TALL, DECK
from tests.sightline.window.hands import Window, playing
from tests.sightline.window.screen import Screen
from tests.sightline.window.window_states import table

ROW = ((9.0, 4.0), (12.0, 4.0), (9.0, 7.0), (12.0, 7.0))
"""Where crates are put."""


@pytest.mark.long
def test_three_clicks_lead_from_the_start_to_a_pinned_verdict_and_its_evidence(
    managed: Screen, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While the tour tells what there is."""
    monkeypatch.setenv("BROWSER", "true")
    with playing(managed, folder=tmp_path) as window:
        assert window.view["tour"] == 0
        for name in ("jelena", "kruger"):
            x, y, z = table().figure(name).box.mean(axis=0).tolist()
            window.click((x, y, z))
        window.await_view(lambda view: view["pinned"] == "kruger" and view["sight"])
        window.ask(draw="coarsely")
        window.press("Evidence")
        window.await_view(lambda view: view["message"].startswith("the evidence: "))
        (page,) = tmp_path.glob("*.html")
        assert page.name == "jelena-kruger.html"
        window.quit()


@pytest.mark.long
def test_a_table_is_built_from_nothing_saved_and_read_again(managed: Screen, tmp_path: Path) -> None:
    block, built = tmp_path / "block.stl", tmp_path / "built.json"
    trimesh.creation.box((50.8, 25.4, 25.4)).export(block)
    save_settings(WindowSettings(shadows=False, materials=False), managed.home / "sightline" / "window.json")
    with playing(managed, folder=tmp_path) as window:
        window.press("Open")
        window.press("empty, 24 x 24")
        window.await_view(lambda view: view["table"]["size"] == [24.0, 24.0] and not view["pieces"])
        window.press("Build")

        stack(window)
        move_and_turn(window)
        copy_and_take_back(window)

        window.press("scatter", marker="kind")
        put(window, "human", (5.0, 4.0, 0.0), what="figure")
        window.type("side", "blue", returns=False)  # whoever presses a button next has typed it all the same

        window.ask(drop=str(block))
        window.await_view(lambda view: view["dropped"] == str(block))
        window.press("z is up", marker="mm z")
        window.click((4.0, 20.0, 0.0))
        window.await_view(lambda view: "block" in view["pieces"])

        crates(window)
        window.press("Save as ...")
        window.type("save as", str(built))
        view = window.await_view(lambda view: str(view["message"]).startswith("saved: built.json in /"))
        assert not view["changed"]
        window.quit()

    document = load_document(built)
    assert document.size == (24.0, 24.0)
    platform, crate, mesh, *others = document.terrain
    assert [one.position for one in others] == [pytest.approx((*at, z), abs=0.06) for z in (0.0, CRATE_TALL) for at in ROW]
    assert [one.turn for one in others] == [pytest.approx(15.0 * turns) for turns in (1, 2, 3, 4, 5, 6, 7, 8)]
    assert (platform.kit, crate.kit, mesh.mesh, mesh.units) == ("platform", "crate", "block.stl", "mm")
    assert platform.position == pytest.approx((9.0, 14.0, 0.0), abs=1e-4)
    assert platform.turn == pytest.approx(75.0)
    assert crate.position == pytest.approx((9.0, 14.0, DECK), abs=1e-4), "it went along"
    assert crate.turn == pytest.approx(75.0)
    assert crate.kind == "scatter"
    assert mesh.position == pytest.approx((4.0, 20.0, 0.0), abs=1e-4)
    (figure,) = document.figures
    assert (figure.proxy, figure.side) == ("human", "blue")
    assert figure.position == pytest.approx((5.0, 4.0, 0.0), abs=0.1)
    checked(managed, built)


def stack(window: Window) -> None:
    """A platform, and a crate upon it."""
    put(window, "platform", (12.0, 12.0, 0.0))
    put(window, "crate", (12.0, 12.0, DECK))
    low, high = window.await_rest()["pieces"]["crate"]
    assert (low[2], high[2]) == pytest.approx((DECK, DECK + CRATE_TALL), abs=1e-4)


def move_and_turn(window: Window) -> None:
    """The platform is dragged and turned, by the card and by a key; the crate goes along."""
    before = window.view["pieces"]
    window.drag((11.0, 10.0, DECK), (10.0, 11.0, 0.0), (9.0, 13.0, 0.0), (9.0, 14.0, 0.0))
    view = window.await_view(lambda view: view["undo"] == "move platform")
    for name in ("platform", "crate"):
        gone = [b - a for a, b in zip(before[name][0], view["pieces"][name][0], strict=True)]
        assert gone == pytest.approx([-3.0, 2.0, 0.0], abs=1e-4), name
    window.press("+90°")
    window.key("period")
    window.await_view(lambda view: view["undo"] == "turn platform")


def copy_and_take_back(window: Window) -> None:
    """A copy of the crate comes, goes, comes back, and goes again."""
    window.click(window.middle("crate"))
    window.await_view(lambda view: view["selected"] == ["crate"])
    window.press("Duplicate")
    window.await_view(lambda view: view["selected"] == ["crate-2"])
    window.key("Delete")
    window.await_view(lambda view: "crate-2" not in view["pieces"])
    window.press("Undo delete crate 2")
    window.await_view(lambda view: "crate-2" in view["pieces"])
    window.key("ctrl+shift+z")
    window.await_view(lambda view: "crate-2" not in view["pieces"])
    window.click(window.middle("crate"))
    window.await_view(lambda view: view["selected"] == ["crate"])


def crates(window: Window) -> None:
    """Four crates, and one on each of them, every one turned by the wheel before it is put down."""
    window.press("crate", panel="Build", marker="kit crate")
    for z in (0.0, CRATE_TALL):
        for at in ROW:
            wanted = len(window.view["pieces"]) + 1
            x, y = window.pixel((*at, z))
            window.do("mousemove", x, y, "keydown", "ctrl", "click", 4, "keyup", "ctrl")
            window.do("click", 1)
            window.await_view(lambda view, wanted=wanted: len(view["pieces"]) == wanted)  # type: ignore[misc]
    window.key("Escape")


def put(window: Window, name: str, place: Point, *, what: str = "kit") -> None:
    """Take something of the gallery in hand, and put it down."""
    window.press(name, panel="Build", marker=f"{what} {name}")
    window.await_view(lambda view: view["held"] == [what, name])
    window.click(place)
    window.await_view(lambda view: view["undo"] == f"place {name}")
    window.key("Escape")
    window.await_view(lambda view: view["held"] == ["", ""])


def checked(on: Screen, table: Path) -> None:
    """The table has no fault, by the library and by the command."""
    report = check_file(table, LIBRARY)
    assert (report.faults, report.pieces, report.figures) == ((), 11, 1)
    line = [sys.executable, "-m", "sightline", "check", str(table), "--json"]
    done = subprocess.run(line, env=on.environment, check=True, capture_output=True, text=True)
    assert json.loads(done.stdout)["pieces"] == 11
