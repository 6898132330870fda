"""The round by Five Parsecs: seizing the initiative, reaction dice, what the crew does, snap fire and overwatch."""

from dataclasses import replace

import pytest

from rules.engine.procedure_steps import Answer, Choose, Option
from rules.errors import RulesError
from rules.skirmish.moving.walk_preview import WalkPreview
from rules.skirmish.state.action import verify
from rules.skirmish.state.battle_navmesh import way
from rules.skirmish.state.battle_rules import battle_rules
from rules.skirmish.state.battle_state import Battle, TableObject
from rules.skirmish.state.scenario import Area, Scenario
from rules.systems.five_parsecs.battle import BATTLE
from rules.systems.five_parsecs.conditions.marks import (
    BOTH,
    DAMAGED,
    DELAYED,
    IDLE,
    LANDED,
    NO_FIRE,
    OVERWATCH,
    QUICK,
    SHOCKED,
    SLOW,
    STUNNED,
    WATCHFUL,
)
from rules.systems.five_parsecs.moving.asked_moves import asks_where
from rules.systems.five_parsecs.moving.closing_in import in_contact_with
from rules.systems.five_parsecs.moving.walks import walks
from rules.systems.five_parsecs.roster.combat_sheet import CombatSheet
from rules.systems.five_parsecs.turns.alternative_moves import powered_jump, teleport
from rules.systems.five_parsecs.turns.battle_standing import standing
from rules.systems.five_parsecs.turns.breaking_in import at_inches, first_in_view
from rules.systems.five_parsecs.turns.crew_activation import begin, crew_step, may_act, somebody_acts
from rules.systems.five_parsecs.turns.program_crew import decide
from rules.systems.five_parsecs.turns.reactions import best_dice, new_round, reaction_roll
from rules.systems.five_parsecs.turns.seizing import seize, seizing_modifiers
from rules.systems.five_parsecs.turns.set_up import set_up_step
from scene.geometry.mesh import Point
from scene.pathfinding.path_legs import Path
from scene.table.table import Piece
from tests.plain_scenes import block
from tests.rules.skirmish.battles import Told, gone_through
from tests.rules.systems.five_parsecs.battle_scenes import BLADE, HAND, PISTOL, RAIDER, REPEATER, RIFLE, scene

ANN, BEN, BOB = (20.0, 10.0, 0.0), (26.0, 10.0, 0.0), (20.0, 24.0, 0.0)


def field(*pieces: Piece, sheets: dict[str, CombatSheet] | None = None, phase: str = "quick") -> Battle:
    """Ann and Ben of the crew, and Bob."""
    battle = scene({"ann": ANN, "ben": BEN}, {"bob": BOB}, sheets=sheets, pieces=pieces, rules=BATTLE)
    return replace(battle, phase=phase)


def path(battle: Battle, fighter: str, goal: tuple[float, float, float]) -> Path:
    found = way(battle, fighter, goal)
    assert isinstance(found, Path)
    return found


# Setting up


def test_what_a_scenario_asks_for_that_these_rules_do_not_know_is_told() -> None:
    edges = (Area((0.0, 0.0), (1.0, 0.2)), Area((0.0, 0.8), (1.0, 1.0)))
    battle = field().changed("bob", whereabouts="reserve")
    for scenario, says in (
        (
            Scenario("", edges, victory="points", crew=3),
            "the scenario's numbers at the start and points play no part by these rules",
        ),
        (Scenario("", edges), ""),
    ):
        _, told = gone_through(set_up_step(replace(battle, setting=replace(battle.setting, scenario=scenario))))
        assert [one.text for one in told.said if "play no part" in one.text] == [says] * bool(says)


def test_the_program_sets_nobody_up_where_no_way_leads_from() -> None:
    pillar = block("pillar", (23.7, 15.7, 0.0), (24.3, 16.3, 9.0), kind="wall")
    places: tuple[Point, ...] = ((24.0, 16.0, 9.0), (24.0, 10.0, 0.0))
    options = tuple(Option(str(number), "", place) for number, place in enumerate(places))
    battle = field(pillar).changed("ann", whereabouts="reserve")
    asked = Choose("where to set up", "crew", options, about="ann", kind="where is he set up")
    assert decide(battle, asked) == "1"
    assert decide(field().changed("ann", whereabouts="reserve"), replace(asked, options=options[1:])) == "1"


# Seizing the initiative


def test_everything_that_is_added_to_seizing_the_initiative() -> None:
    sheets = {"ann": replace(HAND, savvy=2), "ben": replace(HAND, savvy=1)}
    assert [one.amount for one in seizing_modifiers(field(sheets=sheets))] == [2]
    sheets["ben"] = replace(HAND, species="feral")
    battle = field(sheets=sheets)
    enemies = battle.setting.gangs[1]
    hired = replace(enemies, sheet=replace(enemies.sheet, hired=True, initiative=-2))  # type: ignore[type-var]
    crew = replace(battle.setting.gangs[0], sheet=replace(battle.setting.gangs[0].sheet, difficulty="insanity"))  # type: ignore[type-var]
    against = replace(battle, setting=replace(battle.setting, gangs=(crew, hired)))
    assert [one.amount for one in seizing_modifiers(against)] == [2, -3]
    human = replace(against, setting=replace(against.setting, gangs=(replace(crew, fighters=crew.fighters[:1]), hired)))
    alone = human.changed("ben", whereabouts="reserve")
    assert [one.amount for one in seizing_modifiers(alone)] == [2, -1, -2, -3]


def test_whoever_seizes_it_moves_or_fires_and_hits_with_a_6_only() -> None:
    after, told = gone_through(seize(field()), (5, 5), "move", "20 13", "keep", "fire", "bob", (5,))
    assert told.names() == [
        "seizing the initiative", "before the first round", 'where to, up to 5"', "facing",
        "before the first round", "whom to fire at", "hit roll, rifle",
    ]  # fmt: skip
    assert after.model("ann").position[1] == pytest.approx(13.0)
    assert not after.model("bob").has(STUNNED)
    _, told = gone_through(seize(field()), (4, 5))
    assert told.names() == ["seizing the initiative"]


def test_whoever_thinks_better_of_firing_still_moves_and_nobody_is_offered_it_without_a_target() -> None:
    _, told = gone_through(seize(field()), (6, 6), "fire", "nobody", "move", "20 13", "keep", "nothing")
    assert told.names()[1:4] == ["before the first round", "whom to fire at", "before the first round"]
    _, told = gone_through(seize(field(block("tower", (0, 15, 0), (48, 17, 8)))), (6, 6), "nothing", "nothing")
    asked = told[1]
    assert isinstance(asked, Choose)
    assert [option.key for option in asked.options] == ["move", "nothing"]


def test_the_swift_move_as_they_can_before_the_battle_and_a_jump_in_it_costs_nobody_the_first_round() -> None:
    two = block("one", (16, 6, 0), (24, 12, 3)), block("other", (16, 15.5, 0), (24, 22, 3))
    battle = field(*two, sheets={"ann": replace(HAND, species="swift", speed=8)}).changed("ann", position=(20.0, 11.0, 3.0))
    after, _ = gone_through(seize(battle), (6, 6), "move", "20 16.5 3", "keep", "nothing")
    assert after.model("ann").position == pytest.approx((20.0, 16.5, 3.0), abs=0.01)
    tower = field(block("one", (16, 6, 0), (24, 12, 2))).changed("ann", position=(20.0, 11.0, 2.0))
    after, _ = gone_through(seize(tower), (6, 6), "move", "20 14.5 0", "nothing")
    assert after.model("ann").has(LANDED)
    assert not new_round(after).model("ann").has(LANDED)


# The reaction roll, Feral impetuous actions


def test_dice_up_to_the_reactions_act_before_the_enemies() -> None:
    battle, told = gone_through(reaction_roll(field(sheets={"ann": replace(HAND, reactions=3)})), (4, 3), "3")
    assert told.names() == ["reactions", "reaction die"]
    assert battle.model("ann").has(QUICK)
    assert battle.model("ben").has(SLOW)


def test_the_best_way_to_give_dice_out_makes_most_quick() -> None:
    battle = field(sheets={"ann": replace(HAND, reactions=4), "ben": replace(HAND, reactions=1)})
    assert best_dice(battle, ("ann", "ben"), (1, 3)) == {"ann": 3, "ben": 1}
    assert best_dice(battle, ("ben", "ann"), (5, 2)) == {"ann": 2, "ben": 5}


def test_a_single_1_goes_to_a_feral() -> None:
    battle = field(sheets={"ben": replace(HAND, species="feral")})
    after, told = gone_through(reaction_roll(battle), (6, 1))
    assert told.names() == ["reactions"]
    assert after.model("ben").has(QUICK)
    _, told = gone_through(reaction_roll(battle), (1, 1))
    assert told.names() == ["reactions"]


def test_everybody_has_yet_to_act_in_a_new_round() -> None:
    battle = new_round(field().changed("ann", ready=False))
    assert battle.model("ann").ready
    assert battle.round == 2


# Actions


def acts(battle: Battle, *answers: Answer, fighter: str = "ann") -> tuple[Battle, Told]:
    """The activation of somebody with these answers."""
    told = Told()
    battle, asked = gone_through(begin(battle.marked(fighter, QUICK), fighter))
    left = list(answers)
    while battle.activation is not None and left:
        step, used = crew_step(battle), 0
        for count in range(1, len(left) + 1):
            try:
                after, asked = gone_through(crew_step(battle), *left[:count])
            except AssertionError:
                continue
            battle, used = after, count
            told += asked
            break
        step.close()
        assert used, f"{left} does not fit"
        left = left[used:]
    return battle, told


def test_a_move_comes_before_a_combat_action_and_after_that_nothing() -> None:
    battle, told = acts(field(), "move", "20 12", "keep", "fire", "bob", (2,))
    assert told.names() == ["action", 'where to, up to 5"', "facing", "action", "whom to fire at", "hit roll, rifle"]
    assert battle.activation is None
    assert not battle.model("ann").ready


def test_nobody_moves_after_firing_nor_fires_after_a_dash() -> None:
    battle, _ = acts(field(), "fire", "bob", (2,))
    assert battle.activation is None
    battle, told = acts(field(), "dash", "20 16", "keep")
    assert told.names() == ["action", 'where to dash, up to 7"', "facing"]
    assert battle.model("ann").position[1] == pytest.approx(16.0)
    assert battle.activation is None


def test_a_dash_is_two_inches_more() -> None:
    battle, _ = acts(field(), "dash", "20 19", "keep")
    assert battle.model("ann").position[1] == pytest.approx(17.0)


def test_the_stunned_move_or_act() -> None:
    battle, told = acts(field().marked("ann", STUNNED), "move", "20 12", "keep")
    assert told.names() == ["action", 'where to, up to 5"', "facing"]
    assert not battle.model("ann").has(STUNNED)


def test_a_stunned_member_cannot_move_to_brawl() -> None:
    near = field().changed("bob", position=(20.0, 13.0, 0.0)).marked("ann", STUNNED)
    with pytest.raises(RulesError, match="engages nobody"):
        acts(near, "move", "engage bob")


def test_contact_is_a_brawl_at_once_and_ends_the_activation() -> None:
    near = field(sheets={"ann": replace(HAND, weapons=(BLADE,))}).changed("bob", position=(20.0, 13.0, 0.0))
    battle, told = acts(near, "move", "engage bob", (3,), (2,), (1,))
    assert told.names() == ["action", 'where to, up to 5"', "brawl, blade", "brawl, improvised", "damage"]
    assert battle.activation is None


def test_a_jump_of_more_than_an_inch_ends_the_round() -> None:
    tower = block("tower", (16.0, 6.0, 0.0), (24.0, 12.0, 2.0))
    battle = field(tower).changed("ann", position=(20.0, 11.0, 2.0))
    after, told = acts(battle, "move", "20 14.5 0")
    assert told.names() == ["action", 'where to, up to 5"']
    assert after.activation is None
    assert after.model("ann").has(LANDED)
    assert after.model("ann").position[2] == 0.0
    assert not after.model("ann").has(STUNNED)


def test_whoever_has_the_inches_for_it_climbs_down_and_goes_on() -> None:
    tower = block("tower", (16.0, 6.0, 0.0), (24.0, 12.0, 2.0))
    battle = field(tower).changed("ann", position=(20.0, 11.0, 2.0))
    after, _ = acts(battle, "move", "20 13.5 0", "keep", "end")
    assert after.model("ann").position == pytest.approx((20.0, 13.5, 0.0))
    assert not after.model("ann").has(LANDED)


def reasons_to_test_are_told_for_what_cannot_be_done() -> None:
    battle, _ = gone_through(begin(field().marked("ann", QUICK), "ann"))
    reasons = {action.key: [one.text for one in verify(battle, "ann", action)] for action in battle_rules(battle).actions}
    assert [key for key, why in reasons.items() if not why] == ["move", "dash", "fire", "snap-fire", "delay"]
    assert "does not have the skill" in reasons["teleport"][0]


def test_the_shocked_do_nothing_but_move_as_shock_has_it() -> None:
    unseen = field(block("tower", (10, 15, 0), (40, 17, 8)))
    battle, told = gone_through(begin(unseen.marked("ann", SHOCKED), "ann"))
    assert told.names() == []
    assert battle.activation is None
    assert not battle.model("ann").has(SHOCKED)
    _, told = gone_through(begin(field(block("wall", (24, 8, 0), (25, 14, 2))).marked("ann", SHOCKED), "ann"), "rule", "keep")
    assert told.names() == ["where to in shock", "facing"]


def test_who_is_stunned_on_his_way_makes_no_combat_action_after_it() -> None:
    battle = field(sheets={"ann": replace(HAND, toughness=6)}).marked("bob", OVERWATCH)
    after, told = acts(battle, "move", "20 12", (6,), (1,), "keep")
    assert told.names() == ["action", 'where to, up to 5"', "hit roll, rifle", "damage", "facing"]
    assert after.model("ann").has(STUNNED)
    (fire,) = (one for one in battle_rules(after).actions if one.key == "fire")
    assert [one.text for one in verify(after, "ann", fire)] == ["Ann is stunned, and has moved"]
    after, told = gone_through(crew_step(after))
    assert told.names() == []
    assert after.activation is None


def test_a_shocked_member_stops_though_he_had_a_longer_way_before_him() -> None:
    battle = field(sheets={"ann": replace(HAND, speed=8)}).marked("bob", OVERWATCH)
    after, _ = acts(battle, "move", "20 12, 20 14", (6,), (3,), "keep")
    assert after.model("ann").position[1] < 10.5


def test_the_swift_jump_down_freely() -> None:
    tower = block("tower", (16.0, 6.0, 0.0), (24.0, 12.0, 2.0))
    swift = {"ann": replace(HAND, species="swift")}
    battle = field(tower, sheets=swift).changed("ann", position=(20.0, 11.0, 2.0))
    after, told = acts(battle, "move", "20 14 0", "keep", "fire", "bob", (2,))
    assert told.names() == ["action", 'where to, up to 5"', "facing", "action", "whom to fire at", "hit roll, rifle"]
    assert after.model("ann").position == pytest.approx((20.0, 14.0, 0.0), abs=0.01)
    high = field(block("tower", (16.0, 6.0, 0.0), (24.0, 12.0, 5.0)), sheets=swift).changed("ann", position=(20.0, 11.0, 5.0))
    after, told = acts(high, "move", "20 14 0", (1,), "keep")
    assert told.names() == ["action", 'where to, up to 5"', "damage", "facing"]
    assert after.model("ann").position == pytest.approx((20.0, 14.0, 0.0), abs=0.01)


def test_nobody_stays_on_a_climb_that_is_too_long() -> None:
    battle = field(block("tower", (16.0, 12.0, 0.0), (24.0, 16.0, 6.0)))
    after, _ = acts(battle, "move", "20 14 6", "keep")
    assert after.model("ann").climb is None
    assert after.model("ann").position[2] == pytest.approx(0.0, abs=0.01)


def test_who_is_shocked_on_a_climb_is_at_its_foot() -> None:
    """The wall hides the foot of the tower, so that Bob sees only who is high enough on it."""
    pieces = block("tower", (18.0, 12.0, 0.0), (24.0, 16.0, 6.0)), block("wall", (15.0, 8.0, 0.0), (15.3, 14.0, 2.2))
    battle = field(*pieces, sheets={"ann": replace(HAND, speed=10)}).marked("bob", OVERWATCH)
    battle = battle.changed("bob", position=(8.0, 11.0, 0.0), facing=0.0).changed("ben", whereabouts="fled")
    planned = path(battle, "ann", (20.0, 13.0, 6.0))
    spent = first_in_view(battle, "bob", "ann", planned, 10.0)
    assert spent is not None
    assert at_inches(battle, "ann", planned, spent).model("ann").position[2] > 0.5
    after, _ = gone_through(walks(battle, "ann", planned, 10.0), (6,), (3,))
    assert after.model("ann").has(SHOCKED)
    assert after.model("ann").climb is None
    assert after.model("ann").position[2] == pytest.approx(0.0, abs=0.01)


def test_the_stunned_appear_in_no_brawl() -> None:
    near = field(sheets={"ann": replace(HAND, abilities=frozenset({"teleport"}))}).changed("bob", position=(20.0, 14.0, 0.0))
    beside = f"20 {14.0 - 25 / 25.4:.4f}"
    with pytest.raises(RulesError, match="moves into no brawl"):
        gone_through(teleport(near.marked("ann", STUNNED), "ann"), beside)
    _, told = gone_through(teleport(near, "ann"), beside, (3,), (2,), (1,))
    assert told.names() == ["where to teleport", "brawl, improvised", "brawl, improvised", "damage"]


def test_looking_at_a_marker_takes_the_place_of_the_combat_action() -> None:
    battle = field()
    battle = replace(battle, things=(TableObject("credits-marker", (20.0, 10.6, 0.0)),))
    after, told = acts(battle, "search", (2,))
    assert told.names() == ["action", "credits"]
    assert after.activation is None


# Who may act when


def test_who_acts_in_which_phase() -> None:
    battle = field().marked("ann", QUICK).marked("ben", SLOW)
    assert may_act(battle) == ("ann",)
    assert may_act(replace(battle, phase="slow")) == ("ben",)
    waiting = battle.marked("ann", WATCHFUL).marked("ben", DELAYED)
    assert not somebody_acts(waiting)
    assert may_act(replace(waiting, phase="slow")) == ("ann", "ben")
    assert may_act(battle.marked("ann", IDLE)) == ()


def test_who_acts_twice_acts_in_both_phases() -> None:
    battle, _ = acts(field().marked("ann", BOTH), "fire", "bob", (2,))
    assert may_act(battle) == ()
    assert may_act(replace(battle, phase="slow")) == ("ann",)


def test_who_waits_may_act_after_the_enemies() -> None:
    battle, _ = acts(field(), "snap-fire")
    assert battle.model("ann").has(WATCHFUL)
    assert battle.model("ann").ready
    battle, _ = acts(field(), "delay")
    assert battle.model("ann").has(DELAYED)


def test_the_shocked_may_wait_for_the_slow_actions_phase_too() -> None:
    battle = field().marked("ann", QUICK).marked("ann", SHOCKED)
    after, told = gone_through(crew_step(battle), "delay")
    assert told.names() == ["when to act in shock"]
    assert may_act(replace(after, phase="slow")) == ("ann",)
    assert after.model("ann").has(SHOCKED)


def test_whoever_waits_rolls_once_for_falling_apart() -> None:
    battle, _ = gone_through(begin(field().marked("ann", QUICK).marked("ann", DAMAGED), "ann"), (2,))
    battle, _ = gone_through(crew_step(battle), "delay")
    _, told = gone_through(begin(replace(battle, phase="slow"), "ann"))
    assert told.names() == []


# Engaging


@pytest.mark.parametrize(("gap", "done"), [(5.9, True), (9.0, False)])
def test_the_way_into_contact_is_previewed_as_it_is_gone(gap: float, done: bool) -> None:
    battle = field().changed("bob", position=(20.0, 10.0 + gap, 0.0))
    steps = asks_where(battle, "ann", 5.0, "where to")
    asked = next(steps)
    assert isinstance(asked, Choose)
    assert asked.free is not None
    assert asked.preview is not None
    found = asked.preview(asked.free("engage bob"))
    assert isinstance(found, WalkPreview)
    assert (found.meets, found.done) == (("bob",), done)
    after, _ = gone_through(asks_where(battle, "ann", 5.0, "where to"), "engage bob")
    assert after.model("ann").position == pytest.approx(found.stops)
    assert bool(in_contact_with(after, "ann")) == done


# Snap fire


def test_snap_fire_asks_where_on_the_way_and_an_enemy_whom_it_stuns_fires_no_more() -> None:
    battle = replace(field(), phase="enemy").marked("ann", WATCHFUL).marked("ann", QUICK).marked("ben", QUICK)
    planned = path(battle, "bob", (20.0, 19.0, 0.0))
    after, told = gone_through(walks(battle, "bob", planned, 5.0), "2.00", (5,), (1,))
    assert told.names() == ["where on the way of Bob to snap fire", "hit roll, rifle", "damage"]
    assert "Ann snap fires at Bob with rifle" in [one.text for one in told.said]
    assert isinstance(told[0], Choose)
    assert isinstance(told[0].shown, WalkPreview), "his way is shown meanwhile"
    assert told[0].shown.path == planned
    assert after.model("bob").has(NO_FIRE)
    assert not after.model("ann").ready
    assert not after.model("ann").has(WATCHFUL)
    assert not after.model("ann").has(QUICK)
    assert not [line for line in standing(after) if line.startswith("acts before")]
    # He was pushed back an inch at 22 and goes on with the three inches that he has left.
    assert after.model("bob").position[1] == pytest.approx(20.0, abs=0.02)


def test_places_to_snap_fire_are_told_apart() -> None:
    battle = replace(field(), phase="enemy").marked("ann", WATCHFUL)
    for goal in (20.0, 19.02, 19.0):
        _, told = gone_through(walks(battle, "bob", path(battle, "bob", (20.0, goal, 0.0)), 5.0), "let")
        asked = told[0]
        assert isinstance(asked, Choose)
        assert len({option.text.partition(";")[0] for option in asked.options}) == len(asked.options)


def test_the_shocked_stop_where_they_are_hit() -> None:
    battle = replace(field(), phase="enemy").marked("ann", WATCHFUL)
    after, _ = gone_through(walks(battle, "bob", path(battle, "bob", (20.0, 19.0, 0.0)), 5.0), "2.00", (5,), (3,))
    assert after.model("bob").has(SHOCKED)
    assert after.model("bob").position[1] == pytest.approx(23.0, abs=0.02)


def test_who_acts_twice_acts_after_the_enemies_though_he_has_snap_fired() -> None:
    battle = replace(field(), phase="enemy").marked("ann", WATCHFUL).marked("ann", BOTH)
    after, _ = gone_through(walks(battle, "bob", path(battle, "bob", (20.0, 19.0, 0.0)), 5.0), "2.00", (2,))
    assert may_act(replace(after, phase="slow")) == ("ann",)


def test_a_shot_that_misses_does_not_stop_the_shocked() -> None:
    battle = replace(field(), phase="enemy").marked("ann", WATCHFUL).marked("bob", SHOCKED)
    after, _ = gone_through(walks(battle, "bob", path(battle, "bob", (20.0, 19.0, 0.0)), 5.0), "2.00", (2,))
    assert after.model("bob").position[1] == pytest.approx(19.0)


def test_snap_fire_keeps_to_the_closest_within_three_inches() -> None:
    battle = replace(field(), phase="enemy").marked("ann", WATCHFUL).changed("bob", position=(23.0, 16.0, 0.0))
    near = scene({"ann": ANN}, {"bob": (23.0, 16.0, 0.0), "cat": (20.0, 13.0, 0.0)}, rules=BATTLE).marked("ann", WATCHFUL)
    for one, names in ((battle, ["where on the way of Bob to snap fire"]), (near, [])):
        _, told = gone_through(walks(one, "bob", path(one, "bob", (21.0, 16.0, 0.0)), 5.0), *["let"] * len(names))
        assert told.names() == names


def test_snap_fire_takes_two_pistols_or_empties_one_and_spreads_shots() -> None:
    pistols = {"ann": replace(HAND, weapons=(PISTOL, replace(PISTOL, name="other")))}
    battle = replace(field(sheets=pistols), phase="enemy").marked("ann", WATCHFUL).changed("bob", position=(20.0, 18.0, 0.0))
    walk = walks(battle, "bob", path(battle, "bob", (20.0, 16.0, 0.0)), 5.0)
    _, told = gone_through(walk, "1.00", "pistol and other", (2,), (2,))
    assert told.names() == ["where on the way of Bob to snap fire", "weapon to fire", "hit roll, pistol", "hit roll, other"]
    asked = told[1]
    assert isinstance(asked, Choose)
    assert len({option.text for option in asked.options}) == len(asked.options) == 5
    sheets = {"ann": replace(HAND, weapons=(REPEATER,))}
    two = scene({"ann": ANN}, {"bob": BOB, "cat": (22.0, 24.0, 0.0)}, sheets=sheets, rules=BATTLE).marked("ann", WATCHFUL)
    walk = walks(two, "bob", path(two, "bob", (20.0, 23.0, 0.0)), 5.0)
    _, told = gone_through(walk, "0.00", "bob", "cat", (2, 2), (2,))
    assert told.names() == [
        "where on the way of Bob to snap fire",
        "target of shot 2",
        "target of shot 3",
        *["hit roll, repeater"] * 2,
    ]


def test_who_lets_an_enemy_go_is_not_asked_again_and_acts_later() -> None:
    battle = replace(field(), phase="enemy").marked("ann", WATCHFUL)
    after, told = gone_through(walks(battle, "bob", path(battle, "bob", (20.0, 19.0, 0.0)), 5.0), "let")
    assert told.names() == ["where on the way of Bob to snap fire"]
    assert after.model("bob").position[1] == pytest.approx(19.0)
    assert after.model("ann").has(WATCHFUL)


def test_nobody_is_asked_about_an_enemy_out_of_sight() -> None:
    battle = replace(field(block("tower", (10, 15, 0), (30, 17, 8))), phase="enemy").marked("ann", WATCHFUL)
    _, told = gone_through(walks(battle, "bob", path(battle, "bob", (20.0, 19.0, 0.0)), 5.0))
    assert told.names() == []


def test_snap_fire_offers_only_places_in_sight() -> None:
    screen = block("screen", (19.0, 15.0, 0.0), (23.5, 15.3, 8.0))
    battle = replace(field(screen, sheets={"bob": replace(RAIDER, speed=8)}), phase="enemy")
    battle = battle.marked("ann", WATCHFUL).changed("bob", position=(22.0, 20.0, 0.0)).changed("ben", whereabouts="fled")
    _, told = gone_through(walks(battle, "bob", path(battle, "bob", (14.0, 20.0, 0.0)), 8.0), "let")
    asked = told[0]
    assert isinstance(asked, Choose)
    keys = [float(option.key) for option in asked.options if option.key != "let"]
    assert 3.0 < min(keys) < 6.0
    assert max(keys) == pytest.approx(7.99)


# Enemy overwatch


def test_overwatch_fires_at_the_first_place_in_view_and_hits_with_a_6_only() -> None:
    screen = block("screen", (15.0, 16.0, 0.0), (22.0, 16.3, 8.0))
    sheets = {"ann": replace(HAND, speed=8), "bob": replace(RAIDER, combat=3)}
    battle = field(screen, sheets=sheets).marked("bob", OVERWATCH).changed("ben", whereabouts="fled")
    planned = path(battle, "ann", (28.0, 10.0, 0.0))
    spent = first_in_view(battle, "bob", "ann", planned, 8.0)
    assert spent is not None
    assert 1.0 < spent < 6.0
    after, told = gone_through(walks(battle, "ann", planned, 8.0), (5,))
    assert told.names() == ["hit roll, rifle"]
    assert not after.model("bob").has(OVERWATCH)
    assert after.model("ann").position[0] == pytest.approx(28.0)
    after, told = gone_through(walks(battle, "ann", planned, 8.0), (6,), (3,))
    assert after.model("ann").has(SHOCKED)
    assert after.model("ann").position[0] < 27.0


def test_overwatch_looks_only_where_it_faces_and_as_far_as_its_weapon_reaches() -> None:
    for sheet, facing in ((RAIDER, 90.0), (replace(RAIDER, weapons=(replace(PISTOL, inches=8.0),)), 270.0)):
        battle = field(sheets={"bob": sheet}).marked("bob", OVERWATCH).changed("bob", facing=facing)
        assert first_in_view(battle, "bob", "ann", path(battle, "ann", (23.0, 11.0, 0.0)), 5.0) is None


def test_overwatch_spreads_its_shots() -> None:
    sheets = {"bob": replace(RAIDER, weapons=(REPEATER,))}
    battle = scene({"ann": ANN, "bea": (22.0, 10.0, 0.0)}, {"bob": BOB}, sheets=sheets, rules=BATTLE).marked("bob", OVERWATCH)
    _, told = gone_through(walks(battle, "ann", path(battle, "ann", (20.0, 9.0, 0.0)), 5.0), (2, 2), (2,))
    assert told.names() == ["hit roll, repeater"] * 2


def test_overwatch_fires_at_whoever_appears() -> None:
    ann = replace(HAND, abilities=frozenset({"teleport", "jump"}))
    battle = field(block("tower", (16, 12, 0), (22, 14, 8)), sheets={"ann": ann}).marked("bob", OVERWATCH)
    for does in (teleport, powered_jump):
        after, told = gone_through(does(battle, "ann"), "25 10", (2,), "keep")
        assert told.names()[1:] == ["hit roll, rifle", "facing"]
        assert not after.model("bob").has(OVERWATCH)


def test_the_rifle_is_what_is_fired_from_afar() -> None:
    battle = field(sheets={"bob": replace(RAIDER, weapons=(PISTOL, RIFLE))}).marked("bob", OVERWATCH)
    _, told = gone_through(walks(battle, "ann", path(battle, "ann", (20.0, 9.0, 0.0)), 5.0), (2,))
    assert told.names() == ["hit roll, rifle"]
