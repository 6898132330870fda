"""Things put on a draft by a place that was typed: where they come to stand, and what they stand on."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from scene.base.errors import SceneError
from scene.base.messages import plain
from scene.geometry.mesh import Point
from scene.table.resting import TOUCH, let_down, lowest, rests_on, standing_disc
from scene.table.table import Piece, Table
from scene.table_io.table_document import FigureEntry, PieceEntry
from scene.walkable.local_floors import heights_at
from sightline.drafts.draft_table import Draft, Entry, changed, with_entries
from sightline.drafts.move_edits import DIGITS, move

NEAR = 1e-3
"""Inches by which heights may differ that are the same."""


@dataclass(frozen=True)
class Put:
    """What was put on a table.

    Attributes:
        draft: the table with it.
        id: its id.
        on: the id of the piece that it stands on; None for the ground.
        floors: the heights of the other floors there, inches, the highest first.
    """

    draft: Draft
    id: str
    on: str | None
    floors: tuple[float, ...]

    @property
    def position(self) -> Point:
        """Where it is, as the file has it."""
        return self.draft.entry(self.id).position


def put(draft: Draft, entry: Entry, at: tuple[float, float], z: float | None, *, on: str | None = None) -> Put:
    """The draft with one more thing.

    Figures stand on floors: the highest there, that of a piece, or the one at the height that is given. Terrain comes straight
    down until it meets something.

    Args:
        draft: the table.
        entry: of the piece or figure; its position does not matter.
        at: where, in plan.
        z: the height from which it comes down, inches; None is from above everything.
        on: the piece that it is to stand on.

    Raises:
        SceneError: there is no such piece, or it is not there; the place is off the table.
    """
    size = draft.document.size
    if not (0.0 <= at[0] <= size[0] and 0.0 <= at[1] <= size[1]):
        raise SceneError(f"{_place(at)} is off the table, which is {plain(size[0])} x {plain(size[1])} inches")
    if on is not None and z is not None:
        raise SceneError("a height and a piece to stand on were both given; leave one of them out")
    lowest_floor = min(heights_at(draft.table, at), default=0.0)
    if z is not None and z < lowest_floor - NEAR:
        raise SceneError(
            f"{_place(at)} has no floor at {plain(z)} or below; the lowest one there is at {plain(round(lowest_floor, 2))}"
        )
    if isinstance(entry, FigureEntry):
        return _figure(draft, entry, at, z, on)
    return _piece(draft, entry, at, z, on)


def first_facing(table: Table, at: Sequence[float], side: str | None) -> float:
    """Where a figure looks that nobody has turned: at the nearest one of another side, or to the middle; degrees.

    Args:
        table: where.
        at: the place of the figure.
        side: its side; None takes everybody for an enemy.
    """
    enemies = [one.position for one in table.figures if side is None or one.side != side]
    middle = (table.size[0] / 2.0, table.size[1] / 2.0)
    x, y = min(enemies, key=lambda one: math.dist(one[:2], at[:2]))[:2] if enemies else middle
    return math.degrees(math.atan2(y - at[1], x - at[0])) % 360.0


def middle_of(draft: Draft, piece_id: str | None) -> tuple[float, float]:
    """The middle of a piece in plan, or of the table."""
    if piece_id is None:
        x, y = draft.document.size
        return x / 2.0, y / 2.0
    low, high = draft.table.piece(piece_id).placed.bounds[:, :2]
    x, y = ((low + high) / 2.0).tolist()
    return x, y


def _figure(draft: Draft, entry: FigureEntry, at: tuple[float, float], z: float | None, on: str | None) -> Put:
    table = (
        draft.table if on is None else replace(draft.table, terrain=replace(draft.table.terrain, pieces=(_owner(draft, on),)))
    )
    floors = [height for height in heights_at(table, at) if on is None or height > NEAR]
    if not floors:
        raise SceneError(
            f'"{on}" has no floor at {_place(at)}{_reaches(draft, on)}' if on else f"there is no floor at {_place(at)}"
        )
    fits = [height for height in floors if z is None or height <= z + NEAR]
    stands = round((fits or floors[-1:])[0], DIGITS) if z is None or fits else z
    after = changed(draft, figures=[*draft.document.figures, replace(entry, position=(*at, stands))])
    others = tuple(height for height in heights_at(draft.table, at) if abs(height - stands) > NEAR)
    return Put(after, entry.id, _under(after, entry.id), others)


def _piece(draft: Draft, entry: PieceEntry, at: tuple[float, float], z: float | None, on: str | None) -> Put:
    more = changed(draft, terrain=[*draft.document.terrain, replace(entry, position=(*at, 0.0))])
    if on is None:
        after = move(more, [entry.id], (*at, math.inf if z is None else z))
    else:
        owner, thing = _owner(draft, on), more.table.piece(entry.id)
        above = float(owner.placed.bounds[1, 2]) + 1.0
        raised = replace(thing, pose=replace(thing.pose, position=(*at, thing.pose.position[2] + above - lowest(thing))))
        down = let_down([raised], [owner])
        x, y, height = raised.pose.position
        if lowest(raised) - down <= NEAR:
            raise SceneError(f'"{on}" is not under {_place(at)}{_reaches(draft, on)}')
        after = with_entries(more, [replace(more.entry(entry.id), position=(x, y, round(height - down, DIGITS)))])
    bottom = lowest(after.table.piece(entry.id))
    others = tuple(height for height in heights_at(draft.table, at) if abs(height - bottom) > NEAR)
    return Put(after, entry.id, _under(after, entry.id), others)


def _under(draft: Draft, thing_id: str) -> str | None:
    """What a thing rests on; the highest of several."""
    pieces = [piece for piece in draft.table.terrain.pieces if piece.id != thing_id]
    figures = {figure.id: figure for figure in draft.table.figures}
    thing = standing_disc(figures[thing_id]) if thing_id in figures else draft.table.piece(thing_id)
    if lowest(thing) <= TOUCH:
        return None
    return next((piece.id for piece in pieces if rests_on(thing, piece)), None)


def _owner(draft: Draft, piece_id: str) -> Piece:
    return draft.table.piece(piece_id)


def _reaches(draft: Draft, piece_id: str) -> str:
    low, high = draft.table.piece(piece_id).placed.bounds[:, :2].tolist()
    return f": it reaches from {_place(low)} to {_place(high)}"


def _place(at: Sequence[float]) -> str:
    return ", ".join(plain(round(value, 2)) for value in at[:2])


def piece_called(table: Table, typed: str) -> str:
    """The id of the piece that is meant, in any case; a `SceneError` that suggests the nearest for none."""
    said = typed.casefold()
    found = [piece.id for piece in table.terrain.pieces if piece.id.casefold() == said]
    return typed if typed in found or len(found) != 1 else found[0]
