"""Loading gangs: bundled ones by name, others by their file."""

from functools import cache
from pathlib import Path

from assets import gangs
from assets.figures.figure_proxies import PROXIES
from rules.errors import RulesError
from rules.roster.armoury import Armoury, parse_armoury
from rules.roster.gang import Gang
from rules.roster.gang_reading import parse_gang
from rules.roster.toml_reading import MAX_BYTES
from rules.systems import registry
from rules.systems.rule_system import RuleSystem
from scene.base.safe_files import read_bytes

BASES = {name: proxy.base_mm for name, proxy in PROXIES.items()}
"""The figures that may stand for a fighter, with their usual bases."""


def load_gang(name: str | Path, rules: RuleSystem | None = None) -> tuple[Gang, tuple[str, ...]]:
    """The gang of a bundled name or a file, and a line for each thing in it that the rules here do not know.

    Args:
        name: of either.
        rules: by which it is to fight, if that is known.

    Raises:
        RulesError: with everything that is wrong with the file, each line with the file's name before it; or it is of a rule
            system whose gangs have other sheets.
        SceneError: if there is no such gang, or its file cannot be read.
    """
    path = gang_path(name)
    try:
        data = read_bytes(path, MAX_BYTES)
        gang, warnings = parse_gang(data, armoury(), proxies=BASES)
        if gang.rules:
            _check_rules(gang, rules)
        if warnings:
            # What the rules of a battle know besides takes long to look up, and few gangs need it.
            known = _traits(rules or registry.system(gang.rules or registry.DEFAULT))
            gang, warnings = parse_gang(data, armoury(), proxies=BASES, traits=known)
    except RulesError as error:
        raise RulesError(f"{path.name}: {fault}" for fault in error.faults) from None
    return gang, tuple(f"{path.name}: {warning}" for warning in warnings)


def _traits(rules: RuleSystem) -> tuple[str, ...]:
    """The weapon traits that rules know beside those that all know."""
    from rules.skirmish.state.battle_rules import BattleRules

    parts = rules.battle if rules.has("battle") else ()
    return tuple(name for part in parts if isinstance(part, BattleRules) for name in part.traits)


def _check_rules(gang: Gang, rules: RuleSystem | None) -> None:
    """Refuses a gang of rules that there are not, or whose sheets those of a battle cannot read."""
    own = registry.system(gang.rules)
    if rules is not None and not rules.reads(own):
        raise RulesError(f"the gang {gang.name} is of {own.name}, whose sheets {rules.name} cannot read; give another gang")


def gang_path(name: str | Path) -> Path:
    """The file of a gang; what neither has an ending nor is a file is the name of a bundled gang."""
    path = Path(name)
    is_name = isinstance(name, str) and path.name == name and not path.suffix
    bundled = is_name and (name in gangs.names() or not path.exists())
    return gangs.path(str(name)) if bundled else path


@cache
def armoury() -> Armoury:
    """What all gangs may choose from."""
    found, _ = parse_armoury(gangs.armoury().read_bytes())
    return found
