"""Gang files: every field, and how the rulebook's cards write it."""

import re
from collections.abc import Mapping
from pathlib import Path

import pytest

from rules.roster.armoury import WARGEAR, Armoury
from rules.roster.gang import Saves
from rules.roster.gang_reading import COLOURS, FIGHTER, GANG, parse_gang
from rules.roster.gang_reading import PROFILE as CARD_FIELDS
from rules.roster.profile import Profile
from rules.roster.weapon import Strength, Weapon, WeaponProfile
from rules.roster.weapon_reading import SEVERAL, SINGLE
from scene.base.json_fields import JsonField
from sightline.drawing.rendering.side_marks import NAMED
from tests.rules.roster.gang_texts import ARMOURY, CARD, GOOD, PROXIES, changed, read, weapon


def test_example_of_fighters_card() -> None:
    gang, warnings = read(GOOD)
    (jelena,) = gang.fighters
    assert warnings == ()
    assert (gang.id, gang.name, gang.colour) == ("choir", "Sump Choir", "green")
    assert (jelena.id, jelena.name, jelena.rank, jelena.cost) == ("jelena", "Jelena", "leader", 240)
    assert jelena.profile == Profile(5, 3, 3, 3, 3, 2, 2, 3, 5, 6, 6, 7)
    assert jelena.saves == Saves(armour=5, special_ranged=6)
    assert (jelena.skills, jelena.wargear) == (("Test skill",), ("Test vest",))
    assert (jelena.proxy, jelena.base_mm) == ("brute", 40.0)


@pytest.mark.parametrize("count", [18, 36])
def test_deck_of_tactic_cards_holds_18_or_36_different_cards(count: int) -> None:
    cards = tuple(f"card {number}" for number in range(count))
    assert read(changed('colour = "green"', f"deck = {list(cards)}"))[0].deck == cards
    assert read(GOOD)[0].deck == ()


def test_weapon_profiles_example_autogun() -> None:
    gang, _ = read(GOOD)
    profile = WeaponProfile(8.0, 24.0, 1, 0, Strength(3), 0, 1, 4, (("rapid fire", 1),))
    assert gang.fighters[0].weapons == (Weapon("Test gun", (profile,), 15),)


def test_what_may_be_left_out() -> None:
    head = 'format = "sightline-gang"\nversion = 1\nname = "The 9th Shift!"\n'
    gang, _ = read(f'{head}[[fighter]]\nname = "Åsa Ro"\ncost = 0\nprofile = {CARD}')
    (fighter,) = gang.fighters
    assert (gang.id, gang.colour, fighter.id, fighter.rank) == ("the-9th-shift", "", "åsa-ro", "ganger")
    assert (fighter.weapons, fighter.saves, fighter.proxy, fighter.base_mm) == ((), Saves(), "human", 25.0)
    assert (fighter.group_activation, fighter.leads_by_example) == (0, 0.0)


@pytest.mark.parametrize(
    ("rank", "group", "inches"), [("leader", 2, 12.0), ("champion", 1, 6.0), ("ganger", 0, 0.0), ("juve", 0, 0.0)]
)
def test_group_activation_and_leading_by_example_of_each_rank(rank: str, group: int, inches: float) -> None:
    fighter = read(changed('"leader"', f'"{rank}"'))[0].fighters[0]
    assert (fighter.group_activation, fighter.leads_by_example) == (group, inches)


def test_group_activation_and_leading_by_example_as_the_file_says() -> None:
    text = changed('rank = "leader"', 'rank = "leader"\ngroup_activation = 0\nleads_by_example = 9.5\nbase_mm = 32')
    fighter = read(text)[0].fighters[0]
    assert (fighter.group_activation, fighter.leads_by_example, fighter.base_mm) == (0, 9.5, 32.0)


@pytest.mark.parametrize(
    ("written", "short", "long"),
    [
        ("[8, 24]", 8.0, 24.0),
        ("[4.5, '12\"']", 4.5, 12.0),
        ('["-", 9]', None, 9.0),
        ('"E"\ntraits = ["melee"]', None, None),
        ('["E", "-"]\ntraits = ["melee"]', None, None),
        ('["E", "3"]\ntraits = ["melee"]', None, 3.0),
        ('"t"\ntraits = ["template"]', None, 0.0),
        ('["T", "-"]\ntraits = ["template"]', None, 0.0),
    ],
)
def test_ranges_as_the_rulebook_writes_them(written: str, short: float | None, long: float | None) -> None:
    profile = weapon(f"range = {written}\nstrength = 3\ndamage = 1")
    assert (profile.short, profile.long) == (short, long)


@pytest.mark.parametrize(
    ("written", "strength"),
    [
        ('"S"', Strength(0, wielders=True)),
        ('"S+1"', Strength(1, wielders=True)),
        ('"s - 1"', Strength(-1, wielders=True)),
        ('"S−2"', Strength(-2, wielders=True)),
        ("4", Strength(4)),
        ('"4"', Strength(4)),
        ('"-"', None),
    ],
)
def test_strength_as_the_rulebook_writes_it(written: str, strength: Strength | None) -> None:
    assert weapon(f"range = [4, 8]\ndamage = 1\nstrength = {written}").strength == strength


def test_dashes_say_that_there_is_none() -> None:
    profile = weapon('range = [4, 8]\nstrength = "-"\naccuracy = ["-", "—"]\nap = "-"\ndamage = "-"\nammo = "*"')
    assert profile == WeaponProfile(4.0, 8.0, 0, 0, None, 0, None, None)


def test_penetration_and_accuracy_with_signs() -> None:
    profile = weapon('range = [4, 8]\nstrength = 3\naccuracy = ["+2", -1]\nap = "-2"\ndamage = 3\nammo = 6')
    assert (profile.accuracy_short, profile.accuracy_long, profile.ap, profile.damage, profile.ammo) == (2, -1, -2, 3, 6)


def test_every_trait() -> None:
    close = weapon('range = "E"\nstrength = 3\ndamage = 1\ntraits = ["melee", "versatile", "unwieldy"]')
    assert close.traits == (("melee", 0), ("versatile", 0), ("unwieldy", 0))
    thrown = weapon('range = [4, 8]\nstrength = 3\ndamage = 1\nammo = "4+"\ntraits = ["grenade", "blast (5\\")"]')
    assert thrown.traits == (("grenade", 0), ("blast", 5))
    assert weapon('range = "T"\nstrength = 3\ndamage = 1\ntraits = ["sidearm", "template"]').ranged
    rapid = 'range = [4, 8]\nstrength = 3\ndamage = 1\nammo = "4+"\ntraits = ["{}"]'
    assert [weapon(rapid.format(one)).number("rapid fire") for one in ("rapid fire", "RAPID  FIRE (2)")] == [1, 2]


def test_unknown_traits_wargear_and_skills_are_kept_with_a_warning() -> None:
    text = changed('"Rapid Fire (1)"', '"toxin", "combi (2)", "rapid fir"').replace('["Test vest"]', '["Test vet", "Rope"]')
    gang, warnings = read(text.replace('skills = ["Test skill"]', 'skills = ["Singing"]'))
    (fighter,) = gang.fighters
    assert fighter.weapons[0].profiles[0].traits == (("toxin", 0), ("combi", 2), ("rapid fir", 0))
    assert (fighter.wargear, fighter.skills, fighter.saves) == (("Test vet", "Rope"), ("Singing",), Saves())
    assert len(warnings) == 6
    assert warnings[0] == 'weapon "Test gun": the trait "toxin" is kept for the players; the rules here do not know it'
    assert warnings[2].endswith('did you mean "rapid fire"?')
    assert warnings[3].startswith('fighter "Jelena": the wargear "Test vet" is by name only')
    assert warnings[3].endswith('did you mean "Test vest"?')
    assert 'skill "Singing" is by name only' in warnings[5]


def test_several_profiles_of_a_weapon() -> None:
    one = 'range = [4, 8]\nstrength = 4\ndamage = 2\nammo = "4+"'
    head, tail = GOOD.split("[[wargear]]", 1)
    own = f'[[weapon]]\nname = "Two ways"\ncost = 30\n[[weapon.profile]]\nname = "slug"\n{one}\n'
    own += '[[weapon.profile]]\nname = "stock"\nrange = "E"\nstrength = "S"\ndamage = 1\ntraits = ["melee"]\n\n'
    gang, _ = read(f"{head}{own}[[wargear]]{tail}".replace('["test gun"]', '["Two ways"]'))
    (both,) = gang.fighters[0].weapons
    assert [profile.name for profile in both.profiles] == ["slug", "stock"]
    assert (both.profiles[0].ranged, both.profiles[0].close) == (True, False)
    assert (both.profiles[1].ranged, both.profiles[1].close) == (False, True)


def test_two_of_the_same_weapon_have_names_of_their_own() -> None:
    gang, _ = read(changed('["test gun"]', '["Test gun", "Spark pistol", "Spark pistol"]'), ARMOURY)
    assert [one.name for one in gang.fighters[0].weapons] == ["Test gun", "Spark pistol", "Spark pistol 2"]


def test_a_gangs_own_weapon_goes_before_that_of_the_armoury() -> None:
    text = GOOD.replace("Test gun", "Spark pistol").replace("test gun", "spark pistol")
    assert read(text, ARMOURY)[0].fighters[0].weapons[0].cost == 15
    assert ARMOURY.weapons["spark pistol"].cost == 10


def test_saves_of_wargear_and_skills_together_are_the_best_of_each() -> None:
    shield = 'name = "Shield"\narmour = "6+"\narmour_in_arc = 1\ninvulnerable = "5++"\nspecial_close = "6+++"'
    text = changed("[[skill]]", f"[[wargear]]\n{shield}\n[[skill]]").replace('["Test vest"]', '["Shield", "Test vest"]')
    assert read(text)[0].fighters[0].saves == Saves(5, 1, 5, 6, 6)


def test_saves_in_the_file_go_before_those_of_wargear_and_skills() -> None:
    text = changed('skills = ["Test skill"]', 'skills = ["Singing"]\nsaves = { armour = "4+" }')
    gang, warnings = read(text)
    assert gang.fighters[0].saves == Saves(armour=4)
    assert warnings == ()


def test_byte_order_mark_and_dos_lines_are_taken() -> None:
    text = GOOD.replace("\n", "\r\n").encode("utf-8-sig")
    assert parse_gang(text, Armoury(), proxies=PROXIES)[0].name == "Sump Choir"


def test_colours_are_those_of_the_pictures() -> None:
    assert set(COLOURS) <= set(NAMED)


PAGE = (Path(__file__).parents[3] / "docs" / "gangs.md").read_text("utf-8")


def test_the_pages_examples_are_read_without_a_warning() -> None:
    first, second = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)
    gang, warnings = read(first, ARMOURY)
    assert ([fighter.name for fighter in gang.fighters], warnings) == (["Jelena", "Bo"], ())
    several, _ = read(_with(first, second), ARMOURY)
    assert len(several.fighters[0].weapons[0].profiles) == 2


def _with(gang: str, weapon: str) -> str:
    return gang[: gang.index("[[weapon]]")] + weapon + gang[gang.index("[[fighter]]") :]


@pytest.mark.parametrize("fields", [GANG, FIGHTER, CARD_FIELDS, SEVERAL, SINGLE, WARGEAR])
def test_every_field_is_on_the_page(fields: Mapping[str, JsonField]) -> None:
    assert [name for name in fields if not re.search(rf"`(\[\[)?(weapon\.)?{name}(\]\])?`", PAGE)] == []
