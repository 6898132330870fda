"""The file of a navmesh: its parts as bytes for the next run, what they are filed under, how they are written and read.

A file is plain: `MAGIC`, a digest of all that follows, the number of rows of each group, then the columns in the order of
`COLUMNS`, all little-endian. So its size follows from seven numbers, nothing is unpacked or interpreted before the digest is
right, and a file can cost no more memory than its own size.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import astuple, dataclass, fields
from hashlib import blake2b
from importlib import resources
from importlib.metadata import PackageNotFoundError, version
from importlib.resources.abc import Traversable
from itertools import pairwise
from typing import Any, TypeAlias, get_args

import numpy as np
from numpy.typing import NDArray

from scene.base.memo import memoized
from scene.geometry.mesh import BoolArray, FloatArray, IntArray, Mesh
from scene.navmesh_parts.links import Links
from scene.navmesh_parts.regions import Region
from scene.navmesh_parts.roadmap import Roadmap
from scene.table.table import Ground as Footing
from scene.table.table import Piece, Terrain
from scene.walkable.agent import Agent
from scene.walkable.floor_plane import FloorPlane

MAGIC = b"Sightline ground 5"
DIGEST = 20
"""Bytes of a digest."""
FAR = 1e6
"""Inches; nothing on a table is farther away."""
LIBRARIES = ("embreex", "manifold3d", "numpy", "scipy", "shapely")
"""The libraries that a navmesh is built with."""
FOOTINGS: tuple[Footing | None, ...] = (None, *get_args(Footing))
GROUPS = ("region", "ring", "corner", "rail", "link", "node", "walk")
FLOAT, INT, FLAG = "<f8", "<i4", "|u1"
COLUMNS = (
    ("region.z", "region", FLOAT, ()),
    ("region.gradient", "region", FLOAT, (2,)),
    ("region.off", "region", FLOAT, ()),
    ("region.terraced", "region", FLOAT, ()),
    ("corner.xy", "corner", FLOAT, (2,)),
    ("rail.ends", "rail", FLOAT, (2, 2)),
    ("links.start", "link", FLOAT, (3,)),
    ("links.end", "link", FLOAT, (3,)),
    ("links.level", "link", FLOAT, ()),
    ("links.across", "link", FLOAT, ()),
    ("links.gap", "link", FLOAT, ()),
    ("links.slope", "link", FLOAT, ()),
    ("links.leans", "link", FLOAT, (2,)),
    ("links.rails", "link", FLOAT, (2,)),
    ("links.ledges", "link", FLOAT, (2,)),
    ("roadmap.xy", "node", FLOAT, (2,)),
    ("roadmap.beside", "node", FLOAT, (2, 2)),
    ("roadmap.length", "walk", FLOAT, ()),
    ("region.ground", "region", INT, ()),
    ("region.rings", "region", INT, ()),
    ("region.railed", "region", INT, ()),
    ("ring.corners", "ring", INT, ()),
    ("links.start_region", "link", INT, ()),
    ("links.end_region", "link", INT, ()),
    ("link_start", "link", INT, ()),
    ("link_end", "link", INT, ()),
    ("roadmap.region", "node", INT, ()),
    ("roadmap.a", "walk", INT, ()),
    ("roadmap.b", "walk", INT, ()),
    ("corner.open", "corner", FLAG, ()),
    ("corner.brink", "corner", FLAG, ()),
    ("links.narrow", "link", FLAG, ()),
    ("links.face_up", "link", FLAG, ()),
    ("links.face_down", "link", FLAG, ()),
    ("links.ladder", "link", FLAG, ()),
    ("links.stairs", "link", FLAG, ()),
    ("links.door", "link", FLAG, ()),
    ("links.along", "link", FLAG, ()),
)
"""Name, group of rows, type, and shape of a row; the widest types first, so that all lie where the processor likes them."""
REFERENCES = (
    ("links.start_region", "region"),
    ("links.end_region", "region"),
    ("link_start", "node"),
    ("link_end", "node"),
    ("roadmap.region", "region"),
    ("roadmap.a", "node"),
    ("roadmap.b", "node"),
)
"""Columns that are numbers of rows of a group."""
NEVER_BELOW_ZERO = (
    "region.off",
    "region.terraced",
    "links.across",
    "links.gap",
    "links.slope",
    "links.leans",
    "links.rails",
    "links.ledges",
    "roadmap.length",
)

Columns: TypeAlias = Mapping[str, NDArray[Any]]


def _version(library: str) -> str:
    try:
        return version(library)
    except PackageNotFoundError:
        return ""


def _sources(folder: Traversable, above: str = "") -> Iterator[tuple[str, bytes]]:
    """All Python files of a package, in a fixed order."""
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if entry.is_dir():
            yield from _sources(entry, f"{above}{entry.name}/")
        elif entry.name.endswith(".py"):
            yield above + entry.name, entry.read_bytes()


def _program_digest() -> str:
    """A digest of this package's source and of the versions of its libraries: no result outlives what it came from."""
    digest = blake2b(MAGIC, digest_size=DIGEST)
    for name, content in _sources(resources.files("scene")):
        digest.update(f"{name} {len(content)} ".encode() + content)
    for name in LIBRARIES:
        digest.update(f"{name} {_version(name)} ".encode())
    return digest.hexdigest()


PROGRAM = _program_digest()
"""Taken when the program starts: whoever edits it while it runs must not find its results under the edited source's name."""


@dataclass(frozen=True, eq=False)
class NavMeshParts:
    """What is built of a navmesh, and kept.

    Attributes:
        regions: the places for the middle of a base.
        links: all of them.
        link_start, link_end: (w,) the nodes of the roadmap where they start and end.
        roadmap: the straight walks.
    """

    regions: tuple[Region, ...]
    links: Links
    link_start: IntArray
    link_end: IntArray
    roadmap: Roadmap


def navmesh_key(terrain: Terrain, size: tuple[float, float], agent: Agent) -> str:
    """What a navmesh is filed under: a digest of all that decides it, also of the program itself."""
    told = [PROGRAM, terrain_digest(terrain, size), float(agent.radius), float(agent.height), *astuple(agent.limits)]
    return blake2b(json.dumps(told).encode(), digest_size=DIGEST).hexdigest()


def terrain_digest(terrain: Terrain, size: tuple[float, float]) -> str:
    """A digest of a table's size and of all that stands on it, as far as it matters to those who walk."""
    told = [[float(length) for length in size], *map(_told, terrain.pieces)]
    return blake2b(json.dumps(told).encode(), digest_size=DIGEST).hexdigest()


def _told(piece: Piece) -> list[object]:
    """All of a piece that matters to those who walk."""
    place = [float(number) for number in (*piece.pose.position, *piece.pose.rotation)]
    return [_mesh_digest(piece.shape), place, piece.kind, piece.ground, piece.open, piece.infinite_height]


@memoized
def _mesh_digest(mesh: Mesh) -> str:
    digest = blake2b(str(mesh.vertices.shape).encode(), digest_size=DIGEST)
    digest.update(np.ascontiguousarray(mesh.vertices, dtype="<f8").data)
    digest.update(np.ascontiguousarray(mesh.faces, dtype="<i8").data)
    return digest.hexdigest()


def packed(layout: NavMeshParts, key: str) -> bytes:
    """The parts of a navmesh as bytes, to be filed under a key."""
    columns, counts = _taken_apart(layout)
    rows = [np.array([counts[group] for group in GROUPS], dtype="<i8").tobytes()]
    rows += [columns[name].astype(kind).tobytes() for name, _, kind, _ in COLUMNS]
    content = b"".join(rows)
    return MAGIC + _seal(content, key) + content


def unpacked(content: bytes, key: str) -> NavMeshParts | None:
    """The parts that were packed under a key; None if the bytes are anything else."""
    start = len(MAGIC) + DIGEST
    body = memoryview(content)[start:]
    if content[:start] != MAGIC + _seal(body, key) or len(body) < 8 * len(GROUPS):
        return None
    counts = dict(zip(GROUPS, np.frombuffer(body[: 8 * len(GROUPS)], dtype="<i8").tolist(), strict=True))
    columns = _columns(body[8 * len(GROUPS) :], counts)
    return _put_together(columns) if columns is not None and _sound(columns, counts) else None


def _seal(content: bytes | memoryview, key: str) -> bytes:
    return blake2b(content, digest_size=DIGEST, key=key.encode()).digest()


def _taken_apart(layout: NavMeshParts) -> tuple[Columns, Mapping[str, int]]:
    """All columns, and how many rows each group has."""
    regions, links, roadmap = layout.regions, layout.links, layout.roadmap
    rings = [ring for region in regions for ring in region.rings]
    columns = {
        "region.z": np.array([region.plane.z for region in regions]),
        "region.gradient": np.array([region.plane.gradient for region in regions]).reshape(-1, 2),
        "region.off": np.array([region.plane.off for region in regions]),
        "region.terraced": np.array([region.plane.terraced for region in regions]),
        "region.rings": np.array([len(region.rings) for region in regions]),
        "region.ground": np.array([FOOTINGS.index(region.ground) for region in regions]),
        "ring.corners": np.array([len(ring) for ring in rings]),
        "corner.xy": np.concatenate([np.zeros((0, 2)), *rings]),
        "corner.open": np.array([side for region in regions for sides in region.open for side in sides]),
        "corner.brink": np.array([side for region in regions for sides in region.brink for side in sides]),
        "region.railed": np.array([len(region.railed) for region in regions]),
        "rail.ends": np.concatenate([np.zeros((0, 2, 2)), *(region.railed for region in regions)]),
        "link_start": layout.link_start,
        "link_end": layout.link_end,
    }
    columns |= {f"links.{field.name}": getattr(links, field.name) for field in fields(Links)}
    columns |= {f"roadmap.{field.name}": getattr(roadmap, field.name) for field in fields(Roadmap)}
    sizes = (
        len(regions),
        len(rings),
        len(columns["corner.xy"]),
        len(columns["rail.ends"]),
        len(links),
        len(roadmap.xy),
        len(roadmap.a),
    )
    return columns, dict(zip(GROUPS, sizes, strict=True))


def _columns(body: memoryview, counts: Mapping[str, int]) -> Columns | None:
    """The columns of a file, as copies; None if its size is not what the counts make it."""
    if min(counts.values()) < 0:
        return None
    sizes = [counts[group] * int(np.prod(tail, dtype=int)) * np.dtype(kind).itemsize for _, group, kind, tail in COLUMNS]
    if sum(sizes) != len(body):
        return None
    ends = np.cumsum([0, *sizes]).tolist()
    found = {}
    for (name, group, kind, tail), (start, end) in zip(COLUMNS, pairwise(ends), strict=True):
        column = np.frombuffer(body[start:end], dtype=kind).reshape(counts[group], *tail)
        found[name] = column.astype(_KINDS[kind])
    return found


_KINDS: Mapping[str, type[np.generic]] = {FLOAT: np.float64, INT: np.int64, FLAG: np.bool_}


def _sound(columns: Columns, counts: Mapping[str, int]) -> bool:
    """Whether all numbers are such as they can be."""

    def within(name: str, low: int, high: int) -> bool:
        return bool(((columns[name] >= low) & (columns[name] < high)).all())

    return (
        all((np.abs(columns[name]) <= FAR).all() for name, _, kind, _ in COLUMNS if kind == FLOAT)
        and all((columns[name] >= 0.0).all() for name in NEVER_BELOW_ZERO)
        and all(within(name, 0, counts[group]) for name, group in REFERENCES)
        and within("region.ground", 0, len(FOOTINGS))
        and within("region.rings", 1, counts["ring"] + 1)
        and within("ring.corners", 3, counts["corner"] + 1)
        and within("region.railed", 0, counts["rail"] + 1)
        and columns["region.rings"].sum() == counts["ring"]
        and columns["region.railed"].sum() == counts["rail"]
        and columns["ring.corners"].sum() == counts["corner"]
        and _alike(columns)
    )


def _alike(columns: Columns) -> bool:
    """Whether walks stay in their region, and links start and end in theirs."""
    region = columns["roadmap.region"]
    return (
        bool((region[columns["roadmap.a"]] == region[columns["roadmap.b"]]).all())
        and bool((region[columns["link_start"]] == columns["links.start_region"]).all())
        and bool((region[columns["link_end"]] == columns["links.end_region"]).all())
    )


def _put_together(columns: Columns) -> NavMeshParts:
    links = Links(**{field.name: columns[f"links.{field.name}"] for field in fields(Links)})
    roadmap = Roadmap(**{field.name: columns[f"roadmap.{field.name}"] for field in fields(Roadmap)})
    return NavMeshParts(_regions(columns), links, columns["link_start"], columns["link_end"], roadmap)


def _regions(columns: Columns) -> tuple[Region, ...]:
    corners = np.cumsum(columns["ring.corners"])[:-1]
    rings: list[FloatArray] = np.split(columns["corner.xy"], corners)
    is_open: list[BoolArray] = np.split(columns["corner.open"], corners)
    brink: list[BoolArray] = np.split(columns["corner.brink"], corners)
    railed: list[FloatArray] = np.split(columns["rail.ends"], np.cumsum(columns["region.railed"])[:-1])
    ends = np.cumsum([0, *columns["region.rings"]]).tolist()
    found = []
    names = ("region.z", "region.gradient", "region.off", "region.terraced")
    rows = np.column_stack([columns[name] for name in names]).tolist()
    planes = [FloorPlane(z, (x, y), off, terraced) for z, x, y, off, terraced in rows]
    for number, (first, last) in enumerate(pairwise(ends)):
        found.append(
            Region(
                plane=planes[number],
                rings=tuple(rings[first:last]),
                open=tuple(is_open[first:last]),
                brink=tuple(brink[first:last]),
                ground=FOOTINGS[int(columns["region.ground"][number])],
                railed=railed[number],
            )
        )
    return tuple(found)
