"""Battles on small tables for tests: models where a test wants them, with the sheets that it gives them."""

from dataclasses import replace
from functools import cache

from assets.gang_folders import shipped_file
from assets.mesh_library import LIBRARY
from rules.roster.gang import Fighter, Gang
from rules.roster.profile import Profile
from rules.skirmish.state.battle_state import Battle, FighterState, GangState, Setting
from rules.systems import registry
from rules.systems.combat_pool.roster.pool_sheet import Ploy, PoolSheet, PoolWeapon, WarbandSheet
from rules.systems.combat_pool.roster.pool_weapons import parse_ploys
from scene.geometry.mesh import Point
from scene.table.table import Body, Piece, Table, Terrain
from scene.table_io.table_statuses import POSTURES, Status

SWORD = PoolWeapon("Sword")
BOW = PoolWeapon("Bow", 20.0)
CROSSBOW = PoolWeapon("Crossbow", 24.0, reload=2, wound=2)
PLAIN = PoolSheet(
    move=5, fight=2, shoot=2, armour=1, initiative=2, pool=3, wounds=2, weapons=(SWORD, BOW), ploys=("Guard", "Press")
)
RED, BLUE = "red", "blue"


@cache
def known_ploys() -> dict[str, Ploy]:
    """The ploys that ship, by name."""
    return {one.name: one for one in parse_ploys(shipped_file("warbands/ploys").read_bytes()).values()}


def scene(
    places: dict[str, Point],
    *,
    sheets: dict[str, PoolSheet] | None = None,
    pieces: tuple[Piece, ...] = (),
    size: tuple[float, float] = (36.0, 36.0),
    morale: int = 8,
    counters: tuple[int, int] = (10, 3),
    phase: str = "move",
) -> Battle:
    """A battle in its first turn; red has priority. The first of either warband leads it.

    Args:
        places: where each model stands, by name: those in ``b...`` are of the blue warband.
        sheets: of models; `PLAIN` otherwise.
        pieces: the terrain.
        size: of the table, inches.
        morale: of both warbands.
        counters: attack counters, and counters of each ploy, of both.
        phase: that is going on.
    """
    own = sheets or {}
    gangs = tuple(_gang(gang, [name for name in places if _side(name) == gang], own, morale, counters) for gang in (RED, BLUE))
    setting = Setting(_table(size, pieces), gangs, _body, registry.system("combat-pool").battle)
    models = tuple(
        FighterState(name, gang.id, places[name], wounds=own.get(name, PLAIN).wounds, ready=True)
        for gang in gangs
        for name in places
        if _side(name) == gang.id
    )
    return Battle(setting, models, (GangState(RED), GangState(BLUE)), round=1, phase=phase, order=(RED, BLUE), turn=RED)


def _side(name: str) -> str:
    return BLUE if name.startswith("b") else RED


def _gang(gang: str, names: list[str], sheets: dict[str, PoolSheet], morale: int, counters: tuple[int, int]) -> Gang:
    cards = tuple(_card(name, sheets.get(name, PLAIN), leads=name == names[0]) for name in names)
    return Gang(gang, gang.title(), cards, rules="combat-pool", sheet=WarbandSheet(morale, *counters, known_ploys()))


def _card(name: str, sheet: PoolSheet, *, leads: bool) -> Fighter:
    profile = replace(Profile(), movement=int(sheet.move), wounds=sheet.wounds)
    return Fighter(name, name.capitalize(), "leader" if leads else "ganger", profile, sheet=sheet)


@cache
def _table(size: tuple[float, float], pieces: tuple[Piece, ...]) -> Table:
    return Table(size, Terrain(pieces))


def _body(proxy: str, status: Status) -> Body:
    return LIBRARY.body("human" if proxy == "rider" else proxy, POSTURES[status], "upright")
