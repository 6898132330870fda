"""five-parsecs: Enemy running away, Fearless."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest

from rules.engine.exact_odds import odds
from rules.engine.procedure_steps import Roll
from rules.skirmish.state.battle_state import Battle
from rules.skirmish.state.scenario import Area, Scenario
from rules.systems.five_parsecs.conditions.side_marks import STEADIED
from rules.systems.five_parsecs.events.panic_dice import bail_first, morale, panic_range
from rules.systems.five_parsecs.events.table_edges import FAR, LEFT, NEAR, RIGHT, crew_edge, enemy_edge, neutral_edges
from rules.systems.five_parsecs.roster.combat_sheet import EnemySheet
from tests.rules.skirmish.battles import gone_through
from tests.rules.systems.five_parsecs.battle_scenes import CREW, ENEMIES, RAIDER
from tests.rules.systems.five_parsecs.event_scenes import fought, killed

FOUR = {
    "rex": (8.0, 30.0, 0.0),
    "rio": (16.0, 34.0, 0.0),
    "roz": (24.0, 38.0, 0.0),
    "rut": (32.0, 42.0, 0.0),
    "rye": (40.0, 10.0, 0.0),
}
LOST_ONE = killed(fought(enemies=FOUR), "rye")
LOST_TWO = killed(fought(enemies={**FOUR, "roy": (44.0, 10.0, 0.0)}), "rye", "roy")


def fled(battle: Battle) -> list[str]:
    return [model.id for model in battle.models if model.whereabouts == "fled"]


@pytest.mark.parametrize(("panic", "face", "bails"), [(2, 1, True), (2, 2, True), (2, 3, False), (1, 2, False), (6, 6, True)])
def test_a_die_within_the_panic_range_makes_one_bail(panic: int, face: int, bails: bool) -> None:
    start = killed(fought(enemies=FOUR, force=EnemySheet(panic=panic)), "rye")
    after, told = gone_through(morale(start), (face,))
    assert fled(after) == ["rut"] * bails
    (roll,) = told
    assert isinstance(roll, Roll)
    assert roll.dice == "D6"
    assert told.said


def test_as_many_dice_as_enemies_were_removed_by_combat_and_none_for_the_crew_or_those_who_bail() -> None:
    after, told = gone_through(morale(killed(LOST_TWO, "ann")), (1, 2))
    assert [one.dice for one in told if isinstance(one, Roll)] == ["2D6"]
    assert fled(after) == ["roz", "rut"]
    # They were no casualties, and all losses are forgotten: nothing is rolled again.
    assert [side.lost_this_round for side in after.sides] == [0, 0]
    assert after.side(ENEMIES).lost == 2
    assert gone_through(morale(after)) == (after, [])


def test_nobody_lost_no_test() -> None:
    start = fought()
    assert gone_through(morale(start))[1] == []


def test_a_panic_range_of_0_fights_to_the_death_and_morale_increase_takes_one_face() -> None:
    fierce = killed(fought(enemies=FOUR, force=EnemySheet(panic=0)), "rye")
    after, told = gone_through(morale(fierce))
    assert (fled(after), list(told)) == ([], [])
    assert "to the death" in told.said[0].text
    steady = LOST_ONE.side_marked(ENEMIES, STEADIED)
    assert (panic_range(LOST_ONE), panic_range(steady), panic_range(steady.side_marked(ENEMIES, STEADIED, 5))) == (2, 1, 0)
    assert fled(gone_through(morale(steady), (2,))[0]) == []
    assert fled(gone_through(morale(steady), (1,))[0]) == ["rut"]


def test_the_closest_to_the_enemy_battlefield_edge_bail_first() -> None:
    assert bail_first(LOST_ONE) == ("rut", "roz", "rio", "rex")
    after, _ = gone_through(morale(killed(LOST_TWO, "rex")), (1, 1, 6))
    assert fled(after) == ["roz", "rut"]


def test_fearless_and_lieutenants_are_skipped() -> None:
    sheets = {"rut": replace(RAIDER, fearless=True), "roz": replace(RAIDER, role="lieutenant")}
    start = killed(fought(enemies=FOUR, sheets=sheets), "rye")
    assert bail_first(start) == ("rio", "rex")
    assert fled(gone_through(morale(start), (1,))[0]) == ["rio"]
    brave = killed(fought(enemies=FOUR, sheets=dict.fromkeys(FOUR, replace(RAIDER, fearless=True))), "rye")
    after, told = gone_through(morale(brave), (1,))
    assert fled(after) == []
    assert "nobody" in told.said[-1].text


def test_no_more_bail_than_there_are() -> None:
    start = killed(fought(enemies=FOUR), "rye", "rex", "rio")
    assert fled(gone_through(morale(start), (1, 1, 1))[0]) == ["roz", "rut"]


@pytest.mark.parametrize(
    ("enemies", "crew", "edges"),
    [
        (Area((0.0, 0.0), (0.2, 1.0)), Area((0.8, 0.0), (1.0, 1.0)), (LEFT, RIGHT)),
        (Area((0.0, 0.0), (1.0, 0.2)), Area((0.0, 0.8), (1.0, 1.0)), (NEAR, FAR)),
        (Area((0.0, 0.0), (1.0, 1.0)), Area((0.0, 0.0), (1.0, 1.0)), (FAR, NEAR)),
    ],
)
def test_whose_edge_is_which_by_where_the_scenario_sets_them_up(
    enemies: Area, crew: Area, edges: tuple[object, object]
) -> None:
    start = killed(fought(enemies=FOUR, scenario=Scenario("", (crew, enemies)), size=(60.0, 48.0)), "rye")
    assert (enemy_edge(start), crew_edge(start)) == edges
    assert set(neutral_edges(start)) == {FAR, NEAR, LEFT, RIGHT} - set(edges)
    if edges[0] == LEFT:
        assert bail_first(start) == ("rex", "rio", "roz", "rut")
    assert [gang.id for gang in start.setting.gangs] == [CREW, ENEMIES]


def test_odds_of_two_panic_dice_with_a_range_of_2() -> None:
    found = Counter[int]()
    for battle, chance in odds(lambda _: {}, morale, LOST_TWO).items():
        found[len(fled(battle))] += chance  # type: ignore[assignment]
    assert found == {0: Fraction(16, 36), 1: Fraction(16, 36), 2: Fraction(4, 36)}


@pytest.mark.parametrize(("panic", "lost", "left"), [(1, 1, 4), (3, 3, 2), (2, 4, 1), (5, 2, 0)])
def test_odds_of_morale_by_all_faces_that_dice_can_show(panic: int, lost: int, left: int) -> None:
    names = [f"r{number}" for number in range(lost + 4)]
    places = {name: (4.0 + 5 * number, 40.0, 0.0) for number, name in enumerate(names)}
    brave = {name: replace(RAIDER, fearless=True) for name in names[lost + left :]}
    start = killed(fought(enemies=places, sheets=brave, force=EnemySheet(panic=panic)), *names[:lost])
    found = Counter[int]()
    for battle, chance in odds(lambda _: {}, morale, start).items():
        found[len(fled(battle))] += chance  # type: ignore[assignment]
    by_hand = Counter(min(sum(face <= panic for face in faces), left) for faces in product(range(1, 7), repeat=lost))
    assert found == {bail: Fraction(ways, 6**lost) for bail, ways in by_hand.items()}
