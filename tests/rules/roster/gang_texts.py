"""A gang file with every kind of thing in it, and ways to read it with something changed."""

import pytest

from assets import gangs
from rules.errors import RulesError
from rules.roster.armoury import Armoury, parse_armoury
from rules.roster.gang import Gang
from rules.roster.gang_reading import parse_gang
from rules.roster.weapon import WeaponProfile

PROXIES = {"human": 25.0, "brute": 40.0, "small": 25.0}
ARMOURY = parse_armoury(gangs.armoury().read_bytes())[0]

CARD = (
    '{ M = \'5"\', WS = "3+", BS = "3+", S = 3, T = 3, W = 2, I = "2+", A = 3, LD = "5+", CL = "6+", WIL = "6+", INT = "7+" }'
)
GOOD = f"""
format = "sightline-gang"
version = 1
name = "Sump Choir"
id = "choir"
colour = "green"

[[weapon]]
name = "Test gun"
cost = 15
range = ['8"', 24]
accuracy = ["+1", "-"]
strength = 3
ap = "-"
damage = 1
ammo = "4+"
traits = ["Rapid Fire (1)"]

[[wargear]]
name = "Test vest"
cost = 10
armour = "5+"

[[skill]]
name = "Test skill"
special_ranged = "6+++"

[[fighter]]
id = "jelena"
name = "Jelena"
rank = "leader"
cost = 240
profile = {CARD}
basic = {{ M = 5, S = 3, T = 3 }}
weapons = ["test gun"]
wargear = ["Test vest"]
skills = ["Test skill"]
proxy = "brute"
"""


def read(text: str, armoury: Armoury | None = None) -> tuple[Gang, tuple[str, ...]]:
    return parse_gang(text.encode(), armoury or Armoury(), proxies=PROXIES)


def faults(data: str | bytes, armoury: Armoury | None = None) -> tuple[str, ...]:
    content = data.encode() if isinstance(data, str) else data
    with pytest.raises(RulesError) as raised:
        parse_gang(content, armoury or Armoury(), proxies=PROXIES)
    return raised.value.faults


def changed(old: str, new: str) -> str:
    assert GOOD.count(old) == 1
    return GOOD.replace(old, new)


def weapon(lines: str) -> WeaponProfile:
    """The only profile of a weapon that is described by these lines."""
    head = GOOD[: GOOD.index("[[weapon]]")]
    rest = GOOD[GOOD.index("[[wargear]]") :]
    gang, _ = read(f'{head}[[weapon]]\nname = "Test gun"\n{lines}\n{rest}')
    return gang.fighters[0].weapons[0].profiles[0]
