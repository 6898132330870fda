"""``sightline card``: a card to print that stands in the target's place."""

from pathlib import Path
from typing import Annotated

import typer

from scene.mesh_io.mesh_reading import MAX_FACES
from sightline.cli import completion
from sightline.cli.options import AsJson, MaxFaces, Overwrite, Paper, TablePath
from sightline.console import print_json, tell
from sightline.errors import CommandError
from sightline.files.output_files import PDF_ENDS, check_file, write_file
from sightline.files.table_loading import load


def command(
    table: TablePath,
    target: Annotated[
        str,
        typer.Argument(
            metavar="TARGET", help="Who is looked at: an id or a name.", show_default=False, autocompletion=completion.figures
        ),
    ],
    *,
    seen_from: Annotated[
        str | None,
        typer.Option(
            "--seen-from",
            metavar="SHOOTER",
            help="Whose eye it is made for; with a stand for that eye.",
            show_default=False,
            autocompletion=completion.figures,
        ),
    ] = None,
    output: Annotated[
        Path, typer.Option("--output", "-o", metavar="CARD.pdf", help="Write the card here.", show_default=False)
    ],
    paper: Annotated[Paper, typer.Option("--paper", help="The paper in the printer.")] = Paper.A4,
    overwrite: Overwrite = False,
    max_faces: MaxFaces = MAX_FACES,
    as_json: AsJson = False,
) -> None:
    """A card that stands in the target's place, in one loud colour, to measure a shot on any table with one photo.

    The card shows the target's silhouette as the shooter sees it. With
    --seen-from a second page has the stand for the shooter's eye: hold the
    lens at its hole, take a photo, and give it to sightline card-photo.
    Print at 100 %, in colour.

    [bold]Examples[/bold]

      sightline card disputed-shot kruger --seen-from jelena -o card.pdf --overwrite
    """
    check_file(output, what="cards are PDF files", ends=PDF_ENDS, overwrite=overwrite, sources=(table,))
    whole, _ = load(table, max_faces=max_faces)
    from capture.shot_cards.card_pages import card_pages
    from capture.tags.print_pdf import sheets_pdf
    from sightline.answers.scanned.card_answer import low_eye
    from sightline.answers.scanned.card_questions import layout_for

    meant = whole.figure(target)
    shooter = None if seen_from is None else whole.figure(seen_from)
    if shooter is not None and shooter.id == meant.id:
        raise CommandError(f"{meant.called} cannot be seen from its own eye; give another figure with --seen-from")
    layout = layout_for(whole, shooter, meant)
    pages = card_pages(layout, shooter, paper.value)
    write_file(output, sheets_pdf(pages, paper.value))
    if as_json:
        listed = [{"title": page.title, "tags": [tag.id for tag in page.tags]} for page in pages]
        left, low, right, high = layout.outline.bounds
        size = {"width": round(right - left, 2), "low": round(low, 2), "high": round(high, 2)}
        print_json(
            {"file": str(output), "paper": paper.value, "pages": listed, "eye_mm": round(layout.far, 1), "silhouette_mm": size}
        )
        return
    low = "" if shooter is None else low_eye(shooter)
    made_for = f"for {shooter.called}'s eye, {layout.far:.0f} mm away" if shooter else "for an eye straight before it"
    tell(
        [
            f"{output}: the card for {meant.called}, {made_for}",
            'Print at 100 % in colour, not "fit to page", and measure the ruler on the paper.',
            "Put it where the figure stands, take the photo, and settle the shot with sightline card-photo.",
            *([f"{low}: card-photo --lamp."] if low else []),
        ]
    )
