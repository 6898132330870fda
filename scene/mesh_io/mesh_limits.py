"""The limits of mesh files: how much one may claim to hold, checked before anything parses it."""

import json
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from scene.base.errors import SceneError
from scene.geometry.mesh import IntArray

STL_HEADER = 84
STL_FACE = 50
MAX_PARTS = 20_000
"""Instances of meshes in one file; more come only from files made to hang a program."""

GLB_HEADER = 2**24
"""Bytes of a GLB file's description of itself."""
GLB_DEEPEST = 200
"""Levels of nodes in nodes."""
UNFOLDS = 8
"""Times the file's bytes that what it names may take."""
_GLB_BYTES = {5120: 1, 5121: 1, 5122: 2, 5123: 2, 5125: 4, 5126: 4}
_GLB_NUMBERS = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4, "MAT2": 4, "MAT3": 9, "MAT4": 16}

PLY_HEADER = 2**18
"""Bytes of a PLY file's header."""
ONLY_POINTS = "only points; a cloud hides nothing, so let the program that scanned it make a mesh of it"

BYTES_AN_ENTRY = 1_000
"""No face and no point takes so many on average."""
BYTES_A_FACE = 300
"""What a face and its share of the points take in the wordiest formats."""


@contextmanager
def named(name: str) -> Iterator[None]:
    """Faults found inside begin with the mesh's name."""
    try:
        yield
    except SceneError as error:
        raise SceneError(f'mesh "{name}": {fault}' for fault in error.faults) from None


def check_faces(count: int, max_faces: int) -> None:
    """A `SceneError` for more faces than the limit; it says how to raise it."""
    if count > max_faces:
        raise SceneError(
            f"it has {count:,} faces and the limit is {max_faces:,}; thin it out, or raise it with --max-faces {count}"
        )


def most_points(max_faces: int) -> int:
    """How many points so many faces may have: three each in careless files, and some that are of no use."""
    return 4 * max_faces + 1_000_000


def check_points(count: int, max_faces: int) -> None:
    """A `SceneError` for more points than so many faces can have."""
    if count > most_points(max_faces):
        raise SceneError(f"it has more than {most_points(max_faces):,} points, far more than {max_faces:,} faces need")


def sound_faces(faces: IntArray, points: int) -> IntArray:
    """The faces, if all their corners are among so many points; once meshes are joined they would be a neighbour's."""
    if faces.min() < 0 or faces.max() >= points:
        raise SceneError("damaged: a face names a point that is not there")
    return faces


def checked(data: bytes, kind: str, max_faces: int) -> bytes:
    """The bytes to parse, after the file's own claims were found to be within the limits."""
    if kind == "stl":
        return _checked_stl(data, max_faces)
    if kind == "ply":
        _check_ply(data, max_faces)
    elif kind == "glb":
        _check_glb(data, max_faces)
    elif kind == "obj":
        check_faces(data.count(b"\nf ") + data.count(b"\nf\t") + data.startswith(b"f "), max_faces)
    return data


def _checked_stl(data: bytes, max_faces: int) -> bytes:
    """Binary files may begin with "solid" like ASCII ones, so the length decides; then the words do."""
    count = int.from_bytes(data[80:STL_HEADER], "little") if len(data) >= STL_HEADER else 0
    expected = STL_HEADER + STL_FACE * count
    if is_binary_stl(data):
        check_faces(count, max_faces)
        return data
    if data[:1024].lstrip().lower().startswith(b"solid") and _has_words_of_stl(data):
        faces = data.lower().count(b"outer loop")
        check_faces(faces, max_faces)
        _check_length(len(data), faces)
        return data
    if STL_HEADER < expected < len(data):
        # Some programs append to the file; what the header promises is all there.
        check_faces(count, max_faces)
        return data[:expected]
    if len(data) < STL_HEADER:
        raise SceneError("cannot be read as STL; it is shorter than an STL file's header")
    # No word of the limit here: a count that the length belies is no count.
    held = (len(data) - STL_HEADER) // STL_FACE
    raise SceneError(f"damaged or cut short: its header promises {count:,} faces and it is long enough for {held:,}")


def is_binary_stl(data: bytes) -> bool:
    """Whether the file is as long as its header says a binary one is."""
    count = int.from_bytes(data[80:STL_HEADER], "little")
    return len(data) >= STL_HEADER and len(data) == STL_HEADER + STL_FACE * count


def _has_words_of_stl(data: bytes) -> bool:
    start = data[:4096].lower()
    return b"facet" in start or b"endsolid" in start


def _check_ply(data: bytes, max_faces: int) -> None:
    end = data.find(b"end_header")
    if not data.startswith(b"ply") or end < 0:
        raise SceneError("cannot be read as PLY; its header is missing")
    if end > PLY_HEADER:
        raise SceneError(f"its header has {end:,} bytes, far more than a mesh needs; save it anew with another program")
    counts: Counter[bytes] = Counter()
    for line in data[:end].splitlines():
        words = line.split()
        if len(words) != 3 or words[0] != b"element" or not words[2].isdigit() or len(words[2]) > 18:
            continue
        count = int(words[2])
        if count > len(data):
            raise SceneError(f"damaged: its header promises {count:,} entries, more than the file has bytes")
        if words[1] == b"face":
            check_faces(count, max_faces)
        counts[words[1]] += count
    faces, entries = counts[b"face"], counts.total()
    if counts[b"vertex"] and not faces:
        raise SceneError(f"there are no faces in it, {ONLY_POINTS}")
    crowded = b"format ascii" in data[:end] and data.count(b"\n", end) > 2 * entries + 1_000
    if crowded or entries > 11 * faces + 1_000_000:
        raise more_than_needed(faces)
    _check_length(len(data) - end, entries)


def _check_length(length: int, entries: int) -> None:
    """A `SceneError` for files that are far longer than so many faces and points can be told."""
    if length > 2**22 + BYTES_AN_ENTRY * entries:
        raise more_than_needed(entries)


def more_than_needed(faces: int) -> SceneError:
    """What to say of a file that is full of something else than faces."""
    return SceneError(f"it holds far more than its {faces:,} faces need; save it anew with another program")


def _check_glb(data: bytes, max_faces: int) -> None:
    """Accessors, views and instances may repeat the same bytes; what they unfold to is added up first."""
    if len(data) < 20 or not data.startswith(b"glTF"):
        raise SceneError("cannot be read as GLB; its header is missing")
    if int.from_bytes(data[8:12], "little") > len(data):
        raise SceneError("damaged: shorter than its header says; was it cut short?")
    length = int.from_bytes(data[12:16], "little")
    if length > GLB_HEADER:
        raise SceneError(
            f"its description of itself has {length:,} bytes, far more than a mesh needs; save it anew with another program"
        )
    try:
        header = json.loads(data[20 : 20 + length])
        sizes = [_glb_size(accessor) for accessor in header.get("accessors", [])]
        unfolded = max(sum(sizes), sum(_whole(view["byteLength"]) for view in header.get("bufferViews", [])))
        parts = [part for mesh in header.get("meshes", []) for part in mesh["primitives"]]
        faces = sum(_glb_faces(header, part) for part in parts)
        named = sum(sizes[name] for part in parts for name in _glb_names(part))
        instances = len(parts) + sum(1 + len(node.get("children", [])) for node in header.get("nodes", []))
        deep = _glb_is_deep(header)
    except (ValueError, TypeError, KeyError, IndexError, AttributeError, RecursionError):
        raise SceneError("damaged: its description of itself makes no sense") from None
    if faces <= len(data):  # more cannot be meant, and are no reason to raise the limit
        check_faces(faces, max_faces)
    repeated = unfolded > UNFOLDS * len(data) + 2**20 or named > max(UNFOLDS * len(data), 2**28)
    if faces > len(data) or repeated or instances > 2 * MAX_PARTS or deep:
        raise SceneError("it unfolds to far more than the file holds")


def _glb_size(accessor: dict[str, Any]) -> int:
    """The bytes of all numbers of an accessor. Source: glTF 2.0, section 3.6.2.2."""
    return _whole(accessor["count"]) * _GLB_NUMBERS[accessor["type"]] * _GLB_BYTES[accessor["componentType"]]


def _glb_names(part: dict[str, Any]) -> list[int]:
    """The accessors of a part."""
    names = [*part["attributes"].values(), *([part["indices"]] if "indices" in part else [])]
    return [_whole(name) for name in names]


def _glb_is_deep(header: dict[str, Any]) -> bool:
    """Whether nodes lie in one another more than `GLB_DEEPEST` levels deep, or in a circle."""
    nodes = header.get("nodes", [])
    inner = {child for node in nodes for child in node.get("children", [])}
    level = (set(range(len(nodes))) - inner) | {node for scene in header.get("scenes", []) for node in scene.get("nodes", [])}
    for _ in range(GLB_DEEPEST):
        level = {child for number in level for child in nodes[number].get("children", [])}
    return bool(level)


def _whole(value: object) -> int:
    if not isinstance(value, int) or value < 0:
        raise ValueError(value)
    return value


def _glb_faces(header: dict[str, Any], part: dict[str, Any]) -> int:
    accessor = part["indices"] if "indices" in part else part["attributes"]["POSITION"]
    count = _whole(header["accessors"][accessor]["count"])
    return count if part.get("mode", 4) == 5 else count // 3
