"""Figures that move by rules of their own for a while: whoever swims, rides or climbs as nobody else does.

While such a figure moves, its battle has movement rules of its own; all that asks for them gets these.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache

from rules.movement.movement_rules import MovementRules
from rules.skirmish.state.battle_state import Battle, Setting

Variant = Callable[[MovementRules], MovementRules]
"""Movement rules as somebody has them; a function of a module, so that the same one gives the same rules."""


@dataclass(frozen=True, eq=False)
class UsualSetting:
    """The setting of a battle whose movement rules are those of somebody who moves."""

    setting: Setting


def moving_by(battle: Battle, variant: Variant) -> Battle:
    """The battle with movement rules as somebody has them."""
    usual = as_usual(battle)
    return replace(usual, setting=_varied(usual.setting, variant))


def as_usual(battle: Battle) -> Battle:
    """The battle in which everybody moves as most do."""
    if not battle.setting.has_part(UsualSetting):
        return battle
    return replace(battle, setting=battle.setting.part(UsualSetting).setting)


def moved_as(after: Battle, before: Battle) -> Battle:
    """The battle after somebody has moved as he can, in which figures move as they did before."""
    return after if after.setting is before.setting else replace(after, setting=before.setting)


@lru_cache(maxsize=32)
def _varied(setting: Setting, variant: Variant) -> Setting:
    rules = variant(setting.part(MovementRules))
    others = tuple(part for part in setting.parts if not isinstance(part, MovementRules))
    return replace(setting, parts=(rules, UsualSetting(setting), *others))
