"""arbiter: what its own procedures say is cited as its own sections, never as the main rulebook's."""

from pathlib import Path

import pytest

from rules.skirmish.phases.action_list import ACTIONS
from rules.skirmish.state.battle_rules import battle_rules
from rules.systems.arbiter.citations import CITATIONS
from tests.rules.systems.arbiter.arbiter_scenes import scene

SECTIONS = (Path(__file__).parents[1] / "sections" / "arbiter.txt").read_text("utf-8").splitlines()
OWN_ACTIONS = [one for one in battle_rules(scene({"ann": (1, 1), "bill": (9, 9)})).actions if one not in ACTIONS]


@pytest.mark.parametrize("action", OWN_ACTIONS, ids=lambda one: str(one.key))
def test_its_own_actions_cite_its_own_sections(action: object) -> None:
    cited = CITATIONS.of(getattr(action, "source", ""))
    document, _, section = cited.partition(": ")
    assert document == "arbiter"
    assert section in SECTIONS


@pytest.mark.parametrize("mark", battle_rules(scene({"ann": (1, 1), "bill": (9, 9)})).marks, ids=lambda one: str(one.name))
def test_its_own_conditions_cite_it(mark: object) -> None:
    assert CITATIONS.of(getattr(mark, "source", "")).startswith("arbiter: ")
