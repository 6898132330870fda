"""What a system file picks by name from the lists of the family: the phases of a round and the actions of fighters."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from rules.systems import registry
from rules.systems.changed_values import no_such
from scene.base.json_fields import shown

REST = "..."
"""What stands for all that the base has."""
_FIRST, _ALWAYS = "priority", "action"
"""Phases without which there is no round; the first begins it."""


@dataclass(frozen=True)
class Choice:
    """What may be picked.

    Attributes:
        topic: of the section that says it.
        known: all that the family has, by name.
        usual: the names of what the base has.
    """

    topic: str
    known: Mapping[str, object]
    usual: tuple[str, ...]

    def chosen(self, key: str, written: object, faults: list[str]) -> tuple[object, ...] | None:
        """What a file means by a list of names; None, and what is wrong with it, where it means nothing."""
        if not isinstance(written, list) or not all(isinstance(one, str) for one in written):
            faults.append(f"{key}: must be a list of names among {', '.join(self.known)}, not {shown(written)}")
            return None
        names = [name for one in written for name in (self.usual if one == REST else [one])]
        wrong = [f"{key}: {no_such(one, self.known, 'name')}" for one in names if one not in self.known]
        wrong += (f'{key}: "{one}" stands there more than once' for one in dict.fromkeys(names) if names.count(one) > 1)
        if not wrong and _FIRST in self.known:
            wrong += _order_faults(key, names)
        faults += wrong
        return None if wrong else tuple(self.known[one] for one in names)


def _order_faults(key: str, names: list[str]) -> Iterator[str]:
    for one in (_FIRST, _ALWAYS):
        if one not in names:
            yield f'{key}: "{one}" is missing; no round goes without'
    if names[:1] != [_FIRST] and _FIRST in names:
        yield f'{key}: "{_FIRST}" must come first: the order of the gangs follows from it'


def choices_of(part: object) -> Mapping[str, Choice]:
    """What a file picks by names of a part of a battle, by field."""
    from rules.skirmish.state.battle_rules import BattleRules, Phase

    if not isinstance(part, BattleRules):
        return {}
    from rules.skirmish.phases import turn_sequence

    phases = {one.key: one for one in vars(turn_sequence).values() if isinstance(one, Phase)}
    if any(one.key not in phases for one in part.phases):
        return {}  # Its round is none of the family's: nothing of it is picked by name.
    # A name means what the base means by it: its phase may do more than that of the family.
    phases |= {one.key: one for one in part.phases}
    relatives = [one for name in registry.names("numbers") for one in registry.system(name).battle]
    shapes: list[BattleRules] = [part, *(one for one in relatives if isinstance(one, BattleRules))]
    actions = {one.key: one for shape in reversed(shapes) for one in shape.actions}
    return {
        "phases": Choice("Game structure", phases, tuple(one.key for one in part.phases)),
        "actions": Choice("Types of actions", actions, tuple(one.key for one in part.actions)),
    }


def do_not_go_together(parts: Iterable[object], written: Iterable[str] = ()) -> Iterator[str]:
    """Switches that need a phase or an action which is not picked.

    Args:
        parts: of a battle, as the file has them.
        written: what the file names, such as "actions".
    """
    from rules.skirmish.state.battle_rules import BattleRules
    from rules.skirmish.state.skirmish_rules import SkirmishRules

    names, numbers = set[str](), SkirmishRules()
    for part in parts:
        if isinstance(part, BattleRules):
            names = {one.key for one in part.phases} | {one.key for one in part.actions}
        elif isinstance(part, SkirmishRules):
            numbers = part
    if numbers.carrying.action and "carry" not in names:
        yield f"carrying.action: nobody could carry anything; have that action, {_with('actions', 'carry', written)}"
    if numbers.nerve.rallies == "in the end phase" and "rally" not in names:
        yield f"nerve.rallies: nobody could rally; have that phase, {_with('phases', 'rally', written)}"


def _with(key: str, name: str, written: Iterable[str]) -> str:
    """How a file has something that it has not picked; three dots may hold it already where the file picks by name."""
    return f'by naming "{name}" among its {key}' if key in written else f'with {key} = ["{REST}", "{name}"]'
