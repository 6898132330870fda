"""Edits of figures and gangs on a draft."""

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import TypedDict, Unpack

from rules.roster.gang import Gang
from scene.base.errors import SceneError
from scene.geometry.mesh import Point
from scene.table.table import MM_PER_INCH, Stance
from scene.table_io.table_document import BodyEntry, FigureEntry
from scene.table_io.table_reading import DEFAULT_PROXY
from scene.table_io.table_statuses import Status
from sightline.drafts.draft_table import Draft, changed, free_id, with_entries
from sightline.drafts.move_edits import move
from sightline.drafts.snapping import FREE, Snap

ABREAST = 5
"""Fighters in a row of a gang."""
BETWEEN = 0.5
"""Inches between the bases of a gang."""


class FigureFields(TypedDict, total=False):
    """What can be said of a figure; None is what it is by itself."""

    name: str | None
    side: str | None
    proxy: str | None
    body: BodyEntry | None
    base_mm: float | None
    status: Status | None
    stance: Stance | None


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
) -> Draft:
    """The draft with one more figure, standing at a place on what is beneath it; its base is the proxy's usual one."""
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
    return move(more, [entry.id], at, snap=snap)


def place_gang(draft: Draft, gang: Gang, at: Point, *, facing: float = 0.0) -> Draft:
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
    step = max((one.base_mm for one in gang.fighters), default=0.0) / MM_PER_INCH + BETWEEN
    for number, entry in enumerate(entries):
        row, place = divmod(number, ABREAST)
        abreast = min(ABREAST, len(entries) - row * ABREAST)
        draft = move(draft, [entry.id], _in_row(draft, at, facing, -row * step, (place - (abreast - 1) / 2.0) * step))
    return draft


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
