"""Where the quick reference says what procedures call by a topic, and what is Sightline's own where it says nothing."""

from types import MappingProxyType

from rules.citations import Citations

OWN = "Sightline's own"
"""The document of what the reference leaves out: docs/rules-combat-pool.md, whose table of gaps has these sections."""

MOVE = "Move Phase"
WALK = "Move"
MISSILE = "Use a missile weapon"
RELOAD = "Remove a reload counter"
MOUNT = "Mount or dismount"
HIDE = "Hide or rest"
AIM = "Aim"
ORDER = "Issue an order"
SPECIAL = "Take a special action"
SHOOTING = "Shooting"
COMBAT = "Combat procedure"
ATTACK = "Making an attack"
MORALE = "Morale"
STUNNED = "Remove stunned counters"
TURN = "Turn sequence"


def own(topic: str) -> str:
    """The source of what is decided here."""
    return f"{OWN}: {topic}"


CITATIONS = Citations(
    "combat-pool",
    MappingProxyType(
        {
            "Game structure": TURN,
            "Roll for priority": "Priority Phase",
            "Activate fighters": MOVE,
            "Types of actions": MOVE,
            "Ready": MOVE,
            "General movement": "Move",
            "Climbing": "Move",
            "Continuing movement": "Move",
            "Engaging an enemy": "Move",
            "Not enough space for engaging fighter": "Move",
            "Changing facing": "Move",
            "End of round": "End Phase",
        }
    ),
)
