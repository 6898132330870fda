"""Loading battles: what is fought where by whom, and the game as far as its journal tells it."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from assets import battles, tables
from assets.mesh_library import LIBRARY
from rules.citations import Citations
from rules.engine.game_history import Game
from rules.engine.given_entries import Given
from rules.engine.journal_format import ASKS_FORCED
from rules.engine.journal_format import VERSION as JOURNAL_VERSION
from rules.errors import RulesError
from rules.movement.path_rules import agent_of
from rules.roster.gang import Fighter, Gang
from rules.roster.gang_reading import distinct
from rules.roster.toml_reading import MAX_BYTES, parse_toml, refuse_other_formats
from rules.skirmish.phases.rounds import step
from rules.skirmish.state.battle_state import Battle, Setting
from rules.skirmish.state.initial_state import new_battle
from rules.skirmish.state.rulings import applied
from rules.skirmish.state.scenario_reading import parse_scenario, scenario_text
from rules.systems.registry import DEFAULT
from rules.systems.rule_system import RuleSystem
from scene.base.errors import SceneError
from scene.base.json_fields import JsonField, choice, read_fields, text, texts
from scene.base.safe_files import read_bytes
from scene.mesh_io.mesh_reading import MAX_FACES
from scene.navmesh.navmesh_file import terrain_digest
from scene.table.table import Body, Figure, Table
from scene.table_io.table_bundle import SUFFIX as SHARED
from scene.table_io.table_statuses import POSTURES, Status
from scene.walkable.agent import Agent
from sightline.console import warn
from sightline.errors import CommandError
from sightline.files.rule_systems import kept_rules, rule_system, rules_kept
from sightline.files.table_loading import load, load_navmesh
from sightline.session.gang_loading import kept_gang, load_gang, text_of
from sightline.session.journal_files import SUFFIX as JOURNAL
from sightline.session.journal_files import read_journal
from sightline.session.scenario_loading import load_scenario

FORMAT = "sightline-battle"
VERSION = 1
MOST_GANGS = 4
FORMER = {"41181fd67b929fc0dfa2f6e9ca78065c67d956f2": "8af771b8fd8c728603dab259b28a7ff19699fee8"}
"""Digests of terrain, and what they were for the very same terrain when its triangles could stand in another order."""

_FIELDS = {
    "format": JsonField(choice(FORMAT), needed=True),
    "version": JsonField(choice(float(VERSION)), needed=True),
    "name": JsonField(text(empty=False)),
    "rules": JsonField(text(empty=False)),
    "table": JsonField(text(empty=False), needed=True),
    "gangs": JsonField(texts, needed=True),
    "scenario": JsonField(text(empty=False), needed=True),
}


def battle_path(name: str) -> Path:
    """The file of a battle; what is no file and has no ending is the name of a bundled one."""
    path = Path(name)
    return battles.path(name) if not path.suffix and not path.exists() and path.name == name else path


def name_of(path: Path) -> str:
    """What a battle file calls its battle.

    Raises:
        RulesError, SceneError: if it is none.
    """
    name: str = _document(path).get("name") or path.stem
    return name


def table_of(path: Path) -> Path:
    """The table file of a battle file or a journal; of a shared battle it is the bundle itself.

    Raises:
        RulesError, SceneError, CommandError: if it names none.
    """
    if path.suffix.lower() == SHARED:
        return path
    if path.suffix == JOURNAL:
        return table_path(str(read_journal(path).header.get("table")), path.parent)
    return table_path(_table_name(_document(path)["table"], path.parent, path.parent), path.parent)


def header_of(path: Path, folder: Path, rules: RuleSystem | None = None) -> dict[str, Any]:
    """What a journal keeps of a battle file, so that it needs neither this file nor those of the gangs and the scenario.

    Args:
        path: the battle file.
        folder: where the journal is to lie; the table has to be bundled or lie in it as well.
        rules: by which the battle goes, whatever its file says.

    Raises:
        RulesError, SceneError, CommandError: with everything that is wrong.
    """
    written = _document(path)
    faults: list[str] = []
    system = rules or _rules(path, written.get("rules") or DEFAULT, faults)
    gangs, scenario = _gangs(path, written["gangs"], system, faults), None
    try:
        scenario = load_scenario(_beside(path, written["scenario"]))
    except (CommandError, RulesError, SceneError) as error:
        faults += error.faults
    try:
        table = _table_name(written["table"], path.parent, folder)
    except (CommandError, SceneError) as error:
        table = ""
        faults += error.faults
    if faults or scenario is None or system is None:
        raise RulesError(faults)
    return {
        "name": written.get("name") or path.stem,
        "rules": kept_rules(system),
        "table": table,
        "terrain": _digest(load_table(table, folder)),
        "gangs": [text_of(gang) for gang in distinct(gangs)],
        "scenario": scenario_text(scenario),
    }


def setting_of(header: Mapping[str, Any], folder: Path) -> Setting:
    """The setting that a journal's header tells of.

    Raises:
        RulesError, SceneError, CommandError: if it tells of none, or the table is another one now.
    """
    texts_of_gangs, scenario, table = (header.get(key) for key in ("gangs", "scenario", "table"))
    rules, version = rules_kept(header.get("rules"))
    if not (isinstance(texts_of_gangs, list) and isinstance(scenario, str) and isinstance(table, str)):
        raise CommandError("tells of no table, gangs and scenario")
    gangs = tuple(kept_gang(str(one)) for one in texts_of_gangs)
    if faults := _misfits(gangs, rules):
        raise RulesError(faults)
    found = load_table(table, folder)
    digest = _digest(found)
    if header.get("terrain") not in {digest, FORMER.get(digest)}:
        raise CommandError(f'was begun on another table: the terrain of "{table}" has changed since')
    return Setting(found, gangs, _body, rules.battle_of(version), parse_scenario(scenario.encode()))


def game_of(
    setting: Setting, answers: Sequence[Given] = (), version: int = JOURNAL_VERSION, *, ground_first: bool = True
) -> Game[Battle]:
    """The game so far.

    Args:
        setting: of the battle.
        answers: all answers and rulings.
        version: of its journal.
        ground_first: whether the navmeshes are worked out now, with a progress bar; else when they are needed.

    Raises:
        RulesError: if the gangs and the scenario do not go together, or an answer does not fit.
    """
    if ground_first:
        for agent in agents(setting):
            load_navmesh(setting.table, agent)
    cites, asks_forced = setting.part(Citations).of, version <= ASKS_FORCED
    return Game(new_battle(setting), step, answers, cites=cites, applied=applied, asks_forced=asks_forced)


def agents(setting: Setting) -> tuple[Agent, ...]:
    """For whom a battle needs a navmesh: every size of fighter once."""
    return tuple(dict.fromkeys(agent_of(_figure(card)) for card in setting.cards.values()))


def table_path(name: str, folder: Path) -> Path:
    """The file of the table that a header names: a bundled one, or one in the journal's folder."""
    path = tables.path(name) if name in tables.names() else folder / name
    if name not in tables.names() and not _within(path, folder):
        raise CommandError(f'the table "{name[:60]}" is not in the folder of the journal')
    return path


def load_table(name: str, folder: Path) -> Table:
    """The table that a header names."""
    return load(table_path(name, folder), max_faces=MAX_FACES)[0]


def _document(path: Path) -> dict[str, Any]:
    try:
        value = parse_toml(read_bytes(path, MAX_BYTES))
        refuse_other_formats(value, FORMAT, VERSION)
        faults: list[str] = []
        written = read_fields(value, _FIELDS, "", faults)
        if written is not None and not 2 <= len(written["gangs"]) <= MOST_GANGS:
            faults.append(f"gangs: there must be 2 to {MOST_GANGS}")
    except RulesError as error:
        raise RulesError(f"{path.name}: {fault}" for fault in error.faults) from None
    if faults or written is None:
        raise RulesError(f"{path.name}: {fault}" for fault in faults)
    return written


def _rules(path: Path, name: str, faults: list[str]) -> RuleSystem | None:
    """The rule system that a battle file names."""
    try:
        found = rule_system(str(_beside(path, name)))
        found.check("battle")
    except (CommandError, RulesError, SceneError) as error:
        faults += (f"{path.name}: rules: {fault}" for fault in error.faults)
        return None
    return found


def _gangs(path: Path, names: Sequence[str], rules: RuleSystem | None, faults: list[str]) -> tuple[Gang, ...]:
    gangs = []
    for name in names:
        try:
            gang, doubts = load_gang(_beside(path, name), rules)
        except (CommandError, RulesError, SceneError) as error:
            faults += error.faults
        else:
            warn(doubts)
            gangs.append(gang)
    if len(gangs) == len(names):
        faults += (f"{path.name}: {fault}" for fault in _misfits(gangs, rules))
    return tuple(gangs)


def _misfits(gangs: Sequence[Gang], rules: RuleSystem | None) -> list[str]:
    """Why gangs cannot meet by rules that have gangs of their own kinds."""
    own = rules.gangs if rules is not None else None
    return list(own.misfits(gangs)) if own is not None else []


def _beside(path: Path, name: str) -> str | Path:
    """A bundled name as it is; otherwise the file of that name beside another one, and not out of its folder."""
    if not Path(name).suffix:
        return name
    found = path.parent / name
    if not _within(found, path.parent):
        raise CommandError(f'{path.name}: "{name[:60]}" is outside the folder of the battle file')
    return found


def shared_header(header: Mapping[str, Any], bundle: Path, folder: Path) -> dict[str, Any]:
    """The header of a journal in a folder that goes on with a battle which was shared, on the table of the bundle."""
    return {**header, "table": _table_name(bundle.name, bundle.parent, folder)}


def _table_name(name: str, here: Path, folder: Path) -> str:
    """How a header names a table."""
    if name in tables.names():
        return name
    path = here / name
    if not Path(name).suffix:
        tables.path(name)
    if not _within(path, here):
        raise CommandError(f'the table "{name[:60]}" is outside the folder of the battle file')
    if not _within(path, folder):
        raise CommandError(f'the journal has to lie in the folder of the table, "{here}", or above it')
    return path.resolve().relative_to(folder.resolve()).as_posix()


def _within(path: Path, folder: Path) -> bool:
    try:
        return path.resolve().is_relative_to(folder.resolve())
    except (OSError, RuntimeError, ValueError):  # links in a circle, a name that no file can have
        return False


def _digest(table: Table) -> str:
    return terrain_digest(table.terrain, table.size)


def _body(proxy: str, status: Status) -> Body:
    return LIBRARY.body(proxy, POSTURES[status], "upright")


def _figure(card: Fighter) -> Figure:
    return Figure(card.id, _body(card.proxy, "standing"), (0.0, 0.0, 0.0), base_mm=card.base_mm)
