"""Values with some of their named numbers and switches changed, as a system file writes them; every fault of it at once.

What may stand there follows from the types of the fields: a number within the bounds that it says, true or false, one of a few
words, the word "none" where there may be none, lists of such, and rows of tables.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import MISSING, dataclass, fields, is_dataclass, replace
from difflib import get_close_matches
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, TypeVar, Union, get_args, get_origin

from rules.errors import RulesError
from rules.named_numbers import About, about_of, types_of
from scene.base.json_fields import JsonObject, WrongValue, shown
from scene.base.messages import plain, shown_text

NONE = "none"
"""How a file says that there is no such number."""
MOST_ROWS = 50
UNBOUNDED = About("", "")

Value = TypeVar("Value")


@dataclass(frozen=True)
class Change:
    """A number that a file changes.

    Attributes:
        path: the names that lead to it, with dots between them.
        topic: of the section that said it before.
    """

    path: str
    topic: str


def changed(
    value: Value, written: object, place: str, faults: list[str], *, without: frozenset[str] = frozenset()
) -> tuple[Value, tuple[Change, ...]]:
    """A value with what a table of a file says, and what that changes.

    Args:
        value: a frozen dataclass.
        written: the table.
        place: the names that lead to it in the file.
        faults: gets what is wrong, a line each.
        without: fields that are changed elsewhere.
    """
    if not isinstance(written, JsonObject):
        faults.append(f"{place.rstrip('.')}: must be a table of numbers, not {shown(written)}")
        return value, ()
    hints = {name: hint for name, hint in types_of(type(value)).items() if name not in without}
    found: dict[str, Any] = {}
    changes: list[Change] = []
    for name, one in written.items():
        if name not in hints:
            faults.append(f"{place}{no_such(name, hints)}")
            continue
        before, about = getattr(value, name), about_of(hints[name])
        if about is None:
            found[name], inner = changed(before, one, f"{place}{name}.", faults)
            changes += inner
            continue
        if type(one) is type(before) and one == before:
            # What is as it was may be beyond the bounds, such as a share that nothing comes to.
            continue
        try:
            found[name] = read_value(hints[name], one, about)
        except WrongValue as error:
            faults.append(f"{place}{name}: must be {error}, not {shown(one)}")
            continue
        if found[name] != before:
            changes.append(Change(f"{place}{name}", about.topic))
    try:
        return replace(value, **found), tuple(changes)  # type: ignore[type-var]
    except RulesError as error:
        faults.append(f"{place.rstrip('.')}: {error}")
        return value, ()


def no_such(name: str, known: Mapping[str, object] | Sequence[str], what: str = "number or switch") -> str:
    """That a file names what there is not, with what may be meant."""
    close = get_close_matches(name[:100], list(known), n=1, cutoff=0.6)
    hint = f'did you mean "{close[0]}"?' if close else f"there are {', '.join(known)}"
    return f"{shown_text(name)}: there is no such {what}; {hint}"


def read_value(hint: Any, written: object, about: About = UNBOUNDED) -> Any:  # noqa: ANN401 - of the type's own class
    """What a file writes as a value of a type; a `WrongValue` that says what it must be."""
    origin, args = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return read_value(args[0], written, about_of(hint) or about)
    if origin in {Union, UnionType}:
        return _or_none([one for one in args if one is not NoneType], written, about)
    if origin is Literal:
        return _word(args, written)
    if origin in {tuple, frozenset}:
        return _several(origin, args, written, about)
    if is_dataclass(hint) and isinstance(hint, type):
        return _row(hint, written)
    return _switch(written) if hint is bool else _number(hint, written, about)


def _or_none(kinds: Sequence[Any], written: object, about: About) -> object:
    if written == NONE:
        return None
    try:
        return read_value(kinds[0], written, about)
    except WrongValue as error:
        raise WrongValue(f'{error}, or "{NONE}"') from None


def _switch(written: object) -> bool:
    if not isinstance(written, bool):
        raise WrongValue("true or false")
    return written


def _number(kind: type, written: object, about: About) -> float:
    what = "a whole number" if kind is int else "a number"
    wrong = WrongValue(f"{what} from {plain(about.low)} to {plain(about.high)}")
    if isinstance(written, bool) or not isinstance(written, int | float) or not about.low <= written <= about.high:
        raise wrong
    if kind is int and (not math.isfinite(written) or written % 1):
        raise wrong
    return kind(written)  # type: ignore[no-any-return]


def _word(words: Sequence[object], written: object) -> object:
    """One of a few words; where an empty one is among them, a file says "none" for it."""
    told = {str(word) or NONE: word for word in words}
    if isinstance(written, str) and (written in words or written in told):
        return told.get(written, written)
    raise WrongValue(" or ".join(shown(word) for word in told))


def _several(origin: type, kinds: tuple[Any, ...], written: object, about: About) -> object:
    endless = origin is frozenset or (len(kinds) == 2 and kinds[1] is Ellipsis)
    count = MOST_ROWS if endless else len(kinds)
    if not isinstance(written, list) or len(written) > count or (not endless and len(written) < count):
        raise WrongValue(f"a list of {'up to ' if endless else ''}{count}")
    each = [kinds[0]] * len(written) if endless else kinds
    try:
        return origin(read_value(kind, one, about) for kind, one in zip(each, written, strict=True))
    except WrongValue as error:
        raise WrongValue(f"a list, of which each is {error}") from None


def _row(kind: type, written: object) -> object:
    """A table as a value of a class, all of whose fields without a default it has to say."""
    hints = types_of(kind)
    needed = [one.name for one in fields(kind) if one.default is MISSING and one.default_factory is MISSING]
    if not isinstance(written, JsonObject) or set(written) - set(hints) or set(needed) - set(written):
        raise WrongValue(f"a table with {', '.join(hints)}")
    found = {}
    for name, one in written.items():
        try:
            found[name] = read_value(hints[name], one)
        except WrongValue as error:
            raise WrongValue(f"a table whose {name} is {error}") from None
    return kind(**found)
