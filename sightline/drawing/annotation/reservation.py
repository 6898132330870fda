"""The reservation below pictures of a scanned table of which only its pieces are known."""

from PIL import Image

from scene.table.scan_measurements import RESERVATION
from scene.table.table import Table
from sightline.drawing.annotation.image_canvas import ImageCanvas
from sightline.drawing.annotation.lettering import cut, write
from sightline.drawing.rendering.palette import INK, PAPER

STRIP, MARGIN, TEXT_SIZE = 34, 24.0, 17


def with_reservation(picture: Image.Image, table: Table) -> Image.Image:
    """The picture with a strip below it that says what it does not know; as it is where all of the table is known."""
    if table.terrain_known != "pieces":
        return picture
    whole = Image.new("RGB", (picture.width, picture.height + STRIP), PAPER)
    whole.paste(picture, (0, 0))
    flat, draw = ImageCanvas(whole).flat()
    text = cut(RESERVATION, TEXT_SIZE, picture.width - 2 * MARGIN)
    write(draw, (MARGIN, picture.height + STRIP / 2.0), text, TEXT_SIZE, colour=INK, anchor="lm")
    return flat
