"""The rows of an enemies file, each one or several figures alike: how they are read, named, numbered, and whom guardians guard.

Source: five-parsecs, Guardian; Fearless.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from rules.roster.armoury import listed, place
from rules.roster.figure_files import no_id_twice
from rules.roster.gang import Fighter
from rules.roster.toml_reading import entries, nearest, whole
from rules.skirmish.state.initial_state import MOST_FIGHTERS
from rules.systems.five_parsecs.roster.combat_sheet import AI_TYPES, ROLES, AiType, CombatSheet
from rules.systems.five_parsecs.roster.crew_reading import MOST_MEMBERS
from rules.systems.five_parsecs.roster.sheet_reading import FIGURE, FigureReader, with_sheet
from scene.base.json_fields import JsonField, JsonObject, choice, flag, read_fields, sound_fields, text
from scene.base.messages import shown_text

MOST_FIGURES = MOST_FIGHTERS - MOST_MEMBERS
"""So many enemies go with the largest crew, those who come later among them."""
MOST_OF_A_ROW = 40
NUMBERED = 50
"""Characters of a name or an id that are kept before a number."""
ENEMY: Mapping[str, JsonField] = {
    **FIGURE,
    "count": JsonField(whole(1, MOST_OF_A_ROW)),
    "role": JsonField(choice(*ROLES)),
    "ai": JsonField(choice(*AI_TYPES)),
    "boss": JsonField(flag),
    "fearless": JsonField(flag),
    "ward": JsonField(text(empty=False)),
    "waits": JsonField(flag),
}
ENEMIES = {"enemy": JsonField(entries("enemy", MOST_FIGURES), needed=True)}


@dataclass(frozen=True, eq=False)
class EnemyRow:
    """Figures alike.

    Attributes:
        figure: one of them; its sheet's ward is as the file names it.
        count: how many there are.
        first: the number of the first, where they are numbered; 0: a single one that goes by its name alone.
    """

    figure: Fighter
    count: int = 1
    first: int = 0

    @property
    def sheet(self) -> CombatSheet:
        """The sheet of each of them."""
        assert isinstance(self.figure.sheet, CombatSheet)
        return self.figure.sheet

    def with_sheet(self, **changes: Any) -> "EnemyRow":  # noqa: ANN401 - of fields of the sheet
        """The row with something else on its sheets."""
        return replace(self, figure=with_sheet(self.figure, replace(self.sheet, **changes)))


def read_rows(value: JsonObject, ai: AiType, reader: FigureReader) -> tuple[EnemyRow, ...]:
    """The rows of a file; what is wrong is added to the reader's faults. ``ai`` is that of those who have none of their own."""
    tables = listed(value, ENEMIES, "enemy")
    places = [place("enemy", index, one) for index, one in enumerate(tables)]
    rows = tuple(_row(one, where, ai, reader) for one, where in zip(tables, places, strict=True))
    no_id_twice("enemy", tables, FIGURE, reader.faults)
    figures = everybody(rows)
    _check_ids(rows, figures, reader.faults)
    for row, where in zip(rows, places, strict=True):
        reader.faults += (f"{where}{fault}" for fault in _ward_faults(row, figures))
    return rows


def _row(value: object, where: str, ai: AiType, reader: FigureReader) -> EnemyRow:
    read_fields(value, ENEMY, where, reader.faults)
    found = sound_fields(value, ENEMY) if isinstance(value, JsonObject) else {}
    role = found.get("role", "basic")
    acts = found.get("ai", ai)
    # Beasts are no humans unless the file says so.
    usual = {"anatomy": "beast", "species": "other"} if acts == "beast" else {}
    figure = reader.figure({**usual, **found}, where)
    if role == "lieutenant" and found.get("fearless") is False:
        reader.faults.append(f'{where}lieutenants are always fearless; leave "fearless" out')
    count = found.get("count", 1)
    told = {key: found[key] for key in ("boss", "ward", "waits") if key in found}
    fearless = found.get("fearless", False) or role == "lieutenant"
    return EnemyRow(figure, count, int(count > 1)).with_sheet(ai=acts, role=role, fearless=fearless, **told)


def _ward_faults(row: EnemyRow, figures: "Everybody") -> Iterator[str]:
    """Guardians, and they alone, have a ward, which is there and no guardian itself."""
    name = row.sheet.ward
    wards = [other.sheet for other, _ in _meant(name, figures)]
    called = f'its ward "{shown_text(name)}"'
    if row.sheet.ai != "guardian":
        if name:
            yield '"ward" goes with ai = "guardian" only'
    elif not name:
        yield 'a guardian needs a "ward": the name of the figure that it is attached to'
    elif not wards:
        known = {other.figure.name.casefold(): other.figure.name for other, _ in figures}
        yield f"{called} is not there{nearest(name, known, lambda key: known[key])}"
    elif any(ward.ai == "guardian" for ward in wards):
        yield f"{called} is a guardian too; name somebody who is none"
    elif any(ward.waits for ward in wards) and not row.sheet.waits:
        yield f"{called} comes later; name somebody who is there from the start"


def figures_of(rows: Sequence[EnemyRow], faults: list[str]) -> tuple[Fighter, ...]:
    """Everybody, by name, number and id, guardians with the ids of their wards; too many are a fault."""
    if (count := sum(row.count for row in rows)) > MOST_FIGURES:
        faults.append(f"there are {count} enemies, with those who come later; the limit is {MOST_FIGURES}")
        return ()
    figures, found = everybody(rows), []
    for row in rows:
        guarded = [one.id for _, one in _meant(row.sheet.ward, figures)]
        for number, figure in enumerate(numbered(row)):
            ward = guarded[number % len(guarded)] if guarded else ""
            found.append(with_sheet(figure, replace(row.sheet, ward=ward)))
    return tuple(found)


def _check_ids(rows: Sequence[EnemyRow], figures: "Everybody", faults: list[str]) -> None:
    """Refuses numbered figures with the id of somebody else, such as one of several called A beside one called A 2."""
    if len({row.figure.id for row in rows}) < len(rows):
        return  # told already, row by row
    taken: set[str] = set()
    for _, one in figures:
        if one.id in taken:
            faults.append(f'enemy "{shown_text(one.name)}": the id "{one.id}" is taken; give one of them another name or "id"')
        taken.add(one.id)


Everybody = list[tuple[EnemyRow, Fighter]]
"""All figures, each with its row."""


def everybody(rows: Iterable[EnemyRow]) -> Everybody:
    """All figures of rows."""
    return [(row, figure) for row in rows for figure in numbered(row)]


def numbered(row: EnemyRow) -> Iterator[Fighter]:
    """The figures of a row, by name and id."""
    if not row.first:
        yield row.figure
        return
    for number in range(row.first, row.first + row.count):
        name, own_id = f"{row.figure.name[:NUMBERED].rstrip()} {number}", f"{row.figure.id[:NUMBERED].rstrip('-')}-{number}"
        yield replace(row.figure, name=name, id=own_id)


def _meant(ward: str, figures: Everybody) -> Everybody:
    """Whom a ward's name means: who has that id, or all of the row of that name, or who has that name with its number.

    Those who come later are meant where nobody else is.
    """
    name = ward.strip().casefold()
    by_id = [one for one in figures if one[1].id == ward]
    by_row = [one for one in figures if one[0].figure.name.casefold() == name]
    meant = by_id or by_row or [one for one in figures if one[1].name.casefold() == name]
    return [one for one in meant if not one[0].sheet.waits] or meant
