"""The rule systems that there are, found by their packages; none is loaded before it is asked for."""

from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import TYPE_CHECKING

import rules.systems
from rules.errors import RulesError
from rules.systems.rule_system import Part, RuleSystem

if TYPE_CHECKING:
    from rules.roster.gang_formats import GangFormat

DEFAULT = "main-rulebook"
"""Whose rules are meant where nobody says."""
FILE_END = ".toml"
"""What the names of system files end in; of rule systems none does."""


def names(part: Part | None = None) -> tuple[str, ...]:
    """The names of all rule systems, or of those that settle something, the default first."""
    return tuple(name for name in _in_folders(tuple(rules.systems.__path__)) if part is None or system(name).has(part))


@cache
def _in_folders(folders: tuple[str, ...]) -> tuple[str, ...]:
    """The names of all packages in folders, which every option for rules asks for."""
    found = sorted(one.name.replace("_", "-") for one in iter_modules(folders) if one.ispkg)
    return tuple(sorted(found, key=lambda name: name != DEFAULT))


@cache
def system(name: str) -> RuleSystem:
    """A rule system by its name; a `RulesError` for one that there is not."""
    if name not in names():
        raise RulesError(f'there are no rules "{name}"; there are: {", ".join(names())}')
    found: RuleSystem = import_module(f"{rules.systems.__name__}.{name.replace('-', '_')}").SYSTEM
    return found


def gang_formats() -> Iterator[tuple[RuleSystem, "GangFormat"]]:
    """The formats of gang files that single rule systems have, each with its system."""
    for name in names():
        one = system(name)
        if (gangs := one.gangs) is not None:
            yield from ((one, form) for form in gangs.formats)
