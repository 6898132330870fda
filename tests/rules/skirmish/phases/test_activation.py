"""main-rulebook: Activate fighters; Group activation; Reduced actions; Insane; and what befalls fighters as they activate."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from rules.engine.game_history import Answered, Game
from rules.engine.procedure_steps import Answer, Choose, Procedure, Roll
from rules.roster.gang import Fighter, Gang
from rules.skirmish.moving.charge_action import charge
from rules.skirmish.phases.activation import begin, ended, insanity, may_activate, may_join, nominate
from rules.skirmish.phases.rounds import END, phase_step, step
from rules.skirmish.shooting.target_choice import targets
from rules.skirmish.state.battle_sight import engaged
from rules.skirmish.state.battle_state import Activation, Battle, Climb, GangState
from rules.skirmish.state.scenario import Area, Scenario
from rules.skirmish.state.status_changes import out_of_action
from scene.pathfinding.path_legs import Path
from sightline.session.answer_sources import meanings, question_lines
from tests.plain_scenes import block
from tests.rules.skirmish.battles import Place, battle, gone_through
from tests.rules.skirmish.guns import CARBINE, card
from tests.rules.skirmish.moves import R

FOUR: dict[str, Place] = {"anna": (10.0, 10.0), "alan": (12.0, 10.0), "bill": (40.0, 40.0), "bob": (42.0, 40.0)}
START = battle(FOUR)
LEADER = Fighter("anna", "Anna", rank="leader", group_activation=2)
CHAMPION = Fighter("alan", "Alan", rank="champion", group_activation=1)


def activated(start: Battle, *answers: Answer) -> tuple[Battle, list[Choose | Roll]]:
    """Fighters activated one after another until the answers are used up; each of them does nothing."""
    game = Game(start, lambda now: phase_step(now) if now.phase == "action" else None, answers)
    asked = [line.question for line in game.log if isinstance(line, Answered)]
    return game.state, asked


def order_of(start: Battle, names: Sequence[str]) -> list[str]:
    """The gangs whose turn it was while these fighters were activated in this order and did nothing."""
    _, asked = activated(start, *(answer for name in names for answer in (name, "end")))
    return [one.who for one in asked if one.what == "who is activated"]


def beginning(start: Battle, fighter: str, *answers: Answer) -> Battle:
    return gone_through(begin(start, fighter), *answers)[0]


def acting(start: Battle, fighter: str = "anna", **changes: object) -> Battle:
    under_way = Activation(fighter, 0, controller=start.model(fighter).gang)
    return replace(start, activation=replace(under_way, **changes))  # type: ignore[arg-type]


def test_activate_fighters_gangs_take_turns() -> None:
    assert order_of(START, ["anna", "bill", "alan", "bob"]) == ["red", "blue", "red", "blue"]


def test_activate_fighters_starting_with_the_gang_with_priority() -> None:
    start = replace(START, order=("blue", "red"), turn="blue")
    assert order_of(start, ["bill", "anna"]) == ["blue", "red"]


def test_activate_fighters_three_gangs_in_the_order_of_priority() -> None:
    green = Gang("green", "Green", (Fighter("gus", "Gus"),))
    setting = replace(START.setting, gangs=(*START.setting.gangs, green))
    models = (*START.models, replace(START.model("bob"), id="gus", gang="green", position=(10.0, 40.0, 0.0)))
    three = replace(START, setting=setting, models=models, sides=(*START.sides, GangState("green")))
    three = replace(three, order=("green", "red", "blue"), turn="green")
    assert order_of(three, ["gus", "anna", "bill", "alan", "bob"]) == ["green", "red", "blue", "red", "blue"]


def test_activate_fighters_if_one_gang_runs_out_the_other_activates_all_that_remain() -> None:
    start = START.changed("bob", ready=False)
    assert order_of(start, ["anna", "bill", "alan"]) == ["red", "blue", "red"]
    lonely = battle({"anna": (10.0, 10.0), "alan": (20.0, 10.0), "abe": (30.0, 10.0), "bill": (40.0, 40.0)})
    assert order_of(lonely, ["abe", "bill", "anna", "alan"]) == ["red", "blue", "red", "red"]


def test_activate_fighters_when_all_have_been_activated_the_action_phase_ends() -> None:
    after, _ = activated(START, "anna", "end", "bill", "end", "alan", "end", "bob", "end")
    assert after.phase == "recovery"
    assert not any(model.ready for model in after.models)


def test_ready_only_fighters_with_a_marker_on_the_battlefield_may_activate() -> None:
    start = START.changed("anna", ready=False)
    assert may_activate(start, "red") == ("alan",)
    assert may_activate(start.changed("alan", whereabouts="fled"), "red") == ()


def test_ready_the_marker_is_spent_on_activation() -> None:
    after = beginning(START, "anna")
    assert not after.model("anna").ready
    assert after.activation == Activation("anna", 2, controller="red")


def test_hard_target_is_lost_upon_activation() -> None:
    assert not beginning(START.changed("anna", hard_target=True), "anna").model("anna").hard_target


def test_reduced_actions_one_action_in_the_next_activation_only() -> None:
    start = START.changed("anna", reduced_actions=True)
    after = beginning(start, "anna")
    assert after.activation is not None
    assert after.activation.left == 1
    over, _ = gone_through(ended(after))
    assert not over.model("anna").reduced_actions
    again = beginning(over, "anna").activation
    assert again is not None
    assert again.left == 2


def test_activate_fighters_a_fighter_may_do_nothing_or_stop_after_one_action() -> None:
    _, asked = activated(START, "anna", "end", "bill")
    assert isinstance(asked[1], Choose)
    assert asked[1].options[-1] == END
    moved, _ = activated(START, "anna", "move", "10 12 0", "end")
    assert moved.activation is None
    assert moved.model("anna").position == pytest.approx((10.0, 12.0, 0.0))


def test_changing_facing_after_the_last_move() -> None:
    after, asked = activated(START, "anna", "move", "10 12 0", "move", "10 14 0", "face", "270")
    assert after.model("anna").facing == 270.0
    assert after.activation is None
    assert isinstance(asked[5], Choose)
    assert [option.key for option in asked[5].options] == ["face", "end"]


def test_activate_fighters_who_goes_down_for_good_during_his_activation_has_ended_it() -> None:
    gone = out_of_action(acting(START, left=2), "anna")
    after, told = gone_through(phase_step(gone))
    assert (told, after.activation, after.turn) == ([], None, "blue")


def test_broken_fighters_have_to_spend_their_actions() -> None:
    near = START.changed("anna", broken=True).changed("bill", position=(14.0, 10.0, 0.0))
    _, asked = activated(near, "anna", "run-for-cover", (1, 1), (6, 6))
    assert isinstance(asked[1], Choose)
    assert "end" not in [option.key for option in asked[1].options]
    assert [one.what for one in asked] == ["who is activated", "action", "run for cover", "rally"]


def together(**places: Place) -> Battle:
    all_places: dict[str, Place] = {
        "anna": (10.0, 10.0),
        "alan": (12.0, 10.0),
        "abe": (10.0, 12.0),
        "amy": (8.0, 10.0),
        "bill": (40.0, 40.0),
        **places,
    }
    return battle(all_places, cards=[LEADER, CHAMPION])


def test_group_activation_a_leader_brings_two_a_champion_one() -> None:
    assert gone_through(nominate(together(), "anna"), "abe", "amy")[0].group == ("abe", "amy")
    assert gone_through(nominate(together(), "alan"), "abe")[0].group == ("abe",)
    assert gone_through(nominate(together(), "abe"))[0].group == ()


def test_group_activation_fewer_or_none_may_be_brought() -> None:
    assert gone_through(nominate(together(), "anna"), "none")[0].group == ()
    assert gone_through(nominate(together(), "anna"), "amy", "none")[0].group == ("amy",)


@pytest.mark.parametrize(("gap", "joins"), [(2.99, True), (3.01, False)])
def test_group_activation_within_3_inches(gap: float, joins: bool) -> None:
    start = together(alan=(30.0, 30.0), abe=(30.0, 10.0), amy=(10.0 + 2 * R + gap, 10.0))
    assert may_join(start, "anna") == (("amy",) if joins else ())


@pytest.mark.parametrize(
    "changes",
    [
        {"ready": False},
        {"broken": True},
        {"insane": True},
        {"status": "seriously_injured"},
        {"whereabouts": "fled"},
        {"arrived": 1},
    ],
)
def test_group_activation_only_of_ready_and_operational_fighters_who_are_no_reinforcements(changes: dict[str, object]) -> None:
    assert "amy" in may_join(together(), "anna")
    assert "amy" not in may_join(together().changed("amy", **changes), "anna")


@pytest.mark.parametrize("changes", [{"broken": True}, {"insane": True}, {"status": "seriously_injured"}, {"arrived": 1}])
def test_group_activation_is_initiated_by_operational_fighters_who_are_no_reinforcements(changes: dict[str, object]) -> None:
    assert may_join(together().changed("anna", **changes), "anna") == ()


def test_group_activation_pinned_fighters_are_operational() -> None:
    assert "amy" in may_join(together().changed("amy", status="pinned"), "anna")
    assert "amy" in may_join(together().changed("anna", status="pinned"), "anna")


def test_group_activation_reinforcements_of_earlier_rounds_take_part() -> None:
    assert "amy" in may_join(replace(together().changed("amy", arrived=1), round=2), "anna")


def test_group_activation_enemies_take_no_part() -> None:
    assert "bill" not in may_join(together(bill=(10.0, 8.0)), "anna")


def test_group_activation_all_are_nominated_before_any_acts_then_each_acts_alone() -> None:
    _, asked = activated(together(), "anna", "amy", "abe", "end", "abe", "end", "amy", "end", "bill", "end")
    assert [(one.what, one.who) for one in asked] == [
        ("who is activated", "red"),
        ("who is activated together", "red"),
        ("who is activated together", "red"),
        ("action", "red"),
        ("who is activated", "red"),
        ("action", "red"),
        ("who is activated", "red"),
        ("action", "red"),
        ("who is activated", "blue"),
        ("action", "blue"),
    ]
    second = asked[4]
    assert isinstance(second, Choose)
    assert [option.key for option in second.options] == ["abe", "amy"]


def test_group_activation_a_champion_activated_by_a_leader_brings_nobody() -> None:
    _, asked = activated(together(), "anna", "alan", "none", "end", "alan", "end")
    assert [one.what for one in asked].count("who is activated together") == 2
    assert asked[-1].what == "action"


def test_group_activation_who_is_no_longer_operational_keeps_his_marker_for_later() -> None:
    nominated = replace(acting(together()), group=("amy", "abe")).changed("amy", broken=True)
    after, _ = gone_through(ended(nominated))
    assert (after.group, after.turn) == (("abe",), "red")
    assert after.model("amy").ready
    assert may_activate(after, "red") == ("abe",)
    over, _ = gone_through(ended(acting(after.changed("abe", ready=False), "abe")))
    assert (over.group, over.turn) == ((), "blue")


def test_group_activation_passes_the_turn_once_for_the_whole_group() -> None:
    after, _ = activated(together(), "anna", "amy", "none", "end", "amy", "end")
    assert after.turn == "blue"


def test_reinforcements_are_activated_when_no_other_friend_is_ready() -> None:
    start = START.changed("anna", arrived=1)
    assert may_activate(start, "red") == ("alan",)
    assert may_activate(start.changed("alan", ready=False), "red") == ("anna",)
    assert may_activate(replace(start, round=2), "red") == ("anna", "alan")
    # Enemies who are ready do not count.
    assert order_of(start, ["alan", "bill", "anna"]) == ["red", "blue", "red"]


def test_reinforcements_are_ready_in_the_round_in_which_they_arrive() -> None:
    scenario = Scenario("S", (Area((0.0, 0.0), (0.2, 1.0)), Area((0.8, 0.0), (1.0, 1.0))), crew=1, reinforcements_from=2)
    start = START.changed("alan", whereabouts="reserve", ready=False).changed("bob", whereabouts="out_of_action", ready=False)
    start = replace(start, setting=replace(start.setting, scenario=scenario), phase="priority")
    after, told = gone_through(phase_step(start), (2,), (5,), (1,), "2 2")
    assert told.names() == ["priority", "priority", "reinforcements", "where to arrive"]
    assert isinstance(told[2], Roll)
    assert told[2].dice == "D3"
    assert (after.model("alan").ready, after.model("alan").arrived, after.phase) == (True, 2, "action")


def test_the_insanity_roll_says_what_each_face_does() -> None:
    rolls = [told_of(insanity(START.changed("anna", broken=broken), "anna")) for broken in (False, True)]
    assert list(meanings(rolls[0])) == [
        "1-2: is broken",
        "3-4: an enemy controls the fighter this turn",
        "5-6: acts as normal, and a willpower check at the end clears the mind",
    ]
    assert next(meanings(rolls[1])) == "1-2: flees, being broken already"
    assert [line.strip() for line in question_lines(rolls[0], str)][1:4] == list(meanings(rolls[0]))


def told_of(procedure: Procedure[Battle]) -> Roll:
    """The first roll of a procedure."""
    request = next(procedure)
    assert isinstance(request, Roll)
    return request


@pytest.mark.parametrize("face", [1, 2])
def test_insane_on_1_or_2_broken(face: int) -> None:
    after = beginning(START.changed("anna", insane=True), "anna", (face,))
    assert (after.model("anna").broken, after.model("anna").on_table) == (True, True)
    assert after.activation is not None


@pytest.mark.parametrize("face", [1, 2])
def test_insane_on_1_or_2_flees_if_already_broken(face: int) -> None:
    start = START.changed("anna", insane=True, broken=True)
    after = beginning(start, "anna", (face,))
    assert after.model("anna").whereabouts == "fled"
    assert (after.activation, after.turn) == (None, "blue")
    # Fleeing shakes nobody: no nerve test was asked for, though Alan is near.
    assert not after.model("alan").nerve_tested


@pytest.mark.parametrize("face", [3, 4])
def test_insane_on_3_or_4_an_opposing_gang_acts_with_him_this_turn(face: int) -> None:
    after = beginning(START.changed("anna", insane=True), "anna", (face,))
    assert after.activation is not None
    assert after.activation.controller == "blue"
    over, told = gone_through(ended(after))
    assert (told, over.model("anna").gang, over.model("anna").insane) == ([], "red", True)


CONTROLLED: dict[str, Place] = {"anna": (10.0, 10.0), "alan": (13.0, 10.0), "bill": (10.0, 12.0)}


def controlled(**places: Place) -> Battle:
    """Anna, insane, controlled by the blue gang."""
    return beginning(battle({**CONTROLLED, **places}).changed("anna", insane=True), "anna", (3,))


def test_insane_the_controlling_gang_may_charge_his_own_friends_and_not_itself() -> None:
    after, told = gone_through(charge(controlled(), "anna"), "alan")
    (choice,) = told
    assert isinstance(choice, Choose)
    assert (choice.who, [option.key for option in choice.options]) == ("blue", ["alan", "stay"])
    assert engaged(after, "anna") == ("alan",)
    assert engaged(after, "alan") == ("anna",)


def test_insane_as_soon_as_the_activation_ends_he_is_of_his_own_gang() -> None:
    after, _ = gone_through(charge(controlled(), "anna"), "alan")
    over, _ = gone_through(ended(after))
    assert (over.model("anna").gang, over.turn) == ("red", "blue")
    assert engaged(over, "anna") == ()


def test_insane_he_may_shoot_at_his_own_friends() -> None:
    armed = [card("anna", CARBINE)]
    start = battle(CONTROLLED, cards=armed).changed("anna", insane=True)
    assert list(targets(beginning(start, "anna", (4,)), "anna")) == ["alan"]
    assert list(targets(beginning(start, "anna", (5,)), "anna")) == ["bill"]


def test_insane_who_is_lost_while_another_gang_controls_him_is_lost_to_his_own() -> None:
    lost = out_of_action(controlled(), "anna")
    assert (lost.side("red").lost, lost.side("blue").lost) == (1, 0)
    over, _ = gone_through(ended(lost))
    assert (over.model("anna").gang, over.activation) == ("red", None)


def test_insane_several_opponents_roll_off_for_him() -> None:
    three = replace(START, sides=(*START.sides, GangState("green")))
    after = beginning(three.changed("anna", insane=True), "anna", (3,), (2,), (5,))
    assert after.activation is not None
    assert after.activation.controller == "green"


@pytest.mark.parametrize(("faces", "insane"), [((3, 4), False), ((3, 3), True)])
def test_insane_on_5_or_6_acts_as_normal_and_may_recover_by_willpower(faces: tuple[int, int], insane: bool) -> None:
    after = beginning(START.changed("anna", insane=True), "anna", (5,))
    assert after.activation is not None
    assert after.activation.controller == "red"
    over, _ = gone_through(ended(after), faces)
    assert over.model("anna").insane == insane


@pytest.mark.parametrize(("faces", "broken"), [((3, 3), False), ((2, 3), True)])
def test_broken_at_the_end_he_may_rally_with_1_for_each_operational_friend_near(faces: tuple[int, int], broken: bool) -> None:
    """Cool 7+, and Alan is within 3 inches: a 6 does."""
    over, told = gone_through(ended(acting(START.changed("anna", broken=True))), faces)
    assert told.names() == ["rally"]
    assert over.model("anna").broken == broken


VAT = block("vat", (8.0, 8.0, 0.0), (14.0, 12.0, 0.02), kind="area", ground="dangerous")


def test_dangerous_terrain_an_initiative_check_on_activation() -> None:
    start = battle(FOUR, pieces=[VAT])
    passed, told = gone_through(begin(start, "anna"), (4,))
    assert told.names() == ["dangerous terrain"]
    assert passed.activation is not None
    assert gone_through(begin(start, "bill"))[1] == []


def test_dangerous_terrain_failed_out_of_action_and_friends_test_their_nerve() -> None:
    lost, told = gone_through(begin(battle(FOUR, pieces=[VAT]), "anna"), (3,), (6, 6))
    assert lost.model("anna").whereabouts == "out_of_action"
    assert (lost.activation, lost.turn) == (None, "blue")
    assert told.names() == ["dangerous terrain", "nerve test"]
    assert told[1].who == "alan"


def hanging(height: float = 2.0, **climb: object) -> Battle:
    held = replace(Climb(Path(())), **climb)  # type: ignore[arg-type]
    return battle({"anna": (10.0, 10.0, height), "bill": (40.0, 40.0)}).changed("anna", climb=held)


def test_climbing_who_starts_and_ends_his_activation_mid_climb_falls() -> None:
    after = beginning(hanging(), "anna")
    over, told = gone_through(ended(after))
    model = over.model("anna")
    assert told == []
    assert (model.position, model.status, model.climb) == ((10.0, 10.0, 0.0), "pinned", None)


def test_climbing_who_ends_mid_climb_after_starting_on_the_ground_hangs_on() -> None:
    over, _ = gone_through(ended(acting(hanging())))
    assert over.model("anna").climb == Climb(Path(()))
    assert over.model("anna").position == (10.0, 10.0, 2.0)


def test_climbing_nobody_falls_who_ends_on_a_ladder() -> None:
    over, _ = gone_through(ended(beginning(hanging(on_ladder=True), "anna")))
    assert over.model("anna").climb is not None


def test_leaping_gaps_who_ends_mid_air_falls_at_once() -> None:
    over, _ = gone_through(ended(acting(hanging(in_air=True))))
    assert (over.model("anna").status, over.model("anna").position[2]) == ("pinned", 0.0)


def test_climbing_the_fall_is_a_hit_and_shakes_friends() -> None:
    """From 5 inches: strength 5 against toughness 3 wounds on 3 and more; damage 1 against one wound is an injury die."""
    start = hanging(5.0, began=True)
    friend = replace(start.model("bill"), id="bob", gang="red", position=(12.0, 10.0, 0.0))
    gang = replace(start.setting.gangs[0], fighters=(*start.setting.gangs[0].fighters, Fighter("bob", "Bob")))
    setting = replace(start.setting, gangs=(gang, start.setting.gangs[1]))
    start = replace(start, setting=setting, models=(*start.models, friend))
    over, told = gone_through(ended(acting(start)), (3,), (4,), (6, 6))
    assert over.model("anna").status == "seriously_injured"
    assert told.names()[-1] == "nerve test"
    assert told[-1].who == "bob"


def test_game_structure_a_whole_round_phase_by_phase() -> None:
    game = Game(replace(START, phase="priority", order=(), round=0), step)
    phases = []
    answers: list[Answer] = [(5,), (2,), "anna", "end", "bill", "end", "alan", "end", "bob", "end"]
    for answer in answers:
        phases.append(game.state.phase)
        game.answer(answer)
    assert list(dict.fromkeys(phases)) == ["priority", "action"]
    # Nobody is hurt, so the end phase asks nothing and priority is rolled for again: now a tie passes it on.
    assert (game.state.round, game.state.phase) == (2, "priority")
    game.answer((3,))
    game.answer((3,))
    assert (game.state.round, game.state.order) == (2, ("blue", "red"))
