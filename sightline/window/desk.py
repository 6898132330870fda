"""The one thing in the window that changes: it holds what is shown, does what is wanted, and asks what takes time."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from time import monotonic

import numpy as np

from rules.errors import RulesError
from rules.steadiness import Steadiness
from rules.travel import NoPath, Reach
from rules.verdict import Question, Verdict
from scene.errors import SceneError
from scene.legs import Path as Way
from scene.mesh import FloatArray, Point
from scene.table import Figure, Table
from sightline.errors import CommandError
from sightline.window import intents as want
from sightline.window import questions
from sightline.window.orbit import Orbit, above, between, framed, home, slid, stepped, through_eye, turned, zoomed
from sightline.window.picking import under
from sightline.window.settings import Settings, save_settings
from sightline.window.tour import STEPS
from sightline.window.view import Message, Plan, Pointed, Seen, Sight, View, called
from sightline.window.work import Workers

GLIDE = 0.22
"""Seconds in which the view goes to another one."""
LEVEL = 2.0
"""Inches by which floors have to be apart to be levels of their own for cutting away."""
HEAD = 1.6
"""Inches above a floor at which the level on it is cut off."""
AROUND = np.array([3.0, 3.0, 0.0])
"""Inches about what is selected that are shown with it."""
WENT_WRONG = "that went wrong inside of Sightline ({}); nothing was changed"


@dataclass(frozen=True)
class _Done:
    """A table, and what was done to get there."""

    name: str
    table: Table


@dataclass
class Desk:
    """What is shown, and all that is done with it.

    Attributes:
        view: what is shown.
        kept_in: where settings are kept; None for nowhere.
        clock: seconds.
        open_file: asks people for a file to open, or to save to; None where nobody can be asked.
    """

    view: View
    kept_in: Path | None = None
    clock: Callable[[], float] = monotonic
    workers: Workers = field(default_factory=Workers)
    quitting: bool = False

    def __post_init__(self) -> None:
        self._done: list[_Done] = [_Done("", self.view.table)]
        self._at = 0
        self._glide: tuple[float, Orbit, Orbit] | None = None
        self._share: tuple[str, float] | None = None

    # What the mouse and the keys do to the view

    def turn(self, pivot: Point, right: float, up: float) -> None:
        """Turn the view about a place by a drag of so many pixels."""
        self._show(orbit=turned(self._here(), pivot, right, up), through_eye=None)

    def slide(self, held: Point, pixel: tuple[float, float]) -> None:
        """Slide the view until what is held lies under a pixel."""
        self._show(orbit=slid(self._here(), self.view.size, held, pixel), through_eye=None)

    def step(self, ahead: float, right: float, turn: float) -> None:
        """Slide by so many parts of the distance, and turn by so many pixels about the middle."""
        orbit = stepped(self._here(), ahead, right)
        self._show(orbit=turned(orbit, orbit.about, turn, 0.0), through_eye=None)

    def zoom(self, pixel: tuple[float, float], factor: float) -> None:
        """Nearer to what lies under a pixel, or farther from it."""
        place = self.under(pixel).place or self.on_plane(pixel, 0.0) or self.view.orbit.about
        self._show(orbit=zoomed(self._here(), place, factor), through_eye=None)

    def resize(self, size: tuple[int, int]) -> None:
        """The window has another size."""
        self._show(size=(max(size[0], 1), max(size[1], 1)))

    def under(self, pixel: tuple[float, float]) -> Pointed:
        """What lies under a pixel."""
        view = self.view
        return under(view.table, view.orbit.camera(view.size), pixel, view.cut)

    def on_plane(self, pixel: tuple[float, float], z: float) -> Point | None:
        """The place at a height that lies under a pixel."""
        starts, ways = self.view.orbit.camera(self.view.size).rays(np.array([pixel], dtype=np.float64))
        if abs(ways[0, 2]) < 1e-6:
            return None
        far = (z - starts[0, 2]) / ways[0, 2]
        x, y, _ = starts[0] + far * ways[0]
        return (float(x), float(y), z) if far > 0.0 else None

    def _here(self) -> Orbit:
        self._glide = None
        return self.view.orbit

    def _go(self, orbit: Orbit) -> None:
        self._glide = (self.clock(), self.view.orbit, orbit)

    # What goes on by itself

    def tick(self) -> bool:
        """Take what has been worked out, and let the view glide on; whether anything has changed."""
        before = self.view
        self.workers.collect()
        if self._glide is not None:
            began, start, end = self._glide
            share = min(1.0, (self.clock() - began) / GLIDE)
            self._show(orbit=between(start, end, share) if share < 1.0 else end)
            if share == 1.0:
                self._glide = None
        share_told = self._share
        busy = f"{share_told[0]}: {100.0 * share_told[1]:.0f} %" if share_told and self.workers.busy else ""
        if busy != self.view.busy:
            self._show(busy=busy)
        if not self.workers.busy:
            self._share = None
        return self.view is not before

    @property
    def moving(self) -> bool:
        """Whether the view glides."""
        return self._glide is not None

    # What people want

    def do(self, intent: want.Intent) -> None:
        """Do what is wanted; what cannot be is told in one line, and changes nothing."""
        before = self.view
        try:
            self._do(intent)
        except (SceneError, RulesError, CommandError) as error:
            self.view = replace(before, message=Message(error.faults[0], bad=True))

    def _do(self, intent: want.Intent) -> None:  # noqa: C901, PLR0912, PLR0915 - one line for each thing that can be wanted
        view = self.view
        match intent:
            case want.PointAt(owner, place):
                self._point(Pointed(owner, place))
            case want.ClickAt(owner, place, also):
                self._click(owner, place, also=also)
            case want.Select(owner, also):
                self._select(owner, also=also)
            case want.DragTo(place, done):
                self._drag(place, done=done)
            case want.Confirm():
                self._confirm()
            case want.Cancel():
                self._cancel()
            case want.SetMode(mode):
                self._show(mode="look" if view.mode == mode else mode, measured=(), plan=None)
            case want.ShowOverlay(overlay):
                self._overlay(overlay)
            case want.AskFromHere():
                self._ask_from_here()
            case want.ResetView():
                self._show(through_eye=None)
                self._go(home(view.table, view.size))
            case want.FromAbove():
                self._show(through_eye=None)
                self._go(above(view.table, view.size))
            case want.FrameSelection():
                points = self._points(view.selected)
                self._go(home(view.table, view.size) if points is None else framed(view.orbit, points, view.size))
            case want.ThroughEye():
                self._through_eye()
            case want.StoreView(number):
                self._show(stored={**view.stored, number: view.orbit})
                self._say(f"view {number} stored; key {number} comes back to it")
            case want.RecallView(number):
                self._recall(number)
            case want.CutAbove(height):
                self._show(cut=height)
            case want.CutLower(levels):
                self._cut(levels)
            case want.Choice(name, value):
                self._choose(name, value)
            case want.Undo():
                self._step_to(self._at - 1, "nothing to undo")
            case want.Redo():
                self._step_to(self._at + 1, "nothing to redo")
            case want.ShowHelp():
                self._show(help_shown=not view.help_shown)
            case want.ShowSettings():
                self._show(settings_shown=not view.settings_shown)
            case want.Tour(step):
                self._tour(step)
            case want.Dismiss():
                self._show(message=None)
            case want.Quit():
                self.quitting = True
            case _:
                self._say("that is not there yet", bad=True)

    def _show(self, **changes: object) -> None:
        self.view = replace(self.view, **changes)  # type: ignore[arg-type]

    def _say(self, text: str, *, bad: bool = False) -> None:
        self._show(message=Message(text, bad))

    def _failed(self, error: Exception) -> None:
        """What was asked could not be worked out."""
        known = isinstance(error, SceneError | RulesError | CommandError)
        self._say(error.faults[0] if known else WENT_WRONG.format(type(error).__name__), bad=True)  # type: ignore[attr-defined]

    # Pointing and selecting

    def _point(self, pointed: Pointed) -> None:
        before = self.view
        self._show(pointed=pointed)
        if pointed.owner != before.pointed.owner:
            self._ask_sight()

    def _click(self, owner: str | None, place: Point | None, *, also: bool) -> None:
        if self.view.mode == "measure":
            if place is not None:
                self._measure(owner, place)
            return
        self._select(owner or None, also=also)

    def _select(self, owner: str | None, *, also: bool) -> None:
        chosen = () if owner is None else (owner, *(one for one in self.view.selected if also and one != owner))
        self._show(selected=chosen, plan=None, from_here=None, sight=None)
        if self.view.overlay != "none":
            self._paint(self.view.overlay)
        self._ask_sight()

    def _measure(self, owner: str | None, place: Point) -> None:
        if not self.view.settings.measuring:
            raise SceneError("this game forbids measuring before declaring; the settings allow it again")
        del owner
        self._show(measured=(*self.view.measured, place))

    def _points(self, owners: tuple[str, ...]) -> FloatArray | None:
        table = self.view.table
        boxes = [piece.placed.bounds for piece in table.terrain.pieces if piece.id in owners]
        boxes += [figure.box for figure in table.figures if figure.id in owners]
        if not boxes:
            return None
        corners = np.concatenate(boxes)
        return np.concatenate([corners.min(axis=0) - AROUND, corners.max(axis=0) + AROUND]).reshape(-1, 3)

    # Sight

    def _ask_sight(self) -> None:
        view = self.view
        shooter, target = view.asker, view.target
        if shooter is None or target is None:
            self.workers.drop("sight")
            if view.sight is not None and view.from_here is None:
                self._show(sight=None)
            return
        key = (view.table, shooter, target)
        if view.sight is not None and view.sight.verdict.question == Question(shooter, target):
            return
        table, elsewhere = view.table, view.from_here is not None

        def take(verdict: Verdict) -> None:
            self._show(sight=Sight(verdict, elsewhere=elsewhere))
            self._ask_steady(table, verdict)

        self.workers.ask("sight", key, lambda: questions.sight(table, shooter, target), take, fail=self._failed)

    def _ask_steady(self, table: Table, verdict: Verdict) -> None:
        def take(found: Steadiness | None) -> None:
            now = self.view.sight
            if now is not None and now.verdict is verdict:
                self._show(sight=replace(now, steady=found))

        self.workers.ask("steady", verdict, lambda: questions.steady(table, verdict), take, fail=self._failed)

    def _ask_from_here(self) -> None:
        view = self.view
        if view.from_here is not None:
            self._show(from_here=None, sight=None)
        elif view.figure is None:
            raise SceneError("select a figure first; then it is asked as if it stood under the cursor")
        elif view.pointed.place is None:
            raise SceneError("point at a place on the table to ask as if the figure stood there")
        else:
            self._show(from_here=view.pointed.place, sight=None)
        self._ask_sight()

    def _through_eye(self) -> None:
        view = self.view
        if view.through_eye is not None:
            self._go(view.through_eye)
            self._show(through_eye=None)
            return
        asker = view.asker
        if asker is None:
            raise SceneError("select a figure first; V then looks through its eye")
        target = view.target or (view.sight.verdict.question.target if view.sight else None)
        toward = None if target is None else _middle(target)
        self._show(through_eye=view.orbit)
        self._go(through_eye(asker, toward))

    # Moving

    def _drag(self, place: Point, *, done: bool) -> None:
        figure = self.view.figure
        if figure is None:
            return
        before = self.view.plan
        same = before is not None and before.figure == figure
        shown = before.way if same and before is not None else None
        if before is not None and same and before.goal == place and shown is not None:
            self._show(plan=replace(before, dropped=done))
            return
        self._show(plan=Plan(figure, place, shown if not done else None, dropped=done), sight=None)
        table = self.view.table

        def take(way: Way | NoPath) -> None:
            plan = self.view.plan
            if plan is not None and plan.figure == figure:
                self._show(plan=replace(plan, way=way))

        tell = self._telling("working out the ground")
        self.workers.ask("way", (figure, place), lambda: questions.way(table, figure, place, tell), take, fail=self._failed)

    def _confirm(self) -> None:
        plan = self.view.plan
        if plan is None:
            return
        if not isinstance(plan.way, Way):
            raise SceneError(plan.way.why if plan.way else "the way is still being looked for")
        if plan.way.legs:
            moved = plan.figure.moved(plan.way.legs[-1].end)
            self._now(f"move {called(plan.figure)}", self.view.table.with_figure(moved))

    def _cancel(self) -> None:
        view = self.view
        if view.plan is not None:
            self.workers.drop("way")
            self._show(plan=None)
        elif view.from_here is not None:
            self._show(from_here=None, sight=None)
        elif view.measured:
            self._show(measured=view.measured[:-1])
        elif view.mode != "look":
            self._show(mode="look")
        elif view.help_shown or view.settings_shown:
            self._show(help_shown=False, settings_shown=False)
        else:
            self._select(None, also=False)

    def _now(self, name: str, table: Table) -> None:
        """The table is another one from now on."""
        del self._done[self._at + 1 :]
        self._done.append(_Done(name, table))
        self._step_to(len(self._done) - 1, "")

    def _step_to(self, number: int, otherwise: str) -> None:
        if not 0 <= number < len(self._done):
            raise SceneError(otherwise)
        self._at = number
        undo = self._done[number].name
        redo = self._done[number + 1].name if number + 1 < len(self._done) else ""
        self._show(table=self._done[number].table, undo=undo, redo=redo, plan=None, sight=None, changed=number > 0)
        if self.view.overlay != "none":
            self._paint(self.view.overlay)
        self._ask_sight()

    # Paint

    def _overlay(self, overlay: want.Overlay) -> None:
        if overlay in {self.view.overlay, "none"}:
            self._show(overlay="none")
            return
        if self.view.figure is None:
            raise SceneError("select a figure first; the paint is about it")
        self._paint(overlay)

    def _paint(self, overlay: want.Overlay) -> None:
        figure, table = self.view.figure, self.view.table
        self._show(overlay=overlay, reach=None, seen=None)
        if figure is None:
            return
        if overlay == "reach":
            inches, tell = self.view.settings.inches, self._telling("working out the ground")

            def reached(found: Reach) -> None:
                self._show(reach=found)

            work = lambda: questions.reach(table, figure, inches, tell)  # noqa: E731
            self.workers.ask("reach", (table, figure, inches), work, reached, fail=self._failed)
        elif overlay == "seen":
            tell = self._telling("looking from everywhere")

            def seen(found: Seen) -> None:
                self._show(seen=found)

            work_seen = lambda: questions.seen_from(table, figure, tell)  # noqa: E731
            self.workers.ask("seen", (table, figure), work_seen, seen, fail=self._failed, slow=True)

    def _telling(self, what: str) -> questions.Told:
        def tell(share: float) -> None:
            self._share = (what, share)

        return tell

    # The view

    def _recall(self, number: int) -> None:
        if number not in self.view.stored:
            raise SceneError(f"no view {number} is stored; Ctrl+{number} stores the one you see")
        self._show(through_eye=None)
        self._go(self.view.stored[number])

    def _cut(self, levels: int) -> None:
        heights = _levels(self.view.table)
        shown = [height for height in heights if height < self.view.cut - 1e-6]
        count = min(max(len(shown) - levels, 1), len(heights))
        cut = float("inf") if count == len(heights) else heights[count - 1] + HEAD
        self._show(cut=cut)
        self._say("all levels are shown" if np.isinf(cut) else f'nothing above {cut:.1f}" is shown')

    def _choose(self, name: str, value: object) -> None:
        settings = self.view.settings.with_choice(name, value)
        self._show(settings=settings)
        self._keep(settings)
        if name == "inches" and self.view.overlay == "reach":
            self._paint("reach")

    def _tour(self, step: int) -> None:
        over = not 0 <= step < len(STEPS)
        self._show(tour=None if over else step)
        if over:
            settings = replace(self.view.settings, toured=True)
            self._show(settings=settings)
            self._keep(settings)

    def _keep(self, settings: Settings) -> None:
        if self.kept_in is not None:
            save_settings(settings, self.kept_in)

    def close(self) -> None:
        """Nothing is worked out any more."""
        self.workers.close()


def _middle(figure: Figure) -> Point:
    x, y, z = (float(value) for value in figure.box.mean(axis=0))
    return x, y, z


def _levels(table: Table) -> list[float]:
    """The heights of floors that somebody could stand on, far enough apart; the ground first."""
    tops = sorted({round(float(piece.placed.bounds[1, 2]), 1) for piece in table.terrain.pieces})
    found = [0.0]
    for top in tops:
        if top - found[-1] >= LEVEL:
            found.append(top)
    return found
