"""Edits of figures and gangs on a draft."""

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import TypedDict, Unpack

from rules.roster.gang import Gang
from scene.base.errors import SceneError
from scene.geometry.mesh import Point
from scene.table.table import MM_PER_INCH, Stance, Table
from scene.table_io.table_document import BodyEntry, FigureEntry
from scene.table_io.table_reading import DEFAULT_PROXY
from scene.table_io.table_statuses import Status
from sightline.drafts import move_edits
from sightline.drafts.draft_table import Draft, added, changed, finite, free_id, with_entries
from sightline.drafts.snapping import FREE, Snap, snapped_place
from sightline.drafts.standing_places import NEAR, meant, standing_place, why_not

ABREAST = 5
"""Fighters in a row of a gang."""
BETWEEN = 0.5
"""Inches between the bases of a gang."""
ASIDE = 3.0
"""Inches within which room is looked for, for fighters of a gang from their places in the row, and for copies."""


class FigureFields(TypedDict, total=False):
    """What can be said of a figure; None is what it is by itself."""

    name: str | None
    side: str | None
    proxy: str | None
    body: BodyEntry | None
    base_mm: float | None
    status: Status | None
    stance: Stance | None
    hides: bool | None


def place_figure(
    draft: Draft,
    at: Point,
    *,
    proxy: str = DEFAULT_PROXY,
    side: str = "",
    name: str = "",
    base_mm: float | None = None,
    facing: float = 0.0,
    snap: Snap = FREE,
    floors: Sequence[Point] = (),
) -> Draft:
    """The draft with one more figure, standing at a place as `stand` says; its base is the proxy's usual one."""
    wanted = name.strip().lower().replace(" ", "-") or proxy
    entry = FigureEntry(
        free_id(draft.taken, wanted),
        (0.0, 0.0, 0.0),
        name=name.strip() or None,
        side=side or None,
        proxy=proxy,
        base_mm=base_mm,
        facing=facing,
    )
    more = changed(draft, figures=[*draft.document.figures, entry])
    return stand(more, [entry.id], at, snap=snap, floors=floors)


def place_gang(draft: Draft, gang: Gang, at: Point, *, facing: float = 0.0, floors: Sequence[Point] = ()) -> Draft:
    """The draft with all fighters of a gang in rows behind a place, facing one way, as figures of the gang's id.

    Their ids are those of the fighters, so that their cards are found again; a `SceneError` where one is taken.
    """
    taken = [fighter.id for fighter in gang.fighters if fighter.id in set(draft.ids)]
    if taken:
        there = ", ".join(map(draft.table.called, taken))
        raise SceneError(f'"{gang.name}" cannot be put on the table twice: {there} stands there already')
    entries = [
        FigureEntry(one.id, (0.0, 0.0, 0.0), one.name, gang.id, one.proxy, base_mm=one.base_mm, facing=facing)
        for one in gang.fighters
    ]
    draft = changed(draft, figures=[*draft.document.figures, *entries])
    if entries:
        at = meant(draft.table, draft.table.figure(entries[0].id), at, floors)
    step = max((one.base_mm for one in gang.fighters), default=0.0) / MM_PER_INCH + BETWEEN
    for number, entry in enumerate(entries):
        row, place = divmod(number, ABREAST)
        abreast = min(ABREAST, len(entries) - row * ABREAST)
        spot = _in_row(draft, at, facing, -row * step, (place - (abreast - 1) / 2.0) * step)
        draft = stand(draft, [entry.id], spot, reach=ASIDE, aside=[one.id for one in entries[number + 1 :]])
    return draft


def stand(
    draft: Draft,
    ids: Sequence[str],
    at: Point,
    *,
    snap: Snap = FREE,
    reach: float = NEAR,
    aside: Sequence[str] = (),
    floors: Sequence[Point] = (),
) -> Draft:
    """The draft with figures put where the first stands at a place, the others as they stood to it, each where it has room.

    Each stands on the floor that is meant, its gaps closed, or at the nearest place of it where nothing is in the way. Where
    there is none it is at the place all the same: `misplaced` says why it cannot stand there.

    Args:
        draft: the table.
        ids: of figures.
        at: inches; an infinite height is above everything.
        snap: what their places snap to, where there is room.
        reach: inches within which room is looked for.
        aside: figures that are put somewhere else later, and in nobody's way.
        floors: places on floors that may be meant instead, those nearest to the eye first; see `standing_places.meant`.
    """
    finite("a place", at[0], at[1])
    x, y, _ = draft.table.figure(ids[0]).position
    later = {*ids, *aside}
    if floors:
        at = meant(_without(draft.table, later), draft.table.figure(ids[0]), at, floors)
    for owner in ids:
        figure = draft.table.figure(owner)
        there = (figure.position[0] + at[0] - x, figure.position[1] + at[1] - y, at[2])
        table = _without(draft.table, later - {owner})
        place = standing_place(table, figure, there, wanted=snapped_place(*there[:2], snap), reach=reach)
        draft = with_entries(draft, [replace(draft.figure_entry(owner), position=place)])
        later.discard(owner)
    return draft


def misplaced(draft: Draft, ids: Sequence[str]) -> dict[str, str]:
    """Which of these figures cannot stand where they do, by their ids, and why not; pieces are left out."""
    figures = [figure for figure in draft.table.figures if figure.id in set(ids)]
    return {figure.id: fault for figure in figures if (fault := why_not(draft.table, figure))}


def duplicate(draft: Draft, ids: Sequence[str]) -> Draft:
    """The draft with copies of pieces and figures beside the old ones; figures go where there is room for them."""
    return _standing_aside(draft, move_edits.duplicate(draft, ids))


def paste(draft: Draft, source: Draft, ids: Sequence[str], to: Point, *, snap: Snap = FREE) -> Draft:
    """The draft with copies of what was copied at a place, as `move_edits.paste`; figures go where there is room for them."""
    return _standing_aside(draft, move_edits.paste(draft, source, ids, to, snap=snap))


def _standing_aside(before: Draft, copied: Draft) -> Draft:
    """The draft with the figures that are new where there is room for them."""
    for owner in misplaced(copied, added(before, copied)):
        copied = stand(copied, [owner], copied.table.figure(owner).position, reach=ASIDE)
    return copied


def edit_figure(draft: Draft, ids: Sequence[str], **fields: Unpack[FigureFields]) -> Draft:
    """The draft with something else said of these figures."""
    entries = []
    for owner in ids:
        entry = replace(draft.figure_entry(owner), **fields)
        # A text that is not there is left out of the file.
        entries.append(replace(entry, name=entry.name or None, side=entry.side or None))
    return with_entries(draft, entries)


def _in_row(draft: Draft, at: Point, facing: float, ahead: float, aside: float) -> Point:
    """A place so many inches ahead of and beside another one, not off the table."""
    angle = math.radians(facing)
    x = at[0] + ahead * math.cos(angle) - aside * math.sin(angle)
    y = at[1] + ahead * math.sin(angle) + aside * math.cos(angle)
    size = draft.document.size
    return min(max(x, 0.0), size[0]), min(max(y, 0.0), size[1]), at[2]


def _without(table: Table, gone: set[str]) -> Table:
    """The table without some figures."""
    return replace(table, figures=tuple(figure for figure in table.figures if figure.id not in gone))
