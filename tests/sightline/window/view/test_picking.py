"""What is meant by a click: a slotted deck, not what is seen through it."""

import gc
import weakref
from collections.abc import Callable

import numpy as np
import pytest

from rules.movement.path_rules import agent_of
from scene.geometry.mesh import Point
from scene.navmesh.navmesh import navmesh_of
from scene.pathfinding.region_lookup import region_at
from scene.table.table import Table, Terrain
from sightline.drawing.rendering.camera import Camera
from sightline.window.view.camera_orbit import Orbit, above, home
from sightline.window.view.picking import BESIDE_OUTLINE, beside_figure, floors_under, render_scene_of, under
from sightline.window.view.table_questions import meant
from tests.plain_scenes import block, figure
from tests.sightline.window.window_states import SIZE, table

SLATS = tuple(block(f"slat {n}", (8.0 + 0.25 * n, 8.0, 2.9), (8.15 + 0.25 * n, 16.0, 3.0)) for n in range(32))
"""A deck 3" up from x = 8 to 15.9: slats of 0.15" with slots of 0.1" between them."""


def seen(on: Table, place: Point, view: Callable[[Table, tuple[int, int]], Orbit] = home) -> tuple[Camera, tuple[float, float]]:
    """A camera, and the pixel at which it shows a place."""
    camera = view(on, SIZE).camera(SIZE)
    (pixel,), _ = camera.project(np.array([place]))
    return camera, (float(pixel[0]), float(pixel[1]))


@pytest.mark.parametrize("x", 8.5 + np.arange(40) * 0.0271)
def test_a_click_on_a_slotted_deck_means_the_deck(x: float) -> None:
    on = Table((24.0, 24.0), Terrain(SLATS), (figure("a", 4.0, 4.0),))
    first, *others = floors_under(on, *seen(on, (x, 12.0, 3.0)))
    assert first == pytest.approx((x, 12.0, 3.0), abs=1e-3)
    assert [place[2] for place in others] == pytest.approx([0.0], abs=1e-6), "the table below is to be seen as well"


@pytest.mark.parametrize("place", [(6.0, 12.0, 0.0), (7.6, 12.0, 0.0), (12.0, 7.5, 0.0)])
def test_beside_the_deck_the_table_is_meant(place: Point) -> None:
    on = Table((24.0, 24.0), Terrain(SLATS), (figure("a", 4.0, 4.0),))
    (found,) = floors_under(on, *seen(on, place))
    assert found == pytest.approx(place, abs=1e-3)


def test_a_click_on_a_thin_rail_means_the_floor_behind_it() -> None:
    rail = block("rail", (8.0, 12.0, 0.0), (16.0, 12.05, 0.3))
    on = Table((24.0, 24.0), Terrain((rail,)), (figure("a", 4.0, 4.0),))
    camera, pixel = seen(on, (12.0, 12.0, 0.15))
    assert under(on, camera, pixel).owner == "rail"
    (found,) = floors_under(on, camera, pixel)
    assert found[2] == pytest.approx(0.0, abs=1e-6)


def test_where_there_is_no_floor_none_is_meant() -> None:
    on = Table((24.0, 24.0), Terrain((block("tower", (8, 8, 0), (16, 16, 12)),)), (figure("a", 4.0, 4.0),))
    assert floors_under(on, *seen(on, (12.0, 8.0, 6.0))) == ()
    camera, _ = seen(on, (0.0, 0.0, 0.0))
    assert floors_under(on, camera, (2.0, 2.0)) == ()


def test_all_over_a_bundled_walkway_a_click_leads_to_a_place_on_it() -> None:
    """Seen from above, at every third place through its slots."""
    on, who = table(), table().figure("jelena")
    deck = next(piece for piece in on.terrain.pieces if piece.id == "west-walkway")
    (x0, y0, _), (x1, y1, _) = deck.placed.bounds
    navmesh = navmesh_of(on.terrain, on.size, agent_of(who))
    through = 0
    for x, y in np.random.default_rng(1).uniform((x0 + 0.45, y0 + 0.45), (x1 - 0.45, y1 - 0.45), (60, 2)):
        camera, pixel = seen(on, (x, y, 3.0), above)
        first = under(on, camera, pixel)
        if first.place is None or first.place[2] > 3.01 or first.owner not in {"west-walkway", ""}:
            continue
        through += first.place[2] < 2.0
        place = meant(on, who, floors_under(on, camera, pixel))[0]
        assert place[2] == pytest.approx(3.0, abs=0.05), (x, y)
        assert region_at(navmesh, place) is not None
        assert np.hypot(place[0] - x, place[1] - y) < 0.6
    assert through > 10


@pytest.mark.parametrize(("off", "gap"), [(0.0, False), (0.2, True)])
def test_a_click_on_the_far_rail_of_a_deck_means_the_deck_and_offers_the_floor_behind(off: float, gap: bool) -> None:
    """Whether on one of its bars or between two of them, where the board behind is seen."""
    deck = block("deck", (8.0, 8.0, 2.9), (16.0, 16.0, 3.0))
    bars = tuple(block(f"bar {n}", (8.0 + 0.4 * n, 15.9, 3.0), (8.1 + 0.4 * n, 15.95, 4.0)) for n in range(20))
    on = Table((24.0, 24.0), Terrain((deck, *bars)), (figure("a", 4.0, 4.0),))
    camera, pixel = seen(on, (12.05 + off, 15.9, 3.3))
    owner = under(on, camera, pixel).owner
    assert (owner == "") == gap, owner
    first, behind = floors_under(on, camera, pixel)
    assert first == pytest.approx((12.05 + off, 15.9, 3.0), abs=0.3)
    assert behind[2] == pytest.approx(0.0, abs=1e-6)
    assert behind[1] > 16.0


@pytest.mark.parametrize("apart", [1.0, 1.6])
def test_between_two_figures_whoever_is_nearer_on_the_screen_is_meant_and_nobody_where_both_are(apart: float) -> None:
    """On a large table as it is first shown; their bases are an inch wide, and touch, or are half an inch apart."""
    people = (figure("a", 24.0 - apart / 2.0, 18.0, base_mm=25.4), figure("b", 24.0 + apart / 2.0, 18.0, base_mm=25.4))
    on = Table((48.0, 36.0), Terrain(), people)
    camera, (x, y) = seen(on, (24.0, 18.0, 0.6))
    columns = np.arange(round(x) - 60, round(x) + 60)
    bodies = [under(on, camera, (float(one), y)).owner for one in columns]
    for column, body in zip(columns, bodies, strict=True):
        off = {name: min(abs(columns[np.array(bodies) == name] - column)) for name in ("a", "b")}
        found = beside_figure(on, camera, (float(column), y)).owner
        if body in off:
            continue
        if found is not None:
            assert off[found] == min(off.values()) <= BESIDE_OUTLINE + 1.0
        if min(off.values()) > BESIDE_OUTLINE + 1.0 or off["a"] == off["b"]:
            assert found is None
    assert {"a", "b"} <= set(bodies)


def test_close_beside_the_outline_of_a_figure_it_is_meant() -> None:
    on = Table((48.0, 36.0), Terrain(), (figure("a", 24.0, 18.0, base_mm=25.4),))
    camera, (x, y) = seen(on, (24.0, 18.0, 0.9))
    edge = next(one for one in range(60) if under(on, camera, (x + one, y)).owner != "a")
    assert beside_figure(on, camera, (x + edge + 3.0, y)).owner == "a"
    assert beside_figure(on, camera, (x + edge + 40.0, y)).owner is None


def test_what_was_pointed_at_on_former_tables_is_not_kept() -> None:
    now, former = Table((24.0, 24.0), Terrain(), (figure("a", 4.0, 4.0),)), list[Table]()
    first = weakref.ref(render_scene_of(now))
    for x in range(5, 12):
        former.append(now)
        now = now.with_figure(figure("a", float(x), 4.0))
        render_scene_of(now)
    gc.collect()
    assert first() is None, "a battle keeps its tables, and each would keep all rays at its figures"
