"""Laws that hold for every scene, tried on random ones."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scene.geometry.mesh import Mesh, joined
from scene.geometry.rigid_transform import RigidTransform
from scene.table.table import Body, Figure, Piece, Table, Terrain
from scene.visibility.hidden_share import Hidden, hidden_shares
from scene.visibility.view_casting import SightQuery
from tests.scene.scenes import BLOCK, MANIKIN, Scene, box, plate, random_scene, random_turn, scene_of, solid_body

few = settings(max_examples=8, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
seeds = st.integers(0, 100_000)


def look(scene: Scene) -> Hidden:
    view = SightQuery(scene.shooter.eye, scene.target, scene.ignored)
    found = hidden_shares(scene.table.terrain, scene.table.figures, [view])[0]
    assert found is not None
    return found


def scene_from(seed: int) -> Scene:
    return random_scene(np.random.default_rng(seed))


def with_terrain(scene: Scene, pieces: tuple[Piece, ...], figures: tuple[Figure, ...] | None = None) -> Scene:
    kept = scene.table.figures if figures is None else figures
    return Scene(Table(scene.table.size, Terrain(pieces), kept), scene.shooter, scene.target)


def agree(one: Hidden, other: Hidden) -> bool:
    """Whether two bounds of the same share meet."""
    return one.low <= other.high and other.low <= one.high


@few
@given(seed=seeds)
def test_the_share_lies_within_its_bound_and_the_blockers_add_up_to_it(seed: int) -> None:
    found = look(scene_from(seed))
    assert 0.0 <= found.low <= found.share <= found.high <= 1.0
    shares = [blocker.share for blocker in found.by]
    assert sum(shares) == pytest.approx(found.share, abs=1e-9)
    assert shares == sorted(shares, reverse=True)
    assert all(share > 0 for share in shares)
    assert len({blocker.id for blocker in found.by}) == len(shares)


@few
@given(seed=seeds)
def test_answers_repeat_exactly_on_an_equal_table(seed: int) -> None:
    assert look(scene_from(seed)) == look(scene_from(seed))


@few
@given(seed=seeds, others=st.lists(seeds, min_size=1, max_size=4))
def test_an_answer_does_not_depend_on_what_else_is_asked(seed: int, others: list[int]) -> None:
    scene = scene_from(seed)
    view = SightQuery(scene.shooter.eye, scene.target, scene.ignored)
    back = SightQuery(scene.target.eye, scene.shooter, frozenset({scene.target.id}))
    elsewhere = [SightQuery(scene.shooter.eye + np.random.default_rng(other).normal(size=3), scene.target) for other in others]
    terrain, figures = scene.table.terrain, scene.table.figures
    alone = hidden_shares(terrain, figures, [view])[0]
    together = hidden_shares(terrain, figures, [back, *elsewhere, view])[-1]
    assert alone is not None
    assert together is not None
    # The products of a batch may round otherwise, which moves a ray at a rim, not the answer.
    assert together.share == pytest.approx(alone.share, abs=2e-4)
    assert together.high - together.low == pytest.approx(alone.high - alone.low, abs=2e-4)


@few
@given(seed=seeds, turn=st.floats(0, 360), x=st.floats(-100, 100), y=st.floats(-100, 100), z=st.floats(-20, 20))
def test_moving_and_turning_the_whole_table_changes_nothing(seed: int, turn: float, x: float, y: float, z: float) -> None:
    scene = scene_from(seed)
    way = RigidTransform.turned((x, y, z), turn)

    def moved(figure: Figure) -> Figure:
        a, b, c = (float(value) for value in way.to_table(figure.position))
        return figure.moved((a, b, c), figure.facing + turn)

    pieces = tuple(
        Piece(piece.id, Mesh.of(way.to_table(piece.placed.vertices), piece.shape.faces)) for piece in scene.table.terrain.pieces
    )
    figures = tuple(moved(figure) for figure in scene.table.figures)
    there = Scene(Table(scene.table.size, Terrain(pieces), figures), moved(scene.shooter), moved(scene.target))
    here, away = look(scene), look(there)
    assert agree(here, away)
    assert away.share == pytest.approx(here.share, abs=0.002)


@few
@given(seed=seeds, scale=st.sampled_from([25.4, 1 / 25.4]))
def test_rescaling_the_whole_table_changes_nothing(seed: int, scale: float) -> None:
    scene = clear_of_bodies(seed)

    def scaled(mesh: Mesh) -> Mesh:
        return Mesh.of(mesh.vertices * scale, mesh.faces)

    def grown(figure: Figure) -> Figure:
        x, y, z = (float(value) * scale for value in figure.pose.position)
        body = Body(scaled(figure.body.counts), figure.body.eye * scale)
        return replace(figure, body=body, position=(x, y, z), base_mm=0.0)

    pieces = tuple(Piece(piece.id, scaled(piece.placed)) for piece in scene.table.terrain.pieces)
    figures = tuple(grown(figure) for figure in scene.table.figures)
    there = Scene(Table(scene.table.size, Terrain(pieces), figures), grown(scene.shooter), grown(scene.target))
    assert agree(look(scene), look(there))
    assert look(there).share == pytest.approx(look(scene).share, abs=0.003)


def clear_of_bodies(seed: int) -> Scene:
    """A target behind boxes that keep well away from it, so that no tolerance in inches plays a part."""
    rng = np.random.default_rng(seed)
    lows, sizes = rng.uniform([-4, -1, 0], [-2, 1, 1], (4, 3)), rng.uniform(0.1, 0.8, (4, 3))
    boxes = [box(low, low + size) for low, size in zip(lows, sizes, strict=True)]
    return scene_of(boxes, MANIKIN, eye=[-7.0, rng.uniform(-1, 1), rng.uniform(0, 3)])


@few
@given(seed=seeds)
def test_more_terrain_never_shows_more(seed: int) -> None:
    scene = scene_from(seed)
    rng = np.random.default_rng([seed, 1])
    chest = scene.target.pose.to_table([0.0, 0.0, 0.8])
    between = scene.shooter.eye + rng.uniform(0.2, 0.8) * (chest - scene.shooter.eye)
    x, y, z = (float(value) for value in between + rng.normal(size=3) * 0.2)
    extra = Piece("extra", box([-0.2, -0.2, -0.2], [0.2, 0.2, 0.2]), RigidTransform((x, y, z), random_turn(rng)))
    fewer, more = look(scene), look(with_terrain(scene, (*scene.table.terrain.pieces, extra)))
    assert more.high >= fewer.low
    assert more.share >= fewer.share - 0.002


@few
@given(seed=seeds)
def test_without_terrain_and_other_figures_nothing_is_hidden(seed: int) -> None:
    scene = scene_from(seed)
    found = look(with_terrain(scene, (), (scene.shooter, scene.target)))
    assert (found.share, found.low, found.by) == (0.0, 0.0, ())
    assert found.seen


@few
@given(seed=seeds)
def test_removing_all_named_blockers_leaves_nothing_hidden(seed: int) -> None:
    # What stands behind a blocker is named once that one is gone, so the naming goes on until nobody is left.
    scene = scene_from(seed)
    pieces, figures = scene.table.terrain.pieces, scene.table.figures
    count = len(pieces) + len(figures)
    found = look(scene)
    while found.by:
        named = {blocker.id for blocker in found.by}
        pieces = tuple(piece for piece in pieces if piece.id not in named)
        figures = tuple(figure for figure in figures if figure.id not in named)
        assert len(pieces) + len(figures) < count, "a blocker that is not on the table"
        count = len(pieces) + len(figures)
        found = look(with_terrain(scene, pieces, figures))
    assert (found.share, found.low) == (0.0, 0.0)
    assert {scene.shooter.id, scene.target.id} <= {figure.id for figure in figures}


def test_removing_blockers_that_do_not_overlap_takes_one_removal() -> None:
    eye = np.array([-8.0, 0.0, 0.6])
    # In the eye's own perspective the four boxes stand beside one another.
    boxes = [box([-4.1, y, -1], [-4.0, y + 0.05, 0.5 + y]) for y in (-0.14, -0.07, 0.01, 0.08)]
    scene = scene_of(boxes, BLOCK, eye=eye)
    found = look(scene)
    assert {blocker.id for blocker in found.by} == {piece.id for piece in scene.table.terrain.pieces}
    assert look(with_terrain(scene, ())).share == 0.0


WALLS = {
    "one box": [box([-3, -9, -9], [-2.5, 9, 9])],
    "two triangles": [plate((-9, 9), (-9, 9), x=-3)],
    "finely cut": [plate((-9, 9), (-9, 9), x=-3, parts=150)],
    "of crates": [
        box([-3, y, z], [-2.5, y + 0.3, z + 0.25]) for y in np.arange(-2.1, 2.1, 0.3) for z in np.arange(-1.0, 2.75, 0.25)
    ],
    "of plates side by side": [plate((y, y + 0.13), (-9, 9), x=-3) for y in np.arange(-3.9, 3.9, 0.13)],
    "of thin strips": [joined(*(plate((-9, 9), (z, z + 0.05), x=-3, parts=9) for z in np.arange(-2, 4, 0.05)))],
}


@pytest.mark.parametrize("wall", WALLS)
@pytest.mark.parametrize("body", [BLOCK, MANIKIN])
@pytest.mark.parametrize("turn", [0.0, 33.0])
def test_a_closed_wall_hides_all(wall: str, body: Body, turn: float) -> None:
    way = RigidTransform.turned((17.0, 5.0, 0.0), turn)
    pieces = tuple(Piece(f"part {i}", Mesh.of(way.to_table(mesh.vertices), mesh.faces)) for i, mesh in enumerate(WALLS[wall]))
    x, y, z = (float(value) for value in way.to_table([0.0, 0.0, 0.0]))
    target = Figure("target", body, (x, y, z), facing=turn)
    found = hidden_shares(Terrain(pieces), [target], [SightQuery(way.to_table([-6.0, 0.11, 0.9]), target)])[0]
    assert found is not None
    assert (found.share, found.high) == (1.0, 1.0)
    assert found.seen == ()
    assert found.low > 0.997


def dirty_meshes() -> dict[str, Mesh]:
    clean = box([-3, -0.2, -1], [-2.5, 0.1, 0.7])
    rng = np.random.default_rng(8)
    flipped = clean.faces.copy()
    odd = rng.random(len(flipped)) < 0.5
    flipped[odd] = flipped[odd][:, ::-1]
    degenerate = np.concatenate([clean.faces, [[0, 0, 1], [2, 2, 2], [0, 1, 0]]])
    away = clean.faces[(clean.triangles[:, :, 0] > -2.6).sum(axis=1) < 3]
    soup = Mesh.of(clean.triangles.reshape(-1, 3), np.arange(3 * len(clean.faces)))
    needles = np.concatenate([clean.vertices, [[-2.7, 0, 0.1], [-2.7, 0, 0.1], [-2.7, 0, 0.1]]])
    return {
        "clean": clean,
        "wound at random": Mesh.of(clean.vertices, flipped),
        "inside out": Mesh.of(clean.vertices, clean.faces[:, ::-1]),
        "doubled": joined(clean, clean),
        "with degenerate faces": Mesh.of(clean.vertices, degenerate),
        "with a face of no size": Mesh.of(needles, np.concatenate([clean.faces, [[8, 9, 10]]])),
        "without its far side": Mesh.of(clean.vertices, away),
        "corners not shared": soup,
        "unused corners far away": Mesh.of(np.concatenate([clean.vertices, [[900.0, 900, 900]]]), clean.faces),
    }


@pytest.mark.parametrize("dirt", sorted(set(dirty_meshes()) - {"clean"}))
def test_dirty_meshes_hide_like_clean_ones(dirt: str) -> None:
    meshes = dirty_meshes()
    eye = [-6.0, 0.05, 0.5]
    clean, dirty = (look(scene_of([meshes[name]], BLOCK, eye=eye)) for name in ("clean", dirt))
    assert 0.2 < clean.share < 0.8
    assert dirty.share == pytest.approx(clean.share, abs=1e-4)


@pytest.mark.parametrize("dirt", sorted(set(dirty_meshes()) - {"clean", "without its far side"}))
def test_dirty_bodies_are_seen_like_clean_ones(dirt: str) -> None:
    meshes = dirty_meshes()
    wall = [box([-5, -9, -9], [-4.9, 0.0, 9])]
    eye = [-9.0, 0.05, 0.5]
    clean, dirty = (look(scene_of(wall, Body(meshes[name], np.zeros(3)), eye=eye)) for name in ("clean", dirt))
    assert 0.2 < clean.share < 0.8
    assert dirty.share == pytest.approx(clean.share, abs=2e-3)
    assert agree(clean, dirty)


def test_a_sliver_of_wall_before_the_eye_counts_like_a_thick_one() -> None:
    thin, thick = ([box([-5, -9, -9], [-5 + depth, 0.1, 9])] for depth in (0.001, 1.0))
    target = solid_body([-0.2, -0.5, 0], [0.2, 0.5, 1])
    # Seen from y = 0.1, in the plane of the wall's end, its thickness plays no part.
    one, other = (look(scene_of(wall, target, eye=[-9.0, 0.1, 0.5])) for wall in (thin, thick))
    assert one.share == pytest.approx(other.share, abs=1e-3)
