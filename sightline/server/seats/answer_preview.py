"""What a tap on the table, or an answer, would come to: shown before it is given."""

from collections.abc import Iterator
from math import prod
from typing import Any

from rules.engine.procedure_steps import Choose, Question, chosen
from rules.errors import RulesError
from rules.movement.path_rules import NoPath
from rules.percentages import percent
from rules.skirmish.moving.walk_preview import WalkPreview
from rules.skirmish.state.battle_navmesh import movement_rules
from rules.skirmish.state.battle_state import Battle
from scene.geometry.mesh import Point
from scene.pathfinding.path_legs import Path
from sightline.answers import path_answer
from sightline.session.battle_log import answer_text
from sightline.session.targets.check_chances import check_chances
from sightline.session.targets.decision_evidence import evidence_on, is_target_choice
from sightline.session.targets.evidence_words import in_a_line
from sightline.window.battle.click_answers import (
    asks_for_a_path,
    beyond_reach,
    click_text,
    into_contact,
    is_place,
    takes_places,
)
from sightline.window.view.table_questions import Told, Way, battle_way, way_of_answer

NOTHING = "that answers nothing here"
ROUNDING = 1e-6


def preview_of_tap(battle: Battle, question: Question | None, owner: str, place: Point | None, tell: Told) -> dict[str, Any]:
    """What a tap means, and what it would come to.

    Args:
        battle: how things are.
        question: what is asked.
        owner: id of the figure or piece that was tapped; empty for none.
        place: that was tapped, inches; None for none.
        tell: is told how far the ground is worked out.

    Returns:
        ``answer``, empty where it means nothing; ``lines`` for people; of a way its ``legs``, of one and of a place
        where it ``stops``.
    """
    if not isinstance(question, Choose):
        return {"answer": "", "lines": [NOTHING]}
    if (far := beyond_reach(battle, question, owner)) != "":
        return {"answer": "", "lines": [far]}
    answer = into_contact(battle, question, owner) or click_text(battle, question, owner or None, place)
    if not answer:
        return {"answer": "", "lines": [NOTHING]}
    return preview_of(battle, question, answer, tell)


def preview_of(battle: Battle, question: Choose, answer: str, tell: Told) -> dict[str, Any]:
    """What an answer would come to; see `preview_of_tap`."""
    try:
        option = chosen(question, answer)
    except RulesError as error:
        return {"answer": "", "lines": list(error.faults)}
    if asks_for_a_path(question):
        way = _way(battle, question, answer, tell)
        if isinstance(way.path, NoPath):
            if is_place(answer) or answer not in question:
                return {"answer": "", "lines": [f"{battle.called(question.about)} does not get there: {way.path.why}"]}
        else:
            return {"answer": way.answer or answer, **_way_told(battle, question.about, way.path, way.preview)}
    found = evidence_on(battle, question, option.key) if is_target_choice(question) else None
    said = answer_text(question, option.key, battle.called)
    shown = {"answer": answer, "lines": [said, *([in_a_line(found)] if found is not None else [])]}
    return shown | ({"stops": _place(option.key)} if is_place(option.key) else {})


def _way(battle: Battle, question: Choose, answer: str, tell: Told) -> Way:
    if is_place(answer) and takes_places(question):
        return battle_way(battle, question, [_place(answer)], tell)
    return way_of_answer(battle, question, answer, battle.model(question.about).position, tell)


def _place(answer: str) -> Point:
    x, y, *z = (float(word) for word in answer.split())
    return x, y, z[0] if z else 0.0


def _way_told(battle: Battle, fighter: str, path: Path, found: WalkPreview | None) -> dict[str, Any]:
    gone = found.gone if found is not None else path
    meets = found.meets if found is not None else ()
    does = path_answer.GETS_THERE
    if meets:
        whom = battle.all_called(meets)
        done = found is None or found.done
        does = (f"{'gets' if done else 'would get'} into contact with {whom}", f"is in contact with {whom} already")
    elif found is not None and not found.done:
        does = path_answer.WOULD_GET_THERE
    first, *legs = path_answer.words(path, battle.called(fighter), movement_rules(battle), does=does)
    return {
        "lines": [first, *_how_far(path, found), *_chances(battle, fighter, gone), *legs],
        "legs": [path_answer.leg_document(leg, movement_rules(battle)) for leg in path.legs],
        "stops": list(found.stops) if found is not None else None,
    }


def _how_far(path: Path, found: WalkPreview | None) -> Iterator[str]:
    """How far the action leads."""
    if found is None:
        return
    gives = f"{found.inches:g}" + (f" to {found.most:g}" if found.most is not None else "")
    if found.done:
        yield f'the action gives {gives}"'
    else:
        missing = path.cost - found.inches
        yield f'the action gives {gives}", {missing:.2f}" too few, and ends at the ring'
    for reason in found.because:
        yield f"{reason.text} [{reason.source}]"


def _chances(battle: Battle, fighter: str, gone: Path) -> Iterator[str]:
    """How likely the checks on the way are passed."""
    found = check_chances(battle, fighter, gone)
    if found:
        yield "; ".join(f"{name} check passed: {percent(share)}" for name, share in found)
    if len(found) > 1:
        yield f"all of them: {percent(prod(share for _, share in found))}"
