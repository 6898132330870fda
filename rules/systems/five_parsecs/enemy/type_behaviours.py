"""What enemies without a table do: rampaging ones, beasts, and guardians.

Sources: five-parsecs: Rampaging, Beast, Guardian, Dash.
"""

from collections.abc import Collection

import numpy as np

from rules.skirmish.opponent.distance_estimate import distance_field
from rules.skirmish.state.battle_sight import apart, figure_of
from rules.skirmish.state.battle_state import Battle
from rules.skirmish.state.placement import apart_from_each
from rules.systems.five_parsecs.conditions.figure_now import guns_of, sheet
from rules.systems.five_parsecs.conditions.marks import ATTACKED, FIRED
from rules.systems.five_parsecs.enemy.destinations import (
    BASES,
    STAYS,
    Destination,
    anywhere,
    contact_within,
    hidden,
    proven,
    to_contact,
    to_cover,
)
from rules.systems.five_parsecs.enemy.place_behaviours import LEAST, dash
from rules.systems.five_parsecs.enemy.prospects.outlook import Outlook
from rules.systems.five_parsecs.enemy.prospects.place_estimates import PlaceEstimates
from scene.geometry.mesh import FloatArray

PACK = 2.0
"""Inches from another beast within which one likes to stay. Source: five-parsecs, Beast."""
WITH_WARD = 3.0
"""Inches from its ward within which a guardian stays. Source: five-parsecs, Guardian."""
ROUNDING = 1e-6


def rampage(outlook: Outlook) -> Destination:
    """Into a brawl, or as fast as it can toward the closest; heavy weapons stand and fire. Source: five-parsecs, Rampaging."""
    guns = guns_of(outlook.battle, outlook.fighter)
    if outlook.able_to_fire and any("heavy" in gun.traits for gun in guns):
        return Destination(why="has a heavy weapon and somebody in sight")
    return to_contact(outlook) or dash(outlook)


def chase(outlook: Outlook) -> Destination:
    """Into a brawl with whoever is nearest, or toward him. Source: Battle events on round 2 and round 4 (critters)."""
    return to_contact(outlook) or dash(outlook)


def stalk(outlook: Outlook) -> Destination:
    """As far toward the nearest as cover goes; out of it only where two moves are enough for a brawl; else out of sight.

    Source: five-parsecs, Beast.
    """
    found = to_contact(outlook, prefers=attacked_by(outlook.battle, _pack(outlook, PACK)))
    if found is not None:
        return found
    places = outlook.walking if outlook.able_to_fire else outlook.dashing
    moved = not outlook.able_to_fire
    with_pack = 1.0 * (_apart(places, _pack(outlook)) <= PACK)
    moves = 2.0 * outlook.speed
    if places.left[0] <= moves + BASES and contact_within(outlook, moves):
        scores = places.gain + 1.0 * places.safe + 0.5 * with_pack
        why = "a brawl is within two moves, for which it breaks cover"
        return proven(outlook, places, places.gain > LEAST, scores, anywhere, dash=moved, why=why) or STAYS
    nearer = proven(outlook, places, places.safe & (places.gain > LEAST), places.gain + with_pack, dash=moved)
    if nearer is not None or (outlook.here.safe and not outlook.here.seen):
        return nearer or STAYS
    gone = proven(outlook, places, places.hidden, places.gain + with_pack, hidden, dash=moved, why="breaks the line of sight")
    return gone or (STAYS if outlook.here.safe else to_cover(outlook))


def _pack(outlook: Outlook, inches: float = np.inf) -> tuple[str, ...]:
    """The other beasts of its side, within so many inches."""
    battle, fighter = outlook.battle, outlook.fighter
    others = (one.id for one in battle.on_table(battle.model(fighter).gang) if one.id != fighter)
    beasts = (name for name in others if sheet(battle, name).ai == "beast")
    return tuple(name for name in beasts if inches == np.inf or apart(battle, fighter, name) <= inches + ROUNDING)


def _apart(places: PlaceEstimates, others: Collection[str]) -> FloatArray:
    """(n,) inches from places to the nearest of some figures; infinite without any."""
    figures = [figure_of(places.battle, name) for name in others]
    return np.asarray(apart_from_each(places.own, places.positions, figures).min(axis=1, initial=np.inf))


def attacked_by(battle: Battle, friends: Collection[str]) -> tuple[str, ...]:
    """Whom some figures have attacked in this round."""
    return tuple(name for friend in friends for name in battle.model(friend).about(ATTACKED))


def ward_of(battle: Battle, fighter: str) -> str:
    """The figure that a guardian is attached to; empty where it is on the table no more."""
    ward = sheet(battle, fighter).ward
    return ward if any(model.id == ward for model in battle.on_table()) else ""


def guard(outlook: Outlook) -> Destination:
    """Within 3" of its ward, and after whom it is after, by the same means. Source: five-parsecs, Guardian."""
    battle, ward = outlook.battle, ward_of(outlook.battle, outlook.fighter)
    targets = attacked_by(battle, (ward,))
    if _brawls(battle, ward):
        found = to_contact(outlook, prefers=targets, among=targets or None)
        if found is not None:
            return found
    places = outlook.walking
    near = _apart(places, (ward,)) <= WITH_WARD + ROUNDING
    if not near.any():
        return _after(outlook, ward)
    scores = _guarding(places, targets)
    if near[0] and scores[0] >= scores[near].max() - LEAST:
        return STAYS
    best = near & (scores > scores[0] + LEAST) if near[0] else near
    return proven(outlook, places, best, scores, anywhere, why=f'within 3" of {battle.called(ward)}') or STAYS


def _brawls(battle: Battle, ward: str) -> bool:
    """Whether a ward goes for brawls: it has nothing to fire, or has attacked somebody by hand."""
    return not guns_of(battle, ward) or (bool(battle.model(ward).has(ATTACKED)) and not battle.model(ward).has(FIRED))


def _guarding(places: PlaceEstimates, targets: Collection[str]) -> FloatArray:
    """(n,) how good places beside a ward are: shots at its target, other shots, cover, and not far to go."""
    wanted = np.array([name in targets for name in places.opponents], dtype=bool)
    same = (places.shots & wanted).any(axis=1)
    return np.asarray(3.0 * same + 2.0 * (places.best_shot > 0.0) + 2.0 * places.safe - 0.3 * places.reached.costs)


def _after(outlook: Outlook, ward: str) -> Destination:
    """As near to a ward as it gets, which is farther off."""
    place = outlook.battle.model(ward).position
    places = outlook.walking if outlook.able_to_fire else outlook.dashing
    field = distance_field(outlook.battle, outlook.fighter, place)
    left = _apart(places, (ward,)) if field is None else field.rest(places.positions)
    why = f"goes back to {outlook.battle.called(ward)}"
    found = proven(outlook, places, left < left[0] - LEAST, -left, anywhere, dash=not outlook.able_to_fire, why=why)
    return found or STAYS
