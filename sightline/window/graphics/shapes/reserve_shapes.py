"""Those who are not on the table yet: they stand beside it, each gang in rows along the edge next to where it sets up."""

from dataclasses import replace
from functools import lru_cache

from rules.engine.procedure_steps import Choose, Question
from rules.skirmish.state.battle_rules import battle_rules
from rules.skirmish.state.battle_sight import figure_of
from rules.skirmish.state.battle_state import Battle
from rules.skirmish.state.scenario import Area, area_of
from scene.table.table import Figure
from sightline.drawing.rendering.render_scene import SLAB_THICKNESS

AWAY, APART = 1.5, 0.6
"""Inches from the edge of the table to the first row, and from base to base."""
Edge = tuple[int, float, float]
EDGES: tuple[Edge, ...] = ((1, 0.0, 90.0), (1, 1.0, -90.0), (0, 0.0, 0.0), (0, 1.0, 180.0))
"""Of each edge: the axis across it, the end of that, and where figures there look."""


def reserve_figures(battle: Battle) -> tuple[Figure, ...]:
    """Those of all gangs who are still to come, where they stand beside the table; what the rules play may never come."""
    ruled = battle_rules(battle).played(battle.setting)
    gangs, edges = [], list(EDGES)
    for side in battle.sides:
        edge = min(edges, key=lambda one: _off(area_of(battle, side.id), one), default=None)
        if edge is None or side.id in ruled:
            continue
        edges.remove(edge)
        to_come = [one.id for one in battle.models if one.gang == side.id and one.whereabouts == "reserve"]
        gangs.append((edge, tuple(figure_of(battle, one) for one in to_come)))
    return _beside(battle.setting.table.size, tuple(gangs))


def next_from_reserve(battle: Battle, question: Question | None) -> Figure | None:
    """Who of them is asked about, as when he is to be set up; None for nobody."""
    about = question.about if isinstance(question, Choose) else ""
    return next((one for one in reserve_figures(battle) if one.id == about), None)


def _off(area: Area, edge: Edge) -> float:
    """How far the middle of an area is from an edge, as a share of the table."""
    across, end, _ = edge
    return abs((area.low[across] + area.high[across]) / 2.0 - end)


@lru_cache(maxsize=64)
def _beside(size: tuple[float, float], gangs: tuple[tuple[Edge, tuple[Figure, ...]], ...]) -> tuple[Figure, ...]:
    found = []
    for (across, end, facing), figures in gangs:
        widest = max((2.0 * max(one.base_radius, 0.5) for one in figures), default=1.0) + APART
        abreast = max(int(size[1 - across] / widest), 1)
        for number, one in enumerate(figures):
            row, column = divmod(number, abreast)
            in_row = min(len(figures) - row * abreast, abreast)
            along = size[1 - across] / 2.0 + (column - (in_row - 1) / 2.0) * widest
            out = size[across] * end + (2.0 * end - 1.0) * (AWAY + row * widest)
            x, y = (along, out) if across == 1 else (out, along)
            found.append(replace(one, position=(x, y, -SLAB_THICKNESS), facing=facing))
    return tuple(found)
