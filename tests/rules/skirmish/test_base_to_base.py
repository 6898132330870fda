"""main-rulebook: Base to base across barricades, in engaging, fighting and shooting; Pinned, where enemies come into contact.

A fence of 0.3" stands at x = 8; Ann is left of it, Bill on its right.
"""

from dataclasses import replace

import pytest

from rules.engagement import in_contact
from rules.skirmish.melee.close_combat import COUP_DE_GRACE, helpless
from rules.skirmish.melee.melee_blows import Stance, hit_modifiers
from rules.skirmish.melee.melee_weapons import bare
from rules.skirmish.moving.charge_action import charge
from rules.skirmish.moving.contact_resolution import meets
from rules.skirmish.moving.move_actions import too_near
from rules.skirmish.phases.rounds import action_phase
from rules.skirmish.state.action import can, status
from rules.skirmish.state.battle_sight import engaged, figure_of, table_of
from rules.skirmish.state.battle_state import Activation, Battle
from scene.geometry.mesh import joined
from scene.measuring.distance import nearest
from tests.plain_scenes import block
from tests.rules.skirmish.battles import battle, gone_through
from tests.rules.skirmish.moves import NEAR, R, acting, place

LEFT, RIGHT = 8.0 - R, 8.3 + R
"""Where the middle of a base is that touches the fence."""
FENCE = block("fence", (8.0, 4.0, 0.0), (8.3, 12.0, 1.0), kind="obstacle")


def at_fence(left: float, right: float, *, fence: bool = True) -> Battle:
    """Ann and Bill so far from the fence."""
    there = {"ann": (LEFT - left, 8.0), "bill": (RIGHT + right, 8.0)}
    return battle(there, pieces=[FENCE] if fence else [], size=(20.0, 16.0)).changed("bill", facing=180.0)


@pytest.mark.parametrize(
    ("left", "right", "contact"),
    [(0.0, 0.0, True), (0.0, 0.95, True), (0.95, 0.0, True), (0.0, 1.05, False), (0.1, 0.1, False)],
)
def test_base_to_base_one_touches_the_barricade_and_the_other_is_within_an_inch_of_it(
    left: float, right: float, contact: bool
) -> None:
    start = at_fence(left, right)
    assert engaged(start, "ann") == (("bill",) if contact else ())
    assert engaged(start, "bill") == (("ann",) if contact else ())


def test_base_to_base_with_nothing_in_between_is_touching() -> None:
    assert engaged(at_fence(0.0, 0.0, fence=False), "ann") == ()


@pytest.mark.parametrize(("height", "contact"), [(2.0, True), (3.7, False)])
def test_barricades_and_obstacles_nobody_is_in_contact_across_what_is_higher_than_two_inches(
    height: float, contact: bool
) -> None:
    """A pipe high on its supports is an obstacle by its kind, but no barricade."""
    there = {"ann": (LEFT, 8.0), "bill": (RIGHT + 0.5, 8.0)}
    pipe = block("pipe", (8.0, 4.0, 0.0), (8.3, 12.0, height), kind="obstacle")
    start = battle(there, pieces=[pipe], size=(20.0, 16.0))
    assert (engaged(start, "ann") == ("bill",)) is contact


def test_base_to_base_not_across_the_end_of_a_barricade() -> None:
    past = at_fence(0.0, 0.0).changed("ann", position=(LEFT, 13.0, 0.0)).changed("bill", position=(LEFT + 1.2, 13.0, 0.0))
    assert engaged(past, "ann") == ()


def test_base_to_base_not_aslant_along_a_barricade() -> None:
    """Both are at a fence 24" long, seven inches from each other: the one who charges goes on until he is in contact."""
    long = block("fence", (8.0, 0.0, 0.0), (8.3, 24.0, 1.0), kind="obstacle")
    there = {"ann": (LEFT, 4.0), "bill": (RIGHT, 11.0)}
    far = acting(battle(there, pieces=[long], size=(20.0, 24.0)), "ann", left=0, done=("charge",))
    assert not in_contact(table_of(far), figure_of(far, "ann"), figure_of(far, "bill"))
    after, _ = gone_through(charge(far, "ann"), "bill safe")
    assert engaged(after, "ann") == ("bill",)
    assert nearest(figure_of(after, "ann"), figure_of(after, "bill")).distance <= 4.0


def test_base_to_base_not_with_the_seriously_injured_nor_two_who_lie() -> None:
    start = at_fence(0.0, 0.5)
    assert engaged(start.changed("bill", status="seriously_injured"), "ann") == ()
    both = start.changed("bill", status="pinned").changed("ann", status="pinned")
    assert (engaged(both, "ann"), status(both, "ann")) == ((), "pinned")


def test_melee_hit_roll_modifiers_a_barricade_in_between() -> None:
    fence = at_fence(0.0, 0.5)
    amounts = [one.amount for one in hit_modifiers(fence, Stance("ann"), "bill", bare(fence))]
    assert amounts == [-1]
    # Half an inch up or down is no barricade.
    step = (
        at_fence(0.0, 0.0, fence=False)
        .changed("ann", position=(10.0, 8.0, 0.5))
        .changed("bill", position=(10 + 2 * R, 8.0, 0.0))
    )
    assert engaged(step, "ann") == ("bill",)
    assert hit_modifiers(step, Stance("ann"), "bill", bare(step)) == ()


def charger(right: float) -> Battle:
    return acting(at_fence(4.0, right), "ann", left=0, done=("charge",))


@pytest.mark.parametrize(("right", "stop"), [(0.0, LEFT - 1.0), (0.5, LEFT)])
def test_engaging_the_shortest_way_ends_at_the_barricade_without_crossing_it(right: float, stop: float) -> None:
    """To one who touches it an inch from it is near enough; to one who does not it is touched. Nothing is rolled."""
    after, told = gone_through(charge(charger(right), "ann"), "bill")
    assert told.names() == ["whom to charge"]
    assert place(after, "ann")[:2] == pytest.approx((stop, 8.0), abs=0.05)
    assert engaged(after, "ann") == ("bill",)
    assert after.activation is not None
    assert after.activation.free == ("fight",)


def test_engaging_one_farther_than_an_inch_behind_a_barricade_leads_over_it() -> None:
    after, told = gone_through(charge(charger(1.2), "ann"), "bill", (6,))
    assert told.names() == ["whom to charge", "cross an obstacle"]
    assert place(after, "ann")[0] > 8.3
    assert engaged(after, "ann") == ("bill",)


def test_engaging_over_a_barricade_whose_top_sticks_out_ends_in_contact() -> None:
    """Seen from above, an inch from its top would do; but the top is high, and what is below is farther."""
    top = block("fence", (7.4, 4.0, 0.9), (8.3, 12.0, 1.0)).shape
    fence = replace(FENCE, shape=joined(FENCE.shape, top))
    there = {"ann": (LEFT - 4.0, 8.0), "bill": (RIGHT, 8.0)}
    start = acting(battle(there, pieces=[fence], size=(20.0, 16.0)), "ann", left=0, done=("charge",))
    after, _ = gone_through(charge(start, "ann"), "bill", (6,), "keep")
    assert engaged(after, "ann") == ("bill",)


def test_coup_de_grace_on_one_in_contact_across_a_barricade() -> None:
    """With the fence between them Bill's base is 1.25 inches off."""
    start = at_fence(0.0, 0.95).changed("bill", status="seriously_injured")
    assert helpless(start, "ann") == ("bill",)
    assert can(replace(start, activation=Activation("ann", 1, controller="red")), "ann", COUP_DE_GRACE)


def test_retreat_does_not_end_in_contact_across_a_barricade() -> None:
    start = at_fence(3.0, 0.95)
    assert too_near(start, "ann", (LEFT, 8.0, 0.0)) == ["bill"]
    assert too_near(start, "ann", (LEFT - 0.2, 8.0, 0.0)) == []


def test_pinned_who_comes_into_contact_with_an_active_enemy_stands_up_facing_as_the_enemys_player_likes() -> None:
    start = at_fence(0.0, 0.5).changed("bill", status="pinned").changed("ann", hard_target=True)
    after, told = gone_through(meets(start), "90")
    assert (after.model("bill").status, after.model("bill").facing) == ("standing", 90.0)
    assert [getattr(question, "who", "") for question in told] == ["red"]
    assert not after.model("ann").hard_target
    assert gone_through(meets(at_fence(3.0, 0.5).changed("bill", status="pinned")))[1] == []


def test_pinned_who_is_met_across_a_barricade_by_a_mere_move_stands_up() -> None:
    """Nobody comes within an inch: the bases are 1.25 inches apart."""
    start = at_fence(2.0, 0.92).changed("bill", status="pinned")
    start = replace(start, activation=Activation("ann", 2, controller="red"))
    y = 8.0
    after, told = gone_through(action_phase(start), "move", f"{LEFT - 0.02:.3f} {y} 0", "keep")
    assert told.names() == ["action", "where to", "facing"]
    assert place(after, "ann")[0] == pytest.approx(LEFT, abs=2 * NEAR)
    assert (status(after, "ann"), status(after, "bill")) == ("engaged", "engaged")
