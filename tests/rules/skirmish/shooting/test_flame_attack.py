"""main-rulebook: Shooting with template weapons; Twin guns blazing; Save rolls and vision arc, in battles.

Ann stands at (10, 10) and looks along +x; Bill is 20 inches off, out of reach.
"""

from fractions import Fraction
from typing import Any

import pytest

from rules.engine.procedure_steps import Answer
from rules.errors import RulesError
from rules.roster.gang import Fighter, Saves
from rules.roster.weapon import Weapon
from rules.skirmish.attack_odds import shooting_odds
from rules.skirmish.shooting.flame_attack import sprays
from rules.skirmish.shooting.shoot_actions import SHOOT, usable
from rules.skirmish.state.action import do, verify
from rules.skirmish.state.battle_state import Battle
from tests.plain_scenes import block
from tests.rules.skirmish.battles import Place, Told, gone_through
from tests.rules.skirmish.guns import CARBINE, card, duel, gun_of, weapon

CONTACT = 25 / 25.4
UNHURT = (1,)
WALL = block("wall", (12.0, 0.0, 0.0), (12.3, 20.0, 6.0))


def flamer(name: str = "lamp", **fields: Any) -> Weapon:  # noqa: ANN401
    return weapon(name, "template", "sidearm", **({"short": None, "long": 0.0} | fields))


def scene(*weapons: Weapon, bill: Place = (15.0, 10.0), cards: tuple[Fighter, ...] = (), **options: Any) -> Battle:  # noqa: ANN401
    battle = duel(card("ann", *(weapons or (flamer(),))), *cards, **options)
    return battle.changed("bill", position=(*bill, 0.0) if len(bill) == 2 else bill)


def shoot(battle: Battle, *answers: Answer) -> tuple[Battle, Told]:
    return gone_through(do(battle, "ann", SHOOT), *answers, always={"nerve test": (6, 6)})


def lying(battle: Battle) -> set[str]:
    return {model.id for model in battle.models if model.status != "standing"}


def test_the_template_hits_without_a_hit_roll() -> None:
    after, told = shoot(scene(), "15 10", UNHURT)
    assert told.names() == ["where to lay the template", "wound roll"]
    assert lying(after) == {"bill"}


def test_the_template_is_asked_for_by_whom_it_hits() -> None:
    """Bob behind Bill; Rob, a friend, aside."""
    (_, told) = shoot(scene(others={"bob": (16.5, 10.2), "rob": (15.0, 12.5)}), "16 10", UNHURT, UNHURT)
    texts = [option.text for option in told[0].options]  # type: ignore[union-attr]
    assert texts[0] == "over Bill, Bob"
    assert "over Rob (a friend)" in texts


def test_firepower_dice_are_rolled_and_a_weapon_may_run_dry() -> None:
    after, told = shoot(scene(flamer(ammo=4)), "15 10", (1,), (3,), UNHURT)
    assert told.names() == ["where to lay the template", "firepower", "ammo check, lamp", "wound roll"]
    assert after.model("ann").empty == {"lamp"}


def test_no_line_of_sight_is_needed_nor_the_closest_minded_nor_hiding() -> None:
    """Bill lies behind a crate, the closest enemy stands beside."""
    crate = block("crate", (13.6, 9.2, 0.0), (14.4, 10.8, 0.6))
    battle = scene(pieces=(crate,), others={"bob": (12.0, 12.2)}).changed("bill", status="pinned")
    after, told = shoot(battle, "15.5 9", UNHURT)
    assert told.names() == ["where to lay the template", "wound roll"]
    assert lying(after) == {"bill"}


def test_a_wall_in_between_keeps_it_off() -> None:
    battle = scene(pieces=(WALL,))
    assert sprays(battle, "ann") == ()
    reasons = [reason.text for reason in verify(battle, "ann", SHOOT)]
    assert reasons == ["a flame template reaches nobody within the vision arc"]


def test_a_friend_is_hit_as_well() -> None:
    after, _ = shoot(scene(others={"rob": (13.0, 10.0)}), "15 10", UNHURT, UNHURT)
    assert lying(after) == {"bill", "rob"}


def test_all_engaged_in_the_same_combat_are_hit_once() -> None:
    """Rob fights Bill, outside of the template."""
    battle = scene(bill=(17.9, 10.0), others={"rob": (17.9 + CONTACT, 10.0)})
    after, told = shoot(battle, "17 10", (4,), (4,), (4,), (4,))
    assert told.names()[1:] == ["wound roll", "injury"] * 2
    assert lying(after) == {"bill", "rob"}


@pytest.mark.parametrize(("facing", "saved"), [(180.0, True), (0.0, False)])
def test_save_rolls_and_vision_arc_a_flame_comes_from_the_shooter(facing: float, saved: bool) -> None:
    shield = card("bill", saves=Saves(armour=6, armour_in_arc=1))
    battle = scene(cards=(shield,)).changed("bill", facing=facing)
    after, _ = shoot(battle, "15 10", (4,), (5,), *(() if saved else (UNHURT,)))
    assert after.model("bill").flesh_wounds == (0 if saved else 1)


def test_only_within_the_vision_arc() -> None:
    battle = scene().changed("ann", facing=180.0)
    assert sprays(battle, "ann") == ()
    with pytest.raises(RulesError, match="vision arc"):
        shoot(scene(), "10 15")


@pytest.mark.parametrize(
    ("text", "says"), [("there", "is no place"), ("1", "is no place"), ("14 8", "hits nobody"), ("60 10", "off the table")]
)
def test_what_is_no_way_to_lay_it(text: str, says: str) -> None:
    with pytest.raises(RulesError, match=says):
        shoot(scene(), text)


def test_other_guns_are_offered_only_with_a_target_in_sight() -> None:
    """Bill is behind the wall, Rob, a friend, before it: only the template hits anybody."""
    battle = scene(
        flamer(), CARBINE, pieces=(block("wall", (13.5, 0.0, 0.0), (13.8, 48.0, 9.0)),), others={"rob": (12.2, 10.0)}
    )
    assert [[gun.weapon for gun in guns] for guns in usable(battle, "ann")] == [["lamp"]]
    near = scene(flamer(), CARBINE, bill=(19.5, 10.0))
    assert [[gun.weapon for gun in guns] for guns in usable(near, "ann")] == [["carbine"]]


def test_twin_guns_blazing_the_template_is_used_against_the_same_target() -> None:
    battle = scene(flamer(), weapon("pistol", "sidearm"), others={"bob": (13.5, 11.9)})
    with pytest.raises(RulesError, match="same target: Bill"):
        shoot(battle, "lamp+pistol", "bill", (6, 6), "13.5 11.9")
    after, told = shoot(battle, "lamp+pistol", "bill", (6, 6), "15 10", (5,), UNHURT, UNHURT)
    assert told.names() == [
        "weapon", "target", "willpower check for target priority", "where to lay the template", "hit roll, pistol",
        "wound roll", "wound roll",
    ]  # fmt: skip
    assert lying(after) == {"bill"}


def test_twin_guns_blazing_a_template_that_cannot_reach_the_target_is_not_used() -> None:
    battle = scene(flamer(), weapon("pistol", "sidearm"), bill=(20.0, 10.0), others={"rob": (13.0, 11.5)})
    after, told = shoot(battle, "lamp+pistol", (5,), UNHURT)
    assert "reaches none of: Bill" in " ".join(said.text for said in told.said)
    assert lying(after) == {"bill"}


def test_twin_guns_blazing_two_templates_hit_somebody_in_common() -> None:
    battle = scene(flamer(), flamer("torch"), others={"bob": (14.5, 12.5)})
    with pytest.raises(RulesError, match="same target: Bill"):
        shoot(battle, "lamp+torch", "15 9.9", "14.5 12.5")
    after, told = shoot(battle, "lamp+torch", "15 9.9", "15 9.8", UNHURT, UNHURT)
    assert told.names()[1:3] == ["where to lay the template"] * 2
    assert lying(after) == {"bill"}


def test_odds_by_hand() -> None:
    """A sure hit, 4+ to wound."""
    found = shooting_odds(scene(), "ann", "bill", (gun_of(scene()),))
    assert (found.hit, found.pinned, found.wound) == (Fraction(1), Fraction(1), Fraction(1, 2))
    with pytest.raises(RulesError, match="cannot be laid so that it hits Bill"):
        shooting_odds(scene(bill=(20.0, 10.0)), "ann", "bill", (gun_of(scene()),))
