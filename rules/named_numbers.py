"""Named numbers: the numbers and switches of a rule system, as fields that say themselves what they are about.

A field is one where its type is ``Annotated`` with an `About`; values may be nested. System files change them, and the page of
differences lists them.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass
from types import MappingProxyType
from typing import Any


@dataclass(frozen=True)
class About:
    """What a number or a switch is about.

    Attributes:
        topic: of the section that says it.
        words: for people.
        low, high: between which a number may be.
    """

    topic: str
    words: str
    low: float = 0.0
    high: float = 48.0


@dataclass(frozen=True)
class NamedNumber:
    """A number or a switch of a value.

    Attributes:
        path: the names of the fields that lead to it, with dots between them.
        about: what it is about.
        value: what it is.
    """

    path: str
    about: About
    value: object


def types_of(kind: type) -> Mapping[str, Any]:
    """The types of a class's fields that a file may change: those that say what they are about, and values that hold such."""
    found = {one.name: one.type for one in fields(kind)}
    return MappingProxyType({name: hint for name, hint in found.items() if about_of(hint) or is_dataclass(hint)})


def about_of(hint: Any) -> About | None:  # noqa: ANN401 - a type as a value
    """What a field of that type says it is about."""
    return next((one for one in getattr(hint, "__metadata__", ()) if isinstance(one, About)), None)


def named_numbers(value: object, path: str = "") -> Iterator[NamedNumber]:
    """All numbers and switches of a value, and of the values in it."""
    for name, hint in types_of(type(value)).items():
        about, inner = about_of(hint), getattr(value, name)
        if about is not None:
            yield NamedNumber(f"{path}{name}", about, inner)
        elif is_dataclass(inner):
            yield from named_numbers(inner, f"{path}{name}.")
