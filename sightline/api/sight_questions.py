"""Who sees whom: line of sight, hidden share, cover, and how sure that is."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rules.sight.flat_table_sight import levels_apart
from rules.sight.scan_sensitivity import WIDENED_DRAWS, scan_sensitivity
from rules.sight.sensitivity import DRAWS, Sensitivity, sensitivity
from rules.sight.shot_verdicts import settle_shots
from rules.sight.sight_rulings import UNNOTICEABLE, filled
from rules.sight.verdict import PROVING_EFFORT, Effort, SightQuestion, SightRules, Verdict
from rules.sight.verdict_reasons import says_share
from rules.systems.registry import DEFAULT
from scene.base.errors import SceneError
from scene.table.table import MM_PER_INCH, Figure, Table
from scene.visibility.hidden_share import Precision
from scene.visibility.shaft import asked_in_shaft
from scene.visibility.vantage_point import best_vantage
from sightline.answers import sight_answer
from sightline.api.given_values import TOLERANCE_MM, given_table, number, rules_of, seed_of, two_figures, yes_or_no
from sightline.api.loaded_table import LoadedTable
from sightline.api.shown_answers import ShownAnswer
from sightline.console import progress_share, warn, working
from sightline.errors import CommandError

if TYPE_CHECKING:
    from PIL import Image

    from capture.dense.dense_shot import DenseShot

DRAWS_OF_MANY = 8
"""Shifts tried for each question where all are asked at once; where one changes the verdict, or nearly, `DRAWS` are."""
NEAR = 0.03
"""A share so near to one at which cover changes may be there after a shift: two millimetres change few by more."""
WIDENED_OF_MANY = 24
"""As many scenes are drawn with larger errors on a scanned table: what is called sure must be, and a few draws tell little."""
PRECISION_OF_MANY = Precision(cells=40, width=0.02, blockers=False, at_limits=0.0048)
"""Where all are asked at once, the bound is two points wide, and half a point where it holds a share at which cover changes;
a question of its own gets a tighter one."""


@dataclass(frozen=True, eq=False, repr=False)
class SightAnswer(ShownAnswer):
    """A settled shot; false where there is no line of sight.

    Attributes:
        table: where.
        verdict: line of sight, hidden share, cover, and the reasons with their sections.
        sensitivity: how the verdict fares under small shifts, or in scenes drawn from a scan; None if none were tried.
        looked: on a scan that knows its pieces only, what its photos say of the lines that these leave free.
    """

    table: Table
    verdict: Verdict
    sensitivity: Sensitivity | None
    looked: "DenseShot | None" = None

    def __bool__(self) -> bool:
        """Whether the shooter sees the target."""
        return self.line_of_sight

    @property
    def shooter(self) -> Figure:
        """Who looks."""
        return self.verdict.question.shooter

    @property
    def target(self) -> Figure:
        """Who is looked at."""
        return self.verdict.question.target

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

    def document(self, *, best: bool = True) -> dict[str, Any]:
        """As ``sightline los --json`` has it; not ``best`` without what is hidden from the best place of the shooter's body."""
        question, hidden = self.verdict.question, self.verdict.ruling.geometry
        pair = question.shooter, question.target
        margin = self.sensitivity.tolerance_mm / MM_PER_INCH if self.sensitivity else 0.0
        more = dict[str, Any]()
        if self.looked is not None:
            from sightline.answers.scanned import dense_answer

            more = dense_answer.document(self.looked, self.table.size)
        if hidden is None or not best:
            return sight_answer.document(self.verdict, self.sensitivity, None) | more
        vantage = asked_in_shaft(
            self.table, pair, margin, lambda table: best_vantage(table.terrain, table.figures, *pair, from_eye=hidden)
        )
        return sight_answer.document(self.verdict, self.sensitivity, vantage) | more

    def told(self) -> list[str]:
        """The verdict, and what the photos say of it."""
        found = sight_answer.words(self.verdict, self.sensitivity)
        if self.looked is None:
            return found
        from sightline.answers.scanned import dense_answer

        return [*found, *dense_answer.words(self.looked, self.table.size)]

    def lines(self) -> list[str]:
        """The verdict, and why."""
        return [*self.told(), *(["as far as measured:"] if self.verdict.known == "unknown" else []), *self.reasons()]

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
    shooter: str | Figure,
    target: str | Figure,
    *,
    rules: str = DEFAULT,
    flat: bool = False,
    tolerance_mm: float | None = 0.0,
    seed: int = 0,
    photos: Sequence[Path] | None = None,
) -> SightAnswer:
    """Settle a shot.

    Args:
        table: where.
        shooter, target: ids or names, or figures of the table.
        rules: the name of the rule system, or a system file.
        flat: by its variant for flat tables.
        tolerance_mm: how far both may stand from where the table has them, 0 to 100 millimetres; None for what a command takes.
        seed: of the shifts that are tried; a whole number from 0 on.
        photos: files or folders: the table's scan is looked through for what stands there besides its pieces.

    Raises:
        SceneError: a figure is not on the table.
        RulesError, CommandError: the rules do not settle that, or the photos are not of the scan.
    """
    given_table(table)
    judged, tolerance, chosen = _terms(rules, flat, tolerance_mm, seed)
    one, other = two_figures(table, (shooter, target), ("shooter", "target"))
    question = shot(table, one.id, other.id)
    ((verdict, steady),) = settled(table, [question], judged, tolerance_mm=tolerance, seed=chosen)
    return looked_past_pieces(SightAnswer(table, verdict, steady), photos)


def looked_past_pieces(answer: SightAnswer, photos: Sequence[Path] | None) -> SightAnswer:
    """The answer with what its scan's photos say of scenery that was not measured; files or folders of them, or None."""
    scan = answer.table.scan
    if photos is None and (scan is None or not scan.photos):
        return answer
    # OpenCV is wanted for scans only.
    from sightline.api.dense_questions import looked_through, past_pieces
    from sightline.files.photo_files import photo_files

    found = past_pieces(answer.table, answer.verdict, None if photos is None else photo_files([Path(one) for one in photos]))
    return SightAnswer(answer.table, *looked_through(answer.verdict, answer.sensitivity, found), found)


def _terms(rules: object, flat: object, tolerance_mm: object, seed: object) -> tuple[SightRules, float | None, int]:
    """How sight is judged, how far figures may be shifted, and the seed; checked."""
    yes_or_no(flat=flat)
    tolerance = None if tolerance_mm is None else number(tolerance_mm, "tolerance_mm", TOLERANCE_MM, "millimetres")
    return sight_answer.sight_rules(rules_of(rules), flat=bool(flat)), tolerance, seed_of(seed)


@dataclass(frozen=True, eq=False, repr=False)
class SightsAnswer(ShownAnswer):
    """Who sees whom, of all who are asked; false where nobody sees anybody.

    Attributes:
        table: where.
        pairs: everybody against everybody of another side, both ways; figures without a side are each of their own.
        warnings: what makes it doubtful, a line each.
    """

    table: Table
    pairs: tuple[SightAnswer, ...]
    warnings: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        """Whether anybody sees anybody."""
        return any(self.pairs)

    def document(self) -> dict[str, Any]:
        """As ``sightline los --all --json`` has it."""
        pairs = [sight_answer.document(pair.verdict, pair.sensitivity) for pair in self.pairs]
        return {"pairs": pairs, "warnings": list(self.warnings)}

    def lines(self) -> list[str]:
        """A line for each pair."""
        told = ["; ".join(sight_answer.words(pair.verdict, pair.sensitivity, briefly=True)) for pair in self.pairs]
        return told or ["no two figures on this table are of different sides"]

    def __repr__(self) -> str:
        """How many see whom."""
        return f"<SightsAnswer: {sum(map(bool, self.pairs))} of {len(self.pairs)} see the other>"

    def picture(self) -> "Image.Image":
        """The table from above, with a line for each who sees another."""
        from sightline.drawing.sight.sight_lines_picture import sight_lines_picture

        close = [pair.verdict.ruling.undecided or bool(pair.sensitivity and pair.sensitivity.too_close_to_call)
                 for pair in self.pairs]  # fmt: skip
        return sight_lines_picture(self.table, [pair.verdict for pair in self.pairs], close)


def who_sees_whom(
    table: Table,
    *,
    rules: str = DEFAULT,
    flat: bool = False,
    tolerance_mm: float | None = 0.0,
    seed: int = 0,
) -> SightsAnswer:
    """Everybody's line of sight to everybody of another side, both ways; figures without a side are each of their own.

    The arguments are those of `line_of_sight`, and so is what is raised. Each pair is looked at less closely than on its own.
    """
    given_table(table)
    judged, tolerance, chosen = _terms(rules, flat, tolerance_mm, seed)
    questions = [
        SightQuestion(one, other)
        for one in table.figures
        for other in table.figures
        if one is not other and (one.side != other.side or not one.side)
    ]
    warnings = table.warnings if isinstance(table, LoadedTable) else ()
    if flat and (doubt := levels_apart(one.target.position[2] - one.shooter.position[2] for one in questions)):
        warn([doubt])
        warnings += (doubt,)
    found = settled(table, questions, judged, tolerance_mm=tolerance, seed=chosen) if questions else []
    return SightsAnswer(table, tuple(SightAnswer(table, *one) for one in found), warnings)


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


def effort_of_many(rules: SightRules) -> Effort:
    """How closely each question is looked at where all are asked at once."""
    return Effort(replace(PRECISION_OF_MANY, limits=_limits(rules)), lines=4_000, proof_work=600_000)


def _limits(rules: SightRules) -> tuple[float, ...]:
    """The shares at which cover changes."""
    return (UNNOTICEABLE, rules.full_cover)


def settled(
    table: Table,
    questions: Sequence[SightQuestion],
    rules: SightRules,
    *,
    tolerance_mm: float | None,
    seed: int,
    in_shaft: bool = False,
) -> list[tuple[Verdict, Sensitivity | None]]:
    """The verdicts on questions, with how they fare; many at once are looked at less closely.

    With ``in_shaft`` a question of its own is asked of what lies between the two figures, which is faster on large meshes. A
    proof then numbers the faces of that; whoever shows it or certifies it has to ask the whole table.
    """
    shifted = sight_answer.TOLERANCE_MM if tolerance_mm is None else tolerance_mm

    def ask(table: Table) -> list[tuple[Verdict, Sensitivity | None]]:
        return _settled(table, questions, rules, tolerance_mm=tolerance_mm, seed=seed)

    if in_shaft and len(questions) == 1 and rules.by_rays:
        return asked_in_shaft(table, (questions[0].shooter, questions[0].target), shifted / MM_PER_INCH, ask)
    return ask(table)


def _settled(
    table: Table, questions: Sequence[SightQuestion], rules: SightRules, *, tolerance_mm: float | None, seed: int
) -> list[tuple[Verdict, Sensitivity | None]]:
    alone = len(questions) == 1
    with working("looking"):
        verdicts = settle_shots(table, questions, rules=rules, effort=PROVING_EFFORT if alone else effort_of_many(rules))
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
            if not alone:
                steady = _once_more(table, verdicts, steady, tolerance_mm=shifted, seed=seed)
    else:
        steady = [None] * len(verdicts)
    return list(zip(verdicts, steady, strict=True))


def _once_more(
    table: Table, verdicts: Sequence[Verdict], steady: Sequence[Sensitivity], *, tolerance_mm: float, seed: int
) -> list[Sensitivity]:
    """How verdicts fare, with as many shifts as a question of its own gets where fewer may not tell."""
    doubtful = [i for i, (one, so_far) in enumerate(zip(verdicts, steady, strict=True)) if so_far.holds < 1.0 or _near(one)]
    more = sensitivity(table, [verdicts[i] for i in doubtful], tolerance_mm=tolerance_mm, seed=seed, draws=DRAWS)
    return filled(steady, doubtful, more)  # type: ignore[return-value]


def _near(verdict: Verdict) -> bool:
    """Whether a share is near one at which cover changes, but for bodies that are wholly seen, of which most stay so."""
    ruling = verdict.ruling
    shares = [one.share for one in (ruling.counted, ruling.terrain) if one and one.share > 0.0]
    return verdict.line_of_sight and any(abs(share - limit) < NEAR for share in shares for limit in _limits(verdict.rules))
