"""System files: house rules as a base and what they change of it, in TOML. No code is run, and every fault is told at once.

A file names its ``base``, a rule system or another system file, and may have a ``name`` and a ``title``. Then come changed
numbers and switches, ``[charge] dice = "D3"``, by the fields of the values that they stand in: ``[sight]``, ``[movement]`` with
``[movement.costs]``, ``[falls]``, and for battles the tables of `SkirmishRules`; and ``phases``, the order of a round, by
names.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypeVar

from rules.citations import CITED, Citations
from rules.errors import RulesError
from rules.named_numbers import types_of
from rules.roster.toml_reading import parse_toml, refuse_other_formats
from rules.systems import registry
from rules.systems.changed_values import Change, changed, no_such
from rules.systems.named_choices import choices_of, do_not_go_together
from rules.systems.rule_system import Part, RuleSystem
from scene.base.json_fields import JsonObject, shown
from scene.base.messages import capped, shown_text

if TYPE_CHECKING:
    from rules.fall_rules import FallNumbers
    from rules.movement.movement_rules import MovementRules
    from rules.roster.gang_formats import GangFormats
    from rules.sight.verdict import SightRules

FORMAT = "sightline-rules"
VERSION = 1
SUFFIX = registry.FILE_END
MAX_BYTES = 100_000
MOST_BASES = 8
"""Files of which each is the base of the one before."""

_HEAD = ("format", "version", "base", "name", "title")
_PARTS: tuple[Part, ...] = ("sight", "movement", "falls")
"""Parts whose numbers stand in a table of their name; all else is of battles."""
_NAME = re.compile(r"\w[\w .'&-]{0,39}")
_MOST_TITLE = 80

Value = TypeVar("Value")


@dataclass(frozen=True)
class FiledSystem(RuleSystem):
    """A rule system that a file makes of another; it answers as the others do.

    Attributes:
        base: what it changes.
        written: what it says, but for its head.
        text: the file.
        bases: the texts of the files that it rests on, by their names.
    """

    base: RuleSystem = field(kw_only=True)
    written: Mapping[str, object] = field(kw_only=True)
    text: str = field(kw_only=True)
    bases: Mapping[str, str] = field(kw_only=True)
    _made: dict[int, tuple[object, object]] = field(default_factory=dict, kw_only=True, compare=False, repr=False)

    def has(self, part: Part) -> bool:
        """Whether its base settles that."""
        return self.base.has(part)

    @property
    def gangs(self) -> "GangFormats | None":
        """The gang files of its base."""
        return self.base.gangs

    @cached_property
    def citations(self) -> Citations:
        """Where its base says what, and what of that it changes."""
        before, after = self.base.citations, dict[str, str]()
        for topic, paths in self._changed_topics().items():
            after[topic] = f"{self.name}{CITED}{', '.join(paths)}"
        return replace(before, changed=MappingProxyType({**before.changed, **after}))

    def _changed_topics(self) -> dict[str, list[str]]:
        """The changed numbers by the topics of the procedures that go by them."""
        found: dict[str, list[str]] = {}
        for topic, path in self._topics():
            found.setdefault(topic, []).append(path)
        return found

    def _topics(self) -> Iterator[tuple[str, str]]:
        faults: list[str] = []
        if self.has("sight"):
            sight, changes = _sight(self.base.sight, self.written, faults)
            yield from ((_section(sight.sections[one.topic]), one.path) for one in changes)  # type: ignore[index]
        if self.has("movement"):
            movement, changes = _movement(self.base.movement, self.written, faults)
            falls, fallen = _falls(self.base.movement.falls, self.written, faults)
            known = {**vars(falls), **movement.sections, **movement.costs.sections}
            yield from ((_section(known[one.topic]), one.path) for one in (*changes, *fallen))
        if self.has("battle") and _of_battles(self.written):
            for part in self.base.battle_of(self.version):
                yield from ((one.topic, one.path) for one in _battle_part(part, self.written, faults)[1])

    def _value(self, part: Part, name: str, *otherwise: object) -> Any:  # noqa: ANN401 - of the part's own class
        self.check(part)
        found = self.base._value(part, name, *otherwise)  # noqa: SLF001 - the same class
        if part == "random_moves":
            return self._once(found, lambda: replace(found, movement=self.movement))
        if part == "odds":
            # A procedure: it takes the numbers from the battle.
            return found
        return self._own(found)

    def _parts(self, version: int) -> tuple[object, ...]:
        return tuple(map(self._own, self.base._parts(version)))  # noqa: SLF001 - the same class

    def _own(self, found: Any) -> Any:  # noqa: ANN401
        """A value of the base with what the file changes; the same one each time."""
        return self._once(found, lambda: self._changed(found))

    def _once(self, found: Any, make: Callable[[], Any]) -> Any:  # noqa: ANN401
        if id(found) not in self._made:
            # The base's value is kept beside, so that its id stays its own.
            self._made[id(found)] = (found, make())
        return self._made[id(found)][1]

    def _changed(self, found: Any) -> Any:  # noqa: ANN401
        from rules.fall_rules import FallNumbers
        from rules.movement.movement_rules import MovementRules
        from rules.sight.verdict import SightRules

        faults: list[str] = []
        match found:
            case SightRules():
                return self._with_sight(found)
            case FallNumbers():
                falls, changes = _falls(found, self.written, faults)
                return _cited(replace(falls, name=self.name), ("falling", "hazards", "pits"), changes, self.name)
            case MovementRules():
                moving, changes = _movement(found, self.written, faults)
                costs = replace(moving.costs, sections=_sections(moving.costs.sections, changes, self.name))
                sections = _sections(moving.sections, changes, self.name)
                return replace(moving, name=self.name, costs=costs, falls=self._own(found.falls), sections=sections)
        return found if found is None else _battle_part(found, self.written, faults)[0]

    def _with_sight(self, found: "SightRules") -> "SightRules":
        sight, changes = _sight(found, self.written, [])
        flat = found.flat and replace(found.flat, name=self.name, citations=self.citations)
        sections = _sections(sight.sections, changes, self.name)
        cites = found.citations and self.citations
        return replace(sight, name=self.name, sections=sections, flat=flat, citations=cites)


def system_of(name: str, texts: Mapping[str, str]) -> FiledSystem:
    """The rule system of a file.

    Args:
        name: the file's.
        texts: its text, and those of the files that it rests on, by their names.

    Raises:
        RulesError: with everything that is wrong with them.
    """
    return _system(name, texts, ())


def base_of(text: str) -> str:
    """The system file that a file is a change of; empty where it is of a rule system, or of nothing that could be read."""
    try:
        found = parse_toml(text.encode()).get("base")
    except RulesError:
        return ""
    return found if isinstance(found, str) and found.lower().endswith(SUFFIX) else ""


def _system(name: str, texts: Mapping[str, str], above: tuple[str, ...]) -> FiledSystem:
    if name in above:
        raise RulesError(f"{above[0]}: its base leads back to itself: {', then '.join([*above, name])}")
    if len(above) > MOST_BASES:
        raise RulesError(f"{above[0]}: more than {MOST_BASES} files rest on each other")
    try:
        document = _document(texts, name)
        base = _base(document, texts, name, above)
        found = _filed(document, base, name, texts)
    except _OwnFaultsError as error:
        raise RulesError(capped(f"{name}: {fault}" for fault in error.faults)) from None
    return found


class _OwnFaultsError(RulesError):
    """What is wrong with this file, not with one that it rests on."""


def _document(texts: Mapping[str, str], name: str) -> JsonObject:
    if name not in texts:
        raise _OwnFaultsError("its text is not there")
    data = texts[name].encode()
    if len(data) > MAX_BYTES:
        raise _OwnFaultsError(f"has {len(data):,} bytes; the limit is {MAX_BYTES:,}")
    try:
        found = parse_toml(data)
        refuse_other_formats(found, FORMAT, VERSION)
    except RulesError as error:
        raise _OwnFaultsError(error.faults) from None
    return found


def _base(document: JsonObject, texts: Mapping[str, str], name: str, above: tuple[str, ...]) -> RuleSystem:
    base = document.get("base")
    if base is None:
        raise _OwnFaultsError(f'base: is missing; write for example base = "{registry.DEFAULT}"')
    if not isinstance(base, str):
        raise _OwnFaultsError(f"base: must be the name of a rule system, not {shown(base)}")
    if base.lower().endswith(SUFFIX):
        return _system(base, texts, (*above, name))
    if base not in registry.names():
        raise _OwnFaultsError(f"base: {no_such(base, registry.names(), 'rule system')}")
    return registry.system(base)


def _filed(document: JsonObject, base: RuleSystem, name: str, texts: Mapping[str, str]) -> FiledSystem:
    faults: list[str] = []
    called, title = _head(document, name, base, faults)
    written = {key: value for key, value in document.items() if key not in _HEAD}
    _check(written, base, faults)
    if faults:
        raise _OwnFaultsError(faults)
    others = {one: text for one, text in texts.items() if one != name}
    return FiledSystem(
        called,
        title,
        version=base.version,
        base=base,
        written=MappingProxyType(written),
        text=texts[name],
        bases=MappingProxyType(others),
    )


def _head(document: JsonObject, name: str, base: RuleSystem, faults: list[str]) -> tuple[str, str]:
    called, title = document.get("name", name), document.get("title", "")
    if not isinstance(called, str) or not _NAME.fullmatch(called):
        faults.append(f"name: must be up to 40 letters, digits, spaces, dots and hyphens, not {shown(called)}")
    elif called in registry.names():
        faults.append(f'name: "{called}" is a rule system already; give it a name of its own')
    if not isinstance(title, str) or len(title) > _MOST_TITLE:
        faults.append(f"title: must be a text of up to {_MOST_TITLE} characters, not {shown(title)}")
    return str(called), shown_text(str(title), most=_MOST_TITLE) or f"{called}, a change of {base.title}"


def _check(written: Mapping[str, object], base: RuleSystem, faults: list[str]) -> None:
    """Finds every fault of what a file changes."""
    for told in _PARTS:
        if told in written and (not base.has(told) or (told == "falls" and base.falls is None)):
            faults.append(f"{told}: {base.name} says nothing about that, so there is nothing to change")
    if base.has("sight"):
        _sight(base.sight, written, faults)
    if base.has("movement"):
        _movement(base.movement, written, faults)
    if base.has("falls") and base.falls is not None:
        _falls(base.falls, written, faults)
    others = _of_battles(written)
    if not base.has("battle"):
        faults += (f"{shown_text(key)}: {base.name} says nothing about battles" for key in others)
    elif others:
        known = [key for part in base.battle for key in _keys(part)]
        faults += (no_such(key, [*known, *_PARTS, *_HEAD], "table") for key in others if key not in known)
        wrong: list[str] = []
        parts = [_battle_part(part, written, wrong)[0] for part in base.battle]
        # What is wrong elsewhere in the file does not keep it back.
        faults += wrong or do_not_go_together(parts, written)


def _of_battles(written: Mapping[str, object]) -> list[str]:
    return [key for key in written if key not in _PARTS]


def _sight(value: "SightRules", written: Mapping[str, object], faults: list[str]) -> "tuple[SightRules, tuple[Change, ...]]":
    return changed(value, written["sight"], "sight.", faults) if "sight" in written else (value, ())


def _movement(
    value: "MovementRules", written: Mapping[str, object], faults: list[str]
) -> "tuple[MovementRules, tuple[Change, ...]]":
    if "movement" not in written:
        return value, ()
    return changed(value, written["movement"], "movement.", faults, without=frozenset({"falls"}))


def _falls(value: Any, written: Mapping[str, object], faults: list[str]) -> tuple[Any, tuple[Change, ...]]:  # noqa: ANN401
    if "falls" not in written:
        return value, ()
    found, changes = changed(value, written["falls"], "falls.", faults)
    if list(found.bands) != sorted(found.bands, key=lambda band: band.least):
        faults.append("falls.bands: each row must begin at more inches than the one before")
    if {(band.strength is None, band.ap is None) for band in found.bands} - {(none, none) for none in _without_hits(value)}:
        faults.append("falls.bands: each row must have a strength and an ap where those of the base have them, and else none")
    return found, changes


def _without_hits(value: "FallNumbers") -> set[bool]:
    """Whether the rows of a fall table have no strength."""
    return {band.strength is None for band in value.bands}


def _keys(part: object) -> list[str]:
    """What a file may name of a part of a battle."""
    from rules.movement.movement_rules import MovementRules
    from rules.sight.verdict import SightRules

    if isinstance(part, SightRules | MovementRules | Citations):
        return []
    return [*types_of(type(part)), *choices_of(part)]


def _battle_part(part: Any, written: Mapping[str, object], faults: list[str]) -> tuple[Any, tuple[Change, ...]]:  # noqa: ANN401
    """A part of a battle with what a file says, and what that changes."""
    known, choices = _keys(part), choices_of(part)
    told = JsonObject({key: value for key, value in written.items() if key in known and key not in choices})
    found, changes = changed(part, told, "", faults) if told else (part, ())
    named: dict[str, Any] = {}
    for key, choice in choices.items():
        if key in written:
            named[key] = choice.chosen(key, written[key], faults)
            changes += (Change(key, choice.topic),)
    if actions := named.get("actions"):
        # Marks go by themselves, and are told, where the rules have them: those of a relative's action come along.
        brought = (mark for action in actions for mark in action.brings)
        named["marks"] = (*part.marks, *dict.fromkeys(mark for mark in brought if mark not in part.marks))
    return (replace(found, **named), changes) if named and None not in named.values() else (found, changes)


def _section(source: str) -> str:
    """The section that a source names."""
    return source.partition(CITED)[2] or source


def _sections(sections: Mapping[Any, str], changes: tuple[Change, ...], name: str) -> Mapping[Any, str]:
    """Where stands what, with the file before the sections of changed numbers."""
    found = dict(sections)
    for topic in dict.fromkeys(one.topic for one in changes if one.topic in found):
        paths = ", ".join(one.path for one in changes if one.topic == topic)
        found[topic] = f"{name}{CITED}{paths} ({sections[topic]})"
    return MappingProxyType(found)


def _cited(value: Value, topics: tuple[str, ...], changes: tuple[Change, ...], name: str) -> Value:
    """The same for a value whose sections are fields."""
    return replace(value, **_sections({one: getattr(value, one) for one in topics}, changes, name))  # type: ignore[type-var]
