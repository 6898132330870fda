"""How often the 95 % limits of a scan hold on made-up scenes: exact corners with noise, hundreds of tables without a pixel."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from benchmarks.scan_shots import glued, on
from capture.adjustment.outlier_rejection import ScanWarnings
from capture.adjustment.prior_knowledge import PRINT_SIGMA, PriorKnowledge
from capture.adjustment.rotation_vectors import vectors
from capture.adjustment.survey import Survey
from capture.adjustment.tag_survey import scan_photo_tags
from capture.objects.figure_placement import by_tags
from capture.objects.pieces_file import TaggedPiece, TaggedPieces, TagPlace
from capture.objects.placed_objects import PlacedObject
from capture.objects.tagged_bases import CENTRED_MM
from capture.objects.terrain_placement import STANCE_SIGMA, place_pieces
from scene.geometry.mesh import FloatArray
from scene.geometry.rigid_transform import RigidTransform
from scene.table.table import BASE_HEIGHT_MM, MM_PER_INCH
from scene.table_io.table_document import PieceEntry
from tests.capture.made_up import SIZE, MadeUp, made_up, with_tag
from tests.capture.surveys import shaken

LIMIT = 1.96
"""Standard deviations of a 95 % limit."""

KINDS = (
    "distances between tags",
    "places of tags, x y z",
    "turns of tags",
    "size of the table",
    "pieces, x y",
    "pieces, turn",
    "figures with base tags, x y",
    "figures, facing",
)


@dataclass(frozen=True)
class Scene:
    """A kind of made-up scenes."""

    name: str
    photos: int
    noise: float
    missed: float
    part: int
    """Of ten scenes, so many are of this kind."""


SCENES = (
    Scene("twelve photos, 0.05 px", 12, 0.05, 0.1, 4),
    Scene("five photos", 5, 0.05, 0.1, 2),
    Scene("much noise, 0.4 px", 12, 0.4, 0.1, 2),
    Scene("half of the tags hidden", 8, 0.15, 0.5, 2),
)


def scores(count: int, seed: int = 0) -> Iterator[tuple[Scene, dict[str, list[float]]]]:
    """For each of so many scenes its kind, and all errors in the scan's own standard deviations, by their kinds."""
    kinds = [scene for scene in SCENES for _ in range(scene.part)]
    for number in range(count):
        scene = kinds[(3 * number) % len(kinds)]
        yield scene, scored(scene, np.random.default_rng([seed, number]))


def scored(scene: Scene, rng: np.random.Generator) -> dict[str, list[float]]:
    """The errors of one scene, in standard deviations."""
    print_off = 1.0 + rng.normal(0.0, PRINT_SIGMA)
    made = made_up(rng, photos=scene.photos, others=6, scale=print_off)
    made, tagged, poses = _with_pieces(made, rng, print_off)
    made, facings = _with_figures(made, rng, print_off)
    settings = PriorKnowledge(sides_mm=tagged.sides())
    survey = scan_photo_tags(made.photo_tags(rng, noise=scene.noise, missed=scene.missed), settings, ScanWarnings()).survey
    found = _of_tags(made, survey)
    sizes = np.sqrt(np.diag(survey.covariance))[survey.size_slot]
    found["size of the table"] = ((survey.size - SIZE) / sizes).tolist()
    pieces = {each.thing.id: each.thing for each in place_pieces(survey, tagged)[0]}
    found["pieces, x y"] = [score for name, one in pieces.items() for score in _shift(survey, one, poses[name])]
    found["pieces, turn"] = [_turn(survey, one, poses[name]) for name, one in pieces.items()]
    figures = {each.tag: each.thing for each in by_tags(survey)[0]}
    found["figures with base tags, x y"] = [s for tag, one in figures.items() for s in _shift(survey, one, facings[tag or 0])]
    found["figures, facing"] = [_turn(survey, one, facings[tag or 0]) for tag, one in figures.items()]
    return found


def held(scores: Sequence[float]) -> float:
    """The share of errors within their 95 % limits."""
    return float(np.mean(np.abs(scores) < LIMIT))


def _of_tags(made: MadeUp, survey: Survey) -> dict[str, list[float]]:
    true = np.array([made.tags[number].position for number in survey.ids])
    here = np.array([pose.position for pose in survey.tags])
    sigma = np.sqrt(np.diag(survey.covariance))
    places, turns, distances = list[float](), list[float](), list[float]()
    for i, number in enumerate(survey.ids):
        turned = vectors((survey.tags[i].matrix @ made.tags[number].matrix.T)[None])[0]
        own = sigma[survey.tag_slot(i)]
        places += ((here[i] - true[i]) / own[:3]).tolist()
        turns += (turned / own[3:]).tolist()
    for i, j in combinations(range(len(here)), 2):
        apart = here[i] - here[j]
        along = np.zeros(len(survey.covariance))
        along[survey.tag_slot(i)][:3] = apart / np.linalg.norm(apart)
        along[survey.tag_slot(j)][:3] -= apart / np.linalg.norm(apart)
        error = np.linalg.norm(apart) - np.linalg.norm(true[i] - true[j])
        distances.append(float(error / np.sqrt(along @ survey.covariance @ along)))
    return {KINDS[0]: distances, KINDS[1]: places, KINDS[2]: turns}


def _with_pieces(
    made: MadeUp, rng: np.random.Generator, scale: float
) -> tuple[MadeUp, TaggedPieces, dict[str, RigidTransform]]:
    """Six pieces with one or two tags that are glued, and stand, as badly as is assumed."""
    height, tilt = STANCE_SIGMA
    pieces, poses, number = [], dict[str, RigidTransform](), 200
    for i in range(6):
        name = f"piece-{i}"
        poses[name] = RigidTransform.turned((*rng.uniform((4.0, 4.0), (44.0, 32.0)), 0.0), float(rng.uniform(0.0, 360.0)))
        leaning = shaken(poses[name], rng.standard_normal(6) * (0.0, 0.0, height, tilt, tilt, 0.0))
        tags = []
        for _ in range(1 + i % 2):
            x, y, z = rng.uniform((-3.0, -3.0, 1.0), (3.0, 3.0, 8.0)).tolist()
            tags.append(TagPlace(number, (x, y, z), turn=float(rng.uniform(0.0, 360.0))))
            made = with_tag(made, number, on(leaning, glued(tags[-1], rng)), 30.0 * scale)
            number += 1
        pieces.append(TaggedPiece(PieceEntry(name, (0.0, 0.0, 0.0), kit="container"), tuple(tags)))
    return made, TaggedPieces(tuple(pieces)), poses


def _with_figures(made: MadeUp, rng: np.random.Generator, scale: float) -> tuple[MadeUp, dict[int, RigidTransform]]:
    """Four figures whose discs are cut out as badly as is assumed."""
    true = dict[int, RigidTransform]()
    for number in range(300, 304):
        x, y = rng.uniform((2.0, 2.0), (46.0, 34.0)).tolist()
        true[number] = RigidTransform.turned((x, y, 0.0), float(rng.uniform(0.0, 360.0)))
        off = rng.normal(0.0, CENTRED_MM / MM_PER_INCH, 2)
        tag = on(true[number], RigidTransform.turned((*off, BASE_HEIGHT_MM / MM_PER_INCH), -90.0))
        made = with_tag(made, number, tag, 12.0 * scale)
    return made, true


def _errors(survey: Survey, thing: PlacedObject, true: RigidTransform) -> tuple[FloatArray, FloatArray]:
    """(6,) inches and radians, and their standard deviations."""
    covariance = thing.slopes @ survey.covariance @ thing.slopes.T + thing.own
    turned = vectors((thing.pose.matrix @ true.matrix.T)[None])[0]
    errors = np.append(np.subtract(thing.pose.position, true.position), turned)
    return errors, np.sqrt(np.diag(covariance))


def _shift(survey: Survey, thing: PlacedObject, true: RigidTransform) -> list[float]:
    errors, sigma = _errors(survey, thing, true)
    return [float(each) for each in errors[:2] / sigma[:2]]


def _turn(survey: Survey, thing: PlacedObject, true: RigidTransform) -> float:
    errors, sigma = _errors(survey, thing, true)
    return float(errors[5] / sigma[5])
