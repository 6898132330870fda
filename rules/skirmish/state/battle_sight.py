"""Sight in a battle, and the rest that its table tells: the figures on it, who sees and touches whom, how far apart."""

import math
from functools import lru_cache

import numpy as np

from rules.engagement import engaged_with
from rules.sight.shot_verdicts import settle_shots
from rules.sight.sight_rulings import sight_rulings
from rules.sight.verdict import SightQuestion, SightRules, Verdict
from rules.sight.vision_arc import in_vision_arc
from rules.skirmish.state.battle_rules import BattleRules
from rules.skirmish.state.battle_state import Battle, FighterState, Setting
from rules.skirmish.state.condition_marks import ALL_ROUND
from scene.geometry.mesh import Point
from scene.measuring.distance import blocked_by, nearest
from scene.table.changed_pieces import changed
from scene.table.table import Figure, Table, Terrain
from scene.table_io.table_statuses import POSTURES, Status
from scene.visibility.line_of_sight import FIRST_LINES, find_lines, first_free
from scene.visibility.planar_occluders import hidden_by_one_face

TRIED_FIRST = 48
"""Corners of a body to which a free line is looked for before the thorough search for one."""
NO_CONTACT = 8.0
"""Inches from middle to middle that no two bases reach over."""
ROUND_ABOUT = 0.1
"""Inches around two bodies, and all that is between them, beyond which nobody can hide one from the other."""


def terrain_of(battle: Battle) -> Terrain:
    """The terrain as it is now; the same object for the same state of its pieces and the same fog."""
    return changed(battle.setting.table.terrain, battle.pieces, battle.fogs)


def figure_of(battle: Battle, fighter: str, *, status: Status | None = None, proxy: str | None = None) -> Figure:
    """The figure of a fighter as he stands or lies.

    Args:
        status: as he would in another status.
        proxy: with the body of another built-in figure; empty for that of his card.
    """
    known, asked = battle.figures, (fighter, status, proxy)
    if asked not in known:
        known[asked] = _figure_in(battle, battle.model(fighter), status, proxy)
    return known[asked]


def _figure_in(battle: Battle, model: FighterState, status: Status | None, proxy: str | None) -> Figure:
    body = model.proxy if proxy is None else proxy
    looks = (model.position, model.facing, body, status or model.status, _hides(battle.setting, model))
    return _figure(battle.setting, model.id, model.gang, *looks)


def table_of(battle: Battle) -> Table:
    """The table with everybody who is on it. Battles that look alike share it, and all that is worked out about it."""
    return _table(battle.setting, terrain_of(battle), tuple(_looks(battle, model) for model in battle.on_table()))


def verdict(battle: Battle, shooter: str, target: str) -> Verdict:
    """Line of sight, vision arc, cover and distance from one fighter to another."""
    return _verdict(battle.setting, terrain_of(battle), _between(battle, shooter, target), shooter, target)


def sees(battle: Battle, one: str, other: str) -> bool:
    """Whether there is a line of sight; other fighters never stop one. Source: main-rulebook, Line of sight."""
    return _sees(battle.setting, terrain_of(battle), _looks(battle, battle.model(one)), _looks(battle, battle.model(other)))


def glimpses(battle: Battle, one: str, other: str) -> bool:
    """Whether somebody is seen so well that one line in a few tells; if not, `seen_at_once` has to look."""
    return _glimpsed(battle.setting, terrain_of(battle), _looks(battle, battle.model(one)), _looks(battle, battle.model(other)))


def seen_at_once(battle: Battle, one: str, other: str) -> bool:
    """Whether somebody is seen so well that one line in some thousands tells; if not, `sees` has to look closely."""
    looks = (_looks(battle, battle.model(name)) for name in (one, other))
    return bool(_at_once(battle.setting, terrain_of(battle), *looks))


def visible(battle: Battle, shooter: str, target: str) -> bool:
    """Whether somebody is in the vision arc and in line of sight. Source: main-rulebook, Visible."""
    return in_front(battle, shooter, target) and sees(battle, shooter, target)


def in_front(battle: Battle, one: str, other: str) -> bool:
    """Whether somebody is in a fighter's vision arc. Source: main-rulebook, Vision arc."""
    if battle.model(one).has(ALL_ROUND):
        return figure_of(battle, one).posture == "upright"
    return in_vision_arc(figure_of(battle, one), figure_of(battle, other)).inside


def distance(battle: Battle, one: str, other: str) -> float:
    """Inches between the bases, the bodies standing; infinite where walls are between. Source: main-rulebook, Measurements."""
    return _distance(battle.setting, terrain_of(battle), _looks(battle, battle.model(one)), _looks(battle, battle.model(other)))


def apart(battle: Battle, one: str, other: str) -> float:
    """Inches between the bases, whatever stands between."""
    return _apart(figure_of(battle, one), figure_of(battle, other))


def within(battle: Battle, fighter: str, inches: float, *, gang: str = "", foes: bool = False) -> tuple[str, ...]:
    """The others in play within so many inches of a fighter, nearest first.

    Args:
        gang: only fighters of this gang.
        foes: only fighters of other gangs than his own.
    """
    own, figure = battle.model(fighter).gang, figure_of(battle, fighter, status="standing")
    others = (model.id for model in battle.on_table(gang) if model.id != fighter and not (foes and model.gang == own))
    # What stands between is looked at for those only who would be near without it.
    near = (name for name in others if _apart(figure, figure_of(battle, name, status="standing")) <= inches + 1e-9)
    found = ((distance(battle, fighter, name), name) for name in near)
    return tuple(name for far, name in sorted(found) if far <= inches + 1e-9)


def engaged(battle: Battle, fighter: str) -> tuple[str, ...]:
    """The enemies in base contact who are not seriously injured, if the fighter is on his feet.

    Source: main-rulebook, Engaged; Base to base.
    """
    known = battle.engagements
    if fighter not in known:
        known[fighter] = _engagements(battle, battle.model(fighter))
    return known[fighter]


def _engagements(battle: Battle, model: FighterState) -> tuple[str, ...]:
    if model.status == "seriously_injured" or not model.on_table:
        return ()
    x, y, _ = model.position
    near = [foe for foe in battle.foes(model.gang) if math.hypot(foe.position[0] - x, foe.position[1] - y) <= NO_CONTACT]
    looks = tuple(_looks(battle, foe) for foe in near)
    return _engaged(battle.setting, terrain_of(battle), _looks(battle, model), looks) if near else ()


def is_engaged(battle: Battle, fighter: str) -> bool:
    """Whether a fighter's status is engaged."""
    return bool(engaged(battle, fighter))


def is_active(battle: Battle, fighter: str) -> bool:
    """Whether a fighter stands and touches no enemy. Source: main-rulebook, Active."""
    model = battle.model(fighter)
    return model.on_table and model.status == "standing" and not engaged(battle, fighter)


_Looks = tuple[str, str, Point, float, str, Status, bool]


def _looks(battle: Battle, model: FighterState) -> _Looks:
    hides = _hides(battle.setting, model)
    return model.id, model.gang, model.position, model.facing, model.proxy, model.status, hides


def _hides(setting: Setting, model: FighterState) -> bool:
    """Whether somebody hides, by rules that know of it."""
    if not model.marks or not setting.has_part(BattleRules):
        return False
    hidden = setting.part(BattleRules).hidden
    return hidden is not None and bool(model.has(hidden))


@lru_cache(maxsize=4096)
def _figure(setting: Setting, *looks: *_Looks) -> Figure:
    fighter, gang, position, facing, proxy, status, hides = looks
    card, name = setting.cards[fighter], setting.names[fighter]
    body = setting.body(proxy or card.proxy, status)
    return Figure(fighter, body, position, facing, gang, name, card.base_mm, POSTURES[status], hides)


@lru_cache(maxsize=2048)
def _table(setting: Setting, terrain: Terrain, looks: tuple[_Looks, ...]) -> Table:
    figures = tuple(_figure(setting, *one) for one in looks)
    return Table(setting.table.size, terrain, figures, setting.table.name, setting.table.scan)


def _between(battle: Battle, one: str, other: str) -> tuple[_Looks, ...]:
    """How two fighters look, and all who could hide one of them from the other.

    What is asked about two stays known while others move elsewhere.
    """
    figures = {model.id: figure_of(battle, model.id) for model in battle.on_table()}
    a, b = figures[one].sphere, figures[other].sphere
    start, along = np.array(a[:3]), np.subtract(b[:3], a[:3])
    spheres = np.array([figure.sphere for figure in figures.values()])
    share = np.clip((spheres[:, :3] - start) @ along / max(float(along @ along), 1e-12), 0.0, 1.0)
    apart = np.linalg.norm(start + share[:, None] * along - spheres[:, :3], axis=1)
    near = apart <= max(a[3], b[3]) + spheres[:, 3] + ROUND_ABOUT
    return tuple(_looks(battle, battle.model(name)) for name, use in zip(figures, near.tolist(), strict=True) if use)


@lru_cache(maxsize=16384)
def _verdict(setting: Setting, terrain: Terrain, looks: tuple[_Looks, ...], shooter: str, target: str) -> Verdict:
    table = _table(setting, terrain, looks)
    asked = SightQuestion(table.figure(shooter), table.figure(target))
    (found,) = settle_shots(table, [asked], rules=setting.part(SightRules))
    return found


@lru_cache(maxsize=65536)
def _sees(setting: Setting, terrain: Terrain, one: _Looks, other: _Looks) -> bool:
    known = _at_once(setting, terrain, one, other)
    if known is not None:
        return known
    pair = (_figure(setting, *one), _figure(setting, *other))
    (found,) = sight_rulings(_table(setting, terrain, (one, other)), [SightQuestion(*pair)], rules=setting.part(SightRules))
    return found.witness is not None


@lru_cache(maxsize=65536)
def _at_once(setting: Setting, terrain: Terrain, one: _Looks, other: _Looks) -> bool | None:
    """Whether there is a line of sight, if that is found out at once; else None."""
    if _glimpsed(setting, terrain, one, other):
        return True
    pair = (_figure(setting, *one), _figure(setting, *other))
    if hidden_by_one_face(terrain, *pair):
        return False
    # A few random lines are all that is needed for most who are seen at all; the closer look begins with them.
    return True if find_lines(terrain, [pair], count=FIRST_LINES, past_edges=False)[0] else None


@lru_cache(maxsize=65536)
def _glimpsed(setting: Setting, terrain: Terrain, one: _Looks, other: _Looks) -> bool:
    a, b = _figure(setting, *one), _figure(setting, *other)
    corners = b.placed.vertices
    if not len(corners) or not len(a.body.counts.faces):
        return False
    ends = corners[np.unique(np.linspace(0, len(corners) - 1, TRIED_FIRST).astype(int))]
    starts = np.broadcast_to(a.eye, ends.shape)
    return first_free(terrain, [(a, b)], starts[None], ends[None])[0] is not None


@lru_cache(maxsize=16384)
def _distance(setting: Setting, terrain: Terrain, one: _Looks, other: _Looks) -> float:
    # Who lies is measured as if he stood.
    a, b = (_figure(setting, *looks[:5], "standing", looks[6]) for looks in (one, other))
    return math.inf if blocked_by(terrain, a, b) else nearest(a, b).distance


@lru_cache(maxsize=65536)
def _apart(one: Figure, other: Figure) -> float:
    return float(nearest(one, other).distance)


@lru_cache(maxsize=8192)
def _engaged(setting: Setting, terrain: Terrain, own: _Looks, foes: tuple[_Looks, ...]) -> tuple[str, ...]:
    table = Table(setting.table.size, terrain, tuple(_figure(setting, *foe) for foe in foes))
    return engaged_with(table, _figure(setting, *own))
