"""Registration of a coloured scan by its printed tags: how large it is, where the table's corners are, and what is up.

The scan is looked at straight from above, the tags are found in that picture, and their corners are taken back onto the mesh.
"""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from scipy.spatial.transform import Rotation

from assets.tag_scheme import ANCHOR_MM, role_of
from capture.adjustment.table_frame import FrameTags, layout_of
from capture.registration.coloured_mesh import Coloured
from capture.registration.ground_plane import GroundPlane, find_ground
from capture.registration.orthophoto import COARSE, TopView, top_view
from capture.registration.point_registration import spread_of
from capture.registration.registered_mesh import FoundPoint, MeshScale, Registration
from capture.tags.tag_detection import SeenTag, find_mirrored, find_tags
from scene.base.errors import SceneError
from scene.geometry.mesh import FloatArray, Mesh, Point
from scene.geometry.similarity import Similarity
from scene.table.table import MM_PER_INCH

MARGIN = 0.08
"""Of the ground's sides: so far beyond it one looks as well."""

PRINT_SIGMA = 0.003
"""The relative standard deviation of a printed tag's side, where nobody measured it."""

CORNER_GRAINS = 0.3
"""How well the edges of a tag are known, standard deviation: of a texel, where its colour is that of one place in it."""

LEAST_MM = 0.3
"""No scan is known to be better than this, standard deviation of a coordinate."""

ODD = 0.05
"""A tag whose side is off by more than this share of what the others say is of another size, or badly scanned."""

INSIDE = np.linspace(0.06, 0.94, 15)
"""Where on a tag it is looked how high it lies."""


class MirroredError(SceneError):
    """A scan that is the wrong way round, as its tags show."""


class HangingError(SceneError):
    """A scan that is upside down, as its scenery shows."""


@dataclass(frozen=True, eq=False)
class MeshTag:
    """A tag on a scan, in the scan's own unit.

    Attributes:
        id: its number.
        corners: (4, 3) float, in the levelled frame: top left, top right, bottom right, bottom left.
        side: the mean of its sides.
    """

    id: int
    corners: FloatArray
    side: float

    @property
    def middle(self) -> FloatArray:
        """(3,) float: in the levelled frame."""
        return np.asarray(self.corners.mean(axis=0))

    @property
    def rotation(self) -> FloatArray:
        """(3, 3) float: takes the tag's frame to the levelled one."""
        top_left, top_right, bottom_right, bottom_left = self.corners
        x = top_right - top_left + bottom_right - bottom_left
        x /= np.linalg.norm(x)
        y = top_left - bottom_left + top_right - bottom_right
        y -= x * (x @ y)
        y /= np.linalg.norm(y)
        return np.stack([x, y, np.cross(x, y)], axis=1)


@dataclass(frozen=True, eq=False)
class TagsOnMesh:
    """All tags of a scan, each id once, and the ground that they were looked for on.

    Attributes:
        tags: by their ids.
        ground: its frame, lowered by its height, is the levelled frame.
        grain: how far apart the places are whose colours are known, in the scan's unit.
        notes: what was left out.
    """

    tags: tuple[MeshTag, ...]
    ground: GroundPlane
    grain: float
    notes: tuple[str, ...]

    def own(self, points: FloatArray) -> FloatArray:
        """(..., 3) points of the levelled frame, in the file's."""
        lifted = points + np.array([0.0, 0.0, self.ground.height])
        return np.asarray(lifted @ self.ground.rotation)


def find_on_mesh(scan: Coloured, up: FloatArray, rng: np.random.Generator) -> TagsOnMesh | None:
    """The tags on a scan; None if there are none.

    Args:
        scan: with its colours.
        up: (3,) float, roughly upwards in the file's frame.
        rng: what the ground is sought with.

    Raises:
        SceneError: there is no ground, or the scan is mirrored (`MirroredError`) or upside down (`HangingError`).
    """
    ground = find_ground(scan.mesh, up, rng)
    level = scan.mesh.vertices @ ground.rotation.T - (0.0, 0.0, ground.height)
    if _hangs(scan.mesh, level, ground):
        raise HangingError("the scenery hangs below its ground; is its up another axis? Give --up")
    margin = MARGIN * ground.size
    around = ground.low - margin, ground.high + margin
    levelled = Coloured(scan.mesh.with_vertices(level), scan.patches)
    first = top_view(levelled, *around, longest=COARSE)
    if not find_tags(first.grey):
        if mirrored := find_mirrored(first.grey):
            raise MirroredError(
                f"the scan is mirrored: its tags are the wrong way round ({_listed(mirrored)}); give --mirrored,"
                " or export it again without changing its axes"
            )
        return None
    view = top_view(levelled, *around)
    seen = find_tags(view.grey)
    counts = {tag.id: sum(other.id == tag.id for other in seen) for tag in seen}
    doubled = [number for number, count in counts.items() if count > 1]
    notes = (f"tags that are there more than once were left out: {_listed(doubled)}",) if doubled else ()
    tags = tuple(_on_mesh(tag, view) for tag in seen if counts[tag.id] == 1)
    return TagsOnMesh(tags, ground, max(view.pixel, scan.grain), notes) if tags else None


def _hangs(mesh: Mesh, level: FloatArray, ground: GroundPlane) -> bool:
    """Whether the scenery hangs below the ground, as where up is down."""
    middles = level[mesh.faces].mean(axis=1)
    over = ((middles[:, :2] > ground.low) & (middles[:, :2] < ground.high)).all(axis=1)
    band = max(4.0 * ground.flatness, 0.01 * float(ground.size.min()))
    above, below = (float(mesh.areas[over & (side * middles[:, 2] > band)].sum()) for side in (1.0, -1.0))
    return below > 2.0 * above


def scale_of(found: TagsOnMesh, tag_mm: float | None) -> tuple[MeshScale, tuple[str, ...]]:
    """The scale that the tags' sides say, and what is odd about them.

    ``tag_mm`` is the side of the anchors' black squares as measured on the paper; all others are as much larger or smaller.
    """
    print_scale = 1.0 if tag_mm is None else tag_mm / ANCHOR_MM
    known = [(tag, role.side_mm * print_scale) for tag in found.tags if (role := role_of(tag.id)).side_mm is not None]
    if not known:
        raise SceneError(f"nothing is known of the size of the tags on it ({_listed(tag.id for tag in found.tags)})")
    sides, mm = np.array([tag.side for tag, _ in known]), np.array([side for _, side in known])
    ratios = mm / sides
    # Of half of the length on either side: large tags say more than small ones.
    order = np.argsort(ratios)
    middle = ratios[order][np.searchsorted(np.cumsum(mm[order]), mm.sum() / 2.0)]
    fair = np.abs(ratios / middle - 1.0) <= ODD
    scale = float((mm * sides)[fair].sum() / (sides**2)[fair].sum())
    scatter = float(np.std(ratios[fair] / scale)) if fair.sum() > 1 else 0.0
    # How the texels lie on one tag is often how they lie on all, so their error does not become less with more tags.
    texels = CORNER_GRAINS * found.grain / float(np.median(sides[fair]))
    printed = PRINT_SIGMA if tag_mm is None else PRINT_SIGMA / 3.0
    sigma = float(np.sqrt(scatter**2 / fair.sum() + texels**2 + printed**2))
    notes = [
        f"tag {tag.id} is {100.0 * abs(ratio / scale - 1.0):.0f} % {'smaller' if ratio > scale else 'larger'} than it should be"
        for (tag, _), ratio, sound in zip(known, ratios, fair, strict=True)
        if not sound
    ]
    return MeshScale(scale / MM_PER_INCH, sigma, "the tags"), tuple(notes)


def by_tags(found: TagsOnMesh, scale: MeshScale) -> Registration:
    """The registration by the tags' own frame: corners 0 to 3, or what they say instead."""
    tags = np.array([[*tag.middle * scale.inches, *_turn(tag.rotation)] for tag in found.tags])
    ids = [tag.id for tag in found.tags]
    sides = np.array([(role_of(tag.id).side_mm or tag.side * scale.inches * MM_PER_INCH) / MM_PER_INCH for tag in found.tags])
    anchors = [i for i, number in enumerate(ids) if role_of(number).kind == "anchor"]
    if len(anchors) < 3:
        # Two tags say little of what is level; the whole ground says more.
        for i in anchors or range(len(ids)):
            heading = np.arctan2(*found.tags[i].rotation[1::-1, 0])
            tags[i] = [*tags[i, :2], 0.0, 0.0, 0.0, heading]
    layout = layout_of(ids, sides, tags)
    ground, notes = found.ground, (*found.notes, *layout.notes)
    level = Similarity(scale.inches, ground.rotation, np.array([0.0, 0.0, -ground.height * scale.inches]))
    if not layout.corners and ground.is_rectangle:
        size = ground.size * scale.inches
        frame = Similarity(1.0, np.eye(3), -np.array([*ground.low * scale.inches, 0.0]))
        notes = (*found.notes, "no tag marks a corner, so the edges are those of the scan's ground")
    else:
        own = layout.frame(tags)
        size, frame = own.size, Similarity(1.0, own.rotation, -own.rotation @ own.origin)
    corners = np.array([tag.corners for tag in found.tags]) * scale.inches
    placed = frame.to_table(corners)
    sigma = _corner_sigma(placed, layout, found.grain * scale.inches)
    on_ground = placed[layout.ground]
    points = on_ground.mean(axis=1) if len(on_ground) > 2 else on_ground.reshape(-1, 3)
    gain, centre = spread_of(points, scale_known=True)
    covariance = sigma**2 * gain @ gain.T
    covariance[6, 6] = scale.sigma**2
    marks = tuple(
        FoundPoint(f"tag-{number}", "tag", _point(middle), sigma)
        for number, middle in zip(ids, placed.mean(axis=1), strict=True)
    )
    by = f"registered by tags {_listed(ids)}, errors of {sigma * MM_PER_INCH:.2f} mm a coordinate"
    size_sigma = np.hypot(np.sqrt(2.0) * sigma, size * scale.sigma)
    return Registration(
        level.then(frame),
        centre,
        covariance,
        marks,
        (float(size[0]), float(size[1])),
        (float(size_sigma[0]), float(size_sigma[1])),
        (by, *notes),
    )


def _corner_sigma(placed: FloatArray, layout: FrameTags, grain: float) -> float:
    """Inches: the standard deviation of a coordinate of a tag, from the heights of those on the ground."""
    heights = float(np.sqrt((placed[layout.ground, :, 2] ** 2).mean()))
    return max(heights, CORNER_GRAINS * grain, LEAST_MM / MM_PER_INCH)


def _on_mesh(tag: SeenTag, view: TopView) -> MeshTag:
    """The tag with its corners on the mesh: from above, at the height of the plane that it lies on."""
    flat = view.places(tag.corners)
    top_left, top_right, bottom_right, bottom_left = tag.corners
    across, down = (grid.reshape(-1, 1) for grid in np.meshgrid(INSIDE, INSIDE))
    inside = (1 - down) * ((1 - across) * top_left + across * top_right) + down * (
        (1 - across) * bottom_left + across * bottom_right
    )
    columns, rows = np.round(inside).astype(int).T
    rows, columns = np.clip(rows, 0, view.depth.shape[0] - 1), np.clip(columns, 0, view.depth.shape[1] - 1)
    height = view.depth[rows, columns].astype(np.float64)
    corners = np.column_stack([flat, _heights(view.places(inside), height, flat)])
    sides = np.linalg.norm(corners - np.roll(corners, -1, axis=0), axis=1)
    return MeshTag(tag.id, corners, float(sides.mean()))


def _heights(places: FloatArray, heights: FloatArray, wanted: FloatArray) -> FloatArray:
    """(k,) the heights at ``wanted`` (k, 2) of the plane through (n, 2) places at (n,) heights, without what stands out."""
    sound = np.isfinite(heights)
    if sound.sum() < 10:
        return np.zeros(len(wanted))
    middle = places.mean(axis=0)
    design = np.column_stack([places - middle, np.ones(len(places))])
    solution = np.array([0.0, 0.0, float(np.median(heights[sound]))])
    for _ in range(3):
        rest = np.abs(heights - design @ solution)
        limit = 3.0 * 1.4826 * float(np.median(rest[sound]))
        kept = sound & (rest <= max(limit, 1e-9))
        if kept.sum() >= 10:
            solution = np.linalg.lstsq(design[kept], heights[kept], rcond=None)[0]
    return np.asarray(np.column_stack([wanted - middle, np.ones(len(wanted))]) @ solution)


def _turn(rotation: FloatArray) -> FloatArray:
    return np.asarray(Rotation.from_matrix(rotation).as_rotvec())


def _listed(ids: Iterable[int]) -> str:
    numbers = list(ids)
    return ", ".join(map(str, numbers[:12])) + (", ..." if len(numbers) > 12 else "")


def _point(values: FloatArray) -> Point:
    x, y, z = values.tolist()
    return x, y, z
