"""What the window shows, and what it works with: the state that controllers change; it knows none of them."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from time import monotonic

import numpy as np

from rules.errors import RulesError
from scene.base.errors import SceneError
from scene.geometry.mesh import Point
from scene.table.table import Table
from sightline.drafts.draft_saving import DraftKeeper
from sightline.drafts.draft_table import Draft
from sightline.errors import CommandError
from sightline.files.recent_files import RecentFiles, save_recent
from sightline.files.shared_moments import SharedMoment
from sightline.window.background.background_work import Workers
from sightline.window.battle.battle_story import Story
from sightline.window.battle.battle_thread import BattleThread
from sightline.window.building.edit_history import History
from sightline.window.intents import intents as want
from sightline.window.phones.phone_server import PhoneServer
from sightline.window.view.camera_orbit import Orbit, home, slid, stepped, turned, zoomed
from sightline.window.view.label_spacing import Box
from sightline.window.view.picking import as_drawn_larger, beside_figure, people_of, seen_through, under
from sightline.window.view.window_view import Message, Pointed, WindowView

RECENT = "recent.json"
"""Beside the settings."""
WENT_WRONG = "that went wrong inside of Sightline ({}); nothing was changed"


@dataclass
class ShownState:
    """What is shown, and what is at work for it.

    Attributes:
        view: what is shown.
        kept_in: where settings are kept; None for nowhere.
        folder: where evidence is written.
        show_page: shows a report to people.
        picture: the window as a PNG file; empty where nothing draws it.
        copied: the draft and the ids of what was copied in it; None for nothing.
        moment: that was shared and is being opened; None once it is shown.
        clock: seconds.
        workers: work out what takes time.
        quitting: whether the window is to close.
        keeper: keeps the draft safe; None where there is none.
        told_of: of what, kept nowhere, people were told that it would be lost; None for nothing.
        match: the battle that is played; None for none.
        opening: the battle that takes its place once it is open; None for none.
        share: what takes long, and the share of it that is done.
        glide: since when the view goes from one place to another.
        story: since when the board plays what happened in a step of a battle; None where it stands still.
        held_until: the time up to which a step of the program is not shown yet.
        one_more: whether a step of the program is shown though people have stopped it.
        looks_again: the time from which it is looked again whether other programs have answered in the battle.
        toured_from: the view with which the present step of the tour began; None where none has.
        dragged: where somebody is dragged who is to move for that, as long as it is not asked yet where to; None for nowhere.
        homing: whether the whole table is to be shown once it is known where panels lie.
        phones: what is served to phones, and the server; None while nothing is.
        next: what follows from what was done, and is done after it.
    """

    view: WindowView
    kept_in: Path | None = None
    folder: Path = field(default_factory=Path.cwd)
    show_page: Callable[[Path], None] = lambda _page: None
    picture: Callable[[], bytes] = lambda: b""
    copied: tuple[Draft, tuple[str, ...]] | None = None
    moment: SharedMoment | None = None
    clock: Callable[[], float] = monotonic
    workers: Workers = field(default_factory=Workers)
    quitting: bool = False
    keeper: DraftKeeper | None = None
    told_of: History | None = None
    match: BattleThread | None = None
    opening: BattleThread | None = None
    share: tuple[str, float] | None = None
    glide: tuple[float, Orbit, Orbit] | None = None
    story: tuple[float, Story] | None = None
    held_until: float = 0.0
    one_more: bool = False
    looks_again: float = 0.0
    toured_from: WindowView | None = None
    dragged: want.DragTo | None = None
    homing: bool = True
    phones: tuple[str | Draft, PhoneServer] | None = None
    next: list[want.Intent] = field(default_factory=list)

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

    @property
    def _drawn(self) -> Table:
        """The table as it is drawn."""
        view = self.view
        larger = view.settings.larger and view.through_eye is None
        return as_drawn_larger(view.table) if larger else view.table

    def under(self, pixel: tuple[float, float]) -> Pointed:
        """What lies under a pixel."""
        view = self.view
        return under(self._drawn, view.orbit.camera(view.size), pixel, view.cut)

    def seen_through(self, pixel: tuple[float, float]) -> Pointed:
        """The figure that is seen under a pixel through terrain; nothing where there is none, or none is shown so."""
        view = self.view
        if not view.settings.hidden or view.through_eye is not None:
            return Pointed()
        return seen_through(self._drawn, view.orbit.camera(view.size), pixel, view.cut)

    def beside_figure(self, pixel: tuple[float, float]) -> Pointed:
        """The figure whose outline is nearest to a pixel and near enough to be meant; nothing where there is none."""
        view = self.view
        return beside_figure(self._drawn, view.orbit.camera(view.size), pixel, view.cut)

    def beside_hidden(self, pixel: tuple[float, float]) -> Pointed:
        """The same of figures that are seen through terrain; nothing where none are shown so."""
        view = self.view
        if not view.settings.hidden or view.through_eye is not None:
            return Pointed()
        return beside_figure(people_of(self._drawn), view.orbit.camera(view.size), pixel, view.cut)

    def on_plane(self, pixel: tuple[float, float], z: float) -> Point | None:
        """The place at a height that lies under a pixel."""
        starts, ways = self.view.orbit.camera(self.view.size).rays(np.array([pixel], dtype=np.float64))
        if abs(ways[0, 2]) < 1e-6:
            return None
        far = (z - starts[0, 2]) / ways[0, 2]
        x, y, _ = starts[0] + far * ways[0]
        return (float(x), float(y), z) if far > 0.0 else None

    def take_free(self, free: Box) -> None:
        """Panels leave this part of the window free; a view that nobody has moved yet fills it, until they do twice running."""
        if free == self.view.free:
            # In the first picture of something else panels are as wide still as what they showed before.
            self.homing = False
            return
        self.show(free=free)
        if self.homing:
            self.show(orbit=home(self.view.table, self.view.size, free))

    def show_whole(self) -> None:
        """Show the whole table, where panels let it be seen."""
        # Panels that lie as they lay before are told of once more.
        self.show(orbit=home(self.view.table, self.view.size), free=None)
        self.homing = True

    def _here(self) -> Orbit:
        self.glide, self.homing = None, False
        return self.view.orbit

    def go(self, orbit: Orbit) -> None:
        """Glide to another view."""
        self.glide, self.homing = (self.clock(), self.view.orbit, orbit), False

    def show(self, **changes: object) -> None:
        """Show something else: what of the view changes."""
        before = self.view.table.terrain
        self.view = replace(self.view, **changes)  # type: ignore[arg-type]
        if self.view.table.terrain is not before:
            self.workers.navmeshes.only(self.view.table.terrain)

    def say(self, text: str, *, bad: bool = False) -> None:
        """Tell people something in a line."""
        self.show(message=Message(text, bad))

    def say_of_question(self, text: str) -> None:
        """Tell people in a line how to answer what a battle asks, until it asks something else."""
        self.show(message=Message(text, question=self.view.battle.question if self.view.battle is not None else None))

    def remember(self, recent: RecentFiles) -> None:
        """Keep what was opened last for the next start."""
        self.show(recent=recent)
        if self.kept_in is not None:
            save_recent(recent, self.kept_in.with_name(RECENT))

    def failed(self, error: Exception) -> None:
        """What was asked could not be worked out."""
        known = isinstance(error, SceneError | RulesError | CommandError)
        self.say(error.faults[0] if known else WENT_WRONG.format(type(error).__name__), bad=True)  # type: ignore[attr-defined]

    def keep(self, keeper: DraftKeeper | None) -> None:
        """Keep another draft safe from now on."""
        if self.keeper is not None:
            self.keeper.close()
            if self.view.changed and not self.view.not_kept:
                name = self.view.table.name or "the table before"
                self.say(f"{name} was not saved; it is kept, and offered again at the next start")
        self.keeper = keeper
