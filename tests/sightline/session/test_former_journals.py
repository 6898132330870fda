"""A battle that was kept before there were rulings and versions of rule systems still ends as it did."""

import json
import shutil
from pathlib import Path

import pytest

import sightline as sl

KEPT = Path(__file__).parent / "journals"


@pytest.mark.long
def test_a_journal_of_version_1_replays_to_the_same_end(tmp_path: Path) -> None:
    """Half a movement did not round up in a leap then, and questions of one answer were asked."""
    journal = Path(shutil.copy(KEPT / "standoff-version-1.journal", tmp_path))
    ended = json.loads((KEPT / "standoff-version-1.json").read_text("utf-8"))
    with sl.Battle.open(journal) as battle:
        state = battle.state
    assert (state.round, state.winner) == (ended["rounds"], ended["winner"])
    found = {one.id: [one.gang, one.whereabouts, one.status, *one.position] for one in state.models}
    assert found == ended["fighters"]
