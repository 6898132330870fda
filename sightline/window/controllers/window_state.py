"""The window state as the window works with it: does what is wanted, takes what was worked out, answers what is pointed at."""

from dataclasses import dataclass, replace
from pathlib import Path

from rules.errors import RulesError
from scene.base.errors import SceneError
from scene.geometry.mesh import Point
from scene.table.table import Table, Terrain
from sightline.drafts.draft_saving import left_behind
from sightline.drafts.draft_table import Draft
from sightline.drafts.move_edits import riders
from sightline.drawing.rendering.baked_light import BakedTerrain, bake
from sightline.errors import CommandError
from sightline.files.recent_files import load_recent
from sightline.files.table_loading import ground_words
from sightline.window.background.background_work import Telling
from sightline.window.controllers import (
    aim_controller,
    battle_controller,
    build_controller,
    file_controller,
    story_controller,
    view_controller,
)
from sightline.window.controllers.floors import there_controller
from sightline.window.controllers.intent_table import handler
from sightline.window.controllers.question_controller import GROUND
from sightline.window.controllers.sharing import phones_controller
from sightline.window.controllers.shown_state import RECENT, ShownState
from sightline.window.intents import intents as want
from sightline.window.intents.card_intents import AddCardPhotos
from sightline.window.view import table_questions
from sightline.window.view.camera_orbit import between
from sightline.window.view.picking import floors_under, under
from sightline.window.view.window_view import Message, Pointed

GLIDE = 0.22
"""Seconds in which the view goes to another one."""


@dataclass
class WindowState(ShownState):
    """What is shown, and all that is done with it."""

    def __post_init__(self) -> None:
        self._without: tuple[tuple[Table, tuple[str, ...]], Table] | None = None
        self._warmed: Table | None = None
        self._baked_for: Terrain | None = None
        if self.kept_in is not None:
            self.show(left=tuple(left_behind()), recent=load_recent(self.kept_in.with_name(RECENT)))

    # What is pointed at

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
        return under(self._at_rest(), view.orbit.camera(view.size), pixel, view.cut)

    def _at_rest(self) -> Table:
        """The table without what is dragged, and all that goes along with it, in building; else the whole table."""
        view = self.view
        if view.mode != "build" or view.history is None or view.held.what:
            return view.table
        lifted = (view.history.now.table, (*view.selected, *riders(view.history.now, view.selected)))
        if self._without is None or self._without[0] != lifted:
            table, away = lifted
            pieces = tuple(piece for piece in table.terrain.pieces if piece.id not in away)
            figures = tuple(figure for figure in table.figures if figure.id not in away)
            self._without = lifted, replace(table, terrain=Terrain(pieces), figures=figures)
        return self._without[1]

    def floors(self, pixel: tuple[float, float]) -> tuple[Point, ...]:
        """The floors that may be meant at a pixel, the nearest first; none where a marker or a template is laid."""
        view = self.view
        if aim_controller.asked(self) is not None:
            return ()
        return floors_under(self._at_rest(), view.orbit.camera(view.size), pixel, view.cut)

    # What goes on by itself

    def tick(self) -> bool:
        """Take what has been worked out, and let the view glide on; whether anything has changed."""
        before = self.view
        self.workers.collect()
        self._do_next()
        battle_controller.follow_battle(self)
        there_controller.follow_place(self)
        story_controller.play_on(self)
        view_controller.follow_tour(self)
        if self.glide is not None:
            began, start, end = self.glide
            share = min(1.0, (self.clock() - began) / GLIDE)
            self.show(orbit=between(start, end, share) if share < 1.0 else end)
            if share == 1.0:
                self.glide = None
        share_told = self.share
        busy, done = f"{share_told[0]}: {100.0 * share_told[1]:.0f} %" if share_told and self.workers.busy else "", None
        works = self.opening or self.match
        found = None if works is None else works.navmeshes.under_way
        # Of the ground it is told once, however many wait for it.
        waits_for_ground = share_told is not None and share_told[0] == GROUND
        if works is not None and (works.busy or found is not None) and (not busy or (waits_for_ground and found is not None)):
            done = None if found is None else found[1]
            ground = "" if found is None else ground_words(found[0])
            busy = ground if self.opening is None else battle_controller.opening_words(self.opening)
        table = self.workers.asked.get("open")
        opening = self.opening.name or "the battle" if self.opening is not None else Path(str(table.key)).name if table else ""
        if (busy, done, opening) != (self.view.busy, self.view.done, self.view.opening):
            self.show(busy=busy, done=done, opening=opening)
        if not self.workers.busy:
            self.share = None
        return self.view is not before

    def ahead(self) -> None:
        """Work out what the first answer about a table that was opened needs, so that it comes as fast as all others."""
        table, history = self.view.table, self.view.history
        if table is not self._warmed and history is not None and not history.past and history.trial is None:
            self._warmed = table
            self.workers.ask("warm", table, lambda: table_questions.warm(table), lambda _: None, fail=lambda _: None, slow=True)
        self._bake()

    def _bake(self) -> None:
        """Have the light of the terrain worked out, once nothing of it changes."""
        table, baked, history = self.view.table, self.view.baked, self.view.history
        known = (baked is not None and baked.terrain is table.terrain) or self._baked_for is table.terrain
        if known or not self.view.settings.materials or (history is not None and history.trial is not None):
            return
        self._baked_for = table.terrain
        tell = Telling(lambda _share: None)
        work = lambda: bake(table.terrain, table.size, tell)  # noqa: E731
        self.workers.ask("looks", table.terrain, work, self._take_baked, fail=lambda _: None, tell=tell, looks=True)

    def _take_baked(self, baked: BakedTerrain) -> None:
        if baked.terrain is self.view.table.terrain:
            self.show(baked=baked)

    @property
    def busy(self) -> bool:
        """Whether anything goes on by itself: something is worked out, or the view glides."""
        moves = self.glide is not None or self.story is not None
        plays = self.match is not None and (self.match.busy or self.match.works_out_ground)
        return self.workers.busy or moves or self.opening is not None or plays

    # What people want

    def do(self, intent: want.Intent) -> None:
        """Do what is wanted, and what follows from it; what cannot be is told in one line, and changes nothing.

        What was told before goes with the next thing that is done; looking on and dragging leave it.
        """
        before = self.view
        try:
            handler(intent)(self, intent)
        except (SceneError, RulesError, CommandError) as error:
            self.view = replace(before, message=Message(error.faults[0], bad=True))
        else:
            told = self.view.message
            if told is not None and told is before.message and not isinstance(intent, want.PointAt | want.DragTo):
                self.show(message=None)
        self._do_next()

    def _do_next(self) -> None:
        while self.next:
            self.do(self.next.pop(0))

    def show_table(self, draft: Draft) -> None:
        """Show another table."""
        file_controller.show_draft(self, draft)

    def drop(self, path: str) -> None:
        """A file is dropped on the window: a table or a battle is opened, a mesh is put in hand; photos of a card are taken."""
        if self.view.card is not None:
            self.do(AddCardPhotos((path,)))
            return
        build_controller.drop(self, path)
        self._do_next()

    def close(self) -> None:
        """Nothing is worked out any more; what is being kept safe is kept to its end."""
        # What is to be kept may have to wait for a navmesh that nobody needs any more.
        self.workers.navmeshes.close()
        phones_controller.end_phones(self)
        self.workers.finish("keep")
        self.workers.close()
        battle_controller.end(self)
        if self.keeper is not None:
            self.keeper.close()
