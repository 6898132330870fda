"""Figures of a table that was measured before, where new photos have them; its tags say where the photos were taken.

Terrain stays as it was, but for pieces whose tags lie elsewhere, where it is known how these sit on them. Bases that the photos
show go to the table's figures: those with tags to theirs, the others to the figures of their size, so that all together move
the least (the Hungarian method: Kuhn 1955).
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

import numpy as np
from scipy.linalg import block_diag
from scipy.optimize import linear_sum_assignment

from assets.tag_scheme import ANCHOR_MM, Role, role_of
from capture.adjustment.known_tags import tags_of_table
from capture.adjustment.prior_knowledge import PRINT_UNKNOWN, PriorKnowledge
from capture.adjustment.tag_survey import TagSurvey, scan_looked_at
from capture.objects.base_detection import FACING_SIGMA
from capture.objects.figure_placement import PlacedFigure, by_tags, joined
from capture.objects.pieces_file import TaggedPieces
from capture.objects.placed_objects import PlacedObject, joint_covariance, photo_things, tag_things
from capture.objects.terrain_placement import PlacedPiece, place_pieces
from capture.results.bases_anew import ShownTable, rimmed
from capture.results.old_places import HERE, OldPlace, OldPlaces
from capture.results.scan_writing import cameras_of, rounded
from capture.tags.photo_tags import PhotoTags
from scene.base.errors import SceneError
from scene.base.json_fields import MAX_TEXT, MAX_TEXTS
from scene.geometry.camera_model import Lens
from scene.geometry.mesh import FloatArray
from scene.table.scan_measurements import ANEW, NOT_SCANNED, TERRAIN, Scan, ScanMeasurement, ScanPhoto
from scene.table.table import Figure, Table

LENS_AGAIN = np.array([0.01, 0.01, 0.004, 0.004, 0.02, 0.06, 0.002, 0.002, 0.06])
"""By how much the lens of the same phone differs from one day to the next, standard deviations: focal lengths and centre in
shares of the focal length, then k1, k2, p1, p2, k3."""


@dataclass(frozen=True)
class FigureDoubt:
    """What is not clear about figures.

    Attributes:
        figures: their ids.
        words: what is said behind their names.
        least: of fewer it is not said.
    """

    figures: tuple[str, ...]
    words: str
    least: int = 1

    def line(self, table: Table, unsure: Collection[str]) -> str:
        """What is said of those who are unsure still; empty for nothing."""
        names = [table.called(name) for name in self.figures if name in unsure]
        return f"{', '.join(names)} {self.words}" if len(names) >= self.least else ""


@dataclass(frozen=True, eq=False)
class FiguresAnew:
    """What new photos say of a table.

    Attributes:
        scanned: the photos, placed on the table by its tags.
        stood: where figures of the table stand now, by their ids.
        pieces: terrain that was moved, where it stands now.
        strange: bases that are of none of its figures.
        missing: ids of the figures that no photo shows.
        doubts: what is not clear about figures.
        notes: what else is doubtful, a line each.
        unknown_terrain: of these, what was moved without that it is known where to.
    """

    scanned: TagSurvey
    stood: dict[str, PlacedFigure]
    pieces: tuple[PlacedPiece, ...]
    strange: tuple[PlacedFigure, ...]
    missing: tuple[str, ...]
    doubts: tuple[FigureDoubt, ...]
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
    shown = ShownTable.of(scanned, table)
    bases = joined(by_tag, rimmed(shown, table), scanned.survey)
    return _given(table, scanned, shown, pieces, bases, (*doubts, *notes))


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


def _given(
    table: Table,
    scanned: TagSurvey,
    shown: ShownTable,
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
    given, unclear = _nearest(others, rest, OldPlaces(table, shown, bases))
    for figure, base in given:
        stood[figure.id] = _as(figure, base)
    used = {id(base) for _, base in given}
    rest = [base for base in rest if id(base) not in used]
    missing = tuple(figure.id for figure in table.figures if figure.id not in stood)
    open_terrain = _unknown_terrain(scanned, pieces)
    told = (*scanned.notes, *notes, *_moved_tags(table, scanned, pieces), *open_terrain)
    doubts = (*unclear, *_alike(table, stood))
    return FiguresAnew(scanned, stood, pieces, (*rest, *unknown), missing, doubts, told, open_terrain)


def _role(name: str) -> Role | None:
    """What the tag of a figure is for that is called by it."""
    number = name.removeprefix("figure-")
    return role_of(int(number)) if number != name and number.isdecimal() else None


def _as(figure: Figure, base: PlacedFigure) -> PlacedFigure:
    """A base as that of a figure, which goes on facing where it faced unless a tag tells."""
    facing = base.entry.facing if base.tag is not None else figure.facing
    entry = replace(base.entry, id=figure.id, position=rounded(base.entry.position), facing=facing)
    return replace(base, entry=entry)


def _nearest(
    figures: Sequence[Figure], bases: Sequence[PlacedFigure], old: OldPlaces
) -> tuple[list[tuple[Figure, PlacedFigure]], list[FigureDoubt]]:
    """Figures and their bases, and what is not clear about them.

    First come those that have not moved, then those that are gone from where they stood, then those whose old place no photo
    shows; each time the pairs of one size that have moved the least together. Whoever may still stand where he stood is given
    no base elsewhere.
    """
    pairs = _least(figures, bases, HERE)
    left = [figure for figure in figures if all(figure is not one for one, _ in pairs)]
    free = [base for base in bases if all(base is not one for _, one in pairs)]
    places = {figure.id: old.look(figure) for figure in left}
    for figure in left:
        if places[figure.id] is OldPlace.OPEN and (base := old.base(figure)) is not None:
            pairs.append((figure, base))
            del places[figure.id]
    # Whoever is gone from where he stood comes first: others may be there still.
    by_kind: dict[OldPlace, list[tuple[Figure, PlacedFigure]]] = {}
    for kind in (OldPlace.EMPTY, OldPlace.HIDDEN, OldPlace.OPEN):
        by_kind[kind] = _least([figure for figure in left if places.get(figure.id) is kind], free, np.inf)
        free = [base for base in free if all(base is not one for _, one in by_kind[kind])]
    moved = [*by_kind[OldPlace.EMPTY], *by_kind[OldPlace.HIDDEN]]
    spare = [*free, *(base for _, base in by_kind[OldPlace.OPEN])]
    doubts = [_hidden(figure, base) for figure, base in by_kind[OldPlace.HIDDEN]]
    doubts += [_open(figure, base) for figure, base in by_kind[OldPlace.OPEN]]
    doubts += [_either(figure, spare) for figure, _ in moved if any(np.isfinite(_apart(figure, base)) for base in spare)]
    return [*pairs, *moved], doubts


def _least(figures: Sequence[Figure], bases: Sequence[PlacedFigure], farthest: float) -> list[tuple[Figure, PlacedFigure]]:
    """Pairs of figures and bases of their sizes, at most so many inches apart, that moved the least together."""
    if not figures or not bases:
        return []
    far = np.array([[_apart(figure, base) for base in bases] for figure in figures])
    usable = np.isfinite(far) & (far <= farthest)
    rows, columns = linear_sum_assignment(np.where(usable, far, 1e6))
    return [(figures[i], bases[j]) for i, j in zip(rows.tolist(), columns.tolist(), strict=True) if usable[i, j]]


def _hidden(figure: Figure, base: PlacedFigure) -> FigureDoubt:
    """It is not known whether somebody who was given a base is the one who stands on it."""
    moved = f"has moved {_apart(figure, base):.1f} inches, or stands where no photo shows it, as before"
    return FigureDoubt((figure.id,), f"{moved}, and that base is somebody else's")


def _open(figure: Figure, base: PlacedFigure) -> FigureDoubt:
    """Somebody was not given a base, which may be his."""
    away = f"{_apart(figure, base):.1f} inches from there"
    return FigureDoubt((figure.id,), f"may still stand where it stood, or the base {away} is its own: the photos do not tell")


def _either(figure: Figure, spare: Sequence[PlacedFigure]) -> FigureDoubt:
    """Somebody was given a base where others of its size are nobody's."""
    another = f"{min(_apart(figure, base) for base in spare):.1f} inches from where it stood"
    return FigureDoubt((figure.id,), f"is taken to have gone the shortest way; another base like its own is {another}")


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


def _alike(table: Table, stood: dict[str, PlacedFigure]) -> list[FigureDoubt]:
    """About figures of one size that have moved or are missing: nobody can tell from their bases who is who."""
    unsure: dict[float, list[tuple[str, bool]]] = {}
    for figure in table.figures:
        base = stood.get(figure.id)
        if base is None or (base.tag is None and _apart(figure, base) > HERE):
            unsure.setdefault(figure.base_mm, []).append((figure.id, base is not None))
    words = "have moved or are missing, and their bases are alike: each is taken to have gone the shortest way"
    return [
        FigureDoubt(tuple(name for name, _ in alike), words, least=2)
        for alike in unsure.values()
        if len(alike) > 1 and any(found for _, found in alike)
    ]
