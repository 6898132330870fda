"""Shapes of flat faces that are clicked by their corners: boxes and walls, platforms, ramps and ladders."""

from collections.abc import Mapping, Sequence

import numpy as np

from capture.clicking.shape_frame import ClickShape, placed, turn_of
from scene.geometry.mesh import FloatArray, IntArray, Mesh
from scene.table.table import MM_PER_INCH

LEG = 8.0 / MM_PER_INCH
"""Inches: how thick the legs of a platform are taken to be."""
RAIL = 3.0 / MM_PER_INCH
"""Inches: how thick the rails and rungs of a ladder are taken to be."""
RUNG = 0.45
"""Inches between the rungs of a ladder."""

_FOLD = np.array([[0, 1, 2], [0, 2, 3], [4, 6, 5], [4, 7, 6], [0, 4, 5], [0, 5, 1], [1, 5, 6], [1, 6, 2], [2, 6, 7], [2, 7, 3],
                  [3, 7, 4], [3, 4, 0]])  # fmt: skip
"""Faces of a block whose lower corners 0 to 3 go round clockwise seen from above, the upper ones 4 to 7 likewise."""
_ROUND = ((-0.5, -0.5), (-0.5, 0.5), (0.5, 0.5), (0.5, -0.5))


def _block(low: Sequence[float], high: Sequence[float]) -> FloatArray:
    """(8, 3) the corners of a block in its own frame, in the order of `_FOLD`."""
    middle, size = (np.array(low) + np.array(high)) / 2.0, np.array(high, dtype=np.float64) - np.array(low)
    return np.asarray(np.array([[x, y, z] for z in (-0.5, 0.5) for x, y in _ROUND]) * size + middle)


def _blocks(numbers: FloatArray, blocks: Sequence[FloatArray]) -> Mesh:
    """The mesh of several blocks of the own frame."""
    faces = np.concatenate([_FOLD + 8 * index for index in range(len(blocks))])
    return Mesh.of(placed(numbers, np.concatenate(blocks)), faces)


def _turned_start(one: FloatArray, two: FloatArray, three: FloatArray) -> tuple[float, float, float, FloatArray]:
    """Turn, width and signed depth in plan of two edges that follow each other, and the middle (3,) of the rectangle."""
    along, across = two - one, three - two
    turn = float(np.arctan2(along[1], along[0]))
    width = float(np.hypot(along[0], along[1]))
    depth = float(np.cos(turn) * across[1] - np.sin(turn) * across[0])
    return turn, max(width, 1e-3), depth if abs(depth) > 1e-3 else 1e-3, (one + three) / 2.0


# Boxes, walls and platforms: x, y, z, turn, two leans, width, depth, height; of platforms how thick the deck is as well.
# The depth is negative where the corners go round clockwise.

_TOPS = np.array([[-0.5, -0.5, 1.0], [0.5, -0.5, 1.0], [0.5, 0.5, 1.0], [-0.5, 0.5, 1.0]])
_BOX = np.concatenate([_TOPS, _TOPS * [1.0, 1.0, 0.0]])


def _box_start(places: Mapping[int, FloatArray]) -> FloatArray:
    turn, width, depth, middle = _turned_start(places[0], places[1], places[2])
    feet = [places[corner][2] for corner in range(4, 8) if corner in places]
    foot = float(np.mean(feet)) if feet else 0.0
    top = float(np.mean([places[corner][2] for corner in range(3)]))
    return np.array([middle[0], middle[1], foot, turn, 0.0, 0.0, width, depth, max(top - foot, 1e-3)])


def _box_corners(numbers: FloatArray, corners: IntArray, _eyes: FloatArray) -> FloatArray:
    return placed(numbers, _BOX[corners] * numbers[6:9])


def _box_solid(numbers: FloatArray) -> Mesh:
    width, depth, height = np.abs(numbers[6:9]).tolist()
    return _blocks(numbers, [_block((-width / 2, -depth / 2, 0.0), (width / 2, depth / 2, height))])


def _deck_start(places: Mapping[int, FloatArray]) -> FloatArray:
    box = _box_start({corner: place for corner, place in places.items() if corner < 3})
    return np.append(box, max(float(places[2][2] - places[3][2]), 1e-3))


def _deck_corners(numbers: FloatArray, corners: IntArray, _eyes: FloatArray) -> FloatArray:
    under = np.array([0.5, 0.5, 1.0])
    own = np.concatenate([_TOPS[:3], under[None], _TOPS[3:], _TOPS * [1.0, 1.0, 0.0]])[corners] * numbers[6:9]
    own[corners == 3, 2] -= numbers[9]
    return placed(numbers, own)


def _deck_solid(numbers: FloatArray) -> Mesh:
    width, depth, height = np.abs(numbers[6:9]).tolist()
    under = max(height - abs(float(numbers[9])), 1e-3)
    x, y = width / 2.0, depth / 2.0
    leg = min(LEG, x, y)
    legs = [
        _block(
            (min(a * x, a * (x - leg)), min(b * y, b * (y - leg)), 0.0),
            (max(a * x, a * (x - leg)), max(b * y, b * (y - leg)), under),
        )
        for a, b in _SIGNS
    ]
    return _blocks(numbers, [_block((-x, -y, under), (x, y, height)), *legs])


_SIGNS = ((-1, -1), (-1, 1), (1, 1), (1, -1))

# Ramps: the same numbers; width is along the low edge, depth towards the high one.

_RAMP = np.array([[-0.5, -0.5, 0.0], [0.5, -0.5, 0.0], [0.5, 0.5, 1.0], [-0.5, 0.5, 1.0], [0.5, 0.5, 0.0], [-0.5, 0.5, 0.0]])
_WEDGE = np.array([[0, 1, 2], [0, 2, 3], [0, 5, 4], [0, 4, 1], [1, 4, 2], [0, 3, 5], [2, 4, 5], [2, 5, 3]])


def _ramp_start(places: Mapping[int, FloatArray]) -> FloatArray:
    turn, width, depth, middle = _turned_start(places[0], places[1], places[2])
    foot = float((places[0][2] + places[1][2]) / 2.0)
    return np.array([middle[0], middle[1], foot, turn, 0.0, 0.0, width, depth, max(float(places[2][2]) - foot, 1e-3)])


def _ramp_corners(numbers: FloatArray, corners: IntArray, _eyes: FloatArray) -> FloatArray:
    return placed(numbers, _RAMP[corners] * numbers[6:9])


def _ramp_solid(numbers: FloatArray) -> Mesh:
    faces = _WEDGE if numbers[7] > 0.0 else _WEDGE[:, ::-1]
    return Mesh.of(placed(numbers, _RAMP * numbers[6:9]), faces)


# Ladders: x, y, z, turn, lean, roll, width, length of the rails; z of the own frame runs along the rails.

_LADDER = np.array([[-0.5, 0.0, 0.0], [0.5, 0.0, 0.0], [0.5, 0.0, 1.0], [-0.5, 0.0, 1.0]])


def _ladder_start(places: Mapping[int, FloatArray]) -> FloatArray:
    one, two, top = places[0], places[1], places[2]
    along = two - one
    turn = float(np.arctan2(along[1], along[0]))
    up = top - two
    # The lean about its own x takes z towards minus y.
    back = float(np.cos(turn) * up[1] - np.sin(turn) * up[0])
    lean = float(np.arctan2(-back, up[2]))
    middle = (one + two) / 2.0
    return np.array([*middle, turn, lean, 0.0, max(float(np.linalg.norm(along)), 1e-3), max(float(np.linalg.norm(up)), 1e-3)])


def _ladder_corners(numbers: FloatArray, corners: IntArray, _eyes: FloatArray) -> FloatArray:
    return placed(numbers, _LADDER[corners] * [numbers[6], 1.0, numbers[7]])


def _ladder_solid(numbers: FloatArray) -> Mesh:
    width, length = np.abs(numbers[6:8]).tolist()
    x, half = width / 2.0, RAIL / 2.0
    rails = [_block((a, -half, 0.0), (b, half, length)) for a, b in ((-x, -x + RAIL), (x - RAIL, x))]
    count = max(round(length / RUNG) - 1, 1)
    heights = length * (np.arange(count) + 1.0) / (count + 1.0)
    rungs = [_block((-x + RAIL, -half, z - half), (x - RAIL, half, z + half)) for z in heights.tolist()]
    return _blocks(numbers, [*rails, *rungs])


_UPPER = ("a corner of its top", "the next corner along an edge of the top", "the next one round the top")
_MORE = (
    "the fourth corner of the top",
    "the foot below the first",
    "the foot below the second",
    "the foot below the third",
    "the foot below the fourth",
)

BOX = ClickShape(
    "box", "structure", (*_UPPER, *_MORE), 3, (4, 5, 6, 7), _box_start, _box_corners, _box_solid, turn_of,
    level=(4, 5), lengths=(6, 8),
)  # fmt: skip
WALL = ClickShape(
    "wall",
    "wall",
    ("one end of its top", "the other end, along the same edge", "the other edge of the top at that end", *_MORE),
    3, (4, 5, 6, 7), _box_start, _box_corners, _box_solid, turn_of, level=(4, 5), lengths=(6, 8),
)  # fmt: skip
RAMP = ClickShape(
    "ramp",
    "stairs",
    (
        "one end of its low edge",
        "the other end of the low edge",
        "the end of the high edge on that side",
        "the other end of the high edge",
    ),
    3, (0, 1), _ramp_start, _ramp_corners, _ramp_solid, turn_of, level=(4, 5), lengths=(6, 8),
)  # fmt: skip
PLATFORM = ClickShape(
    "platform",
    "structure",
    (*_UPPER, "the underside of the deck below the third", *_MORE),
    4, (5, 6, 7, 8), _deck_start, _deck_corners, _deck_solid, turn_of, level=(4, 5), lengths=(6, 8, 9),
    assumed=f"its legs are taken to be {LEG * MM_PER_INCH:g} mm thick",
)  # fmt: skip
LADDER = ClickShape(
    "ladder",
    "ladder",
    ("the foot of one rail", "the foot of the other rail", "the top of that one", "the top of the first"),
    3, (), _ladder_start, _ladder_corners, _ladder_solid, turn_of, lengths=(6, 7), rests=False,
    assumed=f"its rails and rungs are taken to be {RAIL * MM_PER_INCH:g} mm thick, and its rungs to be where they usually are",
)  # fmt: skip
