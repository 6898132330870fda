"""The window state, the one thing here that changes: holds what is shown, does what is wanted, asks what takes time."""

from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, field, replace
from pathlib import Path
from time import monotonic

import numpy as np

from rules.errors import RulesError
from scene.base.errors import SceneError
from scene.geometry.mesh import Point
from scene.table.table import Table, Terrain
from sightline.errors import CommandError
from sightline.window.background.background_work import Workers
from sightline.window.battle.battle_snapshot import as_it_was
from sightline.window.battle.battle_thread import BattleThread
from sightline.window.battle.dice_panel import picked_with
from sightline.window.building.building_panels import NOTHING_HELD
from sightline.window.building.draft_saving import DraftKeeper, left_behind
from sightline.window.building.draft_table import Draft, new_draft
from sightline.window.building.move_edits import riders
from sightline.window.controllers import (
    aim_controller,
    battle_controller,
    build_controller,
    cancel_controller,
    click_controller,
    file_controller,
    move_controller,
    question_controller,
    view_controller,
)
from sightline.window.intents import battle_intents
from sightline.window.intents import building_intents as building
from sightline.window.intents import intents as want
from sightline.window.view import table_questions
from sightline.window.view.camera_orbit import Orbit, above, between, home, slid, stepped, turned, zoomed
from sightline.window.view.picking import floors_under, under
from sightline.window.view.window_view import Message, Pointed, WindowView

GLIDE = 0.22
"""Seconds in which the view goes to another one."""
WENT_WRONG = "that went wrong inside of Sightline ({}); nothing was changed"


@dataclass
class WindowState:
    """What is shown, and all that is done with it.

    Attributes:
        view: what is shown.
        kept_in: where settings are kept; None for nowhere.
        folder: where evidence is written.
        show_page: shows a report to people.
        clock: seconds.
    """

    view: WindowView
    kept_in: Path | None = None
    folder: Path = field(default_factory=Path.cwd)
    show_page: Callable[[Path], None] = lambda _page: None
    clock: Callable[[], float] = monotonic
    workers: Workers = field(default_factory=Workers)
    quitting: bool = False

    def __post_init__(self) -> None:
        self.keeper: DraftKeeper | None = None
        self.match: BattleThread | None = None
        self.closing: Future[None] | None = None
        self._without: tuple[tuple[Table, tuple[str, ...]], Table] | None = None
        if self.kept_in is not None:
            self.show(left=tuple(left_behind()))
        self._glide: tuple[float, Orbit, Orbit] | None = None
        self.share: tuple[str, float] | None = None
        self._warmed: Table | None = None

    # What the mouse and the keys do to the view

    def turn(self, pivot: Point, right: float, up: float) -> None:
        """Turn the view about a place by a drag of so many pixels."""
        self.show(orbit=turned(self._here(), pivot, right, up), through_eye=None)

    def slide(self, held: Point, pixel: tuple[float, float]) -> None:
        """Slide the view until what is held lies under a pixel."""
        self.show(orbit=slid(self._here(), self.view.size, held, pixel), through_eye=None)

    def step(self, ahead: float, right: float, turn: float) -> None:
        """Slide by so many parts of the distance, and turn by so many pixels about the middle."""
        orbit = stepped(self._here(), ahead, right)
        self.show(orbit=turned(orbit, orbit.about, turn, 0.0), through_eye=None)

    def zoom(self, pixel: tuple[float, float], factor: float) -> None:
        """Nearer to what lies under a pixel, or farther from it."""
        if self.view.through_eye is not None:
            # Nearer than the eye there is nothing to see but the figure's own body.
            self.go(self.view.through_eye)
            self.show(through_eye=None)
            return
        place = self.under(pixel).place or self.on_plane(pixel, 0.0) or self.view.orbit.about
        self.show(orbit=zoomed(self._here(), place, factor), through_eye=None)

    def resize(self, size: tuple[int, int]) -> None:
        """The window has another size."""
        self.show(size=(max(size[0], 1), max(size[1], 1)))

    def under(self, pixel: tuple[float, float]) -> Pointed:
        """What lies under a pixel."""
        view = self.view
        return under(view.table, view.orbit.camera(view.size), pixel, view.cut)

    def drags(self, owner: str | None, place: Point) -> bool:
        """Whether a drag that begins on something moves it; else it turns the view."""
        view = self.view
        if aim_controller.holds(self, place):
            return True
        if not owner or (view.mode == "build" and view.held.what):
            return False
        return view.mode == "build" or (view.mode == "look" and any(figure.id == owner for figure in view.table.figures))

    def beneath(self, pixel: tuple[float, float]) -> Pointed:
        """What lies under a pixel when all that is dragged is taken away."""
        view = self.view
        if (aimed := aim_controller.place_under(self, pixel)) is not None:
            return Pointed(None, aimed)
        if view.mode != "build" or view.history is None:
            return self.under(pixel)
        lifted = (view.history.now.table, (*view.selected, *riders(view.history.now, view.selected)))
        if self._without is None or self._without[0] != lifted:
            table, away = lifted
            pieces = tuple(piece for piece in table.terrain.pieces if piece.id not in away)
            figures = tuple(figure for figure in table.figures if figure.id not in away)
            self._without = lifted, replace(table, terrain=Terrain(pieces), figures=figures)
        return under(self._without[1], view.orbit.camera(view.size), pixel, view.cut)

    def floors(self, pixel: tuple[float, float]) -> tuple[Point, ...]:
        """The floors that may be meant at a pixel, the nearest first; none where what is moved need not stand on one."""
        view = self.view
        if view.mode == "build" or aim_controller.asked(self) is not None:
            return ()
        return floors_under(view.table, view.orbit.camera(view.size), pixel, view.cut)

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

    def go(self, orbit: Orbit) -> None:
        """Glide to another view."""
        self._glide = (self.clock(), self.view.orbit, orbit)

    # What goes on by itself

    def tick(self) -> bool:
        """Take what has been worked out, and let the view glide on; whether anything has changed."""
        before = self.view
        self.workers.collect()
        battle_controller.follow_battle(self)
        if self._glide is not None:
            began, start, end = self._glide
            share = min(1.0, (self.clock() - began) / GLIDE)
            self.show(orbit=between(start, end, share) if share < 1.0 else end)
            if share == 1.0:
                self._glide = None
        share_told = self.share
        busy = f"{share_told[0]}: {100.0 * share_told[1]:.0f} %" if share_told and self.workers.busy else ""
        if self.match is not None and self.match.busy and not busy:
            done = self.match.navmeshes.share
            opening = "opening the battle ..." if self.view.battle is None else ""
            busy = opening if done is None else f"working out the ground: {100.0 * done:.0f} %"
        if busy != self.view.busy:
            self.show(busy=busy)
        if not self.workers.busy:
            self.share = None
        return self.view is not before

    def ahead(self) -> None:
        """Work out what the first answer about a table that was opened needs, so that it comes as fast as all others."""
        table, history = self.view.table, self.view.history
        if table is not self._warmed and history is not None and not history.past and history.trial is None:
            self._warmed = table
            self.workers.ask("warm", table, lambda: table_questions.warm(table), lambda _: None, fail=lambda _: None, slow=True)

    @property
    def busy(self) -> bool:
        """Whether anything goes on by itself: something is worked out, or the view glides."""
        return self.workers.busy or self._glide is not None or (self.match is not None and self.match.busy)

    # What people want

    def do(self, intent: want.Intent) -> None:
        """Do what is wanted; what cannot be is told in one line, and changes nothing.

        What was told before goes with the next thing that is done; looking on and dragging leave it.
        """
        before = self.view
        try:
            self._do(intent)
        except (SceneError, RulesError, CommandError) as error:
            self.view = replace(before, message=Message(error.faults[0], bad=True))
        else:
            told = self.view.message
            if told is not None and told is before.message and not isinstance(intent, want.PointAt | want.DragTo):
                self.show(message=None)

    def _do(self, intent: want.Intent) -> None:  # noqa: C901, PLR0912, PLR0915 - one line for each thing that can be wanted
        view = self.view
        match intent:
            case want.PointAt(owner, place):
                click_controller.point(self, Pointed(owner, place))
            case want.ClickAt():
                click_controller.click(self, intent)
            case want.Select(owner, also):
                click_controller.select(self, owner, also=also)
            case want.DragTo(place, done, floors):
                move_controller.drag(self, place, floors, done=done)
            case want.OtherFloor():
                move_controller.other_floor(self)
            case want.Confirm():
                move_controller.confirm(self)
            case want.Cancel():
                cancel_controller.cancel(self)
            case want.SetMode(mode):
                self.show(mode="look" if view.mode == mode else mode, measured=(), plan=None)
                build_controller.preview(self)
            case want.ShowOverlay(overlay):
                question_controller.overlay(self, overlay)
            case want.AskFromHere():
                question_controller.ask_from_here(self)
            case want.ResetView():
                self.show(through_eye=None)
                self.go(home(view.table, view.size))
            case want.FromAbove():
                self.show(through_eye=None)
                self.go(above(view.table, view.size))
            case want.FrameSelection():
                view_controller.frame(self, view.selected)
            case want.ThroughEye():
                question_controller.look_through_eye(self)
            case want.Evidence():
                question_controller.evidence(self)
            case want.StoreView(number):
                view_controller.store(self, number)
            case want.RecallView(number):
                view_controller.recall(self, number)
            case want.CutAbove(height):
                self.show(cut=height)
            case want.CutLower(levels):
                view_controller.cut_away(self, levels)
            case want.Choice(name, value):
                view_controller.choose(self, name, value)
            case want.Open(path):
                file_controller.open_file(self, path)
            case want.Save(elsewhere):
                file_controller.save_draft(self, elsewhere=elsewhere)
            case want.SaveAs(path, overwrite):
                file_controller.save_as(self, Path(path).expanduser(), overwrite=overwrite)
            case want.NewTable(size):
                file_controller.show_draft(self, new_draft(size))
            case want.EditSelection(what):
                build_controller.edit(self, what)
            case building.Take():
                self.show(held=NOTHING_HELD if intent == view.held else intent, mode="build", dropped=None, ghosts=())
                build_controller.preview(self)
            case building.Recover(place):
                file_controller.recover_draft(self, place)
            case building.Forget(place):
                file_controller.forget_draft(self, place)
            case want.GoTo(answers):
                if view.battle is not None:
                    battle_controller.show_battle(self, as_it_was(view.battle, answers))
            case battle_intents.PickWay(label):
                self.show(way_label=label)
                battle_controller.ask_chances(self)
            case battle_intents.PickDie() | battle_intents.PickArrow():
                if view.battle is not None:
                    self.show(picked=picked_with(view.picked, view.battle.question, intent))
            case want.Give() | want.GiveText() | want.RollDice() | want.PlayedBy() | battle_intents.TypeDice():
                if self.match is None:
                    raise SceneError("no battle is being played; open one first")
                self.match.want(intent)
            case want.Undo() | want.Redo() if self.match is not None:
                self.match.want(intent)
            case want.ShowHelp():
                self.show(help_shown=not view.help_shown)
            case want.ShowSettings():
                self.show(settings_shown=not view.settings_shown)
            case want.Tour(step):
                view_controller.tour(self, step)
            case want.Dismiss():
                self.show(message=None)
            case want.Quit():
                self.quitting = True
            case _:
                build_controller.build(self, intent)

    def show(self, **changes: object) -> None:
        """Show something else: what of the view changes."""
        before = self.view.table.terrain
        self.view = replace(self.view, **changes)  # type: ignore[arg-type]
        if self.view.table.terrain is not before:
            self.workers.navmeshes.only(self.view.table.terrain)

    def say(self, text: str, *, bad: bool = False) -> None:
        """Tell people something in a line."""
        self.show(message=Message(text, bad))

    def failed(self, error: Exception) -> None:
        """What was asked could not be worked out."""
        known = isinstance(error, SceneError | RulesError | CommandError)
        self.say(error.faults[0] if known else WENT_WRONG.format(type(error).__name__), bad=True)  # type: ignore[attr-defined]

    def show_table(self, draft: Draft) -> None:
        """Show another table."""
        file_controller.show_draft(self, draft)

    def drop(self, path: str) -> None:
        """A file is dropped on the window: a table or a battle is opened, a mesh is put in hand."""
        build_controller.drop(self, path)

    def close(self) -> None:
        """Nothing is worked out any more; what is being kept safe is kept to its end."""
        # What is to be kept may have to wait for a navmesh that nobody needs any more.
        self.workers.navmeshes.close()
        self.workers.finish("keep")
        self.workers.close()
        battle_controller.end(self)
        if self.keeper is not None:
            self.keeper.close()
