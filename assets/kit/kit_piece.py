"""A part of the kit: a function whose signature says everything about the piece's parameters.

A piece is written as an ordinary function of keyword-only numbers that returns a solid, or several that touch::

    @part(kind="obstacle")
    def crate(*, length: Annotated[float, ParameterRange(0.5, 4.0, "along x")] = 1.5) -> "Solid":
        \"\"\"Cargo crate with a ribbed lid.\"\"\"

Parts that only touch or reach into one another are not joined into one solid: with hundreds of slots and bolts that
would take most of the time that a table needs to load, and sight does not care. Every part is closed by itself.

The signature's defaults, ranges and words and the docstring's first line are the only place where they stand.
"""

import inspect
import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from assets.solid_shapes import mesh_of
from scene.base.errors import SceneError
from scene.geometry.mesh import Mesh, Point, joined
from scene.table.table import Ground, Kind

if TYPE_CHECKING:
    from manifold3d import Manifold as Solid

    Model = Callable[..., Solid] | Callable[..., list[Solid]]

Mouths = Callable[[Mapping[str, float]], tuple[Point, Point]]
"""The middles of the openings of a ductway with such parameters, in its own frame."""


@dataclass(frozen=True)
class ParameterRange:
    """What a parameter may be: ``low`` to ``high`` inclusive, whole numbers only if ``whole``, and what it means."""

    low: float
    high: float
    meaning: str
    whole: bool = False

    @property
    def choices(self) -> dict[int, str]:
        """Words for each whole number that it may be, where the meaning has them: "rail: 0 none, 1 whole"; else none."""
        items = [re.split(r"\b(\d+)\b", item) for item in re.split(r"[,;] ", self.meaning.partition(": ")[2] or self.meaning)]
        known = {int(item[1]): " ".join(f"{item[0]}{item[2]}".split()) for item in items if len(item) == 3}
        wanted = range(int(self.low), int(self.high) + 1)
        return known if self.whole and len(items) == len(known) and sorted(known) == list(wanted) else {}


@dataclass(frozen=True)
class Parameter:
    """A parameter of a piece; lengths in inches."""

    name: str
    default: float
    range: ParameterRange

    def fault(self, piece: str, value: object) -> str | None:
        """The line that says why ``value`` will not do for ``piece``, or None."""
        if self._fits(value):
            return None
        numbers = "a whole number from " if self.range.whole else ""
        allowed = f"{numbers}{self.range.low:g} to {self.range.high:g} ({self.range.meaning})"
        return f'kit piece "{piece}": {self.name} is {value}; give {allowed}'

    def _fits(self, value: object) -> bool:
        # JSON can bring anything: true counts as 1 in Python, and NaN compares with nothing.
        if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
            return False
        whole = not self.range.whole or value == int(value)
        return whole and self.range.low <= value <= self.range.high


@dataclass(frozen=True)
class KitEntry:
    """A piece of the kit.

    Attributes:
        name: what a table file calls it.
        kind: what it is to the rules unless the table file says otherwise.
        ground: what walking on it is like unless the table file says otherwise; None is open ground.
        description: one line.
        parameters: by name, in the order of the function's signature.
    """

    name: str
    kind: Kind
    ground: Ground | None
    description: str
    parameters: Mapping[str, Parameter]
    _model: "Model"
    _mouths: Mouths | None = None

    @cached_property
    def defaults(self) -> dict[str, float]:
        """Every parameter's default by name."""
        return {name: parameter.default for name, parameter in self.parameters.items()}

    def complete(self, parameters: Mapping[str, float]) -> dict[str, float]:
        """All parameters, the given ones over the defaults.

        Raises:
            SceneError: for parameters that the piece does not have, or that are out of range; all at once.
        """
        faults = [self._unknown(name) for name in parameters if name not in self.parameters]
        known = {name: value for name, value in parameters.items() if name in self.parameters}
        faults += [fault for name, value in known.items() if (fault := self.parameters[name].fault(self.name, value))]
        if faults:
            raise SceneError(faults)
        return self.defaults | {name: float(value) for name, value in known.items()}

    def make(self, **parameters: float) -> Mesh:
        """The piece in its own frame: inches, the anchor at the origin, made of closed surfaces.

        Raises:
            SceneError: for parameters that the piece does not have, are out of range or do not go together.
        """
        made = self._model(**self.complete(parameters))
        whole = joined(*(mesh_of(solid) for solid in (made if isinstance(made, list) else [made])))
        low, high = whole.bounds
        anchor = np.array([(low[0] + high[0]) / 2.0, (low[1] + high[1]) / 2.0, low[2]])
        return Mesh.of(whole.vertices - anchor, whole.faces)

    def mouths(self, **parameters: float) -> tuple[Point, Point] | None:
        """The middles of the openings of a ductway, inches in its own frame; None for what is none."""
        return self._mouths(self.complete(parameters)) if self._mouths is not None else None

    def _unknown(self, wanted: str) -> str:
        close = get_close_matches(wanted, self.parameters, n=1, cutoff=0.5)
        hint = f'did you mean "{close[0]}"?' if close else f"it has {', '.join(self.parameters)}"
        return f'kit piece "{self.name}" has no parameter "{wanted}"; {hint}'


def part(*, kind: Kind, ground: Ground | None = None, mouths: Mouths | None = None) -> Callable[["Model"], KitEntry]:
    """Makes a kit entry of the function below it."""

    def entry(model: "Model") -> KitEntry:
        parameters = {
            name: Parameter(name, float(given.default), given.annotation.__metadata__[0])
            for name, given in inspect.signature(model).parameters.items()
        }
        description = inspect.cleandoc(model.__doc__ or "").split("\n")[0].rstrip(".")
        return KitEntry(model.__name__, kind, ground, description, parameters, model, mouths)

    return entry


def misfit(piece: str, line: str) -> SceneError:
    """The error for parameters of ``piece`` that are right one by one and do not go together."""
    return SceneError(f'kit piece "{piece}": {line}')
