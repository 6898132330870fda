"""What the tests of falls share. Bases have half an inch of radius; decks are boxes, so all is known."""

from assets.kit import piece as kit_piece
from rules.body_limits import LIMITS
from scene.geometry.rigid_transform import RigidTransform
from scene.hazards.fall_landing import Fall, Faller, fall_from
from scene.table.table import MM_PER_INCH, Figure, Piece, Table
from scene.walkable.floor_edges import Edge, Stand, edges_near, stand_of
from tests.plain_scenes import block, table

R = 0.5
AT_RISK = 0.5
"""Inches from an edge: whoever is nearer may fall."""
FALLER = Faller(AT_RISK, LIMITS, radius=R)
HALF_INCH = MM_PER_INCH
"""Millimetres: a base of half an inch radius."""
DECK = block("deck", (10, 10, 5.8), (20, 20, 6))
EXACT = 1e-3
"""Inches: discs are polygons of many corners."""


def fall(board: Table, *point: float, toward: tuple[float, float] | None = None, faller: Faller = FALLER) -> Fall:
    """The fall from a point."""
    x, y, z = point
    return fall_from(board, (x, y, z), faller, toward=toward)


def nearest_edge(board: Table, stand: Stand, *, within: float, toward: tuple[float, float] | None = None) -> Edge | None:
    """The nearest edge that somebody could go over."""
    return next(edges_near(board, stand, within=within, toward=toward), None)


def at_risk(board: Table, who: Figure) -> Edge | None:
    """The edge that a figure is at risk of falling over."""
    return nearest_edge(board, stand_of(who, LIMITS), within=AT_RISK)


def stairs_of(*levels: tuple[float, float]) -> Table:
    """Decks on y = 10..20, each from x = 10 to so far, and so high."""
    return table(*(block(f"deck {z:g}", (10, 10, z - 0.2), (x, 20, z)) for x, z in levels))


def of_kit(name: str, x: float, y: float, turn: float = 0.0, **parameters: float) -> Piece:
    """A piece of the kit."""
    shape, kind = kit_piece(name, parameters)
    return Piece(name, shape, RigidTransform.turned((x, y, 0.0), turn), kind=kind)
