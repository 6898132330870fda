"""The gang files that only combat-pool has: warbands."""

from collections.abc import Iterable, Mapping, Sequence

from rules.roster.gang import Gang
from rules.roster.gang_formats import GangFormat, GangFormats, Shipped
from rules.systems.combat_pool.roster.pool_sheet import WarbandSheet
from rules.systems.combat_pool.roster.pool_weapons import parse_pool_armoury
from rules.systems.combat_pool.roster.warband_reading import read_warband
from rules.systems.combat_pool.roster.warband_writing import FORMAT, warband_text


def misfits(gangs: Sequence[Gang]) -> Iterable[str]:
    """A battle is between two warbands: who has priority and who has not."""
    if len(gangs) != 2:
        yield f"gangs: a battle is between two warbands, not {len(gangs)}"


def weapon_rows(shipped: Shipped) -> Sequence[Mapping[str, object]]:
    """The weapons of the armoury, for people and programs; the range is None for combats only."""
    return [
        {
            "name": one.name,
            "range": one.inches or None,
            "reload": one.reload,
            "attack": one.attack,
            "initiative": one.initiative,
            "wound": one.wound,
        }
        for one in parse_pool_armoury(shipped("warbands/armoury")).values()
    ]


def weapon_line(row: Mapping[str, object]) -> str:
    """A weapon in a line."""
    reach = f'{row["range"]:g}"' if row["range"] else "for combats"
    reload = f", {row['reload']} to reload" if row["reload"] else ""
    added = [f"{row[key]:+d} {key}" for key in ("attack", "initiative", "wound") if row[key]]
    return f"{row['name']}: {reach}{reload}{''.join(f', {one}' for one in added)}"


GANGS = GangFormats(
    (GangFormat(FORMAT, "a warband", WarbandSheet, read_warband, warband_text),), misfits, weapon_rows, weapon_line
)
