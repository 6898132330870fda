"""What the code cites of the rule documents, and what of their tables of contents nobody cites.

``sections/NAME.txt`` has the section names of a document, a line each, in its order and nothing else of it; what is indented is
an entry within a section. ``sections/uncited.toml`` says why nothing cites a section.
``python -m tests.rules.systems.citation_audit`` prints those that still need a reason.
"""

import ast
import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

from rules.citations import CITED, Citations
from rules.named_numbers import named_numbers
from rules.skirmish.state.battle_rules import BattleRules
from rules.skirmish.state.skirmish_rules import SkirmishRules
from rules.systems import registry
from rules.systems.rule_system import RuleSystem

ROOT = Path(__file__).parents[3]
SECTIONS = Path(__file__).parent / "sections"
TOPICS_IN = ("rules/skirmish", "rules/hazards", "rules/sight", "rules/engagement.py")
"""Where procedures name topics: what is in capitals there is one, but for the words of these calls."""
NO_TOPICS = {"Action": (1,), "TypeVar": (0,), "cast": (0,), "compile": (0,), "Mark": (0, 1), "Say": (0,)}
OWN = "Sightline's own"
"""What is cited where a document leaves out what a game needs."""
CHAPTER = "CHAPTER"
"""The constant before the sections of a chapter: ``f"{CHAPTER}, Scatter"``."""
_TOPIC = re.compile(r"[A-Z][a-z]+[\w ,'\"/&-]*")
_DOCUMENTS = "|".join(re.escape(one.stem) for one in SECTIONS.glob("*.txt"))
_CITED = re.compile(rf'\b({_DOCUMENTS})(?:: |, )([A-Z"](?:(?!\b(?:{_DOCUMENTS})\b)[^.():`])*)')


@cache
def sections(name: str) -> Mapping[str, bool]:
    """The sections of a document in small letters, and whether each is one of its own; empty for what is no document."""
    path = SECTIONS / f"{name}.txt"
    lines = path.read_text("utf-8").splitlines() if path.is_file() else []
    return {_plain(line): not line.startswith(" ") for line in lines}


def _plain(section: str) -> str:
    """A section as it is compared: in small letters, without quotation marks around a word."""
    return re.sub(r'"(?=\w)|(?<=[a-z])"', "", section.strip().casefold())


def there(name: str, section: str) -> bool:
    """Whether a document has a section, or a chapter and a section of it: "Shooting with blast weapons, Scatter"."""
    known = sections(name)
    chapter, _, inner = section.partition(", ")
    return _plain(section) in known or (_plain(chapter) in known and _plain(inner) in known)


def reasons() -> Mapping[str, Mapping[str, str]]:
    """Why nothing cites a section, by document."""
    found: Mapping[str, Mapping[str, str]] = tomllib.loads((SECTIONS / "uncited.toml").read_text("utf-8"))
    return found


@cache
def cited() -> tuple[tuple[str, str, str], ...]:
    """Document, section, and where, of all that code cites; topics as sections of the default rules."""
    return tuple(_cited())


def _cited() -> Iterator[tuple[str, str, str]]:
    for path in sorted(ROOT.glob("rules/**/*.py")):
        where = path.relative_to(ROOT).as_posix()
        tree = ast.parse(path.read_text("utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                for document, section in _full(node.value):
                    yield document, section, f"{where}:{node.lineno}"
        if where.startswith(TOPICS_IN):
            for topic, line in _topics(tree):
                yield *_stands(topic), f"{where}:{line}"
    for one in named_numbers(SkirmishRules()):
        yield *_stands(one.about.topic), one.path
    for name in registry.names():
        yield from _of(registry.system(name).citations)
        yield from _in_battles(registry.system(name))


def _full(text: str) -> Iterator[tuple[str, str]]:
    """What a text cites in full: one section, or all that a docstring lists as its sources."""
    for document, listed in _CITED.findall(" ".join(text.split())):
        for section in re.split("; ", listed.strip(" ,;")):
            parts = [section] if there(document, section) else section.split(", ")
            yield from ((document, part.strip()) for part in parts)


def _in_battles(system: RuleSystem) -> Iterator[tuple[str, str, str]]:
    """What the actions and marks of a system cite, and the procedures that only it has, by its own citations."""
    package = ROOT / "rules" / "systems" / system.name.replace("-", "_")
    named = {
        str(node.value.value): f"{path.name}:{node.value.lineno}"
        for path in sorted(package.glob("*.py"))
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.keyword) and node.arg == "source" and isinstance(node.value, ast.Constant)
    }
    for part in system.battle if system.has("battle") else ():
        if isinstance(part, BattleRules):
            named |= {one.source: f"{system.name}: action {one.key}" for one in part.actions}
            named |= {one.source: f"{system.name}: mark {one.name}" for one in part.marks}
    for topic, where in named.items():
        if topic:
            document, _, section = system.citations.of(topic).removesuffix(f" ({system.name} says nothing)").partition(CITED)
            if document != OWN:
                yield document, section, where


def _stands(topic: str) -> tuple[str, str]:
    """Where the document of the default rules says what procedures name that topic of, or else that of a relative."""
    document, _, section = registry.system(registry.DEFAULT).citations.of(topic).partition(CITED)
    relatives = (registry.system(name).citations for name in registry.names())
    own = [(one.name, one.sections[topic]) for one in relatives if topic in one.sections]
    return own[0] if own and not there(document, section) else (document, section)


def _of(citations: Citations) -> Iterator[tuple[str, str, str]]:
    """What the citations of a system say that topics are called in its document."""
    for topic, section in citations.sections.items():
        yield citations.name, section, f"citations of {citations.name}: {topic}"


def _topics(tree: ast.Module) -> Iterator[tuple[str, int]]:
    """The topics that a module names."""
    apart = {id(node) for node in _no_topics(tree)}
    chapters = dict(_constants(tree))
    for node in ast.walk(tree):
        match node:
            case ast.Constant(value=str() as text) if id(node) not in apart and _TOPIC.fullmatch(text):
                yield text, node.lineno
            case ast.JoinedStr(values=[ast.FormattedValue(value=ast.Name(id=name)), ast.Constant(value=str() as rest)]):
                if name == CHAPTER and rest.startswith(", "):
                    yield chapters[CHAPTER] + rest, node.lineno


def _constants(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """The texts that a module gives names to."""
    for node in tree.body:
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Constant(value=str() as text)):
                yield name, text


def _no_topics(tree: ast.Module) -> Iterator[ast.AST]:
    """Docstrings, parts of sentences, and what certain calls get."""
    for node in ast.walk(tree):
        for hint in (getattr(node, "annotation", None), getattr(node, "returns", None)):
            yield from ast.walk(hint) if isinstance(hint, ast.AST) else ()
        if isinstance(node, ast.Expr | ast.JoinedStr | ast.Compare):
            yield from ast.walk(node) if not isinstance(node, ast.Expr) or isinstance(node.value, ast.Constant) else ()
        elif isinstance(node, ast.Call):
            name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
            yield from (node.args[at] for at in NO_TOPICS.get(name, ()) if at < len(node.args))


def uncited(name: str) -> list[str]:
    """The sections of a document that nothing cites."""
    seen = set()
    for document, section, _ in cited():
        if document == name:
            chapter, _, inner = section.partition(", ")
            seen |= {_plain(section), *((_plain(chapter), _plain(inner)) if inner else ())}
    return [section for section, own in sections(name).items() if own and section not in seen]


if __name__ == "__main__":
    for document in registry.names():
        for section in uncited(document):
            if section not in reasons().get(document, {}):
                print(f"{document}: {section}")  # noqa: T201 - what it is for
