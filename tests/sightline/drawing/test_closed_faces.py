"""Faces whose backs need not be drawn."""

import numpy as np
import trimesh

from scene.geometry.mesh import Mesh
from sightline.drawing.rendering.closed_faces import closed_faces


def mesh_of(*parts: trimesh.Trimesh) -> Mesh:
    """Parts beside one another, as a soup in which no two triangles share a vertex."""
    return Mesh.of(
        np.concatenate([one.triangles.reshape(-1, 3) for one in parts]), np.arange(3 * sum(len(one.faces) for one in parts))
    )


BOX = trimesh.creation.box((2.0, 2.0, 2.0))
BALL = trimesh.creation.icosphere(radius=0.5).apply_translation((40.0, 7.0, 3.0))


def test_closed_surfaces_are_told_from_open_ones_wherever_they_lie() -> None:
    lid_off = trimesh.Trimesh(BOX.vertices, BOX.faces[:-1]).apply_translation((9.0, 0.0, 0.0))
    found = closed_faces(mesh_of(BOX, lid_off, BALL))
    assert found[:12].all()
    assert not found[12:23].any()
    assert found[23:].all()


def test_what_is_turned_inward_or_twisted_counts_as_open() -> None:
    hollow = BOX.copy()
    hollow.invert()
    shell = BOX.copy().apply_scale(3.0)
    assert list(closed_faces(mesh_of(shell, hollow))) == [True] * 12 + [False] * 12
    faces = BOX.faces.copy()
    faces[4] = faces[4][::-1]
    assert not closed_faces(mesh_of(trimesh.Trimesh(BOX.vertices, faces, process=False))).any()


def test_nothing_has_no_faces_and_sheets_are_open() -> None:
    assert len(closed_faces(Mesh.of(np.zeros((0, 3)), np.zeros((0, 3))))) == 0
    sheet = Mesh.of([(0, 0, 0), (4, 0, 0), (4, 3, 0), (0, 3, 0)], [(0, 1, 2), (0, 2, 3), (0, 2, 1), (0, 3, 2)])
    assert not closed_faces(sheet).any(), "both sides of a sheet enclose nothing"
