"""The story of a step of a battle: who went which way, climbed and fell, as places over time that the board plays."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from rules.engine.shown_events import FallShown, MoveShown
from scene.geometry.mesh import FloatArray, Point
from scene.hazards.fall_landing import Fall
from scene.pathfinding.path_legs import Leg, Path
from scene.table.table import Figure
from sightline.window.battle.snapshots.battle_snapshot import BattleSnapshot

LEVEL_KINDS = frozenset({"walk", "stairs", "step", "squeeze"})
"""Legs that lead straight from their start to their end."""
A_LEG = 0.5
"""Seconds that a leg takes, where all of them together take no longer than `LONGEST`."""
LONGEST = 2.0
"""Seconds that a way takes at most."""
STAYS = 0.02
"""Inches within which nobody has moved."""


@dataclass(frozen=True, eq=False)
class Motion:
    """How one figure comes from where it was to where it is.

    Attributes:
        figure: as it looked before.
        places: (n, 3) inches, one after the other.
        times: (n,) seconds since the story began; they grow.
        drops: whether it falls, faster and faster, and does not turn.
    """

    figure: Figure
    places: FloatArray
    times: FloatArray
    drops: bool = False

    def at(self, seconds: float) -> Figure:
        """The figure as it is on its way at a time."""
        low, high = self.times[0], self.times[-1]
        share = float(np.clip((seconds - low) / max(high - low, 1e-9), 0.0, 1.0))
        when = low + (share * share if self.drops else share) * (high - low)
        x, y, z = (float(np.interp(when, self.times, along)) for along in self.places.T)
        if self.drops:
            return self.figure.moved((x, y, z))
        ahead = int(np.clip(np.searchsorted(self.times, when, side="right"), 1, len(self.times) - 1))
        right, up = (self.places[ahead] - self.places[ahead - 1])[:2]
        facing = self.figure.facing if np.hypot(right, up) < STAYS else float(np.degrees(np.arctan2(up, right)))
        return self.figure.moved((x, y, z), facing)


@dataclass(frozen=True, eq=False)
class Story:
    """What the board plays of a step.

    Attributes:
        motions: in the order of their times.
        lasts: seconds.
    """

    motions: tuple[Motion, ...] = ()
    lasts: float = 0.0

    def at(self, seconds: float) -> Mapping[str, Figure]:
        """Those who have not arrived at a time, by their ids, as they are on their way, or still where they were."""
        found: dict[str, Figure] = {}
        for motion in self.motions:
            if seconds < motion.times[-1] and motion.figure.id not in found:
                found[motion.figure.id] = motion.at(seconds)
        return found


def story_of(before: BattleSnapshot, after: BattleSnapshot) -> Story:
    """What happened from one moment of a battle to a later one.

    Ways and falls that the log tells of are gone as they lead; whoever else stands elsewhere slides there. After an answer
    that was taken back, and where there is nothing to see, the story has no motions.
    """
    if before.past or after.past or not _goes_on(before, after):
        return Story()
    figures = {one.id: one for one in before.table.figures}
    now, motions = 0.0, list[Motion]()
    for event in (line.shown for line in after.log[len(before.log) :]):
        if not isinstance(event, MoveShown | FallShown) or event.fighter not in figures:
            continue
        places = way_places(event.path) if isinstance(event, MoveShown) else _fall_places(event.fall)
        found = _motion(figures[event.fighter], places, now, drops=isinstance(event, FallShown))
        if found is not None:
            motions.append(found)
            now = float(found.times[-1])
            figures[event.fighter] = found.at(now)
    for figure in after.table.figures:
        was = figures.get(figure.id)
        if was is not None and (slid := _motion(was, [figure.position], now)) is not None:
            motions.append(slid)
    return Story(tuple(motions), max((float(one.times[-1]) for one in motions), default=0.0))


def story_along(figure: Figure, path: Path) -> Story:
    """A figure goes a way, from where it stands."""
    motion = _motion(figure, way_places(path), 0.0)
    return Story() if motion is None else Story((motion,), float(motion.times[-1]))


def _goes_on(before: BattleSnapshot, after: BattleSnapshot) -> bool:
    """Whether the log of the later moment begins with all of the earlier one's."""
    return len(before.log) < len(after.log) and all(one is other for one, other in zip(before.log, after.log, strict=False))


def way_places(path: Path) -> list[Point]:
    """The places that a path leads through."""
    places = [place for leg in path.legs for place in leg_places(leg)]
    return [place for number, place in enumerate(places) if number == 0 or place != places[number - 1]]


def leg_places(leg: Leg) -> tuple[Point, ...]:
    """The places that a leg leads through: upright up to its higher end, level over, upright down."""
    if leg.kind in LEVEL_KINDS:
        return leg.start, leg.end
    top = max(leg.start[2], leg.end[2])
    return leg.start, (*leg.start[:2], top), (*leg.end[:2], top), leg.end


def _fall_places(fall: Fall) -> list[Point]:
    x, y, _ = fall.landing
    return [fall.start, (x, y, fall.start[2]), fall.landing]


def _motion(figure: Figure, places: Sequence[Point], begins: float, *, drops: bool = False) -> Motion | None:
    """A way of a figure, from wherever it is shown before it; None where it is there already."""
    line = np.array([figure.position, *places], dtype=np.float64)
    steps = np.linalg.norm(np.diff(line, axis=0), axis=1)
    kept = steps > 1e-6
    line, steps = line[np.concatenate([[True], kept])], steps[kept]
    if steps.sum() < STAYS:
        return None
    lasts = A_LEG if drops else min(LONGEST, A_LEG * len(steps))
    times = begins + lasts * np.concatenate([[0.0], np.cumsum(steps)]) / steps.sum()
    return Motion(figure, line, times, drops)
