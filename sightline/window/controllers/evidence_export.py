"""The export of evidence: the report of a question asked in the window, and the table as it was asked about beside it."""

import shlex
from dataclasses import replace
from itertools import count
from pathlib import Path

from rules.sight.sensitivity import Sensitivity
from rules.sight.verdict import Verdict
from rules.skirmish.state.battle_sight import table_of
from rules.skirmish.state.battle_state import Battle
from scene.table_io.table_document import FigureEntry
from scene.table_io.table_statuses import status_of
from scene.visibility.vantage_point import best_vantage
from sightline.answers.sight_answer import TOLERANCE_MM, document
from sightline.drafts.draft_saving import save
from sightline.drafts.draft_table import Draft, changed, open_draft
from sightline.reports.evidence import write_evidence


def write_question(draft: Draft, verdict: Verdict, steady: Sensitivity | None, folder: Path) -> Path:
    """Writes the report of a question, and a bundle of the table on which the command in it gives the same answer.

    Args:
        draft: the table.
        verdict: on it; the shooter may stand elsewhere than in the draft, and does so in the bundle.
        steady: how it fares under small shifts.
        folder: where both go, under names that are free.

    Raises:
        SceneError: if they cannot be written.
    """
    shooter, target = verdict.question.shooter, verdict.question.target
    figures = [
        replace(entry, position=shooter.position) if entry.id == shooter.id else entry for entry in draft.document.figures
    ]
    asked = changed(draft, figures=figures)
    bundle, report = _free(folder, f"{shooter.id}-{target.id}")
    save(asked, bundle)
    hidden = verdict.ruling.geometry
    vantage = best_vantage(asked.table.terrain, asked.table.figures, shooter, target, from_eye=hidden) if hidden else None
    words = ["sightline", "los", bundle.name, shooter.id, target.id]
    words += [
        "--rules",
        verdict.rules.name,
        *([] if asked.table.scan else ["--tolerance-mm", f"{TOLERANCE_MM:g}"]),
        "--seed",
        "0",
    ]
    facts = document(verdict, steady, vantage) | {"warnings": []}
    write_evidence(asked.table, bundle, verdict, steady, facts, picture=None, report=report, command=shlex.join(words))
    return report


def draft_of_battle(battle: Battle, table_file: Path) -> Draft:
    """The table of a battle with everybody who is on it, as a table file would have them: where they are, and how.

    Raises:
        SceneError: if the table's file cannot be read any more.
    """
    figures = [
        FigureEntry(
            one.id, one.position, battle.card(one.id).name, one.side, proxy=battle.proxy(one.id), base_mm=one.base_mm,
            facing=one.facing, status=status_of(one),
        )
        for one in table_of(battle).figures
    ]  # fmt: skip
    return changed(open_draft(table_file), figures=figures)


def _free(folder: Path, name: str) -> tuple[Path, Path]:
    """A bundle and a report of one name that neither is there yet."""
    for number in count(1):
        stem = name if number == 1 else f"{name}-{number}"
        bundle, report = folder / f"{stem}.sightline", folder / f"{stem}.html"
        if not bundle.exists() and not report.exists():
            return bundle, report
    raise AssertionError
