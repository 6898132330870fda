"""The program as a player of combat-pool: it gets on."""

import math
from pathlib import Path

import pytest

from rules.engine.procedure_steps import Choose
from rules.skirmish.moving.move_actions import Manner
from rules.systems.combat_pool.program.move_answers import where
from rules.systems.combat_pool.program.styles import USUAL
from rules.systems.combat_pool.turns.moves import asks_where
from sightline.cli.command_line import run
from tests.plain_scenes import block
from tests.rules.systems.combat_pool.pool_scenes import scene
from tests.rules.systems.combat_pool.test_turns import acting


def test_nobody_runs_against_a_wall_that_a_move_is_too_short_for() -> None:
    """Over it the way is shorter, and never comes to an end; round it is the way."""
    wall = block("wall", (8.0, 10.0, 0.0), (10.0, 26.0, 3.0))
    battle = acting(scene({"ann": (7.0, 18.0, 0.0), "bob": (18.0, 18.0, 0.0)}, pieces=(wall,)))
    question = next(iter(asks_where(battle, "ann", 5.0, Manner("where to", engages=True))))
    assert isinstance(question, Choose)
    assert question.free is not None
    assert question.preview is not None
    stops = question.preview(question.free(where(battle, question, USUAL))).stops
    assert math.dist(stops, (7.0, 18.0, 0.0)) > 4.0
    assert stops[2] == 0.0


def test_it_plays_in_one_way_and_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    kept = str(tmp_path / "played.journal")
    assert run(["battle", "abbey-hill", "--auto", "--seed", "1", "--style", "careful", "--journal", kept]) == 2
    assert "--style: the program plays these rules in one way only; leave --style out" in capsys.readouterr().err
