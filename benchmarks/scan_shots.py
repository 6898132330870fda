"""Shots on scanned game tables beside the same shots on the true tables.

A ready-made table is the truth. Its pieces get terrain tags and its figures base tags, glued as badly as the pieces file says.
The tags are seen in made-up photos, and from there on everything goes the way of a real scan: adjustment, placing, table file.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path

import numpy as np
from scipy.spatial.transform import Rotation

from assets.mesh_library import LIBRARY
from assets.tables import path as bundled
from assets.tag_scheme import BASE_TOP_MM, BASES, TERRAIN, role_of
from capture.adjustment.outlier_rejection import ScanWarnings
from capture.adjustment.prior_knowledge import PRINT_SIGMA, PriorKnowledge
from capture.adjustment.rotation_vectors import pose_of
from capture.adjustment.tag_survey import scan_photo_tags
from capture.objects.figure_placement import by_tags
from capture.objects.pieces_file import TaggedPiece, TaggedPieces, TagPlace
from capture.objects.resting_on_pieces import settled_figures, settled_pieces
from capture.objects.tagged_bases import CENTRED_MM
from capture.objects.terrain_placement import place_pieces
from capture.results.scan_writing import PlacedEntry, document_of
from rules.sight.scan_sensitivity import scan_sensitivity
from rules.sight.sensitivity import Sensitivity
from rules.sight.shifted_verdicts import word_of
from rules.sight.shot_verdicts import settle_shots
from rules.sight.verdict import SightQuestion
from rules.systems import registry
from scene.geometry.rigid_transform import RigidTransform
from scene.mesh_io.mesh_reading import MAX_FACES
from scene.table.table import MM_PER_INCH, Figure, Table
from scene.table_io.table_document import write_document
from scene.table_io.table_folder import Folder
from scene.table_io.table_reading import Builder, load_document, load_table
from tests.capture.made_up import CORNER, MadeUp
from tests.capture.rendered import phone_lens, round_the_table

TABLES = ("gantry-town", "high-foundry", "disputed-shot")
SHOTS_A_SCAN = 10
PHOTOS = 12
MISSED = 0.3
"""The share of sightings that are missing, as if something stood before them."""


@dataclass(frozen=True)
class Shot:
    """One question on the true table and on the scanned one."""

    name: str
    true: str
    scanned: str
    steady: Sensitivity

    @property
    def sure(self) -> bool:
        """Whether the scan calls itself sure."""
        return self.steady.scan is not None and self.steady.scan.sure

    @property
    def right(self) -> bool:
        """Whether both tables give the same verdict."""
        return self.true == self.scanned


def shots(folder: Path, seed: int = 0) -> Iterator[Shot]:
    """Shots between opponents without end, ten on every scan; table files go into the folder."""
    rng = np.random.default_rng(seed)
    for number in count():
        name = TABLES[number % len(TABLES)]
        truth = load_table(bundled(name), LIBRARY)
        scanned = scanned_anew(name, truth, folder / f"{name}-{number}.json", rng)
        pairs = [(a.id, b.id) for a in truth.figures for b in truth.figures if a.side != b.side]
        chosen = rng.permutation(len(pairs))[:SHOTS_A_SCAN]
        for shooter, target in (pairs[i] for i in chosen):
            there, here = (
                settle_shots(
                    table,
                    [SightQuestion(table.figure(shooter), table.figure(target))],
                    rules=registry.system("main-rulebook").sight,
                )
                for table in (truth, scanned)
            )
            steady = scan_sensitivity(scanned, here, seed=number)[0]
            yield Shot(f"{name} {number}: {shooter} at {target}", word_of(there[0]), word_of(here[0]), steady)


def scanned_anew(name: str, truth: Table, file: Path, rng: np.random.Generator) -> Table:
    """The table as a scan of it says, through the table file."""
    document = load_document(bundled(name))
    entries = {entry.id: entry for entry in document.terrain}
    tagged = TaggedPieces(
        tuple(
            TaggedPiece(replace(entries[piece.id], position=(0.0, 0.0, 0.0), turn=None), places)
            for piece, places in zip(truth.terrain.pieces, _tag_places(truth, rng), strict=True)
        )
    )
    tags = _anchors(truth.size, rng)
    for piece, fitted in zip(truth.terrain.pieces, tagged.pieces, strict=True):
        tags |= {tag.id: on(piece.pose, glued(tag, rng)) for tag in fitted.tags}
    numbers = _base_tags(truth.figures)
    tags |= {number: _disc(figure, rng) for number, figure in numbers.items()}
    scale = 1.0 + rng.normal(0.0, PRINT_SIGMA)
    lens = phone_lens((4000, 3000))
    far = (35.0 * max(truth.size) / 48.0, 60.0 * max(truth.size) / 48.0)
    views = round_the_table(PHOTOS, lens, rng, size=truth.size, far=far)
    made = MadeUp(tags, {number: (role_of(number).side_mm or 0.0) * scale for number in tags}, views, lens)
    scanned = scan_photo_tags(made.photo_tags(rng, missed=MISSED), PriorKnowledge(sides_mm=tagged.sides()), ScanWarnings())
    builder = Builder(Folder(bundled(name)), LIBRARY, MAX_FACES)
    pieces = settled_pieces(place_pieces(scanned.survey, tagged)[0], builder.piece)
    figures = settled_figures(by_tags(scanned.survey)[0], pieces, builder.piece)
    known = {figure.id: entry for figure, entry in zip(truth.figures, document.figures, strict=True)}
    standing = [PlacedEntry(each.entry, each.thing) for each in pieces]
    for each in figures:
        entry = known[numbers[each.tag or 0].id]
        # Who it is and whether he lies, the player writes into the file; where he is, the scan does.
        told = replace(entry, position=each.entry.position, facing=each.entry.facing)
        standing.append(PlacedEntry(told, replace(each.thing, id=entry.id)))
    write_document(document_of(scanned, standing, name=name, terrain_known="all"), file, overwrite=True)
    return load_table(file, LIBRARY)


def _tag_places(truth: Table, rng: np.random.Generator) -> list[tuple[TagPlace, ...]]:
    """One or two tags for every piece, flat and as high as its top, anywhere over it."""
    free = iter(TERRAIN)
    found = []
    many = len(truth.terrain.pieces) * 2 <= len(TERRAIN)
    for piece in truth.terrain.pieces:
        low, high = piece.shape.bounds
        places = []
        for _ in range(1 + int(many and rng.integers(2))):
            x, y = rng.uniform(low[:2], high[:2]).tolist()
            places.append(TagPlace(next(free), (x, y, float(high[2])), turn=float(rng.uniform(0.0, 360.0))))
        found.append(tuple(places))
    return found


def _anchors(size: tuple[float, float], rng: np.random.Generator) -> dict[int, RigidTransform]:
    """Four in the corners and eight more on the ground."""
    width, depth = size
    corners = [(CORNER, CORNER), (width - CORNER, CORNER), (width - CORNER, depth - CORNER), (CORNER, depth - CORNER)]
    more = [tuple(rng.uniform((4.0, 4.0), (width - 4.0, depth - 4.0)).tolist()) for _ in range(8)]
    turns = [0.0] * 4 + rng.uniform(0.0, 360.0, 8).tolist()
    return {
        i: RigidTransform.turned((*place, 0.0), turn)
        for i, (place, turn) in enumerate(zip([*corners, *more], turns, strict=True))
    }


def glued(tag: TagPlace, rng: np.random.Generator) -> RigidTransform:
    """Where a tag really sits on its piece: as far off as the file says that it may be."""
    shift, turn = tag.sigmas
    off = Rotation.from_rotvec(rng.normal(0.0, turn, 3)).as_matrix()
    return pose_of(off @ tag.pose.matrix, np.array(tag.position) + rng.normal(0.0, shift, 3))


def on(outer: RigidTransform, inner: RigidTransform) -> RigidTransform:
    """The inner pose, told in the outer one's frame, on the table."""
    return pose_of(outer.matrix @ inner.matrix, outer.to_table(inner.position))


def _base_tags(figures: tuple[Figure, ...]) -> dict[int, Figure]:
    """A tag for each figure's size of base."""
    free = {each.base_mm: iter(each.ids) for each in BASES}
    found = {}
    for figure in figures:
        nearest = min(free, key=lambda size: abs(size - figure.base_mm))
        found[next(free[nearest])] = figure
    return found


def _disc(figure: Figure, rng: np.random.Generator) -> RigidTransform:
    """The tag on a figure's base, cut out by hand."""
    x, y = np.array(figure.position[:2]) + rng.normal(0.0, CENTRED_MM / MM_PER_INCH, 2)
    return RigidTransform.turned((float(x), float(y), figure.position[2] + BASE_TOP_MM / MM_PER_INCH), figure.facing - 90.0)
