"""Meshes thinned by vertex clustering: so many faces, no point far from where it was; and meshes written as they are."""

import numpy as np
import pytest
import trimesh

from scene.geometry.mesh import Mesh
from scene.geometry.vertex_clustering import clustered, thinned
from scene.mesh_io.mesh_reading import parse_mesh
from scene.mesh_io.mesh_writing import ply_bytes


def ball(subdivisions: int = 5) -> Mesh:
    made = trimesh.creation.icosphere(subdivisions=subdivisions, radius=10.0)
    return Mesh.of(made.vertices, made.faces)


@pytest.mark.parametrize("most", [10_000, 2_000, 300])
def test_has_as_many_faces_as_were_wanted_and_lies_where_it_lay(most: int) -> None:
    mesh = ball()
    found = thinned(mesh, most)
    assert 0.5 * most <= len(found.mesh.faces) <= most
    # Points of a ball that are put in the middle of a few others go inwards, by less than they were moved.
    radii = np.linalg.norm(found.mesh.vertices, axis=1)
    assert radii.max() <= 10.0 + 1e-9
    assert radii.min() >= 10.0 - found.moved
    assert found.mesh.areas.sum() == pytest.approx(4.0 * np.pi * 100.0, rel=0.15)


def test_no_point_moves_farther_than_the_diagonal_of_a_cell() -> None:
    mesh, cell = ball(4), 1.7
    found = clustered(mesh, cell)
    assert 0.0 < found.moved <= np.sqrt(3.0) * cell
    corners = found.mesh.faces
    assert len(np.unique(np.sort(corners, axis=1), axis=0)) == len(corners)
    assert (corners[:, 0] != corners[:, 1]).all()


def test_what_is_thin_enough_stays() -> None:
    mesh = ball(2)
    assert thinned(mesh, len(mesh.faces)).mesh is mesh


def test_a_written_mesh_is_read_again() -> None:
    mesh = ball(3)
    again = parse_mesh(ply_bytes(mesh), "ball.ply", units="mm").mesh
    assert len(again.faces) == len(mesh.faces)
    # Reading sorts the points; the corners of the faces stay where they are, to 32 bits of 254 mm.
    assert np.allclose(again.triangles, mesh.triangles, atol=10.0 * 2.0**-23)
