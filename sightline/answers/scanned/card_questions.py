"""A shot measured itself: a card in the target's place, and photos of it from the shooter's eye or lit by a lamp there."""

import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from capture.calibration.camera_file import read_camera
from capture.photos.photo_reading import Photo, colour, read_photo
from capture.shot_cards.card_layout import CardLayout, card_layout, tags_of
from capture.shot_cards.card_limits import ASSUMED, HIDDEN_MORE, nearest_known
from capture.shot_cards.card_pages import card_pages
from capture.shot_cards.card_reading import FARTHEST_MM, NOTHING, CardReading, odd, read_card, together
from capture.shot_cards.card_shot import CardShot
from capture.shot_cards.card_view import STOOD, CardView, card_view
from capture.shot_cards.lamp_reading import lamp_result, read_lamp
from capture.shot_cards.lamp_stand import LampPlace, lamp_place
from capture.shot_cards.loud_colour import loud_part
from capture.shot_cards.proxy_cards import in_place_of, kind_of, straight_before
from capture.tags.print_pdf import sheets_pdf
from capture.tags.tag_detection import SeenTag, find_tags
from scene.base.errors import SceneError
from scene.base.messages import shown_text
from scene.geometry.camera_model import Lens
from scene.geometry.mesh import FloatArray
from scene.table.table import MM_PER_INCH, Figure, Table
from sightline.errors import CommandError

GENERAL = (
    "the card is that for any {kind}, from before and on a level, so the limits are wider; sightline card makes one for a shot"
)
MOST_PHOTOS = 12
MOST_NEAREST = 5000.0
"""Millimetres: so far the nearest thing between two figures is at most."""
ASKEW = 2.5
"""Standard deviations by which a card may seem to stand turned or tilted, surely."""
SURE = 2.0
"""Those of what a photo tells of that, few tags little: so much of it is left out."""
UPSIDE_DOWN = 0.5
"""Of a card's height in a photo: it points down by more where it stands on its head."""
ALONG_MM, ALONG_SHARE = 8.0, 0.015
"""A calibrated lens that comes out farther along the line, and than this share of the way, sees a card of another size."""

WRONG_SIZE = 0.015
"""The share by which a card may seem larger or smaller than tags of a scan in the same photo have it."""


def layout_for(table: Table, shooter: Figure | None, target: Figure) -> CardLayout:
    """The card of a figure, for somebody's eye or for one straight before it."""
    tags = tags_of([figure.id for figure in table.figures].index(target.id))
    return card_layout(target, straight_before(target) if shooter is None else shooter.eye, tags)


def card_pdf(table: Table, shooter: Figure, target: Figure, paper: str = "a4") -> bytes:
    """The card of a shot and the stand for its eye, to be printed.

    Raises:
        SceneError: one line where the card is larger than the paper.
    """
    return sheets_pdf(card_pages(layout_for(table, shooter, target), shooter, paper), paper)


@dataclass(frozen=True, eq=False)
class TaggedPhoto:
    """A photo and the tags that are seen in it.

    Attributes:
        photo: itself.
        tags: that are seen.
        reading: what it says by itself, where that was read already.
    """

    photo: Photo
    tags: tuple[SeenTag, ...]
    reading: CardReading | None = None


def tagged_photo(path: Path) -> TaggedPhoto:
    """The photo in a file with its tags, which takes seconds; a `SceneError` where there is none that can be read."""
    photo = read_photo(path)
    return TaggedPhoto(photo, tuple(find_tags(photo.grey)))


def card_shot(
    table: Table,
    shooter: Figure,
    target: Figure,
    photos: Sequence[Path],
    *,
    camera: Path | None = None,
    nearest_mm: float | None = None,
    lamp: bool = False,
    tell: Callable[[float], None] = lambda _share: None,
) -> CardShot:
    """What photos of a card say of a shot.

    Args:
        table: where both stand.
        shooter, target: whose shot.
        photos: files: of the card from the eye; or, with ``lamp``, one with the lamp and one without, from anywhere.
        camera: a file of ``sightline calibrate``.
        nearest_mm: from the shooter's eye to the nearest of what is between, as measured.
        lamp: whether a lamp stood in the eye's place.
        tell: is told the share of the work that is done.

    Raises:
        SceneError, CommandError: one line where they do not tell.
    """
    _check_given(len(photos), nearest_mm, lamp=lamp)
    lens = read_camera(camera)[0] if camera else None
    found = list[TaggedPhoto]()
    for number, path in enumerate(photos, 1):
        one = tagged_photo(path)
        if twice := next((other.photo.name for other in found if other.photo.sha256 == one.photo.sha256), None):
            raise CommandError(f'photo "{one.photo.name}" is the same as "{twice}"; give each once')
        found.append(one)
        tell(number / (2 * len(photos)))
    later: Callable[[float], None] = lambda share: tell((1.0 + share) / 2.0)  # noqa: E731
    return shot_of_photos(table, shooter, target, found, lens=lens, nearest_mm=nearest_mm, lamp=lamp, tell=later)


def shot_of_photos(
    table: Table,
    shooter: Figure,
    target: Figure,
    found: Sequence[TaggedPhoto],
    *,
    lens: Lens | None = None,
    nearest_mm: float | None = None,
    lamp: bool = False,
    tell: Callable[[float], None] = lambda _share: None,
) -> CardShot:
    """The same as `card_shot` of photos whose tags are known; their pixels are read from their files, ``lens`` took them."""
    _check_given(len(found), nearest_mm, lamp=lamp)
    layout, kind = _layout_in(table, shooter, target, found)
    known, views, used, left = references(table, layout), list[tuple[CardView, float]](), list[TaggedPhoto](), list[str]()
    for number, taken in enumerate(found, 1):
        try:
            views.append(_view(layout, taken, lens, known, lamp=lamp))
            used.append(taken)
        except SceneError as error:
            left += error.faults
        tell(number / len(found))
    if not views or (lamp and left):
        raise SceneError(left)
    notes = (
        *((GENERAL.format(kind=kind),) if kind else _twins(table, target)),
        *(f"left out: {fault}" for fault in left),
    )
    if lamp:
        (one, _), (other, _) = views
        place = _lamp_place([one, other], [each.tags for each in found], shooter)
        lit = read_lamp((one, other), (colour(one.photo), colour(other.photo)))
        near, by = nearest(table, layout, shooter.id, nearest_mm, lit.hidden())
        result = lamp_result(lit, near, by, place, general=kind is not None)
        return CardShot(shooter, target, layout, result, (), lit, (*notes, *_notes(layout, near, by)))
    readings = tuple(_known(taken, layout) or _reading(*view) for taken, view in zip(used, views, strict=True))
    hidden = float(np.mean([reading.hidden for reading in readings]))
    near, by = nearest(table, layout, shooter.id, nearest_mm, hidden)
    result = together(readings, near, by, general=kind is not None)
    notes = (*notes, *_odd(readings, near), *_notes(layout, near, by), *_unchecked([view for view, _ in views], lens))
    return CardShot(shooter, target, layout, result, readings, None, notes)


def read_alone(table: Table, shooter: Figure, target: Figure, one: TaggedPhoto, *, lamp: bool) -> TaggedPhoto:
    """A photo with what it says by itself. How far the lens was off is not asked: of several photos their mean counts.

    Raises:
        SceneError: one line where it is of no use, as it does not show this card, whole and in its colour.
    """
    layout, _ = _layout_in(table, shooter, target, [one])
    view, blur = _view(layout, one, None, references(table, layout), lamp=lamp)
    return one if lamp else replace(one, reading=_reading(view, blur))


def nearest_typed(typed: str) -> float | None:
    """The millimetres to the nearest thing in between as people type them; None for nothing typed.

    Raises:
        CommandError: that is no such distance.
    """
    text = typed.strip().lower().removesuffix("mm").replace(",", ".").strip()
    try:
        found = float(text) if text else None
    except ValueError:
        found = math.nan
    if found is not None and not 0.0 < found <= MOST_NEAREST:
        raise CommandError(
            f'"{shown_text(typed)}" is no distance; type the millimetres to the nearest thing, 1 to {MOST_NEAREST:g}'
        )
    return found


def _check_given(count: int, nearest_mm: float | None, *, lamp: bool) -> None:
    if nearest_mm is not None and not nearest_mm > 0.0:
        raise CommandError("nearest_mm is the millimetres to the nearest thing in between, more than 0")
    if count > MOST_PHOTOS:
        raise CommandError(f"{count} photos are too many; the limit is {MOST_PHOTOS}, and four do")
    if lamp and count != 2:
        raise CommandError(f"--lamp takes two photos, one with the lamp and one without; {count} were given")


def _layout_in(table: Table, shooter: Figure, target: Figure, found: Sequence[TaggedPhoto]) -> tuple[CardLayout, str | None]:
    """The card that photos show: the target's own, or the one for any figure of a kind, and which."""
    layout = layout_for(table, shooter, target)
    kind = _kind(layout, [tag.id for one in found for tag in one.tags])
    return (layout, None) if kind is None else (in_place_of(layout, kind), kind)


def _known(one: TaggedPhoto, layout: CardLayout) -> CardReading | None:
    """What a photo says by itself, if that was read of this card; a card for any figure of a kind has other tags."""
    found = one.reading
    return found if found is not None and found.view.layout.tags == layout.tags else None


def _reading(view: CardView, blur: float) -> CardReading:
    return read_card(view, loud_part(view, colour(view.photo)), blur)


def _lamp_place(views: Sequence[CardView], seen: Sequence[Sequence[SeenTag]], shooter: Figure) -> LampPlace | None:
    """Where the tags of the stand have the lamp, by the photo that tells it best.

    Raises:
        SceneError: one line where it stood elsewhere than the eye.
    """
    found = [one for view, tags in zip(views, seen, strict=True) if (one := lamp_place(view, tags, shooter)) is not None]
    if not found:
        return None
    best = min(found, key=lambda one: float(np.hypot(*one.sigma)))
    if best.surely_mm > FARTHEST_MM:
        right, up = best.off.tolist()
        raise SceneError(
            f'photo "{best.name}": the stand is {np.hypot(right, up):.0f} mm beside the eye, {abs(right):.0f} mm to the '
            f"{'right' if right > 0 else 'left'} and {abs(up):.0f} mm {'above' if up > 0 else 'below'} it; put the edge of its "
            f"foot where the edge of {shooter.called}'s base was"
        )
    return best


def _kind(layout: CardLayout, seen: Sequence[int]) -> str | None:
    """Of which kind the card is where the photos show one for any figure of a kind, and not the target's own."""
    kinds = [kind for tag in seen if (kind := kind_of(tag)) is not None]
    own = {tag.id for tag in layout.tags}
    return None if not kinds or own & set(seen) else max(set(kinds), key=kinds.count)


def nearest(table: Table, layout: CardLayout, shooter: str, told: float | None, hidden: float) -> tuple[float | None, str]:
    """Millimetres from the eye to the nearest of what is between, None for nothing, and how that is known."""
    if told is not None and told < layout.far:
        return told, "told"
    if told is not None and hidden > NOTHING:
        raise CommandError(
            f"--nearest-mm {told:g} lies beyond the card, {layout.far:.0f} mm from the eye, and something hides a part of it; "
            "measure from the shooter's eye to the nearest thing in between"
        )
    if told is not None:
        return None, "told"
    known, covered = nearest_known(table, layout, shooter)
    # A table of figures alone says nothing of its scenery.
    complete = bool(table.terrain.pieces) if table.scan is None else table.scan.terrain_known == "all"
    if complete and abs(hidden - covered) <= HIDDEN_MORE and (known is not None or hidden <= NOTHING):
        return known, "table"
    assumed = ASSUMED * layout.far
    return (assumed if known is None else min(known, assumed)), "assumed"


def references(table: Table, layout: CardLayout) -> dict[int, FloatArray]:
    """Where the tags of a table's scan are in the frame of a card, by their numbers; none of its own."""
    found = dict[int, FloatArray]()
    own = {tag.id for tag in layout.tags}
    for thing in table.scan.things if table.scan is not None else ():
        match = re.fullmatch(r"tag-(\d+)", thing.id)
        if thing.of == "tag" and match and int(match[1]) not in own:
            found[int(match[1])] = layout.pose.to_own(np.array(thing.position)) * MM_PER_INCH
    return found


def _view(
    layout: CardLayout, one: TaggedPhoto, lens: Lens | None, known: Mapping[int, FloatArray], *, lamp: bool
) -> tuple[CardView, float]:
    """The card in a photo, and how blurred it is there."""
    photo, seen = one.photo, one.tags
    own = [tag for tag in seen if tag.id in {mine.id for mine in layout.tags}]
    if len(own) < 1 + lamp:
        raise SceneError(_why_no_card(layout, photo, seen, own, lamp=lamp))
    view = card_view(layout, photo, seen, lens, known, held=not lamp)
    _check_whole(view)
    up = view.pixels(np.array([[0.0, 0.0, 0.0], [0.0, 10.0, 0.0]]))
    way = up[1] - up[0]
    if way[1] > UPSIDE_DOWN * float(np.hypot(*way)):
        raise SceneError(f'photo "{photo.name}": the card stands on its head, or the photo is upside down; turn it round')
    along = float((view.place - layout.eye) @ (layout.middle - layout.eye)) / layout.far
    size = float(np.exp(view.stood[-1])) if view.measured else layout.far / (layout.far - along)
    farthest = max(ALONG_MM, ALONG_SHARE * layout.far)
    by_scan = view.measured and abs(size - 1.0) - SURE * view.sigma[3] > WRONG_SIZE
    if by_scan or (not view.measured and lens is not None and not lamp and abs(along) > farthest):
        raise SceneError(
            f'photo "{photo.name}": the card looks as if it were printed at {100.0 * size:.0f} % of its size, or stood '
            "elsewhere; print it at 100 %, and put both rings where the bases stand"
        )
    return view, float(np.median([tag.blur for tag in own]))


def _check_whole(view: CardView) -> None:
    """Raises a `SceneError` where the silhouette is not all in the photo, or is seen from elsewhere than it was printed for."""
    pixels, name = view.pixels(view.layout.samples), view.photo.name
    inside = (
        np.isfinite(pixels).all(axis=1) & (pixels >= 0.0).all(axis=1) & (pixels <= np.array(view.photo.size) - 1.0).all(axis=1)
    )
    if not inside.all():
        raise SceneError(
            f'photo "{name}": the card is cut off by the edge of the photo; take it again with all of the card in it'
        )
    seems, sigma = np.abs(view.seems)
    if view.held and (seems - SURE * sigma > ASKEW * STOOD[:2]).any():
        turn, tilt = np.degrees(seems).tolist()
        raise SceneError(
            f'photo "{name}": the card looks turned by {turn:.0f} and tilted by {tilt:.0f} degrees; the photo is from '
            "elsewhere than the eye, the card is askew, or it is another: put it upright and square to the shooter, and hold "
            "the lens at the hole"
        )


def _unchecked(views: Sequence[CardView], lens: Lens | None) -> tuple[str, ...]:
    """What photos from the eye do not tell: that one was taken from somewhat aside, and that the card is of the right size."""
    found, aside = [], 0.0
    for view in (one for one in views if not one.measured):
        far, seems, sigma = view.layout.far, view.seems[0], view.seems[1]
        aside = max(aside, float(np.max(far * (ASKEW * STOOD[:2] + SURE * sigma))))
        if (np.abs(seems) - SURE * sigma > STOOD[:2]).any():
            off = float(np.hypot(*(far * seems)))
            found.append(
                f'the card in "{view.photo.name}" seems askew; if it stood square, the lens was {off:.0f} mm beside the eye'
            )
    if aside > 0.0:
        found.append(f"a lens up to {aside:.0f} mm beside the eye would not be noticed")
    if lens is None and not all(view.measured for view in views):
        found.append("the print's scale was not checked; that takes --camera")
    return tuple(found)


def _odd(readings: Sequence[CardReading], near: float | None) -> tuple[str, ...]:
    """Which photos say something else than the others."""
    said = [f'"{one.view.photo.name}" has {100.0 * one.hidden:.0f} %' for one in readings]
    which = np.flatnonzero(odd(readings, near)).tolist()
    if not which:
        return ()
    rest = [said[row] for row in range(len(said)) if row not in which]
    told = " and ".join(said[row] for row in which) + (f", but {' and '.join(rest)}" if rest else "")
    remedy = "something was moved between them, or one is from elsewhere: look at them, and leave out what is wrong"
    return (f"the photos do not agree on what is hidden: {told}; {remedy}",)


def _twins(table: Table, target: Figure) -> tuple[str, ...]:
    """That other figures' cards bear the same tags, where a table has many figures."""
    ids = [figure.id for figure in table.figures]
    own = tags_of(ids.index(target.id))
    others = [figure.called for i, figure in enumerate(table.figures) if figure.id != target.id and tags_of(i) == own]
    return (f"the card of {' and '.join(others)} bears the same tags; its foot names whose it is",) if others else ()


def _why_no_card(layout: CardLayout, photo: Photo, seen: Sequence[SeenTag], own: Sequence[SeenTag], *, lamp: bool) -> str:
    """What is wrong where a photo shows too little of a card."""
    from assets.tag_scheme import CARDS, PROXY_CARDS
    from capture.tags.photo_tags import PhotoTags, why_no_tags

    if own:
        return f'photo "{photo.name}" shows one tag of the card; with --lamp it takes two, from wherever they are seen'
    if cards := [tag.id for tag in seen if tag.id in CARDS or tag.id in PROXY_CARDS]:
        return (
            f'photo "{photo.name}" shows the card of another figure (tag {cards[0]}); that of "{layout.target.called}" has '
            f"tags {layout.tags[0].id} to {layout.tags[-1].id}"
        )
    why = "" if seen else why_no_tags(PhotoTags(photo, ()))
    if ":" in why or "but" in why:
        # Too dark, blurred, or tags of another kind; else they may just be hidden.
        return f'photo "{photo.name}" {why}'
    remedy = "take it from where two are seen whole" if lamp else "move the lens a little, or use a lamp in its place (--lamp)"
    return f'photo "{photo.name}" shows no tag of the card; all are hidden or too small: {remedy}'


def _notes(layout: CardLayout, near: float | None, by: str) -> tuple[str, ...]:
    found = []
    if by == "assumed":
        found.append(
            f"how far the nearest thing in between is from the eye is not known, and is taken to be {near:.0f} mm at least; "
            "measure it and give --nearest-mm"
        )
    if layout.cut_off > 0.005:
        found.append(f"{100 * layout.cut_off:.0f} % of the silhouette would lie below the ground, and is not on the card")
    return tuple(found)
