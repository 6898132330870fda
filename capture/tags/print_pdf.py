"""The PDF of the sheets of tags to print: outlines, no pixels, so that they are sharp and of true size."""

from typing import TYPE_CHECKING

from capture.tags.print_sheets import CUT_MM, GREY, PAPERS, Circle, CutLine, FilledShape, Item, Page

if TYPE_CHECKING:
    from fpdf import FPDF

FONT = "Helvetica"
PLAIN = str.maketrans({"\u2013": "-", "\u2014": "-", "\u2018": "'", "\u2019": "'", "\u201c": '"', "\u201d": '"'})
"""Marks that it lacks, and what stands for them."""


def sheets_pdf(pages: tuple[Page, ...], paper: str) -> bytes:
    """The pages on that paper, ``a4`` or ``letter``, as a PDF file."""
    from fpdf import FPDF, ViewerPreferences

    pdf = FPDF(unit="mm", format=PAPERS[paper])
    pdf.set_auto_page_break(False)
    pdf.set_margin(0)
    pdf.set_title("Sightline: tags to print")
    pdf.set_creator("Sightline")
    # What programs that print offer at first; the person may still choose otherwise.
    pdf.viewer_preferences = ViewerPreferences(print_scaling="None")
    for page in pages:
        pdf.add_page()
        pdf.set_line_width(CUT_MM)
        pdf.set_draw_color(round(255 * GREY))
        for item in page.items:
            _draw(pdf, item)
    return bytes(pdf.output())


def _draw(pdf: "FPDF", item: Item) -> None:
    if isinstance(item, FilledShape):
        _fill(pdf, item)
    elif isinstance(item, CutLine):
        pdf.line(*item.start, *item.end)
    elif isinstance(item, Circle):
        pdf.circle(*item.centre, item.diameter / 2)
    else:
        pdf.set_font(FONT, style="B" if item.bold else "", size=item.points)
        x, y = item.place
        words = _printable(item.words)
        pdf.text(x - pdf.get_string_width(words) / 2 if item.middle else x, y, words)


def _printable(words: str) -> str:
    """The words in the letters that every PDF reader's own font has; others become question marks."""
    return words.translate(PLAIN).encode("latin-1", "replace").decode("latin-1")


def _fill(pdf: "FPDF", shape: FilledShape) -> None:
    """One path for all rings: what is inside two of them stays white, and neighbours leave no seam."""
    with pdf.new_path() as path:
        path.style.fill_color = shape.colour
        path.style.stroke_color = None
        path.style.intersection_rule = "evenodd"
        for ring in shape.rings:
            path.move_to(*map(float, ring[0]))
            for point in ring[1:]:
                path.line_to(*map(float, point))
            path.close()
