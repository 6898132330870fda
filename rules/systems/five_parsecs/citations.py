"""Where Five Parsecs' battle rules say what shared procedures call by the sections of another document."""

from types import MappingProxyType

from rules.citations import Citations

CITATIONS = Citations(
    "five-parsecs",
    MappingProxyType(
        {
            "Activate fighters": "Actions",
            "Changing facing": "Arc of fire",
            "Climbing": "Moving up and down",
            "Continuing movement": "Movement action",
            "Engaging an enemy": "Brawling combat",
            "Game structure": "Actions",
            "General movement": "Movement action",
            "Not enough space for engaging fighter": "Brawling combat",
            "Ready": "Actions",
            "Types of actions": "Actions",
        }
    ),
)
