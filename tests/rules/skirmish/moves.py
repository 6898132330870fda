"""What tests of movement share: a fighter whose turn it is, and closed forms of where bases come to stand."""

from collections.abc import Sequence
from dataclasses import replace

from rules.skirmish.state.battle_state import Activation, Battle
from scene.geometry.mesh import Point
from scene.table.table import MM_PER_INCH

R = 12.5 / MM_PER_INCH
"""Inches: half a base of 25 mm."""
NEAR = 0.02
"""Inches: bases keep up to 0.012 from what they climb, cross and jump past."""


def acting(battle: Battle, fighter: str, *, left: int = 1, done: Sequence[str] = ("move",)) -> Battle:
    """The fighter's activation with an action under way: its cost is taken, its key is the last one done."""
    return replace(battle, activation=Activation(fighter, left, tuple(done), controller=battle.model(fighter).gang))


def place(battle: Battle, fighter: str) -> Point:
    """Where a fighter is."""
    return battle.model(fighter).position
