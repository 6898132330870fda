"""arbiter: exact odds, each worked out by hand beside it; the arithmetic shares nothing with the engine."""

from collections import defaultdict
from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from rules.engine.exact_odds import odds
from rules.engine.procedure_steps import Choose
from rules.roster.gang import Fighter, Saves
from rules.skirmish.attack_odds import AttackOdds, fighting_odds, shooting_odds
from rules.skirmish.melee.close_combat import fight
from rules.skirmish.melee.retreat_actions import retreat
from rules.skirmish.morale.nerve_tests import nerve_test
from rules.skirmish.moving.charge_action import charge
from rules.skirmish.phases.end_phase import bottle_test, flee, recovery_roll
from rules.skirmish.state.battle_sight import engaged
from rules.skirmish.state.battle_state import Battle
from rules.skirmish.state.status_changes import out_of_action, seriously_injured
from sightline.session.targets.decision_evidence import evidence
from tests.rules.skirmish.attacks import BLADE
from tests.rules.skirmish.battles import gone_through
from tests.rules.skirmish.guns import ANN, BILL, CARBINE, FULL, PARTIAL, card, gun_of, rail, weapon
from tests.rules.skirmish.moves import acting
from tests.rules.systems.arbiter.arbiter_scenes import CONTACT, scene, turn_of

F = Fraction
DICE = range(1, 7)


def chances(answers: Mapping[str, str], told: Callable[[Any], object], *what: Any) -> dict[object, Fraction]:  # noqa: ANN401
    """How likely a procedure ends in what, with these answers to its choices."""

    def decide(request: Choose) -> Mapping[str, Fraction]:
        return {answers[request.what]: F(1)}

    found: dict[object, Fraction] = defaultdict(Fraction)
    for result, share in odds(decide, *what).items():
        found[told(result)] += share
    return dict(found)


def share(holds: Callable[..., bool], dice: int) -> Fraction:
    """In how many of all throws of so many dice something holds."""
    throws = list(product(DICE, repeat=dice))
    return F(sum(holds(*throw) for throw in throws), len(throws))


@pytest.mark.parametrize(("gap", "reaches"), [(5.9, F(1)), (6.9, F(2, 3)), (7.9, F(1, 3)), (8.1, F(0))])
def test_a_charge_of_movement_5_goes_6_7_or_8_inches_a_third_each(gap: float, reaches: Fraction) -> None:
    """5" + D3": a D3 shows 1, 2 and 3 on two faces of a die each. 6" and more: always; 7": 2/3; 8": 1/3; more: never."""
    start = scene({"ann": (4.0, 8.0), "bill": (4.0 + gap + CONTACT, 8.0)}, size=(30.0, 16.0))
    start = acting(start, "ann", left=0, done=("charge",))
    found = chances({"whom to charge": "bill"}, lambda after: bool(engaged(after, "ann")), charge, start, "ann")
    assert found.get(True, F(0)) == reaches


@pytest.mark.parametrize(("height", "saved"), [(None, F(1, 3)), (PARTIAL, F(1, 2)), (FULL, F(2, 3))])
def test_a_save_of_5_against_a_template(height: float | None, saved: Fraction) -> None:
    """In the open 5+, two faces of six: 1/3. In partial cover 4+: 1/2. In full cover 3+: 2/3.

    It always hits, and wounds toughness 3 with strength 6 on 2+, five faces of six.
    """
    lamp = card("ann", weapon("lamp", "template", short=None, long=0.0, strength=6))
    start = shot(lamp, card("bill", saves=Saves(armour=5)), x=16.0, height=height)
    found = shooting_odds(start, "ann", "bill", (gun_of(start),))
    assert found.hit == 1
    assert found.wound == F(5, 6) * (1 - saved)


def shot(*cards: Fighter, x: float = BILL[0], height: float | None = None, friend: bool = False) -> Battle:
    """Ann, who hits on 4+, shoots at Bill behind a rail; a friend of hers is engaged with him."""
    places = {"ann": ANN, "bill": (x, 10.0)} | ({"rob": (x + CONTACT, 10.0)} if friend else {})
    known = {"ann": card("ann", CARBINE)} | {one.id: one for one in cards}
    pieces = (rail(height, x=x - 1.1),) if height else ()
    return turn_of(scene(places, cards=list(known.values()), pieces=pieces), "ann")


def carbine_at(start: Battle) -> AttackOdds:
    return shooting_odds(start, "ann", "bill", (gun_of(start),))


def test_a_shot_at_the_engaged() -> None:
    """4+ with -1 is 5+: two faces of six. Nobody else can be hit, and he is not pinned."""
    found = carbine_at(shot(friend=True))
    assert (found.hit, found.pinned, found.others) == (F(2, 6), F(0), ())


def test_a_shot_at_the_engaged_in_full_cover_is_improbable() -> None:
    """4+ with -1 and -2 is 7+: a 6, one face of six, then 4+ without modifiers, three of six."""
    assert carbine_at(shot(friend=True, height=FULL)).hit == F(1, 6) * F(3, 6)


def test_a_good_shot_at_full_cover_misses_with_a_1_only() -> None:
    """Skill 2+ and an accuracy of +2 against -2: 2+, five faces of six."""
    sharp = card("ann", weapon("rifle", accuracy_long=2), ballistic_skill=2)
    assert carbine_at(shot(sharp, height=FULL)).hit == F(5, 6)


def test_the_wounds_of_rapid_fire() -> None:
    """Hits by face of the firepower die: 1, 1, 1, 2, 2, 3, on average 10/6. It hits on 4+ and wounds on 2+, with no save."""
    burst = card("ann", weapon("burst", ("rapid fire", 1), ammo=2, strength=6))
    assert carbine_at(shot(burst)).expected_wounds == F(1, 2) * F(1 + 1 + 1 + 2 + 2 + 3, 6) * F(5, 6)


def test_the_injuries_of_two_points_of_damage() -> None:
    """One wound: two injury dice. Out of action: a 6 among them. Seriously injured: no 6, but a 3, 4 or 5."""
    gun = card("ann", weapon("gun", damage=2, strength=6))
    found = carbine_at(shot(gun))
    wounded = F(1, 2) * F(5, 6)
    out = share(lambda one, other: 6 in (one, other), 2)
    serious = share(lambda one, other: max(one, other) in (3, 4, 5), 2)
    assert (out, serious) == (F(11, 36), F(21, 36))
    assert (found.out_of_action, found.seriously_injured) == (wounded * out, wounded * serious)
    assert found.flesh_wound == wounded * F(4, 36)


@pytest.mark.parametrize(("crew", "out", "down", "bottles"), [(6, 1, 0, F(1, 6)), (6, 1, 1, F(2, 6)), (6, 2, 1, F(3, 6))])
def test_a_bottle_check_of_six(crew: int, out: int, down: int, bottles: Fraction) -> None:
    """D6 + 1 > 6 with a 6; D6 + 2 > 6 with 5 or 6; D6 + 3 > 6 with 4, 5 or 6."""
    assert bottle_chance(crew, out, down) == bottles


def test_a_bottle_check_of_three_and_of_all_who_are_down() -> None:
    """D6 + 1 > 3 with 3 and more, four faces; D6 + 3 > 3 with any."""
    assert bottle_chance(3, 0, 1) == F(4, 6)
    assert bottle_chance(3, 0, 3) == 1


def bottle_chance(crew: int, out: int, down: int) -> Fraction:
    names = [f"a{number}" for number in range(crew)]
    start = scene({name: (4.0 + 4 * place, 5.0) for place, name in enumerate(names)} | {"bill": (40, 40)})
    for name in names[:out]:
        start = out_of_action(start, name)
    for name in names[out : out + down]:
        start = seriously_injured(start, name)
    answers = {"take the bottle test": "test"}
    return chances(answers, lambda after: after.side("red").bottled, bottle_test, start, "red").get(True, F(0))


def test_a_retreat_from_two_enemies_unhurt() -> None:
    """Each enemy passes initiative 4+ with three faces, and reacts whether she gets away or not.

    Bare hands, one attack, skill 4+, and the other one assists: 3+, four faces; then strength 3 on toughness 3, three faces.
    So one hurts her with 1/2 x 2/3 x 1/2 = 1/6, and both leave her unhurt in 25 of 36 cases. By the main rulebook they would
    react for sure, but only if she fails: 1/2 + 1/2 x (2/3)^2 = 13/18.
    """
    places = {"ann": (10.0, 10.0), "bill": (10.0 + CONTACT, 10.0), "ben": (10.0, 10.0 + CONTACT)}
    start = scene(places).changed("bill", facing=180.0).changed("ben", facing=270.0)
    answers = {"where to retreat": "stay", "weapons": "unarmed"}
    start = acting(start, "ann", done=("retreat",))
    found = chances(answers, lambda after: _hurt(after, "ann"), retreat, start, "ann")
    assert found[False] == (1 - F(1, 2) * F(2, 3) * F(1, 2)) ** 2 == F(25, 36)


def test_a_retreat_from_one_enemy_gets_away_unhurt() -> None:
    """Her 4+, and not: his 4+, his hit on 4+, his wound on 4+: 1/2 x (1 - 1/8). A die of any face takes her an inch away."""
    start = scene({"ann": (10.0, 10.0), "bill": (10.0 + CONTACT, 10.0)}).changed("bill", facing=180.0)
    start = acting(start, "ann", done=("retreat",))
    answers = {"where to retreat": "3 10", "weapons": "unarmed"}
    found = chances(answers, lambda after: not _hurt(after, "ann") and not engaged(after, "ann"), retreat, start, "ann")
    assert found[True] == F(1, 2) * (1 - F(1, 2) ** 3) == F(7, 16)


def _hurt(after: Battle, fighter: str) -> bool:
    model = after.model(fighter)
    return not model.on_table or model.status != "standing" or model.flesh_wounds > 0


def test_recovery_with_assistance() -> None:
    """Two dice, the better one kept. Up: a 1 or 2 among them, 20 of 36. Out: both 6, 1 of 36. Down: the other 15.

    Alone it is 12, 18 and 6 of 36.
    """
    start = scene({"ann": (10, 10), "art": (11.5, 10), "bill": (40, 40)}).changed("ann", status="seriously_injured")

    def ended(result: tuple[Battle, str]) -> str:
        model = result[0].model("ann")
        return model.status if model.on_table else "out"

    def best(request: Choose) -> Mapping[str, Fraction]:
        keys = [option.key for option in request.options]
        return {next(key for key in ("art", "flesh", "serious", "out") if key in keys): F(1)}

    found: dict[str, Fraction] = defaultdict(Fraction)
    for result, chance in odds(best, recovery_roll, start, "ann", ()).items():
        found[ended(result)] += chance
    assert found == {"pinned": F(20, 36), "seriously_injured": F(15, 36), "out": F(1, 36)}
    assert share(lambda one, other: min(one, other) <= 2, 2) == F(20, 36)
    alone = chances({}, ended, recovery_roll, start, "ann", ("art",))
    assert alone == {"pinned": F(12, 36), "seriously_injured": F(18, 36), "out": F(6, 36)}


def test_a_nerve_test_beside_a_friend_who_stands() -> None:
    """Cool 7+ on two dice: 21 of 36. With +1, 6+: 26 of 36."""
    start = scene({"ann": (10, 10), "art": (12, 10), "bill": (40, 40)})
    assert share(lambda one, other: one + other >= 6, 2) == F(26, 36)
    assert chances({}, lambda after: after.model("ann").broken, nerve_test, start, "ann")[False] == F(26, 36)
    alone = start.changed("art", status="pinned")
    assert chances({}, lambda after: after.model("ann").broken, nerve_test, alone, "ann")[False] == F(21, 36)


def test_a_friend_near_his_leader_stays() -> None:
    """The leader passes Cool 7+ with 21 of 36, which keeps him; else he passes Cool 9+ himself, with 10 of 36."""
    leader, friend = Fighter("ann", "Ann", leads_by_example=12.0), card("art", cool=9)
    start = scene({"ann": (10, 10), "art": (18, 10), "bill": (40, 40)}, cards=[leader, friend]).side_changed(
        "red", bottled=True
    )
    found = chances({}, lambda after: after.model("art").on_table, flee, start, "red")
    assert found[True] == F(21, 36) + F(15, 36) * F(10, 36)


def test_adjust_facing_the_chances_know_that_turning_costs_one() -> None:
    """Weapon skill 4+: 1/2 against whom she sees; 5+, 1/3, against whom she turns to; 1/2 again once she has charged him."""
    cards = [card("ann", BLADE)]
    ahead = turn_of(scene({"ann": (4.0, 8.0), "bill": (4.0 + CONTACT, 8.0)}, cards=cards), "ann")
    behind = ahead.changed("ann", facing=180.0)
    assert fighting_odds(ahead, "ann", "bill", (BLADE.name,)).hit == F(1, 2)
    assert fighting_odds(behind, "ann", "bill", (BLADE.name,)).hit == F(1, 3)
    _, told = gone_through(fight(behind, "ann"), BLADE.name, (1,), "stay")
    asked = next(one for one in told if isinstance(one, Choose) and one.what == "weapons")
    hits = [found.chances.hit for found in evidence(behind.changed("ann", facing=0.0), asked) if found.chances is not None]
    assert hits == [F(1, 3), F(1, 3)], "with a blade, and with bare hands"


def test_bare_hands_against_armour() -> None:
    """They have no armour penetration: skill 4+, strength 3 on toughness 3, and a save of 4+ fails in half of the cases."""
    start = scene({"ann": (10.0, 10.0), "bill": (10.0 + CONTACT, 10.0)}, cards=[card("bill", saves=Saves(armour=4))])
    found = fighting_odds(acting(start, "ann", done=("fight",)), "ann", "bill")
    assert (found.hit, found.wound) == (F(1, 2), F(1, 2) ** 3)


def test_a_charge_with_a_blade_and_a_friend_in_the_fight() -> None:
    """One attack and one die for the charge; skill 4+ with a friend's +1 is 3+: a hit with 1 - (1/3)^2 = 8/9."""
    places = {"ann": (10.0, 10.0), "bill": (10.0 + CONTACT, 10.0), "rob": (10.0 + 2 * CONTACT, 10.0)}
    start = acting(scene(places, cards=[card("ann", BLADE)]), "ann", done=("charge", "free fight"))
    assert fighting_odds(start, "ann", "bill", ("blade",), charged=True).hit == F(8, 9)
