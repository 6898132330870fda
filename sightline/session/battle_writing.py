"""Writing battle files: what is fought where by whom, for those who would rather name it than write it."""

from collections.abc import Sequence
from pathlib import Path

from rules.roster.toml_reading import MAX_BYTES
from rules.roster.toml_writing import lines
from rules.systems.registry import DEFAULT
from scene.base.safe_files import read_bytes, write_bytes
from sightline.console import wrote
from sightline.errors import CommandError
from sightline.files.output_files import check_file
from sightline.files.rule_systems import rule_system
from sightline.session.battle_loading import FORMAT, VERSION, header_of
from sightline.session.gang_loading import gang_path, own_rules


def new_battle_file(path: Path, *, table: str, gangs: Sequence[str], scenario: str, rules: str | None = None) -> None:
    """A battle file, once all that it names is known to go together.

    Args:
        path: of the file, which must not exist yet and ends in .toml. Other files that it names lie beside it.
        table, scenario: bundled ones by name, or files.
        gangs: the same, in the order of the scenario's areas.
        rules: by which it goes; those of its gangs by default.

    Raises:
        RulesError, SceneError, CommandError: with everything that is wrong; then there is no file.
    """
    if path.exists():
        raise CommandError(
            f'"{path}" is there already; leave --table, --gang and --scenario out to play it, or give another name'
        )
    check_file(path, what="battles are TOML files", ends=(".toml",), overwrite=False)
    meant = rules or _rules_of(gangs)
    if rules is not None:
        rule_system(rules)
    name = path.stem.replace("-", " ").capitalize()
    text = lines(format=FORMAT, version=VERSION, name=name, rules=meant, table=table, gangs=list(gangs), scenario=scenario)
    write_bytes(path, text.encode(), overwrite=False)
    try:
        header_of(path, path.parent)
    except BaseException:
        path.unlink(missing_ok=True)
        raise
    wrote(path)


def _rules_of(gangs: Sequence[str]) -> str:
    """The rules that gangs were made for: a `CommandError` where they were made for different ones."""
    found = dict.fromkeys(own_rules(read_bytes(gang_path(gang), MAX_BYTES)) for gang in gangs)
    told = [name for name in found if name]
    if len(told) > 1:
        raise CommandError(f"these gangs are made for different rules, {' and '.join(told)}; say which with --rules")
    return told[0] if told else DEFAULT
