"""Registration of a mesh in the way that is asked for: by points, by its tags, by its ground, or as it is."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import numpy as np

from capture.registration.ground_plane import GroundPlane, find_ground
from capture.registration.point_registration import Pair, PointFit, fit_points
from capture.registration.registered_mesh import MeshScale, Registration, by_ground, by_points
from scene.base.errors import SceneError
from scene.base.messages import plain
from scene.geometry.mesh import FloatArray, Mesh, Point
from scene.mesh_io.mesh_reading import INCHES, UNITS_NEEDED, Units, Up, mesh_type, parse_mesh
from scene.table.scan_measurements import Scan
from scene.table.table import MM_PER_INCH

if TYPE_CHECKING:
    from capture.registration.coloured_mesh import Coloured
    from capture.registration.tag_registration import TagsOnMesh

SEED = 0
"""Planes are tried at random, the same ones each time."""

LENGTH_MM = 1.0
"""The standard deviation of a measured length: care at both of its ends."""

DOUBTFUL = 0.005
"""A scale that is off by this share of what was said is told, if its own uncertainty allows no doubt."""

AGREE = 0.03
"""By how much the sides of a ground, or known lengths, may disagree about the scale."""

AWAY = 0.05
"""Of the mesh's extent: a point farther from the box around the mesh was not picked on it."""

FLIPPED = -0.3
"""Where so much more of the surface looks down than up, the mesh is upside down."""

OTHER_SIZE = 0.5
"""Inches: tables whose sides differ by more are not the same."""

AXES: dict[Up, FloatArray] = {"z": np.array([0.0, 0.0, 1.0]), "y": np.array([0.0, 1.0, 0.0])}


@dataclass(frozen=True)
class MeshLength:
    """A known distance between two points of the mesh."""

    one: Point
    other: Point
    mm: float


@dataclass(frozen=True, eq=False)
class ImportedMesh:
    """A mesh file that is to be imported.

    Attributes:
        path: the file.
        data: its bytes.
        mesh: in the file's own frame and unit.
        own: inches to its unit, where its kind says so.
        mirrored: its x was turned round.
        max_faces: more are refused.
    """

    path: Path
    data: bytes
    mesh: Mesh
    own: float | None
    mirrored: bool
    max_faces: int

    @property
    def kind(self) -> str:
        """Which kind of file it is."""
        return mesh_type(self.path.name)

    @property
    def name(self) -> str:
        """What messages call it."""
        return f'"{self.path.name}"'

    def up(self, wanted: Up | None) -> Up:
        """Which of its axes points up: y in GLB, z otherwise, unless something else is wanted."""
        return wanted or ("y" if self.kind == "glb" else "z")


@dataclass(frozen=True)
class RegistrationRequest:
    """How a mesh is to be registered.

    Attributes:
        units: how long its 1 is.
        up: which of its axes points up.
        points: a point of the mesh, and where it is on the table, or the id of a mark there.
        lengths: what was measured.
        level: by its ground.
        tags: by its tags; None is where there are some.
        tag_mm: the measured side of the anchors' black squares.
        size: of the table that was scanned, inches, where it is given.
        table: the size of the table that the mesh comes to stand on, where that is there already.
        scan: of that table.
    """

    units: Units | None = None
    up: Up | None = None
    points: tuple[tuple[Point, Point | str], ...] = ()
    lengths: tuple[MeshLength, ...] = ()
    level: bool = False
    tags: bool | None = None
    tag_mm: float | None = None
    size: tuple[float, float] | None = None
    table: tuple[float, float] | None = None
    scan: Scan | None = None


@dataclass(frozen=True, eq=False)
class Outcome:
    """How a mesh was registered.

    Attributes:
        by: "points", "tags", "ground" or "units".
        scale: inches to one of the mesh's units.
        registration: None where the mesh is placed as it is.
        points: what each point misses, inches, by its name.
        rms: inches, of the points.
        ground: what it was levelled by.
        tags: their ids.
        warnings: what looks wrong.
    """

    by: str
    scale: float
    registration: Registration | None = None
    points: tuple[tuple[str, float], ...] = ()
    rms: float | None = None
    ground: GroundPlane | None = None
    tags: tuple[int, ...] = ()
    warnings: tuple[str, ...] = ()


def model_of(path: Path, data: bytes, *, mirrored: bool, max_faces: int) -> ImportedMesh:
    """The mesh of a file; a `SceneError` where there is none."""
    asked = mesh_type(path.name) in UNITS_NEEDED
    read = parse_mesh(data, path.name, units="inch" if asked else None, up="z", max_faces=max_faces)
    scale, mesh = float(read.frame[0, 0]), read.mesh
    if not asked:
        mesh = mesh.with_vertices(mesh.vertices / scale)
    return ImportedMesh(path, data, mirror(mesh) if mirrored else mesh, None if asked else scale, mirrored, max_faces)


def mirror(mesh: Mesh) -> Mesh:
    """The mesh with x the other way."""
    return Mesh.of(mesh.vertices * np.array([-1.0, 1.0, 1.0]), mesh.faces[:, ::-1])


def upright(model: ImportedMesh, up: Up | None, scale: float) -> Mesh:
    """The mesh in inches with z up, otherwise as it is."""
    x, y, z = model.mesh.vertices.T * scale
    return model.mesh.with_vertices(np.column_stack([x, -z, y] if model.up(up) == "y" else [x, y, z]))


def register(model: ImportedMesh, wanted: RegistrationRequest) -> Outcome:
    """Where a mesh lies, in the way that is wanted; a `SceneError` where it cannot be told."""
    scale = _said_scale(wanted)
    if wanted.points:
        return _by_points(model, wanted, scale)
    if wanted.level:
        return _by_ground(model, wanted, scale)
    looked = wanted.tags is not False
    found = _by_tags(model, wanted, scale) if looked else None
    if isinstance(found, Outcome):
        return found
    if wanted.tags:
        raise SceneError(f"{model.name}: no tags were found on it; register it by three times --point, or by --level")
    inches = scale.inches if scale is not None else model.own
    if inches is None:
        raise SceneError(
            f"{model.name}: nothing says how large it is; give --units mm, cm, m or inch, a --known-length, or three times"
            " --point (sightline import --help has examples)"
        )
    doubts: tuple[str, ...] = ()
    if found == "none" and scale is None:
        doubts = ("no tags were found in its colours, so it is placed as it is and as large as the file says",)
    return Outcome("units", inches, warnings=doubts)


def _said_scale(wanted: RegistrationRequest) -> MeshScale | None:
    """What known lengths or units say."""
    if not wanted.lengths:
        return MeshScale(INCHES[wanted.units], 0.0, f"--units {wanted.units}") if wanted.units else None
    own = np.array([np.linalg.norm(np.subtract(length.one, length.other)) for length in wanted.lengths])
    mm = np.array([length.mm for length in wanted.lengths])
    if not own.all():
        raise SceneError("a --known-length is between two different points of the mesh")
    ratio = float((own * mm).sum() / (own**2).sum())
    off = np.abs(ratio * own / mm - 1.0)
    if off.max() > AGREE:
        listed = "; ".join(
            f"{plain(length, 5)} mm would be {plain(ratio * side, 5)}" for length, side in zip(mm, own, strict=True)
        )
        raise SceneError(f"the known lengths do not agree on the scale ({listed}); look at them again")
    spread = float(np.sqrt(own**2 @ (np.maximum(LENGTH_MM, np.abs(ratio * own - mm)) ** 2)) / (ratio * (own**2).sum()))
    scale = MeshScale(ratio / MM_PER_INCH, spread, "--known-length")
    said = f"--units {wanted.units}"
    if wanted.units and _scale_line(scale.inches / INCHES[wanted.units], spread, "known lengths", MeshScale(1.0, 0.0, said)):
        raise SceneError(
            f"the known lengths say the scale is {scale.inches / INCHES[wanted.units]:.3f} of what {said} says; leave one out"
        )
    return scale


def _by_points(model: ImportedMesh, wanted: RegistrationRequest, scale: MeshScale | None) -> Outcome:
    marks = wanted.scan.marks if wanted.scan else {}
    side = -1.0 if model.mirrored else 1.0
    points = [((side * x, y, z), target) for (x, y, z), target in wanted.points]
    unknown = [target for _, target in points if isinstance(target, str) and target not in marks]
    if unknown:
        has = ", ".join(list(marks)[:12]) or "none"
        raise SceneError(f'--point: the table\'s scan has no tag or point "{name}"; it has {has}' for name in unknown)
    pairs = [
        Pair(target, point, marks[target]) if isinstance(target, str) else Pair(f"point {number}", point, target)
        for number, (point, target) in enumerate(points, start=1)
    ]
    known = [target for _, target in points if isinstance(target, str)]
    return _of_pairs(model.mesh, pairs, known, scale)


def _of_pairs(mesh: Mesh, pairs: Sequence[Pair], known: Sequence[str], scale: MeshScale | None) -> Outcome:
    """The outcome of points, some of which are ``known`` marks of the table's scan."""
    fit = fit_points(pairs, scale=None if scale is None else scale.inches)
    found = by_points(pairs, fit, scale, known)
    warnings = [*fit.notes, *_far_points(mesh, pairs), *_scale_doubt(fit, scale), *_upside_down(mesh, found)]
    misses = np.linalg.norm(fit.misses, axis=1).tolist()
    told = tuple((pair.name, miss) for pair, miss in zip(pairs, misses, strict=True))
    return Outcome("points", fit.similarity.scale, found, told, fit.rms, warnings=tuple(warnings))


def _scale_doubt(fit: PointFit, scale: MeshScale | None) -> list[str]:
    return [] if scale is None else _scale_line(fit.free.scale / scale.inches, fit.free_sigma, "points", scale)


def _scale_line(ratio: float, sigma: float, who: str, scale: MeshScale) -> list[str]:
    if abs(ratio - 1.0) <= max(DOUBTFUL, 2.0 * float(np.hypot(sigma, scale.sigma))):
        return []
    return [f"the {who} say the scale is {ratio:.3f} of what {scale.words} says"]


def _far_points(mesh: Mesh, pairs: Sequence[Pair]) -> list[str]:
    low, high = mesh.bounds
    limit = AWAY * float(np.linalg.norm(high - low))
    points = np.array([pair.mesh for pair in pairs])
    gaps = np.linalg.norm(np.maximum(0.0, np.maximum(low - points, points - high)), axis=1)
    lies = "lies beside the mesh; are its coordinates those of this file, in its own unit?"
    return [f"{pair.name} {lies}" for pair, gap in zip(pairs, gaps, strict=True) if gap > limit]


def _upside_down(mesh: Mesh, found: Registration) -> list[str]:
    a, b, c = np.moveaxis(mesh.triangles, 1, 0)
    upwards = np.cross(b - a, c - a) @ found.similarity.rotation[2]
    total = float(np.abs(upwards).sum())
    if not total or float(upwards.sum()) / total > FLIPPED:
        return []
    looks = "the mesh comes to lie upside down: most of its surface looks down"
    return [f"{looks}. Are two points exchanged, or is the scan mirrored? Then give --mirrored"]


def _by_ground(model: ImportedMesh, wanted: RegistrationRequest, scale: MeshScale | None) -> Outcome:
    ground = find_ground(model.mesh, AXES[model.up(wanted.up)], np.random.default_rng(SEED))
    size = wanted.size or wanted.table
    if not ground.is_rectangle and size is None:
        filled = f"it fills {100.0 * ground.filled:.0f} % of the least one around it"
        raise SceneError(
            f"{model.name}: its ground is no rectangle ({filled}); give the table's --size, in whose middle it will lie"
        )
    if size is not None and size[1] > size[0]:
        ground = ground.across()
    own = None if model.own is None else MeshScale(model.own, 0.0, f"{model.kind.upper()} files are in")
    if wanted.size is not None and ground.is_rectangle and scale is None:
        own = _scale_of_size(model, ground, wanted.size)
    scale = scale or own
    if scale is None:
        raise SceneError(f"{model.name}: nothing says how large it is; give --units, a --known-length, or the table's --size")
    warnings = []
    if wanted.size is not None and ground.is_rectangle:
        ratio = float(np.sqrt(np.prod(wanted.size) / np.prod(ground.size))) / scale.inches
        warnings = _scale_line(ratio, AGREE / 2.0, "sides of the ground", scale)
    found = by_ground(ground, scale, size)
    return Outcome("ground", scale.inches, found, ground=ground, warnings=tuple(warnings))


def _scale_of_size(model: ImportedMesh, ground: GroundPlane, size: tuple[float, float]) -> MeshScale:
    ratios = np.array(size) / ground.size
    if abs(ratios[0] / ratios[1] - 1.0) > AGREE:
        raise SceneError(
            f"{model.name}: its ground is {plain(ground.size[0], 4)} by {plain(ground.size[1], 4)} of its units, not the shape"
            f" of a table of {plain(size[0])} x {plain(size[1])} inches; give --units or a --known-length"
        )
    spread = max(abs(ratios[0] / ratios[1] - 1.0) / 2.0, 3.0 / MM_PER_INCH / max(size))
    return MeshScale(float(np.sqrt(np.prod(ratios))), float(spread), "--size")


def _by_tags(model: ImportedMesh, wanted: RegistrationRequest, scale: MeshScale | None) -> Outcome | Literal["none"] | None:
    """The outcome of tags; "none" where there are none, None where there are no colours."""
    from capture.registration.coloured_mesh import coloured
    from capture.registration.tag_registration import by_tags, scale_of

    scan = coloured(model.path, model.data, model.max_faces)
    if scan is None:
        return None
    if model.mirrored:
        # Not the faces: the colours go by their corners.
        scan = replace(scan, mesh=scan.mesh.with_vertices(scan.mesh.vertices * np.array([-1.0, 1.0, 1.0])))
    ups = [model.up(wanted.up)] if wanted.up else sorted(AXES, key=lambda axis: axis != model.up(None))
    found = _found_tags(scan, [AXES[up] for up in ups])
    if found is None:
        return "none"
    if (outcome := _by_shared_tags(model, wanted, found, scale)) is not None:
        return outcome
    seen, odd = scale_of(found, wanted.tag_mm)
    doubts = [] if scale is None else _scale_line(seen.inches / scale.inches, seen.sigma, "tags", scale)
    registration = by_tags(found, scale or seen)
    if wanted.table and registration.size and np.abs(np.subtract(wanted.table, registration.size)).max() > OTHER_SIZE:
        sides = " x ".join(plain(side, 4) for side in registration.size)
        doubts = [*doubts, f"its tags lie on a table of {sides} inches, which is not the size of this one"]
    ids = tuple(tag.id for tag in found.tags)
    used = (scale or seen).inches
    return Outcome("tags", used, registration, ground=found.ground, tags=ids, warnings=(*odd, *doubts))


def _found_tags(scan: "Coloured", ups: Sequence[FloatArray]) -> "TagsOnMesh | None":
    """The tags on a scan that may be upright along any of these axes; a `SceneError` if it is mirrored."""
    from capture.registration.tag_registration import HangingError, MirroredError, find_on_mesh

    mirrored: MirroredError | None = None
    for up in ups:
        # What is upside down shows its tags mirrored as well, but not from its other side.
        for way in (up, -up):
            try:
                found = find_on_mesh(scan, way, np.random.default_rng(SEED))
            except MirroredError as error:
                mirrored = mirrored or error
            except HangingError:
                pass
            except SceneError:
                break
            else:
                if found is not None:
                    return found
                break
    if mirrored is not None:
        raise mirrored
    return None


def _by_shared_tags(
    model: ImportedMesh, wanted: RegistrationRequest, found: "TagsOnMesh", scale: MeshScale | None
) -> Outcome | None:
    """The outcome by three or more tags that the table's scan has as well."""
    marks = wanted.scan.marks if wanted.scan else {}
    shared = [tag for tag in found.tags if f"tag-{tag.id}" in marks]
    if len(shared) < 3:
        return None
    middles = found.own(np.array([tag.middle for tag in shared])).tolist()
    names = [f"tag-{tag.id}" for tag in shared]
    pairs = [Pair(name, (x, y, z), marks[name]) for name, (x, y, z) in zip(names, middles, strict=True)]
    outcome = _of_pairs(model.mesh, pairs, names, scale)
    return replace(outcome, by="tags", ground=found.ground, tags=tuple(tag.id for tag in shared))
