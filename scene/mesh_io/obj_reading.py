"""Reading OBJ files: points and faces, and nothing else of what the format knows."""

import re
from collections.abc import Callable
from itertools import chain

import numpy as np

from scene.base.errors import SceneError
from scene.base.messages import shown_text
from scene.geometry.mesh import FloatArray, IntArray
from scene.mesh_io.mesh_limits import check_faces

_COMMENT = re.compile(rb"#[^\r\n]*")
_CONTINUED = re.compile(rb"\\\r?\n")
_OF_A_CORNER = re.compile(rb"/\S*")
"""What follows the point of a corner: its texture and its normal."""


def obj_triangles(data: bytes, max_faces: int) -> tuple[FloatArray, IntArray]:
    """The (n, 3) points and (m, 3) triangles of an OBJ file; faces with more corners are fanned out from their first.

    Corners count from 1, or backwards from the last point above their face where they are negative.

    Source: Wavefront Technologies, "Advanced Visualizer" manual, appendix B1: the statements v and f.

    Raises:
        SceneError: with the line that is wrong. Whether the corners are there is not looked at: those that are not are
            below 0, or n or more.
    """
    lines = _CONTINUED.sub(b" ", _COMMENT.sub(b"", data)).splitlines()
    kinds = [(line.split(None, 1) or [b""])[0] for line in lines]
    at_points = np.flatnonzero(np.fromiter((kind == b"v" for kind in kinds), dtype=bool, count=len(kinds)))
    at_faces = np.flatnonzero(np.fromiter((kind == b"f" for kind in kinds), dtype=bool, count=len(kinds)))
    points = _points([lines[number] for number in at_points])
    sizes, named = _corners([lines[number] for number in at_faces], max_faces)
    before = np.repeat(np.searchsorted(at_points, at_faces), sizes)
    index = np.where(named > 0, named - 1, np.where(named < 0, before + named, -1))
    return points, _fans(index, sizes)


def _points(lines: list[bytes]) -> FloatArray:
    """(n, 3) the first three numbers of each line; what may follow are weights and colours."""
    try:
        flat = np.fromiter((float(word) for line in lines for word in line.split()[1:4]), dtype=np.float64)
    except ValueError:
        flat = np.zeros(0)
    if len(flat) < 3 * len(lines):
        raise _fault(lines, "a point needs three numbers", lambda words: len(list(map(float, words[:3]))) == 3)
    return flat.reshape(-1, 3)


def _corners(lines: list[bytes], max_faces: int) -> tuple[IntArray, IntArray]:
    """How many corners each face has, and what the corners of all faces are called, one after the other."""
    lines = _OF_A_CORNER.sub(b"", b"\n".join(lines)).splitlines()
    sizes = np.fromiter((len(line.split()) - 1 for line in lines), dtype=np.int64, count=len(lines))
    if len(lines) and sizes.min() < 3:
        raise _fault(lines, "a face needs three points", lambda words: len(words) >= 3)
    check_faces(int((sizes - 2).sum()), max_faces)
    try:
        words = chain.from_iterable(line.split()[1:] for line in lines)
        return sizes, np.fromiter(map(int, words), dtype=np.int64, count=int(sizes.sum()))
    except (ValueError, OverflowError):
        raise _fault(lines, "a face names its points by whole numbers", lambda words: _small(map(int, words))) from None


def _small(numbers: "map[int]") -> bool:
    return all(abs(number) < 2**62 for number in numbers)


def _fault(lines: list[bytes], rule: str, holds: Callable[[list[bytes]], bool]) -> SceneError:
    """The fault of the first line for whose words the rule does not hold."""
    for line in lines:
        try:
            sound = holds(line.split()[1:])
        except ValueError:
            sound = False
        if not sound:
            return SceneError(f'damaged: {rule}, and a line says "{shown_text(line.decode("latin-1").strip())}"')
    return SceneError(f"damaged: {rule}")


def _fans(index: IntArray, sizes: IntArray) -> IntArray:
    """(m, 3) triangles of faces whose corners follow one another in ``index``, so many each."""
    fans = sizes - 2
    first = np.repeat(np.cumsum(sizes) - sizes, fans)
    within = np.arange(len(first)) - np.repeat(np.cumsum(fans) - fans, fans)
    return np.asarray(index[np.stack([first, first + within + 1, first + within + 2], axis=1)])
