"""What all files of single rule systems say alike of figures: names and ids, proxies, and words from short lists."""

from collections.abc import Iterable, Mapping
from typing import Any

from rules.roster.armoury import given_name
from rules.roster.gang import Gang
from rules.roster.toml_reading import MAX_BYTES, nearest, word_of
from scene.base.json_fields import Check, JsonField, JsonObject, WrongValue, choice, sound_fields, text
from scene.base.messages import shown_text

LONGEST_NAME = 60
"""Characters of the name of a figure or a weapon."""


def _name(value: object) -> str:
    """A name that fits into a line beside others."""
    try:
        found = str(text(empty=False)(value))
    except WrongValue:
        found = ""
    if not found.strip() or len(found) > LONGEST_NAME:
        raise WrongValue(f"1 to {LONGEST_NAME} printable characters, not only spaces")
    return found


NAME = JsonField(_name, needed=True)


def some_of(options: tuple[str, ...]) -> Check:
    """A list of some of these words."""
    one = choice(*options)

    def check(value: object) -> frozenset[str]:
        if not isinstance(value, list):
            raise WrongValue(f"a list of some of {', '.join(options)}")
        return frozenset(one(word.strip().casefold() if isinstance(word, str) else word) for word in value)

    return check


def proxy_of(name: str, proxies: Mapping[str, float], where: str, faults: list[str]) -> str:
    """The name of a figure that may stand for somebody; another one is a fault."""
    if name not in proxies:
        hint = nearest(name, proxies) or f"; there are {', '.join(proxies)}"
        faults.append(f'{where}there is no proxy "{shown_text(name)}"{hint}')
    return name


def id_of(found: Mapping[str, Any], where: str, faults: list[str]) -> str:
    """The id of a figure, given or made from its name."""
    name = found.get("name", "").strip()
    own_id: str = found.get("id") or word_of(name)
    if name and not own_id:
        faults.append(f'{where}needs an "id": its name has neither letters nor digits')
    return own_id


def no_id_twice(what: str, tables: Iterable[object], fields: Mapping[str, JsonField], faults: list[str]) -> None:
    """Ids, given or made from names, are unique in a file."""
    seen: set[str] = set()
    for value in tables:
        given = sound_fields(value, fields).get("id") if isinstance(value, JsonObject) else None
        own_id = given or word_of(given_name(value) or "")
        if own_id and own_id in seen:
            called = shown_text(given_name(value) or own_id)
            faults.append(f'{what} "{called}": the id "{own_id}" is taken; give one of them another name or "id"')
        seen.add(own_id)


def check_names(head: Mapping[str, Any], value: JsonObject, faults: list[str]) -> str:
    """The id of a gang, given or made from its name."""
    own_id: str = head.get("id") or word_of(head.get("name", ""))
    if head.get("name") and "id" not in value and not own_id:
        faults.append('needs an "id": its name has neither letters nor digits')
    return own_id


def check_length(gang: Gang, written: str, faults: list[str]) -> None:
    """A gang whose file, with everybody told by himself, could not be read again is refused."""
    if len(written.encode()) > MAX_BYTES:
        count = len(gang.fighters)
        faults.append(
            f"its {count} figures take more than {MAX_BYTES:,} bytes, each told by itself; give shorter names or fewer"
        )
