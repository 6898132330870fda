"""Gang files with faults: each with its place, all at once, and no other error whatever the bytes."""

from dataclasses import asdict

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from assets import gangs
from rules.errors import RulesError
from rules.roster.armoury import Armoury
from rules.roster.gang_reading import MAX_FIGHTERS, parse_gang
from rules.roster.gang_writing import gang_text
from tests.rules.roster.gang_texts import ARMOURY, CARD, GOOD, PROXIES, changed, faults, read

FAULTS = [
    ("version = 1", "version = 2", "is of version 2 of the format; this Sightline reads version 1, get a newer one"),
    ("version = 1", "version = 0", '"version" must be 1, not 0'),
    ("version = 1\n", "", '"version" is missing'),
    ('"sightline-gang"', '"sightline-table"', '"format" must be "sightline-gang", not "sightline-table"'),
    ('format = "sightline-gang"', "", '"format" is missing'),
    ('name = "Sump Choir"', 'nam = "Sump Choir"', 'there is no field "nam"; did you mean "name"?'),
    ('name = "Sump Choir"', 'name = " "', '"name" must be 1 to 200 printable characters, not only spaces, not " "'),
    ('"choir"', '"the choir"', '"id" must be 1 to 60 letters, digits, hyphens and underscores, not "the choir"'),
    ('colour = "green"', 'colour = "gren"', '(did you mean "green"?), not "gren"'),
    ('colour = "green"', 'deck = ["a", "b"]', '"deck": a deck holds 18 or 36 different tactic cards; this one has 2'),
    ('colour = "green"', f"deck = {['same'] * 18}", '"deck": a deck holds 18 or 36 different tactic cards; this one has 1'),
    ('colour = "green"', f"deck = {['x'] * 37}", '"deck" must be a list of up to 36 names, not a list of 37'),
    ('"Test gun"\ncost = 15', '"Test gun"\ncost = 16', 'weapon "Test gun": "cost" must be a multiple of 5 from 0 to 10000'),
    ("range = ['8\"', 24]", "range = [24, 8]", '"range" must be [short, long] with the shorter range first, not [24, 8]'),
    ("range = ['8\"', 24]", 'range = "X"', '"range" must be [short, long] in inches, "E" (only against engaged'),
    ("range = ['8\"', 24]", "range = [8, inf]", "each a number of inches, more than 0 and at most 120"),
    ("range = ['8\"', 24]", 'range = ["E", "far"]', 'at most 120; or "E" or "T", not ["E", "far"]'),
    ("range = ['8\"', 24]\n", "", 'weapon "Test gun": "range" is missing'),
    ("range = ['8\"', 24]", 'range = "T"', 'the trait "template" and the range "T" go together'),
    ("range = ['8\"', 24]", 'range = "E"', 'a weapon with the range "E" needs the trait "melee"'),
    ('accuracy = ["+1", "-"]', "accuracy = 1", '"accuracy" must be [at short range, at long range], not 1'),
    ('accuracy = ["+1", "-"]', "accuracy = [1, 9]", '"accuracy" must be a whole number from -6 to 6, or "-", not [1, 9]'),
    ("strength = 3", 'strength = "T"', '"strength" must be a whole number from 1 to 12, "S" or such as "S+1", or "-", not "T"'),
    ('ap = "-"', "ap = -1.5", '"ap" must be a whole number from -6 to 6, or "-", not -1.5'),
    ("damage = 1", "damage = 0", '"damage" must be a whole number from 1 to 10, or "-", not 0'),
    ('ammo = "4+"', 'ammo = "1+"', '"ammo" must be a target number from "2+" to "6+", or "-", not "1+"'),
    ('ammo = "4+"', 'ammo = "-"', '"rapid fire" needs "ammo"'),
    ('["Rapid Fire (1)"]', '"rapid fire"', '"traits" must be a list of up to 12 traits, not "rapid fire"'),
    ('"Rapid Fire (1)"', '"blast (4)"', '"traits": "blast" needs the inches across: "blast (3)" or "blast (5)"'),
    ('"Rapid Fire (1)"', '"blast"', '"traits": "blast" needs the inches across'),
    ('"Rapid Fire (1)"', '"rapid fire (9)"', '"traits": "rapid fire" takes at most 6 dice, not 9'),
    ('"Rapid Fire (1)"', '"sidearm (1)"', '"traits": "sidearm" takes no number'),
    ('"Rapid Fire (1)"', '"sidearm", "Sidearm"', '"traits": "sidearm" is there more than once'),
    ('"Rapid Fire (1)"', '"melee"', '"melee" with a range to shoot at: write two profiles, or make it a "sidearm"'),
    ('"Rapid Fire (1)"', '"grenade", "sidearm"', 'a "grenade" is no weapon for close combat'),
    ('"Rapid Fire (1)"', "7", '"traits" must be 1 to 200 printable characters, not [7]'),
    ('name = "Test gun"', 'name = "unarmed"', 'weapon "unarmed": "unarmed" is what everyone can fight as'),
    ('name = "Test gun"', "name = 3", 'weapon 1: "name" must be 1 to 200 printable characters, not 3'),
    ('name = "Test gun"', 'name = "Test gun"\nprofile = []', 'weapon "Test gun": "profile" needs at least one table'),
    ('name = "Test gun"', 'name = "Test gun"\nprofile = 3', '"profile" must be written as [[weapon.profile]] tables, not 3'),
    ('name = "Test gun"', 'name = "Test gun"\nprofile = [3]', 'weapon "Test gun": profile 1: must be an object in braces'),
    ('armour = "5+"', 'armour = "5++"', 'wargear "Test vest": "armour" must be a target number from "2+" to "6+", not "5++"'),
    ('armour = "5+"', 'invulnerable = "5+"', '"invulnerable" must be a target number from "2++" to "6++", not "5+"'),
    ('armour = "5+"', "armor = 5", 'there is no field "armor"; did you mean "armour"?'),
    ('"6+++"', '"7+++"', 'skill "Test skill": "special_ranged" must be a target number from "2+++" to "6+++", not "7+++"'),
    ("[[skill]]", "[[skill]]\ncost = 5", 'skill "Test skill": there is no field "cost"'),
    ("[[skill]]", '[[wargear]]\nname = "TEST vest"\n[[skill]]', 'wargear "TEST vest" is there more than once'),
    ("[[skill]]", "[[skil]]", 'there is no field "skil"; did you mean "skill"?'),
    ("[[skill]]", "[skill]", '"skill" must be written as [[skill]] tables, not an object in braces'),
    ("cost = 240", "cost = 1979-05-27", '"cost" must be a multiple of 5 from 0 to 10000, not "1979-05-27"'),
    ('name = "Jelena"', "", 'fighter 1: "name" is missing'),
    ('"leader"', '"leder"', '"leader" or "champion" or "ganger" or "juve" (did you mean "leader"?)'[1:]),
    ("cost = 240", "cost = 242", 'fighter "Jelena": "cost" must be a multiple of 5 from 0 to 10000, not 242'),
    ("cost = 240", "cost = -5", '"cost" must be a multiple of 5'),
    ("cost = 240", "cost = true", '"cost" must be a multiple of 5 from 0 to 10000, not true'),
    ("cost = 240", "", 'fighter "Jelena": "cost" is missing'),
    ("profile = {", "profil = {", 'fighter "Jelena": "profile" is missing'),
    ('WS = "3+"', 'WS = "1+"', 'fighter "Jelena": "profile": "WS" must be a target number from "2+" to "6+", not "1+"'),
    ('BS = "3+"', 'BS = "7+"', '"BS" must be a target number from "2+" to "6+", not "7+"'),
    ('I = "2+"', "I = 1", '"I" must be a target number from "2+" to "6+", not 1'),
    ('LD = "5+"', 'LD = "3+"', '"LD" must be a target number from "4+" to "12+", not "3+"'),
    ('CL = "6+"', 'CL = "13+"', '"CL" must be a target number from "4+" to "12+", not "13+"'),
    ('WIL = "6+"', 'WIL = "6"', None),
    ('INT = "7+"', "INT = 3", '"INT" must be a target number from "4+" to "12+", not 3'),
    ("M = '5\"'", "M = 0", '"profile": "M" must be a whole number from 1 to 20, not 0'),
    ("W = 2", "W = 0", '"profile": "W" must be a whole number from 1 to 10, not 0'),
    ("A = 3", "A = 2.5", '"profile": "A" must be a whole number from 1 to 10, not 2.5'),
    ("A = 3, ", "", 'fighter "Jelena": "profile": "A" is missing'),
    ("A = 3, ", "A = 3, LDR = 4, ", 'fighter "Jelena": "profile": there is no field "LDR"; did you mean "LD"?'),
    ("basic = { M = 5, S = 3, T = 3 }", "basic = { M = 3, S = 1 }", None),
    ("basic = { M = 5, S = 3, T = 3 }", "basic = { M = 2 }", '"M" must be at most 4, two better than the basic 2, not 5'),
    ("basic = { M = 5, S = 3, T = 3 }", "basic = { WS = 4 }", '"basic": there is no field "WS"'),
    ('["test gun"]', '["tset gun"]', 'fighter "Jelena": there is no weapon "tset gun"; did you mean "Test gun"?'),
    ('["test gun"]', '["sword"]', 'fighter "Jelena": there is no weapon "sword"; describe it in a [[weapon]] table'),
    ('["test gun"]', '"test gun"', '"weapons" must be a list of up to 10 names, not "test gun"'),
    ('wargear = ["Test vest"]', 'wargear = ["Test vest", "test vest"]', 'has the wargear "Test vest" more than once'),
    ('wargear = ["Test vest"]', "saves = { armour = 7 }", '"saves": "armour" must be a target number from "2+" to "6+", not 7'),
    ('proxy = "brute"', 'proxy = "brut"', 'fighter "Jelena": there is no proxy "brut"; did you mean "brute"?'),
    ('proxy = "brute"', 'proxy = "xyz"', 'there is no proxy "xyz"; there are human, brute'),
    ('proxy = "brute"', "base_mm = 5", '"base_mm" must be a number from 10 to 170, not 5'),
    ('proxy = "brute"', "leads_by_example = nan", '"leads_by_example" must be a number from 0 to 48'),
    ('proxy = "brute"', "group_activation = -1", '"group_activation" must be a whole number from 0 to 10, not -1'),
    ('id = "jelena"\nname = "Jelena"', 'name = "!"', 'fighter "!": needs an "id": its name has neither letters nor digits'),
    ('name = "Sump Choir"\nid = "choir"', 'name = "?"', 'needs an "id": its name has neither letters nor digits'),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "fault"), FAULTS, ids=[new.replace("\n", " ") or f"no {old}" for old, new, _ in FAULTS])
def test_each_fault_with_its_place(old: str, new: str, fault: str | None) -> None:
    text = changed(old, new)
    if fault is None:
        read(text)
    else:
        assert [line for line in faults(text) if fault in line], faults(text)


@pytest.mark.parametrize(
    ("lines", "fault"),
    [
        ('range = "E"\nammo = "4+"\ntraits = ["melee", "grenade"]', '"grenade" needs a range to throw it at'),
        ('range = "E"\ntraits = ["melee", "blast (3)"]', '"blast" needs a range to shoot at'),
        ('range = "E"\ntraits = ["melee", "sidearm"]', 'a "sidearm" needs a range to shoot at'),
        ('range = "T"\ntraits = ["template", "blast (3)"]', '"template" and "blast" exclude each other'),
        ('range = [4, 8]\ntraits = ["template"]', 'the trait "template" and the range "T" go together'),
        ('range = ["-", 8]\ntraits = ["grenade"]', '"grenade" needs "ammo": it is checked after each throw'),
    ],
)
def test_traits_that_contradict_the_profile(lines: str, fault: str) -> None:
    head, rest = GOOD[: GOOD.index("[[weapon]]")], GOOD[GOOD.index("[[wargear]]") :]
    text = f'{head}[[weapon]]\nname = "Test gun"\nstrength = 3\ndamage = 1\n{lines}\n{rest}'
    assert f'weapon "Test gun": {fault}' in faults(text)


def test_all_faults_come_at_once() -> None:
    text = GOOD
    wrong = [
        ('colour = "green"', 'colour = "mud"'),
        ("strength = 3", "strength = 99"),
        ('armour = "5+"', 'armour = "9+"'),
        ('"6+++"', '"6+"'),
        ("cost = 240", "cost = 241"),
        ('WS = "3+"', 'WS = "9+"'),
        ('["test gun"]', '["sword", "test gun"]'),
        ('proxy = "brute"', 'proxy = "ogre"\nbase = 3'),
    ]
    for old, new in wrong:
        text = text.replace(old, new)
    found = faults(text)
    assert len(found) == 9
    places = ('"colour"', 'weapon "', 'wargear "', 'skill "', *['fighter "Jelena": '] * 5)
    assert sorted(found) == sorted(line for line in found if line.startswith(places))


def test_a_faulty_weapon_is_not_called_missing_as_well() -> None:
    (fault,) = faults(changed("strength = 3", "strength = 99"))
    assert fault.startswith('weapon "Test gun": "strength"')


def test_a_version_to_come_is_refused_with_one_line_whatever_else_is_strange() -> None:
    assert len(faults(changed("version = 1", "version = 3\nmood = 1"))) == 1


def test_ids_are_unique() -> None:
    again = GOOD[GOOD.index("[[fighter]]") :]
    assert faults(GOOD + again) == ('fighter "jelena": the id is taken; give one of them another "id"',)
    assert len(read(GOOD + again.replace('"jelena"', '"jelena-2"'))[0].fighters) == 2


def test_a_gang_needs_fighters_and_not_too_many() -> None:
    head = 'format = "sightline-gang"\nversion = 1\nname = "Nobody"\n'
    assert faults(head) == ('"fighter" is missing',)
    assert faults(head + "fighter = []") == ('"fighter" needs at least one table',)
    assert faults(head + "fighter = [3]") == ("fighter 1: must be an object in braces, not 3",)
    many = "".join(f'[[fighter]]\nname = "F{one}"\ncost = 0\nprofile = {CARD}\n' for one in range(MAX_FIGHTERS + 1))
    assert faults(head + many) == ('"fighter": has 61 entries; the limit is 60',)


@pytest.mark.parametrize(
    ("data", "fault"),
    [
        (b"\xff\xfe", "is not UTF-8 text (byte 0)"),
        (b"{}", "is not TOML: "),
        (b'name = "Sum', "is not TOML: "),
        (b"name = 1\nname = 2\nid = 3", "is not TOML: Cannot overwrite a value (at line 2"),
        (b"a = " + b"[" * 900 + b"]" * 90, "is not TOML"),
        (b"a." * 600 + b"a = 1", "line 1 has 1,205 characters; the limit is 1,000"),
        (b"#\n" * 100_001, "has 200,002 bytes; the limit is 200,000"),
        (b"\x00", "is not TOML: "),
    ],
    ids=["utf-8", "json", "truncated", "doubled", "nested", "dotted", "large", "nul"],
)
def test_what_is_no_toml_is_refused_with_one_clear_line(data: bytes, fault: str) -> None:
    (line,) = faults(data)
    assert line.startswith(fault)
    assert line.isprintable()
    assert len(line) < 250


def test_deep_keys_are_refused_by_their_depth_alone() -> None:
    deep = ".".join("a" for _ in range(400))
    assert faults(GOOD.replace('colour = "green"', f"{deep} = 1")) == (
        'there is no field "a"; known here: format, version, name, id, colour, deck, rules, weapon, wargear, skill, fighter',
    )


BUNDLED = {name: gangs.path(name).read_bytes() for name in gangs.names()}


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.binary(max_size=300) | st.text(max_size=300).map(str.encode))
@example(b"format=1979-05-27\nversion=07:32:00")
def test_any_bytes_are_refused_in_clear_lines(data: bytes) -> None:
    for line in faults(data):
        assert line.isprintable()


@st.composite
def damaged(draw: st.DrawFn) -> bytes:
    """A bundled file with pieces taken out, doubled, replaced or cut off."""
    data = draw(st.sampled_from(sorted(BUNDLED.values())))
    values = [
        b"",
        b"-1",
        b"[]",
        b'""',
        b"{}",
        b"nan",
        b"1e400",
        b"true",
        b"[[",
        b'"E"',
        b"1979-05-27",
        b"\xff",
        b'"\\u0000"',
        b"0x10",
    ]
    for _ in range(draw(st.integers(1, 4))):
        if draw(st.booleans()):
            lines = data.split(b"\n")
            spot = draw(st.integers(0, len(lines) - 1))
            key, equals, _ = lines[spot].partition(b"=")
            lines[spot] = key + equals + draw(st.sampled_from(values)) if equals else draw(st.sampled_from(values))
            data = b"\n".join(lines)
        else:
            start = draw(st.integers(0, len(data)))
            data = data[:start] + draw(st.binary(max_size=4)) + data[start + draw(st.integers(0, 40)) :]
    return data[: draw(st.integers(0, len(data)))] if draw(st.integers(0, 4)) == 0 else data


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(data=damaged())
def test_damaged_files_give_a_gang_or_clear_lines(data: bytes) -> None:
    try:
        gang, warnings = parse_gang(data, ARMOURY, proxies=PROXIES)
    except RulesError as error:
        lines = error.faults
    else:
        lines = ("a gang", *warnings)
        again, _ = parse_gang(gang_text(gang).encode(), Armoury(), proxies=PROXIES)
        assert asdict(again) == asdict(gang)
    assert lines
    assert all(line.isprintable() for line in lines)
