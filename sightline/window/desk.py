"""The one thing in the window that changes: it holds what is shown, does what is wanted, and asks what takes time."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from time import monotonic

import numpy as np

from rules.engine.asks import Choose
from rules.errors import RulesError
from rules.steadiness import Steadiness
from rules.travel import NoPath, Reach
from rules.verdict import Question, Verdict
from scene.errors import SceneError
from scene.legs import Path as Way
from scene.mesh import FloatArray, Point
from scene.table import Figure, Table, Terrain
from sightline.errors import CommandError
from sightline.journals import SUFFIX as JOURNAL
from sightline.window import battle_intents, questions
from sightline.window import building_intents as building
from sightline.window import intents as want
from sightline.window.battle import Battling
from sightline.window.battle import opened as opened_battle
from sightline.window.battle_clicks import asks_for_a_way, click_text
from sightline.window.battle_dice import picked_with
from sightline.window.battle_shown import Shown, as_it_was
from sightline.window.battle_targets import Chances, Target, chances, targets_of
from sightline.window.building import Draft, added, new_draft
from sightline.window.building_apply import apply
from sightline.window.building_intents import placing
from sightline.window.building_moves import riders
from sightline.window.building_panels import NOTHING_HELD
from sightline.window.drafts import Keeper, forget, left_behind, recover, save
from sightline.window.evidencing import write_question
from sightline.window.fighter_panels import unknown, way_of
from sightline.window.files import draft_of, is_battle
from sightline.window.history import History
from sightline.window.match import Match
from sightline.window.orbit import Orbit, above, between, framed, home, slid, stepped, through_eye, turned, zoomed
from sightline.window.own_meshes import Question as MeshQuestion
from sightline.window.own_meshes import needs_units, read_own
from sightline.window.own_meshes import question as mesh_question
from sightline.window.picking import under
from sightline.window.settings import Settings, save_settings
from sightline.window.snapping import FREE, Snap
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


@dataclass
class Desk:
    """What is shown, and all that is done with it.

    Attributes:
        view: what is shown.
        kept_in: where settings are kept; None for nowhere.
        folder: where evidence is written.
        show_page: shows a report to people.
        clock: seconds.
    """

    view: View
    kept_in: Path | None = None
    folder: Path = field(default_factory=Path.cwd)
    show_page: Callable[[Path], None] = lambda _page: None
    clock: Callable[[], float] = monotonic
    workers: Workers = field(default_factory=Workers)
    quitting: bool = False

    def __post_init__(self) -> None:
        self._keeper: Keeper | None = None
        self._match: Match | None = None
        self._without: tuple[tuple[Table, tuple[str, ...]], Table] | None = None
        if self.kept_in is not None:
            self._show(left=tuple(left_behind()))
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

    def drags(self, owner: str | None) -> bool:
        """Whether a drag that begins on something moves it; else it turns the view."""
        view = self.view
        if not owner or (view.mode == "build" and view.held.what):
            return False
        return view.mode == "build" or (view.mode == "look" and any(figure.id == owner for figure in view.table.figures))

    def beneath(self, pixel: tuple[float, float]) -> Pointed:
        """What lies under a pixel when all that is dragged is taken away."""
        view = self.view
        if view.mode != "build" or view.history is None:
            return self.under(pixel)
        lifted = (view.history.now.table, (*view.selected, *riders(view.history.now, view.selected)))
        if self._without is None or self._without[0] != lifted:
            table, away = lifted
            pieces = tuple(piece for piece in table.terrain.pieces if piece.id not in away)
            figures = tuple(figure for figure in table.figures if figure.id not in away)
            self._without = lifted, replace(table, terrain=Terrain(pieces), figures=figures)
        return under(self._without[1], view.orbit.camera(view.size), pixel, view.cut)

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
        self._follow_battle()
        if self._glide is not None:
            began, start, end = self._glide
            share = min(1.0, (self.clock() - began) / GLIDE)
            self._show(orbit=between(start, end, share) if share < 1.0 else end)
            if share == 1.0:
                self._glide = None
        share_told = self._share
        busy = f"{share_told[0]}: {100.0 * share_told[1]:.0f} %" if share_told and self.workers.busy else ""
        if self._match is not None and self._match.busy and not busy:
            busy = "opening the battle ..." if self.view.battle is None else ""
        if busy != self.view.busy:
            self._show(busy=busy)
        if not self.workers.busy:
            self._share = None
        return self.view is not before

    @property
    def busy(self) -> bool:
        """Whether anything goes on by itself: something is worked out, or the view glides."""
        return self.workers.busy or self._glide is not None or (self._match is not None and self._match.busy)

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
            case want.Evidence():
                self._evidence()
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
            case want.Open(path):
                self._open(path)
            case want.Save(elsewhere):
                self._save(elsewhere=elsewhere)
            case want.SaveAs(path, overwrite):
                self._save_as(Path(path).expanduser(), overwrite=overwrite)
            case want.NewTable(size):
                self.show_table(new_draft(size))
            case want.EditSelection(what):
                self._edit(what)
            case building.Take():
                self._show(held=NOTHING_HELD if intent == view.held else intent, mode="build", dropped=None)
            case building.Recover(place):
                self._recover(place)
            case building.Forget(place):
                self._forget(place)
            case want.GoTo(answers):
                if view.battle is not None:
                    self._show_battle(as_it_was(view.battle, answers))
            case battle_intents.PickWay(label):
                self._show(way_label=label)
                self._ask_chances()
            case battle_intents.PickDie() | battle_intents.PickArrow():
                if view.battle is not None:
                    self._show(picked=picked_with(view.picked, view.battle.question, intent))
            case want.Give() | want.GiveText() | want.RollDice() | want.PlayedBy() | battle_intents.TypeDice():
                if self._match is None:
                    raise SceneError("no battle is being played; open one first")
                self._match.want(intent)
            case want.Undo() | want.Redo() if self._match is not None:
                self._match.want(intent)
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
                self._build(intent)

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
        elif self.view.mode == "build" and self.view.held.what and place is not None:
            self._place(place)
        elif not self._answer_by_click(owner, place):
            self._select(owner or None, also=also)

    def _select(self, owner: str | None, *, also: bool) -> None:
        chosen = () if owner is None else (owner, *(one for one in self.view.selected if also and one != owner))
        self._show(selected=chosen, plan=None, from_here=None, sight=None)
        if self.view.overlay != "none":
            self._paint(self.view.overlay)
        self._ask_sight()
        self._ask_targets()

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

    def _evidence(self) -> None:
        """Write the report of the question that is shown, and show that where there is a browser."""
        sight, history = self.view.sight, self.view.history
        if sight is None:
            raise SceneError("select a figure and point at another one first; the evidence is about who sees whom")
        if history is None:
            raise SceneError(
                "the evidence of a question in a battle is not written yet; sightline los gives it for a table file"
            )
        draft, folder = history.now, self.folder

        def take(report: Path) -> None:
            self._say(f"the evidence: {report.name} in {report.parent}")
            self.show_page(report)

        def write() -> Path:
            return write_question(draft, sight.verdict, sight.steady, folder)

        self._say("writing the evidence ...")
        self.workers.ask("evidence", sight, write, take, fail=self._failed, slow=True)

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
        view, figure = self.view, self.view.figure
        if view.mode == "build" and view.selected:
            self._build(building.Move(view.selected, place, done))
            return
        if figure is None:
            return
        answer = ""
        if view.battle is not None:
            question = view.battle.question
            if (
                not isinstance(question, Choose)
                or not asks_for_a_way(question)
                or question.about != figure.id
                or view.battle.past
            ):
                raise SceneError(f"{called(figure)} is not asked where to go; choose Move first")
            answer = click_text(view.battle.battle, question, "", place)
        self._propose(figure, place, done=done, answer=answer)

    def _propose(self, figure: Figure, place: Point, *, done: bool, answer: str = "") -> None:
        """Show the way of a figure to a place."""
        before = self.view.plan
        same = before is not None and before.figure == figure
        shown = before.way if same and before is not None else None
        if before is not None and same and before.goal == place and shown is not None:
            self._show(plan=replace(before, dropped=done, answer=answer))
            return
        self._show(plan=Plan(figure, place, shown if not done else None, dropped=done, answer=answer), sight=None)
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
        if plan.answer:
            self._show(plan=None)
            self.do(want.GiveText(plan.answer))
        elif plan.way.legs:
            self._build(building.Move((plan.figure.id,), plan.way.legs[-1].end))
            self._show(plan=None)

    def _cancel(self) -> None:
        view = self.view
        if view.plan is not None:
            self.workers.drop("way")
            self._show(plan=None)
        elif view.held.what:
            self._show(held=NOTHING_HELD)
        elif view.history is not None and view.history.trial is not None:
            self._take_history(view.history.tried(None))
        elif view.files or view.dropped:
            self._show(files="", dropped=None)
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

    # Building

    def _build(self, intent: want.Intent) -> None:
        """Change the table."""
        history = self.view.history
        if history is None:
            raise SceneError("while a battle is played its table stays as it is")
        if isinstance(intent, want.Undo | want.Redo):
            name = history.undo_name if isinstance(intent, want.Undo) else history.redo_name
            if not name:
                raise SceneError("nothing to undo" if isinstance(intent, want.Undo) else "nothing to redo")
            self._say(f"{'undone' if isinstance(intent, want.Undo) else 'done again'}: {name}")
        snap = Snap() if self.view.settings.snap and self.view.mode == "build" else FREE
        before = history.now
        self._take_history(apply(history, intent, snap))
        assert self.view.history is not None
        if new := added(before, self.view.history.now):
            self._show(selected=new)

    def _take_history(self, history: History) -> None:
        """The table is another one from now on."""
        before = self.view.history
        table = history.shown.table
        known = {piece.id for piece in table.terrain.pieces} | {figure.id for figure in table.figures}
        self._show(
            history=history,
            table=table,
            undo=history.undo_name,
            redo=history.redo_name,
            changed=history.unsaved,
            selected=tuple(owner for owner in self.view.selected if owner in known),
        )
        if before is None or before.now is not history.now:
            self._show(plan=None, sight=None, from_here=None)
            if self.view.overlay != "none":
                self._paint(self.view.overlay)
            self._ask_sight()
            self._keep_draft(history)

    def _keep_draft(self, history: History) -> None:
        """Keep what is not saved safe, in case of a crash."""
        if self.kept_in is None:
            return
        keeper = self._keeper = self._keeper or Keeper()

        def keep() -> None:
            if history.unsaved:
                keeper.keep(history.now)
            else:
                keeper.discard()

        def kept(_nothing: None) -> None:
            self._show(not_kept="")

        def not_kept(error: Exception) -> None:
            self._show(not_kept=error.faults[0] if isinstance(error, SceneError) else type(error).__name__)

        self.workers.ask("keep", history.now, keep, kept, fail=not_kept, slow=True)

    def _edit(self, what: str) -> None:
        ids = self.view.selected
        if not ids:
            raise SceneError("select something first")
        turned_by = building.Turn(ids, 15.0 if what == "left" else -15.0)
        intents = {
            "delete": building.Delete(ids),
            "duplicate": building.Duplicate(ids),
            "group": building.Group(ids),
            "ungroup": building.Ungroup(ids),
        }
        self._build(intents.get(what, turned_by))

    def _place(self, place: Point) -> None:
        """Put down what is held."""
        self._build(placing(self.view.held, place, side=self._side()))

    def _side(self) -> str:
        """For whom a new figure fights: for whom the last one does."""
        figures = self.view.table.figures
        return figures[-1].side if figures else "red"

    # Files

    def _open(self, name: str) -> None:
        if not name:
            self._show(files="" if self.view.files == "open" else "open")
            return
        self._show(files="")
        if is_battle(name):
            self.begin(lambda: opened_battle(name))
            return

        def take(draft: Draft) -> None:
            self.show_table(draft)

        self.workers.ask("open", name, lambda: draft_of(name), take, fail=self._failed, slow=True)

    def show_table(self, draft: Draft) -> None:
        """Show another table."""
        if self._match is not None:
            self._match.close()
            self._match = None
        self._new_keeper(None)
        # What is just opened, or empty, is no loss.
        self._show_table(History(draft, saved=draft.document))

    def _show_table(self, history: History) -> None:
        self._show(battle=None, history=None, selected=(), plan=None, sight=None, from_here=None, measured=(), targets=None)
        self._show(overlay="none", through_eye=None, held=NOTHING_HELD, cut=float("inf"), reach=None, seen=None)
        self._take_history(history)
        self._show(orbit=home(self.view.table, self.view.size))

    def _new_keeper(self, keeper: Keeper | None) -> None:
        if self._keeper is not None:
            self._keeper.close()
        self._keeper = keeper

    def _save(self, *, elsewhere: bool) -> None:
        history = self.view.history
        if history is None:
            raise SceneError("a battle is kept in its journal with every answer; there is nothing to save")
        if elsewhere or history.now.path is None:
            self._show(files="" if self.view.files == "save" else "save")
        else:
            self._save_as(history.now.path, overwrite=True)

    def _save_as(self, path: Path, *, overwrite: bool) -> None:
        history = self.view.history
        if history is None:
            return
        self._take_history(history.stored(save(history.now, path, overwrite=overwrite)))
        self._show(files="")
        self._say(f"saved: {path.name}")

    def _recover(self, place: str) -> None:
        left = next((one for one in self.view.left if str(one.place) == place), None)
        if left is None:
            return
        draft, keeper = recover(left)
        self._new_keeper(keeper)
        self._show(left=tuple(one for one in self.view.left if one is not left))
        self._show_table(History(draft))

    def _forget(self, place: str) -> None:
        left = next((one for one in self.view.left if str(one.place) == place), None)
        if left is not None:
            forget(left)
            self._show(left=tuple(one for one in self.view.left if one is not left))

    def drop(self, path: str) -> None:
        """A file is dropped on the window: a table or a battle is opened, a mesh is put in hand."""
        if Path(path).suffix.lower() in {".json", ".sightline", ".toml", JOURNAL}:
            self.do(want.Open(path))
            return
        self._show(mode="build")

        def read() -> MeshQuestion | None:
            content = read_own(path)
            return mesh_question(Path(path).name, content) if needs_units(Path(path).name) else None

        def take(asked: MeshQuestion | None) -> None:
            if asked is not None:
                self._show(dropped=(path, asked))
            else:
                self.do(building.Take("mesh", path))

        self.workers.ask("drop", path, read, take, fail=self._failed, slow=True)

    # A battle

    def begin(self, begin: Callable[[], Battling]) -> None:
        """Play a battle; opening it may take a while."""
        if self._match is not None:
            self._match.close()
        self._new_keeper(None)
        self._match = Match(begin)
        self._show(busy="opening the battle ...")

    def _follow_battle(self) -> None:
        """Show what has come of the battle, and let the program go on where it is its turn."""
        match = self._match
        if match is None:
            return
        try:
            shown = match.collect()
        except Exception as error:  # noqa: BLE001 - whatever it is, the window goes on
            self._failed(error)
            if self.view.battle is None:
                match.close()
                self._match = None
            return
        if shown is None:
            return
        self._show_battle(shown)
        if shown.waits == "program" and not match.busy:
            match.go_on()

    def _show_battle(self, shown: Shown) -> None:
        first, before = self.view.battle is None, self.view.battle
        moved = before is None or before.battle is not shown.battle
        self._show(battle=shown, table=shown.table, history=None, undo=shown.undo, redo=shown.redo, changed=False, picked=())
        if first:
            self._show(orbit=home(shown.table, self.view.size), selected=(), mode="look", held=NOTHING_HELD)
        if moved:
            self._show(plan=None, sight=None, from_here=None, chances={}, targets=None)
            acting = shown.acting
            if acting and (before is None or before.acting != acting):
                self._show(selected=(acting,))
            if self.view.overlay != "none":
                self._paint(self.view.overlay)
            self._ask_sight()
            self._ask_targets()

    def _ask_targets(self) -> None:
        """The targets of the selected fighter, and then the chances against them."""
        shown, fighter = self.view.battle, self.view.figure
        if shown is None or fighter is None or fighter.id not in shown.fighters:
            self._show(targets=None)
            return
        battle, name = shown.battle, fighter.id

        def take(found: tuple[Target, ...]) -> None:
            now = self.view.battle
            if now is not None and now.battle is battle:
                self._show(targets=(name, found))
                self._ask_chances()

        self.workers.ask("targets", (battle, name), lambda: targets_of(battle, name), take, fail=self._failed, slow=True)

    def _ask_chances(self) -> None:
        shown, targets = self.view.battle, self.view.targets
        if shown is None or targets is None:
            return
        name, found = targets
        way = way_of(shown, name, self.view.way_label)
        left = unknown(name, found, way, self.view.chances)
        if not left or way is None:
            return
        asked, battle = left[0], shown.battle

        def take(known: Chances) -> None:
            now = self.view.battle
            if now is not None and now.battle is battle:
                self._show(chances={**self.view.chances, asked: known})
                self._ask_chances()

        self.workers.ask(
            "chances", (battle, asked), lambda: chances(battle, *asked[:2], way), take, fail=self._failed, slow=True
        )

    def _answer_by_click(self, owner: str | None, place: Point | None) -> bool:
        """What a click answers in a battle: nothing, or at once, or once the way that is shown is confirmed."""
        shown = self.view.battle
        if shown is None or shown.past or shown.waits != "people" or not isinstance(shown.question, Choose):
            return False
        text = click_text(shown.battle, shown.question, owner, place)
        if not text:
            return False
        if asks_for_a_way(shown.question) and place is not None and not text.startswith(("engage", "take")):
            figure = next((one for one in shown.table.figures if one.id == shown.question.about), None)
            if figure is not None:
                self._propose(figure, place, done=True, answer=text)
                return True
        self.do(want.GiveText(text))
        return True

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
        if self._match is not None:
            self._match.close()
        if self._keeper is not None:
            self._keeper.close()


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
