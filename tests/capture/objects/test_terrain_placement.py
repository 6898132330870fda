"""Placement of pieces by their tags: exact tags give exact pieces, errors are as large as told, contradictions are named."""

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from capture.adjustment.rotation_vectors import pose_of
from capture.objects.pieces_file import TaggedPiece, TaggedPieces, TagPlace
from capture.objects.placed_objects import joint_covariance
from capture.objects.terrain_placement import STANCE_SIGMA, PlacedPiece, loose_tags, place_pieces
from scene.geometry.mesh import FloatArray
from scene.geometry.rigid_transform import RigidTransform
from scene.table_io.table_document import PieceEntry
from tests.capture.surveys import difference, shaken, spread, survey_of

ENTRY = PieceEntry("tower", (0.0, 0.0, 0.0), kit="container")
WALL = (0.5, 0.5, 0.5, 0.5)
"""A tag on an upright wall."""

THREE = (
    TagPlace(104, (2.0, 1.0, 3.0), turn=20.0),
    TagPlace(105, (-2.5, 0.5, 3.0), turn=-70.0),
    TagPlace(106, (0.2, -1.5, 1.4), rotation=WALL),
)
SOMEWHERE = RigidTransform.turned((20.0, 11.0, 0.0), 130.0)


def seen(piece: TaggedPiece, pose: RigidTransform) -> dict[int, RigidTransform]:
    """Where the tags of a piece are on the table, exactly."""
    return {tag.id: combined(pose, tag.pose) for tag in piece.tags}


def combined(outer: RigidTransform, inner: RigidTransform) -> RigidTransform:
    return pose_of(outer.matrix @ inner.matrix, outer.to_table(inner.position))


def placed(
    piece: TaggedPiece, tags: dict[int, RigidTransform], covariance: FloatArray | None = None
) -> tuple[PlacedPiece, tuple[str, ...]]:
    found, doubts = place_pieces(survey_of(tags, covariance), TaggedPieces((piece,)))
    (one,) = found
    return one, doubts


@pytest.mark.parametrize("count", [1, 2, 3])
def test_exact_tags_give_the_exact_place_of_a_leaning_piece(count: int) -> None:
    rng = np.random.default_rng(count)
    piece = TaggedPiece(ENTRY, THREE[:count], standing=False)
    for _ in range(20):
        true = pose_of(Rotation.random(random_state=rng).as_matrix(), rng.uniform(-30.0, 30.0, 3))
        found, doubts = placed(piece, seen(piece, true))
        assert not doubts
        assert np.abs(difference(found.thing.pose, true)).max() < 2e-5
        assert found.entry.rotation is not None
        assert found.entry.turn is None


@pytest.mark.parametrize("count", [1, 2, 3])
def test_exact_tags_give_the_exact_place_of_a_standing_piece(count: int) -> None:
    piece = TaggedPiece(ENTRY, THREE[:count])
    found, doubts = placed(piece, seen(piece, SOMEWHERE))
    assert not doubts
    assert found.on_ground
    assert found.entry.position == pytest.approx((20.0, 11.0, 0.0), abs=2e-5)
    assert found.entry.turn == pytest.approx(130.0, abs=1e-3)
    assert found.entry.rotation is None
    assert found.thing.pose.position == found.entry.position


@pytest.mark.parametrize(("height_mm", "on_ground"), [(0.0, True), (1.5, True), (-1.5, True), (3.0, False), (100.0, False)])
def test_a_piece_within_two_millimetres_stands_on_the_ground_and_a_higher_one_keeps_its_height(
    height_mm: float, on_ground: bool
) -> None:
    piece = TaggedPiece(ENTRY, THREE)
    found, doubts = placed(piece, seen(piece, RigidTransform.turned((5.0, 6.0, height_mm / 25.4), -40.0)))
    assert not doubts
    assert found.on_ground is on_ground
    assert found.entry.position[2] == pytest.approx(0.0 if on_ground else height_mm / 25.4, abs=1e-4)


def test_the_tilt_of_a_small_tag_alone_does_not_carry_the_piece_away() -> None:
    """Eight inches up, a tilt of five degrees would be 0.7 inches at the ground."""
    piece = TaggedPiece(ENTRY, (TagPlace(110, (1.0, 2.0, 8.0), turn=10.0),))
    sigma = np.repeat([0.1 / 25.4, np.radians(3.0)], 3)
    sigma[5] = np.radians(0.2)
    tags = {110: shaken(seen(piece, SOMEWHERE)[110], np.radians([0.0, 0.0, 0.0, 5.0, -3.0, 0.0]))}
    found, doubts = placed(piece, tags, np.diag(sigma**2))
    assert not doubts
    assert np.linalg.norm(difference(found.thing.pose, SOMEWHERE)[:3]) < 0.2 / 25.4
    free, _ = placed(replace(piece, standing=False), tags, np.diag(sigma**2))
    assert np.linalg.norm(difference(free.thing.pose, SOMEWHERE)[:3]) > 0.5


@pytest.mark.long
@pytest.mark.parametrize("standing", [True, False])
def test_errors_are_as_large_as_told(standing: bool) -> None:
    rng = np.random.default_rng(5)
    height, tilt = STANCE_SIGMA
    piece = TaggedPiece(ENTRY, THREE, standing=standing, sigma_mm=0.4, sigma_degrees=0.2)
    covariance = spread(rng, mm=0.5, degrees=0.6, count=3)
    root, squares = np.linalg.cholesky(covariance), []
    for _ in range(250):
        stance = rng.standard_normal(6) * (0.0, 0.0, height, tilt, tilt, 0.0) if standing else np.zeros(6)
        true = shaken(SOMEWHERE, stance)
        off = shaken(RigidTransform(), rng.standard_normal(6) * np.repeat(piece.sigmas, 3))
        tags = {}
        for tag, errors in zip(piece.tags, (root @ rng.standard_normal(18)).reshape(3, 6), strict=True):
            glued = shaken(tag.pose, rng.standard_normal(6) * np.repeat(tag.sigmas, 3))
            tags[tag.id] = shaken(combined(true, combined(off, glued)), errors)
        survey = survey_of(tags, covariance)
        ((found,), _) = place_pieces(survey, TaggedPieces((piece,)))
        whole = joint_covariance([found.thing], survey)
        miss = difference(found.thing.pose, true) * np.repeat([1.0, np.degrees(1.0)], 3)
        # A piece that stands has no height or tilt above its ground, so nothing is told of these.
        assert not standing or not whole[[2, 3, 4]].any()
        told = [0, 1, 5] if standing else list(range(6))
        squares.append(float(miss[told] @ np.linalg.solve(whole[np.ix_(told, told)], miss[told])))
    # The squares are distributed as chi square of that many parameters: mean n, variance 2 n.
    n = 3 if standing else 6
    assert np.mean(squares) == pytest.approx(n, abs=4.0 * np.sqrt(2.0 * n / 250))


def test_the_slopes_say_how_the_piece_moves_with_its_tags() -> None:
    rng = np.random.default_rng(7)
    piece = TaggedPiece(ENTRY, THREE, standing=False)
    covariance, tags = spread(rng, mm=0.5, degrees=0.6, count=3), seen(piece, SOMEWHERE)
    found, _ = placed(piece, tags, covariance)
    survey, step = survey_of(tags, covariance), 2e-3
    for index, number in enumerate(tags):
        for axis in range(6):
            error = np.zeros(6)
            error[axis] = step
            there, back = ({**tags, number: shaken(tags[number], sign * error)} for sign in (1.0, -1.0))
            moved = difference(placed(piece, there, covariance)[0].thing.pose, placed(piece, back, covariance)[0].thing.pose)
            expected = found.thing.slopes[:, survey.tag_slot(index)][:, axis]
            assert moved / (2.0 * step) == pytest.approx(expected, abs=0.02)


def test_more_tags_never_make_a_piece_less_certain() -> None:
    covariance = np.diag(np.tile(np.repeat([0.3 / 25.4, np.radians(0.5)], 3) ** 2, 3))
    sizes = []
    for count in (1, 2, 3):
        piece = TaggedPiece(ENTRY, THREE[:count], standing=False)
        tags = seen(piece, SOMEWHERE)
        survey = survey_of(tags, covariance[: 6 * count, : 6 * count])
        ((found,), _) = place_pieces(survey, TaggedPieces((piece,)))
        sizes.append(joint_covariance([found.thing], survey))
    for fewer, more in pairwise(sizes):
        assert np.linalg.eigvalsh(fewer - more).min() > -1e-12


SMALL = np.diag(np.tile(np.repeat([0.2 / 25.4, np.radians(0.5)], 3) ** 2, 3))


def test_a_tag_glued_elsewhere_is_named_with_how_far_and_left_out() -> None:
    piece = TaggedPiece(ENTRY, THREE)
    tags = seen(piece, SOMEWHERE)
    tags[105] = shaken(tags[105], np.array([14.0 / 25.4, 0.0, 0.0, 0.0, 0.0, 0.0]))
    found, doubts = placed(piece, tags, SMALL)
    (told,) = doubts
    assert told.startswith('tag 105 on "tower" is 14 mm from where the file has it')
    assert (found.tags, found.left_out) == ((104, 106), (105,))
    assert np.abs(difference(found.thing.pose, SOMEWHERE)).max() < 1e-4


def test_a_tag_glued_the_wrong_way_round_is_named() -> None:
    piece = TaggedPiece(ENTRY, THREE)
    tags = seen(piece, SOMEWHERE)
    tags[104] = shaken(tags[104], np.array([0.0, 0.0, 0.0, 0.0, 0.0, np.pi / 2]))
    found, doubts = placed(piece, tags, SMALL)
    assert doubts == (
        'tag 104 on "tower" is turned by 90 degrees from where the file has it and does not count; is it glued elsewhere?',
    )
    assert found.left_out == (104,)


def test_of_two_tags_that_contradict_each_other_both_are_named_and_the_place_is_uncertain() -> None:
    piece = TaggedPiece(ENTRY, THREE[:2])
    tags = seen(piece, SOMEWHERE)
    sure, _ = placed(piece, tags, SMALL[:12, :12])
    tags[105] = shaken(tags[105], np.array([0.0, 0.0, 20.0 / 25.4, 0.0, 0.0, 0.0]))
    found, doubts = placed(piece, tags, SMALL[:12, :12])
    (told,) = doubts
    assert told.startswith('tags 104 and 105 on "tower" contradict each other: 105 is 20 mm from')
    assert np.sqrt(np.trace(found.thing.own[:3, :3])) > 3.0 * np.sqrt(np.trace(sure.thing.own[:3, :3]))


def test_tags_that_are_off_by_their_errors_are_not_named() -> None:
    rng = np.random.default_rng(3)
    piece, named = TaggedPiece(ENTRY, THREE), 0
    for _ in range(100):
        tags = {
            number: shaken(pose, rng.standard_normal(6) * np.repeat([0.36 / 25.4, np.radians(0.58)], 3))
            for number, pose in seen(piece, SOMEWHERE).items()
        }
        named += len(placed(piece, tags, SMALL)[1])
    assert named <= 1


def test_a_piece_that_leans_is_set_upright_and_asked_about() -> None:
    leaning = shaken(SOMEWHERE, np.radians([0.0, 0.0, 0.0, 12.0, 0.0, 0.0]))
    piece = TaggedPiece(ENTRY, THREE)
    found, doubts = placed(piece, seen(piece, leaning), SMALL)
    assert found.entry.turn is not None
    (told,) = doubts
    assert "seems to lean by 12 degrees" in told
    assert '"standing": false' in told
    free, quiet = placed(replace(piece, standing=False), seen(piece, leaning), SMALL)
    assert not quiet
    assert np.abs(difference(free.thing.pose, leaning)).max() < 1e-4


def test_a_piece_below_the_ground_is_asked_about() -> None:
    piece = TaggedPiece(ENTRY, THREE)
    _, doubts = placed(piece, seen(piece, RigidTransform.turned((5.0, 5.0, -1.0), 0.0)), SMALL)
    assert doubts == (
        'piece "tower" comes out 25 mm below the ground; is the height of tags 104, 105 and 106 in the pieces file right?',
    )


def test_what_was_not_seen_is_told_and_what_belongs_nowhere_is_loose() -> None:
    tower, other = TaggedPiece(ENTRY, THREE), TaggedPiece(replace(ENTRY, id="hut"), (TagPlace(120, (0.0, 0.0, 1.0)),))
    tags = {**seen(tower, SOMEWHERE), 7: RigidTransform(), 305: RigidTransform(), 133: RigidTransform(), 57: RigidTransform()}
    del tags[106]
    survey = survey_of(tags)
    found, doubts = place_pieces(survey, TaggedPieces((tower, other)))
    assert [each.tags for each in found] == [(104, 105)]
    assert doubts == ('piece "hut" is not on the table: tag 120 was not seen',)
    assert loose_tags(survey, found) == (57, 133)
    assert loose_tags(survey, ()) == (57, 104, 105, 133)
    # One that contradicts the others of its piece belongs to it all the same.
    assert loose_tags(survey, [replace(found[0], tags=(104,), left_out=(105,))]) == (57, 133)


def test_pieces_need_not_stand_upright_where_nobody_says_so() -> None:
    leaning = shaken(SOMEWHERE, np.radians([0.0, 0.0, 0.0, 12.0, 0.0, 0.0]))
    piece = TaggedPiece(ENTRY, THREE)
    ((found,), doubts) = place_pieces(survey_of(seen(piece, leaning)), TaggedPieces((piece,)), standing=False)
    assert not doubts
    assert np.abs(difference(found.thing.pose, leaning)).max() < 1e-4
