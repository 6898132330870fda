"""A full turn in the real window, by mouse and keyboard; what it leaves is what the journal tells everybody else."""

import json
import subprocess
import sys
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest

from rules.engine.given_entries import TypedFaces
from sightline.session.journal_files import read_journal
from tests.sightline.window.boards import ON_DECK, yard
from tests.sightline.window.hands import Window, playing
from tests.sightline.window.screen import Screen

BILL = (13.0, 6.0, 0.0)
BESIDE = 0.05
"""Inches that a click on the table may be off: a pixel is 0.03 inch there."""


def test_a_turn_is_played_taken_back_saved_closed_and_gone_on_with(on: Screen, tmp_path: Path) -> None:
    battle = yard(tmp_path)
    journal = battle.with_suffix(".journal")
    with playing(on, str(battle), folder=tmp_path) as window:
        window.press("we roll the dice ourselves")
        set_up(window)
        fold(window, "Battle")

        window.click(place(window, "anna"))
        answered(window, "action")
        window.press("Move")
        before = answered(window, "where")["answers"]
        climb(window)
        assert window.view["battle"]["answers"] == before, "nothing is answered before it is confirmed"
        window.key("Return")
        answered(window, "action")
        assert place(window, "anna") == pytest.approx(ON_DECK, abs=BESIDE)

        window.press("Shoot")
        answered(window, "target")
        wide = width(window, "What now")
        window.press("Bill", panel="What now")
        answered(window, "hit roll")
        window.await_state(lambda state: state["still"])
        assert width(window, "What now") < wide, "a panel that has less in it is as narrow as it was before"
        rolls(window, "5")
        assert window.view["figures"]["bill"]["status"] == "pinned"

        hit = window.view["battle"]
        window.key("ctrl+z")
        view = window.await_view(lambda view: view["battle"]["answers"] == hit["answers"] - 1)
        assert view["battle"]["question"] == "hit roll, gun"
        assert view["figures"]["bill"]["status"] == "standing"
        window.press("Redo*", panel="Battle")
        view = window.await_view(lambda view: view["battle"]["answers"] == hit["answers"])
        assert {**view["battle"], "faults": []} == hit

        window.key("ctrl+s")
        assert "kept in its journal" in window.await_view(lambda view: view["message"])["message"]
        window.quit()
    assert len(read_journal(journal).answers) == hit["answers"]
    with playing(on, str(journal), folder=tmp_path) as window:
        again = window.await_view(lambda view: view["battle"])["battle"]
        assert {**again, "typed": True} == hit, "it goes on from where it was"
        assert again["question"] == "wound roll"
        window.press("we roll the dice ourselves")
        rolls(window, "6")
        answered(window, "injury")
        window.press("flesh", marker="die 1")
        window.press("serious", marker="die 2")
        window.press("So they lie")
        end = window.await_view(lambda view: view["battle"]["answers"] == hit["answers"] + 2)["battle"]
        window.quit()

    kept = read_journal(journal)
    typed = tuple(map(TypedFaces, ((5,), (6,), (1, 3))))
    assert kept.answers[-4:] == ("bill", *typed), "injury dice are kept as faces"
    assert -1 in kept.entries, "what was taken back is told for good"
    told = by_the_command(on, journal)
    assert told["events"] == end["answers"] == len(kept.answers)
    assert told["rounds"] == end["round"]
    assert told["fighters"] == end["fighters"]
    assert told["pending"]["what"] == end["question"]
    assert next(one for one in told["fighters"] if one["id"] == "bill")["status"] == "seriously_injured"


def set_up(window: Window) -> None:
    """Red begins and has priority; Anna stands at the foot of the ladder, Bill before the wall."""
    rolls(window, "5")
    rolls(window, "2")
    answered(window, "where to set up")
    window.type("or typed", "4 8 0")
    answered(window, "where to set up", about="bill")
    window.click(BILL)
    answered(window, "where to set up", about="alan")
    window.click((3.0, 3.0, 0.0))
    answered(window, "where to set up", about="bob")
    window.click((13.0, 12.0, 0.0))
    answered(window, "priority")
    rolls(window, "6")
    rolls(window, "1")
    answered(window, "who is activated")


def fold(window: Window, panel: str) -> None:
    """Fold a panel by a click on the words of its title, and unfold it so."""
    # Not twice at the same place, which were a double click.
    for folds, aside in ((True, 45), (False, 75)):
        left, top, _, _ = window.await_state(lambda state: state["still"])["panels"][panel]
        window.do("mousemove", round(left + aside), round(top + 10), "click", 1)
        window.await_state(
            lambda state: folds is not any(one["panel"] == panel for one in state["widgets"]),  # noqa: B023 - asked at once
            f"{panel} {'is' if folds else 'is not'} folded",
        )


def climb(window: Window) -> None:
    """Have the path up to the deck shown: the ladder is in it, with what it costs."""
    window.click(ON_DECK)
    plan = window.await_view(lambda view: view["plan"] and view["plan"]["found"])["plan"]
    # A way may bend on the deck, by the pixel that is clicked.
    assert [kind for kind, _ in groupby(plan["legs"])] == ["walk", "ladder", "walk"]
    state = window.await_state(lambda state: state["still"])
    words = [one["label"] for one in state["widgets"] if one["panel"] == "Move" and one["kind"] == "TextWidget"]
    assert any("ladder" in line for line in words), words


def width(window: Window, panel: str) -> float:
    """How wide a panel is, pixels."""
    left, _, right, _ = window.await_state(lambda state: state["still"])["panels"][panel]
    return float(right - left)


def place(window: Window, fighter: str) -> Any:  # noqa: ANN401
    """Where a fighter stands."""
    return tuple(window.await_rest()["figures"][fighter]["position"])


def answered(window: Window, question: str, about: str = "") -> dict[str, Any]:
    """Wait until this is asked; gives the battle."""
    wanted = window.await_view(
        lambda view: (
            view["battle"] and view["battle"]["question"].startswith(question) and about in {"", view["battle"]["about"]}
        )
    )
    battle: dict[str, Any] = wanted["battle"]
    return battle


def rolls(window: Window, face: str) -> None:
    """Say what the die shows that is rolled now."""
    before = window.await_view(lambda view: view["battle"] and view["battle"]["roll"])["battle"]
    window.press(face)
    window.await_view(lambda view: view["battle"]["answers"] > before["answers"])


def by_the_command(on: Screen, journal: Path) -> dict[str, Any]:
    """What the command line tells of a journal."""
    line = [sys.executable, "-m", "sightline", "battle", str(journal), "--json"]
    done = subprocess.run(line, env=on.environment, check=True, capture_output=True, text=True)
    told: dict[str, Any] = json.loads(done.stdout)
    return told
