"""Fighters as people type them: by id or, in any case, as sentences call them."""

from collections.abc import Iterable, Sequence

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
