"""Reading enemies files: TOML text as a force that the program plays, with every fault of the file at once.

Source: five-parsecs, Enemy movement; Guardian; Enemy running away; Fearless; Seizing the initiative roll.
"""

from collections.abc import Mapping

from rules.errors import RulesError
from rules.roster.armoury import listed
from rules.roster.figure_files import check_length, check_names
from rules.roster.gang import Gang
from rules.roster.gang_formats import Shipped
from rules.roster.toml_reading import parse_toml, refuse_other_formats, whole
from rules.systems.five_parsecs import SYSTEM
from rules.systems.five_parsecs.roster.arrivals import with_arrivals
from rules.systems.five_parsecs.roster.battle_weapons import WEAPONS, parse_battle_armoury, read_battle_weapons
from rules.systems.five_parsecs.roster.combat_sheet import AI_TYPES, AiType, EnemySheet
from rules.systems.five_parsecs.roster.die_table import die_range
from rules.systems.five_parsecs.roster.enemy_rows import ENEMIES, figures_of, read_rows
from rules.systems.five_parsecs.roster.escalation import ROWS as ESCALATION_ROWS
from rules.systems.five_parsecs.roster.escalation import parse_escalation, read_own_column
from rules.systems.five_parsecs.roster.sheet_reading import GANG, FigureReader
from rules.systems.five_parsecs.roster.sheet_writing import ENEMIES as FORMAT
from rules.systems.five_parsecs.roster.sheet_writing import VERSION, enemies_text
from scene.base.json_fields import JsonField, JsonObject, WrongValue, choice, flag, read_fields, sound_fields
from scene.base.messages import capped

PANIC = 6
MOST_INITIATIVE = 6


def _panic(value: object) -> int:
    """The highest face with which somebody bails: "1-2", 2, or 0 for nobody ever."""
    try:
        found = whole(0, PANIC)(value)
    except WrongValue:
        pass
    else:
        return int(found)
    try:
        faces = die_range(PANIC)(value)
    except WrongValue:
        faces = None
    if faces is None or faces.low != 1:
        raise WrongValue(f'0 to {PANIC}, or a range of faces from 1 on such as "1-2"')
    return int(faces.high)


FIELDS: Mapping[str, JsonField] = {
    "format": JsonField(choice(FORMAT), needed=True),
    "version": JsonField(choice(VERSION), needed=True),
    **GANG,
    "ai": JsonField(choice(*AI_TYPES), needed=True),
    "panic": JsonField(_panic, needed=True),
    "initiative": JsonField(whole(-MOST_INITIATIVE, MOST_INITIATIVE)),
    "hired": JsonField(flag),
    "grenades": JsonField(flag),
    **WEAPONS,
    **ESCALATION_ROWS,
    **ENEMIES,
}


def read_enemies(data: bytes, proxies: Mapping[str, float], shipped: Shipped) -> tuple[Gang, tuple[str, ...]]:
    """The enemies of a file; nothing in it is doubtful, so there are no warnings.

    Args:
        data: TOML, UTF-8.
        proxies: the figures that may stand for somebody, each with the diameter of its usual base in millimetres.
        shipped: the content of the armoury, of the escalation table and of those who may come besides, as they come with the
            program.

    Raises:
        RulesError: with everything that is wrong with the file.
    """
    value = parse_toml(data)
    refuse_other_formats(value, FORMAT, VERSION)
    faults: list[str] = []
    read_fields(value, FIELDS, "", faults)
    armoury = parse_battle_armoury(shipped("crews/armoury"))
    reader = FigureReader({**armoury, **read_battle_weapons(value, faults)}, proxies, faults)
    table = parse_escalation(shipped("enemies/escalation")).with_own(read_own_column(value, faults))
    head = sound_fields(value, FIELDS)
    ai: AiType = head.get("ai", "aggressive")
    rows = read_rows(value, ai, reader)
    _check_there(value, listed(value, ENEMIES, "enemy"), faults)
    if not faults:
        rows = with_arrivals(rows, ai, shipped("enemies/arrivals"), FigureReader(armoury, proxies, faults))
    figures = figures_of(rows, faults)
    own_id = check_names(head, value, faults)
    told = {key: head[key] for key in ("panic", "initiative", "hired", "grenades") if key in head}
    sheet = EnemySheet(ai=ai, escalation=table, **told)
    name = head.get("name", "").strip()
    force = Gang(own_id, name, figures, head.get("colour", ""), rules=SYSTEM.name, sheet=sheet)
    if not faults:
        check_length(force, enemies_text(force), faults)
    if faults:
        raise RulesError(capped(faults))
    return force, ()


def _check_there(value: JsonObject, tables: list[object], faults: list[str]) -> None:
    """Enemies are somebody, and not all of them come later."""
    if value.get("enemy") == []:
        faults.append('enemies of nobody: "enemy" needs at least one table')
    elif tables and all(isinstance(one, JsonObject) and one.get("waits") is True for one in tables):
        faults.append('enemies of nobody: all of them have "waits"; at least one has to be there from the start')
