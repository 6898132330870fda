"""The movement of figures with rules of their own: the swift leap farther and jump freely, skulkers climb more easily.

While such a figure moves, its battle has movement rules of its own; all that asks for them gets these.
Sources: five-parsecs: Leaping, Moving up and down, Alternative movement actions.
"""

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

from rules.movement.movement_rules import MovementRules
from rules.skirmish.moving.own_movement import Variant, as_usual, moving_by
from rules.skirmish.state.battle_state import Battle
from rules.systems.five_parsecs.conditions.figure_now import sheet

SWIFT_LEAP = 4.0
"""Inches. Source: five-parsecs, Leaping."""
SPARED = 1.0
"""Inches of a climb or an obstacle that cost a skulker nothing. Source: five-parsecs, Moving up and down."""


def moves_as(battle: Battle, fighter: str) -> Battle:
    """The battle in which a figure moves as it can; the very battle for most."""
    own = sheet(battle, fighter)
    variant = _VARIANTS.get((own.species == "swift", "skulker" in own.abilities))
    return moving_by(battle, variant) if variant is not None else as_usual(battle)


def _swift(rules: MovementRules) -> MovementRules:
    falls = replace(rules.falls, jump_ends_round=False)
    return replace(rules, costs=replace(rules.costs, longest_leap=SWIFT_LEAP), falls=falls)


def _skulking(rules: MovementRules) -> MovementRules:
    return replace(rules, costs=replace(rules.costs, spared=SPARED))


def _both(rules: MovementRules) -> MovementRules:
    return _swift(_skulking(rules))


_VARIANTS: Mapping[tuple[bool, bool], Variant] = MappingProxyType(
    {(True, False): _swift, (False, True): _skulking, (True, True): _both}
)
"""By whether somebody is swift, and a skulker."""
