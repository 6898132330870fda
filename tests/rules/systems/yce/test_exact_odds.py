"""yce: odds of attacks worked out by hand, with nothing of the engine's own reckoning; the arithmetic stands beside each.

Ann has 4+ to shoot and to fight, strength 3 and one attack; so have Bill and the others, with toughness 3 and no save. A hit of
strength 3 wounds on 4+. The injury die takes out of action on 1 face, injures seriously on 3, and leaves a flesh wound on 2.
"""

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from itertools import product
from math import cos, hypot, radians, sin
from typing import Any

import pytest

from rules.engine.exact_odds import odds
from rules.engine.procedure_steps import Choose
from rules.skirmish.attack_odds import AttackOdds, fighting_odds, shooting_odds
from rules.skirmish.melee.retreat_actions import retreat
from rules.skirmish.state.battle_state import Battle
from tests.plain_scenes import block
from tests.rules.skirmish.attacks import BLADE, CLUB
from tests.rules.skirmish.battles import Place
from tests.rules.skirmish.guns import FULL, PARTIAL, card, duel, gun_of, rail, weapon

F = Fraction
CONTACT = 25 / 25.4
SHORT = {"bill": (16.0, 10.0, 0.0)}
"""Six inches from middle to middle: within the carbine's short range of 8."""


def shot(battle: Battle, **options: Any) -> AttackOdds:  # noqa: ANN401
    return shooting_odds(battle, "ann", "bill", (gun_of(battle),), **options)


def injuries(found: AttackOdds) -> tuple[F, F, F]:
    return found.out_of_action, found.seriously_injured, found.flesh_wound


def close(*cards: Any, rules: str = "yce", others: Mapping[str, Place] | None = None) -> Battle:  # noqa: ANN401
    """Ann and Bill in contact, face to face."""
    state = duel(*cards, others=others, rules=rules)
    return state.changed("bill", position=(10.0 + CONTACT, 10.0, 0.0), facing=180.0)


def test_1_a_shot_at_partial_cover() -> None:
    """4+ at -1 is 5+: 2/6. Then 4+ to wound: 1/6 in all, of which a sixth, a half and a third."""
    found = shot(duel(pieces=(rail(PARTIAL),), rules="yce"))
    assert (found.hit, found.wound) == (F(2, 6), F(1, 6))
    assert injuries(found) == (F(1, 36), F(1, 12), F(1, 18))


def test_2_a_shot_at_full_cover_where_a_natural_two_misses() -> None:
    """2+ at -2 is 4+: 3/6. With aim 3+, and at short range with +1 there 2+; but a 2 does not do: 4/6."""
    sharp = weapon("gun", accuracy_short=1)
    state = duel(card("ann", sharp, ballistic_skill=2), pieces=(rail(FULL, 14.9),), rules="yce").changed("bill", **_at(SHORT))
    assert shot(state).hit == F(4, 6)  # 2+ -2 +1 is 3+
    assert shot(state, aimed=True).hit == F(4, 6)  # 2+, and not with a 2
    far = duel(card("ann", sharp, ballistic_skill=2), pieces=(rail(FULL),), rules="yce")
    assert shot(far).hit == F(3, 6)


def _at(places: Mapping[str, tuple[float, float, float]]) -> dict[str, Any]:
    return {"position": places["bill"]}


@pytest.mark.parametrize(("rules", "chance"), [("yce", F(2, 6)), ("main-rulebook", F(3, 6))])
def test_3_a_shot_at_a_target_who_lies_in_the_open(rules: str, chance: F) -> None:
    """At short range: 4+ at -1, because he lies within the long range."""
    found = shot(duel(rules=rules).changed("bill", status="pinned", **_at(SHORT)))
    assert (found.hit, found.pinned, found.wound) == (chance, F(0), chance / 2)


def test_4_a_shot_at_an_engaged_target() -> None:
    """4+ to hit, then Bill on 4+ and else Rob: a quarter each. Nobody is pinned, and misses stray to nobody."""
    found = shot(duel(others={"rob": (20.0 + CONTACT, 10.0)}, rules="yce"))
    assert (found.hit, found.pinned, found.wound) == (F(1, 4), F(0), F(1, 8))
    assert found.others == (("rob", F(1, 4)),)


def test_5_an_aimed_shot_and_who_strays_into_it() -> None:
    """Partial cover, 5+ and with aim 4+: 1/2. Of the misses, Rob beside the line takes 1 to 3: 1/4."""
    found = shot(duel(others={"rob": (14.0, 10.8)}, pieces=(rail(PARTIAL),), rules="yce"), aimed=True)
    assert found.hit == F(1, 2)
    assert found.others == (("rob", F(1, 4)),)


@pytest.mark.parametrize(("rules", "wound"), [("yce", F(1, 4)), ("main-rulebook", F(1, 4) * F(5, 6))])
def test_6_an_unarmed_attack(rules: str, wound: F) -> None:
    """4+ and 4+; without AP there is no save, and with AP +1 one of 6+."""
    found = fighting_odds(close(rules=rules), "ann", "bill")
    assert (found.hit, found.wound) == (F(1, 2), wound)
    assert injuries(found) == (wound / 6, wound / 2, wound / 3)


def parried(attack: int, defence: int) -> F:
    """How likely one attack die at so many + goes past one defence die at so many +: all 36 pairs of faces."""
    past = 0
    for blow, parry in product(range(1, 7), repeat=2):
        hits = blow == 6 or (blow != 1 and blow >= attack)
        stops = parry == 6 or (parry != 1 and parry >= defence and blow != 6)
        past += hits and not stops
    return F(past, 36)


@pytest.mark.parametrize(
    ("rules", "needed", "by_hand"),
    [
        # Bob, engaged with Ann alone, hinders her (5+) and assists Bill's defence (4+ again).
        # Past it come: 5 against 1 to 3, which are 3 pairs, and 6 against 1 to 5, which are 5.
        ("yce", 4, F(8, 36)),
        # By the main rulebook defence dice know no assistance (5+): 5 against 1 to 4, and 6 against 1 to 5.
        ("main-rulebook", 5, F(9, 36)),
    ],
)
def test_7_a_defence_with_assistance(rules: str, needed: int, by_hand: F) -> None:
    cards = (card("ann", BLADE), card("bill", BLADE, attacks=2))
    state = close(*cards, rules=rules, others={"bob": (10.0, 10.0 + CONTACT)})
    found = fighting_odds(state, "ann", "bill", ("blade",), defence=1)
    assert found.hit == by_hand == parried(5, needed)


def test_8_a_retreat() -> None:
    """The initiative of 4+ fails on half; Bill hits on half of those and wounds on half of these: 1/8 in all."""
    state = close().changed("ann", facing=180.0)

    def decide(asked: Choose) -> Mapping[str, F]:
        return {"3 10" if asked.what == "where to retreat" else asked.options[0].key: F(1)}

    found: Counter[str] = Counter()
    for after, share in odds(decide, retreat, state, "ann").items():
        ann = after.model("ann")
        fate = "away" if ann.position[0] < 9.0 else ann.whereabouts if not ann.on_table else ann.status
        found[fate if ann.flesh_wounds == 0 else "flesh wound"] += share  # type: ignore[assignment]
    assert found == {
        "away": F(1, 2),
        "out_of_action": F(1, 8) / 6,
        "seriously_injured": F(1, 8) / 2,
        "flesh wound": F(1, 8) / 3,
        "standing": F(1, 2) - F(1, 8),
    }


def test_9_a_charge_with_two_weapons() -> None:
    """One attack, one for the charge, one for two weapons: three dice, one with the blade and two with the club.

    The blade hits on 4+ and wounds on 4+: 1/4. The club has accuracy +1, 3+, and strength 4, 3+: 2/3 of 2/3 is 4/9.
    """
    found = fighting_odds(close(card("ann", BLADE, CLUB)), "ann", "bill", ("blade", "club"), charged=True)
    assert found.hit == 1 - F(1, 2) * F(1, 3) ** 2
    assert found.wound == 1 - F(3, 4) * F(5, 9) ** 2
    assert found.expected_wounds == F(1, 4) + 2 * F(4, 9)


def scattered(edge: float) -> tuple[F, F]:
    """How likely a marker of 3 inches over a man, that has missed him, hits him, and how likely a man 10 inches off.

    Every whole degree and every face: it goes so far that way, and hits whose base it touches. A hit symbol, 2 faces of 6, with
    a 1 is a dud but for one face of 6: then it lies over the shooter. From so many inches on it is in mid-air and does no harm.
    """
    reach, him, shooter = 1.5 + CONTACT / 2, F(0), F(0)
    for degrees, inches in product(range(360), range(1, 7)):
        one, symbol = F(1, 360 * 6), F(1, 3) if inches == 1 else F(0)
        x, y = inches * cos(radians(degrees)), inches * sin(radians(degrees))
        him += one * (1 - symbol) * (hypot(x, y) <= reach and inches < edge)
        shooter += one * symbol / 6 + one * (1 - symbol) * (hypot(x + 10.0, y) <= reach)
    return him, shooter


def launcher(rules: str, *pieces: Any, up: float = 0.0) -> Battle:  # noqa: ANN401
    state = duel(card("ann", weapon("launcher", ("blast", 3))), pieces=pieces, rules=rules)
    return state.changed("ann", position=(10.0, 10.0, up)).changed("bill", position=(20.0, 10.0, up))


def test_10_a_blast_that_misses() -> None:
    """Half hit. Of the others, those that scatter 1 inch still touch him, but for the third of them with a hit symbol."""
    him, shooter = scattered(99.0)
    assert (him, shooter) == (F(1, 6) * F(2, 3), F(1, 6) * F(1, 3) * F(1, 6))
    found = shot(launcher("yce"))
    assert found.hit == F(1, 2) + F(1, 2) * F(1, 9)
    assert found.others == (("ann", F(1, 2) * F(1, 108)),)


@pytest.mark.parametrize(("rules", "edge"), [("yce", 99.0), ("main-rulebook", 0.9)])
def test_11_a_blast_that_misses_goes_off_in_mid_air(rules: str, edge: float) -> None:
    """Bill stands on a pillar of 1.3 inches, Ann on one of her own: wherever it scatters to, it is over an edge."""
    pillars = (
        block("here", (9.35, 9.35, 0.0), (10.65, 10.65, 4.0)),
        block("there", (19.35, 9.35, 0.0), (20.65, 10.65, 4.0)),
    )
    him, shooter = scattered(edge)
    found = shot(launcher(rules, *pillars, up=4.0))
    assert found.hit == F(1, 2) + F(1, 2) * him
    assert found.hit == (F(5, 9) if rules == "yce" else F(1, 2))
    assert found.others == (("ann", F(1, 2) * shooter),)


def test_12_an_improbable_shot() -> None:
    """5+ at -2 is 7+: a natural 6, and then 5+ without modifiers: 1/6 of 1/3."""
    found = shot(duel(card("ann", weapon("gun")), pieces=(rail(FULL),), rules="yce"))
    assert found.hit == F(1, 6)  # 4+ at -2 is 6+, and no improbable shot
    found = shot(duel(card("ann", weapon("gun"), ballistic_skill=5), pieces=(rail(FULL),), rules="yce"))
    assert (found.hit, found.wound) == (F(1, 18), F(1, 36))


def test_13_two_pistols() -> None:
    """Each at 4+ and -1: 1 - (2/3) ** 2. Each wounds with 1/6: 1 - (5/6) ** 2."""
    pair = (weapon("one", "sidearm"), weapon("two", "sidearm"))
    state = duel(card("ann", *pair), rules="yce")
    found = shooting_odds(state, "ann", "bill", (gun_of(state, 0), gun_of(state, 1)))
    assert (found.hit, found.wound) == (F(5, 9), F(11, 36))
