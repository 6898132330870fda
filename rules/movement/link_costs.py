"""Link costs: the numbers of a rule system (`movement_rules`) applied to the links of a navmesh, and the legs they make.

A guide with a figure: docs/guides/movement-costs.md.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType

import numpy as np

from rules.body_limits import STEP
from rules.fall_rules import fallen, jump_check, jump_damage
from rules.movement.movement_rules import CostTable, MovementRules
from scene.geometry.mesh import BoolArray, FloatArray, IntArray, Point
from scene.navmesh_parts.links import Links
from scene.navmesh_parts.regions import Region
from scene.pathfinding.path_legs import Check, Leg, LegKind
from scene.walkable.agent_limits import EQUAL

ALIKE = 0.008
"""Inches: gaps that are wider than a limit by less count as no wider; edges of floors are known no better."""
PARAPET = 0.5
"""Inches; what is no thicker and stands on the edge of a higher floor is crossed also by those who climb up to it."""


@dataclass(frozen=True, eq=False)
class LinkCosts:
    """What n links cost, each in its cheapest manner.

    Attributes:
        cost: (n,) inches of movement; infinite where the rules know no such link.
        checks: (n,) how many checks, or harms, it takes.
        jumped: (n,) whether it goes down by a jump that is not free.
        ends_round: (n,) whether nothing may follow in the round.
    """

    cost: FloatArray
    checks: IntArray
    jumped: BoolArray
    ends_round: BoolArray


@dataclass(frozen=True, eq=False)
class _Heights:
    """How n links go up and down, inches: what is crossed as an obstacle is neither.

    Attributes:
        up: climbed at the start.
        down: come down at the end.
        over: how much higher what is between is than both floors, or than the lower of two within a step.
        crossed: whether that is an obstacle.
    """

    up: FloatArray
    down: FloatArray
    over: FloatArray
    crossed: BoolArray


def _heights(links: Links, numbers: CostTable) -> _Heights:
    start, end = links.start[:, 2], links.end[:, 2]
    over = links.level - np.maximum(start, end)
    tall = over > STEP + EQUAL
    # Over an obstacle one crosses from a floor to one a step higher or lower; what is on a floor farther up is crossed from
    # below only if it is a rail or a parapet, and else climbed.
    step = np.abs(start - end) <= STEP + EQUAL
    over += np.where(tall & step, np.abs(start - end), 0.0)
    across = np.where(step | (start >= end), numbers.thick, min(PARAPET, numbers.thick))
    crossed = tall & (over <= numbers.obstacle + EQUAL) & (links.across <= across + EQUAL)
    # Whoever climbs, or comes down by more than a step, goes up on what stands between, however low it is.
    lifted = np.where((tall | ~step) & ~crossed, over, 0.0)
    lifted -= np.where(tall & step & ~crossed, np.abs(start - end), 0.0)
    # Slopes are walked up, and a step behind an obstacle is part of crossing it.
    apart = (links.slope == 0.0) & ~(crossed & step)
    return _Heights(apart * np.maximum(end - start, 0.0) + lifted, apart * np.maximum(start - end, 0.0) + lifted, over, crossed)


@lru_cache(maxsize=16)
def _rough(regions: tuple[Region, ...]) -> tuple[BoolArray, BoolArray]:
    """(z,) each: which regions are difficult or dangerous ground, and which are dangerous; it is asked for every few links."""
    grounds = [region.ground for region in regions]
    return np.array([one is not None for one in grounds], dtype=bool), np.array([one == "dangerous" for one in grounds], bool)


@dataclass(frozen=True)
class MovementCosts:
    """The movement costs of a rule system for one mover.

    Attributes:
        rules: whose.
        move: the movement characteristic, inches.
        safe: whether only links without any check, and without harm, count.
        one_round: whether links that end the round do not count.
        longest: inches of movement; links that cost more do not count, as for who cannot stop on them.
    """

    rules: MovementRules
    move: float = 5.0
    safe: bool = False
    one_round: bool = False
    longest: float = math.inf

    @property
    def numbers(self) -> CostTable:
        """The numbers of the system."""
        return self.rules.costs

    def rates(self, regions: Sequence[Region]) -> FloatArray:
        """(z,) movement spent for an inch walked in each region."""
        return np.where(_rough(tuple(regions))[0], self.numbers.difficult, 1.0)

    def link_prices(self, links: Links, regions: Sequence[Region]) -> LinkCosts:
        """What all links cost."""
        return self._priced(links, regions, _heights(links, self.numbers))

    def _priced(self, links: Links, regions: Sequence[Region], heights: _Heights) -> LinkCosts:
        jumped = self._jumped(links, heights)
        leap_free, leap_most = self._leaps()
        leans = self._leans(links, heights, jumped)
        cost = (links.run - leans.sum(axis=1)) * self._rate(links, regions, heights) + links.slope
        cost *= np.where(links.along, self.numbers.climb, 1.0)
        cost += self._up(links, heights.up, leans[:, 0]) + np.where(jumped, 0.0, self._down(links, heights.down, leans[:, 1]))
        cost += self._between(links, heights) + self._rails(links).sum(axis=1)
        cost += np.where(links.door, np.inf if self.numbers.door is None else self.numbers.door, 0.0)
        leapt = self._leapt(links, heights, jumped)
        cost[(leapt > leap_most + ALIKE) | ((leapt > 0.0) & (heights.up > EQUAL))] = np.inf
        risky = (jumped & self._risky(heights.down)) | (leapt > leap_free + ALIKE)
        checks = risky.astype(np.int64) + self._enters_danger(links, regions)
        if self.numbers.cross_check is not None and not self.safe:
            checks += heights.crossed + _crossed_rails(links).sum(axis=1)
        if self.safe:
            cost[checks > 0] = np.inf
        ends = jumped & self.rules.falls.jump_ends_round
        if self.one_round:
            cost[ends] = np.inf
        cost[cost > self.longest + EQUAL] = np.inf
        return LinkCosts(cost, checks, jumped, ends)

    def _rate(self, links: Links, regions: Sequence[Region], heights: _Heights) -> FloatArray:
        """(n,) movement spent for an inch over what lies between: a gap is open ground, an obstacle half and half."""
        rates = self.rates(regions)
        start, end = rates[links.start_region], rates[links.end_region]
        walked = np.where(heights.crossed, (start + end) / 2.0, np.maximum(start, end))
        # Over what stands before its edges a leap leads over the ground there.
        ledges = (links.ledges * (np.column_stack([start, end]) - 1.0)).sum(axis=1)
        return np.where(links.gap > 0.0, 1.0 + ledges / np.maximum(links.run, EQUAL), walked)

    def _jumped(self, links: Links, heights: _Heights) -> BoolArray:
        """(n,) which links go down by a jump that is not free; whoever goes on in the round climbs down instead."""
        if self.one_round and self.rules.falls.jump_ends_round:
            return np.zeros(len(links), dtype=bool)
        high = (heights.down > self.rules.falls.free + EQUAL) & ~links.ladder
        return high & ~self._risky(heights.down) if self.safe else high

    def _leapt(self, links: Links, heights: _Heights, jumped: BoolArray) -> FloatArray:
        """(n,) how wide the gaps are that are leapt: whoever climbs up to an edge, or down from it, steps over to it."""
        climbed_down = links.face_down & ~jumped & (heights.down > self.rules.falls.free + EQUAL)
        return np.where((heights.up > STEP + EQUAL) | climbed_down, 0.0, links.gap)

    def _risky(self, down: FloatArray) -> BoolArray:
        """(n,) whether jumps need a check or do harm."""
        falls = self.rules.falls
        least = falls.free if falls.jump_check is not None else falls.bands[0].least - 2 * EQUAL
        return down > least + EQUAL

    def _leans(self, links: Links, heights: _Heights, jumped: BoolArray) -> FloatArray:
        """(n, 2) how far ahead one comes climbing up and climbing down faces that lean, within the run of each link."""
        up = (heights.up > STEP + EQUAL) & ~links.ladder
        down = (heights.down > self.rules.falls.free + EQUAL) & ~links.ladder & ~jumped
        leans = np.minimum(np.where(np.column_stack([up, down]), links.leans, 0.0), links.run[:, None])
        return np.asarray(leans * np.minimum(1.0, links.run / np.maximum(leans.sum(axis=1), EQUAL))[:, None])

    def _up(self, links: Links, up: FloatArray, lean: FloatArray) -> FloatArray:
        """(n,) what going up at the start costs; infinite without anything to hold on to."""
        rate = np.where(links.ladder, self.numbers.ladder, self.numbers.climb)
        by_hand = np.where(links.ladder | links.face_up, rate * np.hypot(self._counted(up), lean), np.inf)
        by_foot = np.where(links.slope > 0.0, 0.0, self.numbers.step * up)
        return np.where(up <= STEP + EQUAL, by_foot, by_hand)

    def _down(self, links: Links, down: FloatArray, lean: FloatArray) -> FloatArray:
        """(n,) what going down by hand at the end costs; infinite without anything to hold on to."""
        free = self.rules.falls.free
        by_face = self.numbers.climb * np.hypot(self._counted(down - (free if self.numbers.climb_to_drop else 0.0)), lean)
        by_ladder = self.numbers.ladder * self._counted(down)
        by_hand = np.where(links.ladder, by_ladder, np.where(links.face_down, by_face, np.inf))
        return np.where(down <= free + EQUAL, np.where(links.ladder & (down > STEP), by_ladder, 0.0), by_hand)

    def _counted(self, height: FloatArray) -> FloatArray:
        """(n,) the inches of climbs and obstacles that movement is spent on."""
        return np.maximum(height - self.numbers.spared, 0.0) if self.numbers.spared else height

    def _between(self, links: Links, heights: _Heights) -> FloatArray:
        """(n,) what crossing obstacles and squeezing through openings costs; a sill is part of its opening."""
        crossing = self._counted(heights.over) if self.numbers.cross is None else np.full(len(links), self._toll())
        through = np.where(links.narrow & (self.numbers.opening > 0.0), self.numbers.opening, 0.0)
        return np.where(heights.crossed & (through == 0.0), crossing, through)

    def _rails(self, links: Links) -> FloatArray:
        """(n, 2) what crossing costs what stands before the edges of a gap that is leapt; infinite for what is no obstacle."""
        toll = self._counted(links.rails) if self.numbers.cross is None else np.full(links.rails.shape, self._toll())
        toll = np.where(_crossed_rails(links), toll, 0.0)
        return np.where(links.rails > self.numbers.obstacle + EQUAL, np.inf, toll)

    def _toll(self) -> float:
        """What crossing an obstacle costs whatever its height."""
        return (
            0.0
            if self.numbers.cross is None or (self.numbers.cross_check is not None and not self.safe)
            else self.numbers.cross
        )

    def _leaps(self) -> tuple[float, float]:
        """Gaps that are leapt freely, and at most."""
        if self.numbers.longest_leap is not None:
            return self.numbers.longest_leap, self.numbers.longest_leap
        free = self.numbers.leap * self.move
        return math.ceil(free - EQUAL) if self.numbers.leap_rounds_up else free, self.numbers.leap_check * self.move

    def _enters_danger(self, links: Links, regions: Sequence[Region]) -> IntArray:
        """(n,) 1 where dangerous ground is entered that has to be checked for."""
        if self.numbers.danger_check is None:
            return np.zeros(len(links), dtype=np.int64)
        dangerous = _rough(tuple(regions))[1]
        return (dangerous[links.end_region] & ~dangerous[links.start_region]).astype(np.int64)

    def legs(self, link: Links, regions: Sequence[Region]) -> list[Leg]:
        """The legs of a link.

        Args:
            link: one link.
            regions: that its numbers of regions mean.
        """
        heights = _heights(link, self.numbers)
        link_costs = self._priced(link, regions, heights)
        start, end = _point(link.start[0]), _point(link.end[0])
        up, down = float(heights.up[0]), float(heights.down[0])
        if link.slope[0] > 0.0:
            run = float(link.run[0] + link.slope[0])
            return [Leg("stairs" if link.stairs[0] else "walk", start, end, run, end[2] - start[2], float(link_costs.cost[0]))]
        level, leans = start[2] + up, self._leans(link, heights, link_costs.jumped)
        (x, y), (u, v) = ((leans[0, :, None] / max(float(link.run[0]), EQUAL)) * (link.end - link.start)[:, :2]).tolist()
        here, there = (start[0] + x, start[1] + y, level), (end[0] - u, end[1] - v, level if down > EQUAL else end[2])
        climbed = float(self._up(link, heights.up, leans[:, 0])[0])
        risen = [Leg(self._upward(link, up), start, here, math.dist(start, here), up, climbed)] if up > EQUAL else []
        if self._leapt(link, heights, link_costs.jumped)[0] > 0.0:
            over = self._leap_over(link, regions, here, end, down)
        else:
            jumped = bool(link_costs.jumped[0])
            walked = float(link.run[0] - leans.sum())
            over = [self._over(link, regions, (here, there), walked, heights)]
            over += self._downward(link, there, end, down, jumped=jumped)
        return [*risen, *over, *self._into_danger(link, regions, end)]

    def _into_danger(self, link: Links, regions: Sequence[Region], end: Point) -> list[Leg]:
        """The check of entering dangerous ground, on a walk of no length."""
        if not self._enters_danger(link, regions)[0]:
            return []
        check = Check(str(self.numbers.danger_check), 0, MappingProxyType({"status": "out_of_action"}))
        return [Leg("walk", end, end, 0.0, 0.0, 0.0, check)]

    def _upward(self, link: Links, up: float) -> LegKind:
        if up <= STEP + EQUAL:
            return "step"
        return "ladder" if link.ladder[0] else "climb"

    def _over(self, link: Links, regions: Sequence[Region], ends: tuple[Point, Point], run: float, heights: _Heights) -> Leg:
        here, there = ends
        if link.along[0]:
            return Leg("climb", here, there, run, 0.0, self.numbers.climb * run)
        cost = run * float(self._rate(link, regions, heights)[0])
        toll = float(self._between(link, heights)[0]) + (float(self.numbers.door or 0.0) if link.door[0] else 0.0)
        check = self._crossing() if heights.crossed[0] else None
        kind: LegKind = "squeeze" if link.narrow[0] else "cross" if heights.crossed[0] else "walk"
        return Leg(kind, here, there, run, there[2] - here[2], cost + toll, check, toll=toll)

    def _crossing(self) -> Check | None:
        """The check of crossing an obstacle."""
        if self.numbers.cross_check is None or self.safe:
            return None
        return Check(str(self.numbers.cross_check), 0, MappingProxyType({"cost": self.numbers.cross}))

    def _leap_over(self, link: Links, regions: Sequence[Region], here: Point, end: Point, down: float) -> list[Leg]:
        """A leap, and what is crossed before and after it."""
        ahead = (link.end - link.start)[0, :2] / float(link.run[0])
        take_off = (*(np.array(here[:2]) + link.ledges[0, 0] * ahead).tolist(), here[2])
        landing = (*(np.array(end[:2]) - link.ledges[0, 1] * ahead).tolist(), end[2])
        before = self._over_rail(link, regions, 0, here, take_off)
        return [*before, self._leap(link, take_off, landing, down), *self._over_rail(link, regions, 1, landing, end)]

    def _over_rail(self, link: Links, regions: Sequence[Region], side: int, start: Point, end: Point) -> list[Leg]:
        run = float(link.ledges[0, side])
        if run == 0.0:
            return []
        region = (link.start_region, link.end_region)[side]
        cost, toll = run * float(self.rates(regions)[region[0]]), float(self._rails(link)[0, side])
        crossed = bool(_crossed_rails(link)[0, side])
        return [
            Leg(
                "cross" if crossed else "walk",
                start,
                end,
                run,
                0.0,
                cost + toll,
                self._crossing() if crossed else None,
                toll=toll,
            )
        ]

    def _leap(self, link: Links, here: Point, end: Point, down: float) -> Leg:
        free, _ = self._leaps()
        cost = float(link.run[0] - link.ledges[0].sum())
        gap = float(link.gap[0])
        check = self._jump(down)
        if gap > free + ALIKE and (check is None or check.modifier == 0):
            failed: Mapping[str, object] = MappingProxyType(
                {"status": self.rules.falls.status} | dict(check.if_failed if check else {})
            )
            check = Check(self.numbers.leap_characteristic or "none", 0, failed)
        ends = down > self.rules.falls.free + EQUAL and self.rules.falls.jump_ends_round
        return Leg("leap", here, end, gap, -down, cost, check, ends)

    def _jump(self, down: float) -> Check | None:
        """The check of a jump down, or the harm that it does, which no check averts."""
        check = jump_check(self.rules.falls, down)
        harm = jump_damage(self.rules.falls, down)
        if check is None and harm is not None and harm.hits:
            return Check("none", 0, fallen(self.rules.falls, down))
        return check

    def _downward(self, link: Links, above: Point, end: Point, down: float, *, jumped: bool) -> list[Leg]:
        if down <= EQUAL:
            return []
        falls = self.rules.falls
        if down <= STEP + EQUAL:
            return [Leg("step", above, end, down, -down, 0.0)]
        if link.ladder[0]:
            return [Leg("ladder", above, end, down, -down, self.numbers.ladder * max(down - self.numbers.spared, 0.0))]
        if jumped or down <= falls.free + EQUAL:
            return [Leg("jump", above, end, 0.0, -down, 0.0, self._jump(down), jumped and falls.jump_ends_round)]
        last = falls.free if self.numbers.climb_to_drop else 0.0
        foot = (end[0], end[1], end[2] + last)
        cost = self.numbers.climb * math.hypot(max(down - last - self.numbers.spared, 0.0), math.dist(above[:2], end[:2]))
        climb = Leg("climb", above, foot, math.dist(above, foot), last - down, cost)
        return [climb, Leg("jump", foot, end, 0.0, -last, 0.0)] if last > 0.0 else [climb]


def _crossed_rails(links: Links) -> BoolArray:
    """(n, 2) whether what stands before the edges of a gap is higher than a step."""
    return np.asarray(links.rails > STEP + EQUAL)


def _point(place: FloatArray) -> Point:
    x, y, z = place.tolist()
    return (x, y, z)
