"""The standard table of the tests: 48 x 36 inches with twelve anchor tags, six tagged pieces and eight figures."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from shapely.geometry import MultiPoint, Point, Polygon, box

from assets.mesh_library import LIBRARY
from capture.adjustment.rotation_vectors import pose_of
from capture.objects.pieces_file import TaggedPiece, TaggedPieces, TagPlace
from scene.geometry.ray_casting import RayScene
from scene.geometry.rigid_transform import RigidTransform
from scene.table.table import BASE_HEIGHT_MM, MM_PER_INCH, Figure, Piece, Table, Terrain
from scene.table_io.table_document import PieceEntry
from tests.capture.rendered.scenery import Scenery
from tests.capture.rendered.sheets import PrintedSheet, PrintedTag

SIZE = (48.0, 36.0)
ANCHOR_MM, ANCHOR_CARD_MM = 60.0, 80.0
TERRAIN_TAG_MM, TERRAIN_CARD_MM = 30.0, 40.0
BASE_TAG_MM = 12.0

KIT: tuple[tuple[str, dict[str, float]], ...] = (
    ("platform", {"height": 3.0, "grate": 0.0, "rail_front": 2, "rail_left": 1, "length": 7.0, "width": 6.0}),
    ("platform", {"height": 5.5, "grate": 0.0, "rail_back": 1, "length": 5.0, "width": 5.0}),
    ("gantry", {"height": 8.0, "floor": 0, "length": 7.0, "width": 5.0}),
    ("container", {}),
    ("walkway", {"length": 7.0, "height": 4.0}),
    ("pipe_bridge", {}),
)

BASES: tuple[tuple[str, float], ...] = (("human", 25.0), ("human", 32.0), ("brute", 40.0), ("small", 25.0))
"""The figures with bodies."""

FLAT = 0.035
"""Inches; ground on which a card lies may be this uneven (seams of decks)."""

BEARING = 0.4
"""Share of each quarter of a card that has to lie on something; the rest may lie over slots."""

TRIES = 4000


@dataclass(frozen=True, eq=False)
class StandardTable:
    """The scenery and who is who in it.

    Attributes:
        scenery: what is photographed. Its table has the pieces and all eight figures.
        anchors: tags 0 to 11 on the ground; 0 to 3 lie in the corners.
        terrain_tags: tags from 100 by the id of the piece that they lie on.
        base_tags: tags from 300 by the id of the figure on whose base they lie; of these figures only the base is there.
    """

    scenery: Scenery
    anchors: tuple[PrintedTag, ...]
    terrain_tags: dict[str, tuple[PrintedTag, ...]]
    base_tags: dict[str, PrintedTag]

    @property
    def figures(self) -> tuple[Figure, ...]:
        """All eight figures."""
        return self.scenery.table.figures


@dataclass
class _Ground:
    """What is taken already, seen from above."""

    taken: list[Polygon] = field(default_factory=list)

    def free(self, outline: Polygon, margin: float) -> bool:
        """Whether an outline is on the table and keeps its margin to all that is there."""
        inside = box(0.0, 0.0, *SIZE).buffer(1e-6).contains(outline)
        return inside and all(outline.distance(other) >= margin for other in self.taken)


def standard_table(
    rng: np.random.Generator,
    *,
    uneven_paper: float = 0.05,
    tag_scale: float = 1.0,
    on_decks: int = 0,
    more_papers: tuple[PrintedSheet | PrintedTag, ...] = (),
) -> StandardTable:
    """A table with everything on it at random places that do not overlap.

    Args:
        rng: draws the places.
        uneven_paper: the largest shade across a paper; see `PrintedSheet`.
        tag_scale: what the printer made of all tags' sizes.
        on_decks: how many figures stand on top of the first pieces, three at most; the rest stand on the ground.
        more_papers: that lie on the table as well; they are not looked out for.
    """

    def tag(
        number: int, side: float, pose: RigidTransform, *, card: float | None = None, disc: float | None = None
    ) -> PrintedTag:
        across, along = rng.uniform(-uneven_paper, uneven_paper, 2)
        return PrintedTag(number, side, pose, card_mm=card, disc_mm=disc, scale=tag_scale, shade=(float(across), float(along)))

    ground = _Ground()
    corners = [RigidTransform.turned(place, 0.0) for place in _corners()]
    ground.taken += [_square(pose, ANCHOR_CARD_MM) for pose in corners]
    pieces = tuple(_piece(number, ground, rng) for number in range(len(KIT)))
    anchors = corners + [_anchor(ground, rng) for _ in range(8)]
    terrain_tags, number = {}, 100
    for piece in pieces:
        poses = _on_top(piece, rng, 1 + int(rng.integers(2)))
        numbered = enumerate(poses, number)
        terrain_tags[piece.id] = tuple(tag(i, TERRAIN_TAG_MM, pose, card=TERRAIN_CARD_MM) for i, pose in numbered)
        number += len(poses)
    figures = [_figure(f"fighter-{i}", proxy, base_mm, ground, rng) for i, (proxy, base_mm) in enumerate(BASES)]
    for i in range(on_decks):
        cards = [_square(one.pose, TERRAIN_CARD_MM) for one in terrain_tags[pieces[i].id]]
        (place,) = _on_top(pieces[i], rng, 1, side_mm=figures[i].base_mm + 4.0, beside=cards)
        figures[i] = figures[i].moved(place.position)
    bare = [_figure(f"marked-{i}", "human", 25.0, ground, rng) for i in range(4)]
    base_tags = {}
    for i, figure in enumerate(bare):
        x, y, _ = figure.position
        pose = RigidTransform.turned((x, y, BASE_HEIGHT_MM / MM_PER_INCH), float(rng.uniform(0.0, 360.0)))
        base_tags[figure.id] = tag(300 + i, BASE_TAG_MM, pose, disc=figure.base_mm)
    placed = tuple(tag(i, ANCHOR_MM, pose, card=ANCHOR_CARD_MM) for i, pose in enumerate(anchors))
    papers = [*placed, *(one for tags in terrain_tags.values() for one in tags), *base_tags.values(), *more_papers]
    table = Table(SIZE, Terrain(pieces), (*figures, *bare), "Standard table of the tests")
    scenery = Scenery(table, tuple(papers), frozenset(base_tags))
    return StandardTable(scenery, placed, terrain_tags, base_tags)


def _corners() -> list[tuple[float, float, float]]:
    edge = 40.0 / MM_PER_INCH
    x, y = SIZE
    return [(edge, edge, 0.0), (x - edge, edge, 0.0), (x - edge, y - edge, 0.0), (edge, y - edge, 0.0)]


def _square(pose: RigidTransform, side_mm: float) -> Polygon:
    half = side_mm / 2.0 / MM_PER_INCH
    corners = [(-half, -half, 0.0), (half, -half, 0.0), (half, half, 0.0), (-half, half, 0.0)]
    return Polygon(pose.to_table(corners)[:, :2])


def _anywhere(rng: np.random.Generator) -> RigidTransform:
    return RigidTransform.turned((*rng.uniform((0.0, 0.0), SIZE), 0.0), float(rng.uniform(0.0, 360.0)))


def _piece(number: int, ground: _Ground, rng: np.random.Generator) -> Piece:
    """A piece of the kit that keeps an inch from everything; big ones come first."""
    name, parameters = KIT[number]
    shape, kind = LIBRARY.piece(name, parameters)
    for _ in range(TRIES):
        piece = Piece(f"{name}-{number}", shape, _anywhere(rng), kind)
        outline = MultiPoint(piece.placed.vertices[:, :2]).convex_hull
        if ground.free(outline, 1.0):
            ground.taken.append(outline)
            return piece
    raise AssertionError(f"no room for {name}")


def _anchor(ground: _Ground, rng: np.random.Generator) -> RigidTransform:
    """A free place for an anchor tag; of some, the one farthest from the nearest thing, so that they spread."""
    best, farthest = None, -1.0
    for _ in range(60):
        pose = _anywhere(rng)
        outline = _square(pose, ANCHOR_CARD_MM)
        if ground.free(outline, 0.4):
            away = min(outline.distance(other) for other in ground.taken)
            if away > farthest:
                best, farthest = pose, away
    assert best is not None, "no room for an anchor tag"
    ground.taken.append(_square(best, ANCHOR_CARD_MM))
    return best


def _figure(name: str, proxy: str, base_mm: float, ground: _Ground, rng: np.random.Generator) -> Figure:
    """A figure on the ground, clear of everything by the reach of its arms."""
    body = LIBRARY.body(proxy, "upright", "upright")
    for _ in range(TRIES):
        x, y = rng.uniform((1.0, 1.0), (SIZE[0] - 1.0, SIZE[1] - 1.0)).tolist()
        base = Point(x, y).buffer(base_mm / 2.0 / MM_PER_INCH)
        if ground.free(base, 0.5):
            ground.taken.append(base)
            return Figure(name, body, (x, y, 0.0), float(rng.uniform(0.0, 360.0)), base_mm=base_mm)
    raise AssertionError(f"no room for {name}")


def _on_top(
    piece: Piece,
    rng: np.random.Generator,
    number: int,
    *,
    side_mm: float = TERRAIN_CARD_MM,
    beside: Sequence[Polygon] = (),
) -> list[RigidTransform]:
    """Up to that many places where a square lies flat on the piece, nothing over or through it, and beside what is there."""
    rays = RayScene([piece.placed])
    low, high = piece.placed.bounds
    steps = np.linspace(-0.55, 0.55, 12) * side_mm / MM_PER_INCH
    lattice = np.stack([*(part.reshape(-1) for part in np.meshgrid(steps, steps)), np.zeros(steps.size**2)], axis=1)
    found: list[RigidTransform] = []
    outlines = list(beside)
    for _ in range(TRIES):
        pose = RigidTransform.turned((*rng.uniform(low[:2], high[:2]), 0.0), float(rng.uniform(0.0, 360.0)))
        starts = pose.to_table(lattice)
        starts[:, 2] = high[2] + 1.0
        down = rays.distances(starts, np.tile([0.0, 0.0, -1.0], (len(starts), 1)))
        heights = np.where(np.isfinite(down), starts[:, 2] - down, -np.inf)
        level = float(heights.max())
        outline = _square(pose, side_mm)
        bears = (heights > level - FLAT).reshape(2, 6, 2, 6).mean(axis=(1, 3))
        if level > 0.5 and bears.min() > BEARING and all(outline.distance(other) > 0.2 for other in outlines):
            x, y, _ = pose.position
            found.append(RigidTransform((x, y, level), pose.rotation))
            outlines.append(outline)
        if len(found) == number:
            break
    assert found, f"there is no room on top of {piece.id}"
    return found


def tagged_pieces(made: StandardTable) -> TaggedPieces:
    """The pieces file of the table: where the tags sit on the pieces, exactly."""
    found = []
    for (kit, parameters), piece in zip(KIT, made.scenery.table.terrain.pieces, strict=True):
        tags = []
        for tag in made.terrain_tags[piece.id]:
            own = pose_of(piece.pose.matrix.T @ tag.pose.matrix, piece.pose.to_own(tag.pose.position))
            tags.append(TagPlace(tag.id, own.position, rotation=own.rotation))
        entry = PieceEntry(piece.id, (0.0, 0.0, 0.0), kit=kit, parameters=tuple(sorted(parameters.items())))
        found.append(TaggedPiece(entry, tuple(tags)))
    return TaggedPieces(tuple(found))
