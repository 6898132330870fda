"""five-parsecs: Escalating battles: when it is rolled, the table, and what each effect does. What they do is ours."""

import math
from dataclasses import replace

import pytest

from rules.engine.procedure_steps import Answer, Roll
from rules.skirmish.state.battle_state import Battle
from rules.skirmish.state.scenario import Area, Objective, Scenario
from rules.systems.five_parsecs.combat.brawl import brawler
from rules.systems.five_parsecs.combat.hit_rolls import AimedShots, FireAttack, good_faces
from rules.systems.five_parsecs.conditions.battle_view import in_sight
from rules.systems.five_parsecs.conditions.figure_now import ai_of, combat_now, main_ai, speed_now
from rules.systems.five_parsecs.conditions.marks import SHOCKED, STUNNED
from rules.systems.five_parsecs.conditions.side_marks import CHANGED_PLANS, ESCALATED, reached
from rules.systems.five_parsecs.events.arriving import placed
from rules.systems.five_parsecs.events.escalation_checks import TABLE, escalation, escalation_at, must_escalate, rows_for
from rules.systems.five_parsecs.events.escalation_effects import exposed
from rules.systems.five_parsecs.events.objectives import newly_reached, win_condition, with_reached
from rules.systems.five_parsecs.events.panic_dice import panic_range
from rules.systems.five_parsecs.events.vermin import VERMIN
from rules.systems.five_parsecs.roster.combat_sheet import AI_TYPES, AiType, CombatSheet, EnemySheet
from rules.systems.five_parsecs.roster.escalation import escalation_effect
from tests.plain_scenes import block
from tests.rules.skirmish.battles import Told, gone_through
from tests.rules.systems.five_parsecs.battle_scenes import BLADE, CREW, ENEMIES, HAND, RAIDER, REPEATER, RIFLE
from tests.rules.systems.five_parsecs.event_scenes import (
    BASIC,
    SPECIALIST,
    VERMIN_SHEET,
    VIP,
    fought,
    killed,
    shipped_escalation,
)

PRINTED = """
             Aggressive Cautious Defensive Rampaging Tactical Beast
morale_increase          01-15  01-10  01-20  01-10  01-10  01-10
fighting_intensifies     16-30  11-15  21-40  11-20  11-25  11-15
reinforcements           31-45  16-40  41-50  21-45  26-30  16-35
regroup                  -      41-55  51-65  -      31-45  -
sniper                   -      56-70  66-75  -      46-60  -
ambush                   46-60  -      -      46-60  -      36-80
covering_fire            61-70  71-80  76-90  -      61-85  -
unconventional_tactics   71-80  81-100 91-100 61-65  86-100 -
rush_attack              81-100 -      -      66-100 -      81-100
"""
"""As the text prints it."""


def escalates(battle: Battle, key: str, *answers: Answer) -> tuple[Battle, Told]:
    """What an effect does, by a number of the column that holds for the battle."""
    number = next(faces[0] for row, faces in rows_for(battle, main_ai(battle)) if row.key == key)
    return gone_through(escalation(battle), number, *answers)


def by(ai: AiType) -> EnemySheet:
    return EnemySheet(ai=ai)


def new_enemies(battle: Battle) -> list[str]:
    return [model.id for model in battle.on_table(ENEMIES) if model.id.startswith("w")]


def test_the_table_is_that_of_the_text() -> None:
    header, *lines = PRINTED.strip().splitlines()
    for place, ai in enumerate(header.casefold().split()):
        told: dict[int, str] = {}
        for line in lines:
            key, *ranges = line.split()
            low, _, high = ranges[place].partition("-")
            told |= dict.fromkeys(range(int(low), int(high) + 1) if low else (), key)
        assert sorted(told) == list(range(1, 101))
        assert {number: shipped_escalation().effect(ai, number).key for number in told} == told  # type: ignore[arg-type]
        # Enemies who came from no file have the same one.
        assert {number: escalation_at(ai, number).key for number in told} == told  # type: ignore[arg-type]
    assert len({row.does for row in TABLE}) == len(TABLE) == len(lines)


@pytest.mark.parametrize("ai", AI_TYPES)
def test_the_roll_tells_the_rows_of_the_main_ai_type(ai: AiType) -> None:
    after, told = gone_through(escalation(fought(force=by(ai))), (1,))
    (roll,) = told
    assert isinstance(roll, Roll)
    assert (roll.dice, roll.who) == ("D100", ENEMIES)
    assert sum(len(faces) for _, faces in roll.means) == 100
    assert roll.meant_by((100,)) == escalation_effect(after.setting, 100, ai).name
    assert told.said[0].text.startswith(f"{roll.meant_by((1,))}: ")
    assert after.side(ENEMIES).has(ESCALATED) == 1


MIDDLE = Scenario(
    "", (Area((0.0, 0.0), (1.0, 0.2)), Area((0.0, 0.8), (1.0, 1.0))), objectives=(Objective("relay", (0.5, 0.5)),)
)


def test_it_is_rolled_when_an_enemy_was_removed_in_this_round() -> None:
    start = fought()
    assert not must_escalate(start)
    assert must_escalate(killed(start, "rex"))
    assert not must_escalate(killed(start, "ann"))


def test_it_is_rolled_when_a_crew_member_has_reached_an_objective_for_the_first_time() -> None:
    start = fought(scenario=MIDDLE)
    base = 12.5 / 25.4
    there = start.changed("ann", position=(24.0, 24.0 - base - 0.99, 0.0))
    assert [must_escalate(battle) for battle in (start, there)] == [False, True]
    assert not must_escalate(start.changed("ann", position=(24.0, 24.0 - base - 1.01, 0.0)))
    assert not must_escalate(start.changed("rex", position=(24.0, 24.0, 0.0)))
    # An enemy who is there too does not matter, nor does it count twice.
    assert must_escalate(there.changed("rex", position=(24.0, 24.6, 0.0)))
    assert not must_escalate(with_reached(there, newly_reached(there)))


@pytest.mark.parametrize(("number", "enemies", "rolled"), [(1, 1, True), (1, 2, False), (2, 1, False)])
def test_it_is_rolled_at_the_end_of_round_1_if_the_enemy_is_outnumbered_by_3(number: int, enemies: int, rolled: bool) -> None:
    crew = {f"a{place}": (8.0 * place, 8.0, 0.0) for place in range(1, 5)}
    foes = {f"r{place}": (8.0 * place, 40.0, 0.0) for place in range(1, enemies + 1)}
    assert must_escalate(fought(crew=crew, enemies=foes, round=number)) is rolled


def test_no_more_than_3_escalation_rolls_are_made() -> None:
    start = killed(fought(), "rex")
    assert must_escalate(start.side_marked(ENEMIES, ESCALATED, 2))
    assert not must_escalate(start.side_marked(ENEMIES, ESCALATED, 3))


def test_morale_increase() -> None:
    after, _ = escalates(fought(force=EnemySheet(panic=2)), "morale_increase")
    assert panic_range(after) == 1
    assert panic_range(escalates(after, "morale_increase")[0]) == 0


def test_fighting_intensifies_for_the_next_round() -> None:
    start = fought(crew={"ann": (16.0, 30.0, 0.0)})
    after, _ = escalates(start, "fighting_intensifies")
    attack = FireAttack("rex", (AimedShots("rifle", "ann", 1),))
    hits = [min(good_faces(replace(after, round=number), attack, "ann")) for number in (2, 3, 4)]
    assert hits == [5, 4, 5]
    during = replace(after, round=3)
    assert [combat_now(during, name) for name in ("ann", "rex", "rio")] == [HAND.combat, RAIDER.combat + 1, RAIDER.combat + 1]
    assert brawler(during, "rex", "ann", "improvised").bonus == RAIDER.combat + 1
    # Vermin of nobody are no enemies.
    with_one = fought(waiting={"vic": VERMIN_SHEET})
    found = placed(with_one, "vic", (24.0, 24.0, 0.0), gang=VERMIN)
    assert found is not None
    later = replace(escalates(found, "fighting_intensifies")[0], round=3)
    assert (combat_now(later, "vic"), speed_now(later, "vic")) == (VERMIN_SHEET.combat, VERMIN_SHEET.speed)


WAITING = {"w1": SPECIALIST, "w2": BASIC, "w3": BASIC, "w4": BASIC, "w5": VIP}


@pytest.mark.parametrize(("face", "come"), [(1, ["w2"]), (3, ["w2", "w3"]), (6, ["w2", "w3", "w4"])])
def test_reinforcements_are_d3_basic_enemies_at_their_edge(face: int, come: list[str]) -> None:
    after, _ = escalates(fought(waiting=WAITING), "reinforcements", (face,))
    assert new_enemies(after) == come
    for name in come:
        assert after.model(name).position[1] > 45.0
        assert abs(after.model(name).position[0] - 24.0) < 2.5


@pytest.mark.parametrize(("edge", "x"), [(1, 0.5), (2, 47.5)])
def test_ambush_is_d3_basic_enemies_at_an_edge_that_is_nobodys(edge: int, x: float) -> None:
    after, told = escalates(fought(waiting=WAITING), "ambush", (4,), (edge,))
    assert new_enemies(after) == ["w2", "w3"]
    assert after.model("w2").position[:2] == pytest.approx((x, 24.0), abs=0.1)
    assert isinstance(told[2], Roll)
    assert told[2].dice == "1 of 2"


@pytest.mark.parametrize(
    ("key", "ai", "answers"),
    [("reinforcements", "aggressive", [(6,)]), ("ambush", "beast", [(6,), (1,)]), ("sniper", "tactical", [])],
)
def test_nobody_comes_where_nobody_waits(key: str, ai: AiType, answers: list[Answer]) -> None:
    start = fought(waiting={"w5": VIP}, force=by(ai))
    after, told = escalates(start, key, *answers)
    assert after.models == start.models
    assert any("nobody is left" in one.text for one in told.said)


def test_regroup_takes_away_stun_and_shock_and_moves_those_in_the_open_back() -> None:
    crew = {"ann": (10.0, 8.0, 0.0)}
    enemies = {"rex": (10.0, 20.0, 0.0), "rio": (24.0, 20.0, 0.0), "roz": (40.0, 20.0, 0.0)}
    wall = block("wall", (30.0, 15.0, 0.0), (38.0, 18.0, 6.0))
    barrier = block("barrier", (21.0, 22.0, 0.0), (27.0, 22.4, 0.9), kind="obstacle")
    sheets: dict[str, CombatSheet] = {name: replace(RAIDER, speed=5) for name in enemies}
    start = fought(crew=crew, enemies=enemies, pieces=(wall, barrier), sheets=sheets, force=by("tactical"))
    start = start.marked("rex", STUNNED).marked("roz", SHOCKED)
    assert [exposed(start, name) for name in enemies] == [True, True, False]
    after, _ = escalates(start, "regroup")
    assert not any(model.marks for model in after.models)
    # Rex finds no cover; Rio is behind the barrier after three inches or four; Roz was out of sight all along.
    assert after.model("rex").position == pytest.approx((10.0, 25.0, 0.0), abs=0.01)
    assert after.model("roz").position == start.model("roz").position
    assert 22.4 < after.model("rio").position[1] < 24.9
    assert not exposed(after, "rio")
    assert after.model("ann") == start.model("ann")


def test_regroup_goes_no_farther_than_to_where_nobody_sees_him_in_the_open() -> None:
    # From Ann the post hides what is two to four inches behind Rio, and no more.
    post = block("post", (19.5, 17.9, 0.0), (20.5, 18.9, 6.0))
    start = fought(crew={"ann": (10.0, 8.0, 0.0)}, enemies={"rio": (24.0, 20.0, 0.0)}, pieces=(post,), force=by("tactical"))
    behind = [exposed(start.changed("rio", position=(24.0, 20.0 + inches, 0.0)), "rio") for inches in range(6)]
    assert (behind[0], behind[5]) == (True, True)
    first = behind.index(False)
    after, _ = escalates(start, "regroup")
    assert after.model("rio").position == pytest.approx((24.0, 20.0 + first, 0.0), abs=0.01)


def test_sniper_is_a_specialist_at_the_highest_place_with_a_crew_member_in_sight() -> None:
    tower = block("tower", (30.0, 30.0, 0.0), (36.0, 36.0, 8.0))
    hut = block("hut", (8.0, 30.0, 0.0), (14.0, 36.0, 4.0))
    ours = block("roof", (20.0, 4.0, 0.0), (28.0, 12.0, 12.0))
    start = fought(waiting=WAITING, pieces=(tower, hut, ours), crew={"ann": (16.0, 20.0, 0.0)}, force=by("defensive"))
    after, _ = escalates(start, "sniper")
    assert new_enemies(after) == ["w1"]
    assert after.model("w1").position[2] == pytest.approx(8.0)
    assert in_sight(after, "ann", "w1")


def test_sniper_goes_lower_where_the_highest_place_sees_nobody_and_has_a_gun() -> None:
    tower = block("tower", (30.0, 30.0, 0.0), (36.0, 36.0, 8.0))
    screen = block("screen", (28.0, 26.0, 0.0), (47.9, 27.0, 30.0))
    hut = block("hut", (8.0, 30.0, 0.0), (14.0, 36.0, 4.0))
    waiting = {"w1": replace(SPECIALIST, weapons=(BLADE,)), "w2": BASIC}
    crew = {"ann": (40.0, 20.0, 0.0), "bea": (8.0, 10.0, 0.0)}
    hidden = fought(waiting=waiting, pieces=(tower, screen, hut), crew=crew, force=by("cautious"))
    after, _ = escalates(hidden.changed("bea", position=(42.0, 20.0, 0.0)), "sniper")
    assert new_enemies(after) == ["w2"]
    assert any(in_sight(after, name, "w2") for name in crew)
    assert after.model("w2").position[2] < 8.0
    seen, _ = escalates(hidden, "sniper")
    assert seen.model("w2").position[2] == pytest.approx(8.0)


def test_covering_fire_all_who_can_fire_at_the_nearest_and_hit_on_a_natural_6() -> None:
    crew = {"ann": (16.0, 28.0, 0.0), "bea": (16.0, 14.0, 0.0)}
    enemies = {"rex": (14.0, 38.0, 0.0), "rio": (20.0, 38.0, 0.0), "roz": (24.0, 46.0, 0.0)}
    sheets = {"rex": replace(RAIDER, combat=3), "roz": replace(RAIDER, weapons=(BLADE,))}
    start = fought(crew=crew, enemies=enemies, sheets=sheets, force=by("tactical")).changed("rex", facing=90.0)
    # Neither a combat skill nor open ground helps: a 5 misses.
    after, told = escalates(start, "covering_fire", (5,), (6,), (6,), (1, 1))
    hits = [one for one in told if isinstance(one, Roll) and one.what.startswith("hit roll")]
    assert [(one.who, one.needs) for one in hits] == [("rex", "a natural 6"), ("rio", "a natural 6")]
    assert after.model("ann").marks
    assert not after.model("bea").marks
    # They turn to whom they fire at.
    assert 270.0 < after.model("rex").facing < 300.0
    _, told = escalates(start.marked("rex", SHOCKED), "covering_fire", (2,))
    assert [one.who for one in told if isinstance(one, Roll)] == [ENEMIES, "rio"]


def test_covering_fire_with_several_shots_at_as_many_as_it_can() -> None:
    crew = {"ann": (16.0, 28.0, 0.0), "bea": (18.0, 28.0, 0.0)}
    sheets = {"rex": replace(RAIDER, weapons=(RIFLE, REPEATER))}
    start = fought(crew=crew, enemies={"rex": (16.0, 38.0, 0.0)}, sheets=sheets, force=by("tactical"))
    _, told = escalates(start, "covering_fire", (2, 2), (2,))
    assert [one.dice for one in told if isinstance(one, Roll)][1:] == ["2D6", "D6"]


@pytest.mark.parametrize(("number", "kind"), [(1, "cautious"), (2, "tactical"), (3, "defensive"), (4, "rampaging")])
def test_unconventional_tactics_is_another_main_ai_type(number: int, kind: AiType) -> None:
    sheets = {"rio": replace(RAIDER, ai="cautious"), "roz": replace(RAIDER, weapons=(BLADE,))}
    start = fought(sheets=sheets, force=by("aggressive"))
    after, told = escalates(start, "unconventional_tactics", (number,))
    assert isinstance(told[1], Roll)
    assert told[1].dice == "1 of 4"
    assert main_ai(after) == kind
    # Who was of another type stays so.
    assert [ai_of(after, name) for name in ("rex", "rio", "roz")] == [kind, "cautious", kind]


def test_unconventional_tactics_take_the_place_of_a_change_of_plans() -> None:
    start = fought(force=by("aggressive")).side_marked(ENEMIES, CHANGED_PLANS)
    assert main_ai(start) == "cautious"
    after, told = escalates(start, "unconventional_tactics", (1,))
    assert isinstance(told[1], Roll)
    assert [words for words, _ in told[1].means] == ["aggressive", "tactical", "defensive", "rampaging"]
    assert main_ai(after) == "aggressive"
    assert main_ai(after.side_marked(ENEMIES, CHANGED_PLANS)) == "cautious"


def test_rush_attack_all_rampage_and_are_faster_in_the_next_round() -> None:
    sheets = {"rio": replace(RAIDER, ai="beast", speed=6)}
    after, _ = escalates(fought(sheets=sheets, force=by("aggressive")), "rush_attack")
    told = {number: [ai_of(replace(after, round=number), name) for name in ("rex", "rio")] for number in (2, 3, 4)}
    assert told == {2: ["aggressive", "beast"], 3: ["rampaging", "rampaging"], 4: ["aggressive", "beast"]}
    assert [speed_now(replace(after, round=3), name) for name in ("rex", "rio", "ann")] == [7.0, 8.0, 5.0]
    assert speed_now(replace(after, round=4), "rex") == 5.0
    # The main type is what it was: it is not for one round.
    assert main_ai(replace(after, round=3)) == "aggressive"


def test_the_win_condition_is_that_all_objectives_have_been_reached() -> None:
    two = replace(MIDDLE, objectives=(Objective("relay", (0.5, 0.5)), Objective("cache", (0.25, 0.5), loot=True)))
    start = fought(scenario=two, crew={"ann": (24.0, 23.0, 0.0)})
    assert newly_reached(start) == ("relay",)
    one = with_reached(start, newly_reached(start))
    assert not win_condition(one)
    both = one.side_marked(CREW, reached("cache"))
    assert win_condition(both)
    assert not win_condition(fought())
    assert math.dist(start.model("ann").position, (24.0, 24.0, 0.0)) < 1.5
