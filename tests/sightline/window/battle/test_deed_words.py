"""What buttons that take something back say that it was."""

import pytest

from rules.engine.procedure_steps import Choose, Option, Roll
from rules.skirmish.shooting.blast_attack import PUT
from rules.skirmish.shooting.flame_attack import LAY
from sightline.window.battle.deed_words import deed

NAMES = {"anna": "Anna", "red": "Red"}


def called(who: str) -> str:
    return NAMES.get(who, who)


@pytest.mark.parametrize(
    ("what", "told"), [(LAY, "Anna lays the template"), (PUT, "Anna puts the marker there"), ("facing", "Anna: facing: 8 9 0")]
)
def test_a_place_is_told_by_what_is_done_there(what: str, told: str) -> None:
    question = Choose(what, "red", (), lambda text: Option(text, text), about="anna")
    assert deed(question, "8 9 0", called) == told


def test_secret_choices_and_rolls_stay_hidden() -> None:
    assert deed(Choose("which card", "red", (Option("a", "Smoke"),), secret=True), "a", called) == "Red: which card: hidden"
    assert deed(Roll("tactic card", "D66", "red", secret=True), (3, 4), called) == "Red: tactic card: hidden"
    assert deed(Roll("hit roll", "D6", "anna"), (4,), called) == "Anna rolls 4 for hit roll"
