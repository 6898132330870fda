"""Reading OBJ files: points and faces, and nothing else of what the format knows."""

import re
from collections.abc import Callable, Iterator
from itertools import chain, compress

import numpy as np

from scene.base.errors import SceneError
from scene.base.messages import shown_text
from scene.geometry.mesh import FloatArray, IntArray
from scene.mesh_io.mesh_limits import check_faces

AT_ONCE = 2**20
"""Bytes that are taken to pieces at once: what a file holds beside points and faces takes no memory, however much it is."""
LONGEST = 10**6
"""Bytes of a statement, with all lines that go on in the next."""

_END_OF_LINE = re.compile(rb"\r\n|\r|\n")
_COMMENT_BEFORE_MORE = re.compile(rb"#[^\n]*\\(?=\n)")
"""A comment does not go on in the next line, whatever it ends with."""
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
    points, triangles, above, count = [np.zeros((0, 3))], [np.zeros((0, 3), dtype=np.int64)], 0, 0
    for lines in statements(data, ("v", "f")):
        is_point = np.fromiter((line[0] == ord("v") for line in lines), dtype=bool, count=len(lines))
        points.append(_points(list(compress(lines, is_point))))
        sizes, named = _corners(list(compress(lines, ~is_point)))
        before = np.repeat(above + np.cumsum(is_point)[~is_point], sizes)
        above += len(points[-1])
        count += int((sizes - 2).sum())
        if count <= max_faces:
            triangles.append(_fans(np.where(named > 0, named - 1, np.where(named < 0, before + named, -1)), sizes))
    check_faces(count, max_faces)
    return np.concatenate(points), np.concatenate(triangles)


def statements(data: bytes, numbers: tuple[str, ...], names: tuple[str, ...] = ()) -> Iterator[list[bytes]]:
    """The statements that begin with one of these words, each as one line, and many at a time.

    Args:
        data: the file.
        numbers: words that numbers follow, and perhaps a comment, which is left out.
        names: words that a name follows, to the end of the line.

    Raises:
        SceneError: if one of them is longer than any can be.
    """
    kinds = [f"{word}(?:[ \\t\\v\\f][^\\n#]*)?(?=[\\n#])" for word in numbers] + [f"{word}[ \\t][^\\n]*" for word in names]
    wanted = re.compile(rf"\n[ \t\v\f]*({'|'.join(kinds)})".encode())
    start, begun = 0, b"\n"
    while start < len(data):
        found = _END_OF_LINE.search(data, start + AT_ONCE)
        end = found.end() if found else len(data)
        text = data[start:end].replace(b"\r\n", b"\n").replace(b"\r", b"\n")
        if b"\\\n" in text:
            text = _COMMENT_BEFORE_MORE.sub(b"", text).replace(b"\\\n", b" ")
        text = begun + text
        whole = text.rfind(b"\n") + 1 if end < len(data) else len(text)
        lines = wanted.findall(text[:whole] + b"\n")
        start, begun = end, b"\n" + text[whole:]
        if max(map(len, (begun, *lines))) > LONGEST:
            raise SceneError(
                f"damaged: one of its lines goes on for more than {LONGEST:,} bytes; save it anew with another program"
            )
        yield lines


def _points(lines: list[bytes]) -> FloatArray:
    """(n, 3) the first three numbers of each line; what may follow are weights and colours."""
    try:
        flat = np.fromiter((float(word) for line in lines for word in line.split(None, 4)[1:4]), dtype=np.float64)
    except ValueError:
        flat = np.zeros(0)
    if len(flat) < 3 * len(lines):
        raise _fault(lines, "a point needs three numbers", lambda words: len(list(map(float, words[:3]))) == 3)
    return flat.reshape(-1, 3)


def _corners(lines: list[bytes]) -> tuple[IntArray, IntArray]:
    """How many corners each face has, and what the corners of all faces are called, one after the other."""
    faces = [line.split()[1:] for line in _OF_A_CORNER.sub(b"", b"\n".join(lines)).splitlines()]
    sizes = np.fromiter(map(len, faces), dtype=np.int64, count=len(faces))
    if faces and sizes.min() < 3:
        raise _fault(lines, "a face needs three points", lambda words: len(words) >= 3)
    try:
        return sizes, np.fromiter(map(int, chain.from_iterable(faces)), dtype=np.int64, count=int(sizes.sum()))
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
