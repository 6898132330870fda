"""Edges of floors behind rails: where they are, how far it is to them, and what a leap over them is. Inches."""

import numpy as np
import pytest

from rules.body_limits import LIMITS
from scene.geometry.mesh import FloatArray
from scene.navmesh.navmesh import build
from scene.navmesh.navmesh_file import NavMeshParts
from scene.navmesh_parts.links import Links, plain
from scene.navmesh_parts.railed_edges import Rails
from scene.navmesh_parts.railed_leap_links import looked_over
from scene.table.table import Piece, Terrain
from scene.walkable.agent import Agent
from scene.walkable.obstacles import solids
from tests.plain_scenes import block

AGENT = Agent(0.5, 1.3, LIMITS)
SIZE = (20.0, 16.0)
HIGH, THICK = 0.8, 0.1
"""Of the rails."""
GAP = 3.0


def decks(*, set_back: float = 0.0, height: float = HIGH) -> Terrain:
    """Two decks three inches up, from x = 2 to 8 and from 11 to 18, and rails along the gap between them."""
    low, high = 8.0 - set_back, 8.0 + GAP + set_back
    pieces: list[Piece] = [
        block("near", (2, 2, 0), (8, 14, 3)),
        block("far", (8 + GAP, 2, 0), (18, 14, 3)),
        block("near rail", (low - THICK, 2, 3), (low, 14, 3 + height)),
        block("far rail", (high, 2, 3), (high + THICK, 14, 3 + height)),
    ]
    return Terrain(tuple(pieces))


def upper(found: NavMeshParts) -> list[int]:
    """The numbers of the regions on the near and the far deck."""
    on_top = [number for number, region in enumerate(found.regions) if abs(region.plane.z - 3.0) < 1e-6]
    return sorted(on_top, key=lambda number: float(found.regions[number].rings[0][:, 0].min()))


def navmesh(terrain: Terrain) -> NavMeshParts:
    return build(terrain, SIZE, AGENT)


def leap(found: NavMeshParts, start: tuple[float, float], end: tuple[float, float]) -> Links:
    near, far = upper(found)
    places = [np.array([[*place, 3.0]]) for place in (start, end)]
    return plain(places[0], places[1], np.array([near]), np.array([far]), np.array([3.0]))


@pytest.mark.parametrize("set_back", [0.0, 0.3])
def test_the_edges_behind_rails_are_known_and_no_others(set_back: float) -> None:
    found = navmesh(decks(set_back=set_back))
    near, far = (found.regions[number].railed for number in upper(found))
    for sides, x in ((near, 8.0), (far, 8.0 + GAP)):
        # Round the corners it goes on a little, along what else the rail keeps one from.
        middle = sides[np.abs(sides[..., 1].mean(axis=1) - 8.0) < 5.4]
        assert middle[..., 0] == pytest.approx(x, abs=0.005)
        assert np.hypot(*(sides[:, 1] - sides[:, 0]).T).sum() == pytest.approx(12.0 + 2 * (0.5 + set_back), abs=0.4)
        assert np.hypot(*(middle[:, 1] - middle[:, 0]).T).sum() > 10.8


def test_open_decks_and_the_table_have_none() -> None:
    found = navmesh(Terrain((block("deck", (2, 2, 0), (8, 14, 3)),)))
    assert all(len(region.railed) == 0 for region in found.regions)


@pytest.mark.parametrize("rise", [0.0, 1.5])
def test_how_far_it_is_to_the_edges_of_a_gap(rise: float) -> None:
    """From an inch before the one edge to two behind the other: in parts of the link as in parts of its 6 inches along x."""
    found = navmesh(decks())
    near, far = upper(found)
    start, end = np.array([[7.0, 6.0, 3.0]]), np.array([[13.0, 6.0 + rise, 3.0]])
    run = float(np.hypot(6.0, rise))
    ledges, square = Rails(found.regions).ledges(np.array([near]), np.array([far]), start, end)
    assert ledges[0] == pytest.approx([run / 6.0, run / 3.0], abs=0.01)
    assert square[0] == pytest.approx(6.0 / run, abs=1e-6)
    back = Rails(found.regions).ledges(np.array([far]), np.array([near]), end, start)[0]
    assert back[0] == pytest.approx(ledges[0, ::-1], abs=1e-9)
    gap = Rails(found.regions).gaps(np.array([near]), np.array([far]), start, end)
    assert gap == pytest.approx(GAP / 6.0 * run, abs=0.01)


def test_a_leap_over_rails_says_how_high_they_are_and_how_wide_the_gap_is() -> None:
    terrain = decks(set_back=0.2)
    found = navmesh(terrain)
    # The base's middle stops half an inch, its radius, before what is 0.3 from the edge.
    way = leap(found, (7.19, 8.0), (11.81, 8.0))
    possible, seen = looked_over(way, Rails(found.regions), solids(terrain).rays, AGENT)
    assert possible.all()
    assert seen.gap == pytest.approx(GAP, abs=0.005)
    assert seen.rails[0] == pytest.approx([HIGH, HIGH], abs=0.005)
    assert seen.ledges[0] == pytest.approx([0.81, 0.81], abs=0.005)


@pytest.mark.parametrize(
    "shape", [((9, 7, 0), (10, 9, 6)), ((7.5, 7, 5), (8.5, 9, 5.2))], ids=["pillar", "beam above the rail"]
)
def test_nothing_may_be_in_the_air_or_above_the_rails(shape: tuple[tuple[float, ...], tuple[float, ...]]) -> None:
    low, high = (tuple(map(float, corner)) for corner in shape)
    terrain = Terrain((*decks().pieces, block("in the way", low, high)))  # type: ignore[arg-type]
    found = navmesh(terrain)
    rails = Rails(found.regions)
    assert not looked_over(leap(found, (7.39, 8.0), (11.61, 8.0)), rails, solids(terrain).rays, AGENT)[0].any()
    assert looked_over(leap(found, (7.39, 5.0), (11.61, 5.0)), rails, solids(terrain).rays, AGENT)[0].all()


def over(found: NavMeshParts) -> FloatArray:
    """The gaps of all leaps over rails between the decks."""
    near, far = upper(found)
    links = found.links
    use = links.ledges.any(axis=1) & (links.start_region == near) & (links.end_region == far)
    return np.asarray(links.gap[use])


def test_all_leaps_over_rails_lead_over_the_gap_and_back() -> None:
    found = navmesh(decks())
    gaps = over(found)
    assert len(gaps) > 20
    assert gaps.min() == pytest.approx(GAP, abs=0.005)
    links = found.links.chosen(np.asarray(found.links.ledges.any(axis=1)))
    told = {(*a.round(6).tolist(), *b.round(6).tolist()) for a, b in zip(links.start, links.end, strict=True)}
    assert told == {(*place[3:], *place[:3]) for place in told}
