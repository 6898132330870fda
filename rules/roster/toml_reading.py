"""Reading the TOML of gangs: all that is written as the rulebook's cards write it, such as 4+, S+1, E or blast (3).

A value that cannot be is refused with what it must be; who reads a file adds where it stands, and collects everything that is
wrong with it.
"""

import re
import tomllib
from collections.abc import Callable, Mapping
from difflib import get_close_matches
from typing import NoReturn

from rules.errors import RulesError
from scene.base.errors import SceneError
from scene.base.json_fields import Check, JsonField, JsonObject, WrongValue, read_fields, shown, text
from scene.base.messages import shown_text

MAX_BYTES = 200_000
"""Bytes of a gang file; a hundred fighters need fewer."""
MAX_LINE = 1_000
"""Characters of a line. The work of reading a key of many names joined by dots grows with the square of its length."""
MOST_ERROR = 200

_NUMBER = re.compile(r'([+-]?[0-9]{1,6}(?:\.[0-9]{1,6})?) ?"?')
_MINUS = str.maketrans("−–—", "---")


def parse_toml(data: bytes) -> JsonObject:
    """What a TOML file says, all numbers as floats and dates as texts; a `RulesError` of one line where it is none."""
    if len(data) > MAX_BYTES:
        raise RulesError(f"has {len(data):,} bytes; the limit is {MAX_BYTES:,}")
    try:
        content = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise RulesError(f"is not UTF-8 text (byte {error.start})") from None
    for number, line in enumerate(content.split("\n"), 1):
        if len(line) > MAX_LINE:
            raise RulesError(f"line {number} has {len(line):,} characters; the limit is {MAX_LINE:,}")
    try:
        return JsonObject({key: _plain(value) for key, value in tomllib.loads(content).items()})
    except ValueError as error:
        raise RulesError(f"is not TOML: {shown_text(str(error), most=MOST_ERROR)}") from None
    except RecursionError:
        raise RulesError("is not TOML that can be read: it is nested too deeply") from None


def _plain(value: object) -> object:
    """A value as the tables of fields know it."""
    match value:
        case dict():
            return JsonObject({key: _plain(inner) for key, inner in value.items()})
        case list():
            return [_plain(inner) for inner in value]
        case bool() | str() | float():
            return value
        case int():
            return float(value) if abs(value) < 1e300 else float("inf")
    return str(value)


def refuse_other_formats(value: JsonObject, form: str, version: int) -> None:
    """A `RulesError` of one line where a file is something else, or of a version to come; nothing else is told of it then."""
    found, number = value.get("format"), value.get("version")
    if "format" in value and found != form:
        raise RulesError(f'"format" must be "{form}", not {shown(found)}')
    if isinstance(number, float) and number > version:
        raise RulesError(
            f"is of version {shown(number)} of the format; this Sightline reads version {version}, get a newer one"
        )


def entries(what: str, most: int) -> Check:
    """A list of so many tables."""

    def check(value: object) -> list[object]:
        if not isinstance(value, list):
            raise WrongValue(f"written as [[{what}]] tables")
        if len(value) > most:
            raise SceneError(f"has {len(value):,} entries; the limit is {most:,}")
        return value

    return check


def table(fields: Mapping[str, JsonField]) -> Check:
    """A table with these fields, as a dictionary."""

    def check(value: object) -> dict[str, object]:
        faults: list[str] = []
        found = read_fields(value, fields, "", faults)
        if found is None:
            raise SceneError(faults)
        return found

    return check


def names(most: int) -> Check:
    """A list of so many names."""
    one = text(empty=False)

    def check(value: object) -> tuple[str, ...]:
        if not isinstance(value, list) or len(value) > most:
            _fail(f"a list of up to {most} names")
        return tuple(one(name) for name in value)

    return check


def word(value: object) -> str:
    """An id: what can be typed without quotes."""
    if not isinstance(value, str) or not re.fullmatch(r"[\w-]{1,60}", value):
        _fail("1 to 60 letters, digits, hyphens and underscores")
    return value


def word_of(name: str) -> str:
    """The id that follows from a name; empty if it has neither letters nor digits."""
    return "-".join(re.findall(r"[^\W_]+", name.casefold()))[:60].strip("-")


def whole(low: int, high: int, *, step: int = 1) -> Check:
    """A whole number, with or without a sign or inch mark; a multiple of ``step``."""
    expected = f"a whole number from {low} to {high}" if step == 1 else f"a multiple of {step} from {low} to {high}"

    def check(value: object) -> int:
        found = _number(value)
        if found is None or not low <= found <= high or found % step:
            _fail(expected)
        return int(found)

    return check


def inches(value: object) -> float:
    """A distance that a weapon reaches."""
    found = _number(value)
    if found is None or not 0 < found <= 120:
        _fail("a number of inches, more than 0 and at most 120")
    return found


def target(low: int, high: int, sign: str = "+") -> Check:
    """A target number such as 4+, or the bare number."""
    expected = f'a target number from "{low}{sign}" to "{high}{sign}"'

    def check(value: object) -> int:
        bare = value.strip().removesuffix(sign) if isinstance(value, str) and value.strip().endswith(sign) else value
        found = _number(bare)
        if found is None or not low <= found <= high or found % 1:
            _fail(expected)
        return int(found)

    return check


def dashed(check: Check, otherwise: object) -> Check:
    """What ``check`` takes, or a dash (an asterisk does as well) for what is not there."""

    def with_dash(value: object) -> object:
        if is_dash(value):
            return otherwise
        try:
            return check(value)
        except WrongValue as error:
            raise WrongValue(f'{error}, or "-"') from None

    return with_dash


def is_dash(value: object) -> bool:
    """Whether a value says that there is none."""
    return isinstance(value, str) and tidy(value) in {"-", "*"}


def tidy(value: str) -> str:
    """A text with plain minus signs, and capitals, without spaces around."""
    return value.strip().translate(_MINUS).upper()


def _number(value: object) -> float | None:
    if isinstance(value, str):
        found = _NUMBER.fullmatch(tidy(value))
        return float(found[1]) if found else None
    return value if isinstance(value, float) and abs(value) < 1e9 else None


def nearest(name: str, known: Mapping[str, object], shown_as: Callable[[str], str] = str) -> str:
    """A suggestion for a misspelt name among known ones, which are in small letters; empty if none comes close."""
    close = get_close_matches(name.casefold()[:100], list(known), n=1, cutoff=0.6)
    return f'; did you mean "{shown_as(close[0])}"?' if close else ""


def _fail(expected: str) -> NoReturn:
    raise WrongValue(expected)
