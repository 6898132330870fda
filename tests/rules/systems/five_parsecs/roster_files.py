"""A crew file and an enemies file with every kind of thing in them, and ways to read them with something changed."""

from collections.abc import Callable

import pytest

from rules.errors import RulesError
from rules.roster.gang import Gang
from rules.systems.five_parsecs.gangs import GANGS
from rules.systems.five_parsecs.roster.combat_sheet import CombatSheet
from sightline.session.gang_loading import shipped

PROXIES = {"human": 25.0, "brute": 40.0, "small": 25.0}
CREW, ENEMIES = GANGS.formats

CREW_FILE = """
format = "sightline-crew"
version = 1
name = "The Long Ladder"
id = "ladder"
colour = "green"
difficulty = "insanity"

[[weapon]]
name = "Kettle gun"
range = 18
shots = 2
damage = 1
traits = ["heavy"]

[[member]]
name = "Ada Finch"
reactions = 2
speed = 5
combat = 1
toughness = 4
savvy = -1
luck = 3
saves = ["5+", 6]
abilities = ["skulker", "jump"]
weapons = ["kettle gun", "Dock pistol", "dock pistol"]
proxy = "brute"

[[member]]
id = "old-tom"
name = "Tom"
reactions = 1
speed = 4
combat = 0
toughness = 3
species = "feral"
anatomy = "cybernetic"
spare = true
"""
ENEMIES_FILE = """
format = "sightline-enemies"
version = 1
name = "The Night Gate"
id = "night-gate"
ai = "defensive"
panic = "1-3"
initiative = -2
hired = true
grenades = true

[[enemy]]
name = "Porter"
count = 3
speed = 4
combat = 0
toughness = 3
weapons = ["Crew rifle"]

[[enemy]]
name = "Door gunner"
role = "specialist"
speed = 4
combat = 1
toughness = 4
weapons = ["Deck repeater"]

[[enemy]]
name = "Gate keeper"
role = "lieutenant"
boss = true
speed = 5
combat = 2
toughness = 5
weapons = ["Shock prod"]

[[enemy]]
name = "Watch dog"
count = 2
ai = "guardian"
ward = "Gate keeper"
anatomy = "beast"
species = "other"
speed = 6
combat = 1
toughness = 3
weapons = ["Teeth"]
"""


def read(text: str) -> Gang:
    """The crew or the enemies of a text."""
    form = CREW if "sightline-crew" in text else ENEMIES
    gang, warnings = form.read(text.encode(), PROXIES, shipped)
    assert warnings == ()
    return gang


def faults(text: str) -> tuple[str, ...]:
    """All that is wrong with a text."""
    with pytest.raises(RulesError) as raised:
        read(text)
    return raised.value.faults


def changer(whole: str) -> Callable[[str, str], str]:
    """Changes something that stands once in a text."""

    def changed(old: str, new: str) -> str:
        assert whole.count(old) == 1, old
        return whole.replace(old, new)

    return changed


def sheets(gang: Gang) -> dict[str, CombatSheet]:
    """The sheets of a gang by name."""
    found = {one.name: one.sheet for one in gang.fighters}
    assert all(isinstance(sheet, CombatSheet) for sheet in found.values())
    return found  # type: ignore[return-value]
