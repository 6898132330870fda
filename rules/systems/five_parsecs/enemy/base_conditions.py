"""When the base conditions of the AI types hold.

Sources: five-parsecs: Cautious, Aggressive, Tactical, Defensive, Impossible or stupid actions. A condition that makes an enemy
stay and fire holds only for those who can fire at somebody.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from rules.systems.five_parsecs.enemy.ai_tables import NEAR, Condition
from rules.systems.five_parsecs.enemy.destinations import to_contact
from rules.systems.five_parsecs.enemy.enemy_fire import targets_seen
from rules.systems.five_parsecs.enemy.prospects.outlook import Outlook


def near_in_cover(outlook: Outlook) -> bool:
    """In cover from all who see it, some of them within 12" and one within range. Source: five-parsecs, Cautious; Tactical."""
    here = outlook.here
    return here.in_cover and bool(here.within(NEAR)) and outlook.able_to_fire


def sees_in_the_open(outlook: Outlook) -> bool:
    """In cover from all who see it, with an opponent in the open in sight and one within range. Source: Defensive."""
    if not (outlook.here.in_cover and outlook.able_to_fire):
        return False
    return not all(targets_seen(outlook.battle, outlook.fighter).values())


def can_engage(outlook: Outlook) -> bool:
    """An opponent is within reach for a brawl in this round. Source: five-parsecs, Aggressive."""
    return to_contact(outlook) is not None


CONDITIONS: Mapping[Condition, Callable[[Outlook], bool]] = MappingProxyType(
    {
        "near in cover": near_in_cover,
        "sees somebody in the open": sees_in_the_open,
        "can engage": can_engage,
    }
)
"""The base conditions by name."""
