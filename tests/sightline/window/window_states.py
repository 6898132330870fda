"""Window states for tests: a view of a bundled table that no window shows."""

import time
from functools import cache

from scene.table.table import Table
from sightline.drafts.draft_table import Draft
from sightline.window.battle.snapshots.battle_snapshot import BattleSnapshot
from sightline.window.controllers.window_state import WindowState
from sightline.window.intents.intents import Intent
from sightline.window.table_opening import draft_of
from sightline.window.view.camera_orbit import home
from sightline.window.view.window_settings import WindowSettings
from sightline.window.view.window_view import WindowView

SIZE = (1280, 800)
STILL = WindowSettings(motion=False, pause=0.0)


@cache
def _draft(name: str) -> Draft:
    return draft_of(name)


def table(name: str = "disputed-shot") -> Table:
    """A bundled table, always the same value."""
    return _draft(name).table


def window_state(name: str = "disputed-shot") -> WindowState:
    """A window state with a bundled table on it, looked at as a whole; nothing moves but what is asked for."""
    one = WindowState(WindowView(table(name), home(table(name), SIZE), SIZE, STILL))
    one.show_table(_draft(name))
    return one


def now(one: WindowState) -> WindowView:
    """The view as it is by now: mypy takes what it was narrowed to for what it stays."""
    return one.view


def shown(one: WindowState) -> BattleSnapshot:
    """The battle of a window state that has one."""
    assert one.view.battle is not None
    return one.view.battle


def done(one: WindowState, *intents: Intent, seconds: float = 180.0) -> None:
    """Do what is wanted, each to its end."""
    for intent in intents:
        one.do(intent)
        rest(one, seconds=seconds)


def rest(one: WindowState, *, seconds: float = 180.0) -> None:
    """Wait until nothing is worked out any more and the view stands still."""
    end = time.monotonic() + seconds
    one.tick()
    while one.busy:
        assert time.monotonic() < end, one.view.busy
        time.sleep(0.002)
        one.tick()
    one.tick()
