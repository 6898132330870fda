"""Resting on pieces: what stands on scanned pieces is let down onto them, and its height goes with theirs."""

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from capture.objects.figure_placement import GROUND_SIGMA, PlacedFigure
from capture.objects.placed_objects import PlacedObject, joint_covariance
from capture.objects.resting_on_pieces import settled_figures, settled_pieces
from capture.objects.terrain_placement import PlacedPiece
from scene.geometry.mesh import Mesh, joined
from scene.geometry.rigid_transform import RigidTransform
from scene.table.table import MM_PER_INCH, Piece
from scene.table_io.table_document import FigureEntry, PieceEntry
from tests.capture.surveys import shaken, spread, survey_of
from tests.scene.scenes import box

SHAPES = {"deck": box((-3, -3, 0), (3, 3, 2)), "crate": box((-0.5, -0.5, 0), (0.5, 0.5, 1))}
TAGS = {100: RigidTransform(), 101: RigidTransform(), 102: RigidTransform()}
SIGMA = 0.3 / MM_PER_INCH


def build(entry: PieceEntry) -> Piece:
    return Piece(entry.id, SHAPES[entry.kit or ""], RigidTransform.turned(entry.position, entry.turn or 0.0))


def subdivided(low: tuple[float, float, float], high: tuple[float, float, float]) -> Mesh:
    """A box with corners all over its underside."""
    steps = [np.linspace(a, b, 6) for a, b in zip(low[:2], high[:2], strict=True)]
    parts = [box((x, y, low[2]), (x2, y2, high[2])) for x, x2 in pairwise(steps[0]) for y, y2 in pairwise(steps[1])]
    return joined(*parts)


def thing(name: str, of: str, place: tuple[float, float, float], tag: int, width: int) -> PlacedObject:
    """A thing that goes with a tag of the survey, and has errors of its own of 0.3 mm and 0.3 mm an inch."""
    slopes = np.zeros((6, width))
    slopes[:, 9 + 6 * tag : 15 + 6 * tag] = np.eye(6)
    return PlacedObject(name, of, RigidTransform(place), slopes, SIGMA**2 * np.eye(6))  # type: ignore[arg-type]


def piece(kit: str, place: tuple[float, float, float], tag: int = 0, *, on_ground: bool = False) -> PlacedPiece:
    entry = PieceEntry(kit, place, kit=kit, turn=0.0)
    return PlacedPiece(entry, thing(kit, "piece", place, tag, 29), (100 + tag,), (), on_ground)


def figure(place: tuple[float, float, float], tag: int = 2, **fields: object) -> PlacedFigure:
    entry = replace(FigureEntry("ork", place, base_mm=25.0), **fields)  # type: ignore[arg-type]
    return PlacedFigure(entry, thing("ork", "figure", place, tag, 29), 300)


DECK = piece("deck", (10.0, 10.0, 0.0), on_ground=True)


@pytest.mark.parametrize("off_mm", [-0.8, 0.4, 0.7])
def test_a_crate_near_the_top_of_a_deck_stands_on_it(off_mm: float) -> None:
    deck, crate = settled_pieces([DECK, piece("crate", (11.0, 9.0, 2.0 + off_mm / MM_PER_INCH), 1)], build)
    assert deck is DECK
    assert crate.entry.position == crate.thing.pose.position == pytest.approx((11.0, 9.0, 2.0), abs=1e-9)


@pytest.mark.parametrize("place", [(11.0, 9.0, 2.3), (11.0, 9.0, 1.7), (14.0, 9.0, 2.0), (14.0, 9.0, 0.05)])
def test_what_is_beside_a_deck_or_far_above_it_stays(place: tuple[float, float, float]) -> None:
    crate = piece("crate", place, 1)
    assert settled_pieces([crate, DECK], build)[0] is crate
    assert settled_figures([figure(place)], [DECK], build)[0].thing.pose.position == place


def test_a_kerb_beside_it_does_not_bear_a_piece() -> None:
    """The crate is 0.02 inches off and so a narrow part of it is over the kerb."""
    kerb = box((0.48, -3.0, 2.0), (3.0, 3.0, 2.03))
    shapes = {**SHAPES, "deck": joined(SHAPES["deck"], kerb), "crate": subdivided((-0.5, -0.5, 0.0), (0.5, 0.5, 1.0))}

    def made(entry: PieceEntry) -> Piece:
        return Piece(entry.id, shapes[entry.kit or ""], RigidTransform.turned(entry.position, entry.turn or 0.0))

    (_, crate) = settled_pieces([DECK, piece("crate", (10.0, 10.0, 2.01), 1)], made)
    assert crate.entry.position[2] == pytest.approx(2.0, abs=1e-9)
    (_, crate) = settled_pieces([DECK, piece("crate", (11.5, 10.0, 2.02), 1)], made)
    assert crate.entry.position[2] == pytest.approx(2.03, abs=1e-9)


def test_crates_are_stacked_from_the_ground_up() -> None:
    upper, lower = piece("crate", (11.2, 9.1, 3.03), 2), piece("crate", (11.0, 9.0, 2.02), 1)
    lower = replace(lower, entry=replace(lower.entry, id="lower"))
    found = settled_pieces([upper, lower, DECK], build)
    assert [each.entry.position[2] for each in found] == pytest.approx([3.0, 2.0, 0.0], abs=1e-9)


def test_pieces_that_may_lean_stay() -> None:
    crate = piece("crate", (11.0, 9.0, 2.02), 1)
    crate = replace(crate, entry=replace(crate.entry, turn=None, rotation=(1.0, 0.0, 0.0, 0.0)))
    assert settled_pieces([DECK, crate], build)[1] is crate


def test_a_figure_on_a_deck_stands_on_it_unless_it_lies() -> None:
    (found,) = settled_figures([figure((11.0, 9.0, 2.04))], [DECK], build)
    assert found.entry.position == pytest.approx((11.0, 9.0, 2.0), abs=1e-9)
    lying = figure((11.0, 9.0, 2.04), status="seriously_injured")
    assert settled_figures([lying], [DECK], build)[0] is lying


def test_what_stands_on_a_deck_moves_as_the_deck_does() -> None:
    """Heights and tilts by the deck's own motion, to first order; place and facing by its own tag."""
    rng = np.random.default_rng(3)
    survey = survey_of(TAGS, spread(rng, mm=0.4, degrees=0.3, count=3))
    ((_, crate), (ork,)) = (
        settled_pieces([DECK, piece("crate", (11.0, 8.5, 2.02), 1)], build),
        settled_figures([figure((9.0, 12.0, 2.04))], [DECK], build),
    )
    for _ in range(5):
        errors = np.zeros(29)
        errors[9:27] = 1e-6 * rng.standard_normal(18)
        deck = shaken(DECK.thing.pose, DECK.thing.slopes @ errors)
        for each in (crate.thing, ork.thing):
            moved = each.slopes @ errors
            at = deck.to_table(DECK.thing.pose.to_own(each.pose.position))
            assert moved[2] == pytest.approx(at[2] - each.pose.position[2], abs=5e-11)
            assert moved[[3, 4]] == pytest.approx((DECK.thing.slopes @ errors)[[3, 4]], abs=1e-15)
    whole = joint_covariance([crate.thing, ork.thing], survey)
    assert np.linalg.eigvalsh(whole).min() > -1e-12
    # By its own errors the deck's height there is one inch along x and 1.5 along y from where the deck turns.
    assert crate.thing.own[2, 2] == pytest.approx(SIGMA**2 * (1.0 + 1.0 + 1.5**2))
    assert ork.thing.own[2, 2] == pytest.approx(SIGMA**2 * (1.0 + 1.0 + 2.0**2) + GROUND_SIGMA**2)


def test_what_stands_on_what_stands_has_no_height_of_its_own() -> None:
    held = replace(DECK.thing, slopes=DECK.thing.slopes.copy(), own=DECK.thing.own.copy())
    held.slopes[[2, 3, 4]], held.own[[2, 3, 4]], held.own[:, [2, 3, 4]] = 0.0, 0.0, 0.0
    _, crate = settled_pieces([replace(DECK, thing=held), piece("crate", (11.0, 8.5, 2.02), 1)], build)
    assert not crate.thing.slopes[[2, 3, 4]].any()
    assert not crate.thing.own[[2, 3, 4]].any()
    assert crate.thing.slopes[[0, 1, 5]].any()
