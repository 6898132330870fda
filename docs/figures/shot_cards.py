"""A photo of a card behind scenery, and what is counted in it."""

import tempfile
from pathlib import Path

import numpy as np
from PIL import Image

from assets.mesh_library import LIBRARY
from assets.tables import path
from capture.photos.photo_reading import colour
from capture.shot_cards.card_shot import CardShot
from docs.figures.canvas import side_by_side
from scene.geometry.camera_model import CameraView
from scene.table_io.table_reading import load_table
from sightline.answers.scanned.card_questions import card_shot, layout_for
from sightline.drawing.on_photo.card_marks import marked
from tests.capture.rendered import Light, Noise, Stage, jpeg, looking, phone_lens, photograph
from tests.capture.shot_cards.carded import with_card

TABLE, SHOOTER, TARGET = "disputed-shot", "jelena", "kruger"
SIZE, PANEL = (2016, 1512), 540


def figure() -> Image.Image:
    """The photo from the shooter's eye, and the same with what of the silhouette is seen and what is hidden."""
    with tempfile.TemporaryDirectory() as folder:
        found = read(Path(folder))
        view = found.readings[0].view
        photo = colour(view.photo)
    drawn = marked(photo, view.pixels, view.layout.outline, view.layout.samples, found.readings[0].seen)
    share = drawn.width / drawn.height
    across = view.pixels(view.layout.middle[None])[0, 0]
    left = int(np.clip(across - 0.5 * share * SIZE[1], 0, SIZE[0] - share * SIZE[1]))
    whole = Image.fromarray(photo).crop((left, 0, left + round(share * SIZE[1]), SIZE[1]))
    return side_by_side([one.resize((PANEL, round(PANEL / share))) for one in (whole, drawn)])


def read(folder: Path) -> CardShot:
    """What a photo of the card says that is taken from the shooter's eye on a bundled table."""
    table = load_table(path(TABLE), LIBRARY)
    shooter, target = table.figure(SHOOTER), table.figure(TARGET)
    layout = layout_for(table, shooter, target)
    lens = phone_lens(SIZE)
    view = CameraView(lens, looking(layout.to_table(layout.eye), layout.to_table(layout.middle), roll=3.0))
    stage = Stage(with_card(layout, table.terrain.pieces, table.size, grain=0.06), Light())
    picture = photograph(stage, view, noise=Noise(), blur_px=0.8, gamma=2.2, rng=np.random.default_rng(2))
    file = folder / "IMG_2051.jpg"
    file.write_bytes(jpeg(picture, lens=lens))
    return card_shot(table, shooter, target, [file])
