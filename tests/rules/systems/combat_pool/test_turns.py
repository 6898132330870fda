"""The turn by combat-pool: actions, orders, mounts, hiding, stunned counters and morale, with the dice given."""

from dataclasses import replace

import pytest

from rules.engine.procedure_steps import Choose, Roll
from rules.errors import RulesError
from rules.fall_rules import fall_damage, fallen
from rules.skirmish.moving.move_actions import Manner
from rules.skirmish.state.action import against
from rules.skirmish.state.battle_rules import battle_rules, marks_told
from rules.skirmish.state.battle_state import Activation, Battle
from rules.skirmish.state.ruling_marks import marks_of
from rules.systems import registry
from rules.systems.combat_pool.conditions.hiding import hidden_no_more, why_not_hidden
from rules.systems.combat_pool.conditions.model_marks import (
    AIMED,
    BRACED,
    CHARGED,
    CRITICALS,
    HIDDEN,
    LEADER_DOWN,
    MOVED,
    RESTED,
    SHAKEN,
    STUNNED,
    morale,
)
from rules.systems.combat_pool.conditions.model_now import move_now, with_reloads
from rules.systems.combat_pool.conditions.riding import in_saddle
from rules.systems.combat_pool.falls import FALLS
from rules.systems.combat_pool.harm.stunned_counters import recovery
from rules.systems.combat_pool.turns.morale_tests import morale_modifiers, morale_test, morale_tests, reasons_to_test
from rules.systems.combat_pool.turns.moves import asks_where
from rules.systems.combat_pool.turns.shown_models import shown_targets, standing
from rules.systems.combat_pool.turns.special_actions import may_be_ordered
from rules.systems.combat_pool.turns.turn_phases import may_act, move_step, priority_phase
from sightline.answers.fall_answer import damage_words
from sightline.answers.path_answer import failed_words
from tests.plain_scenes import block
from tests.rules.skirmish.battles import gone_through
from tests.rules.systems.combat_pool.pool_scenes import CROSSBOW, PLAIN, scene

PLACES = {"ann": (5.0, 18.0, 0.0), "alf": (5.0, 22.0, 0.0), "bob": (20.0, 18.0, 0.0)}
RIDER = replace(PLAIN, mount="cob", mount_move=9.0)
BASE = 25.0 / 25.4


def acting(battle: Battle, fighter: str = "ann", left: int = 2, *done: str) -> Battle:
    battle = battle.changed(fighter, ready=False)
    return replace(battle, activation=Activation(fighter, left, done, controller=battle.model(fighter).gang))


def offered(battle: Battle, fighter: str = "ann") -> set[str]:
    return {one.key for one in battle_rules(battle).actions if not against(battle, fighter, one)}


def does(battle: Battle, *answers: object) -> Battle:
    return gone_through(move_step(battle), *answers)[0]  # type: ignore[arg-type]


def test_players_take_turns_with_one_model_each() -> None:
    battle = does(scene(PLACES), "alf")
    assert (battle.activation and battle.activation.fighter, battle.activation and battle.activation.left) == ("alf", 2)
    battle = does(does(battle, "end"))
    assert battle.activation is not None
    assert battle.activation.fighter == "bob"


def test_the_actions_of_the_reference_are_there() -> None:
    battle = acting(scene(PLACES, sheets={"ann": replace(RIDER, weapons=(CROSSBOW,))}))
    assert offered(battle) == {"move", "shoot", "mount", "hide", "rest", "aim", "order", "brace"} - {"hide"}
    empty = with_reloads(battle, "ann", "Crossbow", 2)
    assert offered(empty) == {"move", "reload", "mount", "rest", "order", "brace"}
    touched = acting(scene({**PLACES, "bob": (5.0 + BASE, 18.0, 0.0)}))
    assert offered(touched) == {"rest", "order", "brace", "break-off"}


def test_a_move_takes_the_inches_spoils_aim_and_is_followed_by_a_run() -> None:
    battle = does(acting(scene(PLACES).marked("ann", AIMED).marked("ann", BRACED)), "move", "10 18")
    assert battle.model("ann").position == pytest.approx((10.0, 18.0, 0.0))
    assert [battle.model("ann").has(mark) for mark in (MOVED, AIMED, BRACED)] == [1, 0, 0]
    assert "run" in offered(battle)
    battle = does(battle, "run", "15 18")
    assert battle.model("ann").position == pytest.approx((12.5, 18.0, 0.0))


def test_who_cannot_stay_where_a_move_ends_is_told_where_he_goes_back_to() -> None:
    wall = block("wall", (9.2, 10.0, 0.0), (9.6, 26.0, 1.0), kind="obstacle")
    battle, told = gone_through(move_step(acting(scene(PLACES, pieces=(wall,)))), "move", "14 18")
    assert battle.model("ann").position[0] < 9.5
    assert any("cannot stay there, and goes back to" in one.text for one in told.said)


def test_contact_ends_the_activation() -> None:
    battle = does(acting(scene({**PLACES, "bob": (9.0, 18.0, 0.0)})), "move", "engage bob")
    assert battle.model("ann").has(CHARGED)
    assert battle.activation is not None
    assert battle.activation.left == 0


def test_a_way_into_contact_is_seen_before_it_is_gone() -> None:
    battle = scene({**PLACES, "bob": (9.0, 18.0, 0.0), "bill": (12.0, 18.0, 0.0)})
    asked = next(asks_where(battle, "ann", 8.0, Manner("where to", engages=True)))
    assert isinstance(asked, Choose)
    assert asked.free is not None
    assert asked.preview is not None
    found = asked.preview(asked.free("engage bill"))
    # Bob stands on the way: it is he who is met, and that is told before it is done.
    assert found.meets == ("bob",)
    assert any("Bob" in one.text and "instead" in one.text for one in found.because)


def test_what_is_told_of_models_and_sides() -> None:
    battle = with_reloads(scene(PLACES).marked("ann", STUNNED, 2).marked("ann", CHARGED), "ann", "Bow", 1)
    assert marks_told(battle, "ann") == ("2 stunned counters", "1 reload counter on the Bow", "charging")
    stunned = next(one for one in marks_of(battle) if one.name == "stunned")
    assert (stunned.words("", 1), stunned.lacks("")) == ("has 1 stunned counter", "has no stunned counter")
    assert standing(acting(scene(PLACES), left=1))[0] == "Ann: 1 action left"
    assert "steady, morale rating 8" in standing(scene(PLACES))[0]
    assert shown_targets(scene({**PLACES, "bob": (30.0, 18.0, 0.0)}), "ann") == ('Bow at nobody: Bob is 24.0" away',)


def test_a_jump_of_three_inches_hurts() -> None:
    deck = block("deck", (0.0, 16.0, 0.0), (6.0, 20.0, 4.0))
    battle = does(acting(scene({**PLACES, "ann": (5.0, 18.0, 4.0)}, pieces=(deck,))), "move", "8 18 0")
    # 4": a wound score of 3, less AR 1, is 2.
    assert battle.model("ann").position[2] == 0.0
    assert battle.model("ann").has(STUNNED) == 1


def test_the_commands_tell_a_jump_as_a_wound_score() -> None:
    found = fall_damage(registry.system("combat-pool").falls or FALLS, 4.0)
    assert damage_words(found) == "a wound score of 3, less AR"
    assert failed_words(fallen(FALLS, 4.2)) == 'falls 4.20", a wound score of 3, less AR'


def test_riders_are_faster_climb_nothing_and_mount_on_the_ground() -> None:
    deck = block("deck", (8.0, 16.0, 0.0), (14.0, 20.0, 2.5))
    battle = acting(in_saddle(scene(PLACES, sheets={"ann": RIDER}, pieces=(deck,)), "ann"))
    assert move_now(battle, "ann") == 9.0
    with pytest.raises(RulesError, match="Ann is mounted, and there is no way there without climbing"):
        does(battle, "move", "10 18 2.5")
    down = does(battle, "mount")
    assert (down.model("ann").proxy, move_now(down, "ann")) == ("", 5.0)
    high = acting(scene({**PLACES, "ann": (10.0, 18.0, 2.5)}, sheets={"ann": RIDER}, pieces=(deck,)))
    assert "mount" not in offered(high)


def test_one_hides_from_those_who_see_one_in_cover_and_from_afar() -> None:
    wall = block("wall", (18.5, 16.0, 0.0), (18.8, 20.0, 0.7))
    covered = scene(PLACES, pieces=(wall,))
    assert why_not_hidden(covered, "bob") is None
    assert "in the open" in str(why_not_hidden(scene(PLACES), "bob"))
    near = scene({**PLACES, "ann": (14.0, 18.0, 0.0)}, pieces=(wall,))
    assert 'within 6"' in str(why_not_hidden(near, "bob"))
    assert hidden_no_more(near.marked("bob", HIDDEN))[1] == (("bob", 'Ann is within 6" and sees Bob'),)
    assert hidden_no_more(covered.marked("bob", HIDDEN))[1] == ()


def test_an_order_is_an_action_more_also_for_who_has_acted() -> None:
    battle = acting(scene(PLACES))
    assert may_be_ordered(battle, "ann") == ("alf",)
    before = does(battle, "order", "alf")
    began = does(replace(before, activation=None))
    assert began.activation is not None
    assert began.activation.left == 3
    after = does(battle.changed("alf", ready=False), "order", "alf")
    after = replace(after, activation=None)
    assert may_act(after, "red") == ("alf",)
    again = does(after)
    assert again.activation is not None
    assert again.activation.left == 1
    assert may_act(replace(again, activation=None), "red") == ()


def test_breaking_off_needs_a_four_and_more_for_the_stunned() -> None:
    battle = acting(scene({**PLACES, "bob": (5.0 + BASE, 18.0, 0.0)}))
    assert does(battle, "break-off", (3,)).model("ann").position == PLACES["ann"]
    away = does(battle, "break-off", (4,), "1 18")
    assert away.model("ann").position == pytest.approx((1.0, 18.0, 0.0))
    stunned = battle.marked("ann", STUNNED, 1)
    assert does(stunned, "break-off", (4,)).model("ann").position == PLACES["ann"]


@pytest.mark.parametrize(
    ("face", "rested", "touched", "left"),
    [
        (2, False, False, 2),
        (3, False, False, 1),
        (6, False, False, 0),
        (4, True, False, 0),
        (3, False, True, 2),
        (1, True, False, 1),
    ],
)
def test_stunned_counters_go_by_a_die_with_the_two_modifiers(face: int, left: int, *, rested: bool, touched: bool) -> None:
    battle = scene({**PLACES, "bob": (5.0 + BASE if touched else 20.0, 18.0, 0.0)}).marked("ann", STUNNED, 2)
    battle = battle.marked("ann", RESTED) if rested else battle
    assert gone_through(recovery(battle, "ann"), (face,))[0].model("ann").has(STUNNED) == left


def test_three_things_bring_a_warband_to_a_morale_test() -> None:
    five = {f"a{number}": (5.0, 4.0 * number + 2.0, 0.0) for number in range(5)} | {"bob": (30.0, 18.0, 0.0)}
    battle = scene(five)
    assert reasons_to_test(battle, "red") == ()
    assert len(reasons_to_test(battle.side_marked("red", SHAKEN), "red")) == 1
    # One of five is less than a quarter, two are more; one of four is a quarter.
    assert reasons_to_test(battle.side_marked("red", CRITICALS, 1), "red") == ()
    assert len(reasons_to_test(battle.side_marked("red", CRITICALS, 2), "red")) == 1
    four = {name: place for name, place in five.items() if name != "a4"}
    assert len(reasons_to_test(scene(four).side_marked("red", CRITICALS, 1), "red")) == 1
    assert len(reasons_to_test(battle.side_marked("red", LEADER_DOWN), "red")) == 1


@pytest.mark.parametrize(
    ("before", "faces", "after"),
    [(0, (4, 5), "steady"), (0, (4, 6), "wavering"), (1, (4, 5), "steady"), (1, (4, 6), "routing")],
)
def test_a_morale_test_moves_a_warband_by_one_step(before: int, faces: tuple[int, int], after: str) -> None:
    """A rating of 8, and 1 for the leader: 9 or less."""
    battle = scene(PLACES).side_marked("red", SHAKEN, before)
    battle, _ = gone_through(morale_test(battle, "red", ("it is so",)), faces)
    assert morale(battle, "red") == after
    assert any(battle.on_table("red")) == (after != "routing")


def test_losses_count_against_morale_and_are_forgotten_after_the_test() -> None:
    battle = scene(PLACES).changed("ann", whereabouts="out_of_action").side_changed("red", lost=1)
    battle = battle.side_marked("red", CRITICALS, 1).side_marked("red", LEADER_DOWN)
    assert [(one.amount, one.because.text) for one in morale_modifiers(battle, "red")] == [(2, "half of the strength lost")]
    battle, told = gone_through(morale_tests(battle), (2, 4))
    first = told[0]
    assert isinstance(first, Roll)
    assert first.needs == "6 or less"
    assert (battle.side("red").has(CRITICALS), battle.side("red").has(LEADER_DOWN)) == (0, 0)


def test_the_turn_begins_with_morale_and_priority() -> None:
    battle, told = gone_through(priority_phase(scene(PLACES)), (3,), (3,))
    assert told.names() == ["priority", "priority"]
    assert battle.order == ("blue", "red")
    assert battle.round == 2


def test_bracing_is_for_whoever_does_not_move_this_turn() -> None:
    battle = acting(scene({**PLACES, "bob": (9.0, 18.0, 0.0)}))
    charged = does(does(battle, "brace"), "move", "engage bob").model("ann")
    assert (charged.has(CHARGED), charged.has(BRACED)) == (1, 0)
    # Nor does an order, with an activation of its own, let anybody brace or aim who has moved before.
    assert not {"brace", "aim"} & offered(battle.marked("ann", MOVED))


def test_who_is_found_is_told_why() -> None:
    battle = acting(scene(PLACES).marked("bob", HIDDEN))
    assert gone_through(move_step(battle), "rest")[1].said[-1].text == "Bob is hidden no longer: Ann sees Bob in the open"


def test_a_climb_too_long_for_a_move_is_told_and_leads_back() -> None:
    deck = block("deck", (8.0, 16.0, 0.0), (14.0, 20.0, 3.0))
    battle, told = gone_through(move_step(acting(scene(PLACES, pieces=(deck,)))), "move", "10 18 3")
    assert battle.model("ann").position[2] == 0.0
    assert told.said[-1].text == 'Ann cannot stay there, and goes back to 2.5" of the way'
