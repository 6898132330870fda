"""The bundled tables: everything stands on something, nothing stands in anything, and the dispute is worth having."""

import json
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import pytest
from embreex.mesh_construction import TriangleMesh
from embreex.rtcore_scene import EmbreeScene

from assets import kit, tables
from assets.figures.figure_proxies import PROXIES
from assets.kit.steelwork import leg, rail
from assets.mesh_library import LIBRARY
from scene.base.errors import SceneError
from scene.geometry.mesh import FloatArray, Mesh
from scene.geometry.rigid_transform import RigidTransform
from scene.navmesh.navmesh_file import terrain_digest
from scene.table.table import Figure, Piece
from scene.table_io.table_reading import load_table
from scene.table_io.table_statuses import POSTURES, status_of

Document = dict[str, Any]

DIGESTS = {
    "broken-abbey": "aeaebc7e7bac603570051d6b1a205432ff6d30f7",
    "disputed-shot": "41181fd67b929fc0dfa2f6e9ca78065c67d956f2",
    "gantry-town": "1f0fc93486c23c795ffc5131482dce9d3b3664c8",
    "high-foundry": "7121096d7173fb3034c099455733ad0572ad80f5",
    "sluice-warren": "0abd48308c48025df9fee384a4982a02d10e67de",
    "sump-lock": "8955bef9039bf44bf098128d493e812c169b5511",
}
"""Of the terrain of each table, as the journals that people keep have it."""


@dataclass(frozen=True)
class Standing:
    """A bundled table put up without the program's own reader."""

    document: Document
    pieces: list[Piece]
    figures: list[Figure]


@cache
def _put_up(name: str) -> Standing:
    document: Document = json.loads(tables.path(name).read_text(encoding="utf-8"))
    pieces = []
    for row in document["terrain"]:
        mesh, kind = LIBRARY.piece(row["kit"], row.get("parameters", {}))
        pose = RigidTransform.turned(row["position"], row.get("turn", 0))
        pieces.append(Piece(row["id"], mesh, pose, kind=kind, open=row.get("open", False)))
    figures = []
    for row in document["figures"]:
        posture = POSTURES[row.get("status", "standing")]
        x, y, z = row["position"]
        base = row.get("base_mm", LIBRARY.default_base_mm(row["proxy"]))
        made = LIBRARY.body(row["proxy"], posture, row.get("stance", "upright"))
        figures.append(Figure(row["id"], made, (x, y, z), row["facing"], row["side"], base_mm=base, posture=posture))
    return Standing(document, pieces, figures)


@pytest.fixture(scope="module", params=tables.names())
def standing(request: pytest.FixtureRequest) -> Standing:
    return _put_up(request.param)


@pytest.fixture(scope="module")
def town() -> Standing:
    return _put_up("gantry-town")


def _for_rays(meshes: list[Mesh]) -> EmbreeScene:
    """The meshes as rays meet them: made once for all rays."""
    scene = EmbreeScene()
    corners = np.concatenate([mesh.triangles.reshape(-1, 3) for mesh in meshes]).astype(np.float32)
    TriangleMesh(scene, corners, np.arange(len(corners), dtype=np.int32).reshape(-1, 3))
    return scene


def _distances(scene: EmbreeScene, origins: FloatArray, directions: FloatArray) -> FloatArray:
    """(n,) float: how far each ray goes until it meets a mesh; infinite where it meets none."""
    hits = scene.run(origins.astype(np.float32), directions.astype(np.float32), output=1)
    return np.where(hits["primID"] >= 0, hits["tfar"], np.inf)


def _ground(size: list[float]) -> Mesh:
    x, y = size
    return Mesh.of([(0, 0, 0), (x, 0, 0), (x, y, 0), (0, y, 0)], [(0, 1, 2), (0, 2, 3)])


def _under_base(figure: Figure, rise: float) -> FloatArray:
    """(n, 3) float: places over the base's disc, ``rise`` above its underside."""
    turns = np.linspace(0.0, 2.0 * np.pi, 48, endpoint=False)
    rings = np.array([0.1, 0.4, 0.7, 0.95])[:, None] * figure.base_radius
    x, y = (rings * np.cos(turns)).ravel(), (rings * np.sin(turns)).ravel()
    return np.stack([x, y, np.full_like(x, rise)], axis=1) + figure.position


def test_ids_are_unique(standing: Standing) -> None:
    ids = [piece.id for piece in standing.pieces] + [figure.id for figure in standing.figures]
    assert len(ids) == len(set(ids))


def test_everything_is_on_the_table(standing: Standing) -> None:
    for mesh in [piece.placed for piece in standing.pieces] + [figure.placed for figure in standing.figures]:
        assert (mesh.bounds[0] >= -1e-9).all()
        assert (mesh.bounds[1, :2] <= np.array(standing.document["size"]) + 1e-9).all()


def test_figures_stand_on_floors(standing: Standing) -> None:
    terrain = _for_rays([piece.placed for piece in standing.pieces] + [_ground(standing.document["size"])])
    for figure in standing.figures:
        above = _under_base(figure, 0.02)
        down = _distances(terrain, above, np.tile((0.0, 0.0, -1.0), (len(above), 1)))
        # Nothing reaches above the floor inside the base, and enough of it is floor and not slot.
        assert down.min() >= 0.02 - 1e-4, figure.id
        assert (np.abs(down - 0.02) < 1e-4).mean() >= 0.35, figure.id


def test_no_figure_is_inside_terrain(standing: Standing) -> None:
    """Every edge of every body runs its whole length without meeting terrain, which it would do at a wall."""
    terrain = _for_rays([piece.placed for piece in standing.pieces])
    for figure in standing.figures:
        edges = figure.placed.triangles[:, [0, 1, 1, 2, 2, 0]].reshape(-1, 2, 3)
        along = edges[:, 1] - edges[:, 0]
        length = np.linalg.norm(along, axis=1)
        free = _distances(terrain, edges[:, 0], along / length[:, None])
        assert (free > length).all(), figure.id


def test_no_two_bases_overlap(standing: Standing) -> None:
    for number, one in enumerate(standing.figures):
        for other in standing.figures[:number]:
            apart = np.subtract(one.position, other.position)
            if abs(apart[2]) < 1.5:
                assert np.hypot(apart[0], apart[1]) > one.base_radius + other.base_radius


def test_raised_pieces_rest_on_others(standing: Standing) -> None:
    for piece in standing.pieces:
        low, high = piece.placed.bounds
        if low[2] == 0.0:
            continue
        others = [other.placed.bounds for other in standing.pieces if other is not piece]
        touching = [
            (low - 0.02 <= bounds[1]).all() and (bounds[0] <= high + 0.02).all() and bounds[0, 2] < low[2] for bounds in others
        ]
        assert any(touching), piece.id


def test_the_town_has_three_levels_and_two_gangs_of_eight(town: Standing) -> None:
    assert town.document["size"] == [48, 36]
    assert 25 <= len(town.pieces) <= 40
    assert {figure.position[2] for figure in town.figures} == {0, 3, 6}
    sides = [figure.side for figure in town.figures]
    assert sides.count("red") == sides.count("blue") == 8
    statuses = [status_of(figure) for figure in town.figures]
    assert statuses.count("pinned") == 1
    assert statuses.count("standing") >= 13
    doors = [piece for piece in town.pieces if piece.kind == "door"]
    assert {door.open for door in doors} == {True, False}


def test_the_disputed_shot_is_worth_disputing() -> None:
    shot = _put_up("disputed-shot")
    figures = {figure.id: figure for figure in shot.figures}
    eye, target = figures["jelena"].eye, figures["kruger"].placed
    rays = _bundle(eye, target)
    from_eye = np.tile(eye, (len(rays), 1))
    to_target = _distances(_for_rays([target]), from_eye, rays)
    on_target = np.isfinite(to_target)
    rays, from_eye, to_target = rays[on_target], from_eye[on_target], to_target[on_target]
    reached = {piece.id: _distances(_for_rays([piece.placed]), from_eye, rays) for piece in shot.pieces if piece.hides}
    nearest = np.min(list(reached.values()), axis=0)
    hidden = nearest < to_target
    assert 0.35 <= hidden.mean() <= 0.65
    first = [name for name, distance in reached.items() if (hidden & (distance == nearest)).mean() > 0.01]
    assert 2 <= len(first) <= 3
    assert "east-gantry" in first


def _bundle(eye: FloatArray, target: Mesh) -> FloatArray:
    """(n, 3) float: rays from the eye through a fine grid across the target's box."""
    ahead = target.bounds.mean(axis=0) - eye
    across = np.cross(ahead, (0.0, 0.0, 1.0))
    across /= np.linalg.norm(across)
    steps = np.linspace(-0.8, 0.8, 161)
    grid = ahead + steps[:, None, None] * across + steps[None, :, None] * np.array([0.0, 0.0, 1.0])
    rays: FloatArray = grid.reshape(-1, 3) / np.linalg.norm(grid.reshape(-1, 3), axis=1, keepdims=True)
    return rays


def test_the_library_lists_what_it_has() -> None:
    assert "walkway" in LIBRARY.piece_names()
    assert LIBRARY.proxy_names() == tuple(PROXIES)
    assert LIBRARY.default_base_mm("brute") == 40.0
    with pytest.raises(SceneError, match="human"):
        LIBRARY.default_base_mm("hunam")


def test_an_unknown_table_is_named_with_the_nearest() -> None:
    assert {"broken-abbey", "disputed-shot", "gantry-town", "high-foundry", "sluice-warren", "sump-lock"} <= set(tables.names())
    assert tables.names() == tuple(sorted(tables.names()))
    with pytest.raises(SceneError, match="disputed-shot"):
        tables.path("disputed-shoot")


@pytest.mark.parametrize("name", tables.names())
def test_journals_of_battles_on_it_can_be_gone_on_with(name: str) -> None:
    """A journal names the digest of its table's terrain; a table with another one is not the table that was played on."""
    table = load_table(tables.path(name), LIBRARY)
    assert terrain_digest(table.terrain, table.size) == DIGESTS[name]


def test_a_piece_is_the_same_whatever_was_made_before_it() -> None:
    """Legs and rails that pieces share made the triangles of stairs stand in another order, and journals were refused."""
    alike = {"height": 3.0, "run": 3.0}
    leg.cache_clear()
    first = kit._made.__wrapped__("stairs", tuple(kit.KIT["stairs"].complete(alike).items()))
    leg(2.7), rail(8.0, 1.0, slot=0.2, bar=0.14)
    again = kit._made.__wrapped__("stairs", tuple(kit.KIT["stairs"].complete(alike).items()))
    np.testing.assert_array_equal(again.faces, first.faces)
    np.testing.assert_array_equal(again.vertices, first.vertices)
