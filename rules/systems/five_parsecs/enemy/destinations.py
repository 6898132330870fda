"""Destinations: the best place for what an enemy means to do, proven before it is taken, and the way there.

Sources: five-parsecs: Enemy movement, Impossible or stupid actions, Brawling combat.
"""

import math
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass

import numpy as np

from rules.movement.engaging_paths import Engagement
from rules.skirmish.moving.contact_resolution import engagement
from rules.skirmish.opponent.distance_estimate import distance_field
from rules.systems.five_parsecs.conditions.figure_now import DASH
from rules.systems.five_parsecs.enemy.prospects.outlook import Outlook
from rules.systems.five_parsecs.enemy.prospects.place_estimates import PlaceEstimates
from rules.systems.five_parsecs.enemy.prospects.reached_places import crosses_danger, harmless_path
from rules.systems.five_parsecs.enemy.prospects.vantages import ProvenPlace, vantage
from rules.systems.five_parsecs.moving.walks import as_far_as, is_hard_jump
from scene.geometry.mesh import BoolArray, FloatArray, Point
from scene.pathfinding.path_legs import Path

PROVEN = 6
"""Places that are proven at most, the best by estimate first."""
SPREAD = 0.9
"""Inches: a place so near to one that was no good is no better."""
BASES = 2.0
"""Inches by which the way from middle to middle may be longer than that into contact."""
ROUNDING = 1e-6
FAR = 3.0
"""Moves within which the nearest cover is looked for."""


@dataclass(frozen=True)
class Destination:
    """Where an enemy goes.

    Attributes:
        vantage: who sees it there; None where it stays or engages.
        where: the way; None: it stays.
        dash: whether it dashes.
        why: what led to it, beyond what the row says; empty for nothing.
    """

    vantage: ProvenPlace | None = None
    where: Path | Engagement | None = None
    dash: bool = False
    why: str = ""


STAYS = Destination()


def stays(why: str) -> Destination:
    """Staying, and why nothing else would do."""
    return Destination(why=why)


Holds = Callable[[ProvenPlace], bool]
"""What must be true of a place."""


NO_COVER = stays("finds no cover in reach")


def anywhere(_place: ProvenPlace) -> bool:
    """Every place will do."""
    return True


def safe(place: ProvenPlace) -> bool:
    """In cover from all who see it, or out of sight."""
    return place.safe


def hidden(place: ProvenPlace) -> bool:
    """Out of sight."""
    return not place.seen


def with_a_shot(outlook: Outlook) -> Holds:
    """Safe, and with somebody in sight and in range."""

    def holds(place: ProvenPlace) -> bool:
        return place.safe and bool(place.within(outlook.weapon))

    return holds


def proven(
    outlook: Outlook,
    places: PlaceEstimates,
    wanted: BoolArray,
    scores: FloatArray,
    holds: Holds = safe,
    *,
    dash: bool = False,
    why: str = "",
) -> Destination | None:
    """The best of some places of which something holds and to which a harmless path leads; None for none.

    Args:
        outlook: whose.
        places: n of them.
        wanted: (n,) which may do by estimate; where it is already is no destination.
        scores: (n,) how good they are by estimate.
        holds: what must be true of it as the rules judge it.
        dash, why: what the destination says of itself.
    """
    rows = np.flatnonzero(wanted[1:]) + 1
    tried: list[Point] = []
    for x, y, z in places.positions[rows[np.argsort(-scores[rows], kind="stable")]].tolist():
        if any(math.dist((x, y, z), other) < SPREAD for other in tried):
            continue
        if len(tried) == PROVEN:
            return None
        tried.append((x, y, z))
        found = vantage(outlook.battle, outlook.fighter, outlook.opponents, (x, y, z))
        path = harmless_path(outlook.battle, outlook.fighter, (x, y, z), places.reached.inches) if holds(found) else None
        if path is not None:
            return Destination(found, path, dash, why)
    return None


def to_cover(outlook: Outlook) -> Destination:
    """The nearest place at a feature where it is in cover, with a shot if it can have one; it dashes only if it must.

    Source: five-parsecs, Dash; Cautious.
    """
    gun = outlook.weapon > 0.0
    for places, dash in ((outlook.walking, False), (outlook.dashing, True)):
        if dash and outlook.able_to_fire:
            break
        scores = 4.0 * gun * (places.best_shot > 0.0) - places.reached.costs
        found = proven(outlook, places, places.safe & places.features.any(axis=1), scores, dash=dash, why="looks for cover")
        if found is not None:
            return found
    return NO_COVER if outlook.able_to_fire or outlook.here.safe else toward_cover(outlook, outlook.speed + DASH)


def toward_cover(outlook: Outlook, inches: float) -> Destination:
    """So many inches toward the nearest cover, which is farther off."""
    places = outlook.reaching(FAR * outlook.speed)
    found = proven(outlook, places, places.safe, -places.reached.costs, why="makes for the nearest cover")
    if found is None or not isinstance(found.where, Path):
        return STAYS
    part = as_far_as(outlook.battle, outlook.fighter, found.where, inches)
    return Destination(None, part, part.cost > outlook.speed, found.why) if part.legs else STAYS


def to_contact(outlook: Outlook, *, prefers: Collection[str] = (), among: Collection[str] | None = None) -> Destination | None:
    """Into contact with an opponent in this round: one of those preferred, else the one to whom the way is the shortest.

    Source: five-parsecs, Aggressive; Brawling combat. Whoever brawls does not dash.
    """
    found: list[tuple[bool, float, Engagement]] = []
    for name, planned in _engagements(outlook, outlook.speed, among):
        if _harmless(outlook, planned):
            found.append((name not in prefers, planned.path.cost, planned))
    if not found:
        return None
    return Destination(where=min(found, key=lambda one: one[:2])[2])


def contact_within(outlook: Outlook, inches: float) -> bool:
    """Whether a way into contact with any opponent takes no more inches of movement, in this round and later ones."""
    return next(_engagements(outlook, inches), None) is not None


def _engagements(outlook: Outlook, inches: float, among: Collection[str] | None = None) -> Iterator[tuple[str, Engagement]]:
    """The ways into contact with each opponent, or each of some, that take no more inches of movement."""
    for far, name in outlook.apart:
        if far > inches + 1.0 or (among is not None and name not in among) or not _maybe(outlook, name, inches):
            continue
        planned = engagement(outlook.battle, outlook.fighter, (name,), safe=True)
        if isinstance(planned, Engagement) and planned.path.cost <= inches + ROUNDING:
            yield name, planned


def _maybe(outlook: Outlook, opponent: str, inches: float) -> bool:
    """Whether contact may be in reach, as an estimate: the way into it takes many times longer to find."""
    field = distance_field(outlook.battle, outlook.fighter, outlook.battle.model(opponent).position)
    own = outlook.battle.model(outlook.fighter).position
    # Without any corner on the table there is no field, and the way is straight.
    return field is None or bool(field.rest(np.array([own]))[0] <= inches + BASES)


def _harmless(outlook: Outlook, planned: Engagement) -> bool:
    """Whether a way into contact ends in no jump that ends the round, and leads over no dangerous ground."""
    jumps = any(is_hard_jump(leg) for leg in planned.path.legs)
    return not jumps and not crosses_danger(outlook.battle, outlook.fighter, planned.path)
