"""Places as they are typed: ``X Y Z`` or ``X,Y,Z``, and ``X Y`` for what stands on what is there."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from scene.base.messages import plain, shown_text
from scene.geometry.mesh import Point
from scene.table.table import FARTHEST, Table
from sightline.cli.typed_words import DECIMAL_COMMA, MINUS, NUMBER, is_number
from sightline.console import words
from sightline.errors import CommandError

FORM = "a place is X Y Z or X,Y,Z in inches, such as 24 18 6, or X Y for the upper floor there"


@dataclass(frozen=True)
class TypedPlace:
    """A place that was typed.

    Attributes:
        x, y: inches.
        z: inches; None where it was left out.
    """

    x: float
    y: float
    z: float | None

    def on(self, table: Table) -> Point:
        """The place; where no height was typed, that of the upper floor there, which is told on standard error."""
        if self.z is not None:
            return (self.x, self.y, self.z)
        from scene.walkable.local_floors import heights_at

        top, *below = [round(z, 4) for z in heights_at(table, (self.x, self.y))] or [0.0]
        others = f"; below it there is one at {' and one at '.join(plain(round(z, 2)) for z in below)}" if below else ""
        words().print(f"Z is left out: the {'upper ' if below else ''}floor there is at {plain(round(top, 2))}{others}")
        return (self.x, self.y, top)


def typed_place(text: str) -> TypedPlace:
    """The place that a text says; a `CommandError` for what is none.

    A single ``5,5`` is refused: it may be 5.5, or X and Y.
    """
    parts = [part.strip(",") for part in text.replace(MINUS, "-").split()]
    for part in parts:
        if DECIMAL_COMMA.fullmatch(part):
            point, two = part.replace(",", "."), part.replace(",", " ")
            raise CommandError(f'"{part}" may be one number or two: write {point}, or {two}; {FORM}')
    values = [value for part in parts for value in part.split(",")]
    if len(values) not in {2, 3} or not all(NUMBER.fullmatch(value) for value in values):
        raise CommandError(f'"{shown_text(text)}" is no place; {FORM}')
    x, y, z = [*map(float, values), None][:3]
    assert x is not None
    assert y is not None
    if not all(math.isfinite(value) and abs(value) <= FARTHEST for value in (x, y, z or 0.0)):
        most = f"coordinates are inches from {-FARTHEST:,.0f} to {FARTHEST:,.0f}"
        raise CommandError(f"there is no place {', '.join(values)}; {most}, such as 24 18 6")
    return TypedPlace(x, y, z)


def on_table(place: TypedPlace | None, table: Table) -> Point | None:
    """The same where there may be none."""
    return None if place is None else place.on(table)


@dataclass(frozen=True)
class TypedAim:
    """What somebody goes toward, as seen from above: a place, or else whoever is called so."""

    name: str
    place: TypedPlace | None = None

    @property
    def other(self) -> str | Point:
        """The name, or the place; its height does not matter."""
        return self.name if self.place is None else (self.place.x, self.place.y, self.place.z or 0.0)


def placed_by(option: str) -> Callable[[str], TypedPlace]:
    """What reads the place that an option is given; its faults name the option."""

    def read(text: str) -> TypedPlace:
        try:
            return typed_place(text)
        except CommandError as error:
            raise CommandError(f"{option}: {fault}" for fault in error.faults) from None

    return read


def aimed_by(option: str) -> Callable[[str], TypedAim]:
    """What reads whither an option sends somebody: a place where numbers are typed, whoever is called so else."""

    def read(text: str) -> TypedAim:
        first = next(iter(text.split()), "")
        return TypedAim(text, placed_by(option)(text) if is_number(first) else None)

    return read


def place_among(parts: Sequence[str] | None, *, otherwise: str) -> TypedPlace | None:
    """The place of a command, or None without any; a `CommandError` that names what else can be asked."""
    if not parts:
        return None
    try:
        return typed_place(" ".join(parts))
    except CommandError as error:
        numbers = any(map(is_number, parts))
        instead = f"; without a place: {otherwise}" if otherwise and not numbers else ""
        if numbers and not is_number(parts[-1]):
            instead = "; a figure's name goes before its place"
        raise CommandError(fault + instead for fault in error.faults) from None
