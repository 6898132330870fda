"""How people and pieces are called in sentences: the one place that decides it, for tables and for battles."""

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence

WORD = re.compile(r"[^\W\d_]{3}")
"""Letters enough for a word: an id without any says nothing to people."""


def called(own_id: str, name: str, *, shared: bool) -> str:
    """By the name; by the id where there is no name; by both where the name alone would not tell who is meant."""
    if not name:
        return own_id
    return f"{name} ({own_id})" if shared else name


def spoken(own_id: str, kind: str, place: Sequence[float]) -> str:
    """What sentences call a piece of terrain, which table files give an id and no name: its words, or what stands where."""
    if WORD.search(own_id):
        return " ".join(part for part in re.split(r"[-_]+", own_id) if part)
    return f"{kind} near {', '.join(f'{value:.0f}' for value in place[:2])}"


def namesakes(named: Iterable[tuple[str, str]], others: Collection[str] = ()) -> frozenset[str]:
    """The ids of those whose names, whatever their capitals, may be taken for somebody or something else.

    Args:
        named: everybody's id and name; empty where there is none.
        others: ids of all else that sentences speak of.
    """
    people = [(own_id, name.casefold()) for own_id, name in named]
    if not any(name for _, name in people):
        return frozenset()
    known: dict[str, set[str]] = defaultdict(set)
    for own_id, name in people:
        known[own_id.casefold()].add(own_id)
        known[name].add(own_id)
    for other in others:
        # Nearly all of them are called like nobody.
        if (word := other.casefold()) in known:
            known[word].add(other)
    return frozenset(own_id for own_id, name in people if name and len(known[name]) > 1)
