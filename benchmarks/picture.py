"""A second opinion on the hidden share: pictures in which every thing has its own flat colour, drawn by OpenGL.

The body is drawn alone and among everything else, 1024 pixels square, from the eye and as large as it fits; a pixel's weight
is its solid angle. Needs the extra `bench` or `test` and an OpenGL without a screen (EGL).
"""

import os
import sys
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from rich.table import Table as Rows

from benchmarks.accuracy import look
from benchmarks.scenes import arguments, console, random_scenes
from scene.geometry.mesh import FloatArray, Mesh
from tests.scene.scenes import Scene

os.environ.setdefault("PYOPENGL_PLATFORM", "egl")

PIXELS = 1024
NEAREST, FARTHEST = 0.02, 400.0
"""Inches from the eye between which things are drawn."""


class Camera:
    """Looks from an eye at a body that fills the picture."""

    def __init__(self, eye: FloatArray, body: Mesh) -> None:
        ahead = body.bounds.mean(axis=0) - eye
        back = -ahead / np.linalg.norm(ahead)
        right = np.cross([0.0, 0.0, 1.0] if abs(back[2]) < 0.9 else [0.0, 1.0, 0.0], back)
        right /= np.linalg.norm(right)
        self.pose = np.eye(4)
        self.pose[:3, :3] = np.stack([right, np.cross(back, right), back], axis=1)
        own = (body.vertices[np.unique(body.faces)] - eye) @ self.pose[:3, :3]
        self.fits = bool((-own[:, 2] > 0.3 * np.linalg.norm(own, axis=1)).all() and (-own[:, 2] > NEAREST).all())
        tangents = own[:, :2] / -own[:, 2:]
        self.low, high = tangents.min(axis=0), tangents.max(axis=0)
        self.scale = (PIXELS - 2) / (high - self.low)

    def weights(self) -> FloatArray:
        """(1024, 1024) the solid angle of every pixel, but for a factor."""
        place = (np.arange(PIXELS) + 0.5 - 1) / self.scale[:, None] + self.low[:, None]
        return np.asarray((1 + place[0][None] ** 2 + place[1][::-1, None] ** 2) ** -1.5)


def drawn_share(scene: Scene) -> float | None:
    """The hidden share in the picture; None where the body is too close for one."""
    import pyrender

    camera = Camera(scene.shooter.eye, scene.target.placed)
    if not camera.fits:
        return None
    left_out = {scene.target.id, *scene.ignored}
    others = [piece.placed for piece in scene.table.terrain.pieces]
    others += [figure.placed for figure in scene.table.figures if figure.id not in left_out]
    renderer = pyrender.OffscreenRenderer(PIXELS, PIXELS)
    try:
        alone = _numbers(renderer, camera, [scene.target.placed], scene.shooter.eye)
        among = _numbers(renderer, camera, [scene.target.placed, *others], scene.shooter.eye)
    finally:
        renderer.delete()
    weights = camera.weights()
    return float(weights[(alone == 1) & (among != 1)].sum() / weights[alone == 1].sum())


def _numbers(renderer: object, camera: Camera, meshes: Sequence[Mesh], eye: FloatArray) -> NDArray[np.uint8]:
    """(1024, 1024) 1 where the first mesh is nearest, 2 where another is, 0 elsewhere."""
    import pyrender

    picture = pyrender.Scene(bg_color=[0, 0, 0, 0])
    nodes = {}
    for i, mesh in enumerate(meshes):
        corners = (mesh.triangles - eye).reshape(-1, 3).astype(np.float32)
        material = pyrender.MetallicRoughnessMaterial(doubleSided=True)
        shape = pyrender.Mesh([pyrender.Primitive(positions=corners, mode=4, material=material)])
        nodes[picture.add(shape)] = (255, 0, 0) if i == 0 else (0, 255, 0)
    (sx, sy), (x, y) = camera.scale, camera.low
    # Pixel 0 is at the left and, for the camera, at the top: its centre row counts from below in OpenGL's own frame.
    lens = pyrender.IntrinsicsCamera(fx=sx, fy=sy, cx=1 - sx * x, cy=PIXELS - (1 - sy * y), znear=NEAREST, zfar=FARTHEST)
    picture.add(lens, pose=camera.pose)
    flags = pyrender.RenderFlags.SEG | pyrender.RenderFlags.SKIP_CULL_FACES
    colours, _ = renderer.render(picture, flags=flags, seg_node_map=nodes)  # type: ignore[attr-defined]
    return np.asarray((colours[..., 0] > 127) + 2 * (colours[..., 1] > 127), dtype=np.uint8)


def main(args: list[str]) -> None:
    """Print how far the answers and the pictures are apart."""
    given = arguments(__doc__).parse_args(args)
    count, out = 10 if given.short else 50, console()
    apart = []
    for seed, scene in random_scenes(2 * count, folder=given.pieces, seed=given.seed):
        drawn, found = drawn_share(scene), look(scene)
        if drawn is None or found is None:
            continue
        apart.append(100 * (found.share - drawn))
        if abs(apart[-1]) > 0.3:
            answer = f"{found.share:.5f} in {found.low:.5f}..{found.high:.5f}"
            out.print(f"seed {seed}: {drawn:.5f} in the picture, {answer} answered")
        if len(apart) == count:
            break
    difference = np.array(apart)
    rows = Rows(title=f"hidden share against ID pictures of {PIXELS} x {PIXELS} pixels, in percentage points")
    for column in ("scenes", "rms", "bias", "worst", "within 0.3"):
        rows.add_column(column, justify="right")
    numbers = [np.sqrt((difference**2).mean()), difference.mean(), np.abs(difference).max()]
    rows.add_row(str(len(apart)), *(f"{number:.3f}" for number in numbers), str(int((np.abs(difference) <= 0.3).sum())))
    rows.add_row("wanted 50", "", "", "0.300", "50")
    out.print(rows)


if __name__ == "__main__":
    main(sys.argv[1:])
