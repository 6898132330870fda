"""Those who wait until an event or an escalation brings them.

Source: five-parsecs, Battle events on round 2 and round 4; Escalation table. The text asks for basic figures, a specialist, a
unique individual and vent crawlers, and has neither numbers of them nor profiles: what is added here is ours.
"""

from collections.abc import Sequence
from dataclasses import replace

from rules.errors import RulesError
from rules.roster.toml_reading import parse_toml
from rules.systems.five_parsecs.roster.combat_sheet import AiType, EnemyRole
from rules.systems.five_parsecs.roster.enemy_rows import EnemyRow, everybody, numbered, read_rows
from rules.systems.five_parsecs.roster.escalation import WITHOUT_WARD
from rules.systems.five_parsecs.roster.sheet_reading import FigureReader
from scene.base.messages import capped

BASIC = 8
SPECIALISTS = 2


def with_arrivals(rows: Sequence[EnemyRow], ai: AiType, shipped: bytes, reader: FigureReader) -> tuple[EnemyRow, ...]:
    """The rows, and for each kind of which none waits those that come by themselves.

    These are eight more of the first basic row, two more of the first specialist row if there are specialists, and those of a
    shipped file: a unique individual and vent crawlers.

    Args:
        rows: of a file, without faults.
        ai: the main AI type, by which others act who have none of their own; guardians have nobody to guard them.
        shipped: the file.
        reader: with the shipped armoury.
    """
    waiting = {row.sheet.role for row in rows if row.sheet.waits}
    there = [row for row in rows if not row.sheet.waits]
    found = list(rows)
    if "basic" not in waiting:
        found.append(_more(_first(there, "basic") or _demoted(there[0]), BASIC, found))
    specialist = _first(there, "specialist")
    if "specialist" not in waiting and specialist is not None:
        found.append(_more(specialist, SPECIALISTS, found))
    acts = WITHOUT_WARD if ai == "guardian" else ai
    others = read_rows(parse_toml(shipped), acts, reader)
    if reader.faults:
        raise RulesError(capped(reader.faults))
    for row in others:
        if row.sheet.role not in waiting:
            found.append(_apart(row.with_sheet(waits=True), found))
    return tuple(found)


def _first(rows: Sequence[EnemyRow], role: EnemyRole) -> EnemyRow | None:
    return next((row for row in rows if row.sheet.role == role), None)


def _demoted(row: EnemyRow) -> EnemyRow:
    """A basic figure of a force that has none."""
    fearless = row.sheet.fearless and row.sheet.role != "lieutenant"
    return row.with_sheet(role="basic", boss=False, fearless=fearless)


def _more(row: EnemyRow, count: int, others: Sequence[EnemyRow]) -> EnemyRow:
    """More of a row, numbered on behind it."""
    more = replace(row, count=count, first=max(row.first, 1) + row.count)
    return _apart(more.with_sheet(waits=True), others)


def _apart(row: EnemyRow, others: Sequence[EnemyRow]) -> EnemyRow:
    """A row with the first numbers with which nobody has the id of somebody else."""
    taken = {figure.id for _, figure in everybody(others)}
    while any(figure.id in taken for figure in numbered(row)):
        row = replace(row, first=row.first + 1)
    return row
