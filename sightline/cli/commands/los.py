"""``sightline los``: settle a shot: line of sight, hidden share, cover."""

import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from rules.sight.flat_table_sight import levels_apart
from rules.sight.scan_sensitivity import WIDENED_DRAWS
from rules.sight.sensitivity import DRAWS, Sensitivity
from rules.sight.verdict import SightQuestion, Verdict
from scene.mesh_io.mesh_reading import MAX_FACES
from scene.proof.sight_proof import proof_document, prove
from scene.table.table import Table
from sightline.answers.sight_answer import TOLERANCE_MM, document, sight_rules, words
from sightline.api.sight_questions import DRAWS_OF_MANY, WIDENED_OF_MANY, SightAnswer, looked_past_pieces, settled, shot
from sightline.cli import completion
from sightline.cli.options import (
    USUAL_RULES,
    AsJson,
    CertificatePath,
    DrawsSeed,
    Flat,
    MaxFaces,
    Overwrite,
    PhotoPath,
    PicturePath,
    ProfilePath,
    ReportPath,
    SightRules,
    TablePath,
    ToleranceMm,
)
from sightline.console import answers, print_json, tell, warn, working
from sightline.console import words as words_for_people
from sightline.errors import CommandError
from sightline.files.output_files import check_outputs
from sightline.files.proof_files import check_place, write_certificate
from sightline.files.rule_systems import rule_system
from sightline.files.scan_photo_lookup import better_photos, check_photo, moved_since, taken
from sightline.files.table_loading import load
from sightline.files.table_names import as_typed

Shooter = Annotated[
    str | None,
    typer.Argument(
        metavar="SHOOTER", help="Who looks: an id or a name.", show_default=False, autocompletion=completion.figures
    ),
]
Target = Annotated[
    str | None,
    typer.Argument(
        metavar="TARGET", help="Who is looked at: an id or a name.", show_default=False, autocompletion=completion.figures
    ),
]
Photos = Annotated[
    list[Path] | None,
    typer.Option(
        "--photos",
        metavar="FOLDER",
        help="Look through the photos of the table's scan for scenery that it did not measure: a folder or a file; "
        "may be given more than once.",
        show_default=False,
    ),
]
All = Annotated[bool, typer.Option("--all", help="Every shooter and target of different sides, both ways.")]


def command(
    table: TablePath,
    shooter: Shooter = None,
    target: Target = None,
    *,
    rules: SightRules = USUAL_RULES,
    flat: Flat = False,
    everybody: All = False,
    tolerance_mm: ToleranceMm = None,
    seed: DrawsSeed = 0,
    picture: PicturePath = None,
    photo: PhotoPath = None,
    profile: ProfilePath = None,
    photos: Photos = None,
    report: ReportPath = None,
    certificate: CertificatePath = None,
    overwrite: Overwrite = False,
    max_faces: MaxFaces = MAX_FACES,
    as_json: AsJson = False,
) -> None:
    """Settle a shot: line of sight, hidden share, cover, steadiness, and the reasons.

    [bold]Examples[/bold]

      sightline los disputed-shot jelena kruger --rules main-rulebook

      sightline los disputed-shot jelena kruger --picture eye.png --report why.html --overwrite

      sightline los disputed-shot jelena kruger --profile side.png --overwrite

      sightline los disputed-shot --all --rules main-rulebook --json

    [bold]With photos and files of your own[/bold]

      sightline los hall.json jelena kruger --photos photos --photo photos/IMG_2041.jpg --picture shot.png
    """
    files = (picture, report, photo, profile, certificate, *(photos or ()))
    _check_words(shooter, target, everybody=everybody, outputs=files, judged=(rules, flat))
    check_photo(photo, picture)
    check_outputs(table, picture=picture, profile=profile, report=report, overwrite=overwrite)
    if certificate:
        check_place(certificate, overwrite=overwrite)
    whole, warnings = load(table, max_faces=max_faces)
    questions = _pairs(whole) if everybody else [shot(whole, str(shooter), str(target))]
    on = taken(whole, photo) if photo else None
    if on:
        asked = (questions[0].shooter, questions[0].target)
        shown = better_photos(whole, on, [(one.called, one.box) for one in asked])
        warn(shown + moved_since(whole, [one.id for one in asked]))
    if not questions:
        words_for_people().print("no two figures on this table are of different sides")
    if flat and (doubt := levels_apart(one.target.position[2] - one.shooter.position[2] for one in questions)):
        warnings += (doubt,)
        warn([doubt])
    evidence = any((picture, profile, report, certificate))
    found = settled(
        whole,
        questions,
        sight_rules(rule_system(rules), flat=flat),
        tolerance_mm=tolerance_mm,
        seed=seed,
        in_shaft=not evidence,
    )
    if everybody:
        if whole.scan is not None:
            tried = f"{DRAWS_OF_MANY} and {WIDENED_OF_MANY} scenes drawn from the scan, in place of {DRAWS} and {WIDENED_DRAWS}"
            words_for_people().print(f"each pair was tried in {tried}; ask one by one for those that matter")
        _print_all(found, warnings, as_json=as_json)
        return
    answer = looked_past_pieces(SightAnswer(whole, *found[0]), photos)
    verdict, steady = answer.verdict, answer.sensitivity
    facts = answer.document() | {"warnings": list(warnings)}
    # The files come first: whoever reads the answer may stop reading at any line.
    if picture or profile or report:
        from sightline.reports.evidence import write_evidence

        again = ["sightline", "los", as_typed(table), verdict.question.shooter.id, verdict.question.target.id]
        again += ["--rules", rules]
        if tolerance_mm is not None or whole.scan is None:
            again += ["--tolerance-mm", f"{TOLERANCE_MM if tolerance_mm is None else tolerance_mm:g}"]
        again += ["--seed", str(seed)] + ["--flat"] * flat
        if max_faces != MAX_FACES:
            again += ["--max-faces", str(max_faces)]
        again += [word for each in photos or () for word in ("--photos", str(each))]
        line = shlex.join(again)
        with working("drawing the evidence"):
            write_evidence(
                whole,
                table,
                verdict,
                steady,
                facts,
                picture=picture,
                photo=on,
                profile=profile,
                report=report,
                command=line,
                max_faces=max_faces,
            )
    if certificate:
        _certify(whole, verdict, certificate)
    if as_json:
        print_json(facts)
    else:
        _print(answer)


def _certify(table: Table, verdict: Verdict, path: Path) -> None:
    """Write the proof that there is no line, or say why there is none."""
    proof = verdict.ruling.proof
    with working("writing the proof"):
        document = proof_document(proof) if proof else None
    if document is not None:
        write_certificate(path, document)
        return
    one, other = verdict.question.shooter.called, verdict.question.target.called
    if verdict.line_of_sight:
        why = f"{one} sees {other}, and the two ends of the line are the proof"
    elif verdict.rules.in_plan or (verdict.ruling.reasons and proof and proof.settled):
        why = _by_rule(table, verdict)
    else:
        why = "that there is no line is not proven by surfaces"
    warn([f"no certificate was written: {why}"])


def _by_rule(table: Table, verdict: Verdict) -> str:
    """Which rule has it that there is no line, and what geometry alone says."""
    with working("looking past the rule"):
        alone = prove(table.terrain, (verdict.question.shooter, verdict.question.target), blocking=table.figures)
    found = "a line is free" if alone.line else "no free line was found"
    if alone.settled and not alone.line:
        found = "there is no line either, which --rules geometry certifies"
    reasons = verdict.ruling.reasons or verdict.because
    return f"a rule decides, {reasons[0].source}, as {reasons[0].text}; by geometry alone {found}"


def _check_words(
    shooter: str | None,
    target: str | None,
    *,
    everybody: bool,
    outputs: Sequence[Path | None],
    judged: tuple[str, bool],
) -> None:
    faults = []
    if everybody and (shooter or target):
        faults.append("--all asks for every pair; leave out SHOOTER and TARGET, or --all")
    if everybody and any(outputs):
        given = "--picture, --photo, --photos, --profile, --report and --certificate"
        faults.append(f"{given} show one shot; name a SHOOTER and a TARGET instead of --all")
    if not everybody and not (shooter and target):
        faults.append("name a SHOOTER and a TARGET, or give --all")
    if shooter and shooter == target:
        faults.append(f'"{shooter}" cannot be both SHOOTER and TARGET; name two figures')
    try:
        sight_rules(rule_system(judged[0]), flat=judged[1])
    except CommandError as error:
        faults += error.faults
    if faults:
        raise CommandError(faults)


def _pairs(table: Table) -> list[SightQuestion]:
    """Everybody against everybody of another side. Figures without a side are each of their own."""
    figures = table.figures
    return [
        SightQuestion(one, other)
        for one in figures
        for other in figures
        if one is not other and (one.side != other.side or not one.side)
    ]


def _print_all(settled: list[tuple[Verdict, Sensitivity | None]], warnings: tuple[str, ...], *, as_json: bool) -> None:
    if as_json:
        print_json({"pairs": [document(verdict, steady) for verdict, steady in settled], "warnings": list(warnings)})
        return
    for verdict, steady in settled:
        answers().print("; ".join(words(verdict, steady, briefly=True)))


def _print(answer: SightAnswer) -> None:
    """The verdict as it stands out, and why it is so."""
    quiet = answer.lines()
    loud = answer.told()
    tell(loud)
    for line in quiet[len(loud) :]:
        answers().print(line, style="dim")
