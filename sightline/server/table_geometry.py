"""The geometry of a table as the page gets it: few triangles, whole numbers in place of inches, packed.

A packed geometry is a JSON head (its length first, as four bytes, little end first), then for each mesh its points and its
corners. A point is three numbers of 16 bits between the lowest and the highest corner of its mesh's box; corners are numbers
of 16 bits, or of 32 where a mesh has more points. All is made to begin at a multiple of four bytes.
"""

import gzip
import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from scene.base.memo import memoized
from scene.geometry.mesh import EMPTY, Mesh
from scene.geometry.vertex_clustering import thinned
from scene.table.table import Body, Piece, Table, Terrain
from sightline.drawing.rendering import palette

MOST_TRIANGLES = 200_000
"""Of a whole table: what a phone turns smoothly."""
LEAST_TRIANGLES = 300
"""Of a piece that is made simpler."""
LEVELS = 2**16 - 1


@dataclass(frozen=True)
class Packed:
    """A packed geometry.

    Attributes:
        data: its bytes, compressed.
        simplified: inches that the point moved farthest which was moved to make it simpler; 0 where it is as it is.
    """

    data: bytes
    simplified: float = 0.0

    @cached_property
    def digest(self) -> str:
        """Tells it from any other."""
        return hashlib.sha256(self.data).hexdigest()[:20]


def packed(meshes: Sequence[tuple[dict[str, Any], Mesh]]) -> bytes:
    """Meshes with what is told of them, packed and compressed."""
    heads, parts, place = list[dict[str, Any]](), list[bytes](), 0
    for told, mesh in meshes:
        if not len(mesh.faces):
            continue
        low, high = mesh.bounds
        span = np.maximum(high - low, 1e-6)
        points = np.round((mesh.vertices - low) / span * LEVELS).astype("<u2").tobytes()
        corners = mesh.faces.astype("<u2" if len(mesh.vertices) <= LEVELS else "<u4").tobytes()
        heads.append(
            {**told, "low": low.tolist(), "span": span.tolist(), "points": len(mesh.vertices), "corners": mesh.faces.size}
            | {"at": place}
        )
        for part in (points, corners):
            filled = part + b"\0" * (-len(part) % 4)
            parts.append(filled)
            place += len(filled)
    head = json.dumps({"meshes": heads}).encode()
    head += b" " * (-len(head) % 4)
    return gzip.compress(len(head).to_bytes(4, "little") + head + b"".join(parts), 6, mtime=0)


@memoized
def packed_terrain(terrain: Terrain) -> Packed:
    """All pieces of a table, a mesh each, in the table's frame."""
    simpler = [(piece, thinned(_looks(piece), most)) for piece, most in _shares(terrain)]
    meshes = [
        ({"id": piece.id, "kind": piece.kind, "colour": list(palette.KINDS[piece.kind])}, found.mesh)
        for piece, found in simpler
    ]
    return Packed(packed(meshes), max((found.moved for _, found in simpler), default=0.0))


def _looks(piece: Piece) -> Mesh:
    return EMPTY if piece.stands_open else piece.placed


def _shares(terrain: Terrain) -> Iterator[tuple[Piece, int]]:
    """How many triangles each piece may have: where there are too many in all, large pieces give."""
    spare = MOST_TRIANGLES / max(terrain.triangles, 1)
    for piece in terrain.pieces:
        yield piece, max(LEAST_TRIANGLES, int(len(piece.shape.faces) * spare)) if spare < 1.0 else len(piece.shape.faces)


@memoized
def packed_body(body: Body) -> Packed:
    """A figure's body in its own frame: what counts for sight, and what does not."""
    most = MOST_TRIANGLES // 20
    parts = [("counts", thinned(body.counts, most)), ("insignificant", thinned(body.insignificant, most))]
    meshes = [({"role": role}, found.mesh) for role, found in parts]
    return Packed(packed(meshes), max(found.moved for _, found in parts))


def told_table(table: Table) -> dict[str, Any]:
    """What the page knows of a table, beside its geometry."""
    sides = list(dict.fromkeys(figure.side for figure in table.figures))
    return {
        "name": table.name,
        "known": table.terrain_known or "",
        "size": list(table.size),
        "terrain": packed_terrain(table.terrain).digest,
        "simplified": packed_terrain(table.terrain).simplified,
        "pieces": [{"id": piece.id, "called": piece.called, "kind": piece.kind} for piece in table.terrain.pieces],
        "sides": [{"id": side, "colour": list(palette.SIDES[n % len(palette.SIDES)])} for n, side in enumerate(sides)],
        "figures": [
            {
                "id": figure.id,
                "called": figure.called,
                "side": figure.side,
                "position": list(figure.position),
                "facing": figure.facing,
                "base_radius": figure.base_radius,
                "base_height": figure.base_height,
                "posture": figure.posture,
                "body": packed_body(figure.body).digest,
                "top": float(figure.box[1, 2]),
                "eye": figure.eye.tolist(),
            }
            for figure in table.figures
        ],
    }
