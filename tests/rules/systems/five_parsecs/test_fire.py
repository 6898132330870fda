"""Fire by Five Parsecs, paragraph by paragraph, with the dice given."""

from dataclasses import replace

import pytest

from rules.engine.procedure_steps import Answer, Choose, Roll
from rules.skirmish.state.battle_state import Battle
from rules.systems.five_parsecs.combat.fire_attack import (
    allowed_targets,
    answered,
    attack_with,
    beside,
    fires,
    may_lunge,
    why_not,
)
from rules.systems.five_parsecs.combat.fire_choice import Armed, asks_fire, target_words, ways_to_fire
from rules.systems.five_parsecs.combat.hit_rolls import crouches_behind, good_faces, good_shot
from rules.systems.five_parsecs.conditions.battle_view import in_cover, in_sight
from rules.systems.five_parsecs.conditions.figure_now import arc_of
from rules.systems.five_parsecs.conditions.marks import FIRED, NO_FIRE, SHOCKED, STUNNED
from rules.systems.five_parsecs.conditions.side_marks import CHANGED_PLANS
from rules.systems.five_parsecs.conditions.too_close import counts_as_cover
from rules.systems.five_parsecs.roster.combat_sheet import BattleWeapon, CombatSheet
from scene.geometry.mesh import Point
from scene.table.table import Piece
from tests.plain_scenes import block
from tests.rules.skirmish.battles import Told, gone_through
from tests.rules.systems.five_parsecs.battle_scenes import BLADE, HAND, PISTOL, RAIDER, REPEATER, RIFLE, scene

ANN, BOB = (20.0, 10.0, 0.0), (20.0, 20.0, 0.0)
DUMB = replace(RAIDER, weapons=())
"""An enemy who neither fires back nor lunges from afar."""
BARRICADE = block("barricade", (18.0, 18.5, 0.0), (22.0, 18.7, 0.7), kind="obstacle")


def shoots(battle: Battle, *answers: Answer, weapons: tuple[str, ...] = ("rifle",), panic: bool = False) -> tuple[Battle, Told]:
    """Ann fires all she has at Bob."""
    return gone_through(fires(battle, attack_with(battle, "ann", weapons, ("bob",), panic=panic)), *answers)


def duel(
    *pieces: Piece, bob: Point = BOB, sheet: CombatSheet = DUMB, hand: CombatSheet = HAND, facing: float = 270.0
) -> Battle:
    return scene({"ann": ANN}, {"bob": bob}, sheets={"ann": hand, "bob": sheet}, pieces=pieces, facing={"bob": facing})


# Eligibility to fire, Target selection, Arc of fire


def test_a_target_is_in_the_arc_in_range_and_in_sight() -> None:
    battle = duel()
    assert why_not(battle, "ann", "bob", RIFLE) is None
    assert "out of the arc" in str(why_not(battle.changed("ann", facing=0.0), "ann", "bob", RIFLE))
    assert why_not(battle.changed("ann", facing=0.0), "ann", "bob", RIFLE, turns=True) is None
    assert "reaches 6" in str(why_not(battle, "ann", "bob", replace(PISTOL, inches=6.0)))
    hidden = duel(block("tower", (10.0, 14.0, 0.0), (30.0, 16.0, 8.0)))
    assert "no line of sight" in str(why_not(hidden, "ann", "bob", RIFLE))


@pytest.mark.parametrize(
    ("weapons", "arc"), [((PISTOL,), 180.0), ((PISTOL, BLADE), 180.0), ((PISTOL, RIFLE), 90.0), ((RIFLE,), 90.0)]
)
def test_the_arc_is_wider_with_pistols_only(weapons: tuple[BattleWeapon, ...], arc: float) -> None:
    battle = duel(hand=replace(HAND, weapons=weapons))
    assert arc_of(battle, "ann") == arc
    aside = battle.changed("bob", position=(28.0, 12.0, 0.0))
    assert (why_not(aside, "ann", "bob", PISTOL) is None) == (arc == 180.0)


def test_the_player_fires_at_the_closest_within_three_inches_and_enemies_need_not() -> None:
    battle = scene({"ann": ANN}, {"near": (20.0, 13.5, 0.0), "far": (22.0, 20.0, 0.0)})
    assert allowed_targets(battle, "ann", RIFLE) == ("near",)
    assert allowed_targets(battle.changed("near", position=(18.0, 14.5, 0.0)), "ann", RIFLE) == ("near", "far")
    theirs = scene({"ann": (20.0, 13.5, 0.0), "cat": (22.0, 20.0, 0.0)}, {"far": ANN}, facing={"far": 90.0})
    assert allowed_targets(theirs, "far", RIFLE) == ("ann", "cat")


def test_further_shots_go_within_three_inches_of_the_first_target() -> None:
    places = {"bob": BOB, "close": (23.5, 20.0, 0.0), "off": (26.0, 20.0, 0.0)}
    battle = scene({"ann": ANN}, places, sheets={"ann": replace(HAND, weapons=(REPEATER,))})
    assert beside(battle, "ann", "bob", REPEATER) == ("close",)


# Cover and rolling to hit


@pytest.mark.parametrize(("face", "hits", "covered"), [(4, True, False), (3, False, False), (5, True, True), (4, False, True)])
def test_five_hits_in_the_open_and_six_in_cover_with_the_combat_skill_added(face: int, hits: bool, covered: bool) -> None:
    battle, told = shoots(duel(*([BARRICADE] if covered else [])), (face,), *([(1,)] if hits else []))
    assert told.names() == ["hit roll, rifle", *(["damage"] if hits else [])]
    assert bool(battle.model("bob").has(STUNNED)) == hits
    assert battle.model("ann").has(FIRED)


def test_every_shot_is_rolled_and_every_hit_resolved() -> None:
    _, told = shoots(duel(hand=replace(HAND, weapons=(REPEATER,))), (6, 5, 2), (3,), (6,), (1, 4), weapons=("repeater",))
    assert told.names() == ["hit roll, repeater", "damage", "damage", "casualty"]
    assert isinstance(told[0], Roll)
    assert told[0].dice == "3D6"


# Good shot


def test_a_good_shot_from_a_height_rerolls_one_1() -> None:
    tower = block("tower", (18.0, 8.0, 0.0), (22.0, 12.0, 3.0))
    battle = duel(tower, hand=replace(HAND, weapons=(REPEATER,))).changed("ann", position=(20.0, 11.5, 3.0))
    assert good_shot(battle, "ann", "bob") == "from a height"
    _, told = shoots(battle, (1, 1, 2), (3,), weapons=("repeater",))
    assert told.names() == ["hit roll, repeater", "good shot"]


def test_a_step_is_no_height_and_a_target_in_cover_has_no_flank() -> None:
    low = block("low", (18.0, 8.0, 0.0), (22.0, 12.0, 1.0))
    assert good_shot(duel(low).changed("ann", position=(20.0, 11.5, 1.0)), "ann", "bob") is None
    assert good_shot(duel(facing=90.0), "ann", "bob") == "from the flank"
    assert good_shot(duel(BARRICADE, facing=90.0), "ann", "bob") is None


def test_no_die_is_rerolled_without_a_1() -> None:
    _, told = shoots(duel(facing=90.0), (2,))
    assert told.names() == ["hit roll, rifle"]


# Gun slinging, Panic fire


def test_two_pistols_at_one_target_do_without_combat_skill() -> None:
    hand = replace(HAND, combat=2, weapons=(PISTOL, replace(PISTOL, name="other")))
    battle = duel(bob=(20.0, 18.0, 0.0), hand=hand)
    keys = [key for key, _ in ways_to_fire(battle, "ann")]
    assert keys == ["pistol", "other", "pistol in panic", "other in panic", "pistol and other"]
    attack = attack_with(battle, "ann", ("pistol", "other"), ("bob",))
    assert good_faces(battle, attack, "bob") == {5, 6}
    assert good_faces(battle, attack_with(battle, "ann", ("pistol",), ("bob",)), "bob") == {3, 4, 5, 6}


def test_panic_fire_is_one_shot_more_and_the_last() -> None:
    hand = replace(HAND, weapons=(PISTOL,))
    battle, told = shoots(duel(bob=(20.0, 18.0, 0.0), hand=hand), (2, 3), weapons=("pistol",), panic=True)
    assert isinstance(told[0], Roll)
    assert told[0].dice == "2D6"
    assert battle.model("ann").empty == {"pistol"}


# Crouching


def test_who_crouches_is_missed_on_5_and_6_and_the_piece_is_gone() -> None:
    crate = block("crate", (19.0, 18.2, 0.0), (21.0, 19.45, 0.6), kind="scatter")
    battle = duel(crate)
    assert crouches_behind(battle, "ann", "bob") == "crate"
    after, told = shoots(battle, (6,), (5,))
    assert told.names()[1] == "whether crate stops it"
    assert after.piece_state("crate") == "gone"
    assert crouches_behind(after, "ann", "bob") is None
    _, told = shoots(battle, (6,), (4,), (1,))
    assert told.names()[1:] == ["whether crate stops it", "damage"]


def test_whoever_stands_on_what_is_blown_to_pieces_comes_down() -> None:
    crate = block("crate", (19.0, 17.5, 0.0), (21.0, 19.45, 1.2), kind="scatter")
    battle = scene({"ann": ANN}, {"bob": (20.0, 20.0, 0.0), "cat": (19.6, 18.1, 1.2)}, pieces=(crate,))
    after, told = shoots(battle, (6,), (5,))
    assert told.names() == ["hit roll, rifle", "whether crate stops it"]
    assert after.model("cat").position == pytest.approx((19.6, 18.1, 0.0), abs=0.01)
    assert after.model("bob").position == battle.model("bob").position


@pytest.mark.parametrize(("high", "far"), [(1.6, 19.45), (0.6, 18.9)])
def test_one_crouches_neither_behind_what_is_larger_nor_away_from_it(high: float, far: float) -> None:
    crate = block("crate", (19.0, 18.2, 0.0), (21.0, far, high), kind="scatter")
    assert crouches_behind(duel(crate, bob=(20.3, 20.0, 0.0)), "ann", "bob") is None


# Firefights


def test_a_miss_with_a_natural_1_is_answered_and_answers_may_be_answered() -> None:
    battle = duel(sheet=RAIDER)
    after, told = shoots(battle, (1,), (1,), "nothing")
    assert told.names() == ["hit roll, rifle", "hit roll, rifle", "answer to the shots"]
    assert [question.who for question in told] == ["ann", "bob", "crew"]
    _, told = shoots(battle, (1,), (1,), "rifle", (2,))
    assert told.names()[-1] == "hit roll, rifle"
    assert after.model("bob").has(FIRED)


def test_answers_hit_with_a_natural_6_only() -> None:
    battle = duel(sheet=replace(RAIDER, combat=3))
    after, told = shoots(battle, (1,), (5,))
    assert told.names() == ["hit roll, rifle", "hit roll, rifle"]
    assert not after.model("ann").has(STUNNED)
    after, _ = shoots(battle, (1,), (6,), (1,))
    assert after.model("ann").has(STUNNED)


@pytest.mark.parametrize("why", ["no 1", "stunned", "shocked", "behind", "far"])
def test_nobody_fires_back_without_a_1_nor_stunned_nor_out_of_arc_or_range(why: str) -> None:
    sheet = replace(RAIDER, weapons=(replace(RIFLE, inches=6.0),)) if why == "far" else RAIDER
    battle = duel(sheet=sheet, facing=90.0 if why == "behind" else 270.0)
    battle = (
        battle.marked("bob", STUNNED) if why == "stunned" else battle.marked("bob", SHOCKED) if why == "shocked" else battle
    )
    dice = {"no 1": [(2,)], "behind": [(1,), (1,)]}.get(why, [(1,)])
    _, told = shoots(battle, *dice)
    assert [question.who for question in told] == ["ann"] * len(dice)


def pair(*, cat: CombatSheet = RAIDER) -> Battle:
    """Bob and, a little farther off, Cat, at whom Ann fires with one shot each."""
    sheets = {"ann": replace(HAND, weapons=(replace(REPEATER, shots=2),)), "bob": RAIDER, "cat": cat}
    return scene({"ann": ANN}, {"bob": (20.0, 20.0, 0.0), "cat": (21.0, 21.5, 0.0)}, sheets=sheets)


def test_the_log_says_who_fires_back_and_whom_damage_is_rolled_against() -> None:
    _, told = shoots(duel(sheet=RAIDER), (1,), (6,), (1,))
    assert "Bob fires back at Ann with rifle" in [one.text for one in told.said]
    assert isinstance(told[-1], Roll)
    assert told[-1].needs == "more than Ann's toughness 3"


def test_the_words_of_a_target_tell_of_a_good_shot() -> None:
    assert "hits on 4+, good shot; a hit 58.3 %" in target_words(duel(facing=90.0), "ann", Armed((RIFLE,)), "bob")
    assert "good shot" not in target_words(duel(), "ann", Armed((RIFLE,)), "bob")


def test_of_several_only_the_closest_who_can_fires_back() -> None:
    battle = pair()
    attack = attack_with(battle, "ann", ("repeater",), ("bob", "cat"))
    _, told = gone_through(fires(battle, attack), (1,), (2,), (2,))
    assert [question.who for question in told] == ["ann", "ann", "bob"]
    own = scene(
        {"ann": ANN, "bea": (21.0, 10.5, 0.0)}, {"bob": (20.0, 20.0, 0.0)}, sheets={"bob": replace(RAIDER, weapons=(REPEATER,))}
    )
    _, told = gone_through(fires(own, attack_with(own, "bob", ("repeater",), ("ann", "bea", "bea"))), (1,), (2, 2), "nothing")
    assert [question.what for question in told if isinstance(question, Choose)] == ["answer to the shots"]


def test_who_cannot_fire_this_round_does_not_fire_back() -> None:
    _, told = shoots(duel(sheet=RAIDER).marked("bob", NO_FIRE), (1,))
    assert told.names() == ["hit roll, rifle"]


def test_firing_back_turns_nobody_of_the_crew() -> None:
    battle = scene({"ann": ANN}, {"bob": (23.0, 20.0, 0.0)})
    attack = attack_with(battle, "bob", ("rifle",), ("ann",))
    after, told = gone_through(fires(battle, attack), (1,), "rifle", (2,))
    assert told.names() == ["hit roll, rifle", "answer to the shots", "hit roll, rifle"]
    assert after.model("ann").facing == 90.0


# Lunging


@pytest.mark.parametrize(("event", "what"), [(False, "brawl, blade"), (True, "hit roll, pistol")])
def test_enemies_lunge_by_the_type_that_they_are_now(event: bool, what: str) -> None:
    battle = duel(bob=(20.0, 14.0, 0.0), sheet=replace(RAIDER, weapons=(BLADE, PISTOL)))
    battle = battle.side_marked("enemies", CHANGED_PLANS) if event else battle
    attack = attack_with(battle, "ann", ("rifle",), ("bob",))
    _, told = gone_through(answered(battle, attack, True), *([(2,)] if event else [(3,), (2,), (1,)]))
    assert told.names()[0] == what


def test_who_has_a_blade_and_is_near_lunges_after_a_miss() -> None:
    sheet = replace(RAIDER, weapons=(BLADE,))
    battle = duel(bob=(20.0, 14.0, 0.0), sheet=sheet)
    assert may_lunge(battle, "bob", "ann")
    after, told = shoots(battle, (2,), (3,), (3,), (1,))
    assert told.names() == ["hit roll, rifle", "brawl, blade", "brawl, improvised", "damage"]
    assert after.model("bob").position != battle.model("bob").position


def test_nobody_lunges_from_afar_or_with_a_gun_alone() -> None:
    assert not may_lunge(duel(bob=(20.0, 16.5, 0.0), sheet=replace(RAIDER, weapons=(BLADE,))), "bob", "ann")
    assert not may_lunge(duel(bob=(20.0, 14.0, 0.0), sheet=RAIDER), "bob", "ann")
    assert may_lunge(duel(bob=(20.0, 14.0, 0.0), sheet=DUMB), "bob", "ann")


def test_the_player_may_let_it_be() -> None:
    battle = scene({"ann": ANN}, {"bob": (20.0, 14.0, 0.0)}, sheets={"ann": replace(HAND, weapons=(BLADE,))})
    attack = attack_with(battle, "bob", ("rifle",), ("ann",))
    after, told = gone_through(answered(battle, attack, False), "nothing")
    assert told.names() == ["answer to the shots"]
    assert after == battle


def test_the_way_of_a_lunge_is_seen_before_it_is_chosen() -> None:
    battle = scene({"ann": ANN}, {"bob": (20.0, 14.0, 0.0)}, sheets={"ann": replace(HAND, weapons=(BLADE,))})
    attack = attack_with(battle, "bob", ("rifle",), ("ann",))
    _, told = gone_through(answered(battle, attack, False), "nothing")
    asked = told[0]
    assert isinstance(asked, Choose)
    assert asked.preview is not None
    ways = {option.key: asked.preview(option) for option in asked.options}
    assert ways["nothing"] is None
    assert (ways["lunge"].meets, ways["lunge"].done) == (("bob",), True)


# Adjudicating line of sight and cover


def screened(x: float) -> Battle:
    """A screen that ends so far along, at Bob's side of the line."""
    return duel(block("screen", (10.0, 18.0, 0.0), (x, 18.2, 8.0)))


def grazed(covered: bool, low: float = 19.0, high: float = 20.5) -> float:
    """Where a screen begins to give cover, or, without it, to hide: the place is found by halving."""
    while high - low > 0.004:
        middle = (low + high) / 2.0
        battle = screened(middle)
        met = in_cover(battle, "ann", "bob") if covered else not in_sight(battle, "ann", "bob")
        low, high = (low, middle) if met else (middle, high)
    return (low + high) / 2.0


def test_a_shot_that_is_too_close_to_call_is_allowed_and_counts_as_one_into_cover() -> None:
    edge = grazed(covered=True)
    barely = screened(edge - 0.03)
    assert not in_cover(barely, "ann", "bob")
    assert counts_as_cover(barely, "ann", "bob")
    assert "too close to call" in target_words(barely, "ann", Armed((RIFLE,)), "bob")
    assert not counts_as_cover(screened(edge - 0.3), "ann", "bob")
    flanked = barely.changed("bob", facing=90.0)
    assert good_shot(flanked, "ann", "bob") is None
    assert good_shot(duel(facing=90.0), "ann", "bob") == "from the flank"
    hidden = screened(grazed(covered=False, high=21.5) + 0.02)
    assert not in_sight(hidden, "ann", "bob")
    attack, told = gone_through(asks_fire(hidden, "ann"), "bob")
    assert told.names() == ["whom to fire at"]
    assert attack is not None
    assert attack.targets == ("bob",)
