"""Pictures of the window held against kept ones.

``python -m tests.sightline.window.pictured`` draws all of them anew into ``pictures/``; look at them before they are committed.
"""

import subprocess
import sys
import tempfile
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

import numpy as np
from PIL import Image, ImageChops

from scene.geometry.mesh import FloatArray
from tests.sightline.window.screen import ROOT, Screen, screen

KEPT = Path(__file__).parent / "pictures"
DIFFERENT = ROOT / "out" / "pictures"
"""Where pictures go that are not as they should be."""
SMALL = (640, 400)
"""Half of the window each way, which takes most of the difference of how drivers draw edges."""
CELL = 8
"""Pixels of the small picture along a cell, over which the rest of that goes out."""
SEEN = 16.0
"""Levels of colour, of 256, by which a cell may differ and is the same still; smooth edges make up to 7."""
CELLS = 0.001
"""The share of cells that may differ by more. A figure that stands elsewhere changes three times as many."""
MEAN = 3.0
"""Levels by which all may differ on the average; that only 256 colours are kept makes up to 1.9."""


@dataclass(frozen=True)
class Difference:
    """How far a picture is from a kept one.

    Attributes:
        mean: levels of colour, over all pixels.
        cells: the share of cells that differ by more than `SEEN`.
    """

    mean: float
    cells: float

    @property
    def same(self) -> bool:
        """Whether they show the same."""
        return self.mean <= MEAN and self.cells <= CELLS


def small(picture: Image.Image) -> Image.Image:
    """A picture of the window as it is compared."""
    return picture.convert("RGB").resize(SMALL, Image.Resampling.BOX)


def difference(kept: Image.Image, found: Image.Image) -> Difference:
    """How far two small pictures are apart."""
    one, other = (np.asarray(picture, dtype=np.float64) for picture in (kept, found))
    mean = float(np.abs(one - other).max(axis=2).mean())
    apart = np.abs(_cells(one) - _cells(other)).max(axis=2)
    return Difference(mean, float((apart > SEEN).mean()))


def _cells(picture: FloatArray) -> FloatArray:
    """The mean colours of the cells of a small picture."""
    width, height = SMALL
    return np.asarray(picture.reshape(height // CELL, CELL, width // CELL, CELL, 3).mean(axis=(1, 3)))


def kept(name: str) -> Image.Image:
    """The kept picture of a state."""
    return Image.open(KEPT / f"{name}.png").convert("RGB")


def told(name: str, found: Image.Image, apart: Difference, folder: Path = DIFFERENT) -> str:
    """What is said of a picture that is not as it should be; writes what was expected, what was drawn, and the difference."""
    folder.mkdir(parents=True, exist_ok=True)
    expected = kept(name)
    shown = ImageChops.difference(expected, found).point(lambda level: min(4 * level, 255))
    for what, picture in (("expected", expected), ("actual", found), ("difference", shown)):
        picture.save(folder / f"{name}-{what}.png")
    return (
        f"{name}: {apart.mean:.2f} levels apart ({MEAN} may be), {100 * apart.cells:.2f} % of cells differ "
        f"({100 * CELLS:.2f} % may); {name}-expected, -actual and -difference.png are in {folder}"
    )


def drawn(on: Screen, folder: Path, *words: str) -> str:
    """Have the states drawn into a folder; gives who draws."""
    line = [sys.executable, "-m", "tests.sightline.window.states", str(folder), *words]
    done = subprocess.run(line, env=on.environment, capture_output=True, text=True, timeout=240, check=False)
    assert done.returncode == 0, done.stderr[-3000:]
    return done.stdout


def renew() -> None:
    """Draw all kept pictures anew."""
    with tempfile.TemporaryDirectory() as folder, screen(Path(folder)) as on:
        drawn(on, Path(folder))
        KEPT.mkdir(exist_ok=True)
        for path in sorted(Path(folder).glob("*.png")):
            if not path.stem.startswith("not-"):
                content = BytesIO()
                few = small(Image.open(path)).quantize(
                    256, method=Image.Quantize.MAXCOVERAGE, kmeans=3, dither=Image.Dither.NONE
                )
                few.save(content, format="PNG", optimize=True)
                (KEPT / path.name).write_bytes(content.getvalue())
                sys.stdout.write(f"{path.name}: {len(content.getvalue()) // 1000} kB\n")


if __name__ == "__main__":
    renew()
