"""A board that a phone might have scanned: ground, two blocks, printed tags in its colours; in any frame and unit."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import trimesh
from numpy.typing import NDArray
from PIL import Image
from scipy.spatial.transform import Rotation

from assets.tag_scheme import ANCHOR_CARD_MM, ANCHOR_MM
from scene.geometry.mesh import FloatArray, IntArray
from tests.capture.rendered.sheets import tag_picture

SIZE = (30.0, 22.0)
MM = 25.4
TEXEL = 0.5
"""Millimetres."""
BLOCKS = (((6.0, 6.0), (11.0, 10.0), 4.0), ((18.0, 10.0), (22.0, 16.0), 3.0))
"""Low corner, high corner, height."""


@dataclass(frozen=True)
class Frame:
    """How the scan's own frame lies: own = (table point @ rotation.T) * scale + shift."""

    scale: float = 1.0
    rotation: FloatArray | None = None
    shift: tuple[float, float, float] = (0.0, 0.0, 0.0)

    def own(self, points: FloatArray) -> FloatArray:
        turned = points if self.rotation is None else points @ self.rotation.T
        return np.asarray(turned * self.scale + self.shift)


def random_frame(seed: int) -> Frame:
    rng = np.random.default_rng(seed)
    rotation = np.asarray(Rotation.random(random_state=seed).as_matrix())
    x, y, z = rng.uniform(-3.0, 3.0, 3).tolist()
    return Frame(float(rng.uniform(0.01, 0.1)), rotation, (x, y, z))


def tag_centres() -> dict[int, tuple[float, float]]:
    """Anchors 0 to 3 with their cards flush in the corners, and one anywhere."""
    margin = ANCHOR_CARD_MM / MM / 2.0
    (w, d) = SIZE
    return {0: (margin, margin), 1: (w - margin, margin), 2: (w - margin, d - margin), 3: (margin, d - margin), 9: (14.0, 4.0)}


def picture(*, tags: bool = True) -> NDArray[np.uint8]:
    """What the ground looks like from above, north up."""
    rows, columns = round(SIZE[1] * MM / TEXEL), round(SIZE[0] * MM / TEXEL)
    rng = np.random.default_rng(5)
    found = (
        rng.integers(90, 130, (rows // 8 + 1, columns // 8 + 1))
        .repeat(8, axis=0)
        .repeat(8, axis=1)[:rows, :columns]
        .astype(np.uint8)
    )
    for number, (x, y) in tag_centres().items() if tags else ():
        card = round(ANCHOR_CARD_MM / TEXEL)
        side = round(ANCHOR_MM / TEXEL)
        left, top = round(x * MM / TEXEL - card / 2.0), round(rows - y * MM / TEXEL - card / 2.0)
        found[top : top + card, left : left + card] = 235
        tag = np.asarray(Image.fromarray(tag_picture(number)).resize((side, side), Image.Resampling.NEAREST))
        inner = (card - side) // 2
        found[top + inner : top + inner + side, left + inner : left + inner + side] = np.where(tag > 127, 235, 25)
    return found


def surface(steps: tuple[int, int] = (90, 66), *, noise: float = 0.0, seed: int = 0) -> tuple[FloatArray, IntArray]:
    """Points and faces of a height field of the board, as scans are: the blocks' sides slope over one step."""
    nx, ny = steps
    x, y = np.linspace(0.0, SIZE[0], nx + 1), np.linspace(0.0, SIZE[1], ny + 1)
    places = np.stack(np.meshgrid(x, y, indexing="ij"), axis=-1).reshape(-1, 2)
    height = np.zeros(len(places))
    for low, high, up in BLOCKS:
        inside = ((places > np.array(low) - 1e-6) & (places < np.array(high) + 1e-6)).all(axis=1)
        height[inside] = up
    points = np.column_stack([places, height])
    points += np.random.default_rng(seed).normal(0.0, 1.0, points.shape) * noise
    index = np.arange(len(places)).reshape(nx + 1, ny + 1)
    a, b, c, d = (index[i : nx + i, j : ny + j].reshape(-1) for i, j in ((0, 0), (1, 0), (1, 1), (0, 1)))
    return points, np.concatenate([np.stack([a, b, c], axis=1), np.stack([a, c, d], axis=1)])


def textured(frame: Frame, *, tags: bool = True, noise: float = 0.0, mirrored: bool = False) -> trimesh.Trimesh:
    """The board with its picture as a texture."""
    points, faces = surface(noise=noise)
    flat = surface()[0][:, :2]
    image = Image.fromarray(picture(tags=tags)).convert("RGB")
    material = trimesh.visual.material.PBRMaterial(baseColorTexture=image)  # type: ignore[no-untyped-call]
    visual = trimesh.visual.TextureVisuals(uv=flat / np.array(SIZE), material=material)  # type: ignore[no-untyped-call]
    own = frame.own(points * (np.array([-1.0, 1.0, 1.0]) if mirrored else 1.0))
    return trimesh.Trimesh(own, faces[:, ::-1] if mirrored else faces, visual=visual, process=False)


def glb(path: Path, mesh: trimesh.Trimesh) -> Path:
    path.write_bytes(trimesh.Scene(mesh).export(file_type="glb"))  # type: ignore[no-untyped-call]
    return path
