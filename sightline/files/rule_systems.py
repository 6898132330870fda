"""Rule systems as they are named: by their names, or by what a journal keeps of them."""

import os
from collections.abc import Mapping
from typing import Any

from rules.systems import registry
from rules.systems.rule_system import RuleSystem
from scene.base.messages import shown_text
from sightline.errors import CommandError


SUFFIX = ".toml"


def is_system_file(given: str) -> bool:
    """Whether that names a system file, and no rule system."""
    return given.lower().endswith(SUFFIX) or "/" in given or os.sep in given


def rule_system(given: str) -> RuleSystem:
    """The rule system of a name; a `RulesError` for one that there is not."""
    return registry.system(given)


def kept_rules(system: RuleSystem) -> dict[str, Any]:
    """What a journal keeps of a rule system, so that the battle can be played on by it."""
    return {"name": system.name, "version": system.version}


def rules_kept(kept: object) -> tuple[RuleSystem, int]:
    """The rule system of which a journal keeps that, and the version of its battles; a name alone is of version 1.

    Raises:
        CommandError: it is not one that battles can be played by here.
        RulesError: that version of it is not known here.
    """
    told = kept if isinstance(kept, Mapping) else {"name": kept}
    name, version = told.get("name"), told.get("version", 1)
    if name not in registry.names("battle") or type(version) is not int:
        known = " and ".join(registry.names("battle"))
        raise CommandError(f'is a battle by "{shown_text(str(name))}"; only {known} can be played')
    return registry.system(name), version


def same_rules(system: RuleSystem, kept: object) -> bool:
    """Whether a journal keeps that of a rule system; by which version of its battles does not matter."""
    told = kept if isinstance(kept, Mapping) else {"name": kept}
    return {**kept_rules(system), "version": 0} == {**told, "version": 0}


def rules_called(kept: object) -> str:
    """What sentences call the rules of which a journal keeps that."""
    return shown_text(str(kept.get("name") if isinstance(kept, Mapping) else kept))
