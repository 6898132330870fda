"""The movement of figures with rules of their own: the swift leap farther and jump freely, skulkers climb more easily.

While such a figure moves, its battle has movement rules of its own; all that asks for them gets these.
Sources: five-parsecs: Leaping, Moving up and down, Alternative movement actions.
"""

from dataclasses import dataclass, replace
from functools import lru_cache

from rules.movement.movement_rules import MovementRules
from rules.skirmish.state.battle_state import Battle, Setting
from rules.systems.five_parsecs.conditions.figure_now import sheet

SWIFT_LEAP = 4.0
"""Inches. Source: five-parsecs, Leaping."""
SPARED = 1.0
"""Inches of a climb or an obstacle that cost a skulker nothing. Source: five-parsecs, Moving up and down."""


@dataclass(frozen=True, eq=False)
class UsualSetting:
    """The setting of a battle whose movement rules are those of somebody who moves."""

    setting: Setting


def moves_as(battle: Battle, fighter: str) -> Battle:
    """The battle in which a figure moves as it can; the very battle for most."""
    own = sheet(battle, fighter)
    swift, skulker = own.species == "swift", "skulker" in own.abilities
    usual = as_usual(battle)
    return replace(usual, setting=_varied(usual.setting, swift, skulker)) if swift or skulker else usual


def as_usual(battle: Battle) -> Battle:
    """The battle in which everybody moves as most do."""
    if not battle.setting.has_part(UsualSetting):
        return battle
    return replace(battle, setting=battle.setting.part(UsualSetting).setting)


def moved_as(after: Battle, before: Battle) -> Battle:
    """The battle after somebody has moved as he can, in which figures move as they did before."""
    return after if after.setting is before.setting else replace(after, setting=before.setting)


@lru_cache(maxsize=32)
def _varied(setting: Setting, swift: bool, skulker: bool) -> Setting:  # noqa: FBT001 - kept by position
    usual = setting.part(MovementRules)
    costs = replace(usual.costs, spared=SPARED) if skulker else usual.costs
    rules = replace(usual, costs=costs)
    if swift:
        falls = replace(usual.falls, jump_ends_round=False)
        rules = replace(usual, costs=replace(costs, longest_leap=SWIFT_LEAP), falls=falls)
    others = tuple(part for part in setting.parts if not isinstance(part, MovementRules))
    return replace(setting, parts=(rules, UsualSetting(setting), *others))
