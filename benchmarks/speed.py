"""Processor time and memory on a table of more than a million triangles, beside bare embreex with the same rays."""

import os
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any
from unittest.mock import patch

import numpy as np
from embreex.mesh_construction import TriangleMesh
from embreex.rtcore_scene import EmbreeScene
from rich.table import Table as Rows

from assets.tables import path
from benchmarks.scenes import arguments, bodies, console, terrain
from rules.movement.path_rules import agent_of
from rules.sight.seen_from import seen_from, standing_places
from rules.sight.sight_rulings import sight_rulings
from rules.sight.verdict import SightQuestion
from rules.systems import registry
from scene.base.memo import memoized
from scene.geometry import ray_casting
from scene.geometry.mesh import FloatArray
from scene.geometry.packet_rays import PacketRayEngine
from scene.geometry.ray_casting import RayScene
from scene.geometry.rigid_transform import RigidTransform
from scene.navmesh.navmesh import navmesh_of
from scene.table.table import Figure, Piece, Table, Terrain
from sightline.answers.field_answer import viewer_of
from sightline.api.sight_questions import DRAWS_OF_MANY, settled

TRIANGLES = 1_000_000
SIZE = (48.0, 36.0)


def big_table(folder: Path | None, *, figures: int, seed: int = 0) -> Table:
    """Copies of the pieces all over a table until there are enough triangles, and figures among them."""
    rng = np.random.default_rng(seed)
    pieces: list[Piece] = []
    count = 0
    while count < TRIANGLES:
        for shape in terrain(folder):
            pose = RigidTransform.turned((*rng.uniform((0, 0), SIZE), 0.0), rng.uniform(0, 360))
            pieces.append(Piece(f"piece {len(pieces)}", shape, pose))
            count += len(shape.faces)
    # More copies than a table has room for would hide everything, so they are sunk until a table's worth sticks out.
    sunk = [i for i in range(len(pieces)) if i >= 30]
    for i in sunk:
        x, y, _ = pieces[i].pose.position
        depth = float(pieces[i].shape.bounds[1, 2]) - 0.15
        pieces[i] = Piece(pieces[i].id, pieces[i].shape, RigidTransform((x, y, -depth), pieces[i].pose.rotation))
    places = rng.uniform([1, 1], np.array(SIZE) - 1, (figures, 2))
    heights = rng.choice([0.0, 0.0, 3.0, 5.0], figures)
    people = [
        Figure(f"figure {i}", bodies()[i % 3], (float(x), float(y), float(z)), facing=float(rng.uniform(0, 360)))
        for i, ((x, y), z) in enumerate(zip(places, heights, strict=True))
    ]
    return Table(SIZE, Terrain(tuple(pieces)), tuple(people))


Call = tuple[Any, Any, Any, Any, dict[str, object]]
"""An Embree scene, starts, directions, limits or None, and the kind of query."""


def recorded(work: Callable[[], object]) -> list[Call]:
    """Every call of Embree that ``work`` makes, with its rays."""
    calls: list[Call] = []
    run = RayScene._run  # noqa: SLF001 - the one place through which all rays go

    def record(scene: RayScene, starts: Any, directions: Any, reach: Any, query: dict[str, object]) -> Any:  # noqa: ANN401
        limits = None if reach is None else np.array(reach, dtype=np.float32)
        engine = scene._scene  # noqa: SLF001
        bare_scene = embreex_scene(engine) if isinstance(engine, PacketRayEngine) else engine
        calls.append((bare_scene, starts, np.ascontiguousarray(directions, dtype=np.float32), limits, query))
        return run(scene, starts, directions, reach, query)

    # What is compiled passes it by, so its rays are cast as they are without a compiler this time.
    with patch.object(RayScene, "_run", record), patch.object(RayScene, "packets", None):
        work()
    return calls


@memoized
def embreex_scene(engine: PacketRayEngine) -> EmbreeScene:
    """The same triangles in a scene of embreex's own."""
    scene = EmbreeScene(ray_casting._device())  # noqa: SLF001 - one device for all
    for corners, faces in zip(engine._kept[::2], engine._kept[1::2], strict=True):  # noqa: SLF001 - to have the very same
        TriangleMesh(scene, corners[:-1], faces.astype(np.int32))
    return scene


def bare(calls: Sequence[Call]) -> float:
    """Seconds that embreex alone takes for the very same rays."""
    limits = [None if call[3] is None else call[3].copy() for call in calls]
    for scene in {call[0] for call in calls}:
        scene.run(np.zeros((1, 3), np.float32), np.ones((1, 3), np.float32))  # which builds its tree
    start = time.process_time()
    for (scene, starts, directions, _, query), dists in zip(calls, limits, strict=True):
        scene.run(starts, directions, dists=dists, **query)
    return time.process_time() - start


def single(table: Table, count: int) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Seconds of ours and of bare embreex, and rays, all (count,), for one ruling each: share, cover, and line of sight."""
    rng = np.random.default_rng(3)
    rows = []
    for _ in range(count):
        i, j = rng.choice(len(table.figures), 2, replace=False)
        question = [SightQuestion(table.figures[i], table.figures[j])]
        start = time.process_time()
        sight_rulings(table, question, rules=registry.system("main-rulebook").sight)
        seconds = time.process_time() - start
        calls = recorded(lambda asked=question: sight_rulings(table, asked, rules=registry.system("main-rulebook").sight))  # type: ignore[misc]
        rows.append((seconds, bare(calls), sum(len(call[1]) for call in calls)))
    ours, theirs, rays = np.array(rows).T
    return ours, theirs, rays


def all_pairs(table: Table) -> tuple[float, float]:
    """Seconds for the verdicts of ten against ten, both ways, and with their sensitivity, as `los --all` has them."""
    red, blue = table.figures[:10], table.figures[10:20]
    questions = [SightQuestion(a, b) for a in red for b in blue] + [SightQuestion(b, a) for a in red for b in blue]
    seconds = []
    for tolerance_mm in (0.0, 2.0):
        start = time.process_time()
        settled(table, questions, registry.system("main-rulebook").sight, tolerance_mm=tolerance_mm, seed=0)
        seconds.append(time.process_time() - start)
    return seconds[0], seconds[1]


def field(table: Table, step: float) -> tuple[int, float]:
    """How many places a field of one figure has, and seconds for all of them once the navmesh is known."""
    target = table.figures[0]
    viewer = viewer_of(target)
    navmesh = navmesh_of(table.terrain, table.size, agent_of(viewer))
    start = time.process_time()
    places = standing_places(navmesh, table.size, step=step)
    list(seen_from(table, viewer, target, places, rules=registry.system("main-rulebook").sight))
    return len(places), time.process_time() - start


def whole_process() -> float:
    """Seconds of processor time of `sightline los` on the bundled table, the median of five runs."""
    words = ["los", str(path("disputed-shot")), "jelena", "kruger", "--json"]
    seconds = []
    for _ in range(5):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([sys.executable, "-m", "sightline", *words], check=True, stdout=subprocess.DEVNULL)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        seconds.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return float(np.median(seconds))


def main(args: list[str]) -> None:
    """Print all of it; the work is done in a process of its own, whose memory is then known."""
    parser = arguments(__doc__)
    parser.add_argument("--child", action="store_true", help="do the work here")
    given = parser.parse_args(args)
    if not given.child:
        subprocess.run([sys.executable, "-m", "benchmarks.speed", *args, "--child"], check=True)
        return
    out = console()
    questions, step = (20, 1.5) if given.short else (100, 0.5)
    start = time.perf_counter()
    table = big_table(given.pieces, figures=20, seed=given.seed)
    sight_rulings(table, [SightQuestion(*table.figures[:2])], rules=registry.system("main-rulebook").sight)
    loading = time.perf_counter() - start
    ours, theirs, rays = single(table, questions)
    pieces = f"30 pieces standing and {len(table.terrain.pieces) - 30} sunk"
    rows = Rows(title=f"{table.terrain.triangles:,} triangles, {pieces}, {os.cpu_count()} cores")
    for column in ("what", "work", "took", "wanted"):
        rows.add_column(column, justify="left" if column == "what" else "right")
    rows.add_row("building the table, first question", "1", f"{loading:.1f} s", "")
    rows.add_row("one question, median", f"{np.median(rays):,.0f} rays", f"{1e3 * np.median(ours):.1f} ms", "15 ms")
    rows.add_row("one question, longest", f"{rays.max():,.0f} rays", f"{1e3 * ours.max():.1f} ms", "")
    rows.add_row("bare embreex, the same rays, median", "", f"{1e3 * np.median(theirs):.1f} ms", "")
    ratios = ours / theirs
    rows.add_row("ours / embreex, sum", f"{questions} questions", f"{ours.sum() / theirs.sum():.2f}", "3")
    rows.add_row("ours / embreex, median of ratios", "", f"{np.median(ratios):.2f}", "3")
    verdicts, steady = all_pairs(table)
    rows.add_row("ten against ten, both ways", "200 verdicts", f"{verdicts:.2f} s", "1 s")
    rows.add_row("and with their steadiness", f"{200 * DRAWS_OF_MANY:,} shifts", f"{steady:.2f} s", "")
    places, seconds = field(table, step)
    rows.add_row("field", f"{places:,} places", f"{seconds:.2f} s", "5 s for 6,000")
    rows.add_row("los, the whole process", "the bundled shot", f"{whole_process():.2f} s", "1.5 s")
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    rows.add_row("peak memory", "", f"{peak:,.0f} MB", "1,200 MB")
    out.print(rows)


if __name__ == "__main__":
    main(sys.argv[1:])
