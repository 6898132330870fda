"""Sight rulings: line of sight and cover by the main rulebook, paragraph by paragraph, and by geometry alone.

Jelena stands at the origin and looks along x at Kruger, 10 inches off. Both are boxes of 0.4 by 0.6 by 1.2 inches on bases of
one inch radius, so that only Kruger's front, at x = 9.8, can be seen from Jelena's eye.
"""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from rules.sight.sight_rulings import UNNOTICEABLE, _cover, _repeated, body_rulings, sight_rulings
from rules.sight.verdict import Effort, SightQuestion, SightRuling
from rules.systems import registry
from scene.geometry.mesh import joined
from scene.table.table import Body, Figure, Piece
from scene.visibility.hidden_share import COARSE, SEEN_POINTS, Hidden
from scene.visibility.line_of_sight import find_lines
from tests.plain_scenes import block, bodiless, box, figure, table
from tests.rules.shots import EYE, FEET, FRONT, JELENA, KRUGER, closed, giant, screen, shaped
from tests.rules.sight.judged import judged
from tests.scene import reference
from tests.scene.scenes import Scene, random_scene


def ruling(
    *things: Piece | Figure, shooter: Figure = JELENA, target: Figure = KRUGER, system: str = "main-rulebook"
) -> SightRuling:
    return sight_rulings(
        table(shooter, target, *things), [SightQuestion(shooter, target)], rules=registry.system(system).sight
    )[0]


def hidden(found: SightRuling) -> float:
    assert found.geometry is not None
    return found.geometry.share


def assert_free(scene: Scene, found: SightRuling) -> None:
    """The witness runs from one body to the other and meets no piece that hides; checked without the code under test."""
    assert found.witness is not None
    start, end = (np.array([point]) for point in (found.witness.start, found.witness.end))
    hiding = [piece.placed for piece in scene.table.terrain.pieces if piece.hides]
    assert reference.free(hiding, start, end, hair=5e-3).all()


def test_line_of_sight_in_the_open_nothing_is_hidden() -> None:
    found = ruling()
    assert (found.cover, hidden(found), found.undecided) == ("open", 0.0, False)
    assert found.geometry is not None
    assert found.geometry.by == ()
    assert found.witness is not None
    assert found.witness.start == pytest.approx(EYE)
    assert found.witness.end[0] == pytest.approx(FRONT, abs=1e-4)


def test_line_of_sight_none_behind_a_closed_wall() -> None:
    found = ruling(closed())
    assert (found.witness, found.cover, hidden(found)) == (None, "none-seen", 1.0)
    assert found.geometry is not None
    assert [(one.id, one.kind) for one in found.geometry.by] == [("wall", "terrain")]


def test_line_of_sight_from_any_part_of_the_body_though_the_eye_sees_nothing() -> None:
    """A low slot: the shooter's shins see the target's, her eye sees the floor behind it."""
    wall = Piece("wall", joined(box((5, -30, 0), (5.2, 30, 0.3)), box((5, -30, 0.4), (5.2, 30, 9))))
    found, back = ruling(wall), ruling(wall, shooter=KRUGER, target=JELENA)
    for one in (found, back):
        assert hidden(one) == 1.0
        assert one.witness is not None
        # No line that begins above the bases and goes through the slot ends higher than this.
        assert all(FEET <= point[2] <= 2 * 0.4 - FEET for point in (one.witness.start, one.witness.end))
        assert one.cover == "full"


def test_line_of_sight_a_target_entirely_obscured_except_for_its_base_is_not_seen() -> None:
    assert ruling(block("wall", (9, -30, FEET), (9.2, 30, 9))).cover == "none-seen"


def test_line_of_sight_insignificant_parts_of_the_target_do_not_count() -> None:
    """A banner and a barrel stick out above and beside the wall."""
    parts = joined(box((-0.1, -0.1, 1.2), (0.1, 0.1, 4)), box((0, -4, 0.9), (0.1, 4, 1.0)))
    armed = replace(KRUGER, body=Body(KRUGER.body.counts, KRUGER.body.eye, insignificant=parts))
    wall = block("wall", (5, -1, 0), (5.2, 1, 1.5))
    assert ruling(wall, target=armed).cover == "none-seen"
    assert ruling(wall, shooter=armed, target=JELENA).cover == "none-seen"
    assert ruling(target=armed).cover == "open"


def test_line_of_sight_fighters_never_block_it_and_do_by_geometry() -> None:
    found = ruling(giant(5))
    assert (hidden(found), found.cover) == (1.0, "partial")
    assert found.witness is not None
    measured = ruling(giant(5), system="geometry")
    assert (measured.witness, measured.cover, hidden(measured)) == (None, None, 1.0)


def test_line_of_sight_past_a_fighter_and_not_through_the_wall_behind_him() -> None:
    assert ruling(giant(3), closed()).cover == "none-seen"
    found = ruling(giant(3), screen("crates", 0.3))
    assert found.cover == "partial"
    assert found.terrain is not None
    assert found.terrain.low <= 0.3 <= found.terrain.high


@pytest.mark.parametrize("posture", ["on_back", "on_face"])
def test_cover_pinned_and_seriously_injured_figures_in_the_way_are_ignored(posture: str) -> None:
    fallen = figure("reina", 5, 0, posture=posture)
    found = ruling(fallen)
    assert hidden(found) > 0.1
    assert (found.cover, found.allowed) == ("open", ("reina",))
    assert ruling(fallen, screen("crates", 0.2)).cover == "partial"


def test_cover_bases_are_ignored() -> None:
    """A base of ten inches at the height of the target's body; the one who stands on it is a nail."""
    plate = shaped(figure("plate", 5, 0, 0.6, base_mm=254.0), (-0.01, -6, 0), (0.01, -5.9, 0.02))
    assert (ruling(plate).cover, hidden(ruling(plate))) == ("open", 0.0)


def test_cover_insignificant_parts_of_others_hide_nothing() -> None:
    nail = Body(box((-0.01, -9, 8), (0.01, -8.9, 8.1)), np.zeros(3), insignificant=box((0, -9, 0), (0.1, 9, 9)))
    assert ruling(replace(figure("reina", 5, 0), body=nail)).cover == "open"


def test_cover_fighters_never_give_better_than_partial() -> None:
    found = ruling(figure("reina", 8, 0))
    assert hidden(found) == 1.0
    assert found.cover == "partial"
    assert found.terrain is not None
    assert found.terrain.share == 0.0


def test_cover_fighters_do_not_raise_partial_terrain_to_full_nor_lower_full() -> None:
    reina = figure("reina", 7, 0.2)
    less = ruling(screen("crates", 0.45), reina)
    assert hidden(less) > 0.6
    assert less.cover == "partial"
    assert ruling(screen("crates", 0.55), reina).cover == "full"


def test_cover_terrain_behind_a_fighter_counts_as_terrain() -> None:
    """The fighter hides the target and the terrain before it, which is not seen at all."""
    found = ruling(giant(3), screen("crates", 0.6))
    assert found.geometry is not None
    assert [one.id for one in found.geometry.by] == ["giant"]
    assert found.cover == "full"


def friend(name: str, x: float, y: float, **fields: Any) -> Figure:  # noqa: ANN401
    """Somebody as tall as a door, of the shooter's side."""
    return shaped(figure(name, x, y, **({"side": "red"} | fields)), (-0.1, -0.5, 0), (0.1, 0.5, 2))


def test_cover_friends_in_base_contact_with_the_shooter_are_ignored() -> None:
    touching = ruling(friend("mira", 2, 0))
    assert hidden(touching) == 1.0
    assert (touching.cover, touching.allowed) == ("open", ("mira",))
    assert ruling(friend("mira", 2.2, 0)).cover == "partial"
    assert ruling(friend("enemy", 2, 0, side="blue")).cover == "partial"


def test_cover_friends_in_base_contact_with_the_target_are_not_ignored() -> None:
    assert ruling(friend("hostage", 8, 0)).cover == "partial"


def test_cover_a_friend_in_base_contact_across_a_barricade_that_hides_him_is_ignored_too() -> None:
    """The barricade beside the shooter does not count; past it the friend would come into view."""
    barricade = block("barricade", (1, -3, 0), (1.2, 3, 1.25), kind="obstacle")
    mira = shaped(figure("mira", 2.9, 0, side="red"), (-0.1, -0.5, 0), (0.1, 0.5, 1.05))
    found = ruling(barricade, mira)
    assert found.geometry is not None
    assert [one.id for one in found.geometry.by] == ["barricade"]
    assert found.cover == "open"
    assert ruling(barricade, replace(mira, side="blue")).cover == "partial"


def test_cover_own_terrain_beside_the_shooter_does_not_count() -> None:
    """Half an inch from the shooter's base, and then a little farther; it hides all but the heads."""
    beside = ruling(block("barricade", (1.3, -3, 0), (1.45, 3, 1.25)))
    assert hidden(beside) > 0.9
    assert (beside.cover, beside.allowed) == ("open", ("barricade",))
    farther = ruling(block("barricade", (1.6, -3, 0), (1.75, 3, 1.25)))
    assert (farther.cover, farther.allowed) == ("full", ())


def test_cover_own_terrain_that_nothing_sticks_out_of_blocks_sight() -> None:
    assert ruling(closed(1.1)).cover == "none-seen"


def test_cover_own_terrain_counts_where_it_goes_on_beyond_the_shooters_side() -> None:
    """An L: beside the shooter, and once more halfway to the target."""
    low = box((1.3, -3, 0), (1.45, 3, 1.25))
    found = ruling(Piece("ell", joined(low, screen("far", 0.3).shape)))
    assert found.cover == "partial"
    assert found.counted is not None
    assert found.counted.low <= 0.3 <= found.counted.high
    assert found.allowed == ("ell",)


def test_cover_own_terrain_of_which_most_counts_farther_off_is_named_all_the_same() -> None:
    """It hides nearly all from the eye, and six tenths where it goes on: what does not count is far more than any noise."""
    low = box((1.3, -3, 0), (1.45, 3, 1.25))
    found = ruling(Piece("ell", joined(low, screen("far", 0.6).shape)))
    assert hidden(found) > 0.9
    assert (found.cover, found.allowed) == ("full", ("ell",))


def test_line_of_sight_along_a_line_that_is_known_is_found_without_a_search() -> None:
    """Through an upright slit and then a level one, through which hardly any random line leads, nor any from the eye."""
    slits = (
        block("left", (4, -40, 0), (4.1, 0.1, 40)),
        block("right", (4, 0.11, 0), (4.1, 40, 40)),
        block("low", (6, -40, 0), (6.1, 40, 0.3)),
        block("high", (6, -40, 0.31), (6.1, 40, 40)),
    )
    board, question = table(JELENA, KRUGER, *slits), SightQuestion(JELENA, KRUGER)
    (line,) = find_lines(board.terrain, [(JELENA, KRUGER)])
    assert line is not None
    quick = Effort(COARSE, lines=20, thorough=False)
    assert body_rulings(judged("main-rulebook"), board, [question], quick)[0].witness is None
    found = body_rulings(judged("main-rulebook"), board, [question], quick, [[line]])[0].witness
    assert found is not None
    # A line may leave a body of 0.4 inches by its front where the known one left it by its top.
    assert found.start == pytest.approx(line.start, abs=0.45)
    assert found.end == pytest.approx(line.end, abs=0.45)


@pytest.mark.parametrize("count", [1, 3, SEEN_POINTS])
def test_lines_from_the_eye_are_as_many_for_every_question(count: int) -> None:
    points = [(float(number), 0.0, 1.0) for number in range(count)]
    assert _repeated(points) == [*points, *([points[-1]] * (SEEN_POINTS - count))]
    assert len(_repeated(points)) == SEEN_POINTS


def test_cover_terrain_beside_the_target_counts() -> None:
    assert ruling(block("barricade", (8.8, -3, 0), (8.9, 3, 1.25))).cover == "full"


def test_cover_the_deck_that_the_shooter_stands_on_and_the_one_over_her_head_count() -> None:
    """One stands on the deck near its rim, the other on the ground below, so close that the rim is beside both."""
    deck = block("deck", (-9, -9, 2.95), (0.7, 9, 3))
    above, below = figure("kruger", 0.9, 0, 3), figure("jelena", 0, 0, 0)
    up = ruling(deck, shooter=below, target=above)
    assert up.terrain is not None
    assert (up.cover, up.allowed) == ("partial", ())
    assert up.terrain.share == pytest.approx(hidden(up), abs=0.002)
    deck = block("deck", (-9, -9, 2.95), (0.25, 9, 3))
    down = ruling(deck, shooter=figure("kruger", 0, 0, 3), target=figure("jelena", 0.6, 0, 0))
    assert (down.cover, down.allowed) == ("partial", ())


@pytest.mark.parametrize(
    ("share", "cover"), [(0.02, "partial"), (0.3, "partial"), (0.49, "partial"), (0.51, "full"), (0.8, "full"), (0.98, "full")]
)
@pytest.mark.parametrize("x", [3.0, 5.0, 9.0])
def test_cover_less_than_half_hidden_is_partial_and_half_or_more_full(share: float, cover: str, x: float) -> None:
    found = ruling(screen("crates", share, x=x))
    assert found.geometry is not None
    assert found.geometry.low <= share <= found.geometry.high
    assert (found.cover, found.undecided) == (cover, False)
    assert found.geometry.by[0].share == pytest.approx(hidden(found))


def test_cover_exactly_half_hidden_is_full() -> None:
    half = Hidden(0.5, 0.5, 0.5, (), (), 1)
    hair = Hidden(0.5 - 1e-9, 0.4, 0.6, (), (), 1)
    assert (_cover(half, half, 0.5), _cover(hair, half, 0.5)) == ("full", "partial")


def test_cover_within_the_bound_of_one_half_is_undecided() -> None:
    """The target is cut in its middle: a half, but no measurement can tell it from a hair less."""
    found = ruling(screen("crates", 0.5))
    assert found.undecided
    assert found.cover in {"partial", "full"}
    assert not ruling(screen("crates", 0.5), system="geometry").undecided


def test_cover_what_nobody_could_notice_hides_nothing() -> None:
    assert _cover(None, Hidden(UNNOTICEABLE, 0, 1, (), (), 1), 0.5) == "open"
    assert _cover(None, Hidden(0.001, 0, 1, (), (), 1), 0.5) == "partial"


@pytest.mark.parametrize(
    ("fields", "cover"),
    [
        ({"kind": "door"}, "none-seen"),
        ({"kind": "door", "open": True}, "open"),
        ({"kind": "wall", "insignificant": True}, "open"),
        ({"kind": "area"}, "none-seen"),
        ({"kind": "wall", "open": True}, "none-seen"),
    ],
)
def test_doors_and_insignificant_pieces(fields: dict[str, Any], cover: str) -> None:
    for system in ("main-rulebook", "geometry"):
        found = ruling(closed(**fields), system=system)
        assert (found.witness is None) is (cover == "none-seen")
        assert found.cover == (cover if system == "main-rulebook" else None)


def test_walls_infinite_height_blocks_from_any_angle() -> None:
    """A knee-high wall, and shooter and target on towers of four inches."""
    up = figure("jelena", 0, 0, 4), figure("kruger", 10, 0, 4)
    low = (5, -30, 0), (5.2, 30, 1)
    assert ruling(block("wall", *low), shooter=up[0], target=up[1]).cover == "open"
    endless = ruling(block("wall", *low, infinite_height=True), shooter=up[0], target=up[1])
    assert (endless.cover, hidden(endless)) == ("none-seen", 1.0)


def test_impassable_terrain_gaps_that_cannot_be_seen_through() -> None:
    """A wall with a window of 2 by 2 inches at the height of the figures."""
    frame = [box((5, -9, 0), (5.2, -1, 4)), box((5, 1, 0), (5.2, 9, 4)), box((5, -1, 2), (5.2, 1, 4))]
    window = joined(*frame, box((5, -1, 0), (5.2, 1, 0.05)))
    assert ruling(Piece("wall", window)).cover == "open"
    assert ruling(Piece("wall", window, see_through_gaps=False)).cover == "none-seen"


def test_targets_and_shooters_without_base_or_body() -> None:
    bare = figure("jelena", 0, 0, base_mm=0.0), figure("kruger", 10, 0, base_mm=0.0)
    assert ruling(shooter=bare[0], target=bare[1]).cover == "open"
    for ends in ((JELENA, bodiless("kruger", 10, 0)), (bodiless("jelena", 0, 0), KRUGER)):
        for system in ("main-rulebook", "geometry"):
            found = ruling(shooter=ends[0], target=ends[1], system=system)
            assert found.witness is None
            assert (found.geometry is None) is (ends[1] is not KRUGER)
            assert found.cover == (None if system == "geometry" else "none-seen")


def test_the_side_of_who_hides_does_not_matter_beyond_base_contact() -> None:
    shares = [hidden(ruling(figure("reina", 6, 0.4, side=side))) for side in ("red", "blue", "")]
    assert shares == [shares[0]] * 3
    assert 0.1 < shares[0] < 0.9


SCENES = [random_scene(np.random.default_rng(seed)) for seed in range(24)]


@pytest.mark.parametrize("system", ["main-rulebook", "geometry"])
def test_sight_is_mutual_and_every_witness_is_free(system: str) -> None:
    """On cluttered tables; a question, its reverse, and both asked together."""
    seen = 0
    for scene in SCENES:
        there, back = SightQuestion(scene.shooter, scene.target), SightQuestion(scene.target, scene.shooter)
        alone = [sight_rulings(scene.table, [question], rules=registry.system(system).sight)[0] for question in (there, back)]
        together = sight_rulings(scene.table, [there, back], rules=registry.system(system).sight)
        assert len({one.witness is None for one in (*alone, *together)}) == 1
        if alone[0].witness:
            seen += 1
            assert_free(scene, alone[0])
            assert_free(scene, alone[1])
    assert 0 < seen < len(SCENES)


def test_many_questions_together_are_answered_as_one_by_one() -> None:
    for scene in SCENES[:8]:
        figures = scene.table.figures
        questions = [SightQuestion(one, other) for one in figures for other in figures if one is not other]
        together = sight_rulings(scene.table, questions, rules=registry.system("main-rulebook").sight)
        for question, one in zip(questions, together, strict=True):
            alone = sight_rulings(scene.table, [question], rules=registry.system("main-rulebook").sight)[0]
            assert (alone.cover, alone.witness is None) == (one.cover, one.witness is None)
            assert hidden(alone) == pytest.approx(hidden(one), abs=0.002)


def test_laws_shares_of_blockers_add_up_and_allowances_never_hide_more() -> None:
    for scene in SCENES[:12]:
        found = sight_rulings(
            scene.table, [SightQuestion(scene.shooter, scene.target)], rules=registry.system("main-rulebook").sight
        )[0]
        assert found.geometry is not None
        assert sum(one.share for one in found.geometry.by) == pytest.approx(hidden(found), abs=1e-9)
        assert found.counted is not None
        assert found.terrain is not None
        assert found.terrain.low <= found.counted.high
        assert found.counted.low <= found.geometry.high


def test_laws_removing_whatever_hides_leaves_nothing_hidden() -> None:
    for scene in SCENES[:12]:
        left: list[Piece | Figure] = [*scene.table.terrain.pieces, *scene.table.figures]
        cover = None
        while cover != "open":
            found = sight_rulings(
                table(*left), [SightQuestion(scene.shooter, scene.target)], rules=registry.system("main-rulebook").sight
            )[0]
            assert found.geometry is not None
            hiding, cover = {one.id for one in found.geometry.by}, found.cover
            assert hiding or cover == "open"
            left = [thing for thing in left if thing.id not in hiding]
