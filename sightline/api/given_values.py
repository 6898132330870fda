"""What programmers give, checked.

Each checker answers the value as it is used, or says in a `CommandError` which argument is wrong and what it may be.
"""

import math
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from weakref import WeakSet

import numpy as np

from rules.systems.rule_system import RuleSystem
from scene.base.errors import SceneError
from scene.base.messages import plain, shown_text
from scene.geometry.mesh import Point
from scene.table.table import FARTHEST, Figure, Table
from scene.table_io.standing_check import footing_warnings, standing_faults
from sightline.api.loaded_table import LoadedTable
from sightline.console import warn
from sightline.errors import CommandError
from sightline.files.rule_systems import rule_system

MOVE = (0.5, 100.0)
"""Inches: the movement characteristic, as commands take it; and so are the others."""
INCHES = (0.01, 100.0)
STEP = (0.1, 6.0)
TOLERANCE_MM = (0.0, 100.0)
BASE_MM = (5.0, 200.0)
MOST_SEED = 2**63 - 1

_STANDING: WeakSet[Table] = WeakSet()
"""Tables whose figures were found to stand where figures can stand."""


def wrong(name: str, given: object, may_be: str) -> CommandError:
    """The error for an argument of that name: what was given, and what may be."""
    return CommandError(f"{name}={shown_text(' '.join(repr(given).split()))}: give {may_be}")


def given_table(table: object, *, standing: bool = True) -> Table:
    """A table, on which everybody stands where figures can stand, if that matters; floating ones are warned of.

    Raises:
        CommandError: for anything else, or a figure at no place.
        SceneError: with the lines that `load_table` would give for figures that cannot stand where they are.
    """
    if not isinstance(table, Table):
        raise wrong("table", table, "a table that load_table has read")
    if isinstance(table, LoadedTable) and table not in _STANDING:
        for figure in table.figures:
            place(figure.position, f"the position of {figure.called}")
            number(figure.facing, f"the facing of {figure.called}")
        if standing:
            check_standing(table)
            _STANDING.add(table)
    return table


def check_standing(table: LoadedTable) -> None:
    """Raises a `SceneError` unless everybody stands where figures can stand; says who floats there and did not before."""
    if faults := standing_faults(table):
        raise SceneError(faults)
    warn(line for line in footing_warnings(table) if not any(line in known for known in table.warnings))


def figure_of(table: Table, given: object, name: str) -> Figure:
    """The figure of an id or a name, or a figure of this table itself.

    Raises:
        CommandError: for what is neither, or a figure as it does not stand on this table.
        SceneError: it is not on the table.
    """
    if isinstance(given, str):
        return table.meant(given)
    if not isinstance(given, Figure):
        raise wrong(name, given, "the id or the name of a figure, or a figure of the table")
    if table.figure(given.id) != given:
        raise CommandError(f"{name}: {given.called} stands otherwise on this table; ask table.with_figure({name})")
    return given


def two_figures(table: Table, given: tuple[object, object], names: tuple[str, str]) -> tuple[Figure, Figure]:
    """Two figures; a `SceneError` with all that are not on the table."""
    found, faults = list[Figure](), list[str]()
    for one, name in zip(given, names, strict=True):
        try:
            found.append(figure_of(table, one, name))
        except SceneError as error:
            faults += error.faults
    if faults:
        raise SceneError(faults)
    return found[0], found[1]


def number(given: object, name: str, between: tuple[float, float] | None = None, unit: str = "") -> float:
    """A finite number, within limits if there are any; a `CommandError` for anything else."""
    low, high = between or (-math.inf, math.inf)
    value = _finite(given)
    if value is not None and low <= value <= high:
        return value
    what = f"a number{f' of {unit}' if unit else ''}"
    raise wrong(name, given, what if between is None else f"{what} from {plain(low)} to {plain(high)}")


def _finite(given: object) -> float | None:
    """That as a finite number; None if it is none."""
    if isinstance(given, bool) or not isinstance(given, int | float | Fraction | np.integer | np.floating):
        return None
    try:
        value = float(given)
    except OverflowError:  # of a whole number with hundreds of digits
        return None
    return value if math.isfinite(value) else None


def whole(given: object, name: str, between: tuple[int, int]) -> int:
    """A whole number within limits; a `CommandError` for anything else."""
    if isinstance(given, int | np.integer) and not isinstance(given, bool) and between[0] <= given <= between[1]:
        return int(given)
    least, most = between
    limits = f"of at least {least}" if most >= MOST_SEED else f"from {least:,} to {most:,}"
    raise wrong(name, given, f"a whole number {limits}")


def numbers(given: object, name: str, count: int, may_be: str) -> tuple[float, ...]:
    """So many finite numbers, such as a tuple, a list or an array; a `CommandError` for anything else."""
    values = given.tolist() if isinstance(given, np.ndarray) else given
    if not isinstance(values, Sequence) or isinstance(values, str | bytes):
        raise wrong(name, given, may_be)
    found = tuple(value for one in values if (value := _finite(one)) is not None)
    if len(values) != count or len(found) != count:
        raise wrong(name, given, may_be)
    return found


def place(given: object, name: str) -> Point:
    """The place x, y, z in inches, as plain floats; a `CommandError` for what is none."""
    x, y, z = numbers(given, name, 3, "a place: three numbers x, y, z, inches")
    if max(abs(x), abs(y), abs(z)) > FARTHEST:
        raise wrong(name, given, f"a place: x, y, z, inches from {-FARTHEST:,} to {FARTHEST:,}")
    return x, y, z


def words(given: object, name: str, may_be: str) -> str:
    """A text; a `CommandError` for anything else."""
    if not isinstance(given, str):
        raise wrong(name, given, may_be)
    return given


def several(given: object, name: str, may_be: str) -> tuple[str, ...]:
    """One text or several; a `CommandError` for anything else."""
    values = (given,) if isinstance(given, str | Path) else given
    if not isinstance(values, Sequence) or not all(isinstance(one, str | Path) for one in values):
        raise wrong(name, given, may_be)
    return tuple(str(one) for one in values)


def yes_or_no(**given: object) -> None:
    """Raises a `CommandError` for an argument that is neither True nor False."""
    for name, value in given.items():
        if not isinstance(value, bool | np.bool_):
            raise wrong(name, value, "True or False")


def file(given: object, name: str, may_be: str) -> Path:
    """A path; a `CommandError` for anything else."""
    if not isinstance(given, str | Path) or "\0" in str(given):
        raise wrong(name, given, may_be)
    return Path(given)


def rules_of(given: object) -> RuleSystem:
    """The rule system of a name or a system file.

    Raises:
        CommandError: for what is neither.
        RulesError: there is no such system, or with everything that is wrong with its file.
        SceneError: the file cannot be read.
    """
    return rule_system(words(given, "rules", 'the name of a rule system, such as "main-rulebook"'))


def seed_of(given: object) -> int:
    """A seed; a `CommandError` for anything else."""
    return whole(given, "seed", (0, MOST_SEED))


def span_of(given: object, name: str) -> tuple[float, float] | None:
    """A short and a long range, inches, or None; a `CommandError` for anything else."""
    if given is None:
        return None
    may_be = "two lengths in inches, the short range first, such as (8, 16)"
    short, long = numbers(given, name, 2, may_be)
    if not 0.0 <= short <= long:
        raise wrong(name, given, may_be)
    return short, long
