"""Battles on small tables for tests: figures where a test wants them, with the sheets that it gives them."""

from dataclasses import replace
from functools import cache

from assets.mesh_library import LIBRARY
from rules.roster.gang import Fighter, Gang
from rules.roster.profile import Profile
from rules.skirmish.state.battle_rules import BattleRules
from rules.skirmish.state.battle_state import Battle, FighterState, GangState, Setting
from rules.systems.five_parsecs.citations import CITATIONS
from rules.systems.five_parsecs.movement import MOVEMENT
from rules.systems.five_parsecs.roster.combat_sheet import BattleWeapon, CombatSheet, CrewSheet, EnemySheet
from rules.systems.five_parsecs.sight import SIGHT
from scene.geometry.mesh import Point
from scene.table.table import Body, Piece, Table, Terrain
from scene.table_io.table_statuses import POSTURES, Status

RIFLE = BattleWeapon("rifle", 24.0, 1, 0)
PISTOL = BattleWeapon("pistol", 12.0, 1, 0, frozenset({"pistol"}))
REPEATER = BattleWeapon("repeater", 24.0, 3, 0)
BLADE = BattleWeapon("blade", damage=1, traits=frozenset({"melee"}))
CREW, ENEMIES = "crew", "enemies"
RAIDER = CombatSheet(speed=5, combat=0, toughness=3, weapons=(RIFLE,), ai="aggressive")
HAND = CombatSheet(reactions=2, speed=5, combat=1, toughness=3, weapons=(RIFLE,))


def scene(
    crew: dict[str, Point],
    enemies: dict[str, Point],
    *,
    sheets: dict[str, CombatSheet] | None = None,
    facing: dict[str, float] | None = None,
    pieces: tuple[Piece, ...] = (),
    size: tuple[float, float] = (48.0, 48.0),
    force: EnemySheet | None = None,
    rules: BattleRules | None = None,
) -> Battle:
    """A battle in its first round, in which crew members face +y and enemies -y unless told otherwise.

    Args:
        crew, enemies: where each figure stands, by id.
        sheets: of figures; a `HAND` or a `RAIDER` otherwise.
        facing: degrees, of figures.
        pieces: the terrain.
        size: of the table, inches.
        force: of the enemies as a whole.
        rules: the shape of the battle; one without phases otherwise.
    """
    own = sheets or {}
    members = tuple(_card(name, own.get(name, HAND)) for name in crew)
    foes = tuple(_card(name, own.get(name, RAIDER)) for name in enemies)
    gangs = (Gang(CREW, "Crew", members, sheet=CrewSheet()), Gang(ENEMIES, "Enemies", foes, sheet=force or EnemySheet()))
    parts = (SIGHT, MOVEMENT, rules or BattleRules((), ()), CITATIONS)
    setting = Setting(_table(size, pieces), gangs, _body, parts)
    states = [
        FighterState(name, gang, place, (facing or {}).get(name, turned), ready=True)
        for gang, places, turned in ((CREW, crew, 90.0), (ENEMIES, enemies, 270.0))
        for name, place in places.items()
    ]
    return Battle(setting, tuple(states), (GangState(CREW), GangState(ENEMIES)), round=1, phase="quick", order=(CREW, ENEMIES))


def _card(name: str, sheet: CombatSheet) -> Fighter:
    profile = replace(Profile(), movement=sheet.speed, wounds=1)
    return Fighter(name, name.capitalize(), profile=profile, sheet=sheet)


@cache
def _table(size: tuple[float, float], pieces: tuple[Piece, ...]) -> Table:
    return Table(size, Terrain(pieces))


def _body(proxy: str, status: Status) -> Body:
    return LIBRARY.body(proxy, POSTURES[status], "upright")
