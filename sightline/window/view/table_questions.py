"""The questions about the table that the window asks of scene and rules: plain functions that other threads run."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import shapely

from rules.engine.procedure_steps import Choose, chosen
from rules.errors import RulesError
from rules.movement.movement_rules import MovementRules
from rules.movement.path_rules import NoPath, Reach, agent_of, find_path, find_reach
from rules.sight.scan_sensitivity import scan_sensitivity
from rules.sight.seen_from import seen_from as rulings_from
from rules.sight.seen_from import standing_places
from rules.sight.sensitivity import Sensitivity, sensitivity
from rules.sight.shot_verdicts import settle_shots
from rules.sight.verdict import FULL_EFFORT, PROVING_EFFORT, SightQuestion, SightRules, Verdict
from rules.skirmish.moving.walk_preview import WalkPreview
from rules.skirmish.state.battle_navmesh import mover
from rules.skirmish.state.battle_sight import table_of
from rules.skirmish.state.battle_state import Battle
from rules.systems.registry import DEFAULT, system
from scene.base.errors import SceneError
from scene.geometry.mesh import Point
from scene.navmesh.navmesh import NavMesh, navmesh_of
from scene.pathfinding.path_legs import Path
from scene.pathfinding.region_lookup import nearest_on_navmesh, region_at
from scene.table.table import Figure, Table
from scene.table_io.standing_check import edge_warnings, footing_warnings, standing_faults
from sightline.answers.field_answer import viewer_of
from sightline.answers.sight_answer import TOLERANCE_MM
from sightline.session.answer_sources import read_answer
from sightline.window.battle.click_answers import place_text
from sightline.window.view.window_view import FigureSight, ProfilePicture

NEAR = 0.75
"""Inches between where people point and where somebody can stand."""
TALL = 2.5
"""Inches above a floor up to which what is pointed at is taken to stand on it."""
NOWHERE = "there is no place to stand there"
APART = 1.0
"""Inches between the places from which a figure is looked at."""

SMALL_PROFILE = (250, 140)
"""Pixels of a height profile beside the answer, at most."""

Told = Callable[[float], None]
"""Is told the share of the work done, 0 to 1."""


def sight(
    table: Table,
    question: SightQuestion,
    *,
    rules: SightRules | None = None,
    proving: bool = True,
) -> Verdict:
    """Who sees whom; the shooter may stand elsewhere than on the table.

    Args:
        table, question: what is asked.
        rules: the usual ones, where none are given.
        proving: whether "no" is proven, which may take seconds, or only searched for a line.
    """
    effort = PROVING_EFFORT if proving else FULL_EFFORT
    return settle_shots(_with(table, question.shooter), [question], rules=rules or system(DEFAULT).sight, effort=effort)[0]


def faults(table: Table) -> tuple[str, ...]:
    """What commands refuse of who stands where on a table, and what they warn of; a line each."""
    return (*standing_faults(table), *footing_warnings(table), *edge_warnings(table))


def refused(found: Sequence[str]) -> str:
    """How many faults a table has, and the first, in a line."""
    more = f" (and {len(found) - 1} more)" if len(found) > 1 else ""
    return f"of this table commands say: {found[0]}{more}"


def warm(table: Table) -> None:
    """Works out what every answer of sight needs, by giving one that nobody asked for."""
    if len(table.figures) > 1:
        sight(table, SightQuestion(*table.figures[:2]))


def steady(table: Table, verdict: Verdict) -> Sensitivity | None:
    """How a verdict fares under small shifts; on a scanned table, under the errors of the scan."""
    asked = _with(table, verdict.question.shooter)
    if asked.scan is not None:
        return scan_sensitivity(asked, [verdict], seed=0)[0]
    return sensitivity(asked, [verdict], tolerance_mm=TOLERANCE_MM, seed=0)[0]


def height_profile(table: Table, verdict: Verdict) -> ProfilePicture:
    """The line of sight of a verdict from the side."""
    # Drawing is imported only once something is asked.
    from sightline.drawing.sight.height_profile import profile_picture

    large = profile_picture(_with(table, verdict.question.shooter), verdict)
    small = large.copy()
    small.thumbnail(SMALL_PROFILE)
    return ProfilePicture(verdict, np.asarray(small), np.asarray(large))


@dataclass(frozen=True)
class Way:
    """A way that is shown before it is gone.

    Attributes:
        floors: the places that may be meant, one a floor, the likeliest first.
        path: the cheapest to one of them; why there is none.
        preview: in a battle: how far it is gone with the action; None without a path, and on a table.
        answer: in a battle: what is answered to go it.
    """

    floors: tuple[Point, ...]
    path: Path | NoPath
    preview: WalkPreview | None = None
    answer: str = ""


def way(table: Table, figure: Figure, goals: Sequence[Point], tell: Told, *, floor: int = 0) -> Way:
    """The places that somebody means who points at a figure's goal, and the cheapest way to one of them.

    Args:
        table: where.
        figure: whose way.
        goals: what may be pointed at, the likeliest first.
        tell: is told how far the ground is worked out.
        floor: which of the places the way leads to.
    """
    ready(table, figure, tell)
    places = meant(table, figure, goals)
    if not places:
        return Way((), NoPath(NOWHERE))
    try:
        return Way(places, find_path(table, figure, places[min(floor, len(places) - 1)], rules=system(DEFAULT).movement))
    except SceneError as error:
        return Way(places, NoPath(error.faults[0]))


def battle_way(battle: Battle, question: Choose, goals: Sequence[Point], tell: Told, *, floor: int = 0) -> Way:
    """The same for the fighter whom a question of a battle is about: as the battle goes it, and as far."""
    table, figure = table_of(battle), mover(battle, question.about)
    ready(table, figure, tell)
    places = meant(table, figure, goals)
    if not places:
        return Way((), NoPath(NOWHERE))
    answer = place_text(places[min(floor, len(places) - 1)])
    assert question.free is not None
    assert question.preview is not None
    try:
        found: WalkPreview | None = question.preview(question.free(answer))
    except RulesError as error:
        return Way(places, NoPath(error.faults[0]))
    return Way(places, NoPath(NOWHERE)) if found is None else Way(places, found.path, found, answer)


def way_of_answer(battle: Battle, question: Choose, answer: str, place: Point, tell: Told) -> Way:
    """The way that an answer leads; no preview where none belongs to it, or it is no answer.

    Where there is no way, its path says why, and its answer is empty; it leads to a place then that is shown for it.
    """
    ready(table_of(battle), mover(battle, question.about), tell)
    assert question.preview is not None
    try:
        found: WalkPreview | NoPath | None = question.preview(chosen(question, str(read_answer(question, answer))))
    except RulesError:
        found = None
    if isinstance(found, NoPath):
        return Way((place,), found)
    if found is None:
        return Way((place,), NoPath(NOWHERE), None, answer)
    return Way((found.path.legs[-1].end if found.path.legs else place,), found.path, found, answer)


def meant(table: Table, figure: Figure, goals: Sequence[Point]) -> tuple[Point, ...]:
    """The places to stand that are meant by some goals: the nearest to each, if it is not far.

    Where none is near, what was pointed at may stand on a floor, as a rail or somebody else does: then the nearest to its foot.
    """
    navmesh = navmesh_of(table.terrain, table.size, agent_of(figure))
    found: dict[Point, None] = {}
    for goal in goals:
        near = goal if region_at(navmesh, goal) is not None else nearest_on_navmesh(navmesh, goal)
        if near is not None and np.linalg.norm(np.subtract(near, goal)) <= NEAR:
            found[near] = None
    return tuple(found) or tuple(_at_the_foot(navmesh, goals[0]))


def _at_the_foot(navmesh: NavMesh, place: Point) -> Iterator[Point]:
    """The nearest place to stand beside what stands on a floor and is pointed at; none where there is none near."""
    x, y, z = place
    far = NEAR + navmesh.agent.radius
    point = shapely.Point(x, y)
    below = z - navmesh.heights_at(np.array([x, y]))
    near_by = np.flatnonzero((below >= -NEAR) & (below <= TALL)).tolist()
    heights = [z - float(below[number]) for number in near_by if navmesh.regions[number].polygon.distance(point) <= far]
    if heights:
        # The floor that is nearest below.
        near = nearest_on_navmesh(navmesh, (x, y, max(heights)))
        if near is not None and np.hypot(near[0] - x, near[1] - y) <= far + NEAR:
            yield near


def reach(table: Table, figure: Figure, inches: float, tell: Told, rules: MovementRules) -> Reach:
    """All that a figure can reach for so many inches."""
    ready(table, figure, tell)
    return find_reach(table, figure, inches=inches, rules=rules)


def ready(table: Table, figure: Figure, tell: Told) -> None:
    """Works out the navmesh of a table for a figure, or reads it from the disk."""
    navmesh_of(table.terrain, table.size, agent_of(figure), tell)


def seen_from(table: Table, figure: Figure, tell: Told, rules: SightRules) -> FigureSight:
    """From where a figure is seen, and how well it is hidden from there."""
    viewer = viewer_of(figure)
    navmesh = navmesh_of(table.terrain, table.size, agent_of(viewer), tell)
    places = standing_places(navmesh, table.size, step=APART)
    hidden, done = np.full(len(places), np.nan), 0
    for part in rulings_from(table, viewer, figure, places, rules=rules):
        for number, one in enumerate(part, done):
            if one.witness is not None:
                hidden[number] = one.geometry.share if one.geometry else 0.0
        done += len(part)
        tell(done / len(places))
    return FigureSight(figure.id, places, hidden, APART)


def _with(table: Table, figure: Figure) -> Table:
    """The table with a figure where it is asked about."""
    return table if table.figure(figure.id) == figure else table.with_figure(figure)
