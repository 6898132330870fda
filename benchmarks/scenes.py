"""What the benchmarks look at: terrain of a folder or of the kit, proxies and boxes, in random scenes from seeds."""

import argparse
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import numpy as np
from rich.console import Console

from assets.figures.figure_proxies import PROXIES, body
from assets.kit import KIT, piece
from benchmarks import reference
from scene.geometry.mesh import Mesh
from scene.table.table import MM_PER_INCH, Body
from tests.scene.scenes import BLOCK, Scene, random_scene, solid_body

CERTAIN = 4
"""Of scenes in which all or nothing is hidden, one in so many is kept: they are easy, and frequent."""


def arguments(description: str | None) -> argparse.ArgumentParser:
    """A parser with what all benchmarks take."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--pieces", type=Path, help="folder with STL files in millimetres; without it, the kit's pieces")
    parser.add_argument("--short", action="store_true", help="a tenth of the work or less")
    parser.add_argument("--seed", type=int, default=0, help="the first scene's seed")
    return parser


@cache
def terrain(folder: Path | None) -> tuple[Mesh, ...]:
    """The pieces of the folder, or else of the kit, in inches, anchored at the middle of their undersides."""
    if folder is None:
        return tuple(piece(name)[0] for name in KIT)
    import trimesh

    shapes = []
    for path in sorted(folder.glob("*.stl")):
        loaded = trimesh.load_mesh(path)
        vertices = np.asarray(loaded.vertices) / MM_PER_INCH
        low, high = vertices.min(axis=0), vertices.max(axis=0)
        anchor = np.array([*(low + high)[:2] / 2, low[2]])
        shapes.append(Mesh.of(vertices - anchor, loaded.faces))
    if not shapes:
        raise SystemExit(f"there are no STL files in {folder}")
    return tuple(shapes)


@cache
def bodies() -> tuple[Body, ...]:
    """Proxies standing and down, and two boxes."""
    standing = [body(name) for name in PROXIES] + [body("human", "upright", "aiming")]
    down = [body("human", "on_back"), body("human", "on_face")]
    return (*standing, *down, BLOCK, solid_body([-0.25, -0.25, 0], [0.25, 0.25, 1.5]))


def random_scenes(count: int, *, folder: Path | None, seed: int = 0) -> Iterator[tuple[int, Scene]]:
    """Seeds and scenes: even seeds have boxes that lie any way, odd ones real pieces, half of each."""
    ahead = [2 * seed, 2 * seed + 1]
    for number in range(count):
        kind = number % 2
        while True:
            current, ahead[kind] = ahead[kind], ahead[kind] + 2
            shapes = terrain(folder) if kind else None
            scene = random_scene(np.random.default_rng(current), shapes=shapes, bodies=bodies())
            rough = reference.hidden_share(scene, rays=20_000, seed=current)
            if rough is not None and (0 < rough.share < 1 or current // 2 % CERTAIN == 0):
                yield current, scene
                break


def console() -> Console:
    """For tables that are wider than a narrow terminal; lines too long wrap there."""
    return Console(width=None if sys.stdout.isatty() else 120)
