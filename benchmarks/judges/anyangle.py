"""Ways on the polygon map "arena-merged" against 160 exact lengths of the Polyanya project, on one level and on two.

What is free on the map is ground, everything else walls that nobody climbs; on two levels the same walls stand once more on a
floor above, and each place is on the level that its height says. A thin walker goes where the map's are points without width,
so a way may be longer by what his radius adds at corners and by what start and goal, in the corners of walls, move.
"""

import argparse
import json
import sys
import time
from dataclasses import dataclass, replace
from math import dist, pi
from pathlib import Path

import manifold3d
import numpy as np
import shapely

from assets.mesh_library import LIBRARY
from benchmarks.scenes import console
from rules.movement.path_rules import NoPath, agent_of, find_path
from rules.systems import registry
from scene.geometry.mesh import Mesh, Point
from scene.geometry.rigid_transform import RigidTransform
from scene.navmesh.navmesh import navmesh_of
from scene.pathfinding.region_lookup import nearest_on_navmesh
from scene.table.table import MM_PER_INCH, Figure, Piece, Table, Terrain

FOLDER = Path(__file__).with_name("anyangle")
UNIT = 4.0
"""Inches for a unit of the map."""
HIGH = 60.0
"""Inches; walls so high are not climbed."""
FLOOR = 0.5
"""Inches that the upper floor is thick."""
RADIUS = 0.1
"""Inches of the walker's base, the thinnest there is."""
SAME = 0.001
"""By what part a way may be off beside that, for the roundness of corners and the six digits of the lengths."""


@dataclass(frozen=True)
class Case:
    """Where from and where to on the map, in its units, and how long the shortest way is."""

    start: tuple[float, float]
    goal: tuple[float, float]
    length: float


def cases() -> list[Case]:
    """The 160 cases."""
    rows = json.loads((FOLDER / "cases.json").read_text("utf-8"))
    return [Case((a, b), (c, d), length) for a, b, c, d, length in rows]


def free() -> shapely.Polygon:
    """What is free on the map, in its units: the union of its polygons."""
    lines = (FOLDER / "arena-merged.mesh").read_text("utf-8").split("\n")
    points, polygons = map(int, lines[2].split())
    xy = np.array([line.split()[:2] for line in lines[3 : 3 + points]], dtype=np.float64)
    rows = ([int(word) for word in line.split()] for line in lines[3 + points : 3 + points + polygons])
    return shapely.union_all([shapely.Polygon(xy[row[1 : 1 + row[0]]]) for row in rows])


def upright(area: shapely.Geometry, low: float, high: float) -> Mesh:
    """What stands on an area of the map, from a height to another, inches."""
    parts = [part for part in shapely.get_parts(area) if isinstance(part, shapely.Polygon)]
    rings = [UNIT * np.asarray(ring.coords)[:-1] for part in parts for ring in (part.exterior, *part.interiors)]
    cross = manifold3d.CrossSection(rings, manifold3d.FillRule.EvenOdd)
    made = manifold3d.Manifold.extrude(cross, high - low).to_mesh()
    return Mesh.of(np.asarray(made.vert_properties, dtype=np.float64)[:, :3] + [0.0, 0.0, low], np.asarray(made.tri_verts))


def arena(levels: int) -> Table:
    """The map as a table, once or twice one above the other."""
    ground = free()
    _, _, wide, deep = ground.bounds
    whole = shapely.box(0.0, 0.0, wide + 1.0, deep + 1.0)
    walls, pieces = whole.difference(ground), []
    for level in range(levels):
        low = level * (HIGH + FLOOR)
        pieces.append(Piece(f"walls {level + 1}", upright(walls, low, low + HIGH), RigidTransform(), "wall"))
        if level:
            pieces.append(Piece(f"floor {level + 1}", upright(whole, low - FLOOR, low), RigidTransform()))
    return Table((UNIT * (wide + 1.0), UNIT * (deep + 1.0)), Terrain(tuple(pieces)), ())


def walker(at: Point) -> Figure:
    """Somebody on the thinnest base."""
    return Figure("walker", LIBRARY.body("human", "upright", "upright"), at, base_mm=2.0 * RADIUS * MM_PER_INCH)


def off(table: Table, case: Case, level: int) -> tuple[float, float]:
    """By what part of the exact length a way is off, and by what part it may be; infinite where no way is found."""
    z = level * (HIGH + FLOOR)
    navmesh = navmesh_of(table.terrain, table.size, agent_of(walker((0.0, 0.0, 0.0))))
    ends = [(UNIT * x, UNIT * y, z) for x, y in (case.start, case.goal)]
    places = [nearest_on_navmesh(navmesh, end) or end for end in ends]
    moved = sum(dist(place, end) for place, end in zip(places, ends, strict=True))
    figure = walker(places[0])
    way = find_path(replace(table, figures=(figure,)), figure, places[1], rules=registry.system(registry.DEFAULT).movement)
    exact = UNIT * case.length
    return np.inf if isinstance(way, NoPath) else way.length / exact - 1.0, (moved + 2.0 * pi * RADIUS) / exact + SAME


def main(args: list[str]) -> None:
    """Print how far ways are off on one level, and on both of two; the exit status is 1 if one is too far off."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--short", action="store_true", help="every eighth case")
    given = parser.parse_args(args)
    asked, out, wrong = cases()[:: 8 if given.short else 1], console(), 0
    for levels in (1, 2):
        table = arena(levels)
        for level in range(levels):
            start = time.process_time()
            error, allowed = np.array([off(table, case, level) for case in asked]).T
            seconds = time.process_time() - start
            found = error[np.isfinite(error)]
            beyond = int((np.abs(error) > allowed).sum())
            wrong += beyond
            out.print(
                f"{levels} level{'s' * (levels > 1)}, on level {level + 1}: {len(found)} of {len(asked)} ways found, off by "
                f"{found.mean():+.3%} on average, {found.min():+.3%} to {found.max():+.3%}; {beyond} farther off than a base "
                f"of {RADIUS} inches explains; {seconds:.1f} s of processor time"
            )
    raise SystemExit(wrong > 0)


if __name__ == "__main__":
    main(sys.argv[1:])
