"""Whole tables looked at: what is called free or surface is so, and what cannot be told stays unknown."""

from functools import cache

import numpy as np
import pytest

from capture.dense.line_strips import GreyPhoto
from capture.dense.piece_agreement import piece_agreements
from capture.dense.whole_table import farthest_apart, seen_table, table_photo
from scene.base.errors import SceneError
from scene.geometry.mesh import FloatArray
from scene.geometry.rigid_transform import RigidTransform
from scene.table.scan_measurements import Scan, ScanMeasurement
from scene.table.seen_table import FREE, SOLID, SeenTable
from scene.table.table import Piece, Table, Terrain
from tests.capture.dense.painted import Sheet, mat, painted, ring, sheet
from tests.scene.scenes import box

SIZE = (9.0, 7.0)
VIEWS = [*ring(8, (4.5, 3.5, 0.3), above=38.0), *ring(4, (4.5, 3.5, 0.3), above=64.0)]
GROUND = mat(size=SIZE)
HIGH, SIDE = 0.9, 2.0
DECK, BARE, FILM, MOVED, AWAY = (1.0, 1.0), (4.0, 1.0), (1.0, 4.0), (4.0, 4.0), (6.6, 4.0)
"""The lower corners of things on the table: one with grain, one without, one that looks different from each side, one that
stood elsewhere in half of the photos, and that place."""
MM = 1 / 25.4


def thing(corner: tuple[float, float], *, grain: float, seed: int) -> Sheet:
    """A square deck."""
    return sheet((*corner, HIGH), (SIDE, 0.0, 0.0), (0.0, SIDE, 0.0), mean=160.0, grain=grain, seed=seed)


@cache
def seen() -> SeenTable:
    """What twelve photos show of a table with these things."""
    ready = []
    for i, view in enumerate(VIEWS):
        moved = thing(MOVED if i % 2 else AWAY, grain=25.0, seed=7)
        sheets = (GROUND, thing(DECK, grain=25.0, seed=5), thing(BARE, grain=0.0, seed=6), moved)
        photo = painted(view, (*sheets, thing(FILM, grain=25.0, seed=50 + i)), seed=i)
        ready.append(table_photo(photo, np.repeat(photo.grey[..., None], 3, axis=2), SIZE))
    return seen_table([one for one in ready if one is not None], SIZE, scan="", highest=1.8)


def about(corner: tuple[float, float], low: float, high: float, *, rim: float = 0.0) -> FloatArray:
    """(n, 3) a grid of points between two heights over a thing, so far within its rim."""
    ends = [(corner[0] + rim, corner[0] + SIDE - rim), (corner[1] + rim, corner[1] + SIDE - rim), (low, high)]
    return np.stack(np.meshgrid(*(np.linspace(a, b, 15) for a, b in ends)), axis=-1).reshape(-1, 3)


def test_decks_are_as_high_as_they_are() -> None:
    ground, deck = seen().decks
    assert abs(ground.height) <= ground.off < 1.5 * MM
    assert abs(deck.height - HIGH) <= deck.off < 1.5 * MM
    # The rim may be off by two pixels.
    assert SIDE**2 * 0.8 < deck.area < (SIDE + 0.4) ** 2
    assert np.hypot(deck.place[0] - 2.0, deck.place[1] - 2.0) < 1.0


def test_above_a_deck_is_free_and_in_it_and_below_it_is_not() -> None:
    assert np.mean(seen().at(about(DECK, HIGH + 8 * MM, HIGH + 16 * MM, rim=0.2)) == FREE) > 0.9
    assert np.mean(seen().at(about(DECK, HIGH - MM, HIGH + MM, rim=0.2)) == SOLID) > 0.5
    assert not (seen().at(about(DECK, 3 * MM, HIGH - 5 * MM, rim=0.7)) == FREE).any()


@pytest.mark.parametrize("corner", [DECK, BARE, FILM, MOVED, AWAY])
def test_nothing_that_stands_there_is_free_be_it_bare_shining_or_moved(corner: tuple[float, float]) -> None:
    # Cells at the rim of what was moved may have no more of it than a corner.
    rim = 2.0 * MM if corner in (MOVED, AWAY) else 0.0
    assert not (seen().at(about(corner, HIGH - 0.1 * MM, HIGH, rim=rim)) == FREE).any()


@pytest.mark.parametrize("corner", [FILM, MOVED, AWAY])
def test_what_shines_or_was_moved_has_no_surface(corner: tuple[float, float]) -> None:
    x, y, z = seen().surface.vertices.astype(float).T
    over = (x > corner[0] + 0.2) & (x < corner[0] + SIDE - 0.2) & (y > corner[1] + 0.2) & (y < corner[1] + SIDE - 0.2)
    assert not (over & (z > 5 * MM)).any()


def test_of_a_bare_deck_no_surface_is_made_up() -> None:
    x, y, z = seen().surface.vertices.astype(float).T
    over = (x > 4.3) & (x < 5.7) & (y > 1.3) & (y < 2.7)
    assert np.abs(z[over] - HIGH).max(initial=0.0) < 2.0 * MM
    assert np.count_nonzero(over) < 0.5 * np.count_nonzero((x > 1.3) & (x < 2.7) & (y > 1.3) & (y < 2.7))


def test_the_surface_lies_on_what_is_there_in_its_colours() -> None:
    x, y, z = seen().surface.vertices.astype(float).T
    over = (x > 0.8) & (x < 3.2) & (y > 0.8) & (y < 3.2)
    off = np.minimum(np.abs(z), np.where(over, np.abs(z - HIGH), np.inf))
    assert np.percentile(off[(x < 3.4) & (y < 3.4)], 95) < 1.5 * MM
    assert np.median(seen().surface.colours[over & (z > 0.5)]) == pytest.approx(160.0, abs=12.0)
    assert np.count_nonzero(over & (z > 0.5)) > 100


def test_too_few_photos_are_refused_and_of_many_the_farthest_apart_are_taken() -> None:
    photo = painted(VIEWS[0], (GROUND,))
    ready = table_photo(photo, np.repeat(photo.grey[..., None], 3, axis=2), SIZE)
    assert ready is not None
    with pytest.raises(SceneError, match="twenty"):
        seen_table([ready] * 3, SIZE, scan="")
    beside = GreyPhoto("", photo.grey, ring(1, (90.0, 90.0, 0.0))[0])
    assert table_photo(beside, photo.grey, SIZE) is None
    views = [*ring(40, (4.5, 3.5, 0.5)), *ring(3, (4.5, 3.5, 0.5), above=80.0)]
    chosen = farthest_apart(views, 12)
    assert len(chosen) == 12
    assert max(np.diff([one for one in chosen if one < 40])) < 8
    assert any(one >= 40 for one in chosen)
    assert farthest_apart(views[:5], 12) == [0, 1, 2, 3, 4]


def standing(name: str, low: tuple[float, float, float], high: tuple[float, float, float]) -> Piece:
    """A box."""
    middle = ((low[0] + high[0]) / 2.0, (low[1] + high[1]) / 2.0, low[2])
    return Piece(name, box(np.subtract(low, middle), np.subtract(high, middle)), RigidTransform.turned(middle, 0.0))


@pytest.mark.parametrize(
    ("high", "said", "beside"),
    [(HIGH, "agrees", False), (HIGH + 0.5, "contradicts", False), (HIGH - 0.3, "contradicts", True)],
)
def test_a_piece_and_the_surface_that_photos_show_check_each_other(high: float, said: str, *, beside: bool) -> None:
    """The deck as a box as high as it is, as one that reaches into free space, and as one that ends below the surface."""
    right = standing("hut", (*DECK, 0.0), (DECK[0] + SIDE, DECK[1] + SIDE, high))
    unseen = standing("film", (*FILM, 0.0), (FILM[0] + SIDE, FILM[1] + SIDE, HIGH))
    things = tuple(ScanMeasurement(piece.id, "piece", piece.pose.position) for piece in (right, unseen))
    table = Table(SIZE, Terrain((right, unseen)), scan=Scan(things, np.eye(12) * 1e-6))
    hut, film = piece_agreements(table, seen())
    assert hut.said == said
    assert (hut.beside is not None) == beside
    assert (hut.through > 0.05) == (high > HIGH)
    if said == "agrees":
        assert hut.off is not None
        assert hut.off < 1.0 * MM
        assert hut.shown > 0.2
    assert film.said == "not told"
