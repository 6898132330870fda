"""Desks for tests: a view of a bundled table that no window shows."""

import time
from functools import cache

from scene.table import Table
from sightline.window.battle_shown import Shown
from sightline.window.building import Draft
from sightline.window.desk import Desk
from sightline.window.files import draft_of
from sightline.window.intents import Intent
from sightline.window.orbit import home
from sightline.window.view import View

SIZE = (1280, 800)


@cache
def _draft(name: str) -> Draft:
    return draft_of(name)


def table(name: str = "disputed-shot") -> Table:
    """A bundled table, always the same value."""
    return _draft(name).table


def desk(name: str = "disputed-shot") -> Desk:
    """A desk with a bundled table on it, looked at as a whole."""
    one = Desk(View(table(name), home(table(name), SIZE), SIZE))
    one.show_table(_draft(name))
    return one


def shown(one: Desk) -> Shown:
    """The battle on a desk that has one."""
    assert one.view.battle is not None
    return one.view.battle


def done(one: Desk, *intents: Intent, seconds: float = 60.0) -> None:
    """Do what is wanted, each to its end."""
    for intent in intents:
        one.do(intent)
        rest(one, seconds=seconds)


def rest(one: Desk, *, seconds: float = 60.0) -> None:
    """Wait until nothing is worked out any more and the view stands still."""
    end = time.monotonic() + seconds
    one.tick()
    while one.busy:
        assert time.monotonic() < end, one.view.busy
        time.sleep(0.002)
        one.tick()
    one.tick()
