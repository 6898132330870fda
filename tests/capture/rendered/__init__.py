"""Photos of a made-up table with exact truth. Start with `standard_table`, `round_the_table` and `photograph`."""

from tests.capture.rendered.developing import Noise, focal_35mm, jpeg
from tests.capture.rendered.exposing import exposed, photograph
from tests.capture.rendered.light import EVEN, Light
from tests.capture.rendered.scenery import Scenery
from tests.capture.rendered.sheets import PrintedSheet, PrintedTag, charuco_picture, chessboard_picture, tag_picture
from tests.capture.rendered.stage import Stage
from tests.capture.rendered.tables import StandardTable, standard_table
from tests.capture.rendered.truth import TagTruth, tags_in
from tests.capture.rendered.views import looking, phone_lens, plain_lens, round_the_table

__all__ = [
    "EVEN",
    "Light",
    "Noise",
    "PrintedSheet",
    "PrintedTag",
    "Scenery",
    "Stage",
    "StandardTable",
    "TagTruth",
    "charuco_picture",
    "chessboard_picture",
    "exposed",
    "focal_35mm",
    "jpeg",
    "looking",
    "phone_lens",
    "photograph",
    "plain_lens",
    "round_the_table",
    "standard_table",
    "tag_picture",
    "tags_in",
]
