"""Placement of figures on a scanned table: those whose bases carry tags, and those whose round bases the photos show."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from assets.tag_scheme import role_of
from capture.adjustment.survey import Survey
from capture.adjustment.tag_survey import TagSurvey
from capture.objects.base_detection import FoundBase, find_bases, fit_base
from capture.objects.base_levels import BaseLevel
from capture.objects.placed_objects import PlacedObject
from capture.objects.tagged_bases import TaggedFigure, tagged_figures
from scene.geometry.mesh import FloatArray
from scene.geometry.rigid_transform import RigidTransform
from scene.table.table import MM_PER_INCH
from scene.table_io.table_document import FigureEntry

ON_GROUND = 2.0 / MM_PER_INCH
"""Inches: a base whose underside comes out no farther from the ground stands on it."""

GROUND_SIGMA = 0.1 / MM_PER_INCH
"""Inches: how even the ground is under a base that stands on it."""

UNSURE, MOST_UNSURE = 3.0, 1.0
"""Standard deviations, and inches at most, within which a base may stand elsewhere than a tag that few photos see has it."""

BELOW = 2.0
"""Standard deviations that a height below the ground is taken for."""

LEAST_DECK, SAME_DECK = 0.4, 0.08
"""Inches: tags this high lie on decks, and decks this near in height are searched as one."""

MOST_DECKS = 12

DECK_REACH = 8.0
"""Inches around a deck's tags, along x and y, in which its bases are looked for."""

MISSED = (
    "figures without base tags may have been missed, such as dark bases on dark ground, or half hidden ones: count them, and "
    "say where the others stand with --base NAME=X,Y[,Z[,MM]] (inches; Z is the height of their deck, MM the diameter of their "
    "base), such as --base ork=12.5,8"
)
NO_DECKS = "figures without base tags on decks were not looked for (if there are any, give --decks)"


@dataclass(frozen=True, eq=False)
class PlacedFigure:
    """A figure on the table.

    Attributes:
        entry: as a table file has it.
        thing: the same with its errors.
        tag: of its base; None if its rim was found.
    """

    entry: FigureEntry
    thing: PlacedObject
    tag: int | None = None


@dataclass(frozen=True)
class ExpectedBase:
    """A base that somebody says is near a place: x, y and the height that it stands on, inches; its size where known."""

    name: str
    place: tuple[float, float, float]
    base_mm: float | None = None


def by_tags(survey: Survey) -> tuple[tuple[PlacedFigure, ...], tuple[str, ...]]:
    """The figures whose bases carry tags, and what was assumed of them."""
    found = tagged_figures(survey)
    return tuple(_tagged(each, survey) for each in found), tuple(note for each in found for note in each.notes)


def _tagged(figure: TaggedFigure, survey: Survey) -> PlacedFigure:
    thing = figure.thing if figure.lies else _grounded(figure.thing, survey)
    entry = FigureEntry(thing.id, thing.pose.position, base_mm=figure.base_mm, facing=round(figure.facing, 4))
    if figure.lies:
        entry = replace(entry, status="seriously_injured")
    return PlacedFigure(entry, thing, figure.tag)


def _grounded(thing: PlacedObject, survey: Survey) -> PlacedObject:
    """The thing on the ground, if it is near enough to it, or its height that unsure: then it stands no better than the ground.

    Where it was seen is kept: as its height is corrected, what goes with it by their correlation is as well (Kalman's gain).
    Nothing stands below the ground: what comes out farther below than its errors allow has larger ones, and stands on it.
    """
    x, y, z = thing.pose.position
    covariance = thing.slopes @ survey.covariance @ thing.slopes.T + thing.own
    sigma = float(np.sqrt(max(covariance[2, 2], 0.0)))
    unlikely = abs(z) > max(ON_GROUND, UNSURE * sigma)
    if abs(z) > max(ON_GROUND, MOST_UNSURE) or (unlikely and z > 0.0):
        return thing
    if unlikely:
        covariance = covariance * (z / (BELOW * sigma)) ** 2
        thing = replace(thing, own=covariance - thing.slopes @ survey.covariance @ thing.slopes.T)
    gain = covariance[:, 2] / max(covariance[2, 2], GROUND_SIGMA**2)
    kept = np.eye(len(gain)) - np.outer(gain, np.eye(len(gain))[2])
    kept[2] = 0.0
    own = kept @ thing.own @ kept.T
    own += GROUND_SIGMA**2 * np.outer(gain, gain)
    own[2], own[:, 2] = 0.0, 0.0
    own[2, 2] = GROUND_SIGMA**2
    place = (float(x - gain[0] * z), float(y - gain[1] * z), 0.0)
    return replace(thing, pose=RigidTransform(place, thing.pose.rotation), slopes=kept @ thing.slopes, own=own)


def joined(tagged: Sequence[PlacedFigure], rimmed: Sequence[PlacedFigure], survey: Survey) -> tuple[PlacedFigure, ...]:
    """All figures once: a base whose tag and whose rim were both found stands where it is known better."""
    rims = list(rimmed)
    found = []
    for figure in tagged:
        sigma, radius = _level_sigma(figure.thing, survey), (figure.entry.base_mm or 25.0) / 2.0 / MM_PER_INCH
        reach = radius + min(UNSURE * sigma, MOST_UNSURE)
        same = [rim for rim in rims if rim.entry.base_mm == figure.entry.base_mm and _apart(rim, figure) < reach]
        nearest = min(same, key=lambda rim: _apart(rim, figure), default=None)
        if nearest is not None:
            rims.remove(nearest)
        better = nearest is not None and _level_sigma(nearest.thing, survey) < 0.5 * sigma
        found.append(_with_place(figure, nearest) if nearest is not None and better else figure)
    return (*found, *rims)


def _with_place(figure: PlacedFigure, rim: PlacedFigure) -> PlacedFigure:
    """The figure of a tag, facing as its tag does, where its rim is."""
    slopes, own = rim.thing.slopes.copy(), rim.thing.own.copy()
    slopes[3:] = figure.thing.slopes[3:]
    own[3:, :], own[:, 3:] = 0.0, 0.0
    own[3:, 3:] = figure.thing.own[3:, 3:]
    pose = RigidTransform(rim.thing.pose.position, figure.thing.pose.rotation)
    entry = replace(figure.entry, position=rim.entry.position)
    return PlacedFigure(entry, replace(figure.thing, pose=pose, slopes=slopes, own=own), figure.tag)


def _apart(one: PlacedFigure, other: PlacedFigure) -> float:
    return float(np.linalg.norm(np.subtract(one.thing.pose.position, other.thing.pose.position)[:2]))


def _level_sigma(thing: PlacedObject, survey: Survey) -> float:
    """Inches: the larger standard deviation along x and y."""
    slopes = thing.slopes[:2]
    return float(np.sqrt(np.diag(slopes @ survey.covariance @ slopes.T + thing.own[:2, :2]).max()))


def by_rims(
    scanned: TagSurvey, *, decks: bool, keep_out: Sequence[FloatArray] = ()
) -> tuple[tuple[PlacedFigure, ...], tuple[str, ...]]:
    """The figures whose bases are found by their rims, and what may be one; always that others may have been missed.

    Args:
        scanned: the photos and where they were taken.
        decks: whether to look on decks as well, as high as the terrain tags on them.
        keep_out: (n, 2) polygons of the ground where no base can stand.
    """
    survey = scanned.survey
    photos = [each.photo.grey for each in scanned.photo_tags]
    which, ways = range(len(photos)), [each.orientation for each in scanned.photo_tags]
    found, doubts = find_bases(photos, survey, which, keep_out=keep_out, orientations=ways)
    levels = _decks(survey)
    if decks and levels:
        above, more = find_bases(photos, survey, which, heights=levels, orientations=ways)
        found, doubts = (*found, *above), (*doubts, *more)
    elif levels:
        doubts = (*doubts, NO_DECKS)
    named = tuple(placed_by_rim(each, f"base-{i + 1}") for i, each in enumerate(found))
    pairs = list(zip(named, found, strict=True))
    notes = [f"{figure.entry.id}: {note}" for figure, base in pairs for note in base.notes if not note.startswith("facing")]
    if named:
        unseen = ", ".join(figure.entry.id for figure in named)
        notes.append(f"round bases do not show where a figure faces: {unseen}; a base tag would")
    return named, (*notes, *doubts, MISSED)


def near(scanned: TagSurvey, wanted: ExpectedBase) -> PlacedFigure:
    """The base near a place; a `SceneError` where none can be made out."""
    photos = [each.photo.grey for each in scanned.photo_tags]
    ways = [each.orientation for each in scanned.photo_tags]
    found = fit_base(
        photos,
        scanned.survey,
        range(len(photos)),
        near=wanted.place,
        base_mm=wanted.base_mm,
        name=wanted.name,
        orientations=ways,
    )
    return placed_by_rim(found, wanted.name)


def placed_by_rim(base: FoundBase, name: str) -> PlacedFigure:
    """A base that was found by its rim, as a figure of that id that faces along x."""
    entry = FigureEntry(name, base.position, base_mm=base.base_mm, facing=0.0)
    return PlacedFigure(entry, replace(base.thing, id=name))


def _decks(survey: Survey) -> list[BaseLevel]:
    """The heights of terrain tags that lie flat, with how they hang on the survey; near ones count once."""
    levels: list[BaseLevel] = []
    for i, (number, pose) in enumerate(zip(survey.ids, survey.tags, strict=True)):
        height = pose.position[2]
        if role_of(number).kind in {"base", "anchor"} or height < LEAST_DECK or pose.matrix[2, 2] < 0.98:
            continue
        x, y, _ = pose.position
        around = np.array([[x - DECK_REACH, y - DECK_REACH], [x + DECK_REACH, y + DECK_REACH]])
        same = [j for j, level in enumerate(levels) if abs(height - level.height) < SAME_DECK]
        if same:
            known = levels[same[0]]
            assert known.box is not None
            box = np.stack([np.minimum(known.box[0], around[0]), np.maximum(known.box[1], around[1])])
            levels[same[0]] = replace(known, box=box)
            continue
        slopes = np.zeros(len(survey.covariance))
        slopes[survey.tag_slot(i)][2] = 1.0
        levels.append(BaseLevel(height, slopes=slopes, box=around))
    return levels[:MOST_DECKS]
