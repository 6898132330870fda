"""Cargo: barrels, stacked crates and the container. Lengths in inches."""

from typing import TYPE_CHECKING, Annotated

from assets.kit.crates_barricades import crate_parts
from assets.kit.kit_piece import ParameterRange, part
from assets.kit.steelwork import spread
from assets.solid_shapes import box, rod, without

if TYPE_CHECKING:
    from manifold3d import Manifold as Solid


FLOOR = 0.16
"""Height of the floor inside a container: a step that costs nothing."""


@part(kind="obstacle")
def barrels(
    *,
    count: Annotated[float, ParameterRange(1, 6, "how many; from three on in two rows", whole=True)] = 3,
    radius: Annotated[float, ParameterRange(0.25, 0.5, "of each, to the outside of its hoops")] = 0.35,
    height: Annotated[float, ParameterRange(0.6, 1.5, "of each, to its rim")] = 1.0,
) -> list["Solid"]:
    """Steel barrels with hoops, standing close together."""
    return [solid.translate((x, y, 0.0)) for x, y in _places(int(count), radius) for solid in _barrel(radius, height)]


def _places(count: int, radius: float) -> list[tuple[float, float]]:
    """One row of one or two, or two rows with the second nested into the first."""
    step = 2.0 * radius + 0.02
    front = count if count < 3 else (count + 1) // 2
    first = [(step * number, 0.0) for number in range(front)]
    return first + [(step * (number + 0.5), 0.866 * step) for number in range(count - front)]


def _barrel(radius: float, height: float) -> list["Solid"]:
    hoops = (0.03, 0.35 * height, 0.67 * height)
    parts = [rod((0, 0, 0), (0, 0, height - 0.04), 0.93 * radius, sides=20)]
    parts += [rod((0, 0, z), (0, 0, z + 0.06), radius, sides=20) for z in hoops]
    rim = rod((0, 0, height - 0.09), (0, 0, height), radius, sides=20)
    parts.append(without(rim, [rod((0, 0, height - 0.04), (0, 0, height + 1.0), 0.88 * radius, sides=20)]))
    bung = (0.55 * radius, 0.2 * radius)
    parts.append(rod((*bung, height - 0.05), (*bung, height), 0.14 * radius, sides=8))
    return parts


@part(kind="obstacle")
def crates(
    *,
    count: Annotated[float, ParameterRange(2, 6, "how many, in two layers", whole=True)] = 3,
    length: Annotated[float, ParameterRange(1.0, 4.0, "of the stack along x")] = 2.4,
    width: Annotated[float, ParameterRange(0.6, 2.0, "of the stack across y")] = 1.1,
    height: Annotated[float, ParameterRange(0.8, 2.0, "to the lids of the upper layer")] = 1.7,
) -> list["Solid"]:
    """Stack of cargo crates in two layers, the upper ones smaller and not quite straight."""
    below, above, lower = (int(count) + 1) // 2, int(count) // 2, 0.55 * height
    each = (length - 0.06 * (below - 1)) / below
    firsts = [-length / 2.0 + each / 2.0 + (each + 0.06) * number for number in range(below)]
    parts = [solid.translate((x, 0.0, 0.0)) for x in firsts for solid in crate_parts(each, width, lower)]
    pairs = zip(firsts, firsts[1:] or firsts, strict=False)
    places = [(x + after) / 2.0 for x, after in pairs] if above < below else firsts
    small = (0.8 * each, 0.75 * width, height - lower)
    for number, x in enumerate(places[:above]):
        turn = (6.0, -4.0, 3.0)[number]
        parts += [solid.rotate((0.0, 0.0, turn)).translate((x, 0.0, lower)) for solid in crate_parts(*small)]
    return parts


@part(kind="structure")
def container(
    *,
    length: Annotated[float, ParameterRange(3.0, 12.0, "along x")] = 6.0,
    width: Annotated[float, ParameterRange(1.8, 4.0, "across y")] = 2.5,
    height: Annotated[float, ParameterRange(2.0, 4.0, "top of its flat roof")] = 2.75,
    open_end: Annotated[float, ParameterRange(0, 3, "0 shut, 1 open at +x, 2 at -x, 3 at both", whole=True)] = 0,
) -> list["Solid"]:
    """Cargo container with ribbed sides and a flat roof, its ends shut by doors or open."""
    a, b = length / 2.0, width / 2.0
    parts = [
        box((-a + 0.02, -b + 0.02, 0.04), (a - 0.02, b - 0.02, FLOOR)),
        box((-a, -b, height - 0.12), (a, b, height)),
    ]
    parts += _posts(a, b, height)
    for y in (-b, b):
        parts += _side(a, y, height)
    parts += _end(b, height, shut=open_end not in (1, 3), at=a)
    parts += _end(b, height, shut=open_end not in (2, 3), at=-a)
    return parts


def _posts(a: float, b: float, height: float) -> list["Solid"]:
    """Corner posts with castings at their feet and heads, and the sills between them."""
    parts: list[Solid] = []
    for x in (-a, a - 0.2):
        for y in (-b, b - 0.2):
            parts.append(box((x + 0.02, y + 0.02, 0.0), (x + 0.18, y + 0.18, height - 0.05)))
            for low, high in ((0.0, 0.2), (height - 0.22, height)):
                parts.append(box((x, y, low), (x + 0.2, y + 0.2, high)))
    for y in (-b + 0.02, b - 0.14):
        parts.append(box((-a + 0.1, y, 0.03), (a - 0.1, y + 0.12, 0.18)))
    return parts


def _side(a: float, y: float, height: float) -> list["Solid"]:
    """A thin side with upright ribs on its outside."""
    inner, outer = (y - 0.12 * _sign(y), y - 0.07 * _sign(y))
    parts = [box((-a + 0.1, min(inner, outer), 0.1), (a - 0.1, max(inner, outer), height - 0.06))]
    out = y - 0.02 * _sign(y)
    for x in spread(-a + 0.35, a - 0.35, most=0.34):
        low, high = (x - 0.09, min(inner, out), 0.16), (x + 0.09, max(inner, out), height - 0.1)
        parts.append(box(low, high, bevel=0.04))
    return parts


def _end(b: float, height: float, *, shut: bool, at: float) -> list["Solid"]:
    """The frame of an end and, if it is shut, two door leaves with panels, hinges and locking rods."""
    toward = _sign(at)

    def slab(depth: tuple[float, float], across: tuple[float, float], up: tuple[float, float], bevel: float = 0.0) -> "Solid":
        near, far = sorted(at - toward * inset for inset in depth)
        return box((near, across[0], up[0]), (far, across[1], up[1]), bevel=bevel)

    parts = [slab((0.0, 0.2), (-b + 0.1, b - 0.1), (height - 0.24, height - 0.06))]
    parts.append(slab((0.02, 0.18), (-b + 0.1, b - 0.1), (0.0, FLOOR - 0.01)))
    if not shut:
        return parts
    low, high = FLOOR - 0.02, height - 0.2
    for left, right in ((-b + 0.14, -0.02), (0.02, b - 0.14)):
        parts.append(slab((0.1, 0.16), (left, right), (low, high)))
        for bottom, top in ((0.06, 0.46), (0.54, 0.94)):
            rise = (low + bottom * (high - low), low + top * (high - low))
            parts.append(slab((0.07, 0.14), (left + 0.1, right - 0.1), rise, bevel=0.02))
        for y in (left + 0.28 * (right - left), left + 0.72 * (right - left)):
            parts.append(rod((at - toward * 0.05, y, low + 0.05), (at - toward * 0.05, y, high + 0.05), 0.035, sides=6))
            parts.append(slab((0.01, 0.1), (y - 0.14, y + 0.05), (0.42 * height, 0.42 * height + 0.08)))
    parts.append(slab((0.06, 0.16), (-0.03, 0.03), (low, high)))
    return parts


def _sign(value: float) -> float:
    return 1.0 if value > 0 else -1.0
