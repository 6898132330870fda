"""The left half of a table's terrain put on its right half as well, so that both sides have the same: turned, or mirrored.

A mesh cannot be mirrored by placing it. Most scenery is its own mirror image in one of two planes, though; then it is put where
its image lies. Where it is in neither, it stands as its nearest image would, and `uneven` tells so.
"""

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

import numpy as np

from scene.base.errors import SceneError
from scene.geometry.mesh import FloatArray, Mesh, Point
from scene.table.table import Piece
from scene.table_io.table_document import PieceEntry
from sightline.drafts.draft_table import Draft, changed, free_id, without
from sightline.drafts.move_edits import DIGITS, riders, settle

How = Literal["turned", "mirrored"]
"""By half a turn about the middle of the table, or in its middle line."""
WAYS: dict[How, FloatArray] = {"turned": np.diag([-1.0, -1.0, 1.0]), "mirrored": np.diag([-1.0, 1.0, 1.0])}
TOUCH = 1e-3
"""Inches that a piece may reach over the middle line and be on one half."""
UNEVEN = 0.05
"""Inches that points of a piece lie off its mirror image in the mean from which it is none."""


def mirror_half(draft: Draft, how: How) -> Draft:
    """The draft with copies of all terrain that is wholly on the left half, where x is low, in place of that on the right.

    Pieces across the middle stay and have no copy; figures stay, and come down where they stood on what is gone.

    Raises:
        SceneError: where nothing is wholly on the left half.
    """
    left, right = _halves(draft)
    if not left:
        raise SceneError("nothing stands wholly on the left half, where x is low; build that first")
    gone = [piece.id for piece in right]
    cleared = settle(without(draft, gone), [one for one in riders(draft, gone) if one not in set(gone)])
    taken, names, groups = list(cleared.taken), dict[str, str](), dict[str, str]()
    known = {entry.group for entry in cleared.document.terrain if entry.group}
    for piece in left:
        names[piece.id] = free_id(taken, piece.id)
        taken.append(names[piece.id])
    copies = []
    for piece in left:
        entry = _image(draft.piece_entry(piece.id), piece, draft.document.size, how)
        if entry.group is not None and entry.group not in groups:
            groups[entry.group] = free_id({*known, *groups.values()}, entry.group)
        group = None if entry.group is None else groups[entry.group]
        works = names.get(entry.works, entry.works) if entry.works else None
        copies.append(replace(entry, id=names[piece.id], group=group, works=works))
    return changed(cleared, terrain=[*cleared.document.terrain, *copies])


def uneven(draft: Draft) -> tuple[str, ...]:
    """The ids of pieces on the left half that are not their own mirror image, so that no placing mirrors them."""
    return tuple(piece.id for piece in _halves(draft)[0] if _own_mirror(piece.shape)[1] > UNEVEN)


def _halves(draft: Draft) -> tuple[list[Piece], list[Piece]]:
    """The pieces that are wholly on the left half and on the right."""
    middle = draft.document.size[0] / 2.0
    pieces = draft.table.terrain.pieces
    left = [piece for piece in pieces if piece.placed.bounds[1, 0] <= middle + TOUCH]
    return left, [piece for piece in pieces if piece.placed.bounds[0, 0] >= middle - TOUCH]


def _image(entry: PieceEntry, piece: Piece, size: Sequence[float], how: How) -> PieceEntry:
    """The entry of a piece where its image lies."""
    way, own = WAYS[how], np.eye(3) if how == "turned" else _own_mirror(piece.shape)[0]
    about, middle = np.array([size[0] / 2.0, size[1] / 2.0, 0.0]), _middle(piece.shape)
    turned = way @ piece.pose.matrix @ own
    place = way @ (piece.pose.matrix @ (middle - own @ middle) + piece.pose.position - about) + about
    x, y, z = (round(float(value), DIGITS) + 0.0 for value in place)
    mouths = entry.mouths
    if mouths is not None:
        one, other = (_point(own @ (np.asarray(mouth) - middle) + middle) for mouth in mouths)
        mouths = (one, other)
    if entry.rotation is None:
        degrees = round(math.degrees(math.atan2(turned[1, 0], turned[0, 0])) % 360.0, DIGITS) % 360.0
        return replace(entry, position=(x, y, z), turn=degrees or None, mouths=mouths)
    # SciPy's rotations are imported only once something leans.
    from scipy.spatial.transform import Rotation

    a, b, c, w = (float(part) for part in Rotation.from_matrix(turned).as_quat())
    return replace(entry, position=(x, y, z), rotation=(w, a, b, c), mouths=mouths)


def _own_mirror(shape: Mesh) -> tuple[FloatArray, float]:
    """The upright plane through a piece's middle in which it is most nearly its own mirror image, and how far off it is."""
    from scipy.spatial import cKDTree

    tree, middle = cKDTree(shape.vertices), _middle(shape)
    found = []
    for plane in (np.diag([1.0, -1.0, 1.0]), np.diag([-1.0, 1.0, 1.0])):
        off, _ = tree.query((shape.vertices - middle) @ plane + middle)
        found.append((plane, float(np.mean(off))))
    return min(found, key=lambda one: one[1])


def _middle(shape: Mesh) -> FloatArray:
    return np.asarray(shape.bounds.mean(axis=0) * [1.0, 1.0, 0.0])


def _point(place: FloatArray) -> Point:
    x, y, z = (round(float(value), DIGITS) + 0.0 for value in place)
    return x, y, z
