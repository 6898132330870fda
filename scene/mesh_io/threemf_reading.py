"""Reading 3MF files: the triangles of all objects that are to be built, each where and as often as it is.

Colours, materials, slices and whatever else a 3MF file may hold are passed over. Source: 3MF Core Specification 1.3,
sections 3 and 4, and 3MF Production Extension 1.1, section 2, for objects in other files of the archive.
"""

import io
import zipfile
import zlib
from array import array
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import IO
from xml.parsers import expat

import numpy as np

from scene.base.errors import SceneError
from scene.base.messages import shown_text
from scene.base.zip_files import lists_too_many
from scene.geometry.mesh import FloatArray, IntArray
from scene.mesh_io.mesh_limits import BYTES_A_FACE, MAX_PARTS, check_faces, check_points, most_points, sound_faces

MAX_UNPACKED_RATIO = 200
DEEPEST = 50
"""Levels of objects in objects, and of elements in elements."""

MOST_PARTS = 5 * MAX_PARTS
"""Objects, what is in them and what is to be built, together; each that is built unfolds to one or more."""
AT_ONCE, LONGEST = 2**20, 2**21
"""Bytes that are parsed at once, and of an element with its attributes."""

ROOT = "3d/3dmodel.model"
# 3MF names its units in full; the core specification makes the millimetre its default.
INCHES: Mapping[str, float] = {"micron": 1 / 25400, "millimeter": 1 / 25.4, "millimeters": 1 / 25.4, "centimeter": 1 / 2.54} | {
    "meter": 100 / 2.54,
    "inch": 1.0,
    "foot": 12.0,
}

Key = tuple[str, str]
"""Of an object: the file that it is in, and its id there."""


@dataclass(frozen=True, eq=False)
class Moved:
    """Where something comes: rows of points times ``turn``, plus ``shift``."""

    turn: FloatArray
    shift: FloatArray

    def then(self, outer: "Moved") -> "Moved":
        """The same within something that is moved itself."""
        if self is UNMOVED or outer is UNMOVED:
            return outer if self is UNMOVED else self
        return Moved(self.turn @ outer.turn, self.shift @ outer.turn + outer.shift)


UNMOVED = Moved(np.eye(3), np.zeros(3))


@dataclass(eq=False)
class Model3mf:
    """What one file of the archive holds, as far as it was read.

    Attributes:
        unit: as the file has it; empty where it says none.
        objects: what is in it, by id.
        items: what is to be built, and where.
    """

    unit: str = ""
    objects: "dict[str, Object3mf]" = field(default_factory=dict)
    items: list[tuple[Key, Moved]] = field(default_factory=list)


@dataclass(eq=False)
class Object3mf:
    """Points and triangles of its own, one number after the other, and other objects in it."""

    points: "array[float]" = field(default_factory=lambda: array("d"))
    corners: "array[int]" = field(default_factory=lambda: array("q"))
    parts: list[tuple[Key, Moved]] = field(default_factory=list)


def threemf_triangles(data: bytes, max_faces: int) -> tuple[FloatArray, IntArray, float]:
    """The (n, 3) points and (m, 3) triangles of a 3MF file, and how many inches its 1 is.

    Raises:
        SceneError: it is damaged, or unfolds to more than the limits. Other exceptions where what it says makes no sense.
    """
    files = _Files(data, max_faces)
    root = files.model(files.root)
    if root.unit not in ("", *INCHES):
        raise SceneError(f'its unit "{shown_text(root.unit)}" is none that 3MF knows; give "units" in the table file')
    placed = [(files.object(key), moved) for key, moved in _built(files, root.items)]
    placed = [(thing, moved) for thing, moved in placed if thing.corners]
    if not placed:
        raise SceneError("there are no faces in it")
    check_faces(sum(len(thing.corners) // 3 for thing, _ in placed), max_faces)
    check_points(sum(len(thing.points) // 3 for thing, _ in placed), max_faces)
    points, faces, start = [], [], 0
    for thing, moved in placed:
        own = np.frombuffer(thing.points).reshape(-1, 3)
        faces.append(sound_faces(np.frombuffer(thing.corners, dtype=np.int64).reshape(-1, 3), len(own)) + start)
        points.append(own if moved is UNMOVED else own @ moved.turn + moved.shift)
        start += len(own)
    return np.concatenate(points), np.concatenate(faces), INCHES[root.unit or "millimeter"]


def _built(files: "_Files", items: list[tuple[Key, Moved]]) -> Iterator[tuple[Key, Moved]]:
    """Every object that is built, as often as it is; objects may nest, so they can double at every level."""
    counts: dict[Key, int] = {}

    def count(key: Key, depth: int) -> int:
        if depth > DEEPEST:
            return MAX_PARTS + 1
        if key not in counts:
            counts[key] = MAX_PARTS + 1  # for an object that contains itself
            counts[key] = 1 + sum(count(part, depth + 1) for part, _ in files.object(key).parts)
        return counts[key]

    if sum(count(key, 0) for key, _ in items) > MAX_PARTS:
        raise SceneError("its parts contain one another too often")

    def unfolded(key: Key, moved: Moved) -> Iterator[tuple[Key, Moved]]:
        yield key, moved
        for part, inside in files.object(key).parts:
            yield from unfolded(part, inside.then(moved))

    for key, moved in items:
        yield from unfolded(key, moved)


class _Files:
    """The archive; each of its models is read when something in it is asked for."""

    def __init__(self, data: bytes, max_faces: int) -> None:
        self._archive = _opened(data)
        total = sum(info.file_size for info in self._archive.infolist())
        if total > max(MAX_UNPACKED_RATIO * len(data), 2**20) or total > 2**26 + BYTES_A_FACE * max_faces:
            raise SceneError(f"it unpacks to {total:,} bytes, far more than a mesh needs")
        names = self._archive.namelist()
        self.root = next((name for name in names if ROOT in name.lower()), "")
        self._reader = _ModelReader(max_faces)
        self._models: dict[str, Model3mf] = {}

    def model(self, path: str) -> Model3mf:
        """What a file of the archive holds; nothing if there is no such file."""
        if path not in self._models:
            self._models[path] = Model3mf()
            if path in self._archive.NameToInfo:
                try:
                    with self._archive.open(path) as stream:
                        self._models[path] = self._reader.read(stream, path)
                except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError):
                    raise SceneError("cannot be read as 3MF; what is packed in it is damaged") from None
        return self._models[path]

    def object(self, key: Key) -> Object3mf:
        """An object; an empty one if there is none."""
        return self.model(key[0]).objects.get(key[1]) or Object3mf()


def _opened(data: bytes) -> zipfile.ZipFile:
    if lists_too_many(io.BytesIO(data)):
        raise _far_more()
    try:
        return zipfile.ZipFile(io.BytesIO(data))
    except Exception:  # noqa: BLE001 - a damaged zip fails in many ways
        raise SceneError("cannot be read as 3MF; it is damaged or of another kind") from None


class _ModelReader:
    """Takes in models element by element: what is passed over takes no memory, and not for ever."""

    def __init__(self, max_faces: int) -> None:
        self._max_faces, self._most = max_faces, most_points(max_faces)
        self._faces = self._points = self._parts = self._others = 0

    def read(self, stream: IO[bytes], path: str) -> Model3mf:
        """What a model's XML holds; ``path`` is its name in the archive."""
        self._model, self._path = Model3mf(), path
        self._object, self._depth = Object3mf(), 0
        self._ways: dict[str, Callable[[dict[str, str]], None]] = {}
        parser = expat.ParserCreate()
        parser.StartElementHandler, parser.EndElementHandler = self._start, self._end
        parser.StartDoctypeDeclHandler = _no_doctype
        fed = 0
        try:
            while block := stream.read(AT_ONCE):
                fed += len(block)
                parser.Parse(block, False)
                if fed - parser.CurrentByteIndex > LONGEST:
                    raise SceneError(f"damaged: an element of its XML is longer than {LONGEST:,} bytes")
            parser.Parse(b"", True)
        except expat.ExpatError:
            raise SceneError("cannot be read as 3MF; its XML is damaged") from None
        check_faces(self._faces, self._max_faces)
        return self._model

    def _start(self, tag: str, attributes: dict[str, str]) -> None:
        self._depth += 1
        if not self._ways:
            self._begin(tag, attributes)
        elif (way := self._ways.get(tag)) is not None:
            way(attributes)
        else:
            self._others += 1
            if self._others > self._most or self._depth > DEEPEST:
                raise _far_more()

    def _end(self, _tag: str) -> None:
        self._depth -= 1

    def _begin(self, tag: str, attributes: dict[str, str]) -> None:
        """The first element; those of the core have the same prefix, and those of extensions others."""
        prefix, name = tag[: tag.rfind(":") + 1], tag[tag.rfind(":") + 1 :]
        if name != "model":
            raise SceneError("cannot be read as 3MF; its XML is something else")
        self._model.unit = attributes.get("unit", "")
        ways = {"object": self._an_object, "vertex": self._a_point, "triangle": self._a_face}
        ways |= {"component": self._a_part, "item": self._an_item}
        self._ways = {prefix + each: way for each, way in ways.items()}

    def _count_part(self) -> None:
        self._parts += 1
        if self._parts > MOST_PARTS:
            raise _far_more()

    def _an_object(self, attributes: dict[str, str]) -> None:
        self._count_part()
        self._object = self._model.objects.setdefault(attributes["id"], Object3mf())

    def _a_point(self, at: dict[str, str]) -> None:
        self._points += 1
        if self._points > self._most:
            check_points(self._points, self._max_faces)
        self._object.points.extend((float(at["x"]), float(at["y"]), float(at["z"])))

    def _a_face(self, at: dict[str, str]) -> None:
        self._faces += 1
        if self._faces <= self._max_faces:  # the others are counted only
            self._object.corners.extend((int(at["v1"]), int(at["v2"]), int(at["v3"])))

    def _a_part(self, attributes: dict[str, str]) -> None:
        self._object.parts.append(self._placed(attributes))

    def _an_item(self, attributes: dict[str, str]) -> None:
        self._model.items.append(self._placed(attributes))

    def _placed(self, attributes: dict[str, str]) -> tuple[Key, Moved]:
        self._count_part()
        path = next((value.strip("/") for name, value in attributes.items() if name.endswith(":path")), self._path)
        key, words = (path, attributes["objectid"]), attributes.get("transform")
        if words is None:
            return key, UNMOVED
        numbers = np.array(words.split(), dtype=np.float64).reshape(4, 3)
        return key, Moved(numbers[:3], numbers[3])


def _far_more() -> SceneError:
    return SceneError("it holds far more than a mesh needs; save it anew with another program")


def _no_doctype(*_: object) -> None:
    raise SceneError("cannot be read as 3MF; its XML defines words of its own, which 3MF forbids")
