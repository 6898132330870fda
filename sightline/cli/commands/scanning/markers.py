"""``sightline markers``: sheets of tags and a calibration board to print."""

import re
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from sightline.cli.options import AsJson, Overwrite, Paper
from sightline.console import print_json, tell
from sightline.errors import CommandError
from sightline.files.output_files import PDF_ENDS, check_file, write_file


class SheetName(StrEnum):
    """What can be printed."""

    BOARD = "board"
    ANCHORS = "anchors"
    TERRAIN = "terrain"
    BASES = "bases"
    CARDS = "cards"


def command(
    *,
    output: Annotated[
        Path, typer.Option("--output", "-o", metavar="FILE.pdf", help="Write the sheets here.", show_default=False)
    ],
    paper: Annotated[Paper, typer.Option("--paper", help="The paper in the printer.")] = Paper.A4,
    only: Annotated[
        list[SheetName] | None,
        typer.Option("--only", help="Only these sheets; may be given more than once.", show_default=False),
    ] = None,
    ids: Annotated[
        str | None,
        typer.Option("--ids", metavar="IDS", help="Exactly these tags, such as 0-11,300-305,310.", show_default=False),
    ] = None,
    overwrite: Overwrite = False,
    as_json: AsJson = False,
) -> None:
    """Sheets to print: a calibration board, anchor tags, terrain tags and base tags; with --only cards, cards.

    Print at 100 %, not "fit to page". Every page has a ruler to check the print with.

    Tags 0 to 31 are anchors, which lie on the ground; 0 to 3 mark its corners.
    Tags 100 to 299 are for pieces of terrain. Those for bases stand in for
    figures: 300 to 359 for bases of 25 mm, 360 to 399 for 28.5, 400 to 459
    for 32, 460 to 499 for 40, 500 to 539 for 50.

    [bold]Examples[/bold]

      sightline markers -o tags.pdf --overwrite

      sightline markers --paper letter --only anchors --only bases -o tags.pdf --overwrite

      sightline markers --ids 0-31,120-139 -o more.pdf --overwrite
    """
    check_file(output, what="sheets are PDF files", ends=PDF_ENDS, overwrite=overwrite)
    wanted = list(dict.fromkeys(only or ()))
    tags = _tags(ids)
    from assets.tag_scheme import BOARD_WORDS, role_of
    from capture.tags.print_pdf import sheets_pdf
    from capture.tags.print_sheets import SHEET_OF, SHEETS, sheets

    meant = dict.fromkeys(SHEET_OF.get(role_of(tag).kind, f"tag {tag}") for tag in tags)
    if faults := [f"there is no {name} on any sheet; --help tells which there are" for name in meant if " " in name]:
        raise CommandError(faults[:20])
    if wanted and (left := [name for name in meant if name not in wanted]):
        raise CommandError(
            f"some of the tags of --ids are on the sheets {', '.join(left)}; add --only for these, or leave it out"
        )
    names = [name for name in SHEETS if name in (wanted or meant)]
    # Cards have no tags of their own choice.
    pages = () if wanted == [SheetName.CARDS] else sheets(paper.value, names, tags)
    if SheetName.CARDS in wanted:
        from capture.shot_cards.card_pages import card_pages
        from capture.shot_cards.proxy_cards import KINDS, proxy_layout

        pages += tuple(page for kind in KINDS for page in card_pages(proxy_layout(kind), None, paper.value))
    write_file(output, sheets_pdf(pages, paper.value))
    if as_json:
        listed = [{"title": page.title, "tags": [tag.id for tag in page.tags]} for page in pages]
        print_json({"file": str(output), "paper": paper.value, "pages": listed, "board": BOARD_WORDS})
    else:
        counted = f"{len(pages)} page{'s' if len(pages) > 1 else ''}"
        tell(
            [
                f"{output}: {counted} of {paper.value} paper: {', '.join(page.title for page in pages)}",
                'Print at 100 %, not "fit to page", and measure the ruler on the paper.',
            ]
        )


def _tags(ids: str | None) -> tuple[int, ...]:
    """The tags that the words name, in order, each once; a `CommandError` where they are no ids."""
    if ids is None:
        return ()
    found = list[int]()
    for part in ids.split(","):
        match = re.fullmatch(r"\s*(\d{1,4})(?:\s*-\s*(\d{1,4}))?\s*", part)
        if match is None:
            raise CommandError(
                f'--ids: "{part.strip()}" is not a tag\'s id nor a range of them; write them as 0-11,300-305,310'
            )
        first, last = int(match[1]), int(match[2] or match[1])
        if last < first:
            raise CommandError(f'--ids: "{part.strip()}" runs backwards; write {last}-{first}')
        found += range(first, last + 1)
    return tuple(sorted(set(found)))
