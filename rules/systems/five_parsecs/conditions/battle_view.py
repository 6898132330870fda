"""Who sees whom in a battle, who is in cover from whom, and how far apart they are.

Sources: five-parsecs: Lines of sight, Arc of fire, Target selection, Cover, Adjudicating line of sight and cover, Good shot,
Battle events on round 2 and round 4 (visibility change).
"""

import math
from collections.abc import Sequence

from rules.sight.vision_arc import in_vision_arc
from rules.skirmish.state.battle_sight import apart, figure_of, terrain_of, verdict
from rules.skirmish.state.battle_state import Battle, Mark
from rules.systems.five_parsecs.conditions.figure_now import arc_of
from rules.systems.five_parsecs.conditions.marks import EVENTS
from rules.systems.five_parsecs.roster.combat_sheet import crew_of
from rules.systems.five_parsecs.terrain_features import FIGURE_HEIGHT, terrain_between
from scene.visibility.planar_occluders import hidden_by_one_face

VISIBILITY = Mark("visibility", most=60, source=EVENTS)
"""Of the crew's side: inches that anybody sees; none: as far as there is table."""
ROUNDING = 1e-9


def vision(battle: Battle) -> float:
    """Inches beyond which nobody is seen; infinite in clear sight."""
    return float(battle.side(crew_of(battle.setting)).has(VISIBILITY)) or math.inf


def in_sight(battle: Battle, one: str, other: str) -> bool:
    """Whether there is a line of sight, which is mutual, and no farther than anybody sees."""
    if apart(battle, one, other) > vision(battle) + ROUNDING:
        return False
    here, there = figure_of(battle, one), figure_of(battle, other)
    # Most who are not seen are behind some wall, which is told far faster than that there is no line anywhere.
    if hidden_by_one_face(terrain_between(terrain_of(battle), here, there), here, there):
        return False
    return verdict(battle, one, other).line_of_sight


def in_arc(battle: Battle, one: str, other: str) -> bool:
    """Whether somebody is in a figure's arc of fire."""
    return in_vision_arc(figure_of(battle, one), figure_of(battle, other), arc_of(battle, one)).inside


def in_cover(battle: Battle, shooter: str, target: str) -> bool:
    """Whether a target is in cover from a shooter, by a ruling of the table before all else."""
    if (ruled := battle.cover_ruled(shooter, target)) is not None:
        return ruled != "open"
    return verdict(battle, shooter, target).ruling.cover != "open"


def listed(battle: Battle, names: Sequence[str]) -> str:
    """What sentences call several, with commas and "and"."""
    *first, last = map(battle.called, names)
    return f"{', '.join(first)} and {last}" if first else last


def foes_in_sight(battle: Battle, fighter: str) -> tuple[str, ...]:
    """The enemies to whom there is a line of sight, nearest first."""
    foes = sorted((apart(battle, fighter, foe.id), foe.id) for foe in battle.foes(battle.model(fighter).gang))
    return tuple(foe for _, foe in foes if in_sight(battle, fighter, foe))


def from_height(battle: Battle, shooter: str, target: str) -> bool:
    """Whether a shooter's ground is a figure's height above the target's. Source: five-parsecs, Good shot."""
    return battle.model(shooter).position[2] - battle.model(target).position[2] >= FIGURE_HEIGHT - ROUNDING


def from_flank(battle: Battle, shooter: str, target: str) -> bool:
    """Whether a target in the open has the shooter outside its arc of fire. Source: five-parsecs, Good shot."""
    return not in_cover(battle, shooter, target) and not in_arc(battle, target, shooter)


def faced(battle: Battle, fighter: str, other: str) -> Battle:
    """The battle with a figure turned to another one."""
    (x, y, _), (to_x, to_y, _) = battle.model(fighter).position, battle.model(other).position
    if (x, y) == (to_x, to_y):
        return battle
    return battle.changed(fighter, facing=math.degrees(math.atan2(to_y - y, to_x - x)) % 360.0)
