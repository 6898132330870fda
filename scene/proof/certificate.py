"""Certificates: the proof that there is no line, as a document that somebody else can check.

It holds both bodies, the surfaces that stop lines, each triangle with the face of the scenery that it stands for, and the tree
of shafts: which cell each is halved at, and which triangles close it.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from scene.geometry.mesh import FloatArray, IntArray
from scene.proof.occluding_union import GROWN, Placed
from scene.proof.shaft_search import ShaftTree
from scene.proof.surface_complex import SAME, Complex
from scene.table.table import Figure

FORMAT, VERSION = "sightline-sight-proof", 1


def certificate(
    bodies: Sequence[Figure],
    surface: Complex,
    tree: ShaftTree,
    meshes: Sequence[Placed],
    called: Sequence[str],
    *,
    lifted: float,
    thread_mm: float,
) -> dict[str, Any]:
    """The document of a proof.

    Args:
        bodies: both figures.
        surface, tree: what closes shafts, and the tree of all shafts.
        meshes: what may hide, by number, and ``called``: what each is, as an id.
    """
    used = np.unique(np.concatenate([np.zeros(0, dtype=np.int64), *tree.closed.values()]))
    corner = np.unique(surface.faces[used])
    return {
        "format": FORMAT,
        "version": VERSION,
        "thread_mm": thread_mm,
        "lifted": lifted,
        # Corners that are one were apart by `SAME` along each axis at most.
        "grown": GROWN + 2.0 * SAME,
        "bodies": [_body(one) for one in bodies],
        "scenery": _scenery(surface.source[used], meshes, called),
        "corners": surface.corners[corner].tolist(),
        "faces": np.searchsorted(corner, surface.faces[used]).tolist(),
        "stands_for": surface.source[used].tolist(),
        "shafts": _tree(tree, used),
    }


def _body(figure: Figure) -> dict[str, Any]:
    mesh = figure.placed
    return {
        "id": figure.id,
        "corners": mesh.vertices.tolist(),
        "faces": mesh.faces.tolist(),
    }


def _scenery(source: IntArray, meshes: Sequence[Placed], called: Sequence[str]) -> list[dict[str, Any]]:
    """Of every mesh that stops lines the faces that do, where they stand."""
    found = []
    for number in np.unique(source[:, 0]).tolist():
        placed = meshes[number]
        faces = np.unique(source[source[:, 0] == number, 1])
        triangles: FloatArray = placed.pose.to_table(placed.mesh.vertices)[placed.mesh.faces[faces]]
        told = {str(face): corners for face, corners in zip(faces.tolist(), triangles.tolist(), strict=True)}
        found.append({"number": number, "id": called[number], "faces": told})
    return found


def _tree(tree: ShaftTree, used: IntArray) -> dict[str, Any]:
    """Of every shaft whose cell is halved, its lower half's number, the axis and the cut, or which triangles close it."""
    halved = {str(node): [one.body, one.child, one.axis, one.cut] for node, one in tree.halved.items()}
    closed = {str(node): np.searchsorted(used, part).tolist() for node, part in tree.closed.items()}
    return {"halved": halved, "closed": closed}
