"""The report of a shot that was measured by its card: one HTML page with all photos and what was counted in them."""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PIL import Image

from capture.photos.photo_reading import colour
from capture.shot_cards.card_reading import CardReading
from capture.shot_cards.card_shot import CardShot
from capture.shot_cards.card_view import CardView
from rules.sight.verdict import SightRules
from scene.geometry.mesh import BoolArray
from sightline.answers.scanned.card_answer import (
    SEEN_WORDS,
    counted_words,
    cover_words,
    covers,
    document,
    headline,
    known,
    limit_words,
    percentage,
    share_words,
    standing,
)
from sightline.drawing.on_photo.card_marks import marked
from sightline.reports.page_templates import rendered
from sightline.reports.scan_photo_sheets import jpeg_address

LONGEST = 900
"""Pixels of the longer side of a photo in the report."""
ASIDE_MM = 0.05
"""What is less beside the eye is not told."""
SIGNS = {"clear": ("✓", "yes"), "blocked": ("✗", "no"), "open": ("≈", "close")}
KNOWN_BY = {"told": "as you measured", "table": "as the table has it", "assumed": "assumed, not measured"}


@dataclass(frozen=True, eq=False)
class CardPicture:
    """A photo of a card, as far as it shows the card.

    Attributes:
        name: of the photo.
        sha256: of its file.
        plain: with the silhouette's outline.
        drawn: with what was counted as seen and as hidden; None where nothing was.
        words: what it says.
    """

    name: str
    sha256: str
    plain: Image.Image
    drawn: Image.Image | None
    words: str


def card_pictures(shot: CardShot) -> list[CardPicture]:
    """All photos that count: those through the lens; or the one with the lamp, and then that without.

    Raises:
        SceneError: a photo has changed since it was read.
    """
    if shot.lamp is None:
        return [_picture(one.view, one.seen, _own_words(one)) for one in shot.readings]
    lit = f"with the lamp: {percentage(shot.lamp.hidden())} of the silhouette is in its shade"
    dark = "without the lamp: the light of the room, which does not count"
    return [_picture(shot.lamp.lit, shot.lamp.seen, lit), _picture(shot.lamp.dark, None, dark)]


def first_counted(shot: CardShot) -> Image.Image:
    """The first photo, or the one with the lamp, with what was counted; a `SceneError` where it has changed since."""
    view, seen = (shot.readings[0].view, shot.readings[0].seen) if shot.lamp is None else (shot.lamp.lit, shot.lamp.seen)
    return marked(colour(view.photo), view.pixels, view.layout.outline, view.layout.samples, seen)


def _picture(view: CardView, seen: BoolArray | None, said: str) -> CardPicture:
    """A photo from its file again, around the card."""
    pixels, layout = colour(view.photo), view.layout
    draw: Callable[[BoolArray | None], Image.Image] = lambda which: _small(  # noqa: E731
        marked(pixels, view.pixels, layout.outline, layout.samples, which)
    )
    return CardPicture(view.photo.name, view.photo.sha256, draw(None), None if seen is None else draw(seen), said)


def _small(picture: Image.Image) -> Image.Image:
    picture.thumbnail((LONGEST, LONGEST), Image.Resampling.LANCZOS)
    return picture


def _own_words(reading: CardReading) -> str:
    """What one photo says, and where its lens was."""
    view = reading.view
    said = f"{percentage(reading.hidden)} hidden; "
    if not view.measured:
        return f"{said}nothing in it tells where the lens was"
    right, up = view.off.tolist()
    return f"{said}the lens was {reading.off_mm:.1f} mm beside the eye{_ways(right, up)}"


def _ways(right: float, up: float) -> str:
    """To which sides of the eye something was, so many millimetres each; empty where it is not told."""
    ways = ((right, "to its right", "to its left"), (up, "above it", "below it"))
    told = [f"{abs(mm):.1f} mm {more if mm > 0 else less}" for mm, more, less in ways if abs(mm) >= ASIDE_MM]
    return f" ({' and '.join(told)})" if told else ""


def card_report_html(
    shot: CardShot, rules: SightRules, *, table_name: str, digest: str, command: str, warnings: Sequence[str] = ()
) -> str:
    """The report as one HTML page.

    Args:
        shot: what the photos say.
        rules: by which the cover is told.
        table_name: the table's name.
        digest: the table's SHA-256.
        command: the command line that repeats it.
        warnings: what makes the table itself doubtful.

    Raises:
        SceneError: a photo has changed since it was read.
    """
    sign, kind = SIGNS[standing(shot, rules)]
    pictures = [
        {
            "name": one.name,
            "sha256": one.sha256,
            "plain": jpeg_address(one.plain),
            "drawn": "" if one.drawn is None else jpeg_address(one.drawn),
            "words": one.words,
        }
        for one in card_pictures(shot)
    ]
    return rendered(
        "card_report.html.j2",
        title=f"How much of {shot.target.called} does {shot.shooter.called} see?",
        table=table_name or "A table without a name",
        images="",
        scripts="",
        sign=sign,
        kind=kind,
        verdict=headline(shot, rules),
        told=[f"{shot.target.called} is {share_words(shot)}, measured by a card in its place", cover_words(shot, rules)],
        warnings=warnings,
        counted=counted_words(shot),
        photos=pictures,
        numbers=_numbers(shot, rules),
        notes=shot.notes,
        command=command,
        digest=digest,
        document=json.dumps(document(shot, rules), indent=1, ensure_ascii=False),
    )


def _numbers(shot: CardShot, rules: SightRules) -> list[tuple[str, str, str]]:
    """What is told of each number: its name, its value, and what is said smaller."""
    result, found = shot.result, covers(shot, rules)
    full = f"full from {percentage(rules.full_cover)} hidden on" if rules.full_cover <= 1.0 else ""
    doubt = "; ".join(part for part in ("too close to call" if len(found) > 1 else "", full) if part)
    place = ("not measured", "the limits are for one within a millimetre of the hole")
    if result.measured:
        by = "as tags of its stand and of the scan tell" if shot.lamp else "as tags of the scan tell"
        place = (f"{result.off_mm:.1f} mm{_ways(result.right_mm, result.up_mm)}", by)
    near = "nothing" if result.nearest_mm is None else f"{result.nearest_mm:.0f} mm from the eye"
    return [
        ("Hidden", percentage(result.share), f"{limit_words(shot)}, in 95 of 100 cases"),
        ("Seen", SEEN_WORDS[known(shot)], ""),
        (f"Cover by {rules.name}", " or ".join(rules.covers[one] for one in found), doubt),
        ("Lamp beside the eye" if shot.lamp else "Lens beside the eye", *place),
        ("The nearest thing in between", near, KNOWN_BY[result.known_by]),
    ]
