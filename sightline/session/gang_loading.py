"""Loading gangs: bundled ones by name, others by their file; and gangs as the texts that journals keep."""

from difflib import get_close_matches
from functools import cache
from pathlib import Path

from assets import gangs
from assets.figures.figure_proxies import PROXIES
from assets.gang_folders import gang_folders, shipped_file
from rules.errors import RulesError
from rules.roster.armoury import Armoury, parse_armoury
from rules.roster.gang import Gang
from rules.roster.gang_formats import GangFormat, format_of
from rules.roster.gang_reading import FORMAT, parse_gang
from rules.roster.gang_writing import gang_text
from rules.roster.toml_reading import MAX_BYTES, parse_toml
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
        gang, warnings = _read(read_bytes(path, MAX_BYTES), rules)
    except RulesError as error:
        raise RulesError(f"{path.name}: {fault}" for fault in error.faults) from None
    return gang, tuple(f"{path.name}: {warning}" for warning in warnings)


def _read(data: bytes, rules: RuleSystem | None) -> tuple[Gang, tuple[str, ...]]:
    if (found := _own_format(data)) is not None:
        own, form = found
        if rules is not None and not rules.reads(own):
            raise RulesError(f"is {form.called} for battles by {own.name}; {rules.name} cannot read it, give another gang")
        return form.read(data, BASES, shipped)
    if rules is not None and rules.gangs is not None:
        parse_toml(data)  # what is no TOML at all is told as that
        raise RulesError(f"is no file for battles by {rules.name}, which take {rules.gangs.told}; give another one")
    gang, warnings = parse_gang(data, armoury(), proxies=BASES)
    if gang.rules:
        _check_rules(gang, rules)
    if warnings:
        # What the rules of a battle know besides takes long to look up, and few gangs need it.
        known = _traits(rules or registry.system(gang.rules or registry.DEFAULT))
        gang, warnings = parse_gang(data, armoury(), proxies=BASES, traits=known)
    return gang, warnings


def _own_format(data: bytes) -> tuple[RuleSystem, GangFormat] | None:
    """The format of a file that only one rule system has, and that system."""
    name = format_of(data)
    if name in {"", FORMAT}:
        return None  # without loading what others have
    return next(((own, form) for own, form in registry.gang_formats() if form.name == name), None)


def own_rules(data: bytes) -> str:
    """The name of the rules that the file of a gang is for; empty where it says nothing, or is no such file."""
    if (found := _own_format(data)) is not None:
        return found[0].name
    try:
        return parse_gang(data, armoury(), proxies=BASES)[0].rules
    except RulesError:
        return ""  # it will be told what is wrong with it


def kept_gang(text: str) -> Gang:
    """The gang of a text that `text_of` made; a `RulesError` where it is none."""
    data = text.encode()
    if (found := _own_format(data)) is not None:
        return found[1].read(data, BASES, shipped)[0]
    return parse_gang(data, Armoury({}, {}, {}), proxies=BASES)[0]


def text_of(gang: Gang) -> str:
    """The file of a gang, which needs no armoury; reading it gives an equal gang."""
    if gang.sheet is None:
        return gang_text(gang)
    return next(form for _, form in registry.gang_formats() if isinstance(gang.sheet, form.sheet)).write(gang)


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
    if not (isinstance(name, str) and path.name == name and not path.suffix):
        return path
    # No two bundled gangs have the same name.
    known = {one: files.path for files in gang_folders().values() for one in files.names()}
    if name not in known and path.exists():
        return path
    close = get_close_matches(name, known, n=1, cutoff=0.5)
    return known.get(close[0] if close else "", gangs.path)(name)


@cache
def armoury() -> Armoury:
    """What all gangs may choose from."""
    found, _ = parse_armoury(gangs.armoury().read_bytes())
    return found


@cache
def shipped(name: str) -> bytes:
    """The content of a file that is shipped beside bundled gangs, by its folder and its name, such as ``crews/armoury``."""
    return shipped_file(name).read_bytes()
