"""Scenes of the other tests of the family, played by the Arbiter's rules."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from rules.skirmish.phases.action_list import actions_of
from rules.skirmish.state.action import Action, can
from rules.skirmish.state.battle_state import Activation, Battle
from rules.systems import registry
from tests.rules.skirmish.battles import Place, battle

ARBITER = "arbiter"
CONTACT = 25 / 25.4
"""Inches from middle to middle of two bases of 25 mm in contact."""


def scene(places: Mapping[str, Place], **fields: Any) -> Battle:  # noqa: ANN401
    """A battle by the Arbiter's rules."""
    return battle(places, rules=ARBITER, **fields)


def under(start: Battle, rules: str = ARBITER) -> Battle:
    """The same battle by other rules."""
    return replace(start, setting=replace(start.setting, parts=registry.system(rules).battle))


def turn_of(start: Battle, fighter: str, *, left: int = 2, **changes: Any) -> Battle:  # noqa: ANN401
    """The fighter's activation, nothing done yet, with something changed about him."""
    activation = Activation(fighter, left, controller=start.model(fighter).gang)
    return replace(start.changed(fighter, **changes), activation=activation)


def action(start: Battle, key: str) -> Action:
    """The action of a key."""
    return next(one for one in actions_of(start) if one.key == key)


def open_to(start: Battle, fighter: str) -> set[str]:
    """The keys of all actions that are open to a fighter now."""
    return {one.key for one in actions_of(start) if can(start, fighter, one)}
