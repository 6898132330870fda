"""The gang files that only Five Parsecs From Home has: crews, and enemies that the program plays."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from rules.roster.gang import Gang
from rules.roster.gang_formats import GangFormat, GangFormats, Shipped
from rules.systems.five_parsecs.roster.battle_weapons import parse_battle_armoury
from rules.systems.five_parsecs.roster.combat_sheet import CrewSheet, EnemySheet
from rules.systems.five_parsecs.roster.crew_form import CREW_FORM
from rules.systems.five_parsecs.roster.crew_reading import read_crew
from rules.systems.five_parsecs.roster.enemy_reading import read_enemies
from rules.systems.five_parsecs.roster.sheet_writing import CREW, ENEMIES, crew_text, enemies_text
from scene.base.messages import plain


def misfits(gangs: Sequence[Gang]) -> Iterable[str]:
    """A battle is one crew against one force of enemies."""
    crews = [gang.name for gang in gangs if isinstance(gang.sheet, CrewSheet)]
    forces = [gang.name for gang in gangs if isinstance(gang.sheet, EnemySheet)]
    if (len(crews), len(forces), len(gangs)) != (1, 1, 2):
        told = f"{', '.join(crews) or 'no crew'} against {', '.join(forces) or 'no enemies'}"
        yield f"gangs: a battle is one crew against one force of enemies, not {told}"


def weapon_rows(shipped: Shipped) -> Sequence[Mapping[str, Any]]:
    """The weapons of the armoury, for people and programs; the range is None for brawls only."""
    return [
        {
            "name": one.name,
            "range": one.inches or None,
            "shots": one.shots,
            "damage": one.damage,
            "traits": sorted(one.traits),
        }
        for one in parse_battle_armoury(shipped("crews/armoury")).values()
    ]


def weapon_line(row: Mapping[str, Any]) -> str:
    """Such a row in words."""
    shots = "1 shot" if row["shots"] == 1 else f"{row['shots']} shots"
    far = f'{plain(row["range"])}", {shots}' if row["range"] else "brawls only"
    return f"{row['name']}: {far}, damage {row['damage']:+}" + (f"; {', '.join(row['traits'])}" if row["traits"] else "")


GANGS = GangFormats(
    (
        GangFormat(CREW, "a crew", CrewSheet, read_crew, crew_text, CREW_FORM),
        GangFormat(ENEMIES, "a force of enemies", EnemySheet, read_enemies, enemies_text),
    ),
    misfits,
    weapon_rows,
    weapon_line,
)
