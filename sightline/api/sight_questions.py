"""Who sees whom: line of sight, hidden share, cover, and how sure that is."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rules.sight.scan_sensitivity import WIDENED_DRAWS, scan_sensitivity
from rules.sight.sensitivity import DRAWS, Sensitivity, sensitivity
from rules.sight.shot_verdicts import settle_shots
from rules.sight.verdict import FULL_EFFORT, Effort, SightQuestion, SightRules, Verdict
from rules.sight.verdict_reasons import says_share
from rules.systems.registry import DEFAULT
from scene.base.errors import SceneError
from scene.table.table import Figure, Table
from scene.visibility.hidden_share import Precision
from scene.visibility.vantage_point import best_vantage
from sightline.answers import sight_answer
from sightline.api.shown_answers import ShownAnswer
from sightline.console import progress_share, working
from sightline.errors import CommandError

if TYPE_CHECKING:
    from PIL import Image

DRAWS_OF_MANY = 8
"""Shifts tried for each question where all are asked at once."""
WIDENED_OF_MANY = 24
"""As many scenes are drawn with larger errors on a scanned table: what is called sure must be, and a few draws tell little."""
EFFORT_OF_MANY = Effort(Precision(cells=48, width=0.0048, blockers=False), lines=4_000)
"""Where all are asked at once, the bound is half a point wide at most; a question of its own gets a tighter one."""


@dataclass(frozen=True, eq=False)
class SightAnswer(ShownAnswer):
    """A settled shot.

    Attributes:
        table: where.
        verdict: line of sight, hidden share, cover, and the reasons with their sections.
        sensitivity: how the verdict fares under small shifts, or in scenes drawn from a scan; None if none were tried.
    """

    table: Table
    verdict: Verdict
    sensitivity: Sensitivity | None

    @property
    def line_of_sight(self) -> bool:
        """Whether the shooter sees the target."""
        return self.verdict.line_of_sight

    @property
    def hidden(self) -> float | None:
        """The share of the target's body that is hidden from the shooter's eye; None where there is no body."""
        geometry = self.verdict.ruling.geometry
        return geometry.share if geometry else None

    @property
    def cover(self) -> str | None:
        """The cover by the rules; None where no rulebook is asked."""
        return self.verdict.ruling.cover

    def document(self) -> dict[str, Any]:
        """As ``sightline los --json`` has it."""
        question, hidden = self.verdict.question, self.verdict.ruling.geometry
        terrain, figures = self.table.terrain, self.table.figures
        vantage = best_vantage(terrain, figures, question.shooter, question.target, from_eye=hidden) if hidden else None
        return sight_answer.document(self.verdict, self.sensitivity, vantage)

    def lines(self) -> list[str]:
        """The verdict, and why."""
        told = sight_answer.words(self.verdict, self.sensitivity)
        return [*told, *(["as far as measured:"] if self.verdict.known == "unknown" else []), *self.reasons()]

    def reasons(self) -> list[str]:
        """Why, each with its section; without what only repeats the share."""
        because = (reason for reason in self.verdict.because if not says_share(reason, self.verdict))
        return [f"  - {reason.text}  [{reason.source}]" for reason in because]

    def picture(self) -> "Image.Image":
        """The target through the shooter's eye."""
        from sightline.reports.evidence import eye_picture

        return eye_picture(self.table, self.verdict, self.sensitivity)


def line_of_sight(
    table: Table,
    shooter: str,
    target: str,
    *,
    rules: str = DEFAULT,
    flat: bool = False,
    tolerance_mm: float | None = 0.0,
    seed: int = 0,
) -> SightAnswer:
    """Settle a shot.

    Args:
        table: where.
        shooter, target: ids or names of figures.
        rules: the name of the rule system.
        flat: by its variant for flat tables.
        tolerance_mm: how far both may stand from where the table has them; None for what a command takes.
        seed: of the shifts that are tried.

    Raises:
        SceneError: a figure is not on the table.
        RulesError, CommandError: the rules do not settle that.
    """
    judged, question = sight_answer.sight_rules(rules, flat=flat), shot(table, shooter, target)
    ((verdict, steady),) = settled(table, [question], judged, tolerance_mm=tolerance_mm, seed=seed)
    return SightAnswer(table, verdict, steady)


def shot(table: Table, *names: str) -> SightQuestion:
    """The two figures; a `SceneError` with all names that are not on the table."""
    faults: list[str] = []
    found: list[Figure] = []
    for name in names:
        try:
            found.append(table.meant(name))
        except SceneError as error:
            faults += error.faults
    if faults:
        raise SceneError(faults)
    one, other = found
    if one.id == other.id:
        raise CommandError(f'"{one.called}" cannot be both SHOOTER and TARGET; name two figures')
    return SightQuestion(one, other)


def settled(
    table: Table, questions: Sequence[SightQuestion], rules: SightRules, *, tolerance_mm: float | None, seed: int
) -> list[tuple[Verdict, Sensitivity | None]]:
    """The verdicts on questions, with how they fare; many at once are looked at less closely."""
    alone = len(questions) == 1
    with working("looking"):
        verdicts = settle_shots(table, questions, rules=rules, effort=FULL_EFFORT if alone else EFFORT_OF_MANY)
    draws = DRAWS if alone else DRAWS_OF_MANY
    steady: Sequence[Sensitivity | None]
    if table.scan is not None:
        wide = WIDENED_DRAWS if alone else WIDENED_OF_MANY
        with progress_share("looking at scenes drawn from the scan") as tell:
            steady = scan_sensitivity(
                table, verdicts, tolerance_mm=tolerance_mm or 0.0, seed=seed, draws=draws, widened_draws=wide, tell=tell
            )
    elif (shifted := sight_answer.TOLERANCE_MM if tolerance_mm is None else tolerance_mm) > 0.0:
        with working("looking"):
            steady = sensitivity(table, verdicts, tolerance_mm=shifted, seed=seed, draws=draws)
    else:
        steady = [None] * len(verdicts)
    return list(zip(verdicts, steady, strict=True))
