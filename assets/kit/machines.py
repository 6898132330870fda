"""Machines: the furnace and the console. Lengths in inches."""

from typing import TYPE_CHECKING, Annotated

from assets.kit.kit_piece import ParameterRange, part
from assets.kit.steelwork import spread
from assets.solid_shapes import Outline, beam, box, extruded, rod, without

if TYPE_CHECKING:
    from manifold3d import Manifold as Solid

_Slope = tuple[tuple[float, float], tuple[float, float]]


@part(kind="structure")
def furnace(
    *,
    length: Annotated[float, ParameterRange(2.2, 6.0, "along x; its mouth is at +x")] = 3.4,
    width: Annotated[float, ParameterRange(2.2, 6.0, "across y")] = 3.0,
    height: Annotated[float, ParameterRange(3.0, 12.0, "to the top of its chimney")] = 6.0,
) -> list["Solid"]:
    """Furnace with a banded hull, a deep mouth with a raised fire door, and a chimney."""
    a, b, top = length / 2.0, width / 2.0, min(3.2, 0.62 * height)
    mouth, sill, lintel = 0.28 * width, 0.35, 0.35 + 0.38 * top
    body = extruded(_profile(a - 0.12, top), -b + 0.14, b - 0.14, axis="y")
    hollow = box((a - 1.0, -mouth, sill), (a + 1.0, mouth, lintel))
    parts = [without(body, [hollow]), box((-a, -b, 0.0), (a, b, 0.22), bevel=0.06)]
    for y in (-b + 0.08, -mouth - 0.3, mouth + 0.14, b - 0.24):
        parts.append(extruded(_profile(a - 0.04, top + 0.06), y, y + 0.16, axis="y"))
    for z in spread(0.4, 0.55 * top, most=0.4):
        for x in spread(-a + 0.3, a - 0.3, most=0.55):
            for y in (-b + 0.08, b - 0.08):
                parts.append(rod((x, y - 0.04, z), (x, y + 0.04, z), 0.045, sides=6))
    return (
        parts + _mouth(a, mouth, sill, lintel) + _chimney(-0.35 * a, 0.34 * min(a, b), top, height) + _flues(a, b, top, height)
    )


def _profile(a: float, top: float) -> Outline:
    """The hull from the side, (x, z): upright below, drawn in above, with a flat crown."""
    return [(-a, 0.05), (a, 0.05), (a, 0.62 * top), (0.62 * a, top), (-0.75 * a, top), (-a, 0.8 * top)]


def _mouth(a: float, half: float, low: float, high: float) -> list["Solid"]:
    """The frame of the mouth, bars in it, the door drawn up above it and a hearth plate before it."""
    parts = [
        box((a - 0.25, side - 0.1, low - 0.12), (a, side + 0.1, high + 0.14), bevel=0.03)
        for side in (-half - 0.06, half + 0.06)
    ]
    parts.append(box((a - 0.25, -half - 0.16, high), (a, half + 0.16, high + 0.2), bevel=0.04))
    parts.append(box((a - 0.5, -half - 0.16, low - 0.14), (a, half + 0.16, low), bevel=0.03))
    parts.append(box((a - 0.2, -half, high - 0.28), (a - 0.08, half, high + 0.3)))
    for y in spread(-half + 0.14, half - 0.14, most=0.3):
        parts.append(rod((a - 0.45, y, low - 0.05), (a - 0.45, y, high), 0.045, sides=6))
    return parts


def _chimney(x: float, radius: float, low: float, high: float) -> list["Solid"]:
    parts = [
        rod((x, 0, low - 0.2), (x, 0, low + 0.3), 1.4 * radius, end_radius=radius, sides=16),
        rod((x, 0, low + 0.25), (x, 0, high - 0.1), 0.9 * radius, sides=16),
        without(
            rod((x, 0, high - 0.35), (x, 0, high), 1.08 * radius, sides=16),
            [rod((x, 0, high - 0.2), (x, 0, high + 1), 0.75 * radius)],
        ),
    ]
    for z in spread(low + 0.3, high - 0.4, most=1.0):
        parts.append(rod((x, 0, z - 0.05), (x, 0, z + 0.05), radius, sides=16))
    return parts


def _flues(a: float, b: float, top: float, height: float) -> list["Solid"]:
    """A pipe from the back up into the chimney, and a valve wheel beside it."""
    x, y, bend = -a + 0.26, 0.45 * b, top + 0.35 * (height - top)
    parts = [
        rod((x, y, 0.1), (x, y, bend), 0.16, sides=10),
        rod((x, y, bend - 0.14), (-0.35 * a, 0.0, bend - 0.14), 0.14, sides=10),
    ]
    for z in (0.5 * top, 0.9 * top, bend - 0.14):
        parts.append(rod((x, y, z - 0.08), (x, y, z + 0.08), 0.22, sides=10))
    wheel = -0.45 * b
    parts.append(rod((-a + 0.02, wheel, 0.6 * top), (-a + 0.12, wheel, 0.6 * top), 0.26, sides=12))
    parts.append(rod((-a, wheel, 0.6 * top), (-a + 0.3, wheel, 0.6 * top), 0.08, sides=8))
    return parts


@part(kind="obstacle")
def console(
    *,
    length: Annotated[float, ParameterRange(0.8, 4.0, "along x")] = 1.8,
    width: Annotated[float, ParameterRange(0.6, 1.6, "across y; its desk is at -y")] = 0.9,
    height: Annotated[float, ParameterRange(0.8, 2.0, "to the top of its screens")] = 1.3,
) -> list["Solid"]:
    """Control console with a sloping desk, screens, levers and a cabinet with vents."""
    a, b = length / 2.0, width / 2.0
    parts = [extruded(_console_profile(b - 0.04, height - 0.05), -a + 0.08, a - 0.08, axis="x")]
    for low, high in ((-a, -a + 0.14), (a - 0.14, a)):
        parts.append(extruded(_console_profile(b, height), low, high, axis="x"))
    panel = _Panel(b, height)
    for x, beyond in zip(spread(-a + 0.2, a - 0.2, most=0.7), spread(-a + 0.2, a - 0.2, most=0.7)[1:], strict=False):
        parts += panel.screen(x + 0.05, beyond - 0.05)
        parts += panel.keys(x + 0.06, beyond - 0.06)
    for z in spread(0.3, 0.55 * height, most=0.12):
        parts.append(box((-a + 0.25, b - 0.06, z - 0.025), (a - 0.25, b, z + 0.025)))
    return parts


def _console_profile(b: float, height: float) -> Outline:
    """The console from the side, (y, z): a foot that stands back, a desk, and a back that leans."""
    return [
        (-0.55 * b, 0.0),
        (b, 0.0),
        (b, height),
        (0.5 * b, height),
        (0.1 * b, 0.66 * height),
        (-b, 0.52 * height),
        (-b, 0.43 * height),
        (-0.55 * b, 0.36 * height),
    ]


class _Panel:
    """The two slopes of a console of half width ``b``: its screens' and its desk's."""

    def __init__(self, b: float, height: float) -> None:
        self.back = ((0.1 * b, 0.66 * height), (0.5 * b, height))
        self.desk = ((-b, 0.52 * height), (0.1 * b, 0.66 * height))

    def screen(self, low: float, high: float) -> list["Solid"]:
        """A framed screen on the back between two x."""
        frame = [self._bar(self.back, share, low, high, 0.07) for share in (0.16, 0.84)]
        sides = [self._plate(self.back, 0.13, 0.87, x, x + 0.06, 0.05) for x in (low, high - 0.06)]
        return [*frame, *sides, self._plate(self.back, 0.2, 0.8, low, high, 0.02)]

    def keys(self, low: float, high: float) -> list["Solid"]:
        """Three rows of keys on the desk and a lever beside them."""
        keys = [self._bar(self.desk, share, low, high - 0.16, 0.06) for share in (0.3, 0.5, 0.7)]
        y, z = self._at(self.desk, 0.5)
        x = high - 0.06
        return [*keys, rod((x, y, z - 0.02), (x, y - 0.06, z + 0.16), 0.025, sides=6)]

    @staticmethod
    def _at(slope: _Slope, share: float) -> tuple[float, float]:
        (y, z), (to_y, to_z) = slope
        return y + share * (to_y - y), z + share * (to_z - z)

    def _bar(self, slope: _Slope, share: float, low: float, high: float, size: float) -> "Solid":
        y, z = self._at(slope, share)
        return beam((low, y, z), (high, y, z), width=size, depth=size)

    def _plate(
        self,
        slope: _Slope,
        start: float,
        end: float,
        low: float,
        high: float,
        out: float,
    ) -> "Solid":
        (y, z), (to_y, to_z) = self._at(slope, start), self._at(slope, end)
        outline = [(y, z - 0.05), (to_y, to_z - 0.05), (to_y - out, to_z + out), (y - out, z + out)]
        return extruded(outline, low, high, axis="x")
