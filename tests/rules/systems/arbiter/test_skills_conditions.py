"""arbiter: Blind Fire; Skill Actions; Status & Conditions that weapons and skills bring."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from rules.engine.procedure_steps import Choose, Roll, chosen
from rules.errors import RulesError
from rules.roster.gang import Fighter, Saves
from rules.roster.profile import Profile
from rules.roster.weapon import Weapon
from rules.skirmish.melee.melee_blows import Stance, hit_roll
from rules.skirmish.melee.melee_weapons import bare
from rules.skirmish.morale.nerve_tests import nerve_test, rally
from rules.skirmish.phases.action_list import ACTIONS, actions_of, listed_for
from rules.skirmish.phases.activation import begin, ended
from rules.skirmish.phases.end_phase import recovery_roll
from rules.skirmish.phases.rounds import next_action, phase_step
from rules.skirmish.shooting.flame_attack import sprays
from rules.skirmish.shooting.shot_hit_roll import Gun, shot_at
from rules.skirmish.state.action import do, verify
from rules.skirmish.state.battle_rules import expired
from rules.skirmish.state.battle_sight import in_front
from rules.skirmish.state.battle_state import Battle, TableObject
from rules.skirmish.state.condition_marks import ALL_ROUND, BLAZE, BLIND, CHALLENGED, DAZZLED, IMMOVABLE, RESTRAINS, WEBBED
from rules.skirmish.state.ruling_marks import marks_of
from rules.skirmish.state.rulings import applied
from rules.skirmish.state.status_changes import pinned
from rules.systems import registry
from rules.systems.arbiter.conditions import TRAITS
from sightline.session.acting_words import condition, impossible
from sightline.session.answer_sources import question_lines
from sightline.session.attacks.attack_check import no_shot
from sightline.session.targets.evidence_words import remarks
from sightline.session.targets.target_chances import chances, ways_of
from sightline.session.targets.target_evidence import of_shot
from sightline.window.battle.dice_panel import dice_widgets
from sightline.window.battle.snapshots.fighter_signs import signs_of
from sightline.window.intents.panel_widgets import TextWidget
from tests.plain_scenes import block
from tests.rules.skirmish.battles import Place, Told, gone_through
from tests.rules.skirmish.guns import weapon
from tests.rules.systems.arbiter.arbiter_scenes import CONTACT, action, open_to, scene, turn_of

APART: dict[str, Place] = {"ann": (10.0, 10.0), "bill": (20.0, 10.0)}
TOUCHING: dict[str, Place] = {"ann": (10.0, 10.0), "bill": (10.0 + CONTACT, 10.0)}


def turn(places: dict[str, Place], *skills: str, guns: tuple[Weapon, ...] = (), saves: Saves | None = None) -> Battle:
    cards = [Fighter("ann", "Ann", profile=Profile(), weapons=guns, skills=skills, saves=saves or Saves())]
    return turn_of(scene(places, cards=cards), "ann")


def done(start: Battle, key: str, *answers: Any) -> tuple[Battle, Told]:  # noqa: ANN401
    return gone_through(do(start, "ann", action(start, key)), *answers)


# Blind fire


def test_blind_fire_all_round_at_minus_two_standing_or_pinned() -> None:
    start = turn(APART, guns=(weapon("carbine"),)).changed("ann", facing=180.0)
    assert "shoot" not in open_to(start, "ann")
    assert "blind-fire" in open_to(start, "ann")
    lies = start.changed("ann", status="pinned")
    assert "blind-fire" in open_to(lies, "ann")
    after, told = done(lies, "blind-fire", (6,), (6,), (1,))
    rolls = [one for one in told if isinstance(one, Roll)]
    # Ballistic skill 4+, -2: a plain 6.
    assert rolls[0].needs == "6+"
    assert after.activation is not None
    assert (after.activation.left, after.activation.blind) == (0, False)


FLAMER = weapon("lamp", "template", short=None, long=0.0)


def test_blind_fire_a_template_goes_in_any_direction_also_from_the_ground() -> None:
    near: dict[str, Place] = {"ann": (10.0, 10.0), "bill": (14.0, 10.0)}
    lies = turn(near, guns=(FLAMER,)).changed("ann", facing=180.0, status="pinned")
    assert "blind-fire" in open_to(lies, "ann")
    _, told = done(lies, "blind-fire", "16 10", (1,))
    assert "the template hits Bill" in [one.text for one in told.said]
    far = turn(APART, guns=(FLAMER,))
    reasons = [one.text for one in verify(far, "ann", action(far, "blind-fire"))]
    assert reasons == ["a flame template reaches nobody"]


def test_comm_who_sees_all_round_lays_a_template_in_any_direction() -> None:
    start = turn({"ann": (10.0, 10.0), "bill": (14.0, 10.0)}, guns=(FLAMER,)).changed("ann", facing=180.0)
    assert sprays(start, "ann") == ()
    assert [flame.hits for _, flame in sprays(start.marked("ann", ALL_ROUND), "ann")] == [("bill",)]


def test_blind_fire_from_the_ground_has_its_chances_told() -> None:
    lies = turn(APART, guns=(weapon("carbine"),)).changed("ann", status="pinned")
    assert lies.activation is not None
    gun = Gun("carbine", lies.card("ann").weapons[0].profiles[0])
    assert no_shot(lies, "ann", "bill", (gun,)) == "Ann is pinned; only active fighters shoot"
    blindly = replace(lies, activation=replace(lies.activation, blind=True))
    # Ballistic skill 4+, -2: a plain 6.
    (way,) = ways_of(blindly, "ann")
    found = chances(blindly, "ann", "bill", way)
    assert found.odds is not None
    assert found.odds.hit == Fraction(1, 6)


def test_a_shot_that_is_not_blind_has_no_such_modifier() -> None:
    start = turn(APART, guns=(weapon("carbine"),))
    gun = Gun("carbine", start.card("ann").weapons[0].profiles[0])
    assert shot_at(start, "ann", "bill", gun).needed == 4


# Skills


def test_a_skill_action_is_open_to_those_who_have_the_skill_only() -> None:
    assert "tank" not in open_to(turn(APART), "ann")
    assert "tank" in open_to(turn(APART, "Immovable"), "ann")


def test_comm_a_friend_who_passes_a_cool_check_sees_all_round_this_round() -> None:
    start = turn({**APART, "rose": (13.0, 10.0)}, "nonverbal").changed("rose", facing=180.0)
    assert not in_front(start, "rose", "bill")
    after, _ = done(start, "comm", (3, 4))
    assert after.model("rose").has(ALL_ROUND)
    assert in_front(after, "rose", "bill")
    assert not expired(after, "round ends").model("rose").has(ALL_ROUND)
    assert not done(start, "comm", (3, 3))[0].model("rose").has(ALL_ROUND)


def test_flex_moves_all_who_are_engaged_back_d3() -> None:
    start = turn(TOUCHING, "unleash the beast")
    after, _ = done(start, "flex", (3,), (5,))
    assert after.model("bill").position[0] == pytest.approx(10.0 + CONTACT + 3.0, abs=0.01)
    assert done(start, "flex", (4,))[0].model("bill").position == start.model("bill").position


def test_headbutt_either_die_of_toughness_or_more_hits_else_he_hurts_himself() -> None:
    start = turn(TOUCHING, "headbutt")
    hurt, told = done(start, "headbutt", (3, 1), (1,))
    wound = told[-1]
    assert isinstance(wound, Roll)
    # Strength 3 + 2 against toughness 3.
    assert (wound.who, wound.needs[:2]) == ("bill", "3+")
    _, told = done(start, "headbutt", (2, 2), (1,))
    assert isinstance(told[-1], Roll)
    assert (told[-1].who, told[-1].needs[:2]) == ("ann", "4+")
    assert hurt.model("bill").on_table


def test_issue_challenge_has_to_be_taken_up_unless_a_willpower_check_is_passed() -> None:
    start = turn({**APART, "rose": (17.0, 12.0)}, "bring it on")
    after, _ = done(start, "challenge", (3, 3))
    assert after.model("bill").about(CHALLENGED) == ("ann",)
    assert done(start, "challenge", (3, 4))[0].model("bill").marks == ()
    answered, _ = gone_through(ended(turn_of(after, "bill")))
    assert answered.model("bill").marks == ()


def test_issue_challenge_whoever_is_challenged_charges_nobody_else() -> None:
    start = turn_of(scene({"ann": (10.0, 10.0), "abe": (17.0, 10.0), "bill": (14.0, 10.0)}), "bill")
    called = start.marked("bill", CHALLENGED, about="ann")
    _, told = gone_through(do(called, "bill", action(called, "charge")), "ann", (6,))
    whom = told[0]
    assert isinstance(whom, Choose)
    assert [option.key for option in whom.options] == ["ann", "stay"]
    assert whom.free is not None
    with pytest.raises(Exception, match="Bill has to take up the challenge of Ann"):
        whom.free("abe")
    _, told = gone_through(do(start, "bill", action(start, "charge")), "stay")
    assert isinstance(told[0], Choose)
    assert {option.key for option in told[0].options} == {"ann", "abe", "stay"}


def test_order_a_friend_near_makes_two_actions_at_once_and_keeps_his_marker() -> None:
    start = turn({**APART, "rose": (13.0, 10.0)}, "overseer")
    after, _ = done(start, "order")
    assert after.activation is not None
    assert (after.activation.fighter, after.activation.left) == ("rose", 2)
    assert after.model("rose").ready
    assert after.turn == start.turn
    over, _ = gone_through(ended(after))
    assert over.turn == "blue"


def test_restrain_is_counted_every_time() -> None:
    once, _ = done(turn(APART, "restrain"), "restrain")
    twice, _ = done(once, "restrain")
    assert twice.model("ann").has(RESTRAINS) == 2


def test_somersault_to_a_place_in_sight_within_six_inches() -> None:
    after, _ = done(turn(APART, "somersault"), "somersault", "10 15.5")
    assert after.model("ann").position == pytest.approx((10.0, 15.5, 0.0))
    with pytest.raises(Exception, match='a somersault goes 6" at most'):
        done(turn(APART, "somersault"), "somersault", "10 16.5")


def test_tank_armour_is_better_by_two_and_nothing_pins_him_until_he_is_activated_again() -> None:
    after, _ = done(turn(APART, "immovable"), "tank")
    assert after.model("ann").has(IMMOVABLE)
    assert pinned(after, "ann").model("ann").status == "standing"
    assert not expired(after, "activation begins", "ann").model("ann").has(IMMOVABLE)


@pytest.mark.parametrize(("trait", "status"), [("seismic", "pinned"), ("concussion", "standing")])
def test_tank_only_what_is_seismic_pins(trait: Any, status: str) -> None:  # noqa: ANN401
    start = turn(APART, guns=(weapon("odd gun", trait),)).marked("bill", IMMOVABLE)
    after, _ = done(start, "shoot", (6,), (1,))
    assert after.model("bill").status == status
    close = turn(TOUCHING).marked("bill", IMMOVABLE)
    assert gone_through(TRAITS["seismic"](close, "ann", "bill", 0))[0] == close


def test_nobody_is_told_of_actions_of_skills_that_he_does_not_have() -> None:
    keys = {one.key for one in listed_for(turn(APART, "Immovable"), "ann")}
    assert "tank" in keys
    assert keys.isdisjoint({"comm", "flex", "headbutt", "challenge", "order", "restrain", "somersault"})


# Conditions


def test_conditions_are_told_in_the_terminal_and_marked_in_the_window() -> None:
    start = turn({**APART, "rose": (13.0, 10.0)}).marked("ann", BLAZE).marked("ann", RESTRAINS, 2)
    start = start.marked("ann", CHALLENGED, about="bill")
    told = ["on fire", "has restrained 2 times", "has to take up the challenge of Bill"]
    assert condition(start, "ann") == ", ".join(["active", *told])
    assert [sign.words for sign in signs_of(start, "ann")] == told
    assert signs_of(start, "rose") == ()


def test_blaze_hit_again_runs_two_dice_at_random_drops_and_may_go_out() -> None:
    """Strength 3 on toughness 3: 4+, saved on nothing. He lies: 6 less 2."""
    start = scene({"ann": (24.0, 24.0), "bill": (40.0, 40.0)}).marked("ann", BLAZE)
    after, told = gone_through(begin(start, "ann"), (3,), (3, 90), (1, 2), (4,))
    assert after.model("ann").position == pytest.approx((24.0, 27.0, 0.0), abs=0.01)
    assert (after.model("ann").status, after.model("ann").has(BLAZE)) == ("pinned", 0)
    assert [one.what for one in told] == ["wound roll", "direction", "running about", "putting the fire out"]
    still, _ = gone_through(begin(start, "ann"), (3,), (3, 90), (1, 2), (3,))
    assert still.model("ann").has(BLAZE)


def test_blaze_each_active_friend_beside_him_helps_to_put_it_out() -> None:
    start = scene({"ann": (24.0, 24.0), "abe": (24.0 + CONTACT, 24.0), "bill": (40.0, 40.0)})
    start = start.marked("ann", BLAZE).changed("ann", status="pinned")
    after, _ = gone_through(begin(start, "ann"), (3,), (3,))
    assert not after.model("ann").has(BLAZE)


def test_nerve_test_friends_of_who_burns_down_take_it() -> None:
    """Whoever is within three inches of a friend who goes out of action; fire makes no difference."""
    start = scene({"ann": (24.0, 24.0), "abe": (26.0, 24.0), "bill": (40.0, 40.0)}).marked("ann", BLAZE)
    after, told = gone_through(begin(start, "ann"), (6,), (6,), (3, 3))
    assert after.model("ann").whereabouts == "out_of_action"
    assert told.names() == ["wound roll", "injury", "nerve test"]
    assert after.model("abe").broken


def test_falling_hazards_who_drops_burning_near_an_edge_may_fall() -> None:
    """He runs along the edge of a deck, 0.2 inches from it, and drops there."""
    deck = block("deck", (20.0, 10.0, 0.0), (30.0, 30.0, 4.0))
    start = scene({"ann": (20.7, 20.0, 4.0), "bill": (40.0, 40.0)}, pieces=(deck,)).marked("ann", BLAZE)
    after, told = gone_through(begin(start, "ann"), (1,), (3, 90), (1, 1), (1,), (1,), (6,))
    assert told.names() == [
        "wound roll", "direction", "running about", "falling hazard", "wound roll", "putting the fire out",
    ]  # fmt: skip
    assert after.model("ann").position[2] == 0.0
    stays, _ = gone_through(begin(start, "ann"), (1,), (3, 90), (1, 1), (6,), (6,))
    assert (stays.model("ann").position[2], stays.model("ann").status) == (4.0, "pinned")


def test_somersault_leaves_a_load_behind() -> None:
    start = turn(APART, "somersault").changed("ann", carries="casket")
    start = replace(start, things=(TableObject("casket", (10.0, 10.0, 0.0), holder="ann"),))
    after, _ = done(start, "somersault", "10 15.5")
    assert after.model("ann").carries == ""
    assert after.things == (TableObject("casket", (10.0, 10.0, 0.0)),)


@pytest.mark.parametrize(("trait", "mark"), [("blaze", BLAZE), ("flash", BLIND), ("web", WEBBED)])
def test_a_weapon_with_the_trait_brings_the_condition(trait: Any, mark: Any) -> None:  # noqa: ANN401
    start = turn(APART, guns=(weapon("odd gun", trait),))
    after, _ = done(start, "shoot", (6,), (1,))
    assert after.model("bill").has(mark)
    missed, _ = done(start, "shoot", (1,))
    assert not missed.model("bill").has(mark)


def test_blind_loses_his_ready_marker_and_reacts_on_natural_sixes_only() -> None:
    start = turn(APART, guns=(weapon("odd gun", "flash"),))  # type: ignore[arg-type]
    after, _ = done(start, "shoot", (6,), (1,))
    assert not after.model("bill").ready
    close = scene(TOUCHING).marked("bill", BLIND)
    assert gone_through(hit_roll(close, Stance("bill"), "ann", bare(close)), (5,))[0] == (0, 0)
    assert gone_through(hit_roll(close, Stance("bill"), "ann", bare(close)), (6,))[0] != (0, 0)
    assert not expired(after, "round ends").model("bill").has(BLIND)


def test_blind_without_a_marker_loses_the_next_one() -> None:
    start = turn(APART, guns=(weapon("odd gun", "flash"),)).changed("bill", ready=False)  # type: ignore[arg-type]
    after, _ = done(start, "shoot", (6,), (1,))
    assert after.model("bill").has(DAZZLED)
    waiting = replace(expired(after, "round ends"), phase="priority", activation=None)
    begun, _ = gone_through(phase_step(waiting), (5,), (2,))
    assert (begun.model("bill").ready, begun.model("ann").ready) == (False, True)
    assert begun.model("bill").has(BLIND)


def test_webbed_lies_as_if_seriously_injured_until_a_recovery_roll_frees_him() -> None:
    start = turn(APART, guns=(weapon("odd gun", "web"),))  # type: ignore[arg-type]
    after, _ = done(start, "shoot", (6,), (1,))
    assert after.model("bill").status == "seriously_injured"
    (free, _), _ = gone_through(recovery_roll(after, "bill", ()), (1,))
    assert (free.model("bill").status, free.model("bill").has(WEBBED), free.model("bill").flesh_wounds) == ("pinned", 0, 0)
    (held, _), _ = gone_through(recovery_roll(after, "bill", ()), (4,))
    assert held.model("bill").has(WEBBED)
    (out, _), _ = gone_through(recovery_roll(after, "bill", ()), (6,))
    assert out.model("bill").whereabouts == "out_of_action"


def test_shown_chances_count_what_a_web_does() -> None:
    """Whoever is hit is caught, whatever the wound roll says: all who are not out of action count as seriously injured."""
    start = turn(APART, guns=(weapon("web gun", "web"), weapon("carbine")))  # type: ignore[arg-type]
    webs, plain = (chances(start, "ann", "bill", way).odds for way in ways_of(start, "ann") if len(way.guns) == 1)
    assert webs is not None
    assert plain is not None
    assert webs.hit == plain.hit
    assert webs.seriously_injured == webs.hit - webs.out_of_action > plain.seriously_injured
    assert webs.conditions == (("webbed (counts as seriously injured)", webs.seriously_injured - plain.seriously_injured),)
    assert plain.conditions == ()


def test_aim_is_not_offered_to_who_has_nothing_to_shoot_with() -> None:
    """No rule forbids it, so what was typed once is taken all the same; the reason is told where it is looked for."""
    start = turn(APART)
    asked = next(next_action(start))
    assert isinstance(asked, Choose)
    assert "aim" not in {option.key for option in asked.options}
    assert "Aim: Ann has nothing to shoot with  [arbiter: Aim]" in list(impossible(start, asked))
    assert chosen(asked, "aim").key == "aim"
    armed = next(next_action(turn(APART, guns=(weapon("carbine"),))))
    assert isinstance(armed, Choose)
    assert "aim" in {option.key for option in armed.options}


def test_rulings_put_on_only_the_marks_that_the_text_has() -> None:
    """Nobody is a hard target here, and one action less comes of a weapon alone: what somebody has of it can be taken off."""
    start = turn(APART)
    names = [mark.name for mark in marks_of(start)]
    assert {"hard target", "reduced actions"}.isdisjoint(names)
    assert {"webbed", "blaze", "insane", "pinned"} <= set(names)
    with pytest.raises(RulesError, match=r'"hard target" is no mark of Ann; there are: broken, insane'):
        applied(start, "ann hard target")
    after, _ = applied(start.changed("ann", reduced_actions=True), "ann reduced actions off")
    assert not after.model("ann").reduced_actions
    usual = replace(start, setting=replace(start.setting, parts=registry.system("yce").battle))
    assert applied(usual, "ann hard target")[1] == "Ann is a hard target"


def test_a_ruling_that_somebody_is_webbed_lays_him_down_and_one_that_he_is_free_lets_him_stand() -> None:
    caught, words = applied(turn(APART), "bill webbed")
    assert words == "Bill is webbed"
    assert (caught.model("bill").status, caught.model("bill").has(WEBBED)) == ("seriously_injured", 1)
    free, _ = applied(caught, "bill webbed off")
    assert (free.model("bill").status, free.model("bill").has(WEBBED)) == ("standing", 0)
    with pytest.raises(RulesError, match=r"Bill is not webbed, at the beginning"):
        applied(free, "bill webbed off")


def test_actions_that_only_this_text_has_say_what_they_do() -> None:
    """Beside the option at the terminal, and where the cursor rests in the window."""
    start = turn(APART, "Immovable", "Restrain")
    lines = list(question_lines(asked := next(next_action(start)), str))  # type: ignore[arg-type]
    assert isinstance(asked, Choose)
    assert any(
        line.strip().endswith("Tank: armour saves better by 2, and nothing moves or pins, until activated again")
        for line in lines
    )
    assert any(line.strip().endswith("Restrain: each time +1 on the check for captives after the battle") for line in lines)
    own = [one for one in actions_of(start) if one.key not in {usual.key for usual in ACTIONS} | {"carry"}]
    assert len(own) == 16
    assert [one.key for one in own if not one.does] == []


def test_tank_says_what_it_does() -> None:
    _, told = done(turn(APART, "Immovable"), "tank")
    assert (
        told.said[-1].text == "Ann is immovable until activated again: armour saves are better by 2, and nothing moves or pins"
    )


def test_a_recovery_roll_says_what_each_symbol_does() -> None:
    caught, _ = applied(turn(APART), "bill webbed")
    hurt = turn(APART).changed("bill", status="seriously_injured")
    found = [next(recovery_roll(one, "bill", ())) for one in (caught, hurt)]
    assert [one.tells for one in found if isinstance(one, Roll)] == [
        "flesh: free of the web, and pinned; serious: stays down; out: out of action, out cold",
        "flesh: up again, pinned and with a flesh wound; serious: stays down; out: out of action",
    ]
    _, told = gone_through(recovery_roll(caught, "bill", ()), (6,))
    assert told.said[-1].text == "Bill goes out of action, out cold"


def test_checks_say_of_what_they_are_and_what_failing_brings() -> None:
    """No book is needed to know what is at stake."""
    nerves = gone_through(nerve_test(turn(APART), "ann"), (6, 6))[1][0]
    assert isinstance(nerves, Roll)
    assert nerves.tells == "a cool check; who fails is broken, and runs for cover at once"
    dared = turn(APART, "Bring it on")
    _, told = done(dared, "challenge", (1, 2))
    roll = told[-1]
    assert isinstance(roll, Roll)
    assert roll.tells == "a willpower check; who fails has to target Ann"
    assert "a willpower check; who fails has to target Ann" in [line.strip() for line in question_lines(roll, str)]
    assert "a willpower check; who fails has to target Ann" in [
        one.words for one in dice_widgets(roll, "Bill", typed=True) if isinstance(one, TextWidget)
    ]


def test_broken_and_rallying_are_cited_where_each_stands() -> None:
    broken = turn(APART).changed("ann", broken=True)
    assert verify(broken, "ann", action(broken, "move"))[0].source == "arbiter: Broken"
    rolled = gone_through(rally(broken, "ann"), (6, 6))[1][0]
    assert registry.system("arbiter").citations.of(rolled.source) == "arbiter: End Phase, Rally Test"
    assert registry.system("main-rulebook").citations.of(rolled.source) == "main-rulebook: Broken"


def test_who_is_not_the_closest_needs_no_check_that_there_is_not() -> None:
    """The panel of targets said: a willpower check first, 0 %."""
    start = turn({**APART, "bob": (14.0, 10.5)}, guns=(weapon("carbine"),))
    way = ways_of(start, "ann")[0]
    found = {one: chances(start, "ann", one, way) for one in ("bill", "bob")}
    assert [found[one].check for one in ("bill", "bob")] == [0.0, None]
    evidence_of = of_shot(start, "ann", "bill", way.guns)
    assert "not the closest, whom target priority is for" in list(remarks(evidence_of))
