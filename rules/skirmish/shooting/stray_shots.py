"""Stray shots, which may hit others near the line to the target. Source: main-rulebook, Stray shot."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from rules.engine.procedure_steps import Modifier, Procedure, Roll, call
from rules.skirmish.shooting.shot_hit_roll import CLOSE
from rules.skirmish.state.battle_sight import engaged, figure_of, verdict
from rules.skirmish.state.battle_state import Battle
from rules.skirmish.state.characteristics import modifier, success
from scene.geometry.mesh import FloatArray
from scene.measuring.distance import nearest
from scene.table.table import Figure

SOURCE = "Stray shot"
BESIDE = 1.0
"""Inches from the measured line within which somebody can be hit."""
HIT_BY = 3
"""The highest score that is a hit."""
THIRDS = 45

Tally = tuple[tuple[str, int], ...]
"""How many hits each fighter takes, by name."""


@dataclass(frozen=True)
class AtRisk:
    """Somebody whom a stray shot may hit.

    Attributes:
        called: what sentences call him.
        modifiers: what makes it less likely.
    """

    fighter: str
    called: str
    modifiers: tuple[Modifier, ...]


@lru_cache(maxsize=256)
def at_risk(battle: Battle, shooter: str, target: str) -> tuple[AtRisk, ...]:
    """Friends and foes within an inch of the measured line, the one closest to the shooter first.

    Not those who are engaged with the target, nor whoever the shooter has no line of sight to: no shot gets there.
    """
    start, end = _measured_line(battle, shooter, target)
    out = {shooter, target, *engaged(battle, target)}
    own = _standing(battle, shooter)
    others = ((model.id, _standing(battle, model.id)) for model in battle.on_table() if model.id not in out)
    beside = [(nearest(own, figure).distance, name) for name, figure in others if _aside(start, end, figure) <= BESIDE + CLOSE]
    seen = [name for _, name in sorted(beside) if verdict(battle, shooter, name).line_of_sight]
    return tuple(AtRisk(name, battle.called(name), _harder(battle, shooter, name)) for name in seen)


def strays(battle: Battle, shooter: str, target: str, hits: int) -> Procedure[Tally]:
    """Who is hit by a shot that missed and would have made so many hits."""
    risks = at_risk(battle, shooter, target)
    return (yield from call(strayed, risks, hits)) if risks else ()


def strayed(risks: tuple[AtRisk, ...], hits: int) -> Procedure[Tally]:
    """Each hit goes through all those at risk until it hits somebody."""
    if hits == 0:
        return ()
    others = yield from call(strayed, risks, hits - 1)
    name = yield from call(stray, risks)
    return added(others, name)


def stray(risks: tuple[AtRisk, ...]) -> Procedure[str]:
    """Whom one hit strikes; empty for nobody."""
    for one in risks:
        amount = sum(each.amount for each in one.modifiers)
        good = frozenset(range(1, HIT_BY - amount + 1))
        needs = f"{HIT_BY - amount} or less to hit"
        roll = Roll("stray shot", "D6", one.fighter, needs, one.modifiers, SOURCE, good, (f"{one.called} is hit", "not hit"))
        if (yield from success(roll)):
            return one.fighter
    return ""


def added(tally: Tally, name: str) -> Tally:
    """The tally with one more hit on somebody, if it is anybody."""
    if not name:
        return tally
    counts = dict(tally)
    counts[name] = counts.get(name, 0) + 1
    return tuple(sorted(counts.items()))


def _harder(battle: Battle, shooter: str, fighter: str) -> tuple[Modifier, ...]:
    status, who = battle.model(fighter).status, battle.called(fighter)
    if status != "standing":
        return (modifier(2, f"{who} is {status.replace('_', ' ')}", "Stray shot"),)
    match verdict(battle, shooter, fighter).ruling.cover:
        case "partial":
            return (modifier(1, f"{who} is in partial cover", "Stray shot"),)
        case "full":
            return (modifier(2, f"{who} is in full cover", "Stray shot"),)
    return ()


def _standing(battle: Battle, fighter: str) -> Figure:
    return figure_of(battle, fighter, status="standing")


def _measured_line(battle: Battle, shooter: str, target: str) -> tuple[FloatArray, FloatArray]:
    span = nearest(_standing(battle, shooter), _standing(battle, target))
    return np.array(span.from_), np.array(span.to)


def _aside(start: FloatArray, end: FloatArray, figure: Figure) -> float:
    """Inches from a line to a figure's base: bases are convex, so there is one nearest part, found by thirds."""
    low, high = 0.0, 1.0
    for _ in range(THIRDS):
        one, other = low + (high - low) / 3, high - (high - low) / 3
        if _gap(start + one * (end - start), figure) <= _gap(start + other * (end - start), figure):
            high = other
        else:
            low = one
    # The ends are looked at themselves: the thirds only come near them.
    return min(_gap(point, figure) for point in (start, end, start + (low + high) / 2 * (end - start)))


def _gap(point: FloatArray, figure: Figure) -> float:
    x, y, z = figure.position
    level = max(0.0, float(np.hypot(point[0] - x, point[1] - y)) - figure.base_radius)
    height = max(0.0, z - float(point[2]), float(point[2]) - z - figure.base_height)
    return float(np.hypot(level, height))
