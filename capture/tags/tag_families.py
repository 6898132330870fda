"""Tags of other families than ours: which of them a photo shows, and what reads better as one of them."""

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from assets.tag_scheme import FAMILY, MODULES
from scene.geometry.mesh import BoolArray, FloatArray

Grey = NDArray[np.uint8]

BITS = {"4X4": (50, 100, 250, 1000), "5X5": (50, 100, 250, 1000), "6X6": (50, 100, 250, 1000), "7X7": (50, 100, 250, 1000)}
FAMILIES: dict[str, int] = {
    **{f"DICT_{bits}_{count}": count for bits, counts in BITS.items() for count in counts},
    "DICT_ARUCO_ORIGINAL": 1024,
    "DICT_APRILTAG_16h5": 30,
    "DICT_APRILTAG_25h9": 35,
    "DICT_APRILTAG_36h10": 2320,
    "DICT_APRILTAG_36h11": 587,
    "DICT_ARUCO_MIP_36h12": 250,
}
"""The families of tags by OpenCV's names, and how many tags each has. With the same bits, the smaller begin the larger."""


AS_OURS = ("DICT_APRILTAG_36h11", "DICT_APRILTAG_36h10", "DICT_6X6_1000", "DICT_ARUCO_MIP_36h12")
"""Families of six by six modules: one in sixty of their tags can be misread as a tag of another one of them."""

WIDE_BORDERS = (2, 3)
"""Modules: ours have a border of one. Grids of AprilTags for calibrating robots have two."""

MOST_WRONG = 2
"""Modules of another reading that is believed instead of ours; it has to have fewer wrong ones than that, too. Drawn without a
fault, our tags read with a wider border have six wrong ones at least."""

SAMPLES = 8
"""Along a module, of which the inner half counts."""

LARGEST_PHOTO = 2_400
"""Pixels: photos longer than this are looked at smaller."""

FEW_BITS, LEAST_OF_FEW = 16, 3
"""So few modules are soon found where there is no tag: so many tags of such a family have to be there."""

NAMED = 5
"""Numbers of tags that are told."""


def bits_of(family: str) -> int:
    """How many modules of a tag tell its number."""
    return int(_dictionary(family).markerSize) ** 2


@lru_cache(maxsize=len(FAMILIES))
def _dictionary(family: str) -> cv2.aruco.Dictionary:
    return cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, family))


def largest(family: str) -> str:
    """The family that begins as this one does and has most tags."""
    stem = family.rsplit("_", 1)[0]
    return f"{stem}_1000" if stem.removeprefix("DICT_") in BITS else family


def smallest(family: str, ids: Iterable[int]) -> str:
    """The smallest family that begins as this one does and has all those tags."""
    last = max(ids, default=0)
    return min(
        (name for name in FAMILIES if largest(name) == largest(family) and FAMILIES[name] > last), key=FAMILIES.__getitem__
    )


LARGEST = tuple(name for name in FAMILIES if name == largest(name))
"""Those that no larger one begins with."""


def tags_by_family(grey: Grey) -> dict[str, tuple[int, ...]]:
    """The tags of all families in a photo, by OpenCV's name of the smallest that has them; those seen most come first."""
    ids, families, _ = _detected(_smaller(grey), [_dictionary(name) for name in LARGEST])
    found = dict[str, tuple[int, ...]]()
    for index, name in enumerate(LARGEST):
        own = tuple(sorted(set(ids[families == index].tolist())))
        if len(own) >= (LEAST_OF_FEW if bits_of(name) <= FEW_BITS else 1):
            found[smallest(name, own)] = own
    return dict(sorted(found.items(), key=lambda each: -len(each[1])))


def squares_of(grey: Grey, family: str) -> list[tuple[int, FloatArray]]:
    """The tags of one family in a photo: their numbers and rough corners (4, 2)."""
    small = _smaller(grey)
    ids, _, corners = _detected(small, [_dictionary(family)])
    places = (corners + 0.5) * (max(grey.shape) / max(small.shape)) - 0.5
    return list(zip(ids.tolist(), places, strict=True))


def wide_bordered(grey: Grey) -> tuple[int, ...]:
    """The tags of our family in a photo whose border is two modules wide, or wider."""
    ids, _, _ = _detected(_smaller(grey), [_dictionary(FAMILY)], border=WIDE_BORDERS[0])
    return tuple(sorted(set(ids.tolist())))


def strange_tags(grey: Grey) -> str:
    """The tags of a photo that shows none of ours, in words; empty where it shows none at all."""
    if ids := wide_bordered(grey):
        return f"{_tags(ids)} with a border of two modules or more, as on AprilGrids"
    others = {family: ids for family, ids in tags_by_family(grey).items() if family != FAMILY}
    return " and ".join(f"{_tags(ids)} of {family}" for family, ids in list(others.items())[:2])


def _tags(ids: tuple[int, ...]) -> str:
    listed = ", ".join(map(str, ids[:NAMED])) + (" ..." if len(ids) > NAMED else "")
    return f"{len(ids)} tag{'s' if len(ids) > 1 else ''} ({listed})"


def _smaller(grey: Grey) -> Grey:
    scale = LARGEST_PHOTO / max(grey.shape)
    if scale >= 1.0:
        return grey
    return np.asarray(cv2.resize(grey, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), dtype=np.uint8)


def _detected(
    grey: Grey, families: list[cv2.aruco.Dictionary], *, border: int = 1
) -> tuple[np.ndarray, np.ndarray, FloatArray]:
    """(n,) numbers of tags, (n,) which family each is of, and (n, 4, 2) corners; only what is read without a fault."""
    settings = cv2.aruco.DetectorParameters()
    settings.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_NONE
    settings.errorCorrectionRate = 0.0
    settings.maxErroneousBitsInBorderRate = 0.1
    settings.markerBorderBits = border
    detector: Any = cv2.aruco.ArucoDetector(families, settings)
    corners, ids, _, which = detector.detectMarkersMultiDict(grey)
    if ids is None:
        return np.zeros(0, dtype=int), np.zeros(0, dtype=int), np.zeros((0, 4, 2))
    places = np.asarray(corners, dtype=np.float64).reshape(-1, 4, 2)
    return np.ravel(ids).astype(int), np.ravel(which).astype(int), places


def is_another(grey: Grey, rough: FloatArray, fitted: FloatArray, pattern: BoolArray) -> bool:
    """Whether what was taken for a tag is one of another family, or one with a wider border.

    Args:
        grey: the photo.
        rough: (4, 2) its corners as they were found.
        fitted: (4, 2) the corners of the pattern that was fitted there.
        pattern: (8, 8) bool, that pattern; True is paper.
    """
    wrong = int(np.sum(_modules(grey, fitted, MODULES) != pattern))
    most = min(wrong - 1, MOST_WRONG)
    # Of another pattern neither corners are quite right.
    return most >= 0 and any(_fewest_otherwise(grey, corners) <= most for corners in (rough, fitted))


def _fewest_otherwise(grey: Grey, corners: FloatArray) -> int:
    """By how many modules, at least, a square differs from all tags of six by six modules but ours."""
    found = []
    for border in (1, *WIDE_BORDERS):
        read = _modules(grey, corners, MODULES - 2 + 2 * border)
        inside = read[border:-border, border:-border]
        fewest = min(_fewest_wrong(inside, family) for family in AS_OURS if border > 1 or family != FAMILY)
        found.append(int(read.sum() - inside.sum()) + fewest)
    return min(found)


def dark_around(grey: Grey, corners: FloatArray) -> float:
    """The share of the modules just outside of a tag (4, 2) that are as dark as its border: none where it lies on paper."""
    levels = _levels(grey, corners, MODULES, around=1)
    inside = levels[1:-1, 1:-1]
    dark = levels < _middle(inside)
    return float((dark.sum() - dark[1:-1, 1:-1].sum()) / (dark.size - inside.size))


def _modules(grey: Grey, corners: FloatArray, count: int) -> BoolArray:
    """(count, count) which modules of a square are paper."""
    levels = _levels(grey, corners, count)
    return np.asarray(levels > _middle(levels))


def _middle(levels: FloatArray) -> float:
    """The grey level between ink and paper."""
    return float(np.percentile(levels, (10.0, 90.0)).mean())


def _levels(grey: Grey, corners: FloatArray, count: int, *, around: int = 0) -> FloatArray:
    """(count, count) grey levels of the modules of a square, and of so many more rows on each side ``around`` it."""
    first, last, whole = around * SAMPLES, (around + count) * SAMPLES, count + 2 * around
    square = np.array([[first, first], [last, first], [last, last], [first, last]], dtype=np.float32) - np.float32(0.5)
    turn = cv2.getPerspectiveTransform(corners.astype(np.float32), square)
    size = (whole * SAMPLES, whole * SAMPLES)
    flat = cv2.warpPerspective(grey, turn, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    inner = slice(SAMPLES // 4, -(SAMPLES // 4))
    parts = np.asarray(flat, dtype=np.float64).reshape(whole, SAMPLES, whole, SAMPLES)
    return np.asarray(parts[:, inner, :, inner].mean(axis=(1, 3)))


def _fewest_wrong(bits: BoolArray, family: str) -> int:
    """By how many (6, 6) modules, at least, a pattern differs from the tags of a family, whichever way they are turned."""
    # OpenCV packs the four ways that a tag may be turned one after the other.
    packed = np.asarray(cv2.aruco.Dictionary.getByteListFromBits(bits.astype(np.uint8))).reshape(4, -1)[0]
    known = np.asarray(_dictionary(family).bytesList).reshape(-1, 4, len(packed))
    return int(np.bitwise_count(known ^ packed).sum(axis=2).min())
