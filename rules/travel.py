"""Ways over a table by a rule system: the cheapest way to a place, and all that is in reach."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from rules.company import keep_away, overlapped
from rules.movement import MoveSystem
from rules.tariff import Tariff
from scene.crowd import Crowd
from scene.errors import SceneError
from scene.ground import Ground, ground_of
from scene.legs import Leg, Path
from scene.mesh import BoolArray, Point
from scene.routes import Offers, Segment, Spot, Walk, among, offers, route, search
from scene.table import Figure, Table
from scene.taut import taut
from scene.wording import plain
from scene.zones import Walker

STRAY = 0.75
"""Inches; whoever stands so near to free ground steps there first."""
BELOW, ABOVE = 0.6, 0.6
"""Inches that a figure may float above, or sink into, the ground that it is said to stand on."""


@dataclass(frozen=True)
class NoPath:
    """There is no way, and why."""

    why: str


def walker_of(figure: Figure) -> Walker:
    """The cylinder that a figure walks as: its base, or the middle of its body, and its height on its feet."""
    low, high = figure.body.counts.bounds
    height = float(high[2]) + figure.base_height
    radius = figure.base_radius if figure.base_mm > 0 else float((high - low)[:2].min()) / 2.0
    return Walker(max(round(radius, 4), 0.1), max(round(height, 3), 0.6))


def find_path(
    table: Table, figure: Figure, goal: Point, *, system: MoveSystem = "main-rulebook", move: float = 5.0, safe: bool = False
) -> Path | NoPath:
    """The cheapest way of a figure to a place.

    Args:
        table: where.
        figure: who; from where it stands.
        goal: x, y, z in inches.
        system: whose rules.
        move: the movement characteristic, inches.
        safe: without any check.

    Raises:
        SceneError: for a start or goal on no ground.
    """
    ground = ground_of(table.terrain, table.size, walker_of(figure))
    tariff = Tariff(system, move, safe)
    start = spot(ground, figure.position, f'figure "{figure.id}" stands')
    end = spot(ground, goal, "the goal lies")
    here = np.array([*end.xy, ground.zones[end.zone].z])
    if (other := overlapped(table, figure, here)) is not None:
        return NoPath(f'figure "{other.id}" stands there')
    crowd = keep_away(table, figure, ground, system)
    if crowd.bars(np.array([end.zone]), end.xy[None], end.xy[None])[0]:
        return NoPath("an enemy is within an inch of there" if system == "main-rulebook" else "somebody stands there")
    segments = routed(offers(ground, tariff), crowd, start, end)
    if segments is None:
        return NoPath("there is no way" + (" without a check" if safe else ""))
    return Path(tuple(tidied(legs_of(segments, ground, tariff))))


def routed(free: Offers, crowd: Crowd, start: Spot, goal: Spot) -> list[Segment] | None:
    """The cheapest route that keeps away from a crowd. Only those who are met are minded; mostly nobody is."""
    minded = np.zeros(len(crowd), dtype=bool)
    while True:
        given = among(free, crowd.chosen(minded))
        segments = route(search(given, start), goal)
        if segments is None:
            return None
        segments = taut(given, segments, start, goal)
        met = met_on(segments, crowd) & ~minded
        if not met.any():
            return segments
        minded |= met


def met_on(segments: Sequence[Segment], crowd: Crowd) -> BoolArray:
    """(d,) whom of the crowd a route comes too near to."""
    met = np.zeros(len(crowd), dtype=bool)
    for segment in segments:
        if isinstance(segment, Walk):
            met |= crowd.met(np.array([segment.zone]), segment.start[None], segment.end[None])[0]
        else:
            for zone in (segment.start_zone, segment.end_zone):
                met |= crowd.met(zone, segment.start[:, :2], segment.end[:, :2])[0]
    return met


def legs_of(segments: Sequence[Segment], ground: Ground, tariff: Tariff) -> list[Leg]:
    """The legs of a route."""
    rates, numbers = tariff.rates(ground.zones), tariff.numbers
    slow = sum(_size(s) for s in segments if isinstance(s, Walk) and ground.zones[s.zone].ground is not None)
    # Where only full inches count, what is left over is free.
    share = 1.0 + np.floor(slow / numbers.full_inches + 1e-6) / slow if numbers.full_inches and slow > 0.0 else None
    legs: list[Leg] = []
    for segment in segments:
        if isinstance(segment, Walk):
            z, length = ground.zones[segment.zone].z, _size(segment)
            a, b = ((float(p[0]), float(p[1]), z) for p in (segment.start, segment.end))
            rate = share if share is not None and ground.zones[segment.zone].ground else float(rates[segment.zone])
            legs.append(Leg("walk", a, b, length, 0.0, length * rate))
        else:
            legs += tariff.legs(segment, ground.zones)
    return legs


def _size(walk: Walk) -> float:
    return float(np.hypot(*(walk.end - walk.start)))


def spot(ground: Ground, place: Point, who: str) -> Spot:
    """The place of the ground where something stands."""
    xy, z = np.array(place[:2]), place[2]
    near = [n for n, zone in enumerate(ground.zones) if -ABOVE <= zone.z - z <= BELOW]
    inside = [n for n in near if ground.zones[n].holds(xy[None])[0]]
    if inside:
        return Spot(xy, min(inside, key=lambda n: abs(ground.zones[n].z - z)))
    raise SceneError(f"{who} on no ground at {plain(place[0])}, {plain(place[1])}, {plain(z)}")


def tidied(legs: list[Leg]) -> list[Leg]:
    """The legs without empty walks, and with straight stretches in one piece."""
    found: list[Leg] = []
    for leg in legs:
        if leg.kind == "walk" and leg.length < 1e-4 and leg.check is None:
            continue
        last = found[-1] if found else None
        if last is not None and leg.kind == last.kind == "walk" and leg.check is None and _straight(last, leg):
            found[-1] = replace(
                last, end=leg.end, length=last.length + leg.length, rise=last.rise + leg.rise, cost=last.cost + leg.cost
            )
            continue
        found.append(leg)
    return found


def _straight(a: Leg, b: Leg) -> bool:
    u, v = np.subtract(a.end, a.start), np.subtract(b.end, b.start)
    return float(u @ v) >= (1.0 - 1e-6) * float(np.linalg.norm(u) * np.linalg.norm(v))
