"""What the rows of the tables make of the places in reach: falling back, shifting within cover, going forward, advancing.

Each of them falls back on staying where it is: whoever is in doubt stays and fires at somebody in sight.

Sources: five-parsecs: Cautious, Aggressive, Tactical, Defensive, Dash, Impossible or stupid actions.
"""

from rules.systems.five_parsecs.conditions.battle_view import in_arc
from rules.systems.five_parsecs.enemy.ai_tables import NEAR
from rules.systems.five_parsecs.enemy.destinations import (
    STAYS,
    Destination,
    anywhere,
    proven,
    stays,
    to_contact,
    to_cover,
    with_a_shot,
)
from rules.systems.five_parsecs.enemy.prospects.outlook import Outlook
from rules.systems.five_parsecs.enemy.prospects.place_estimates import PlaceEstimates
from rules.systems.five_parsecs.enemy.prospects.vantages import ProvenPlace
from scene.geometry.mesh import BoolArray

LEAST = 0.5
"""Inches: less is no advance, and no retreat."""
STRIDE, SHORT_STRIDE = 2.0, 1.0
"""Inches nearer that a next position is at least; and where there is none within a move that far."""
BETTER = 0.2
"""How much better a shot has to be for somebody to shift for it."""
AROUND = 2.0
"""Inches: who is in cover of something farther off shifts no farther."""
NOT_NEARER = "finds no nearer place in cover"
NO_WAY = "finds no way that brings it nearer"
KEEPING_SIGHT = 2.0
"""Inches of a retreat that are given up for keeping somebody in sight."""


def remain(_outlook: Outlook) -> Destination:
    """Stays."""
    return STAYS


def retreat(outlook: Outlook) -> Destination:
    """A full move back within cover, keeping opponents in sight if it can. Source: five-parsecs, Cautious."""
    places = outlook.walking
    back = places.nearest - places.nearest[0]
    scores = back + KEEPING_SIGHT * (places.best_shot > 0.0)
    found = proven(outlook, places, places.safe & (back > LEAST), scores)
    return found or (stays("finds no place farther back in cover") if outlook.here.safe else to_cover(outlook))


def manoeuvre(outlook: Outlook) -> Destination:
    """Within or behind the feature where it is to the best shot; to cover, if it is in none. Source: five-parsecs, Cautious."""
    places = outlook.walking
    features = places.features[0]
    if not outlook.here.safe or not (features.any() or outlook.here.seen):
        return to_cover(outlook)
    if not outlook.weapon:
        return STAYS
    same = (places.features & features).any(axis=1) if features.any() else places.reached.costs <= AROUND
    own = max(float(places.best_shot[0]), 1.0 * outlook.able_to_fire)
    wanted = same & places.safe & (places.best_shot > own + BETTER)
    scores = 10.0 * places.best_shot - 0.5 * places.lines.sum(axis=1) - 0.1 * places.reached.costs
    return proven(outlook, places, wanted, scores, with_a_shot(outlook), why="has a better shot from there") or stays(
        "has no better shot from elsewhere in its cover"
    )


def most_distant(outlook: Outlook) -> Destination:
    """As far back as it stays in cover, and has somebody in range and in sight. Source: five-parsecs, Cautious; Group actions.

    One of a group whose fellow is in cover may be in the open itself: it goes into cover where there is none farther off.
    """
    places = outlook.walking
    wanted = places.safe & (places.best_shot > 0.0) & (places.nearest > places.nearest[0] + LEAST)

    def holds(place: ProvenPlace) -> bool:
        return place.in_cover and bool(place.within(outlook.weapon))

    found = proven(outlook, places, wanted, places.nearest, holds)
    if found is not None:
        return found
    return stays("finds no place farther off, in cover and in range") if outlook.here.safe else to_cover(outlook)


def advance_to_twelve(outlook: Outlook) -> Destination:
    """Within cover until the nearest is within 12", and no nearer. Source: five-parsecs, Cautious."""
    if not outlook.here.safe:
        return to_cover(outlook)
    if outlook.far(outlook.nearest) <= NEAR:
        return manoeuvre(outlook)
    places = outlook.walking
    there = places.apart[:, 0] <= NEAR
    scores = there * (20.0 - places.reached.costs) + ~there * places.gain + 3.0 * (places.best_shot > 0.0)
    wanted = places.safe & (places.gain > LEAST) & _keeps_firing(outlook, places)
    return proven(outlook, places, wanted, scores) or stays(NOT_NEARER)


def _keeps_firing(outlook: Outlook, places: PlaceEstimates) -> BoolArray:
    """(n,) where a row that says "and fire" may lead: who is able to fire does not jump down for it, which ends the round.

    Source: five-parsecs, Impossible or stupid actions; Jumping.
    """
    kept: BoolArray = ~places.reached.lands | (not outlook.able_to_fire)
    return kept


def advance_to_cover(outlook: Outlook) -> Destination:
    """On the nearest opponent, into cover if that is half a move nearer; else in the open. Source: five-parsecs, Cautious."""
    places = outlook.walking
    scores = places.gain + 2.0 * (places.best_shot > 0.0)
    wanted = places.safe & (places.gain >= outlook.speed / 2.0) & _keeps_firing(outlook, places)
    found = proven(outlook, places, wanted, scores)
    return found or advance(outlook)


def forward(outlook: Outlook) -> Destination:
    """The next feature in front that is nearer to the opponents, in cover there. Source: five-parsecs, Aggressive."""
    for stride in (STRIDE, SHORT_STRIDE):
        for places, dash in _moves(outlook):
            scores = 1.5 * (places.best_shot > 0.0) - places.reached.costs
            wanted = _next_position(places, stride)
            found = proven(outlook, places, wanted, scores, dash=dash, why="the next position in cover")
            if found is not None:
                return found
    return advance_in_cover(outlook)


def _next_position(places: PlaceEstimates, stride: float) -> BoolArray:
    """(n,) whether a place is at another feature than where it is, in cover, in front and so much nearer."""
    other = (places.features & ~places.features[0]).any(axis=1)
    found: BoolArray = places.safe & other & places.ahead & (places.gain >= stride)
    return found


def forward_or_flank(outlook: Outlook) -> Destination:
    """A place in cover on the flank of an opponent in the open, else the next one forward. Source: five-parsecs, Tactical."""
    places = outlook.walking
    flanks = places.flanks & places.shots
    if outlook.here.safe and flanks[0].any():
        return Destination(why="is on a flank already")

    def holds(place: ProvenPlace) -> bool:
        there = outlook.battle.changed(outlook.fighter, position=place.place)
        return place.safe and any(not in_arc(there, name, outlook.fighter) for name in place.within(outlook.weapon))

    scores = 4.0 * places.best_shot - places.reached.costs
    found = proven(outlook, places, places.safe & flanks.any(axis=1), scores, holds, why="a flank")
    return found or forward(outlook)


def advance_in_cover(outlook: Outlook) -> Destination:
    """On the nearest opponent, ending in cover or out of sight; in the open only by a dash into cover.

    Source: five-parsecs, Aggressive (use cover).
    """
    for places, dash in _moves(outlook):
        scores = places.gain + 2.0 * places.shots[:, 0] + (places.best_shot > 0.0) + 0.5 * places.features.any(axis=1)
        wanted = places.safe & (places.gain > LEAST) & _keeps_firing(outlook, places)
        found = proven(outlook, places, wanted, scores, dash=dash)
        if found is not None:
            return found
    return _into_range(outlook) or (stays(NOT_NEARER) if outlook.here.safe else to_cover(outlook))


def _into_range(outlook: Outlook) -> Destination | None:
    """The nearest place in cover with a shot, for whoever has none and finds no way on in cover."""
    places = outlook.walking
    if outlook.able_to_fire or not outlook.weapon:
        return None
    wanted = places.safe & (places.best_shot > 0.0)
    return proven(outlook, places, wanted, -places.reached.costs, with_a_shot(outlook), why="comes into range")


def advance(outlook: Outlook) -> Destination:
    """On the nearest opponent by the fastest route. Source: five-parsecs, Aggressive."""
    places = outlook.walking
    scores = places.gain + 0.75 * places.shots[:, 0] - places.reached.lands * (outlook.weapon > 0.0)
    wanted = (places.gain > LEAST / 2.0) & _keeps_firing(outlook, places)
    return proven(outlook, places, wanted, scores, anywhere) or _up_or_over(outlook)


def _up_or_over(outlook: Outlook) -> Destination:
    """Where a move brings it no nearer, a dash may: up a ladder that is longer than a move."""
    return stays(NO_WAY) if outlook.able_to_fire else dash(outlook)


def dash(outlook: Outlook) -> Destination:
    """The same as fast as it can; who is able to fire does not dash. Source: five-parsecs, Dash."""
    if outlook.able_to_fire:
        found = advance(outlook)
        return Destination(found.vantage, found.where, found.dash, "is able to fire, and so does not dash")
    places = outlook.dashing
    wanted = places.gain > LEAST / 2.0
    return proven(outlook, places, wanted, places.gain, anywhere, dash=True) or stays(NO_WAY)


def engage(outlook: Outlook) -> Destination:
    """Into a brawl; who cannot get there in this round goes the fastest route. Source: five-parsecs, Aggressive."""
    return to_contact(outlook) or advance(outlook)


def _moves(outlook: Outlook) -> tuple[tuple[PlaceEstimates, bool], ...]:
    """The places of a move, and of a dash for whoever is not able to fire. Source: five-parsecs, Dash."""
    walking = (outlook.walking, False)
    return (walking,) if outlook.able_to_fire else (walking, (outlook.dashing, True))
