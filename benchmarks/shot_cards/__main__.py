"""How well cards measure shots: the error of the hidden share and whether its limits hold, by lens and by lamp.

python -m benchmarks.shot_cards [--short] [--seed N] [--shots N] [--by lens|four|lamp] [--off MM]
                                [--within MM] [--bow MM MM]
"""

import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import trimesh
from rich.table import Table as Rows
from trimesh.ray.ray_pyembree import RayMeshIntersector

from assets.mesh_library import LIBRARY
from assets.tables import path
from benchmarks.scenes import arguments, console
from benchmarks.shot_cards.renderer import Camera, Developing, Lamp, PrintedCard, Room, World, page_picture, photo
from capture.shot_cards.card_layout import CardLayout
from capture.shot_cards.card_pages import card_pages
from capture.shot_cards.card_reading import CardResult
from capture.tags.print_pdf import sheets_pdf
from scene.base.errors import SceneError
from scene.geometry.mesh import FloatArray, IntArray
from scene.table.table import MM_PER_INCH, Figure, Table
from scene.table_io.table_reading import load_table
from sightline.answers.scanned.card_questions import card_shot, layout_for

TABLES = ("gantry-town", "high-foundry", "disputed-shot", "sluice-warren", "sump-lock")
NEAR, FAR = 170.0, 650.0
"""Millimetres between shooter and target."""
LEAST, MOST = 0.1, 0.93
"""The shares hidden of shots that are asked about."""
HALF, CLEAR = 0.5, 0.1
"""Whether half or more is hidden is called where limits tell; from so far off half such a call may never be wrong."""
PLACED_MM, TURNED = 0.3, np.radians(2.0)
"""How far off a card stands, along each axis and turned, standard deviations."""
HANDS, STOPPED = 20, 0.01
"""How often a hand tries to put a card down where scenery does not stop it, and what part of it may still pass through some."""
COLOURS = ((0.22, 0.20, 0.18), (0.30, 0.17, 0.09), (0.18, 0.22, 0.20), (0.33, 0.26, 0.12), (0.15, 0.17, 0.22),
           (0.26, 0.12, 0.10), (0.5, 0.45, 0.4), (0.1, 0.1, 0.1), (0.30, 0.28, 0.22))  # fmt: skip
RIM_MM = 6.0
"""About a card that are drawn with it."""
FINE = 10
"""Pixels of a printed page to a millimetre."""
SEEN_BY_LAMP = 12
"""Places that are tried for a photo of what a lamp lights."""


@dataclass(frozen=True, eq=False)
class Case:
    """A shot, its card as it was printed and put down, and the world that is photographed."""

    table: Table
    shooter: Figure
    target: Figure
    true: float
    layout: CardLayout
    world: World

    def at(self, *place: float) -> FloatArray:
        """Millimetres on the table of a place of the card."""
        return self.layout.to_table(np.array(place)) * MM_PER_INCH

    @property
    def outline(self) -> FloatArray:
        """(12, 3) along which the card is cut, millimetres on the table."""
        return np.array([self.at(x, y, 0.0) for x, y in self.layout.cut])

    @property
    def axes(self) -> FloatArray:
        """(3, 3) rows: to the right and up as the eye sees it, and along the line of sight."""
        along = self.at(*self.layout.middle) - self.shooter.eye * MM_PER_INCH
        along = along / np.linalg.norm(along)
        right = np.cross(along, [0.0, 0.0, 1.0])
        right = right / np.linalg.norm(right)
        return np.array([right, np.cross(right, along), along])


def cases(seed: int, bow: tuple[float, float] = (0.0, 0.0)) -> Iterator[Case]:
    """Shots without end; their cards bent by so many millimetres across or upwards."""
    rng = np.random.default_rng(seed)
    tables = [load_table(path(name), LIBRARY) for name in TABLES]
    while True:
        whole = tables[int(rng.integers(len(tables)))]
        i, j = rng.choice(len(whole.figures), 2, replace=False)
        shooter, target = whole.figures[i], whole.figures[j]
        away = float(np.hypot(*np.subtract(shooter.position, target.position)[:2])) * MM_PER_INCH
        table = replace(whole, figures=(shooter, target))
        if NEAR < away < FAR and LEAST < (share := true_share(table, shooter, target)) < MOST:
            try:
                layout = layout_for(table, shooter, target)
            except SceneError:
                continue
            yield Case(table, shooter, target, share, layout, _world(table, layout, shooter, rng, bow))


def true_share(table: Table, shooter: Figure, target: Figure) -> float:
    """The share of the target's body that the terrain hides from the shooter's eye, by rays of trimesh."""
    eye = shooter.eye * MM_PER_INCH
    corners = target.placed.vertices * MM_PER_INCH
    away = corners - eye
    ahead = away.mean(axis=0) / np.linalg.norm(away.mean(axis=0))
    right = np.cross(ahead, [0.0, 0.0, 1.0])
    right = right / np.linalg.norm(right)
    up = np.cross(right, ahead)
    flat = away / (away @ ahead)[:, None]
    step = 0.15 / float(np.linalg.norm(away.mean(axis=0)))
    x, y = (np.arange((flat @ axis).min(), (flat @ axis).max(), step) for axis in (right, up))
    ways = ahead + np.stack(np.meshgrid(x, y), axis=-1).reshape(-1, 2) @ np.array([right, up])
    size = np.linalg.norm(ways, axis=1)
    ways, weight = ways / size[:, None], size**-3.0
    body = _met([(corners, target.placed.faces)], eye, ways)
    on = np.isfinite(body)
    before = _met(_terrain(table), eye, ways[on]) < body[on] - 0.05
    return float(weight[on] @ before / weight[on].sum())


def _met(meshes: list[tuple[FloatArray, IntArray]], eye: FloatArray, ways: FloatArray) -> FloatArray:
    return _first_met(meshes, np.tile(eye, (len(ways), 1)), ways)


def _first_met(meshes: list[tuple[FloatArray, IntArray]], starts: FloatArray, ways: FloatArray) -> FloatArray:
    """(n,) how far from starts (n, 3) meshes are first met along unit ways (n, 3); infinite for never."""
    parts = [trimesh.Trimesh(points, faces, process=False) for points, faces in meshes]
    rays = RayMeshIntersector(trimesh.util.concatenate(parts))
    places, rows, _ = rays.intersects_location(starts, ways, multiple_hits=False)
    found = np.full(len(ways), np.inf)
    found[rows] = np.linalg.norm(places - starts[rows], axis=1)
    return found


def _terrain(table: Table) -> list[tuple[FloatArray, IntArray]]:
    return [(piece.placed.vertices * MM_PER_INCH, piece.placed.faces) for piece in table.terrain.pieces]


def _world(table: Table, layout: CardLayout, shooter: Figure, rng: np.random.Generator, bow: tuple[float, float]) -> World:
    """The table with the printed card where a hand has put it."""
    pages = card_pages(layout, shooter, "a4")
    picture = page_picture(sheets_pdf(pages, "a4"), 0, pixels_a_mm=FINE)
    printed, tag = pages[0].tags[0], layout.tags[0]
    x, y = printed.centre[0] - tag.x, printed.centre[1] + tag.y
    left, _, right, high = layout.box
    column, row = int((x + left) * FINE), int((y - high) * FINE)
    cut = picture[row : int(y * FINE), column : int((x + right) * FINE)]
    origin = layout.to_table(np.zeros(3)) * MM_PER_INCH
    axes = [layout.to_table(np.array(one)) * MM_PER_INCH - origin for one in ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0))]
    place, turn = _put_down(table, layout, origin, rng)
    card = PrintedCard(place, turn @ axes[0], turn @ axes[1], cut, 1 / FINE, (column / FINE - x, y - row / FINE),
                       layout.cut, bow)  # fmt: skip
    wide, deep = (side * MM_PER_INCH for side in table.size)
    ground = (np.array([[0, 0, 0], [wide, 0, 0], [wide, deep, 0], [0, deep, 0]], dtype=float), np.array([[0, 1, 2], [0, 2, 3]]))
    meshes = [*_terrain(table), ground]
    colours = [COLOURS[i % (len(COLOURS) - 1)] for i in range(len(meshes) - 1)]
    return World(meshes, [*colours, COLOURS[-1]], [card], Room.drawn(rng), rng)


def _put_down(table: Table, layout: CardLayout, origin: FloatArray, rng: np.random.Generator) -> tuple[FloatArray, FloatArray]:
    """Where a hand puts a card's origin, and how the card is turned; scenery that it would have to pass through stops it."""
    base = np.array(layout.target.position) * MM_PER_INCH
    there, terrain = layout.to_table(layout.samples) * MM_PER_INCH, _terrain(table)
    tried = []
    for _ in range(HANDS):
        angle = rng.normal(0.0, TURNED)
        turn = np.array([[np.cos(angle), -np.sin(angle), 0.0], [np.sin(angle), np.cos(angle), 0.0], [0.0, 0.0, 1.0]])
        aside = np.append(rng.normal(0.0, PLACED_MM, 2), rng.normal(0.0, 0.1))
        moved = base + (there - base) @ turn.T + aside - there
        size = np.linalg.norm(moved, axis=1)
        through = float((_first_met(terrain, there, moved / size[:, None]) < size).mean())
        tried.append((through, base + turn @ (origin - base) + aside, turn))
        if through < STOPPED:
            break
    return min(tried, key=lambda one: one[0])[1:]


@dataclass(frozen=True)
class Beside:
    """How far lens or lamp is off the eye, in millimetres: by chance along each axis, or anywhere within a distance."""

    sigma: float
    within: float | None

    def drawn(self, rng: np.random.Generator) -> FloatArray:
        """(2,) across and upwards."""
        if self.within is None:
            return np.asarray(rng.normal(0.0, self.sigma, 2))
        turn, far = rng.uniform(0.0, 2.0 * np.pi), self.within * np.sqrt(rng.uniform())
        return np.asarray(far * np.array([np.cos(turn), np.sin(turn)]))

    def __str__(self) -> str:
        """In words."""
        return f"{self.sigma:g} mm off along each axis" if self.within is None else f"up to {self.within:g} mm off"


def by_lens(case: Case, folder: Path, off: Beside, *, four: bool) -> CardResult:
    """What a photo says from near the eye; or four, each held anew."""
    rng, middle, files = case.world.rng, case.at(*case.layout.middle), []
    focal = float(rng.uniform(1400.0, 2200.0))
    for number in range(4 if four else 1):
        aside = np.append(off.drawn(rng), rng.normal(0.0, 1.0))
        eye = case.shooter.eye * MM_PER_INCH + aside @ case.axes
        far = float(np.linalg.norm(middle - eye))
        camera = Camera(eye, middle + rng.normal(0.0, 8.0, 3), focal, roll=float(rng.uniform(-0.2, 0.2)),
                        aperture=float(rng.uniform(0.0, 3.0)), focus=far * float(rng.uniform(0.97, 1.03)))  # fmt: skip
        how = Developing(
            blur=float(rng.uniform(0.5, 0.9)), sharpen=float(rng.choice([0.0, 0.4])), exposure=float(rng.uniform(0.7, 1.1))
        )
        files.append(folder / f"{number}.jpg")
        files[-1].write_bytes(photo(case.world, camera, case.outline, RIM_MM * focal / far, how))
    return card_shot(case.table, case.shooter, case.target, files).result


def by_lamp(case: Case, folder: Path, off: Beside) -> CardResult | None:
    """What two photos from somewhere say, a lamp being beside the eye; None where no place shows the card."""
    rng, middle, focal = case.world.rng, case.at(*case.layout.middle), 1800.0
    eye = _place(case)
    if eye is None:
        return None
    x, y, z = (case.shooter.eye * MM_PER_INCH + np.append(off.drawn(rng), 0.0) @ case.axes).tolist()
    rim, files = RIM_MM * focal / float(np.linalg.norm(middle - eye)), list[Path]()
    for number, lamp in enumerate((Lamp((x, y, z), float(rng.uniform(0.8, 3.0))), None)):
        how = Developing(exposure=float(rng.uniform(0.7, 1.1)) / (1.6 if lamp else 1.0))
        files.append(folder / f"{number}.jpg")
        camera = Camera(eye + number * rng.normal(0.0, 15.0, 3), middle, focal)
        files[-1].write_bytes(photo(case.world, camera, case.outline, rim, how, lamp))
    return card_shot(case.table, case.shooter, case.target, files, lamp=True).result


def _place(case: Case) -> FloatArray | None:
    """From where all of the silhouette and two tags are seen."""
    rng, middle = case.world.rng, case.at(*case.layout.middle)
    looked = np.concatenate([*(tag.corners for tag in case.layout.tags), case.layout.samples[::200]])
    points, corners = case.layout.to_table(looked) * MM_PER_INCH, 4 * len(case.layout.tags)
    for _ in range(SEEN_BY_LAMP):
        turn, up, far = np.radians(rng.uniform(-50.0, 50.0)), np.radians(rng.uniform(15.0, 60.0)), rng.uniform(300.0, 600.0)
        away = np.array([np.sin(turn) * np.cos(up), np.sin(up), np.cos(turn) * np.cos(up)]) * far
        eye = case.at(*(case.layout.middle + away))
        ways = points - eye
        size = np.linalg.norm(ways, axis=1)
        hidden = case.world.met(np.tile(eye, (len(ways), 1)), ways / size[:, None]) < size - 1.5
        whole = ~hidden[:corners].reshape(-1, 4).any(axis=1)
        if eye[2] > 5.0 and not hidden[corners:].any() and whole.sum() > 1:
            return np.asarray(middle + (eye - middle))
    return None


def main() -> None:
    """Prints each shot and the sums."""
    parser = arguments(__doc__)
    parser.add_argument("--shots", type=int, default=0, help="that are answered")
    parser.add_argument("--by", choices=("lens", "four", "lamp"), default="lens", help="one photo, four, or a lamp")
    parser.add_argument("--off", type=float, default=0.5, help="millimetres of lens or lamp from the eye along each axis")
    parser.add_argument("--within", type=float, help="the same, but anywhere within so many millimetres of the eye")
    parser.add_argument(
        "--bow", type=float, nargs=2, default=(0.0, 0.0), help="millimetres by which cards are bent across, upwards"
    )
    given = parser.parse_args()
    beside = Beside(given.off, given.within)
    wanted, found, none = given.shots or (3 if given.short else 40), [], 0
    with tempfile.TemporaryDirectory() as name:
        for case in cases(given.seed, tuple(given.bow)):
            try:
                if given.by == "lamp":
                    result = by_lamp(case, Path(name), beside)
                else:
                    result = by_lens(case, Path(name), beside, four=given.by == "four")
            except SceneError as error:
                none += 1
                console().print(f"true {case.true:.3f}: {error.faults[0]}")
                continue
            if result is None:
                continue
            found.append((case.true, result.share, result.low, result.high))
            console().print(f"true {case.true:.3f}: {result.share:.3f}, {result.low:.3f} to {result.high:.3f}")
            if len(found) == wanted:
                break
    true, share, low, high = np.array(found).T
    off, rows = 100.0 * np.abs(share - true), Rows(title=f"{given.by}, {beside}")
    for column in ("shots", "median", "90 %", "95 %", "most", "held", "limits, median", "called", "wrongly", "no answer"):
        rows.add_column(column, justify="right")
    called = (low > HALF) | (high < HALF)
    wrongly = called & ((true > HALF) != (low > HALF)) & (np.abs(true - HALF) > CLEAR)
    held = float(((low <= true) & (true <= high)).mean())
    points = [f"{value:.1f}" for value in (np.median(off), *np.quantile(off, (0.9, 0.95)), off.max())]
    rows.add_row(
        str(len(off)),
        *points,
        f"{held:.0%}",
        f"{50.0 * np.median(high - low):.1f}",
        *(str(one.sum()) for one in (called, wrongly)),
        str(none),
    )
    console().print(rows)


if __name__ == "__main__":
    main()
