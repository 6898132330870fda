"""The rule systems that there are, found by their packages; none is loaded before it is asked for."""

from functools import cache
from importlib import import_module
from pkgutil import iter_modules

import rules.systems
from rules.errors import RulesError
from rules.systems.rule_system import Part, RuleSystem

DEFAULT = "main-rulebook"
"""Whose rules are meant where nobody says."""
FILE_END = ".toml"
"""What the names of system files end in; of rule systems none does."""


def names(part: Part | None = None) -> tuple[str, ...]:
    """The names of all rule systems, or of those that settle something, the default first."""
    found = sorted(one.name.replace("_", "-") for one in iter_modules(rules.systems.__path__) if one.ispkg)
    first = sorted(found, key=lambda name: name != DEFAULT)
    return tuple(name for name in first if part is None or system(name).has(part))


@cache
def system(name: str) -> RuleSystem:
    """A rule system by its name; a `RulesError` for one that there is not."""
    if name not in names():
        raise RulesError(f'there are no rules "{name}"; there are: {", ".join(names())}')
    found: RuleSystem = import_module(f"{rules.systems.__name__}.{name.replace('-', '_')}").SYSTEM
    return found
