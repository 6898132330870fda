"""Armoury files, and what the bundled gangs are made of."""

from typing import get_args

import pytest

from assets import gangs
from rules.errors import RulesError
from rules.roster.armoury import parse_armoury, together
from rules.roster.gang import Gang, Rank, Saves
from rules.roster.weapon import Strength, Trait, WeaponProfile
from rules.systems import registry
from scene.base.errors import SceneError
from sightline.session.gang_loading import load_gang
from tests.rules.roster.gang_texts import ARMOURY

HEAD = 'format = "sightline-armoury"\nversion = 1\n'


def loaded() -> list[Gang]:
    return [load_gang(name)[0] for name in gangs.names()]


def faults(text: str) -> tuple[str, ...]:
    with pytest.raises(RulesError) as raised:
        parse_armoury(text.encode())
    return raised.value.faults


def test_an_armoury_is_read_without_a_warning() -> None:
    armoury, warnings = parse_armoury(gangs.armoury().read_bytes())
    assert warnings == ()
    knife = WeaponProfile(strength=Strength(0, wielders=True), ap=-1, traits=(("melee", 0),))
    assert armoury.weapons["work knife"].profiles == (knife,)
    assert armoury.wargear["hatch shield"].saves == Saves(armour_in_arc=1)
    assert armoury.skills["eyes everywhere"].saves == Saves(special_ranged=6, special_close=6)


def test_faults_of_an_armoury_come_at_once() -> None:
    found = faults(HEAD + "[[weapon]]\nname = 'A'\n[[wargear]]\nname = 'B'\narmour = 1\n[[skill]]\n[[fighter]]\n")
    assert found == (
        'there is no field "fighter"; known here: format, version, weapon, wargear, skill',
        *(f'weapon "A": "{name}" is missing' for name in ("range", "strength", "damage")),
        'wargear "B": "armour" must be a target number from "2+" to "6+", not 1',
        'skill 1: "name" is missing',
    )


def test_a_gang_is_no_armoury() -> None:
    assert faults(HEAD.replace("armoury", "gang")) == ('"format" must be "sightline-armoury", not "sightline-gang"',)
    assert len(faults(HEAD.replace("1", "2"))) == 1


def test_saves_together_are_the_best_of_each() -> None:
    assert together([]) == Saves()
    assert together([Saves(6, 1), Saves(5, 1, 5), Saves(None, 0, 6, 6)]) == Saves(5, 2, 5, 6)


def pairs() -> list[list[Gang]]:
    """The bundled gangs by the rules that they are made for."""
    return [[gang for gang in loaded() if gang.rules == rules] for rules in sorted({gang.rules for gang in loaded()})]


def test_bundled_gangs_come_in_pairs_of_six_to_ten() -> None:
    assert all(len(pair) == 2 for pair in pairs())
    assert all(6 <= len(gang.fighters) <= 10 for gang in loaded())


def test_bundled_gangs_of_rules_use_the_traits_that_only_those_rules_know() -> None:
    """Each with a weapon that some fighter carries."""
    kilns, nets = (load_gang(name)[0] for name in ("kiln-vigil", "net-loft"))
    held = [profile for gang in (kilns, nets) for one in gang.fighters for arm in one.weapons for profile in arm.profiles]
    assert {"blaze", "flash", "web"} <= {name for profile in held for name, _ in profile.traits}
    assert len({skill for gang in (kilns, nets) for one in gang.fighters for skill in one.skills}) == 8


def test_traits_that_rules_do_not_know_are_told() -> None:
    """The same gang under rules that have no webs, and under those that have."""
    _, told = load_gang("net-loft", registry.system("main-rulebook"))
    assert [line.partition(": the trait")[2].split('"')[1] for line in told] == ["web", "web", "flash"]
    assert load_gang("net-loft", registry.system("arbiter"))[1] == ()


@pytest.mark.parametrize("name", gangs.names())
def test_bundled_gangs_load_without_a_warning(name: str) -> None:
    gang, warnings = load_gang(name)
    assert warnings == ()
    assert gang.id == name


def test_bundled_gangs_use_every_trait_rank_and_save() -> None:
    fighters = [fighter for gang in loaded() if not gang.rules for fighter in gang.fighters]
    profiles = [profile for fighter in fighters for weapon in fighter.weapons for profile in weapon.profiles]
    assert {name for profile in profiles for name, _ in profile.traits} == set(get_args(Trait))
    assert {fighter.rank for fighter in fighters} == set(get_args(Rank))
    assert all(any(getattr(fighter.saves, save) for fighter in fighters) for save in vars(Saves()))
    assert any(sum(weapon.has("sidearm") for weapon in fighter.weapons) == 2 for fighter in fighters)
    assert any(len(weapon.profiles) > 1 for fighter in fighters for weapon in fighter.weapons)
    assert any(profile.strength is None and profile.damage is None for profile in profiles)


def test_everything_in_the_armoury_costs_a_multiple_of_five() -> None:
    costs = [one.cost for one in ARMOURY.weapons.values()] + [one.cost for one in ARMOURY.wargear.values()]
    assert all(cost > 0 and cost % 5 == 0 for cost in costs)


def test_bundled_fighters_cost_more_than_what_they_carry() -> None:
    for fighter in (fighter for gang in loaded() for fighter in gang.fighters):
        known = [ARMOURY.wargear[name.casefold()].cost for name in fighter.wargear if name.casefold() in ARMOURY.wargear]
        assert fighter.cost > sum(weapon.cost for weapon in fighter.weapons) + sum(known)


def test_bundled_gangs_are_worth_about_the_same() -> None:
    for pair in pairs():
        one, other = (sum(fighter.cost for fighter in gang.fighters) for gang in pair)
        assert abs(one - other) <= 0.05 * max(one, other)


def test_a_gang_that_is_not_bundled_is_refused_with_the_nearest() -> None:
    with pytest.raises(SceneError, match='there is no bundled gang "ninth-shft"; did you mean "ninth-shift"'):
        gangs.path("ninth-shft")
    with pytest.raises(SceneError, match="there are kiln-vigil, lantern-ferry, net-loft, ninth-shift"):
        gangs.path("armoury")
