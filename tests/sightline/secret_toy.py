"""A toy of secret choices on the small battle: red chooses twice, then blue, then all is shown."""

from dataclasses import replace

import pytest

from rules.engine.procedure_steps import Choose, Option, Procedure, Roll, Say
from rules.errors import RulesError
from rules.skirmish.state.battle_state import Battle
from sightline.session import battle_loading

COUNTS = (Option("1", "one counter"), Option("2", "two counters"))
KINDS = (Option("owl", "the owl"), Option("fox", "the fox", hint="runs twice"))
WEATHER = (Option("sun", "sunshine"), Option("rain", "showers"))
ROW = ("2", "fox", "1", "elk")
"""What red and then blue choose in secret; the elk is typed, and offered nobody."""
TELLING = ("one counter", "two counters", "the owl", "the fox", "the elk", "[fox]", "runs twice", "a counter by name")
"""Words of secret questions and answers that nobody else may see."""


def typed_kind(key: str) -> Option:
    """A counter by its name."""
    if key not in {"owl", "fox", "elk"}:
        raise RulesError(f'there is no counter "{key}"')
    return Option(key, f"the {key}", key)


def secret_pair(who: str, about: str) -> Procedure[tuple[str, str]]:
    """Two secret choices of one player."""
    count: str = yield Choose("how many counters", who, COUNTS, secret=True, about=about)
    kind: str = yield Choose("which counter", who, KINDS, typed_kind, secret=True, about=about, hint="a counter by name")
    return count, kind


def toy_step(battle: Battle) -> Procedure[Battle] | None:
    """All of the toy in one step."""
    return None if battle.phase == "over" else _played(battle)


def _played(battle: Battle) -> Procedure[Battle]:
    there = {"anna": (3.0, 3.0, 0.0), "bill": (13.0, 3.0, 0.0)}
    models = tuple(
        replace(one, whereabouts="table", position=there[one.id]) if one.id in there else one for one in battle.models
    )
    battle = replace(battle, models=models, round=1)
    yield Say("it begins", state=battle)
    yield Choose("weather", "red", WEATHER)
    yield from secret_pair("red", "anna")
    yield from secret_pair("blue", "bill")
    yield Say("all counters are turned over", reveals=True)
    yield Roll("wind", "D6", "anna")
    yield Choose("weather again", "blue", WEATHER)
    return replace(battle, phase="over")


@pytest.fixture
def toy_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every battle is played by the toy."""
    monkeypatch.setattr(battle_loading, "step", toy_step)
