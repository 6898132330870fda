"""Makes docs/rules-differences.md out of what the relatives of the main rulebook hold.

python docs/make_rules_differences.py
"""

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from rules.citations import CITED, Citations  # noqa: E402 - the program of this folder, not one that is installed
from rules.fall_rules import Band  # noqa: E402
from rules.named_numbers import NamedNumber, named_numbers  # noqa: E402
from rules.skirmish.state.battle_rules import BattleRules  # noqa: E402
from rules.systems import registry  # noqa: E402
from rules.systems.rule_system import RuleSystem  # noqa: E402

PAGE = ROOT / "docs" / "rules-differences.md"
HEAD = """# How the rule systems differ

Made by the program from what it plays by: `python docs/make_rules_differences.py`. Relatives of the main rulebook play by the
same procedures, each by numbers and switches of its own; these are {systems}. First what differs, then what is the same for
all. In brackets is the section that says so, as answers have it; *silent*: this document says nothing of it, and it is played
as in the main rulebook; *not in it*: what this document does not have.

The names in the last column are those of [system files](house-rules.md): with them a file changes the number.
"""
GROUPS = {
    "sight": "Line of sight and cover", "movement": "Movement", "movement.costs": "What movement costs", "falls": "Falls"
}  # fmt: skip
"""What the parts of a file are called here, where that is not their name with spaces."""


SILENT, ABSENT = "*silent*", "*not in it*"


@dataclass(frozen=True)
class Row:
    """A number or a switch as the relatives have it.

    Attributes:
        path: in system files.
        words: what it is about.
        cells: of each relative, value and source.
    """

    path: str
    words: str
    cells: tuple[tuple[str, str], ...]

    @property
    def group(self) -> str:
        """The part of a file that it stands in."""
        return self.path.rpartition(".")[0]

    @property
    def differs(self) -> bool:
        """Whether the relatives say different things."""
        return len({value for value, _ in self.cells}) > 1


def relatives() -> tuple[RuleSystem, ...]:
    """The systems whose battles go by the family's numbers."""
    return tuple(map(registry.system, registry.names("numbers")))


def rows(systems: Sequence[RuleSystem]) -> Iterator[Row]:
    """All that has a name: the order of a round, which actions there are, then numbers and switches."""
    yield from _shape(systems)
    columns = [dict(_numbers(one)) for one in systems]
    for path, (number, _) in columns[0].items():
        cells = tuple((shown(column[path][0].value, number.about.words), column[path][1]) for column in columns)
        yield Row(path, number.about.words, cells)


def _shape(systems: Sequence[RuleSystem]) -> Iterator[Row]:
    shapes = [next(part for part in one.battle if isinstance(part, BattleRules)) for one in systems]
    order = [" → ".join(phase.key for phase in shape.phases) for shape in shapes]
    yield Row(
        "phases",
        "a round",
        tuple((cell, _section(one.citations, "Game structure")) for cell, one in zip(order, systems, strict=True)),
    )
    known = [{action.key: action for action in shape.actions} for shape in shapes]
    for key, action in {key: action for column in known for key, action in column.items()}.items():
        cells = [
            ("yes", _section(one.citations, column[key].source)) if key in column else ("no", "")
            for column, one in zip(known, systems, strict=True)
        ]
        yield Row(f"actions.{key}", action.name, tuple(cells))


def _numbers(system: RuleSystem) -> Iterator[tuple[str, tuple[NamedNumber, str]]]:
    """The numbers of a system by their names in files, each with its section."""
    for one in named_numbers(system.sight, "sight."):
        yield one.path, (one, _cited(system, system.sight.sections["cover"]))
    movement, costs, falls = system.movement, system.movement.costs, system.movement.falls
    known = {**vars(falls), **movement.sections, **costs.sections}
    for one in named_numbers(movement, "movement."):
        yield one.path.replace("movement.falls", "falls"), (one, _cited(system, known[one.about.topic]))
    for one in named_numbers(system.numbers):
        yield one.path, (one, _section(system.citations, one.about.topic))


def _section(citations: Citations, topic: str) -> str:
    """The section that says something, without the document, whose column it is."""
    return _own(citations.name, citations.of(topic))


def _cited(system: RuleSystem, source: str) -> str:
    return _own(system.name, source)


def _own(name: str, source: str) -> str:
    document, _, section = source.partition(CITED)
    return section if document == name and not source.endswith(")") else SILENT


def shown(value: object, words: str) -> str:
    """A value for players."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if value is None or value == "":
        return "none"
    if isinstance(value, tuple):
        return "; ".join(_band(one) if isinstance(one, Band) else shown(one, words) for one in value)
    if isinstance(value, int | float) and words.startswith("share"):
        return f"{100 * value:g} %"
    return f"{value:g}" if isinstance(value, int | float) else str(value)


def _band(band: Band) -> str:
    hit = "no hit" if band.damage is None else f"damage {band.damage}"
    hit = hit if band.strength is None else f"strength {band.strength}, AP {band.ap}, {hit}"
    return f'from {band.least:g}": {hit}, jump {band.jump:+d}'


def page(systems: Sequence[RuleSystem]) -> str:
    """The whole page."""
    titles = [f"{one.title[:1].upper()}{one.title[1:]}" for one in systems]
    listed = list(rows(systems))
    names = [f"`{one.name}`" for one in systems]
    text = [HEAD.format(systems=" and ".join([", ".join(names[:-1]), names[-1]] if names[1:] else names))]
    text.append("## What differs\n")
    text += _tables([row for row in listed if row.differs], titles) or ["So far there is only one of them.\n"]
    text.append("## What is the same for all\n")
    text += _tables([row for row in listed if not row.differs], ["all"])
    return "\n".join(text)


def _tables(listed: Sequence[Row], titles: Sequence[str]) -> list[str]:
    """A table for each part of a file."""
    text = []
    for group in dict.fromkeys(row.group for row in listed):
        name = GROUPS.get(group, group.replace("_", " ").capitalize()) or "Order"
        text += [f"### {name}\n", f"| | {' | '.join(titles)} | in files |", "| --- |" + " --- |" * (len(titles) + 1)]
        for row in (one for one in listed if one.group == group):
            cells = row.cells[: len(titles)]
            in_file = f'`"{row.path.rpartition(".")[2]}"`' if group == "actions" else f"`{row.path}`"
            text.append(f"| {row.words} | {' | '.join(_cell(cell, cells[0][0]) for cell in cells)} | {in_file} |")
        text.append("")
    return text


def _cell(cell: tuple[str, str], usual: str) -> str:
    value, section = cell
    # What is told of nowhere is as in the first document, or there is no such thing.
    said = ABSENT if section == SILENT and value != usual else section
    return f"{value} ({said})" if said else value


if __name__ == "__main__":
    PAGE.write_text(page(relatives()), "utf-8")
