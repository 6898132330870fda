"""Engaging paths, into base contact with enemies: the cheapest one, who is in between, who has to make room.

Sources: main-rulebook: The 1" rule and engaging enemies, Engaging an enemy, Multiple enemies to engage, Not enough space for
engaging fighter; five-parsecs: Brawling combat.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType

import numpy as np

from rules.citations import Reason
from rules.engagement import enemies, in_contact, is_active, touch
from rules.movement.base_contact import Asked, cheapest_contact, squeezed_in
from rules.movement.keep_out_discs import in_the_way, overlapped, too_close
from rules.movement.link_costs import MovementCosts
from rules.movement.making_room import moved_aside
from rules.movement.movement_rules import MovementRules
from rules.movement.path_rules import NoPath, agent_of, legs_of, met_on, onto_navmesh, start_of, tidied
from scene.geometry.mesh import Point
from scene.navmesh.navmesh import NavMesh, navmesh_of
from scene.navmesh_parts.links import Links
from scene.pathfinding.candidate_routes import candidate_routes, far_enough, looked_at_first
from scene.pathfinding.path_legs import Path
from scene.pathfinding.route_search import (
    NavPoint,
    PricedNavMesh,
    Search,
    Segment,
    WalkSegment,
    among,
    priced_navmesh,
    route,
    search,
)
from scene.pathfinding.string_pulling import taut
from scene.table.footprints import plan_disc
from scene.table.table import Figure, Table
from scene.walkable.agent_limits import EQUAL

PULLS = 4
"""How often the end of a route is pulled taut along the base that it leads to."""
SAMPLED = 0.01
"""Inches along a route between the places that are looked at for enemies near it."""
SPARE = 0.75
"""Inches by which the route there may be dearer before both are pulled taut."""
BARELY = 0.01
"""Inches of movement that a place without moving anybody aside may cost more."""


@dataclass(frozen=True)
class Engagement:
    """How a figure gets into base contact.

    Attributes:
        path: to there; what of it a movement suffices for, and where it ends otherwise, tells
            `rules.movement.movement_end.after`.
        place: the middle of the underside of its base in contact, inches.
        engaged: ids of all who are engaged then: those chosen, or who else was in between.
        moved: where those go who have to make room, by id.
        because: why it is so, each with its section.
    """

    path: Path
    place: Point
    engaged: tuple[str, ...]
    moved: Mapping[str, Point] = field(default_factory=lambda: MappingProxyType({}))
    because: tuple[Reason, ...] = ()


@dataclass(frozen=True, eq=False)
class _Approach:
    """A route into contact, and where the enemy goes who has to make room."""

    segments: list[Segment]
    end: NavPoint
    aside: Point | None = None


def engage(
    table: Table,
    figure: Figure,
    enemy_ids: str | Sequence[str],
    *,
    rules: MovementRules,
    move: float = 5.0,
    safe: bool = False,
) -> Engagement | NoPath:
    """The cheapest path of a figure into base contact with an enemy, or with several at once.

    The path may lead nearer to enemies than other paths. If it comes so near to another active enemy before it comes so near to
    those chosen, it goes on to him, who is engaged instead, where rules keep movers apart. Where the cheapest path ends on a
    place with no room beside the target, the target is moved aside by the least amount that lets the bases touch.

    Args:
        table: where, with everybody on it.
        figure: who.
        enemy_ids: whom; with several ids all of them at once.
        rules: whose.
        move: the movement characteristic, inches; what is a leap depends on it.
        safe: without any check.

    Returns:
        The engagement, however long its path is; or why there is none.

    Raises:
        SceneError: an id is not on the table, or the figure is on no ground.
    """
    ids = dict.fromkeys([enemy_ids] if isinstance(enemy_ids, str) else enemy_ids)
    targets = tuple(table.figure(name) for name in ids)
    for target in targets:
        if not enemies(figure, target):
            return NoPath(f'figure "{target.called}" is no enemy of "{figure.called}"')
    if not targets:
        return NoPath("no enemy was chosen")
    navmesh = navmesh_of(table.terrain, table.size, agent_of(figure))
    movement_costs = MovementCosts(rules, move, safe)
    blocking = in_the_way(table, figure, navmesh, rules, touched=frozenset(ids))
    asked = Asked(table, figure, targets, navmesh, movement_costs, blocking)
    start = start_of(figure, navmesh)
    if all(touch(figure, target) or (rules.across_obstacles and in_contact(table, figure, target)) for target in targets):
        return _done(asked, _Approach([], start), start, ())
    approach = _approach(asked, start)
    if approach is None:
        return NoPath(_why_not(asked))
    return _instead(asked, start, approach) if rules.apart > 0.0 else _done(asked, approach, start, ())


def _why_not(asked: Asked) -> str:
    names = " and ".join(f'"{target.called}"' for target in asked.targets)
    if len(asked.targets) > 1:
        return f"no place that can be reached touches {names}; choose one of them"
    return f"there is no way into base contact with {names}" + (" without a check" if asked.movement_costs.safe else "")


def _approach(asked: Asked, start: NavPoint) -> _Approach | None:
    """The cheapest route into contact that keeps off those who are in the way; only those who are met are minded."""
    free, blocking = priced_navmesh(asked.navmesh, asked.movement_costs), asked.blocking
    minded = np.zeros(len(blocking), dtype=bool)
    while True:
        approach = _cheapest(asked, *_searched(asked, among(free, blocking.chosen(minded)), start))
        if approach is None:
            return None
        met = met_on(approach.segments, blocking) & ~minded
        if approach.aside:
            here = np.array([plan_disc(target).centre for target in asked.targets])
            met &= (np.abs(blocking.centre[:, None] - here).sum(axis=2) > EQUAL).all(axis=1)
        if not met.any():
            return approach
        minded |= met


def _searched(asked: Asked, given: PricedNavMesh, start: NavPoint) -> tuple[Search, tuple[NavPoint, float] | None]:
    """The place in contact that is the cheapest to get to, and a search as far as routes there are looked for.

    As with `cheapest_route`, what is farther off is looked at only where the place is.
    """
    middles = np.array([plan_disc(target).centre for target in asked.targets])
    near = looked_at_first(float(np.hypot(*(middles - start.xy).T).max()))
    found = search(given, start, limit=near)
    best = cheapest_contact(asked, found)
    if best is None or not far_enough(best[1], near):
        found = search(given, start)
        best = cheapest_contact(asked, found)
    return found, best


def _cheapest(asked: Asked, found: Search, best: tuple[NavPoint, float] | None) -> _Approach | None:
    cost = best[1] if best else np.inf
    for node in squeezed_in(asked, found, cost - BARELY):
        approach = _moving_aside(asked, found, NavPoint(found.priced.xy[node], int(found.priced.region[node])))
        if approach is not None:
            return approach
    if best is None:
        return None
    other = cheapest_contact(asked, found, but=best[0])
    ends = [best[0], *([other[0]] if other and other[1] < best[1] + SPARE else [])]
    approaches = [_pulled(asked, found, end) for end in ends]
    return min((approach for approach in approaches if approach), key=lambda approach: _price(asked, approach), default=None)


def _moving_aside(asked: Asked, found: Search, end: NavPoint) -> _Approach | None:
    """The route to a place without room beside the target, who is moved aside; None where that cannot be."""
    segments = route(found, end)
    if segments is None:
        return None
    segments, end = _toward_target(asked, found, segments, end)
    target = asked.targets[0]
    if np.hypot(*(end.xy - np.array(plan_disc(target).centre))) >= asked.reach(target):
        # Pulled taut it ends short of the target, who is not fetched from there.
        return None
    there = asked.mover.moved(_point(asked.navmesh, end))
    if overlapped(_without(asked.table, asked.targets[0]), asked.mover, np.array(there.position)) is not None:
        return None
    aside = moved_aside(asked.table, asked.targets[0], there)
    return None if aside is None else _Approach(segments, end, aside)


def _toward_target(asked: Asked, found: Search, segments: list[Segment], end: NavPoint) -> tuple[list[Segment], NavPoint]:
    """The route pulled taut as if it led to the middle of the target, as far as the end of its last link to another region."""
    middle = np.array(plan_disc(asked.targets[0]).centre)
    if asked.free(end.region, end.xy[None])[0] or not asked.navmesh.regions[end.region].holds(middle[None])[0]:
        return taut(found.priced, [segments], found.place, end), end
    goal = NavPoint(middle, end.region)
    pulled = taut(found.priced, [[*segments, WalkSegment(end.region, end.xy, middle)]], found.place, goal)
    while pulled and isinstance(pulled[-1], WalkSegment):
        pulled.pop()
    if not pulled:
        return taut(found.priced, [segments], found.place, end), end
    last = pulled[-1]
    assert isinstance(last, Links)
    return pulled, NavPoint(last.end[0, :2], int(last.end_region[0]))


def _without(table: Table, figure: Figure) -> Table:
    return replace(table, figures=tuple(other for other in table.figures if other.id != figure.id))


def _pulled(asked: Asked, found: Search, end: NavPoint) -> _Approach | None:
    """The route to a place in contact, pulled taut, its end along the target's base."""
    segments = route(found, end)
    if segments is None:
        return None
    approach = _Approach(taut(found.priced, candidate_routes(found, end, segments), found.place, end), end)
    for _ in range(PULLS if len(asked.targets) == 1 else 0):
        nearer = _nearer(asked, found, approach)
        if nearer is None:
            break
        longer = [*approach.segments[:-1], WalkSegment(nearer.region, _last(approach).start, nearer.xy)]
        segments = taut(found.priced, [longer], found.place, nearer)
        again = _Approach(segments, nearer)
        if _price(asked, again) >= _price(asked, approach) - 1e-6:
            break
        approach = again
    return approach


def _last(approach: _Approach) -> WalkSegment:
    last = approach.segments[-1]
    assert isinstance(last, WalkSegment)
    return last


def _nearer(asked: Asked, found: Search, approach: _Approach) -> NavPoint | None:
    """The place in contact that is straight ahead from where the last walk starts, if it is another one and free."""
    if not approach.segments or not isinstance(approach.segments[-1], WalkSegment):
        return None
    last, target = _last(approach), asked.targets[0]
    middle = np.array(plan_disc(target).centre)
    out = last.start - middle
    place = middle + asked.reach(target) * out / max(float(np.hypot(*out)), 1e-9)
    if np.hypot(*(place - approach.end.xy)) < 1e-5 or not asked.free(last.region, place[None])[0]:
        return None
    seen = found.priced.sees(np.array([last.region]), last.start[None], place[None])[0]
    return NavPoint(place, last.region) if seen else None


def _price(asked: Asked, approach: _Approach) -> float:
    return sum(leg.cost for leg in legs_of(approach.segments, asked.navmesh, asked.movement_costs))


def _instead(asked: Asked, start: NavPoint, approach: _Approach) -> Engagement | NoPath:
    """The engagement, of whoever active is first met on the route."""
    table, mover = asked.table, asked.mover
    cuts = _sampled(approach.segments)
    near = min((_first_near(asked, cuts, target) for target in asked.targets), default=len(cuts))
    chosen = {target.id for target in asked.targets}
    others = [other for other in table.figures if enemies(other, mover) and other.id not in chosen]
    first = [(_first_near(asked, cuts, other), other) for other in others if is_active(table, other)]
    met, other = min(first, key=lambda pair: pair[0], default=(len(cuts), mover))
    if met >= near or met == len(cuts):
        return _done(asked, approach, start, ())
    number, spot = cuts[met]
    begun = [*approach.segments[:number]]
    segment = approach.segments[number]
    begun.append(WalkSegment(segment.region, segment.start, spot.xy) if isinstance(segment, WalkSegment) else segment)
    touched = frozenset({other.id})
    blocking = in_the_way(
        table, mover.moved(_point(asked.navmesh, spot)), asked.navmesh, asked.movement_costs.rules, touched=touched
    )
    again = replace(asked, targets=(other,), blocking=blocking)
    near_by = asked.movement_costs.rules.apart_words
    rest = _approach(again, spot)
    if rest is None:
        way = f'the way to "{asked.targets[0].called}" leads within {near_by} of "{other.called}"'
        return NoPath(f"{way}, whom there is no way to touch")
    way = f"the shortest way to {asked.targets[0].called} leads within {near_by} of {other.called}"
    text = f"{way}, who is active and is engaged instead"
    return _done(
        again, _Approach(begun + rest.segments, rest.end, rest.aside), start, (Reason(text, asked.sections["engage"]),)
    )


def _sampled(segments: Sequence[Segment]) -> list[tuple[int, NavPoint]]:
    """Places along a route, each with the number of its segment: along walks, and where links end."""
    found: list[tuple[int, NavPoint]] = []
    for number, segment in enumerate(segments):
        if isinstance(segment, WalkSegment):
            count = 2 + int(np.hypot(*(segment.end - segment.start)) / SAMPLED)
            share = np.linspace(0.0, 1.0, count)[:, None]
            found += [(number, NavPoint(xy, segment.region)) for xy in segment.start + share * (segment.end - segment.start)]
        else:
            found.append((number, NavPoint(segment.end[0, :2], int(segment.end_region[0]))))
    return found


def _first_near(asked: Asked, cuts: list[tuple[int, NavPoint]], other: Figure) -> int:
    """Which of the places is the first within an inch of somebody, with no wall between; their number for none."""
    if not cuts:
        return 0
    rules, xy, region = asked.movement_costs.rules, np.array([spot.xy for _, spot in cuts]), [spot.region for _, spot in cuts]
    if float(np.hypot(*(xy - plan_disc(other).centre).T).min()) > asked.reach(other) + rules.apart + EQUAL:
        # What one can measure to is dear to find out.
        return len(cuts)
    blocking = too_close(asked.table, asked.mover, asked.navmesh, rules, to=other)
    near = np.flatnonzero(blocking.bars(np.array(region), xy, xy))
    return int(near[0]) if len(near) else len(cuts)


def _done(asked: Asked, approach: _Approach, start: NavPoint, because: tuple[Reason, ...]) -> Engagement:
    legs = onto_navmesh(asked.mover, start, asked.navmesh, asked.movement_costs) if approach.segments else []
    path = Path(tuple(tidied(legs + legs_of(approach.segments, asked.navmesh, asked.movement_costs))))
    place = _point(asked.navmesh, approach.end)
    names = [target.id for target in asked.targets]
    there = asked.mover.moved(place)
    names += [
        other.id
        for other in asked.table.figures
        if other.id not in names and enemies(other, there) and other.posture != "on_face" and touch(there, other)
    ]
    moved: Mapping[str, Point] = MappingProxyType({})
    if approach.aside is not None:
        moved = MappingProxyType({names[0]: approach.aside})
        shown = ", ".join(f"{value:.2f}" for value in approach.aside)
        because += (
            Reason(
                f"there is no room beside {asked.targets[0].called}, who is moved aside to ({shown})",
                asked.sections["no space"],
            ),
        )
    if len(asked.targets) > 1:
        because += (
            Reason(f"one place touches {' and '.join(target.called for target in asked.targets)}", asked.sections["several"]),
        )
    return Engagement(path, place, tuple(names), moved, because)


def _point(navmesh: NavMesh, place: NavPoint) -> Point:
    return navmesh.regions[place.region].point(place.xy)
