"""Answers drawn on new photos of the table, as the commands draw them on photos of a scan with ``--photo``."""

from typing import TYPE_CHECKING

from sightline.answers.place_in_words import without_numbers
from sightline.api.blast_questions import BlastAnswer, BlastOddsAnswer
from sightline.api.distance_questions import SpanAnswer
from sightline.api.movement_questions import ReachAnswer
from sightline.api.shown_answers import WordedAnswer
from sightline.api.sight_questions import SightAnswer
from sightline.errors import CommandError

if TYPE_CHECKING:
    from PIL import Image

    from sightline.files.scan_photo_lookup import Taken

DRAWN = (SightAnswer, SpanAnswer, ReachAnswer, BlastAnswer, BlastOddsAnswer)
"""Answers that can be drawn on photos."""


def answer_on_photo(answer: WordedAnswer, photo: "Taken") -> "Image.Image":
    """The photo with an answer about its table; a `CommandError` for answers that are not drawn on photos."""
    # Pillow and fonts are wanted here only.
    from sightline.drawing.on_photo.photo_blast import blast_on_photo, cloud_on_photo
    from sightline.drawing.on_photo.photo_measure import measure_on_photo
    from sightline.drawing.on_photo.photo_reach import reach_on_photo
    from sightline.drawing.on_photo.photo_sight import sight_on_photo

    if not isinstance(answer, DRAWN):
        raise CommandError("this answer is not drawn on photos; its picture is below")
    # Places are drawn: nobody reads their numbers.
    first, *others = (without_numbers(answer.table, line).strip() for line in answer.lines())
    if isinstance(answer, SightAnswer):
        return sight_on_photo(answer.table, photo, answer.verdict, [first], others)
    if isinstance(answer, SpanAnswer):
        ids = {figure.id for figure in answer.table.figures} | set(answer.table.terrain.ids)
        named = [name if name in ids else "there" for name in answer.ids]
        places = dict(zip(named, (answer.from_, answer.to), strict=True))
        length = f'{answer.distance:.2f}"'
        return measure_on_photo(
            answer.table, photo, places, answer, through=answer.blocked_by, length=length, lines=[first, *others]
        )
    if isinstance(answer, ReachAnswer):
        return reach_on_photo(answer.table, photo, answer.figure, answer, inches=answer.inches, lines=[first])
    if isinstance(answer, BlastAnswer):
        return blast_on_photo(answer.table, photo, answer.marker, answer, [first, *others])
    return cloud_on_photo(answer.table, photo, answer.marker, answer, [first, *others])
