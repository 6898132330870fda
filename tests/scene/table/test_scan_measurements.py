"""Scans as values: draws, what still stands where it was measured, and what is left when one thing is exact."""

from dataclasses import replace

import numpy as np
import pytest

from scene.geometry.mesh import FloatArray
from scene.geometry.rigid_transform import RigidTransform
from scene.measuring.scan_samples import ScanScene, moved_figure, moved_piece, scanned
from scene.table.scan_measurements import Scan, ScanMeasurement
from scene.table.table import Piece, Terrain
from scene.visibility.occluders import occluders
from scene.visibility.sight_corridor import between
from tests.plain_scenes import block, box, figure, table
from tests.scans import apart, measured
from tests.scans import scanned as with_scan

TOWER = Piece("tower", box((0, 0, 0), (1, 2, 3)), RigidTransform.turned((5, 5, 0), 30.0))
JELENA = figure("jelena", 10, 5)


def together(shift: float, turn: float, places: list[tuple[float, float, float]]) -> FloatArray:
    """The covariance of things at these places that go wrong all together: shifts in inches, turns about z in degrees."""
    columns = []
    for axis in range(3):
        columns.append([shift * (i % 6 == axis) for i in range(6 * len(places))])
    spin = []
    for x, y, _ in places:
        spin += [-np.radians(turn) * y, np.radians(turn) * x, 0.0, 0.0, 0.0, turn]
    factor = np.array([*columns, spin]).T
    return np.asarray(factor @ factor.T)


def test_draws_have_the_covariance_that_the_scan_says() -> None:
    rng = np.random.default_rng(1)
    factor = rng.standard_normal((9, 4)) * np.array([[1, 1, 1, 10, 10, 10, 1, 1, 1]]).T
    scan = Scan((ScanMeasurement("tower", "piece", (0, 0, 0)), ScanMeasurement("t", "tag", (0, 0, 0))), factor @ factor.T)
    drawn = scan.draws(rng, 40_000)
    scale = np.sqrt(np.diag(scan.covariance))
    assert np.cov(drawn.T) / np.outer(scale, scale) == pytest.approx(scan.covariance / np.outer(scale, scale), abs=0.03)
    wide = scan.draws(rng, 40_000, widened=3.0)
    assert wide.std(axis=0) == pytest.approx(3.0 * scale, rel=0.03)


def test_a_facing_of_which_nothing_is_known_is_even_all_around() -> None:
    covariance = apart(1, mm=1.0, degrees=0.1)
    covariance[5, 5] = 60.0**2
    scan = Scan((ScanMeasurement("ork", "figure", (0, 0, 0)),), covariance)
    turns = np.sort(scan.draws(np.random.default_rng(2), 5_000)[:, 5])
    assert np.abs(turns - np.linspace(-180, 180, 5_000)).max() < 15
    covariance[5, 5] = 59.0**2
    known = Scan(scan.things, covariance).draws(np.random.default_rng(2), 5_000)[:, 5]
    assert known.std() == pytest.approx(59, rel=0.05)
    assert np.abs(known).max() > 180


def test_what_was_moved_since_is_exact() -> None:
    scene = with_scan(table(TOWER, JELENA, block("new", (1, 1, 0), (2, 2, 1))))
    assert scene.scan is not None
    scene = replace(scene, scan=scene.scan.only([0, 2]))
    assert scanned(scene) == {"tower": 0, "jelena": 1}
    assert scanned(scene.with_figure(JELENA.moved((10 + 5e-7, 5, 0)))) == {"tower": 0, "jelena": 1}
    assert scanned(scene.with_figure(JELENA.moved((10 + 2e-6, 5, 0)))) == {"tower": 0}
    assert scanned(replace(scene, scan=None)) == {}
    # A figure that is called as a piece was is another thing.
    assert scanned(replace(scene, figures=(replace(JELENA, id="tower", position=(5, 5, 0)),), terrain=Terrain())) == {}


def test_a_turn_is_about_the_things_place_and_the_tables_axes() -> None:
    quarter = moved_piece(TOWER, np.array([1.0, 0, 0, 0, 0, 90.0]))
    before = TOWER.placed.vertices - [5, 5, 0]
    assert quarter.placed.vertices == pytest.approx(np.column_stack([6 - before[:, 1], 5 + before[:, 0], before[:, 2]]))
    leaning = moved_piece(TOWER, np.array([0, 0, 0, 90.0, 0, 0]))
    assert leaning.placed.vertices == pytest.approx(np.column_stack([5 + before[:, 0], 5 - before[:, 2], before[:, 1]]))
    turned = moved_figure(JELENA, np.array([0, 1.0, 0, 50.0, 60.0, 20.0]))
    assert (turned.position, turned.facing) == ((10, 6, 0), 20)


def test_rays_meet_drawn_terrain_where_it_really_would_be() -> None:
    """Against the same terrain built anew, with pieces that close their gaps, hide upwards, or were not measured."""
    rng = np.random.default_rng(4)
    pieces = [
        replace(block(str(i), tuple(place), tuple(place + 1 + 2 * rng.random(3))), infinite_height=i == 6, insignificant=i == 4)
        for i, place in enumerate(rng.uniform(0, 10, (8, 3)))
    ]
    scene = with_scan(table(*pieces), mm=5.0, degrees=5.0)
    assert scene.scan is not None
    stage = ScanScene.of(replace(scene, scan=scene.scan.only(range(6))), scene.terrain.pieces)
    drawn = stage.drawn(stage.scan.draws(rng, 1)[0]).terrain
    anew = Terrain(drawn.pieces)
    low, high = np.moveaxis(anew.boxes, 1, 0)
    assert (drawn.boxes[:, 0] <= low + 1e-9).all()
    assert (drawn.boxes[:, 1] >= high - 1e-9).all()
    moved, built = occluders(drawn), occluders(anew)
    assert [piece.id for piece in moved.pieces] == [piece.id for piece in built.pieces]
    starts = rng.uniform(-2, 14, (4000, 3))
    ways = rng.uniform(2, 10, (4000, 3)) - starts
    a, b = moved.rays.first_hits(starts, ways), built.rays.first_hits(starts, ways)
    assert 0.2 < (b.mesh >= 0).mean() < 0.9
    # A ray along an edge may meet either side.
    assert (a.mesh == b.mesh).mean() > 0.99
    same = (a.mesh == b.mesh) & (a.mesh >= 0)
    assert a.distance[same] == pytest.approx(b.distance[same], abs=1e-4)
    assert (a.face == b.face)[same].mean() > 0.99
    same &= a.face == b.face
    assert a.normal[same] == pytest.approx(b.normal[same], rel=1e-4, abs=1e-3)
    assert (moved.rays.blocked(starts, starts + ways) == built.rays.blocked(starts, starts + ways)).mean() > 0.99
    assert moved.meshes[0].vertices == pytest.approx(built.meshes[0].vertices)


def test_what_is_left_if_one_thing_is_exact() -> None:
    places = [(5.0, 5.0, 0.0), (10.0, 5.0, 0.0)]
    things = (ScanMeasurement("tower", "piece", places[0]), ScanMeasurement("jelena", "figure", places[1]))
    common = Scan(things, together(0.1, 0.5, places))
    errors = common.draws(np.random.default_rng(5), 20)
    # What goes wrong all together is known as soon as one of them is.
    assert np.abs(errors).max() > 0.05
    assert common.given(errors, 0) == pytest.approx(np.zeros_like(errors), abs=1e-7)
    single = Scan(things, apart(2, mm=1.0, degrees=1.0))
    errors = single.draws(np.random.default_rng(5), 20)
    left = single.given(errors, 0)
    assert left[:, 6:] == pytest.approx(errors[:, 6:])
    assert not left[:, :6].any()


def test_only_pieces_near_the_space_between_two_figures_matter() -> None:
    pieces = [
        block("in", (5, -1, 0), (6, 1, 1)), block("beside", (5, 1.5, 0), (6, 3, 1)), block("behind", (-4, -1, 0), (-3, 1, 1)),
        block("above", (5, -1, 2.5), (6, 1, 3)), block("below", (5, -1, -2), (6, 1, -1)),
        replace(block("endless", (5, -1, -2), (6, 1, -1)), infinite_height=True),
    ]  # fmt: skip
    one, other = figure("a", 0, 0), figure("b", 10, 0)
    scene = table(*pieces, one, other)
    near = [piece.id for piece in between(scene, [(one, other)], margins=np.zeros(6))]
    assert near == ["in", "endless"]
    wide = [piece.id for piece in between(scene, [(one, other)], margins=np.array([0, 0.6, 0, 1.4, 0.9, 0]))]
    assert wide == ["in", "beside", "above", "endless"]
    assert [piece.id for piece in between(scene, [(other, one)], margins=np.zeros(6))] == near


def test_scans_of_equal_content_are_equal() -> None:
    things = measured(table(TOWER, JELENA))
    one, other = (Scan(things, apart(2, mm=1.0, degrees=1.0)) for _ in range(2))
    assert one == other
    assert hash(one) == hash(other)
    assert one != Scan(things, apart(2, mm=1.1, degrees=1.0))
    assert one != replace(one, notes=("a",))
    assert one != replace(one, terrain_known="all")
    with pytest.raises(ValueError, match="12 parameters"):
        Scan(things, np.eye(11))


def test_a_renamed_piece_stays_measured() -> None:
    scene = with_scan(table(TOWER, block("wall", (1, 1, 0), (2, 2, 1)), JELENA))
    assert scene.scan is not None
    found = replace(scene.scan, terrain_known="all").renamed("tower", "wall")
    assert [thing.id for thing in found.things] == ["wall", "jelena"]
    assert found.things[0].position == (5.0, 5.0, 0.0)
    assert found.terrain_known == "all"
    assert scene.scan.renamed("nobody", "x") is scene.scan
    assert scene.scan.renamed("jelena", "x") is scene.scan
