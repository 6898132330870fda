"""The evidence in the log: derived again from how things were, for the one who was chosen; nothing of it is in the journal."""

from rules.engine.game_history import Answered, Line
from rules.engine.procedure_steps import Choose, Say
from rules.errors import RulesError
from rules.skirmish.shooting.target_choice import Declared
from rules.skirmish.state.battle_state import Battle
from scene.base.errors import SceneError
from sightline.session.targets.decision_evidence import CHARGE, evidence_on, kind_of
from sightline.session.targets.evidence_words import in_a_line
from sightline.session.targets.target_evidence import of_shot


def log_evidence(entry: Line, before: Battle | None) -> str:
    """What was known of a target when he was chosen, in a few words; empty for every line that chooses none.

    Takes a tenth of a second or so where it has not been asked before.

    Args:
        entry: of a log: a shot that was declared, or a charge.
        before: how things were then; None where that is not known.
    """
    if not chooses_target(entry):
        return ""
    try:
        if isinstance(entry, Say):
            shot, battle = entry.shown, entry.state
            assert isinstance(shot, Declared)
            return in_a_line(of_shot(battle, shot.shooter, shot.target, shot.guns)) if isinstance(battle, Battle) else ""
        assert isinstance(entry, Answered)
        assert isinstance(entry.question, Choose)
        found = evidence_on(before, entry.question, str(entry.answer)) if before is not None else None
    except (RulesError, SceneError):
        return ""
    return "" if found is None else in_a_line(found)


def chooses_target(entry: Line) -> bool:
    """Whether an entry of a log is a shot that was declared, or a charge at somebody who was offered; no secret one."""
    if isinstance(entry, Say):
        return isinstance(entry.shown, Declared)
    question = entry.question
    if not isinstance(entry, Answered) or entry.hidden or not isinstance(question, Choose) or kind_of(question) != CHARGE:
        return False
    offered = question.offered(str(entry.answer))
    return offered is not None and bool(offered.value)
