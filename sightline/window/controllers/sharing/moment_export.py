"""The export of a moment: the table, the question, the picture and the battle up to there, as one bundle."""

from pathlib import Path

from rules.engine.given_entries import unproven
from rules.engine.journal_format import journal_text
from rules.skirmish.phases.tactic_cards import are_drawn
from scene.table_io.standing_check import standing_faults
from scene.table_io.table_bundle import SUFFIX
from sightline.drafts.draft_saving import save
from sightline.drafts.draft_table import Draft, changed
from sightline.files.output_files import free_name, is_there
from sightline.files.shared_moments import JOURNAL, MOMENT, PICTURE, SharedMoment, moment_text
from sightline.window.battle.snapshots.battle_snapshot import BattleSnapshot
from sightline.window.controllers.evidence_export import draft_of_battle


def told_answers(shown: BattleSnapshot) -> int:
    """How many of the answers up to the moment that is shown anybody may see: none from the first on that is secret still."""
    return min([shown.at, *(line.answers - 1 for line in shown.log if line.hidden)])


def keeps_secrets(shown: BattleSnapshot, *, seen: bool) -> bool:
    """Whether somebody holds in secret what he drew or chose, such as cards, while the battle has gone on since.

    Also where cards are drawn at all: the journal has the seed, and whoever plays from before on sees the same ones drawn.

    Args:
        shown: the battle.
        seen: whether somebody looks at a secret question: then the battle has not gone on.
    """
    if are_drawn(shown.battle) and (shown.moments[-1].question is not None or any(line.hidden for line in shown.log)):
        return True
    hidden = [line.hidden for line in shown.log if line.answers <= shown.at and (line.chosen or line.roll or line.hidden)]
    return not seen and True in hidden and not all(hidden[hidden.index(True) :])


def write_table(draft: Draft, moment: SharedMoment, picture: bytes, folder: Path, name: str) -> Path:
    """Writes a moment of a table.

    Args:
        draft: the table.
        moment: the question.
        picture: a PNG file.
        folder: where it goes.
        name: of the file, without an ending; where that is taken, the next that is free.

    Raises:
        SceneError: if it cannot be written.
    """
    return _write(draft, {MOMENT: moment_text(moment), PICTURE: picture}, folder, name)


def write_battle(shown: BattleSnapshot, moment: SharedMoment, picture: bytes, folder: Path, name: str) -> Path:
    """The same of a battle: answers that were taken back are left out, and so is all from the first secret one on.

    Dice that two devices drew count as typed in it: the proof of them is bound to their place in the whole journal.

    Args:
        shown: the battle, at the moment that is shown.
        moment: the question.
        picture: a PNG file; empty for none.
        folder, name: as for `write_table`.

    Raises:
        SceneError: if it cannot be written, or the table of the battle cannot be read any more.
    """
    told = told_answers(shown)
    draft = _as_it_stands(shown, told)
    journal = journal_text(shown.record.header, map(unproven, shown.record.answers[:told]))[0]
    pictures = {PICTURE: picture} if picture else {}
    return _write(draft, {MOMENT: moment_text(moment), JOURNAL: journal, **pictures}, folder, name)


def write_battle_table(shown: BattleSnapshot, moment: SharedMoment, picture: bytes, folder: Path, name: str) -> Path:
    """The same of the table alone, as it stands at the moment that is shown: how it came to that would tell secrets."""
    pictures = {PICTURE: picture} if picture else {}
    return _write(_as_it_stands(shown, shown.at), {MOMENT: moment_text(moment), **pictures}, folder, name)


def _as_it_stands(shown: BattleSnapshot, at: int) -> Draft:
    """The table of a battle after so many answers."""
    draft = draft_of_battle(shown.moments[at].state, shown.table_file)
    # Commands would refuse a table on which somebody lies in another's way, say. The battle has them all the same.
    return changed(draft, figures=[]) if standing_faults(draft.table) else draft


def _write(draft: Draft, files: dict[str, bytes], folder: Path, name: str) -> Path:
    path = folder / free_name(f"{name}{SUFFIX}", lambda one: is_there(folder / one))
    save(draft, path, beside=files)
    return path
