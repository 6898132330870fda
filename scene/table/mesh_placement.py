"""The placement of meshes where the table file puts them: anchors, turns, and bodies that lie."""

import numpy as np
from numpy.typing import ArrayLike

from scene.geometry.mesh import FloatArray, Mesh
from scene.geometry.rigid_transform import RigidTransform
from scene.table.table import Body, Posture

# Rows are where the body's x, y and z go: on its back the front (+x) looks up, face down it looks at the ground.
_LYING: dict[Posture, FloatArray] = {
    "on_back": np.array([[0.0, 0.0, -1.0], [0.0, 1.0, 0.0], [1.0, 0.0, 0.0]]),
    "on_face": np.array([[0.0, 0.0, 1.0], [0.0, 1.0, 0.0], [-1.0, 0.0, 0.0]]),
}


def anchored(mesh: Mesh) -> Mesh:
    """The mesh with its anchor at the origin."""
    shift = anchor(mesh)
    return mesh.moved(lambda points: points - shift, only_shifts=True)


def anchor(mesh: Mesh) -> FloatArray:
    """(3,) the anchor of a mesh in its own frame: the middle of its bounding box in x and y, at its lowest z."""
    low, high = mesh.bounds
    return np.array([(low[0] + high[0]) / 2, (low[1] + high[1]) / 2, low[2]])


def piece_pose(position: ArrayLike, *, turn: float | None = None, rotation: ArrayLike | None = None) -> RigidTransform:
    """Where a piece stands: ``rotation`` (w, x, y, z, of any length but zero), or ``turn`` in degrees from above."""
    if rotation is None:
        return RigidTransform.turned(position, turn or 0.0)
    x, y, z = (float(value) for value in np.asarray(position, dtype=np.float64))
    quaternion = np.asarray(rotation, dtype=np.float64)
    a, b, c, d = (float(value) for value in quaternion / np.linalg.norm(quaternion))
    return RigidTransform((x, y, z), (a, b, c, d))


def laid(body: Body, posture: Posture) -> Body:
    """The body as it is on the table: upright as it is, or turned onto its back or its face.

    A body that lies touches the ground at z = 0 with its lowest point; what counts of it is centred over the origin.
    """
    if posture == "upright":
        return body
    turn = _LYING[posture].T
    counts = Mesh.of(body.counts.vertices @ turn, body.counts.faces)
    shift = anchor(counts)
    return Body(
        counts=Mesh.of(counts.vertices - shift, counts.faces),
        eye=body.eye @ turn - shift,
        insignificant=Mesh.of(body.insignificant.vertices @ turn - shift, body.insignificant.faces),
    )
