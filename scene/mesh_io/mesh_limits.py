"""The limits of mesh files: how much one may claim to hold, checked before anything parses it."""

import io
import json
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from scene.base.errors import SceneError

STL_HEADER = 84
STL_FACE = 50
MAX_PARTS = 20_000
"""Instances of meshes in one file; more come only from files made to hang a program."""

MAX_UNPACKED_RATIO = 200
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


def checked(data: bytes, kind: str, max_faces: int) -> bytes:
    """The bytes to parse, after the file's own claims were found to be within the limits."""
    if kind == "stl":
        return _checked_stl(data, max_faces)
    if kind == "ply":
        _check_ply(data, max_faces)
    elif kind == "glb":
        _check_glb(data, max_faces)
    elif kind == "3mf":
        _check_3mf(data, max_faces)
    else:
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
        check_faces(data.lower().count(b"outer loop"), max_faces)
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
    for line in data[:end].splitlines():
        words = line.split()
        if len(words) != 3 or words[0] != b"element" or not words[2].isdigit() or len(words[2]) > 18:
            continue
        count = int(words[2])
        if count > len(data):
            raise SceneError(f"damaged: its header promises {count:,} entries, more than the file has bytes")
        if words[1] == b"face":
            check_faces(count, max_faces)


def _check_glb(data: bytes, max_faces: int) -> None:
    """Accessors, views and instances may repeat the same bytes; what they unfold to is added up first."""
    if len(data) < 20 or not data.startswith(b"glTF"):
        raise SceneError("cannot be read as GLB; its header is missing")
    if int.from_bytes(data[8:12], "little") > len(data):
        raise SceneError("damaged: shorter than its header says; was it cut short?")
    try:
        header = json.loads(data[20 : 20 + int.from_bytes(data[12:16], "little")])
        numbers = sum(_whole(accessor["count"]) for accessor in header.get("accessors", []))
        unfolded = sum(_whole(view["byteLength"]) for view in header.get("bufferViews", []))
        faces = sum(_glb_faces(header, mesh) for mesh in header.get("meshes", []))
        instances = sum(1 + len(node.get("children", [])) for node in header.get("nodes", []))
    except (ValueError, TypeError, KeyError, IndexError, AttributeError, RecursionError):
        raise SceneError("damaged: its description of itself makes no sense") from None
    if faces <= len(data):  # more cannot be meant, and are no reason to raise the limit
        check_faces(faces, max_faces)
    if faces > len(data) or numbers > 40 * max_faces + 1_000_000 or unfolded > 8 * len(data) + 2**20 or instances > MAX_PARTS:
        raise SceneError("it unfolds to far more than the file holds")


def _whole(value: object) -> int:
    if not isinstance(value, int) or value < 0:
        raise ValueError(value)
    return value


def _glb_faces(header: dict[str, Any], mesh: dict[str, Any]) -> int:
    total = 0
    for part in mesh["primitives"]:
        accessor = part["indices"] if "indices" in part else part["attributes"]["POSITION"]
        count = _whole(header["accessors"][accessor]["count"])
        total += count if part.get("mode", 4) == 5 else count // 3
    return total


def _check_3mf(data: bytes, max_faces: int) -> None:
    try:
        archive = zipfile.ZipFile(io.BytesIO(data))
    except Exception:  # noqa: BLE001 - a damaged zip fails in many ways
        raise SceneError("cannot be read as 3MF; it is damaged or of another kind") from None
    total = sum(info.file_size for info in archive.infolist())
    if total > max(MAX_UNPACKED_RATIO * len(data), 2**20) or total > 2**26 + BYTES_A_FACE * max_faces:
        raise SceneError(f"it unpacks to {total:,} bytes, far more than a mesh needs")
    try:
        models = [archive.read(info) for info in archive.infolist() if info.filename.lower().endswith(".model")]
    except Exception:  # noqa: BLE001 - as above
        raise SceneError("cannot be read as 3MF; what is packed in it is damaged") from None
    check_faces(sum(model.count(b"<triangle ") for model in models), max_faces)
    if _ways_in_3mf(models) > MAX_PARTS:
        raise SceneError("its parts contain one another too often")


def _ways_in_3mf(models: list[bytes]) -> int:
    """How many instances of objects the model unfolds to; components may nest, so they can double at every level."""
    inside: dict[str, list[str]] = {}
    built: list[str] = []
    for model in models:
        _gather(model, inside, built)
    counts: dict[str, int] = {}

    def ways(name: str, depth: int) -> int:
        if depth > 50:
            return MAX_PARTS + 1
        if name not in counts:
            counts[name] = MAX_PARTS + 1  # for an object that contains itself
            counts[name] = 1 + sum(ways(part, depth + 1) for part in inside.get(name, []))
        return counts[name]

    return sum(ways(name, 0) for name in built)


def _gather(model: bytes, inside: dict[str, list[str]], built: list[str]) -> None:
    from lxml import etree

    tags = ("{*}object", "{*}component", "{*}item", "{*}mesh")
    safe = {"resolve_entities": False, "no_network": True, "load_dtd": False, "huge_tree": False}
    current = ""
    try:
        for event, element in etree.iterparse(io.BytesIO(model), events=("start", "end"), tag=tags, **safe):
            tag = etree.QName(element).localname
            if event == "end":
                if tag in {"mesh", "object"}:
                    element.clear()
            elif tag == "object":
                current = element.attrib.get("id", "")
            elif tag == "component":
                inside.setdefault(current, []).append(element.attrib.get("objectid", ""))
            elif tag == "item":
                built.append(element.attrib.get("objectid", ""))
    except etree.LxmlError:
        raise SceneError("cannot be read as 3MF; its XML is damaged") from None
