"""Shared moments: bundles with a question about their table and, of a battle, its journal up to there.

Beside ``table.json`` and its meshes such a bundle has ``moment.json``, the question; ``battle.journal``, if a battle was
shared; and ``picture.png``, which is for people and is read by nobody here.
"""

import json
from dataclasses import dataclass
from pathlib import Path

from rules.engine.journal_format import MOST_BYTES, Journal, read
from rules.errors import RulesError
from scene.base.errors import SceneError
from scene.base.json_fields import JsonField, choice, flag, numbers, parse_json, read_fields, text
from scene.geometry.mesh import Point
from scene.table_io.table_bundle import SUFFIX, TableBundle

MOMENT, JOURNAL, PICTURE = "moment.json", "battle.journal", "picture.png"
FORMAT, VERSION = "sightline-moment", 1
MOST_MOMENT = 2**16
"""Bytes of a ``moment.json``."""
FARTHEST = 1e4
"""Inches and degrees that no number of it goes beyond."""

_FIELDS = {
    "format": JsonField(choice(FORMAT), needed=True),
    "version": JsonField(choice(float(VERSION)), needed=True),
    "shooter": JsonField(text()),
    "target": JsonField(text()),
    "pinned": JsonField(flag),
    "from": JsonField(numbers(3, -FARTHEST, FARTHEST)),
    "view": JsonField(numbers(6, -FARTHEST, FARTHEST)),
}


@dataclass(frozen=True)
class SharedMoment:
    """What was asked at a moment that somebody shares, and from where it was looked at.

    Attributes:
        shooter: id of the figure that was selected; empty for none.
        target: id of the figure that was asked about; empty for none.
        pinned: whether the answer stays about it.
        place: where the shooter was taken to stand; None for where it does.
        view: what is in the middle, x, y and z; how far the eye is from there, its azimuth and its elevation; None where that
            is not told.
    """

    shooter: str = ""
    target: str = ""
    pinned: bool = False
    place: Point | None = None
    view: tuple[float, ...] | None = None


def moment_text(moment: SharedMoment) -> bytes:
    """The ``moment.json`` of a moment."""
    asked = {"shooter": moment.shooter, "target": moment.target, "pinned": moment.pinned}
    told = {**asked, "from": moment.place, "view": moment.view}
    given = {name: value for name, value in told.items() if value not in {None, ""}}
    return json.dumps({"format": FORMAT, "version": VERSION, **given}, indent=1).encode()


def shares_moment(path: Path) -> bool:
    """Whether a file is a bundle that somebody shared at a moment; what is wrong with that comes out when it is read."""
    return _holds(path, {MOMENT, JOURNAL})


def shares_battle(path: Path) -> bool:
    """Whether a file is a bundle that says it holds a battle."""
    return _holds(path, {JOURNAL})


def read_moment(path: Path) -> tuple[SharedMoment, Journal | None]:
    """The moment that a bundle holds, and the journal of its battle, if it is one of a battle.

    Raises:
        SceneError: with all that is wrong with either.
    """
    bundle, faults = TableBundle(path), list[str]()
    data, moment = bundle.beside(MOMENT, MOST_MOMENT), SharedMoment()
    if data is not None:
        moment = _read_moment(data, faults)
    data, journal = bundle.beside(JOURNAL, MOST_BYTES), None
    if data is not None:
        try:
            journal = read(data)
        except RulesError as error:
            faults += [f"{JOURNAL} {fault}" for fault in error.faults]
    if faults:
        raise SceneError(f'"{path.name}": {fault}' for fault in faults)
    return moment, journal


def _read_moment(data: bytes, faults: list[str]) -> SharedMoment:
    try:
        found = read_fields(parse_json(data), _FIELDS, f"{MOMENT}: ", faults) or {}
    except SceneError as error:
        faults += [f"{MOMENT} {fault}" for fault in error.faults]
        found = {}
    shooter, target, pinned = found.get("shooter", ""), found.get("target", ""), found.get("pinned", False)
    return SharedMoment(shooter, target, pinned, found.get("from"), found.get("view"))


def _holds(path: Path, names: set[str]) -> bool:
    if path.suffix.lower() != SUFFIX:
        return False
    try:
        return any(map(TableBundle(path).holds, names))
    except SceneError:
        return False
