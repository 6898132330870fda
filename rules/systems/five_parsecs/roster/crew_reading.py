"""Reading crew files: TOML text as a crew, with every fault of the file at once.

Source: five-parsecs, The reaction roll; Seizing the initiative; Luck.
"""

from collections.abc import Mapping
from dataclasses import replace

from rules.errors import RulesError
from rules.roster.armoury import listed, place
from rules.roster.figure_files import check_length, check_names, no_id_twice
from rules.roster.gang import Fighter, Gang
from rules.roster.gang_formats import Shipped
from rules.roster.toml_reading import entries, parse_toml, refuse_other_formats, whole
from rules.systems.five_parsecs import SYSTEM
from rules.systems.five_parsecs.roster.battle_weapons import WEAPONS, parse_battle_armoury, read_battle_weapons
from rules.systems.five_parsecs.roster.combat_sheet import DIFFICULTIES, CombatSheet, CrewSheet
from rules.systems.five_parsecs.roster.loot import ROWS as LOOT_ROWS
from rules.systems.five_parsecs.roster.loot import parse_loot, read_loot
from rules.systems.five_parsecs.roster.sheet_reading import FIGURE, GANG, FigureReader, with_sheet
from rules.systems.five_parsecs.roster.sheet_writing import CREW as FORMAT
from rules.systems.five_parsecs.roster.sheet_writing import VERSION, crew_text
from scene.base.json_fields import JsonField, JsonObject, choice, flag, read_fields, sound_fields
from scene.base.messages import capped

MOST_MEMBERS = 30
REACTIONS = whole(1, 6)
SAVVY = whole(-3, 6)
MEMBER: Mapping[str, JsonField] = {
    **FIGURE,
    "reactions": JsonField(REACTIONS, needed=True),
    "savvy": JsonField(SAVVY),
    "spare": JsonField(flag),
}
MEMBERS = {"member": JsonField(entries("member", MOST_MEMBERS), needed=True)}
FIELDS: Mapping[str, JsonField] = {
    "format": JsonField(choice(FORMAT), needed=True),
    "version": JsonField(choice(VERSION), needed=True),
    **GANG,
    "difficulty": JsonField(choice(*DIFFICULTIES)),
    **WEAPONS,
    **LOOT_ROWS,
    **MEMBERS,
}


def read_crew(data: bytes, proxies: Mapping[str, float], shipped: Shipped) -> tuple[Gang, tuple[str, ...]]:
    """The crew of a file; nothing in it is doubtful, so there are no warnings.

    Args:
        data: TOML, UTF-8.
        proxies: the figures that may stand for somebody, each with the diameter of its usual base in millimetres.
        shipped: the content of the armoury and of the loot table that come with the program.

    Raises:
        RulesError: with everything that is wrong with the file.
    """
    value = parse_toml(data)
    refuse_other_formats(value, FORMAT, VERSION)
    faults: list[str] = []
    read_fields(value, FIELDS, "", faults)
    weapons = {**parse_battle_armoury(shipped("crews/armoury")), **read_battle_weapons(value, faults)}
    loot = read_loot(value, weapons, faults) or parse_loot(shipped("crews/loot"), shipped("crews/armoury"))
    reader = FigureReader(weapons, proxies, faults)
    tables = listed(value, MEMBERS, "member")
    members = tuple(_member(one, place("member", index, one), reader) for index, one in enumerate(tables))
    no_id_twice("member", tables, FIGURE, faults)
    _check_there(value, tables, faults)
    head = sound_fields(value, FIELDS)
    own_id = check_names(head, value, faults)
    sheet = CrewSheet(head.get("difficulty", "normal"), loot)
    name = head.get("name", "").strip()
    crew = Gang(own_id, name, members, head.get("colour", ""), rules=SYSTEM.name, sheet=sheet)
    if not faults:
        check_length(crew, crew_text(crew), faults)
    if faults:
        raise RulesError(capped(faults))
    return crew, ()


def _member(value: object, where: str, reader: FigureReader) -> Fighter:
    read_fields(value, MEMBER, where, reader.faults)
    found = sound_fields(value, MEMBER) if isinstance(value, JsonObject) else {}
    figure = reader.figure(found, where)
    assert isinstance(figure.sheet, CombatSheet)
    reactions, savvy = found.get("reactions", 1), found.get("savvy", 0)
    return with_sheet(figure, replace(figure.sheet, reactions=reactions, savvy=savvy, waits=found.get("spare", False)))


def _check_there(value: JsonObject, tables: list[object], faults: list[str]) -> None:
    """A crew is somebody, and not all of it stays away."""
    if value.get("member") == []:
        faults.append('a crew of nobody: "member" needs at least one table')
    elif tables and all(isinstance(one, JsonObject) and one.get("spare") is True for one in tables):
        faults.append('a crew of nobody: all its members are "spare"; at least one has to take part')
