"""Terrain with some of its pieces changed: doors open or closed, others gone, fog. Each is made once and shares all it can."""

from collections.abc import Mapping
from dataclasses import replace
from weakref import ReferenceType, WeakKeyDictionary, ref

from scene.base.memo import memoized
from scene.table.fog import Fog
from scene.table.table import Piece, Terrain

Changes = tuple[tuple[str, str], ...]
"""Ids of pieces and how they are: "open", "closed" or "gone"; sorted."""

_OPENED: WeakKeyDictionary[Terrain, ReferenceType[Terrain]] = WeakKeyDictionary()


def changed(terrain: Terrain, changes: Changes, fogs: tuple[Fog, ...] = ()) -> Terrain:
    """A terrain with pieces changed and fog over it; the same object for the same changes, and itself for none."""
    if not changes and fogs == terrain.fogs:
        return terrain
    known = _known(terrain)
    if (changes, fogs) not in known:
        told = dict(changes)
        gone = frozenset(piece.id for piece in terrain.pieces if piece.kind != "door" and told.get(piece.id) == "gone")
        known[changes, fogs] = made = Terrain(tuple(_changed(terrain, told)), fogs=fogs)
        _OPENED[made] = ref(_all_open(terrain, gone))
    return known[changes, fogs]


def all_open(terrain: Terrain) -> Terrain | None:
    """The terrain with all doors open whose navmesh one goes by; None for a terrain that goes by its own.

    That is one that was changed. And one with terminals, as its doors are there to be opened: so one navmesh does for all.
    """
    found = _OPENED.get(terrain)
    if found is not None:
        # It lives as long as the terrain of the file.
        return found()
    worked = any(piece.works for piece in terrain.pieces) and bool(closed_doors(terrain))
    return with_doors_open(terrain) if worked else None


def with_doors_open(terrain: Terrain) -> Terrain:
    """A terrain with all of its doors open: what the changes of its doors are worked out from."""
    return _all_open(terrain, frozenset())


def closed_doors(terrain: Terrain) -> tuple[Piece, ...]:
    """The doors that stand in the way."""
    return tuple(piece for piece in terrain.pieces if piece.kind == "door" and not piece.open)


@memoized
def _known(_terrain: Terrain) -> dict[tuple[Changes, tuple[Fog, ...]], Terrain]:
    """The changed terrains of one that were made so far."""
    return {}


@memoized
def _opened(_terrain: Terrain) -> dict[frozenset[str], Terrain]:
    """The same with all doors open, by the ids of the pieces that are gone."""
    return {}


def _all_open(terrain: Terrain, gone: frozenset[str]) -> Terrain:
    known = _opened(terrain)
    if gone not in known:
        if not gone and not closed_doors(terrain):
            return terrain
        left = (piece for piece in terrain.pieces if piece.id not in gone)
        known[gone] = Terrain(tuple(replace(piece, open=True) if piece.kind == "door" else piece for piece in left))
    return known[gone]


def _changed(terrain: Terrain, told: Mapping[str, str]) -> list[Piece]:
    states = ((piece, told.get(piece.id)) for piece in terrain.pieces)
    return [_piece(piece, state) for piece, state in states if state != "gone"]


def _piece(piece: Piece, state: str | None) -> Piece:
    if piece.kind != "door" or state is None or piece.open == (state == "open"):
        return piece
    return replace(piece, open=state == "open")
