"""Figures of a table that was measured before, where new photos have them; its tags say where the photos were taken.

Terrain stays as it was, but for pieces whose tags lie elsewhere, where it is known how these sit on them. Bases that the photos
show go to the table's figures: those with tags to theirs, the others to the figures of their size, so that all together move
the least (the Hungarian method: Kuhn 1955).
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from scipy.linalg import block_diag
from scipy.optimize import linear_sum_assignment

from assets.tag_scheme import ANCHOR_MM, Role, role_of
from capture.adjustment.known_tags import tags_of_table
from capture.adjustment.prior_knowledge import PRINT_UNKNOWN, PriorKnowledge
from capture.adjustment.tag_survey import TagSurvey, scan_looked_at
from capture.objects.base_detection import FACING_SIGMA, find_bases
from capture.objects.base_evidence import FEW, SOME, STRICT
from capture.objects.base_levels import GROUND_SIGMA_MM, BaseLevel
from capture.objects.figure_placement import PlacedFigure, by_tags, joined, placed_by_rim
from capture.objects.pieces_file import TaggedPieces
from capture.objects.placed_objects import PlacedObject, joint_covariance, photo_things, tag_things
from capture.objects.terrain_placement import PlacedPiece, place_pieces
from capture.results.scan_writing import cameras_of, rounded
from capture.tags.photo_tags import PhotoTags
from scene.base.errors import SceneError
from scene.base.json_fields import MAX_TEXT, MAX_TEXTS
from scene.geometry.camera_model import Lens
from scene.geometry.mesh import FloatArray
from scene.geometry.ray_casting import RayScene
from scene.table.scan_measurements import ANEW, NOT_SCANNED, TERRAIN, Scan, ScanMeasurement, ScanPhoto
from scene.table.table import MM_PER_INCH, Figure, Piece, Table

LENS_AGAIN = np.array([0.01, 0.01, 0.004, 0.004, 0.02, 0.06, 0.002, 0.002, 0.06])
"""By how much the lens of the same phone differs from one day to the next, standard deviations: focal lengths and centre in
shares of the focal length, then k1, k2, p1, p2, k3."""

HERE = 0.75
"""Inches: a base so near to where a figure of its size stood is that figure's."""

LEVEL, LEAST_AREA, SAME_DECK, MOST_DECKS = 0.99, 1.5, 0.08, 12
"""Cosine of the slope, and square inches, of what bases stand on; decks this near in height are one; so many are searched."""

LOWEST_DECK = 0.3
"""Inches: what is lower is ground."""

BEARING, MARGIN, LEAST_SPOTS = 0.08, 0.6, 5
"""Inches: a base stands on a floor so near its height, which is looked for from so far above; at so many of nine places."""

GROUND_SIGMA = GROUND_SIGMA_MM / MM_PER_INCH


@dataclass(frozen=True, eq=False)
class FiguresAnew:
    """What new photos say of a table.

    Attributes:
        scanned: the photos, placed on the table by its tags.
        stood: where figures of the table stand now, by their ids.
        pieces: terrain that was moved, where it stands now.
        strange: bases that are of none of its figures.
        missing: ids of the figures that no photo shows.
        notes: what is doubtful, a line each.
        unknown_terrain: of these, what was moved without that it is known where to.
    """

    scanned: TagSurvey
    stood: dict[str, PlacedFigure]
    pieces: tuple[PlacedPiece, ...]
    strange: tuple[PlacedFigure, ...]
    missing: tuple[str, ...]
    notes: tuple[str, ...]
    unknown_terrain: tuple[str, ...]

    def scan(self, table: Table) -> Scan:
        """The scan of a table with what the photos say in place of what it had of these figures, and of those not found.

        Whoever no photo shows may be anywhere about his place, however well it was known at another time.
        """
        survey = self.scanned.survey
        things = [piece.thing for piece in self.pieces]
        things += [replace(figure.thing, id=name) for name, figure in self.stood.items()]
        # A table that was never scanned knows its corners only: where other cards lie on it later photos can go by, too.
        bare = table.scan is None or NOT_SCANNED in table.scan.notes
        cards = {number for number in survey.ids if role_of(number).kind == "anchor"} if bare else set()
        anew = {f"tag-{number}" for number in self._tags_anew | cards}
        things += [thing for thing in tag_things(survey) if thing.id in anew]
        things += photo_things(survey, [each.photo.name for each in self.scanned.photo_tags])
        cameras, photos = cameras_of(self.scanned)
        measured = tuple(ScanMeasurement(thing.id, thing.of, rounded(thing.pose.position)) for thing in things)
        own = joint_covariance(things, survey)
        lost = tuple(ScanMeasurement(name, "figure", table.figure(name).position) for name in self.missing)
        doubt = np.diag(np.tile(LOST**2, len(lost)))
        before = table.scan or Scan((), np.zeros((0, 0)), notes=(NOT_SCANNED,))
        gone = {(of, thing.id) for thing in things for of in (TERRAIN if thing.of in TERRAIN else {thing.of})}
        gone |= {(thing.of, thing.id) for thing in lost}
        older = _fewer([photo for photo in before.photos if photo.file not in {one.file for one in photos}], len(photos))
        files = {photo.file for photo in older}
        kept = before.only(
            i
            for i, thing in enumerate(before.things)
            if (thing.of, thing.id) not in gone and (thing.of != "photo" or thing.id in files)
        )
        across = self._with_before(things, kept)
        together = np.block([[kept.covariance, across.T], [across, own]])
        used = sorted({photo.camera for photo in older})
        return replace(
            kept,
            things=(*kept.things, *measured, *lost),
            covariance=block_diag(together, doubt),
            cameras=(*(before.cameras[camera] for camera in used), *cameras),
            photos=(
                *(replace(photo, camera=used.index(photo.camera)) for photo in older),
                *(replace(photo, camera=photo.camera + len(used)) for photo in photos),
            ),
            notes=self._noted(before.notes),
        )

    def _noted(self, before: Sequence[str]) -> tuple[str, ...]:
        """A scan's notes with what its new photos leave open, in place of what earlier ones did."""
        lost = [f"{ANEW}{name} was not found; it is taken to be near where it was" for name in self.missing]
        found = [*(f"{ANEW}{line}" for line in self.unknown_terrain), *lost]
        return (*(line for line in before if not line.startswith(ANEW)), *(line[:MAX_TEXT] for line in found[:MOST_NOTES]))[
            -MAX_TEXTS:
        ]

    @property
    def _tags_anew(self) -> set[int]:
        """Tags that count where they lie now: pushed cards, and those of pieces that were moved."""
        own = {number for piece in self.pieces for number in piece.tags}
        return own | {number for number in self.scanned.moved if role_of(number).kind == "anchor"}

    def _with_before(self, things: Sequence[PlacedObject], before: Scan) -> FloatArray:
        """(n, m) the covariance of things with all that was measured before: both follow the tags' places."""
        survey = self.scanned.survey
        slopes = np.concatenate([thing.slopes for thing in things])
        degrees = np.concatenate([_degrees(thing) for thing in things])
        found = np.zeros((len(slopes), len(before.covariance)))
        for i, number in enumerate(survey.known):
            if (mark := before.mark(f"tag-{number}")) is not None:
                found += slopes @ survey.by_known[:, 3 * i : 3 * i + 3] @ before.covariance[before.slots[mark]]
        return degrees[:, None] * found


LOST = np.array([2.5, 2.5, 0.0, 1.0, 1.0, FACING_SIGMA])
"""Inches and degrees: by how much a figure may be off that no photo shows, standard deviations."""

MOST_PHOTOS = 100
"""A table file has room for twice as many."""

MOST_NOTES = 20
"""So many are left by new photos at most."""


def _fewer(photos: Sequence[ScanPhoto], more: int) -> Sequence[ScanPhoto]:
    """Those of many photos that stay where more come: the scan's own, which are the first."""
    return photos[: max(MOST_PHOTOS - more, 0)]


def _degrees(thing: PlacedObject) -> FloatArray:
    kinds = np.arange(len(thing.own))
    return np.where((kinds >= 3) & (kinds < 6), np.degrees(1.0), 1.0)


def figures_anew(table: Table, photos: Sequence[PhotoTags], tagged: TaggedPieces | None = None) -> FiguresAnew:
    """The figures of a table in new photos of it.

    Args:
        table: as it was measured before; without a scan, tags 0 to 3 lie flush in its corners.
        photos: one or more, of one lens, with their tags.
        tagged: how tags sit on its pieces; None where that is not known.

    Raises:
        SceneError: with all reasons, where the photos cannot be placed on the table.
    """
    size = table.size
    known = tags_of_table(table.scan, size)
    lens = _lens_before(table.scan)
    scanned = _scanned(photos, PriorKnowledge(lens, ANCHOR_MM, print_sigma=PRINT_UNKNOWN, before=known))
    pieces, doubts = _moved_pieces(table, scanned, tagged)
    table = with_pieces(table, pieces)
    by_tag, notes = by_tags(scanned.survey)
    bases = joined(by_tag, _rimmed(scanned, table), scanned.survey)
    return _given(table, scanned, pieces, bases, (*doubts, *notes))


def _scanned(photos: Sequence[PhotoTags], settings: PriorKnowledge) -> TagSurvey:
    """The photos placed on the table; where all together cannot be, those that can be one by one."""
    try:
        return scan_looked_at(photos, settings)
    except SceneError:
        alone = {each.photo.name: why for each in photos if (why := _alone(each, settings))}
        fitting = [each for each in photos if each.photo.name not in alone]
        if not alone or not fitting:
            raise
        found = scan_looked_at(fitting, settings)
        return replace(found, rejected=(*found.rejected, *alone.items()))


def _alone(photo: PhotoTags, settings: PriorKnowledge) -> str:
    """Why a photo cannot be placed by itself; empty where it can be."""
    try:
        scan_looked_at([photo], settings)
    except SceneError as error:
        return f"was left out: {error.faults[0]}"
    return ""


def _moved_pieces(
    table: Table, scanned: TagSurvey, tagged: TaggedPieces | None
) -> tuple[tuple[PlacedPiece, ...], tuple[str, ...]]:
    """The pieces of the table with a tag that lies elsewhere now, and what is doubtful about them."""
    there, moved = set(table.terrain.ids), set(scanned.moved)
    pieces = tagged.pieces if tagged else ()
    chosen = [one for one in pieces if one.id in there and any(tag.id in moved for tag in one.tags)]
    return place_pieces(scanned.survey, TaggedPieces(tuple(chosen))) if chosen else ((), ())


def with_pieces(table: Table, moved: Sequence[PlacedPiece]) -> Table:
    """The table with pieces where they stand now."""
    if not moved:
        return table
    poses = {piece.entry.id: piece.thing.pose for piece in moved}
    pieces = [replace(piece, pose=poses.get(piece.id, piece.pose)) for piece in table.terrain.pieces]
    return replace(table, terrain=replace(table.terrain, pieces=tuple(pieces), around=None))


def _lens_before(scan: Scan | None) -> tuple[Lens, FloatArray] | None:
    """The lens of a scan, and how well it is that of new photos; None where photos lay across, or there were none."""
    lenses = [lens for lens in (scan.cameras if scan else ()) if lens.size[0] >= lens.size[1]]
    if not lenses:
        return None
    focal = float(np.mean(lenses[0].focal))
    units = np.array([focal] * 4 + [1.0] * 5)
    return lenses[0], np.diag((LENS_AGAIN * units) ** 2)


def _rimmed(scanned: TagSurvey, table: Table) -> tuple[PlacedFigure, ...]:
    """The bases whose rims the photos show, of the sizes of the table's figures, on its ground and decks."""
    survey = scanned.survey
    photos = [each.photo.grey for each in scanned.photo_tags]
    ways = [each.orientation for each in scanned.photo_tags]
    sizes = sorted({figure.base_mm for figure in table.figures if figure.base_mm > 0.0})
    if not sizes:
        return ()
    found, _ = find_bases(
        photos,
        survey,
        range(len(photos)),
        heights=[BaseLevel(0.0), *decks_of(table)],
        sizes_mm=sizes,
        orientations=ways,
        demands=FEW if len(photos) < STRICT.photos else SOME,
    )
    floors = RayScene([piece.placed for piece in table.terrain.pieces]) if table.terrain.pieces else None
    bearing = [each for each in found if bears(floors, each.position, each.base_mm)]
    return tuple(placed_by_rim(each, f"base-{i + 1}") for i, each in enumerate(bearing))


def decks_of(table: Table) -> list[BaseLevel]:
    """The level floors of the terrain that are large enough to stand on, the largest first; near ones in height are one."""
    levels: list[tuple[float, BaseLevel]] = []
    for piece in table.terrain.pieces:
        corners = piece.placed.vertices[piece.placed.faces]
        across = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
        areas = 0.5 * np.linalg.norm(across, axis=1)
        flat = (across[:, 2] > LEVEL * 2.0 * np.maximum(areas, 1e-12)) & (corners[:, 0, 2] > LOWEST_DECK)
        corners, areas, heights = corners[flat], areas[flat], corners[flat, :, 2].mean(axis=1)
        while areas.sum() > LEAST_AREA:
            height = _most_common(heights, areas)
            these = np.abs(heights - height) < SAME_DECK
            if (area := float(areas[these].sum())) > LEAST_AREA:
                places = corners[these].reshape(-1, 3)
                box = np.stack([places.min(axis=0), places.max(axis=0)])[:, :2]
                levels.append((area, BaseLevel(height, _height_sigma(table, piece, box), box=box)))
            corners, areas, heights = corners[~these], areas[~these], heights[~these]
    levels.sort(key=lambda level: -level[0])
    return [level for _, level in levels[:MOST_DECKS]]


def _most_common(heights: FloatArray, areas: FloatArray) -> float:
    """The height at which the most area is, to a hundredth of an inch."""
    steps, which = np.unique(np.round(heights, 2), return_inverse=True)
    most = which == np.argmax(np.bincount(which, areas, len(steps)))
    return float(np.average(heights[most], weights=areas[most]))


def _height_sigma(table: Table, piece: Piece, box: FloatArray) -> float:
    """How well the height of a floor is known: by how even it is, and by how well its piece was measured."""
    scan = table.scan
    index = None if scan is None else scan.standing("piece", piece.id, piece.pose.position)
    if scan is None or index is None:
        return GROUND_SIGMA
    slot = scan.slots[index]
    # A small turn about x lifts what lies along y, and one about y lowers what lies along x.
    x, y = box.mean(axis=0) - piece.pose.position[:2]
    lifts = np.array([1.0, np.radians(y), -np.radians(x)])
    matrix = scan.covariance[slot, slot][2:5, 2:5]
    return float(np.sqrt(GROUND_SIGMA**2 + lifts @ matrix @ lifts))


def bears(floors: RayScene | None, place: tuple[float, float, float], base_mm: float) -> bool:
    """Whether a base stands on something there, and in nothing."""
    x, y, z = place
    if floors is None:
        return z < LOWEST_DECK
    radius = 0.8 * base_mm / 50.8
    turns = np.arange(8) * np.pi / 4.0
    spots = np.array([[x, y], *np.stack([x + radius * np.cos(turns), y + radius * np.sin(turns)], axis=1)])
    starts = np.column_stack([spots, np.full(9, z + MARGIN)])
    down = floors.first_hits(starts, np.tile([0.0, 0.0, -1.0], (9, 1)))
    met = np.isfinite(down.distance)
    heights = np.where(met, z + MARGIN - np.where(met, down.distance, 0.0), 0.0)
    # Who looks down and sees the underside of a floor is in something solid.
    within = met & (down.normal[:, 2] < 0.0)
    return int(np.sum((np.abs(heights - z) < BEARING) & ~within)) >= LEAST_SPOTS


def _given(
    table: Table,
    scanned: TagSurvey,
    pieces: tuple[PlacedPiece, ...],
    bases: Sequence[PlacedFigure],
    notes: Sequence[str],
) -> FiguresAnew:
    """The bases given to the table's figures."""
    by_id = {figure.id: figure for figure in table.figures if figure.base_mm > 0.0}
    stood = {base.entry.id: base for base in bases if base.tag is not None and base.entry.id in by_id}
    # A tag tells whose base it is, where figures are called by their tags: then it is of nobody else.
    by_tag = any(role.kind == "base" for name in by_id if (role := _role(name)) is not None)
    rest = [base for base in bases if base.entry.id not in stood and not (by_tag and base.tag is not None)]
    unknown = [base for base in bases if by_tag and base.tag is not None and base.entry.id not in stood]
    others = [figure for figure in by_id.values() if figure.id not in stood]
    for figure, base in _nearest(others, rest):
        stood[figure.id] = _as(figure, base)
        rest.remove(base)
    missing = tuple(figure.id for figure in table.figures if figure.id not in stood)
    open_terrain = _unknown_terrain(scanned, pieces)
    told = (*scanned.notes, *notes, *_moved_tags(table, scanned, pieces), *open_terrain, *_alike(table, stood))
    return FiguresAnew(scanned, stood, pieces, (*rest, *unknown), missing, told, open_terrain)


def _role(name: str) -> Role | None:
    """What the tag of a figure is for that is called by it."""
    number = name.removeprefix("figure-")
    return role_of(int(number)) if number != name and number.isdecimal() else None


def _as(figure: Figure, base: PlacedFigure) -> PlacedFigure:
    """A base as that of a figure, which goes on facing where it faced unless a tag tells."""
    facing = base.entry.facing if base.tag is not None else figure.facing
    entry = replace(base.entry, id=figure.id, position=rounded(base.entry.position), facing=facing)
    return replace(base, entry=entry)


def _nearest(figures: Sequence[Figure], bases: Sequence[PlacedFigure]) -> list[tuple[Figure, PlacedFigure]]:
    """Pairs of figures and bases of their sizes that have moved the least together; first those that have not moved."""
    pairs: list[tuple[Figure, PlacedFigure]] = []
    left, free = list(figures), list(bases)
    for farthest in (HERE, np.inf):
        if not left or not free:
            break
        far = np.array([[_apart(figure, base) for base in free] for figure in left])
        usable = np.isfinite(far) & (far <= farthest)
        rows, columns = linear_sum_assignment(np.where(usable, far, 1e6))
        taken = [(left[i], free[j]) for i, j in zip(rows, columns, strict=True) if usable[i, j]]
        pairs += taken
        left = [figure for figure in left if all(figure is not one for one, _ in taken)]
        free = [base for base in free if all(base is not one for _, one in taken)]
    return pairs


def _apart(figure: Figure, base: PlacedFigure) -> float:
    """Inches that a figure would have moved; infinite for a base of another size."""
    if base.entry.base_mm != figure.base_mm:
        return np.inf
    return float(np.linalg.norm(np.subtract(figure.position, base.entry.position)))


def _moved_tags(table: Table, scanned: TagSurvey, pieces: Sequence[PlacedPiece]) -> list[str]:
    """What tags that lie elsewhere mean where it is known what to do about it, a line each."""
    found = [f"{table.piece(piece.entry.id).called} was moved; it stands where the photos have it" for piece in pieces]
    if pushed := [number for number in scanned.moved if role_of(number).kind == "anchor"]:
        found.append(f"{_named(pushed)} in the scan: pushed, and from now on where the photos have it")
    return found


def _unknown_terrain(scanned: TagSurvey, pieces: Sequence[PlacedPiece]) -> tuple[str, ...]:
    """That something was moved of which only tags are known; none or one line."""
    own = {number for piece in pieces for number in (*piece.tags, *piece.left_out)}
    others = [number for number in scanned.moved if number not in own and role_of(number).kind != "anchor"]
    what = "what belongs to that was moved, and the table does not know where to; scan it anew, or serve it with --pieces"
    return (f"{_named(others)} in the scan: {what}",) if others else ()


def _named(tags: Sequence[int]) -> str:
    listed = ", ".join(map(str, tags))
    return f"tags {listed} do not lie where they lay" if len(tags) > 1 else f"tag {listed} does not lie where it lay"


def _alike(table: Table, stood: dict[str, PlacedFigure]) -> list[str]:
    """A line for figures of one size that have moved or are missing: nobody can tell from their bases who is who."""
    unsure: dict[float, list[tuple[str, bool]]] = {}
    for figure in table.figures:
        base = stood.get(figure.id)
        if base is None or (base.tag is None and _apart(figure, base) > HERE):
            unsure.setdefault(figure.base_mm, []).append((figure.called, base is not None))
    return [
        f"{', '.join(name for name, _ in alike)} have moved or are missing, and their bases are alike: each is taken to have "
        "gone the shortest way"
        for alike in unsure.values()
        if len(alike) > 1 and any(found for _, found in alike)
    ]
