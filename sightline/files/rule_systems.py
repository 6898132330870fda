"""Rule systems as they are named: by their names, by their files, or by what a journal keeps of them."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from rules.systems import registry
from rules.systems.rule_system import RuleSystem
from scene.base.messages import shown_text
from scene.base.safe_files import read_bytes
from sightline.errors import CommandError


def is_system_file(given: str) -> bool:
    """Whether that names a system file, and no rule system."""
    return given.lower().endswith(registry.FILE_END)


def rule_system(given: str) -> RuleSystem:
    """The rule system of a name, or of a system file.

    Raises:
        RulesError: there is no such system, or with everything that is wrong with its file.
        SceneError: the file, or one that it rests on, cannot be read.
    """
    return _filed(Path(given)) if is_system_file(given) else registry.system(given)


def _filed(path: Path) -> RuleSystem:
    """The rule system of a file; those that it rests on lie beside it."""
    from rules.systems.system_file import MOST_BASES, base_of, system_of  # late: with what reads TOML, which few need

    texts: dict[str, str] = {}
    name = path.name
    while name and name not in texts and len(texts) <= MOST_BASES:
        texts[name] = _text(path.with_name(name))
        name = base_of(texts[name])
        if name != Path(name).name:
            raise CommandError(f'{path.name}: base: "{shown_text(name)}" must lie beside it; write its name alone')
    return system_of(path.name, texts)


def _text(path: Path) -> str:
    from rules.systems.system_file import MAX_BYTES

    data = read_bytes(path, MAX_BYTES)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise CommandError(f"{path.name}: is not UTF-8 text (byte {error.start})") from None


def kept_rules(system: RuleSystem) -> dict[str, Any]:
    """What a journal keeps of a rule system, so that the battle can be played on by it, and without its file."""
    from rules.systems.system_file import FiledSystem

    kept: dict[str, Any] = {"name": system.name, "version": system.version}
    if isinstance(system, FiledSystem):
        kept |= {"file": system.text} | ({"bases": dict(system.bases)} if system.bases else {})
    return kept


def rules_kept(kept: object) -> tuple[RuleSystem, int]:
    """The rule system of which a journal keeps that, and the version of its battles; a name alone is of version 1.

    Raises:
        CommandError: it is not one that battles can be played by here.
        RulesError: that version of it is not known here, or with what is wrong with the text of its file.
    """
    from rules.systems.system_file import system_of

    told = kept if isinstance(kept, Mapping) else {"name": kept}
    version, bases = told.get("version", 1), told.get("bases", {})
    if type(version) is not int or not isinstance(bases, Mapping):
        raise CommandError("does not tell by which rules it was begun")
    if "file" in told:
        name = str(told.get("name"))
        texts = {str(one): str(text) for one, text in bases.items()} | {name: str(told["file"])}
        return system_of(name, texts), version
    if told.get("name") not in registry.names("battle"):
        known = " and ".join(registry.names("battle"))
        raise CommandError(f'is a battle by "{rules_called(kept)}"; only {known} can be played')
    return registry.system(str(told["name"])), version


def same_rules(system: RuleSystem, kept: object) -> bool:
    """Whether a journal keeps that of a rule system; by which version of its battles does not matter."""
    told = dict(kept) if isinstance(kept, Mapping) else {"name": kept}
    return {**kept_rules(system), "version": 0} == {**told, "version": 0}


def rules_called(kept: object) -> str:
    """What sentences call the rules of which a journal keeps that."""
    return shown_text(str(kept.get("name") if isinstance(kept, Mapping) else kept))
