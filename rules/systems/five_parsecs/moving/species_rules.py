"""The movement of figures with rules of their own: the swift leap farther, skulkers climb more easily.

While such a figure moves, its battle has movement rules of its own; all that asks for them gets these.
Sources: five-parsecs: Leaping, Moving up and down.
"""

from dataclasses import dataclass, replace
from functools import lru_cache

from rules.movement.movement_rules import MovementRules
from rules.skirmish.state.battle_state import Battle, Setting
from rules.systems.five_parsecs.conditions.figure_now import sheet
from rules.systems.five_parsecs.movement import COSTS, MOVEMENT

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
    leap = SWIFT_LEAP if own.species == "swift" else COSTS.longest_leap
    spared = SPARED if "skulker" in own.abilities else 0.0
    usual = as_usual(battle)
    if leap == COSTS.longest_leap and not spared:
        return usual
    return replace(usual, setting=_varied(usual.setting, leap, spared))


def as_usual(battle: Battle) -> Battle:
    """The battle in which everybody moves as most do."""
    if not battle.setting.has_part(UsualSetting):
        return battle
    return replace(battle, setting=battle.setting.part(UsualSetting).setting)


@lru_cache(maxsize=32)
def _varied(setting: Setting, leap: float | None, spared: float) -> Setting:
    rules = replace(MOVEMENT, costs=replace(COSTS, longest_leap=leap, spared=spared))
    others = tuple(part for part in setting.parts if not isinstance(part, MovementRules))
    return replace(setting, parts=(rules, UsualSetting(setting), *others))
