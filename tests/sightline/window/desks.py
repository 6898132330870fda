"""Desks for tests: a view of a bundled table that no window shows."""

import time
from functools import cache

from assets.library import LIBRARY
from assets.tables import path
from scene.table import Table
from scene.tablefile import load_table
from sightline.window.desk import Desk
from sightline.window.intents import Intent
from sightline.window.orbit import home
from sightline.window.view import View

SIZE = (1280, 800)


def table(name: str = "disputed-shot") -> Table:
    """A bundled table, always the same value."""
    return _loaded(name)


@cache
def _loaded(name: str) -> Table:
    return load_table(path(name), LIBRARY)


def desk(name: str = "disputed-shot") -> Desk:
    """A desk with a bundled table on it, looked at as a whole."""
    return Desk(View(table(name), home(table(name), SIZE), SIZE))


def done(one: Desk, *intents: Intent, seconds: float = 60.0) -> None:
    """Do what is wanted, each to its end."""
    for intent in intents:
        one.do(intent)
        rest(one, seconds=seconds)


def rest(one: Desk, *, seconds: float = 60.0) -> None:
    """Wait until nothing is worked out any more and the view stands still."""
    end = time.monotonic() + seconds
    one.tick()
    while one.workers.busy or one.moving:
        assert time.monotonic() < end, one.view.busy
        time.sleep(0.002)
        one.tick()
    one.tick()
