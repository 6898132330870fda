"""Conditions and counters of models and warbands.

Sources: combat-pool: Move Phase, Morale, Remove stunned counters. Sightline's own: docs/rules-combat-pool.md.
"""

from typing import Literal

from rules.skirmish.state.battle_state import Battle, Mark
from rules.systems.combat_pool.citations import AIM, HIDE, MORALE, MOUNT, ORDER, RELOAD, own
from rules.systems.combat_pool.citations import STUNNED as STUN_SECTION

STUNNED = Mark("stunned", most=20, source=STUN_SECTION, counter="stunned counter")
RELOADS = Mark("reload counters", most=9, source=RELOAD, about_thing=True, counter="reload counter")
AIMED = Mark("aimed", until="round ends", source=AIM, told="aims")
RESTED = Mark("rested", until="round ends", source=HIDE, told="rests")
HIDDEN = Mark("hidden", source=HIDE, told="is hidden")
MOUNTED = Mark("mounted", source=MOUNT, told="is mounted")
MOVED = Mark("moved", until="round ends", silent=True)
SHOT = Mark("has shot", until="round ends", silent=True)
CHARGED = Mark("charged", until="round ends", source=own("initiative"), told="is charging")
BRACED = Mark("braced", until="round ends", source=own("special actions"), told="is braced")
ORDERED = Mark("ordered", until="round ends", source=ORDER, told="is under orders")

MODEL_MARKS = (STUNNED, RELOADS, AIMED, RESTED, HIDDEN, MOUNTED, MOVED, SHOT, CHARGED, BRACED, ORDERED)

SHAKEN = Mark("morale", most=2, source=MORALE)
"""Of a warband: 0 steady, 1 wavering, 2 routing."""
CRITICALS = Mark("critical wounds", most=200, source=MORALE)
"""Of a warband: suffered in the turn that is going on, or at the next test in the one before."""
LEADER_DOWN = Mark("leader down", source=MORALE)
"""Of a warband: its leader has suffered a critical wound in that turn."""

Morale = Literal["steady", "wavering", "routing"]
MORALES: tuple[Morale, ...] = ("steady", "wavering", "routing")


def morale(battle: Battle, gang: str) -> Morale:
    """How a warband stands. Source: combat-pool, Morale."""
    return MORALES[battle.side(gang).has(SHAKEN)]
