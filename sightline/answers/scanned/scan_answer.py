"""The answer about a scan, as JSON and in words."""

from collections.abc import Sequence
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from capture.objects.figure_placement import PlacedFigure
from capture.objects.terrain_placement import PlacedPiece
from capture.results.pieces_by_look import PieceByLook
from capture.results.scan_advice import distance_sigma
from capture.results.scan_writing import size_sigma
from capture.results.whole_scan import WholeScan
from scene.geometry.mesh import FloatArray
from scene.table.scan_measurements import UNKNOWN_TURN
from scene.table.table import MM_PER_INCH

if TYPE_CHECKING:
    from capture.objects.placed_objects import PlacedObject

SURE = 1.959964
"""Standard deviations on either side that hold 95 of 100."""

SHOWN = 12
"""Tags that are listed for a person."""


MOST_STRAYS = 6
"""Tags left out in single photos that are listed for a person."""

ODD_PLACE = "was it bent, moved, half hidden, or is it on the table twice?"


def document(found: WholeScan) -> dict[str, object]:
    """The scan as JSON has it."""
    scanned = found.scanned
    survey = scanned.survey
    diagonal = np.sqrt(np.clip(np.diag(survey.covariance), 0.0, None))
    tags = [
        {
            "id": number,
            "position": list(pose.position),
            "sigma": diagonal[survey.tag_slot(i)][:3].tolist(),
            "side_mm": side * scanned.adjusted.print_scale * MM_PER_INCH,
        }
        for i, (number, pose, side) in enumerate(zip(survey.ids, survey.tags, survey.sides.tolist(), strict=True))
    ]
    return {
        "photos_used": len(scanned.photo_tags),
        "photos_rejected": [{"photo": name, "why": why} for name, why in scanned.rejected],
        "tags": tags,
        "terrain_known": found.terrain_known,
        "loose_tags": [
            {"id": number, "position": list(survey.tags[survey.ids.index(number)].position)} for number in found.loose_tags
        ],
        "table": {"size": survey.size.tolist(), "sigma": list(size_sigma(survey)), "marked": list(survey.marked)},
        "terrain": [_piece(found, each) for each in found.pieces] + [_by_look(found, each) for each in found.by_look],
        "figures": [_figure(found, figure) for figure in found.figures],
        "points": [
            {"id": thing.id, "position": list(thing.pose.position), "sigma": thing_sigma(found, thing).tolist()}
            for thing in found.points
        ],
        "distances": distances(found),
        "rms_px": scanned.adjusted.rms,
        "camera": {
            "camera_matrix": survey.lens.matrix.tolist(),
            "distortion": list(survey.lens.distortion),
            "image_size": list(survey.lens.size),
        },
        "left_out": [{"photo": photo, "tag": tag} for photo, tag, _ in scanned.strays],
        "notes": list(found.notes),
        "advice": list(found.advice),
    }


def distances(found: WholeScan) -> list[dict[str, object]]:
    """Between the middles of all tags, with 95 % limits, inches."""
    survey = found.scanned.survey
    listed = []
    for one, other in combinations(range(len(survey.ids)), 2):
        apart = float(np.linalg.norm(np.subtract(survey.tags[one].position, survey.tags[other].position)))
        margin = SURE * distance_sigma(survey, one, other)
        ends: dict[str, object] = {"a": survey.ids[one], "b": survey.ids[other]}
        listed.append(ends | {"inches": apart, "low": max(apart - margin, 0.0), "high": apart + margin})
    return listed


def _piece(found: WholeScan, piece: PlacedPiece) -> dict[str, object]:
    return {**_standing(found, piece.thing), "tags": list(piece.tags), "left_out": list(piece.left_out)}


def _by_look(found: WholeScan, piece: PieceByLook) -> dict[str, object]:
    """A piece that was found by its look, which has no tags, with the errors of its size."""
    known = {"points": piece.points, "of": piece.expected, "photos": list(piece.photos)}
    size = thing_sigma(found, piece.thing)[6:].tolist()
    return {**_standing(found, piece.thing), "size_sigma": size, "tags": [], "left_out": [], "look": known}


def _standing(found: WholeScan, thing: "PlacedObject") -> dict[str, object]:
    sigma, matrix = thing_sigma(found, thing), thing.pose.matrix
    return {
        "id": thing.id,
        "position": list(thing.pose.position),
        "turn": float(np.degrees(np.arctan2(matrix[1, 0], matrix[0, 0]))),
        "rotation": list(thing.pose.rotation),
        "sigma": sigma[:3].tolist(),
        "turn_sigma": float(np.degrees(sigma[5])),
    }


def _figure(found: WholeScan, figure: PlacedFigure) -> dict[str, object]:
    sigma = thing_sigma(found, figure.thing)
    turn = float(np.degrees(sigma[5]))
    return {
        "id": figure.entry.id,
        "position": list(figure.thing.pose.position),
        "base_mm": figure.entry.base_mm,
        "facing": figure.entry.facing if turn < UNKNOWN_TURN else None,
        "sigma": sigma[:3].tolist(),
        "facing_sigma": turn if turn < UNKNOWN_TURN else None,
        "tag": figure.tag,
    }


def thing_sigma(found: WholeScan, thing: "PlacedObject") -> FloatArray:
    """Standard deviations of an object's parameters: inches, then radians."""
    survey = found.scanned.survey
    return np.asarray(np.sqrt(np.clip(np.diag(thing.slopes @ survey.covariance @ thing.slopes.T + thing.own), 0.0, None)))


def words(found: WholeScan) -> list[str]:
    """The scan for a person, a line each."""
    scanned = found.scanned
    survey = scanned.survey
    width, depth = survey.size.tolist()
    across, along = (SURE * each for each in size_sigma(survey))
    count = len(scanned.photo_tags)
    many = "s" if count > 1 else ""
    sure = f'95 %: {across:.2f}" and {along:.2f}" either way'
    of = f"{count} photo{many}, {len(survey.ids)} tags, {scanned.adjusted.rms:.2f} px rms"
    lines = [f'table of {width:.2f}" x {depth:.2f}" ({sure}) from {of}']
    lines += [f'photo "{name}" does not count: it {why}' for name, why in scanned.rejected]
    diagonal = np.sqrt(np.clip(np.diag(survey.covariance), 0.0, None))
    for i, (number, pose) in enumerate(zip(survey.ids[:SHOWN], survey.tags, strict=False)):
        x, y, z = pose.position
        lines.append(f"tag {number}: {_place(x, y, z, float(diagonal[survey.tag_slot(i)][:3].max()))}")
    if len(survey.ids) > SHOWN:
        lines.append(f"and {len(survey.ids) - SHOWN} tags more (--json lists all)")
    for thing in [piece.thing for piece in found.pieces] + list(found.points):
        lines.append(f"{thing.id}: {_place(*thing.pose.position, float(thing_sigma(found, thing)[:3].max()))}")
    for piece in found.by_look:
        sigma = thing_sigma(found, piece.thing)
        place = _place(*piece.thing.pose.position, float(sigma[:3].max()))
        turn = SURE * float(np.degrees(sigma[5]))
        lines.append(
            f"{piece.thing.id}: known by its look in {len(piece.photos)} photos, at {place}, turned within {turn:.1f} degrees"
        )
    for figure in found.figures:
        place = _place(*figure.thing.pose.position, float(thing_sigma(found, figure.thing)[:3].max()))
        lines.append(f"{figure.entry.id}: base of {figure.entry.base_mm:g} mm at {place}")
    lines += [f"note: {note}" for note in (*_left_out(scanned.strays), *found.notes)]
    lines += [f"better: {line}" for line in found.advice]
    return lines


def _left_out(strays: Sequence[tuple[str, int, float]]) -> list[str]:
    """What is told of tags that do not count in single photos, a line for each tag."""
    photos: dict[int, list[str]] = {}
    for photo, tag, _ in strays:
        photos.setdefault(tag, []).append(f'"{photo}"')
    found = [
        f"tag {tag} does not count in {', '.join(names)}, where it is not in its place; {ODD_PLACE}"
        for tag, names in sorted(photos.items())
    ]
    more = len(found) - MOST_STRAYS
    return found if more <= 0 else [*found[:MOST_STRAYS], f"so it is with {more} tags more (--json lists all as left_out)"]


def _place(x: float, y: float, z: float, sigma: float) -> str:
    x, y, z = (round(value, 2) + 0.0 for value in (x, y, z))
    return f'{x:.2f}, {y:.2f}, {z:.2f} (either way {SURE * sigma:.3f}")'
