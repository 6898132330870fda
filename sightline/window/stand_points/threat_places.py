"""Threatened places: all floors at which enemies could shoot at a figure next turn, each from some places that he can go to.

From each of some dozens of places of his reach, chosen as far apart as they can be, lines go to the figure's body on every
floor in range. What is painted can be shot at; what is not may still be seen from between the places that were tried.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from rules.movement.path_rules import agent_of, find_reach
from rules.sight.sampled_sight import free_between
from rules.sight.seen_from import standing_places
from scene.base.errors import SceneError
from scene.geometry.mesh import BoolArray, FloatArray, IntArray
from scene.geometry.surface_samples import surface_points
from scene.navmesh.navmesh import navmesh_of
from scene.table.table import Figure
from sightline.window.stand_points.stand_question import StandQuestion

STANDS = 32
"""Places of an enemy's reach that are tried at most."""
APART = 1.0
"""Inches between the floors that are looked at."""
STAND_STEP = 0.5
"""Inches between the places of an enemy's reach that those are chosen from."""
LINES = (2, 12)
"""From every stand to every place, so many lines to begin with, and so many once all has been looked at."""


@dataclass(frozen=True)
class Threat:
    """What an enemy can do next turn.

    Attributes:
        foe: who.
        inches: that he moves before he shoots; 0 for who does not.
        reach: inches that he can shoot at most; infinite without end.
    """

    foe: Figure
    inches: float
    reach: float = float("inf")


@dataclass(frozen=True, eq=False)
class ThreatPlaces:
    """From where k enemies can shoot at a figure at n places.

    Attributes:
        question: whose places, against whom.
        threats: (k) what they can do.
        places: (n, 3) inches.
        stands: (k) of each, the places (m, 3) of his reach that were tried.
        seen: (k) of each, (n, m) whether a line in range was found from there.
        lines: from each of them to each place that were tried where none was found.
    """

    question: StandQuestion
    threats: tuple[Threat, ...]
    places: FloatArray
    stands: tuple[FloatArray, ...]
    seen: tuple[BoolArray, ...]
    lines: int = 0

    @cached_property
    def shares(self) -> FloatArray:
        """(n, k) the share of an enemy's tried places from which each place can be shot at."""
        none = np.zeros((len(self.places), 0))
        return np.stack([seen.mean(axis=1) for seen in self.seen], axis=1) if self.seen else none

    @property
    def done(self) -> bool:
        """Whether all lines have been tried."""
        return self.lines >= LINES[-1]


def threat_places(question: StandQuestion, threats: Sequence[Threat]) -> ThreatPlaces:
    """Where enemies can shoot at a figure next turn, by few lines."""
    table = question.table
    places = standing_places(navmesh_of(table.terrain, table.size, agent_of(question.figure)), table.size, step=APART)
    stands = tuple(_stands(question, threat) for threat in threats)
    seen = tuple(np.zeros((len(places), len(some)), dtype=bool) for some in stands)
    return more_threats(ThreatPlaces(question, tuple(threats), places, stands, seen))


def more_threats(found: ThreatPlaces) -> ThreatPlaces:
    """The same with more lines from where none was found yet."""
    lines = next(count for count in LINES if count > found.lines)
    every = []
    for threat, stands, before in zip(found.threats, found.stands, found.seen, strict=True):
        seen = before.copy()
        for number, stand in enumerate(stands):
            rows = np.flatnonzero(~seen[:, number])
            rows = rows[_in_range(found, threat, stand, rows)]
            seen[rows, number] = _shot_at(found, threat.foe, stand, rows, slice(found.lines, lines))
        every.append(seen)
    return replace(found, seen=tuple(every), lines=lines)


def _stands(question: StandQuestion, threat: Threat) -> FloatArray:
    """(m, 3) where an enemy is, and places of his reach, each as far as can be from those before."""
    own = np.array([threat.foe.position])
    if threat.inches <= 0.0:
        return own
    try:
        reach = find_reach(question.table, threat.foe, inches=threat.inches, rules=question.movement, step=STAND_STEP).positions
    except SceneError:
        return own
    chosen, away = [own[0]], np.linalg.norm(reach - own, axis=1)
    while len(chosen) < STANDS and len(away) and away.max() > STAND_STEP:
        chosen.append(reach[int(away.argmax())])
        away = np.minimum(away, np.linalg.norm(reach - chosen[-1], axis=1))
    return np.array(chosen)


def _in_range(found: ThreatPlaces, threat: Threat, stand: FloatArray, rows: IntArray) -> BoolArray:
    places, radii = found.places[rows], threat.foe.base_radius + found.question.figure.base_radius
    level = (np.hypot(*(places[:, :2] - stand[:2]).T) - radii).clip(min=0.0)
    return np.asarray(np.hypot(level, places[:, 2] - stand[2]) <= threat.reach)


def _shot_at(found: ThreatPlaces, foe: Figure, stand: FloatArray, rows: IntArray, lines: slice) -> BoolArray:
    """(m,) at which places an enemy sees the figure from a stand: lines from his eye and from his body in turn."""
    figure = found.question.figure
    own = figure.pose.to_table(surface_points(figure.body.counts)[lines]) - np.asarray(figure.position)
    theirs = foe.pose.to_table(surface_points(foe.body.counts)[lines])
    theirs[::2] = foe.eye
    shift = stand - np.asarray(foe.position)
    return np.asarray(free_between(found.question.table.terrain, own, found.places[rows], theirs + shift).any(axis=1))
