"""What the page draws is the table: within its whole numbers, and within what it says it was made simpler."""

import gzip
import json
from typing import Any

import numpy as np

from scene.geometry.mesh import Mesh
from scene.geometry.rigid_transform import RigidTransform
from scene.table.table import Piece, Terrain
from sightline.api.tables_drawn import load_table
from sightline.server.table_geometry import LEVELS, MOST_TRIANGLES, packed_body, packed_terrain


def unpacked(data: bytes) -> list[tuple[dict[str, Any], Mesh]]:
    """As the page does it, in other words."""
    raw = gzip.decompress(data)
    size = int.from_bytes(raw[:4], "little")
    found = []
    for head in json.loads(raw[4 : 4 + size])["meshes"]:
        at = 4 + size + head["at"]
        points = np.frombuffer(raw, "<u2", 3 * head["points"], at).reshape(-1, 3)
        after = at + -(-6 * head["points"] // 4) * 4
        faces = np.frombuffer(raw, "<u2" if head["points"] <= LEVELS else "<u4", head["corners"], after)
        assert at % 4 == after % 4 == 0
        found.append((head, Mesh.of(np.array(head["low"]) + points / LEVELS * head["span"], faces.reshape(-1, 3))))
    return found


def test_terrain_and_bodies_come_over_whole() -> None:
    table = load_table("gantry-town")
    meshes = {head["id"]: mesh for head, mesh in unpacked(packed_terrain(table.terrain).data)}
    shut = [piece for piece in table.terrain.pieces if not piece.stands_open]
    assert set(meshes) == {piece.id for piece in shut}
    for piece in shut:
        np.testing.assert_array_equal(meshes[piece.id].faces, piece.placed.faces)
        np.testing.assert_allclose(meshes[piece.id].vertices, piece.placed.vertices, atol=48 / LEVELS)
    figure = table.figures[0]
    roles = {head["role"]: mesh for head, mesh in unpacked(packed_body(figure.body).data)}
    np.testing.assert_allclose(roles["counts"].vertices, figure.body.counts.vertices, atol=1e-4)


def test_too_many_triangles_are_made_fewer_by_no_more_than_is_told() -> None:
    """A field of waves, the sides of whose triangles are 0.06 inches."""
    side = 400
    x, y = np.meshgrid(np.linspace(0, 24, side), np.linspace(0, 24, side), indexing="ij")
    points = np.stack([x, y, 0.5 + 0.5 * np.sin(x) * np.cos(y)], axis=-1).reshape(-1, 3)
    at = np.arange(side * side).reshape(side, side)
    a, b, c, d = (one.ravel() for one in (at[:-1, :-1], at[1:, :-1], at[1:, 1:], at[:-1, 1:]))
    waves = Mesh.of(points, np.concatenate([np.stack([a, b, c], 1), np.stack([a, c, d], 1)]))
    box = Mesh.of(*_box())
    terrain = Terrain((Piece("waves", waves), Piece("box", box, RigidTransform.turned((3.0, 3.0, 1.0), 0.0))))
    found = packed_terrain(terrain)
    meshes = {head["id"]: mesh for head, mesh in unpacked(found.data)}
    assert sum(len(mesh.faces) for mesh in meshes.values()) <= MOST_TRIANGLES
    assert len(meshes["waves"].faces) > 0.8 * MOST_TRIANGLES
    assert len(meshes["box"].faces) == len(box.faces)
    assert len(found.data) < 5_000_000
    assert 0.0 < found.simplified < 0.15
    low = meshes["waves"].vertices
    np.testing.assert_allclose(low[:, 2], 0.5 + 0.5 * np.sin(low[:, 0]) * np.cos(low[:, 1]), atol=found.simplified)


def _box() -> tuple[list[list[float]], list[list[int]]]:
    corners = [[float(i), float(j), float(k)] for k in (0, 1) for j in (0, 1) for i in (0, 1)]
    return corners, [[0, 2, 1], [1, 2, 3], [4, 5, 6], [5, 7, 6], [0, 1, 4], [1, 5, 4], [2, 6, 3], [3, 6, 7]]
