"""Proofs that there is no line: against scenes worked by hand, random lines, and the exact check of their certificates."""

import json
from dataclasses import replace

import numpy as np
import pytest

from scene.geometry.mesh import Mesh, joined
from scene.geometry.rigid_transform import RigidTransform
from scene.proof.certificate_check import RefusedError, check_certificate
from scene.proof.sight_proof import Proof, proof_document, prove
from scene.table.table import Figure, Piece, Terrain
from scene.visibility.line_of_sight import CLEARANCE
from scene.visibility.occluders import occluders
from tests.plain_scenes import block, box, figure

ONE, OTHER = figure("one", -4.0, 0.0), figure("other", 4.0, 0.0, facing=180.0)
"""Bodies 0.6 inches wide and 1.2 high."""
MM = 1.0 / 25.4


def proof(*pieces: Piece, one: Figure = ONE, other: Figure = OTHER, blocking: tuple[Figure, ...] = ()) -> Proof:
    return prove(Terrain(pieces), (one, other), blocking=blocking)


def exactly(found: Proof) -> int:
    """How many shafts the exact check finds closed, with all numbers read as fractions, as those of files are."""
    document = proof_document(found)
    assert document is not None
    return check_certificate(json.loads(json.dumps(document), parse_int=float))


def pierced(x: float, thick: float, y: float, z: float, side: float) -> Mesh:
    """A wall across, 6 inches wide and 3 high, with a square hole; its four parts stand side by side."""
    low, high = x - thick / 2.0, x + thick / 2.0
    return joined(
        box((low, -3.0, 0.0), (high, y, 3.0)),
        box((low, y + side, 0.0), (high, 3.0, 3.0)),
        box((low, y, 0.0), (high, y + side, z)),
        box((low, y, z + side), (high, y + side, 3.0)),
    )


def test_a_wall_hides_and_the_proof_holds_in_exact_arithmetic() -> None:
    found = proof(block("wall", (-0.1, -2.0, 0.0), (0.1, 2.0, 3.0)))
    assert (found.line, found.certainty.kind, found.certainty.open) == (None, "proven", 0.0)
    assert exactly(found) == found.shafts == 1
    assert set(found.stopping[:, 0]) == {0}
    assert found.stopping_triangles.shape == (len(found.stopping), 3, 3)


@pytest.mark.parametrize("turn", [0.0, 33.0])
def test_walls_that_abut_hide_together(turn: float) -> None:
    """One is set back, one stands on the other, and a third only touches the side of the first."""
    pose = RigidTransform.turned((1.0, 2.0, 0.0), turn)
    parts = (
        box((-0.1, -2.0, 0.0), (0.1, 0.02, 1.0)),
        box((-0.2, -2.0, 1.0), (0.3, 0.02, 3.0)),
        box((-0.15, 0.02, 0.0), (0.25, 2.0, 3.0)),
    )
    pieces = [Piece(f"part {i}", part, pose) for i, part in enumerate(parts)]
    one, other = (who.moved(tuple(pose.to_table(who.position)), who.facing + turn) for who in (ONE, OTHER))
    found = proof(*pieces, one=one, other=other)
    assert found.certainty.kind == "proven"
    assert exactly(found) == found.shafts - (found.shafts - 1) // 2


@pytest.mark.parametrize("wide", [0.2 * MM, 0.1 * MM])
def test_a_line_through_a_slot_is_found(wide: float) -> None:
    left, right = (-0.1, -2.0, 0.0), (0.1, 2.0, 3.0)
    found = proof(block("left", left, (0.1, 0.05, 3.0)), block("right", (-0.1, 0.05 + wide, 0.0), right))
    assert found.line is not None
    share = -found.line.start[0] / (found.line.end[0] - found.line.start[0])
    assert 0.05 < found.line.start[1] + share * (found.line.end[1] - found.line.start[1]) < 0.05 + wide


@pytest.mark.parametrize("turn", [37.0, 60.0])
def test_lines_are_tried_in_what_stays_open(turn: float) -> None:
    """After so little work no line in the middle of a shaft has passed the slot."""
    half = np.radians(turn) / 2.0
    lean = RigidTransform((0.0, 0.05, 0.6), (float(np.cos(half)), float(np.sin(half)), 0.0, 0.0))
    plates = (box((-0.15, -9.0, -9.0), (0.15, 9.0, -0.1 * MM)), box((-0.15, -9.0, 0.1 * MM), (0.15, 9.0, 9.0)))
    pieces = tuple(Piece(f"plate {i}", plate, lean) for i, plate in enumerate(plates))
    assert prove(Terrain(pieces), (ONE, OTHER), work=5_000).line is not None


def test_a_gap_that_no_thread_passes_is_none() -> None:
    gap = CLEARANCE / 2.0
    found = proof(block("left", (-0.1, -2.0, 0.0), (0.1, 0.05, 3.0)), block("right", (-0.1, 0.05 + gap, 0.0), (0.1, 2.0, 3.0)))
    assert found.certainty.kind == "proven"


@pytest.mark.parametrize("side", [0.5 * MM, 0.2 * MM])
def test_pinholes_in_a_row_are_found(side: float) -> None:
    walls = [Piece(f"wall {x}", pierced(x, 0.1, 0.031 + 0.01 * x, 0.7 + 0.005 * x, side)) for x in (-1.5, 1.2)]
    assert proof(*walls).line is not None
    apart = Piece("askew", pierced(2.4, 0.1, 0.9, 0.7, side))
    assert proof(*walls, apart).certainty.kind == "proven"


def test_soles_on_a_deck_are_hidden_from_below() -> None:
    deck = block("deck", (2.0, -3.0, 2.0), (8.0, 3.0, 2.2))
    above = replace(OTHER, position=(6.5, 0.0, 2.2), base_mm=0.0)
    below = replace(ONE, position=(5.0, 0.0, 0.0), base_mm=0.0)
    found = proof(deck, one=below, other=above)
    assert found.certainty.kind == "proven"
    assert exactly(found) > 0


def test_other_bodies_hide_only_if_they_block() -> None:
    wide = Figure("wide", replace(ONE.body, counts=box((-0.1, -2.0, 0.0), (0.1, 2.0, 3.0))), (0.0, 0.0, 0.0))
    assert proof(blocking=(wide, ONE, OTHER)).certainty.kind == "proven"
    assert proof().line is not None


def test_sheets_doubled_and_flipped_faces_and_rims_make_no_difference() -> None:
    wall = box((-0.1, -2.0, 0.0), (0.1, 2.0, 3.0))
    front = Mesh.of(wall.vertices, wall.faces[:2])
    flipped = Mesh.of(wall.vertices, np.concatenate([wall.faces, wall.faces[::2, ::-1]]))
    for mesh in (front, joined(front, Mesh.of(front.vertices, front.faces[:, ::-1])), flipped):
        assert proof(Piece("wall", mesh)).certainty.kind == "proven"
    half = Mesh.of(wall.vertices, wall.faces[:1])
    assert proof(Piece("half", half)).line is not None


@pytest.mark.parametrize("seed", range(6))
def test_no_random_line_between_proven_bodies_is_free(seed: int) -> None:
    """Among walls and slabs in all directions; what is proven holds by the exact check too."""
    rng = np.random.default_rng(seed)
    middles, halves = rng.uniform((-3, -2, 0.2), (3, 2, 2.0), (14, 3)), rng.uniform(0.05, 1.1, (14, 3))
    turns = rng.uniform(0.0, 90.0, 14)
    pieces = tuple(
        Piece(f"piece {i}", box(tuple(-half), tuple(half)), RigidTransform.turned(tuple(middle), float(turn)))
        for i, (middle, half, turn) in enumerate(zip(middles, halves, turns, strict=True))
    )
    terrain = Terrain(pieces)
    found = prove(terrain, (ONE, OTHER), work=300_000)
    faces = [rng.integers(len(who.placed.faces), size=200_000) for who in (ONE, OTHER)]
    weights = [rng.dirichlet((1.0, 1.0, 1.0), 200_000) for _ in range(2)]
    start, end = (
        np.einsum("nij,ni->nj", who.placed.triangles[some], weight)
        for who, some, weight in zip((ONE, OTHER), faces, weights, strict=True)
    )
    free = ~occluders(terrain).rays.blocked(start, end)
    if found.line is None:
        assert not free.any()
    if found.certainty.kind == "proven" and found.line is None:
        assert exactly(found) > 0


def test_corners_taken_for_one_may_be_apart_by_rounding() -> None:
    walls = box((-0.1, -2.0, 0.0), (0.1, 0.02, 3.0)), box((-0.1, 0.02, 0.0), (0.1, 2.0, 3.0))
    chance = np.random.default_rng(0)
    for _ in range(12):
        loose = [wall.vertices[wall.faces].reshape(-1, 3) + chance.choice([-4.9e-7, 4.9e-7], (36, 3)) for wall in walls]
        pieces = [Piece(f"wall {i}", Mesh.of(corners, np.arange(36).reshape(-1, 3))) for i, corners in enumerate(loose)]
        assert exactly(proof(*pieces)) > 0


def test_a_certificate_with_a_fault_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    walls = block("left", (-0.1, -2.0, 0.0), (0.1, 0.02, 3.0)), block("right", (0.2, -0.02, 0.0), (0.4, 2.0, 3.0))
    document = proof_document(proof(*walls))
    assert document is not None
    count = check_certificate(document)
    assert count > 1
    closed = document["shafts"]["closed"]
    first = next(iter(closed))
    body = document["bodies"][0]
    corners = [list(corner) for corner in document["corners"]]
    corners[0][0] += 0.001
    halved = document["shafts"]["halved"]
    faults = {
        "is not closed": {"shafts": document["shafts"] | {"closed": closed | {first: closed[first][2:]}}},
        "neither closed nor halved": {"shafts": document["shafts"] | {"closed": {}}},
        "farther from the face": {"corners": corners},
        "has no faces": {"bodies": [body | {"faces": []}, document["bodies"][1]]},
        "than a line needs room": {"lifted": 0.01},
        "scenery is grown by more": {"lifted": -9.0, "grown": 9.0},
        "not about a thread of 0.01 mm": {"thread_mm": "1e999999999", "grown": 9.0},
        "values to unpack": {"bodies": [body | {"faces": [[0]] * 3}, document["bodies"][1]]},
        "no id": {"bodies": [body | {"id": None}, document["bodies"][1]]},
        "is there twice": {"shafts": {"halved": {"0": [0, 0, 0, 9.0]}, "closed": {}}},
        "across no axis of a body": {"shafts": document["shafts"] | {"halved": halved | {"0": [-2, *halved["0"][1:]]}}},
        "not a certificate": {"faces": "all"},
    }
    for said, changed in faults.items():
        with pytest.raises(RefusedError, match=said):
            check_certificate(document | changed)
    monkeypatch.setattr("scene.proof.certificate_check.MOST_WORK", 11)
    with pytest.raises(RefusedError, match="than any proof needs"):
        check_certificate(document)


def test_of_a_large_mesh_only_what_is_in_the_shaft_is_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scene.proof.occluding_union.LARGE", 40)
    parts = [box((-0.1, y, 0.0), (0.1, y + 4.0, 3.0)) for y in (-2.0, 20.0, 30.0, 40.0)]
    placed = Piece("wall", joined(*parts), RigidTransform.turned((0.0, 0.0, 0.0), 3.0))
    found = proof(placed)
    assert found.certainty.kind == "proven"
    assert exactly(found) == found.shafts
    assert found.stopping[:, 1].max() < 12
    assert proof(placed, one=replace(ONE, position=(-4.0, 3.5, 0.0)), other=replace(OTHER, position=(4.0, 3.5, 0.0))).line
