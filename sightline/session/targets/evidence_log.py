"""The evidence in the log: derived again from how things were, for the one who was chosen; nothing of it is in the journal."""

from rules.engine.game_history import Answered
from rules.engine.procedure_steps import Choose, Say
from rules.errors import RulesError
from rules.skirmish.shooting.target_choice import Declared
from rules.skirmish.state.battle_state import Battle
from scene.base.errors import SceneError
from sightline.session.targets.decision_evidence import CHARGE, evidence_on
from sightline.session.targets.evidence_words import in_a_line
from sightline.session.targets.target_evidence import of_shot


def log_evidence(entry: Say | Answered, before: Battle | None) -> str:
    """What was known of a target when he was chosen, in a few words; empty for every line that chooses none.

    Takes a tenth of a second or so where it has not been asked before.

    Args:
        entry: of a log: a shot that was declared, or a charge.
        before: how things were then; None where that is not known.
    """
    try:
        if isinstance(entry, Say):
            if not isinstance(entry.shown, Declared) or not isinstance(entry.state, Battle):
                return ""
            shot = entry.shown
            return in_a_line(of_shot(entry.state, shot.shooter, shot.target, shot.guns))
        question, answer = entry.question, entry.answer
        if before is None or not isinstance(question, Choose) or question.what != CHARGE:
            return ""
        if all(option.key != answer for option in question.options):
            return ""
        found = evidence_on(before, question, str(answer))
    except (RulesError, SceneError):
        return ""
    return "" if found is None else in_a_line(found)
