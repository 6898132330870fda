"""Whole scans of rendered photos, whose truth is known exactly, beside what OpenCV makes of the same photos.

A scan has a process of its own, so that its time and its peak memory are known: python -m benchmarks.scan_photos FOLDER.
"""

import json
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any
from unittest.mock import patch

import cv2
import numpy as np

from assets.mesh_library import LIBRARY
from assets.tag_scheme import role_of
from capture.adjustment import tag_survey as scanning
from capture.adjustment.adjustment_problem import SQUARE
from capture.adjustment.bundle_adjustment import Adjusted, adjust
from capture.adjustment.outlier_rejection import ScanWarnings
from capture.adjustment.prior_knowledge import PriorKnowledge
from capture.adjustment.survey import Survey
from capture.adjustment.tag_survey import scan_photo_tags
from capture.objects.figure_placement import PlacedFigure
from capture.objects.pieces_file import TaggedPieces
from capture.objects.terrain_placement import PlacedPiece
from capture.photos.photo_reading import read_photo
from capture.results.scan_advice import distance_sigma
from capture.results.whole_scan import STEPS, ScanRequest, WholeScan, whole_scan
from capture.tags.corner_refinement import Tone
from capture.tags.tag_detection import SeenTag
from scene.geometry.camera_model import CameraView
from scene.geometry.mesh import FloatArray
from scene.geometry.rigid_transform import RigidTransform
from scene.mesh_io.mesh_reading import MAX_FACES
from scene.table.table import MM_PER_INCH, Figure
from scene.table_io.table_folder import Folder
from scene.table_io.table_reading import Builder
from tests.capture.made_up import KnownPhotoTags
from tests.capture.rendered import (
    Light,
    Noise,
    Stage,
    StandardTable,
    TagTruth,
    jpeg,
    phone_lens,
    photograph,
    round_the_table,
    standard_table,
    tags_in,
)
from tests.capture.rendered.tables import tagged_pieces

PHOTOS = 12
FAR_MM = 1219.2
"""Distances that are told apart: four feet and more."""

FIGURE_NEAR = 0.5
"""Inches: a base that is found so near to a true one is that one."""


@dataclass(frozen=True)
class Shoot:
    """A rendered table: the random seed of everything on it, the photos' width in pixels, and the camera's gamma."""

    seed: int
    width: int
    gamma: float = 1.0
    photos: int = PHOTOS

    @property
    def name(self) -> str:
        """The folder of its photos."""
        return f"table-{self.seed}-{self.width}-{self.gamma:g}-{self.photos}"

    def made(self) -> tuple[StandardTable, tuple[CameraView, ...], np.random.Generator]:
        """The table, the views, and what draws the noise."""
        rng = np.random.default_rng(self.seed)
        table = standard_table(rng)
        views = round_the_table(self.photos, phone_lens((self.width, self.width * 3 // 4)), rng)
        return table, views, rng

    def paths(self, folder: Path) -> list[Path]:
        """The photos' files."""
        return [folder / self.name / f"photo-{i:02d}.jpg" for i in range(self.photos)]

    def render(self, folder: Path, said: Callable[[int], None]) -> None:
        """Write the photos, unless they are there; ``said`` is told how many are."""
        table, views, rng = self.made()
        paths = self.paths(folder)
        if all(path.exists() for path in paths):
            return
        paths[0].parent.mkdir(parents=True, exist_ok=True)
        scan_scene = Stage(table.scenery, Light())
        for i, (path, view) in enumerate(zip(paths, views, strict=True)):
            photo = photograph(scan_scene, view, noise=Noise(), blur_px=0.7, gamma=self.gamma, rng=rng)
            path.write_bytes(jpeg(photo, lens=view.lens))
            said(i + 1)


@dataclass
class Findings:
    """What came of a scan: errors by their kinds, in millimetres or degrees, and what it cost."""

    errors: dict[str, list[float]] = field(default_factory=dict)
    held: list[bool] = field(default_factory=list)
    seconds: float = 0.0
    busy: float = 0.0
    adjusting: float = 0.0
    memory_mb: float = 0.0
    steps: int = 0
    tags_seen: int = 0
    sizes_right: int = 0
    sizes_wrong: int = 0
    missed: list[str] = field(default_factory=list)
    false: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    rival_seconds: float = 0.0


@contextmanager
def timed_adjustments() -> Iterator[list[float]]:
    """Processor seconds of every adjustment that a scan makes."""
    seconds = list[float]()

    def timed(*given: Any, **more: Any) -> Adjusted:  # noqa: ANN401
        start = time.process_time()
        found = adjust(*given, **more)
        seconds.append(time.process_time() - start)
        return found

    with patch.object(scanning, "adjust", timed):
        yield seconds


def scanned(shoot: Shoot, folder: Path) -> Findings:
    """The whole way, and how far from the truth it ends."""
    table, views, _ = shoot.made()
    found = Findings()

    def step(count: int) -> None:
        found.steps += count

    tagged = tagged_pieces(table)
    wanted = ScanRequest(tagged=tagged, build=Builder(Folder(folder / "table.json"), LIBRARY, MAX_FACES).piece)
    before, busy = time.perf_counter(), time.process_time()
    with timed_adjustments() as adjusting:
        whole = whole_scan(shoot.paths(folder), PriorKnowledge(), wanted, on_progress=step)
    found.seconds, found.busy, found.adjusting = time.perf_counter() - before, time.process_time() - busy, sum(adjusting)
    found.memory_mb = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    if found.steps != STEPS * shoot.photos:
        found.notes.append(f"progress told {found.steps} steps of {STEPS * shoot.photos}")
    found.notes += [*whole.notes, *(f"{name} {why}" for name, why in whole.scanned.rejected)]
    truths = [tags_in(Stage(table.scenery, Light()), view) for view in views]
    _tags(found, whole.scanned.survey, {one.tag.id: one.tag.pose for one in truths[0]})
    _pieces(found, table, whole.pieces)
    _figures(found, table, whole.figures)
    found.errors["corners, px"] = _corners([each.tags for each in whole.scanned.photo_tags], truths)
    found.tags_seen = sum(len(each.tags) for each in whole.scanned.photo_tags)
    _rival(found, whole, tagged, views, truths, shoot.paths(folder))
    return found


def _tags(found: Findings, survey: Survey, true: dict[int, RigidTransform]) -> None:
    """Distances and heights, and whether distances are within their limits."""
    found.errors["distances over 4 ft"], found.errors["shorter distances"] = _apart(survey, true)
    heights = [
        (number, pose) for number, pose in zip(survey.ids, survey.tags, strict=True) if role_of(number).kind == "terrain"
    ]
    found.errors["heights of decks"] = [(pose.position[2] - true[number].position[2]) * MM_PER_INCH for number, pose in heights]
    places = np.array([true[number].position for number in survey.ids])
    for i in range(len(places)):
        for j in range(i):
            real = float(np.linalg.norm(places[i] - places[j]))
            here = float(np.linalg.norm(np.subtract(survey.tags[i].position, survey.tags[j].position)))
            found.held.append(abs(here - real) < 1.96 * distance_sigma(survey, i, j))


def _apart(survey: Survey, true: dict[int, RigidTransform]) -> tuple[list[float], list[float]]:
    """Errors of distances between all tags, millimetres: those over four feet, and the others."""
    here = np.array([pose.position for pose in survey.tags])
    places = np.array([true[number].position for number in survey.ids])
    i, j = np.triu_indices(len(here), 1)
    real = np.linalg.norm(places[i] - places[j], axis=1) * MM_PER_INCH
    errors = np.linalg.norm(here[i] - here[j], axis=1) * MM_PER_INCH - real
    return errors[real > FAR_MM].tolist(), errors[real <= FAR_MM].tolist()


def _pieces(found: Findings, table: StandardTable, placed: tuple[PlacedPiece, ...]) -> None:
    found.errors["pieces, mm"], found.errors["pieces, degrees"] = [], []
    for each in placed:
        true = table.scenery.table.piece(each.entry.id)
        away = np.subtract(each.thing.pose.position, true.pose.position)
        cosine = (np.trace(each.thing.pose.matrix @ true.pose.matrix.T) - 1.0) / 2.0
        found.errors["pieces, mm"].append(float(np.linalg.norm(away)) * MM_PER_INCH)
        found.errors["pieces, degrees"].append(float(np.degrees(np.arccos(np.clip(cosine, -1.0, 1.0)))))
    seen = {each.entry.id for each in placed}
    found.missed += [piece.id for piece in table.scenery.table.terrain.pieces if piece.id not in seen]


def _figures(found: Findings, table: StandardTable, placed: tuple[PlacedFigure, ...]) -> None:
    found.errors["bases with tags"], found.errors["bases by their rims"] = [], []
    left = {figure.id: figure for figure in table.figures}
    for each in placed:
        kind = "bases by their rims" if each.tag is None else "bases with tags"
        nearest = min(left.values(), key=lambda figure: _away(each, figure), default=None)
        if nearest is None or _away(each, nearest) > FIGURE_NEAR:
            found.false.append(f"{each.entry.id} at {np.round(each.entry.position, 1).tolist()}")
            continue
        del left[nearest.id]
        found.errors[kind].append(_away(each, nearest) * MM_PER_INCH)
        right = each.entry.base_mm == nearest.base_mm
        found.sizes_right, found.sizes_wrong = found.sizes_right + right, found.sizes_wrong + (not right)
    found.missed += list(left)


def _away(placed: PlacedFigure, figure: Figure) -> float:
    return float(np.linalg.norm(np.subtract(placed.entry.position, figure.position)))


Truths = list[tuple[TagTruth, ...]]


def _corners(seen: list[tuple[SeenTag, ...]], truths: Truths) -> list[float]:
    """Pixels along both axes between corners and their true places, of tags with nothing before them."""
    found = list[float]()
    for tags, truth in zip(seen, truths, strict=True):
        known = {one.tag.id: one for one in truth}
        for tag in tags:
            if tag.id in known and known[tag.id].visible > 0.999:
                found += (tag.corners - known[tag.id].corners).reshape(-1).tolist()
    return found


def _rival(
    found: Findings, whole: WholeScan, tagged: TaggedPieces, views: tuple[CameraView, ...], truths: Truths, paths: list[Path]
) -> None:
    """OpenCV's own corners in our adjustment; and OpenCV alone, photo by photo, which is given the true lens."""
    start = time.perf_counter()
    photos = [read_photo(path) for path in paths]
    seen = [opencv_tags(photo.grey) for photo in photos]
    found.rival_seconds = time.perf_counter() - start
    true = {one.tag.id: one.tag.pose for one in truths[0]}
    found.errors["OpenCV: corners, px"] = _corners(seen, truths)
    photo_tags = [KnownPhotoTags(photo, tags) for photo, tags in zip(photos, seen, strict=True)]
    survey = scan_photo_tags(photo_tags, PriorKnowledge(sides_mm=tagged.sides()), ScanWarnings()).survey
    found.errors["OpenCV's corners, our adjustment: over 4 ft"] = _apart(survey, true)[0]
    sides = {number: float(side) for number, side in zip(whole.scanned.survey.ids, whole.scanned.survey.sides, strict=True)}
    found.errors["OpenCV alone: over 4 ft"] = _photo_by_photo(seen, views, sides, true)


def opencv_tags(grey: np.ndarray) -> tuple[SeenTag, ...]:
    """The tags as OpenCV finds them, with its own refinement of corners."""
    settings = cv2.aruco.DetectorParameters()
    settings.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    family = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_APRILTAG_36h11)
    corners, numbers, _ = cv2.aruco.ArucoDetector(family, settings).detectMarkers(grey)
    ids = [int(number) for number in np.asarray([] if numbers is None else numbers).reshape(-1)]  # type: ignore[redundant-expr]
    once = [i for i, number in enumerate(ids) if ids.count(number) == 1 and role_of(number).side_mm]
    flat = [np.asarray(corners[i], dtype=np.float64).reshape(4, 2) for i in once]
    return tuple(SeenTag(ids[i], quad, 0.1, 0.8, Tone(), 0.1) for i, quad in zip(once, flat, strict=True))


def _photo_by_photo(
    seen: list[tuple[SeenTag, ...]], views: tuple[CameraView, ...], sides: dict[int, float], true: dict[int, RigidTransform]
) -> list[float]:
    """Each tag's place before the camera by its own four corners; distances within each photo, averaged over the photos."""
    apart = dict[tuple[int, int], list[float]]()
    for tags, view in zip(seen, views, strict=True):
        lens = view.lens
        matrix = np.array([[lens.focal[0], 0.0, lens.centre[0]], [0.0, lens.focal[1], lens.centre[1]], [0.0, 0.0, 1.0]])
        places = dict[int, FloatArray]()
        for tag in tags:
            if tag.id in sides:
                square = sides[tag.id] * SQUARE
                done, _, place = cv2.solvePnP(
                    square, tag.corners, matrix, np.array(lens.distortion), flags=cv2.SOLVEPNP_IPPE_SQUARE
                )
                if done:
                    places[tag.id] = np.asarray(place, dtype=np.float64).reshape(3)
        for i in places:
            for j in places:
                if i < j:
                    apart.setdefault((i, j), []).append(float(np.linalg.norm(places[i] - places[j])))
    errors = list[float]()
    for (i, j), lengths in apart.items():
        real = float(np.linalg.norm(np.subtract(true[i].position, true[j].position))) * MM_PER_INCH
        if real > FAR_MM:
            errors.append(float(np.mean(lengths)) * MM_PER_INCH - real)
    return errors


def in_a_process(shoot: Shoot, folder: Path) -> Findings:
    """The findings of a scan that had a process of its own."""
    words = [str(folder), str(shoot.seed), str(shoot.width), str(shoot.gamma), str(shoot.photos)]
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.scan_photos", *words], check=True, stdout=subprocess.PIPE, text=True
    )
    return Findings(**json.loads(done.stdout))


def main(args: list[str]) -> None:
    """Scan the photos of a folder and print the findings as JSON."""
    folder, seed, width, gamma, photos = args
    found = scanned(Shoot(int(seed), int(width), float(gamma), int(photos)), Path(folder))
    print(json.dumps(asdict(found)))


if __name__ == "__main__":
    main(sys.argv[1:])
