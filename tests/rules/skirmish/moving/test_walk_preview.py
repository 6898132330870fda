"""What was previewed is what is done, as long as no check is failed."""

from collections.abc import Sequence

import pytest

from rules.engine.procedure_steps import Answer, Choose, chosen
from rules.skirmish.moving.charge_action import charge
from rules.skirmish.moving.move_actions import move
from rules.skirmish.moving.walk_preview import WalkPreview
from scene.table.table import Piece
from tests.plain_scenes import block
from tests.rules.skirmish.battles import Place, battle, gone_through
from tests.rules.skirmish.moves import acting

DECK = block("deck", (2.0, 2.0, 0.0), (10.0, 14.0, 3.0))
WALL = block("wall", (9.0, 0.0, 0.0), (9.5, 16.0, 1.0), kind="obstacle")
LOW: dict[str, Answer] = {"cross an obstacle": (6,), "jump down": (6,), "charge": (1,), "facing": "keep"}
"""All checks are passed, and dice that add to a movement add the least."""


@pytest.mark.parametrize(
    ("rules", "answer"), [("main-rulebook", "bill"), ("arbiter", "bill"), ("main-rulebook", "engage bill")]
)
@pytest.mark.parametrize(
    ("pieces", "ann", "bill"),
    [
        ((), (4.0, 8.0), (8.0, 8.0)),
        ((), (4.0, 8.0), (22.0, 8.0)),
        ((WALL,), (7.0, 8.0), (10.5, 8.0)),
        ((WALL,), (6.0, 8.0), (22.0, 8.0)),
        ((DECK,), (8.5, 8.0, 3.0), (10.8, 8.0)),
        ((DECK, WALL), (8.5, 8.0, 3.0), (10.8, 8.0)),
    ],
)
def test_a_way_into_contact_ends_where_it_was_shown_to_end(
    rules: str, answer: str, pieces: Sequence[Piece], ann: Place, bill: Place
) -> None:
    before = acting(battle({"ann": ann, "bill": bill}, pieces=pieces, size=(30.0, 16.0), rules=rules), "ann", left=0)
    after, told = gone_through(charge(before, "ann") if answer == "bill" else move(before, "ann"), answer, always=LOW)
    asked = told[0]
    assert isinstance(asked, Choose)
    assert asked.preview is not None
    shown = asked.preview(chosen(asked, answer))
    assert isinstance(shown, WalkPreview)
    assert after.model("ann").position == pytest.approx(shown.stops, abs=1e-6)
    assert shown.meets == ("bill",)
