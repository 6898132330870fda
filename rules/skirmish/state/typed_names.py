"""Fighters as people type them: by id or, in any case, as sentences call them."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from rules.engine.procedure_steps import Choose, Option, chosen
from rules.skirmish.state.battle_state import Battle


def fighters_meant(battle: Battle, words: Sequence[str], among: Iterable[str]) -> list[str]:
    """The ids of those whom words stand for, one after another; a word that stands for nobody is handed back as it is."""
    ids = set(among)
    names = {tuple(battle.called(one).casefold().replace(",", " ").split()): one for one in ids}
    found: list[str] = []
    rest = tuple(words)
    if ids.issuperset(rest):
        return list(rest)
    while rest:
        plain = tuple(word.casefold() for word in rest)
        name = max((name for name in names if plain[: len(name)] == name), key=len, default=())
        found.append(names[name] if name else rest[0])
        rest = rest[max(len(name), 1) :]
    return found


def asked_by_name(battle: Battle, asked: Choose) -> Choose:
    """A question whose options are fighters, with more in their texts than names: it takes the names alone, too."""

    def free(key: str) -> Option:
        found = fighters_meant(battle, key.split(), [option.key for option in asked.options])
        return chosen(asked, found[0] if len(found) == 1 else key)

    return replace(asked, free=free)
