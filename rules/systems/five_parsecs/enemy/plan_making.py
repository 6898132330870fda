"""From a row to a plan: where its behaviour leads, at whom the enemy fires from there, and the geometry that led to it.

Sources: five-parsecs: How to use movement tables, Impossible or stupid actions, Dash, Stun, Engaging while stunned, Guardian.
"""

import math
from collections.abc import Callable, Mapping
from types import MappingProxyType

from rules.citations import Reason
from rules.movement.engaging_paths import Engagement
from rules.skirmish.state.battle_state import Battle
from rules.skirmish.state.placement import written
from rules.systems.five_parsecs.conditions.battle_view import faced, listed
from rules.systems.five_parsecs.conditions.figure_now import ai_of, is_crew, sheet
from rules.systems.five_parsecs.conditions.marks import STUNNED
from rules.systems.five_parsecs.enemy.ai_tables import Behaviour, Instruction
from rules.systems.five_parsecs.enemy.destinations import Destination, to_contact
from rules.systems.five_parsecs.enemy.enemy_fire import EnemyAim, aims
from rules.systems.five_parsecs.enemy.enemy_plan import EnemyPlan
from rules.systems.five_parsecs.enemy.place_behaviours import (
    advance,
    advance_in_cover,
    advance_to_cover,
    advance_to_twelve,
    dash,
    engage,
    forward,
    forward_or_flank,
    manoeuvre,
    most_distant,
    remain,
    retreat,
)
from rules.systems.five_parsecs.enemy.prospects.outlook import Outlook
from rules.systems.five_parsecs.enemy.prospects.vantages import ProvenPlace
from rules.systems.five_parsecs.enemy.type_behaviours import attacked_by, chase, guard, rampage, stalk, ward_of
from rules.systems.five_parsecs.moving.closing_in import in_contact_with, way_to_contact
from rules.systems.five_parsecs.moving.walks import is_hard_jump
from scene.geometry.mesh import Point
from scene.pathfinding.path_legs import Path

BEHAVIOURS: Mapping[Behaviour, Callable[[Outlook], Destination]] = MappingProxyType(
    {
        "retreat": retreat,
        "remain": remain,
        "manoeuvre": manoeuvre,
        "advance to twelve": advance_to_twelve,
        "advance, in cover if possible": advance_to_cover,
        "forward position": forward,
        "forward position or flank": forward_or_flank,
        "advance in cover": advance_in_cover,
        "advance": advance,
        "dash": dash,
        "most distant position": most_distant,
        "engage": engage,
        "rampage": rampage,
        "stalk": stalk,
        "guard": guard,
        "chase": chase,
    }
)
"""What each behaviour does."""
FIERCE = frozenset({"aggressive", "beast", "rampaging"})
"""Types that go into brawls though they are stunned. Source: five-parsecs, Engaging while stunned."""
MOVES_FIRST = frozenset({"retreat", "dash"})
"""Behaviours of which the move is what matters to those who cannot do both."""
NOTHING_TO_DO = Reason("no opponent is on the table", "Impossible or stupid actions")
HAND_TO_HAND = "has nothing to fire, and so goes for a brawl"


def make_plan(battle: Battle, fighter: str, row: Instruction) -> EnemyPlan:
    """What an enemy is about to do by a row of its table.

    Args:
        battle: how things are.
        fighter: an enemy on the table.
        row: that it follows.
    """
    outlook = Outlook(battle, fighter)
    if not outlook.opponents:
        return EnemyPlan(fighter, row, because=(NOTHING_TO_DO,))
    found = _destination(outlook, row)
    aim = None if isinstance(found.where, Engagement) or found.dash else aim_from(battle, fighter, found.where)
    if battle.model(fighter).has(STUNNED):
        found, aim = _one_of_both(outlook, row, found, aim)
    found = _brawling_on(outlook, found) if found.where is None else found
    return EnemyPlan(fighter, row, found.where, aim, found.dash, _because(outlook, row, found))


def _destination(outlook: Outlook, row: Instruction) -> Destination:
    """Where the behaviour of a row leads; whoever has nothing to fire does not wait for a shot."""
    if outlook.weapon > 0.0 or row.behaviour in {"rampage", "stalk", "guard", "chase", "engage"}:
        return BEHAVIOURS[row.behaviour](outlook)
    contact = to_contact(outlook)
    if contact is not None:
        return Destination(where=contact.where, why=HAND_TO_HAND)
    waits = row.behaviour in {"remain", "manoeuvre", "most distant position"}
    return BEHAVIOURS["advance in cover" if waits else row.behaviour](outlook)


def _brawling_on(outlook: Outlook, found: Destination) -> Destination:
    """Whoever stays in contact brawls on, as the crew does, and does not fire. Source: five-parsecs, Brawling combat."""
    met = in_contact_with(outlook.battle, outlook.fighter)
    planned = way_to_contact(outlook.battle, outlook.fighter, met[0]) if met else None
    return found if planned is None else Destination(where=planned, why="is in contact, and brawls on")


def aim_from(battle: Battle, fighter: str, where: Path | None, place: Point | None = None) -> EnemyAim | None:
    """At whom an enemy will fire once it has gone somewhere, as things are; None where it cannot.

    Args:
        battle: before the move.
        fighter: who.
        where: the way that it goes; None: it stays.
        place: where the way ends, if it has no legs.
    """
    if where is not None and any(is_hard_jump(leg) for leg in where.legs):
        return None
    if where is not None and where.legs:
        place = where.legs[-1].end
    return aims(looking(battle, fighter, place), fighter, prefers=preferred(battle, fighter))


def looking(battle: Battle, fighter: str, place: Point | None = None) -> Battle:
    """The battle with a figure at a place, if one is given, and turned to the nearest opponent."""
    if place is not None:
        battle = battle.changed(fighter, position=place)
    here = battle.model(fighter).position
    opponents = Outlook(battle, fighter).opponents
    if not opponents:
        return battle
    return faced(battle, fighter, min(opponents, key=lambda name: math.dist(battle.model(name).position, here)))


def preferred(battle: Battle, fighter: str) -> tuple[str, ...]:
    """The targets that go before all others: those of a guardian's ward. Source: five-parsecs, Guardian."""
    if sheet(battle, fighter).ai != "guardian" or not (ward := ward_of(battle, fighter)):
        return ()
    return attacked_by(battle, (ward,))


def _is_fierce(battle: Battle, fighter: str) -> bool:
    """Whether somebody goes into brawls though he is stunned; nobody of the crew does."""
    return not is_crew(battle, fighter) and ai_of(battle, fighter) in FIERCE


def _one_of_both(
    outlook: Outlook, row: Instruction, found: Destination, aim: EnemyAim | None
) -> tuple[Destination, EnemyAim | None]:
    """The stunned move or fire. Source: five-parsecs, Stun; Engaging while stunned."""
    battle, fighter = outlook.battle, outlook.fighter
    if found.where is None or (isinstance(found.where, Engagement) and _is_fierce(battle, fighter)):
        return found, aim
    here = aim_from(battle, fighter, None)
    if here is not None and row.behaviour not in MOVES_FIRST:
        return Destination(why="is stunned, and fires instead of moving"), here
    if isinstance(found.where, Engagement):
        return Destination(why="is stunned, and cannot go into a brawl"), None
    return Destination(found.vantage, found.where, found.dash, "is stunned, and moves without firing"), None


def _because(outlook: Outlook, row: Instruction, found: Destination) -> tuple[Reason, ...]:
    """The geometry that led to a plan, in words."""
    battle, nearest = outlook.battle, outlook.nearest
    who = battle.called(outlook.fighter)
    said = [f'nearest opponent {battle.called(nearest)} is {outlook.far(nearest):.1f}" away']
    if found.why:
        said.append(found.why if found.why.startswith(("the ", "a ", "within ")) else f"{who} {found.why}")
    if found.vantage is not None and isinstance(found.where, Path):
        spent = f'{"a dash of " * found.dash}{found.where.cost:.1f}"{" of movement" * (not found.dash)}'
        said.append(f"place {written(found.vantage.place)}: {seen_words(battle, found.vantage)}, {spent}")
    elif found.where is None:
        said.append(f"where it is: {seen_words(battle, outlook.here)}")
    return tuple(Reason(text, row.section) for text in said)


def seen_words(battle: Battle, place: ProvenPlace) -> str:
    """Who sees a figure at a place, and how well, for people."""
    if not place.seen:
        return "out of sight"
    covered = [name for name in place.seen if name not in place.exposed]
    parts = [f"in cover from {listed(battle, covered)}"] if covered else []
    parts += [f"in the open to {listed(battle, place.exposed)}"] if place.exposed else []
    return ", ".join(parts)


def stays(battle: Battle, fighter: str, row: Instruction) -> EnemyPlan:
    """The plan of staying and firing at somebody in sight, if anybody is. Source: Impossible or stupid actions."""
    return EnemyPlan(fighter, row, None, aim_from(battle, fighter, None))
