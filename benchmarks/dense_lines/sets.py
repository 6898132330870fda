"""Sets of photos of a bundled table, in two rings and a few low ones, with poses as tags give them; kept on disk."""

import hashlib
import json
import tempfile
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from assets.mesh_library import LIBRARY
from assets.tables import path
from benchmarks.dense_lines.renderer import Array, Camera, Developing, Look, World, photo
from scene.table.table import MM_PER_INCH, Table
from scene.table_io.table_reading import load_table

KEPT = Path(tempfile.gettempdir()) / "dense"
RINGS = ((11, 30.0, 1250.0), (8, 50.0, 1250.0), (5, 13.0, 1000.0))
"""How many photos, degrees above the ground, millimetres from the middle of the table."""
FOCAL, SIZE = 1500.0, (2016, 1512)
OFF_MM, OFF_DEGREES = 0.3, 0.02
GRAINS = (0.08, 0.15, 0.25, 0.4)


@dataclass(frozen=True, eq=False)
class PhotoSet:
    """A table with its photos.

    Attributes:
        table: it.
        world: what is photographed, millimetres.
        files: of the photos.
        poses: of each photo as it is said to be: (3, 3) rows right, down, ahead; and the eye, millimetres.
    """

    table: Table
    world: World
    files: tuple[Path, ...]
    poses: tuple[tuple[Array, Array], ...]


def world_of(table: Table, seed: int) -> World:
    """The table's terrain on its ground, in grain of all strengths."""
    rng = np.random.default_rng(seed)
    wide, deep = (side * MM_PER_INCH for side in table.size)
    ground = (np.array([[0, 0, 0], [wide, 0, 0], [wide, deep, 0], [0, deep, 0]], dtype=float), np.array([[0, 1, 2], [0, 2, 3]]))
    meshes = [(piece.placed.vertices * MM_PER_INCH, piece.placed.faces) for piece in table.terrain.pieces]
    looks = [Look(float(rng.uniform(0.12, 0.6)), float(rng.choice(GRAINS))) for _ in meshes]
    return World([*meshes, ground], [*looks, Look(float(rng.uniform(0.2, 0.5)), float(rng.choice(GRAINS[1:])))], rng)


def photo_set(name: str, seed: int = 0) -> PhotoSet:
    """The photos of a bundled table; drawn where they are not there yet."""
    table = load_table(path(name), LIBRARY)
    world = world_of(table, seed)
    told = json.dumps([name, seed, RINGS, FOCAL, SIZE, OFF_MM, OFF_DEGREES, GRAINS])
    folder = KEPT / f"{name}-{hashlib.sha256(told.encode()).hexdigest()[:8]}"
    folder.mkdir(parents=True, exist_ok=True)
    rng = np.random.default_rng(seed + 1)
    middle = np.append(np.array(table.size) * MM_PER_INCH / 2, 30.0)
    files, poses = list[Path](), list[tuple[Array, Array]]()
    for count, above, away in RINGS:
        for turn in (np.arange(count) + rng.uniform(0.0, 1.0)) * 2 * np.pi / count:
            up, far = np.radians(above + rng.normal(0.0, 2.0)), away * rng.uniform(0.93, 1.07)
            eye = middle + far * np.array([np.cos(turn) * np.cos(up), np.sin(turn) * np.cos(up), np.sin(up)])
            camera = Camera.looking(eye, middle + rng.normal(0.0, 40.0, 3), FOCAL, SIZE, float(rng.normal(0.0, 0.05)))
            files.append(folder / f"{len(files):02}.jpg")
            if not files[-1].exists():
                world.rng = np.random.default_rng((seed, len(files)))
                files[-1].write_bytes(photo(world, camera, Developing()))
            poses.append(_as_tags_tell(camera, rng))
    return PhotoSet(table, world, tuple(files), tuple(poses))


def _as_tags_tell(camera: Camera, rng: np.random.Generator) -> tuple[Array, Array]:
    angles = np.radians(rng.normal(0.0, OFF_DEGREES, 3))
    x, y, z = angles
    turn = np.eye(3) + np.array([[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]])
    u, _, v = np.linalg.svd(turn)
    return (u @ v) @ camera.axes, camera.eye + rng.normal(0.0, OFF_MM, 3)
