"""The answer about an imported mesh, as JSON and in words."""

import shlex
from dataclasses import dataclass

from capture.registration.mesh_registration import Outcome
from scene.base.messages import plain
from scene.table.scan_measurements import RESERVATION, Scan
from scene.table.table import MM_PER_INCH
from sightline.files.mesh_pieces import Brought

WAYS = {
    "points": "registered by points",
    "tags": "registered by its tags",
    "ground": "levelled by its ground",
    "units": "placed as it is",
}

UNIT_MM = {"millimetres": 1.0, "centimetres": 10.0, "inches": MM_PER_INCH, "metres": 1000.0}


@dataclass(frozen=True, eq=False)
class ImportRemarks:
    """What is to be told.

    Attributes:
        table: the table's file.
        piece: the id of the piece.
        outcome: how it was registered.
        brought: what was written.
    """

    table: str
    piece: str
    outcome: Outcome
    brought: Brought


def document(told: ImportRemarks) -> dict[str, object]:
    """The answer as JSON has it. Lengths are inches, but for names that end in ``_mm``; angles are degrees."""
    outcome, scan, registration = told.outcome, told.brought.scan, told.outcome.registration
    found: dict[str, object] = {
        "table": told.table,
        "piece": told.piece,
        "mesh": told.brought.entry.mesh,
        "triangles": told.brought.triangles,
        "position": list(told.brought.entry.position),
        "box": told.brought.box.tolist(),
        "size": list(told.brought.size),
        "by": outcome.by,
        "scale": outcome.scale * MM_PER_INCH,
        "points": [{"name": name, "residual_mm": miss * MM_PER_INCH} for name, miss in outcome.points],
        "rms_mm": None if outcome.rms is None else outcome.rms * MM_PER_INCH,
        "tags": list(outcome.tags),
        "terrain_known": scan.terrain_known if scan else None,
        "levelled": None,
        "sigma": None,
        "warnings": list(outcome.warnings),
        "notes": [*(registration.notes if registration else ()), *told.brought.notes],
    }
    if (ground := outcome.ground) is not None:
        flatness = ground.flatness * outcome.scale * MM_PER_INCH
        sides = (ground.size * outcome.scale).tolist()
        found["levelled"] = {
            "flatness_mm": flatness,
            "share": ground.share,
            "rectangle": sides if ground.is_rectangle else None,
            "filled": ground.filled,
        }
    if registration is not None and scan is not None:
        position, turn = _sigmas(scan, told.piece)
        scale = float(registration.covariance[6, 6]) ** 0.5
        found["sigma"] = {"position_mm": position, "turn": turn, "scale": scale}
    return found


def in_words(told: ImportRemarks) -> list[str]:
    """The answer for a person, a line each."""
    outcome, scan, registration = told.outcome, told.brought.scan, told.outcome.registration
    sides = " x ".join(plain(side, 4) for side in told.brought.size)
    lines = [f"{told.table}: {sides} inches, with {told.piece} of {told.brought.triangles:,} triangles, {WAYS[outcome.by]}"]
    lines += [_placed_words(told), _units_words(told)]
    if outcome.points:
        assert outcome.rms is not None
        missed = ", ".join(f"{name} {_mm(miss)}" for name, miss in outcome.points)
        lines.append(f"misses: {missed}; root mean square {_mm(outcome.rms)}")
    if outcome.tags:
        lines.append(f"tags: {', '.join(map(str, outcome.tags))}")
    if (ground := outcome.ground) is not None:
        flatness = _mm(ground.flatness * outcome.scale)
        found = " x ".join(plain(side, 4) for side in (ground.size * outcome.scale).tolist())
        shape = f"a rectangle of {found} inches" if ground.is_rectangle else "no rectangle"
        lines.append(f"its ground is flat to {flatness} (standard deviation) and {shape}")
    if registration is not None and scan is not None:
        position, turn = _sigmas(scan, told.piece)
        where = f"its place is known to {max(position):.1f} mm and its turn to {max(turn):.2f} degrees"
        scale = 100.0 * float(registration.covariance[6, 6]) ** 0.5
        lines.append(f"{where}, the scale to {scale:.2f} % (standard deviations)")
        lines += list(registration.notes)
    if scan is not None and scan.terrain_known == "pieces":
        lines.append(f"{RESERVATION} (if there is none, give --nothing-else)")
    table = shlex.quote(told.table)
    steps = f"next: sightline play {table} to look at it; sightline place {table} --figure human --at X Y puts a figure on it"
    return [*lines, *told.brought.notes, steps]


def _units_words(told: ImportRemarks) -> str:
    """How long the mesh's 1 is, as it was understood."""
    mm = told.outcome.scale * MM_PER_INCH
    unit = next((name for name, length in UNIT_MM.items() if abs(mm - length) < 1e-6 * length), None)
    return f"its numbers are {unit}: 1 is {plain(mm, 5)} mm" if unit else f"1 of the file's units is {plain(mm, 5)} mm"


def _placed_words(told: ImportRemarks) -> str:
    """How large the piece is as it stands, and where."""
    low, high = told.brought.box
    x, y, z = high - low
    here = ", ".join(plain(value, 4) for value in told.brought.entry.position)
    return (
        f"{told.piece} is {plain(x, 3)} x {plain(y, 3)} inches and {plain(z, 3)} high; the middle of its underside is at {here}"
    )


def _sigmas(scan: Scan, piece: str) -> tuple[list[float], list[float]]:
    """Standard deviations of a piece: millimetres along x, y, z; degrees about them."""
    names = [(thing.of, thing.id) for thing in scan.things]
    sigma = scan.sigmas[names.index(("piece", piece))].tolist()
    return [value * MM_PER_INCH for value in sigma[:3]], sigma[3:]


def _mm(inches: float) -> str:
    return f"{inches * MM_PER_INCH:.2f} mm"
