"""Edits that place, move, turn, copy and delete on a draft.

Whatever is placed or moved LANDS. It is let go with its lowest point at the height of the place that was pointed at (infinite
for from above everything) and comes straight down until one of its points meets something. Only what lies at that height or
lower counts: so a crate pointed at a deck lies on the deck, one pointed at the ground under the deck lies on the ground, and
what rises higher right there is something that it is stuck in, as pillars are in walls. Areas, pits, open doors bear nothing.

Objects go along with what they rest on, if that is all they rest on: who stands on a deck moves and turns with it. Pieces of a
group do everything together, and land as one. What was raised to hang free stays at its height until it is dragged.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np

from scene.base.errors import SceneError
from scene.geometry.mesh import Point
from scene.mesh_io.mesh_reading import MAX_FACES, max_bytes
from scene.table.resting import TOUCH, bears, let_down, lowest, rests_on, standing_disc
from scene.table.table import Piece
from scene.table_io.table_document import FigureEntry, PieceEntry
from sightline.drafts.draft_table import Draft, Entry, changed, finite, free_id, with_entries, without
from sightline.drafts.snapping import FREE, Snap, snapped_piece, snapped_place, snapped_turn

TOP = math.inf
"""As the height of a place: from above everything."""
DIGITS = 5
"""Of positions in inches; finer than what counts as a touch."""


def place_kit(draft: Draft, kit: str, at: Point, *, turn: float = 0.0, snap: Snap = FREE) -> Draft:
    """The draft with one more piece of the kit, let down at a place; its id is the piece's name with a number, if need be."""
    entry = PieceEntry(free_id(draft.taken, kit), (0.0, 0.0, 0.0), kit=kit, turn=turn or None)
    return place_piece(draft, entry, at, snap=snap)


def place_piece(draft: Draft, entry: PieceEntry, at: Point, *, snap: Snap = FREE) -> Draft:
    """The draft with one more piece, let down at a place."""
    more = changed(draft, terrain=[*draft.document.terrain, entry])
    return move(more, [entry.id], at, snap=snap)


def move(draft: Draft, ids: Sequence[str], to: Point, *, snap: Snap = FREE) -> Draft:
    """The draft with pieces and figures dragged to a place, where they land.

    Args:
        draft: the table.
        ids: what is dragged, with its groups. The anchor of the first comes to the place in plan; the lowest point of all
            starts at the place's height. Several that are no group land one by one, as they stand to each other in plan.
        to: inches; an infinite height is above everything.
        snap: what the first of them snaps to.
    """
    finite("a place", to[0], to[1])
    if math.isnan(to[2]):
        finite("a height", to[2])
    moved = whole(draft, ids)
    along = riders(draft, moved)
    lead = _thing(draft, moved[0])
    height = to[2] if math.isfinite(to[2]) else _above_all(draft)
    rise = height - min(lowest(_thing(draft, owner)) for owner in moved)
    x, y, _ = lead.pose.position
    there = replace(lead, pose=replace(lead.pose, position=(to[0], to[1], lead.pose.position[2] + rise)))
    gone = {*moved, *along}
    if moved[0] in {entry.id for entry in draft.document.terrain}:
        to_x, to_y = snapped_piece(there, [piece for piece in draft.table.terrain.pieces if piece.id not in gone], snap)
    else:
        to_x, to_y = snapped_place(to[0], to[1], snap)
    there_too = _carried(draft, (*moved, *along), _Motion(shift=(to_x - x, to_y - y, rise)))
    one = len({frozenset(whole(draft, [owner])) for owner in moved}) == 1
    return _landed(there_too, moved, along) if one else settle(there_too, (*moved, *along))


def turn(draft: Draft, ids: Sequence[str], degrees: float, *, snap: Snap = FREE) -> Draft:
    """The draft with pieces and figures turned anticlockwise about the anchor of the first, where they land again."""
    finite("a turn", degrees)
    moved = whole(draft, ids)
    along = riders(draft, moved)
    before = heading(draft, moved[0])
    degrees = snapped_turn(before + degrees, snap) - before
    x, y, _ = _thing(draft, moved[0]).pose.position
    turned = _carried(draft, (*moved, *along), _Motion(degrees % 360.0, (x, y)))
    return _landed(turned, moved, along) if _down(draft, moved, along) <= TOUCH else turned


def raise_to(draft: Draft, ids: Sequence[str], height: float) -> Draft:
    """The draft with the lowest point of the first at a height that was typed; it stays there, whatever is beneath."""
    finite("a height", height)
    moved = whole(draft, ids)
    along = riders(draft, moved)
    return _carried(draft, (*moved, *along), _Motion(shift=(0.0, 0.0, height - lowest(_thing(draft, moved[0])))))


def raise_by(draft: Draft, ids: Sequence[str], inches: float) -> Draft:
    """The draft with just these objects so much higher up."""
    return _carried(draft, ids, _Motion(shift=(0.0, 0.0, inches)))


def duplicate(draft: Draft, ids: Sequence[str]) -> Draft:
    """The draft with copies of pieces and figures, groups whole, beside the old ones: towards +x, or -x at the table's end."""
    copied = whole(draft, ids)
    more, new = _with_copies(draft, draft, copied)
    boxes = np.stack([_thing(draft, owner).placed.bounds for owner in copied])
    low, high = boxes[:, 0].min(axis=0), boxes[:, 1].max(axis=0)
    wide = round(float(high[0] - low[0]), DIGITS)
    way = wide if high[0] + wide <= draft.document.size[0] or low[0] - wide < 0.0 else -wide
    there = _carried(more, new, _Motion(shift=(way, 0.0, 0.0)))
    return _landed(there, new, ()) if _down(draft, copied, ()) <= TOUCH else there


def paste(draft: Draft, source: Draft, ids: Sequence[str], to: Point, *, snap: Snap = FREE) -> Draft:
    """The draft with copies of pieces and figures of another draft, or of itself before, groups whole, let down at a place.

    Raises:
        SceneError: where a figure has a mesh of its own that is not among the draft's.
    """
    more, new = _with_copies(draft, source, whole(source, ids))
    return move(more, new, to, snap=snap)


def _with_copies(draft: Draft, source: Draft, ids: Sequence[str]) -> tuple[Draft, tuple[str, ...]]:
    """The draft with copies of entries of a source under ids and in groups of their own, and these ids."""
    taken, new, meshes = list(draft.taken), list[str](), draft.meshes
    groups: dict[str, str] = {}
    copies: list[Entry] = []
    for owner in ids:
        new.append(free_id(taken, owner))
        taken.append(new[-1])
        entry = replace(source.entry(owner), id=new[-1])
        if isinstance(entry, PieceEntry) and entry.group is not None:
            if entry.group not in groups:
                groups[entry.group] = free_id({*_groups(draft), *groups.values()}, entry.group)
            entry = replace(entry, group=groups[entry.group])
        if isinstance(entry, PieceEntry) and entry.mesh is not None and source.meshes is not draft.meshes:
            meshes, name = meshes.with_file(entry.mesh, source.meshes.read(entry.mesh, max_bytes(MAX_FACES)))
            entry = replace(entry, mesh=name)
        if isinstance(entry, PieceEntry) and entry.works is not None and entry.works not in draft.ids:
            entry = replace(entry, works=None)
        copies.append(entry)
    more = draft if meshes is draft.meshes else replace(draft, meshes=meshes, maker=draft.maker.reading(meshes))
    terrain = [*draft.document.terrain, *(entry for entry in copies if isinstance(entry, PieceEntry))]
    figures = [*draft.document.figures, *(entry for entry in copies if isinstance(entry, FigureEntry))]
    return changed(more, terrain=terrain, figures=figures), tuple(new)


def delete(draft: Draft, ids: Sequence[str]) -> Draft:
    """The draft without pieces and figures, groups whole; what stood on them comes down."""
    gone = whole(draft, ids)
    return settle(without(draft, gone), riders(draft, gone))


def group(draft: Draft, ids: Sequence[str]) -> Draft:
    """The draft with pieces, and all that they are grouped with, as one group."""
    pieces = [draft.entry(owner) for owner in whole(draft, ids)]
    members = [entry for entry in pieces if isinstance(entry, PieceEntry)]
    if len(members) < 2:
        raise SceneError("a group needs two pieces of terrain or more; select them with Shift held")
    name = free_id(_groups(draft), "group")
    return with_entries(draft, [replace(entry, group=name) for entry in members])


def ungroup(draft: Draft, ids: Sequence[str]) -> Draft:
    """The draft with the groups of these pieces dissolved."""
    entries = [draft.entry(owner) for owner in whole(draft, ids)]
    return with_entries(draft, [replace(entry, group=None) for entry in entries if isinstance(entry, PieceEntry)])


def whole(draft: Draft, ids: Sequence[str]) -> tuple[str, ...]:
    """These ids in order, then those of all pieces that are grouped with them; a `SceneError` for none or unknown ones."""
    if not ids:
        raise SceneError("nothing is selected")
    entries = [draft.entry(owner) for owner in ids]
    groups = {entry.group for entry in entries if isinstance(entry, PieceEntry)} - {None}
    mates = [entry.id for entry in draft.document.terrain if entry.group in groups]
    return tuple(dict.fromkeys([*ids, *mates]))


def riders(draft: Draft, ids: Sequence[str]) -> tuple[str, ...]:
    """What rests on these objects and on nothing else, and what rests on that.

    Pieces of a group go along only if nothing that one of them rests on stays. The ground stays.
    """
    return _riders(draft, tuple(ids))


@lru_cache(maxsize=16)
def _riders(draft: Draft, ids: tuple[str, ...]) -> tuple[str, ...]:
    """As `riders`; while something is dragged, the same is asked again and again."""
    pieces = {piece.id: piece for piece in draft.table.terrain.pieces}
    things = {**pieces, **{figure.id: standing_disc(figure) for figure in draft.table.figures}}
    moving = dict.fromkeys(ids)

    def rests_on_moving(owner: str) -> bool:
        return any(rests_on(things[owner], pieces[under]) for under in moving if under in pieces)

    def goes_along(unit: frozenset[str]) -> bool:
        staying = [piece for owner, piece in pieces.items() if owner not in moving and owner not in unit]
        return not any(lowest(things[owner]) <= TOUCH or _rests_on_any(things[owner], staying) for owner in unit)

    while True:
        above = [owner for owner in things if owner not in moving and rests_on_moving(owner)]
        units = dict.fromkeys(frozenset(whole(draft, [owner])) for owner in above)
        joining = [unit for unit in units if goes_along(unit)]
        if not joining:
            return tuple(owner for owner in moving if owner not in set(ids))
        for unit in joining:
            moving |= dict.fromkeys(sorted(unit))


def settle(draft: Draft, ids: Sequence[str]) -> Draft:
    """The draft with each of these, groups as one, let down from where it is; the lowest first."""
    order = sorted(ids, key=lambda owner: lowest(_thing(draft, owner)))
    units = list({frozenset(unit): unit for unit in (whole(draft, [owner]) for owner in order)}.values())
    while units:
        unit, *units = units
        draft = _landed(draft, unit, (), aside=[owner for later in units for owner in later])
    return draft


def heading(draft: Draft, owner: str) -> float:
    """Degrees by which a piece is turned, or where a figure looks; of a leaning piece, where its x axis points in plan."""
    entry = draft.entry(owner)
    if isinstance(entry, FigureEntry):
        return (entry.facing or 0.0) % 360.0
    if entry.rotation is None:
        return (entry.turn or 0.0) % 360.0
    along = draft.table.piece(owner).pose.matrix[:, 0]
    return math.degrees(math.atan2(along[1], along[0])) % 360.0


@dataclass(frozen=True)
class _Motion:
    """A turn about an upright axis through a place in plan, then a shift."""

    degrees: float = 0.0
    about: tuple[float, float] = (0.0, 0.0)
    shift: Point = (0.0, 0.0, 0.0)

    def place(self, position: Point) -> Point:
        """Where a place comes to lie."""
        x, y = position[0] - self.about[0], position[1] - self.about[1]
        if self.degrees:
            angle = math.radians(self.degrees)
            x, y = x * math.cos(angle) - y * math.sin(angle), x * math.sin(angle) + y * math.cos(angle)
        found = (self.about[0] + x + self.shift[0], self.about[1] + y + self.shift[1], position[2] + self.shift[2])
        # Adding nothing makes 0 of -0, which files need not show.
        return round(found[0], DIGITS) + 0.0, round(found[1], DIGITS) + 0.0, round(found[2], DIGITS) + 0.0

    def entry(self, entry: Entry) -> Entry:
        """The entry carried along."""
        position = self.place(entry.position)
        if isinstance(entry, FigureEntry):
            return replace(entry, position=position, facing=self.angle(entry.facing))
        if entry.rotation is None:
            return replace(entry, position=position, turn=self.angle(entry.turn))
        return replace(entry, position=position, rotation=self.rotation(entry.rotation))

    def angle(self, before: float | None) -> float | None:
        """Degrees after the turn; what was not there stays so if nothing turns."""
        return round(((before or 0.0) + self.degrees) % 360.0, DIGITS) if self.degrees else before

    def rotation(self, before: tuple[float, float, float, float]) -> tuple[float, float, float, float]:
        """A quaternion w, x, y, z after the turn: the product of the two."""
        if not self.degrees:
            return before
        c, s = math.cos(math.radians(self.degrees) / 2.0), math.sin(math.radians(self.degrees) / 2.0)
        w, x, y, z = before
        return c * w - s * z, c * x - s * y, c * y + s * x, c * z + s * w


def _carried(draft: Draft, ids: Sequence[str], motion: _Motion) -> Draft:
    return with_entries(draft, [motion.entry(draft.entry(owner)) for owner in ids])


def _landed(draft: Draft, moved: Sequence[str], along: Sequence[str], *, aside: Sequence[str] = ()) -> Draft:
    """The draft with what was moved let down, what rests on it with it; what is aside does not bear it."""
    down = _down(draft, moved, (*along, *aside))
    return _carried(draft, (*moved, *along), _Motion(shift=(0.0, 0.0, -down))) if down else draft


def _down(draft: Draft, moved: Sequence[str], aside: Sequence[str]) -> float:
    """By how many inches what was moved comes down."""
    gone = {*moved, *aside}
    others = [piece for piece in draft.table.terrain.pieces if piece.id not in gone]
    return let_down([_thing(draft, owner) for owner in moved], others)


def _thing(draft: Draft, owner: str) -> Piece:
    """A piece, or what a figure stands with."""
    found = draft.entry(owner)
    return draft.table.piece(owner) if isinstance(found, PieceEntry) else standing_disc(draft.table.figure(owner))


def _rests_on_any(thing: Piece, others: Sequence[Piece]) -> bool:
    return any(rests_on(thing, other) for other in others)


def _above_all(draft: Draft) -> float:
    return max((float(piece.placed.bounds[1, 2]) for piece in draft.table.terrain.pieces if bears(piece)), default=0.0) + 1.0


def _groups(draft: Draft) -> set[str]:
    return {entry.group for entry in draft.document.terrain if entry.group is not None}
