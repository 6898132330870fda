"""arbiter: Battle turns; Priority Phase."""

from dataclasses import replace

import pytest

from rules.skirmish.phases.rounds import phase_step
from rules.skirmish.state.battle_rules import battle_rules
from rules.skirmish.state.battle_state import Battle
from tests.rules.skirmish.battles import gone_through
from tests.rules.systems.arbiter.arbiter_scenes import scene

START = scene({"ann": (10, 10), "bill": (30, 30)}, phase="priority", turn="")


def test_battle_turns_phases_in_their_order() -> None:
    keys = [phase.key for phase in battle_rules(START).phases]
    assert keys == ["priority", "flee", "action", "bottle", "recovery", "rally"]


@pytest.mark.parametrize(("red", "blue", "first"), [(5, 2, "red"), (2, 5, "blue"), (3, 3, "blue")])
def test_priority_the_higher_die_and_a_tie_passes_it(red: int, blue: int, first: str) -> None:
    """Red had priority before."""
    after, _ = gone_through(phase_step(START), (red,), (blue,))
    assert after.order[0] == first


def test_priority_everybody_on_the_battlefield_is_ready() -> None:
    tired = replace(START, models=tuple(replace(model, ready=False) for model in START.models))
    down = tired.changed("ann", status="seriously_injured")
    after, _ = gone_through(phase_step(down), (5,), (2,))
    assert all(model.ready for model in after.models)


def test_a_gang_that_bottled_stays_until_the_next_action_phase() -> None:
    """The bottle check is followed by recovery and rallying, then priority; only then are the Cool checks made."""
    battle: Battle = replace(START, phase="recovery").side_changed("red", bottled=True)
    asked: list[str] = []
    dice: dict[str, tuple[tuple[int, ...], ...]] = {"priority": ((5,), (2,)), "flee": ((6, 6),)}
    for _ in ("recovery", "rally", "priority", "flee"):
        phase = battle.phase
        battle, told = gone_through(phase_step(battle), *dice.get(phase, ()))
        asked += [f"{phase}: {one.what}" for one in told]
    assert asked == ["priority: priority", "priority: priority", "flee: stay and fight"]
    assert not battle.side("red").bottled
