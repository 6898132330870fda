"""Sizes of whole kinds of tags, other than thought: anchors of which a wrong ``--tag-mm`` was given, for example.

The tags of one kind are of one printer, so they agree among themselves. Photos that were placed by one kind alone tell how
large the others are (`ratios`). A single tag of another size is found later, against all others.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from assets.tag_scheme import ANCHOR_MM, role_of
from capture.adjustment.tag_sizing.tag_sizes import OTHER_SIZE, SAME_SIZE, Ratio

AGREE = 0.03
"""A kind's tags differ by no larger share from one another, most of them."""

NAMES = {"anchor": "anchor tags", "terrain": "terrain tags", "base": "base tags"}


@dataclass(frozen=True)
class KindSizes:
    """What is to be taken for the size of whole kinds of tags.

    Attributes:
        shares: by how much the tags of a kind are larger than thought, by kind; only of those that are.
        notes: a line for each.
        unsure: the share by which all lengths may be off, where nothing tells which kind has the size that was thought.
    """

    shares: Mapping[str, float] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    unsure: float = 0.0


def kind_of(number: int) -> str:
    """The kind of a tag; tags without a meaning are as large as anchors."""
    kind = role_of(number).kind
    return "anchor" if kind == "unknown" else kind


def reference(ids: Sequence[int], seen: Mapping[int, int]) -> str | None:
    """The kind that the photos are placed by: the one that they show most; None where there is one only.

    Args:
        ids: of the tags.
        seen: how many photos show each, by id.
    """
    counts: dict[str, int] = {}
    for number in ids:
        counts[kind_of(number)] = counts.get(kind_of(number), 0) + seen[number]
    return max(counts, key=lambda kind: counts[kind]) if len(counts) > 1 else None


def kind_sizes(by: str, found: Mapping[int, Ratio], tag_mm: float | None) -> KindSizes:
    """What is to be taken for the sizes of kinds.

    Args:
        by: the kind that the photos were placed by.
        found: the ratios of tags of other kinds, by id.
        tag_mm: the side of anchors that was given, if any was.
    """
    shares = {by: 1.0}
    for kind in NAMES:
        ratio = _common([each.ratio for number, each in found.items() if kind_of(number) == kind]) if kind != by else None
        if ratio is not None:
            shares[kind] = ratio
    odd = [kind for kind, share in shares.items() if abs(share - 1.0) > OTHER_SIZE]
    if not odd or "anchor" not in shares:
        return KindSizes()
    # Now by the anchors, which the table is measured by.
    shares = {kind: share / shares["anchor"] for kind, share in shares.items()}
    others = [share for kind, share in shares.items() if kind != "anchor"]
    thought = tag_mm or ANCHOR_MM
    by_others = thought / float(np.median(others))
    if tag_mm and abs(by_others / ANCHOR_MM - 1.0) < SAME_SIZE and np.ptp(others) < OTHER_SIZE * np.median(others):
        line = (
            f"anchor tags are {by_others:.1f} mm wide by the other tags, not {thought:g} mm; they are taken as {ANCHOR_MM:g} mm"
        )
        return KindSizes({"anchor": ANCHOR_MM / thought}, (line,))
    wrong = {kind: share for kind, share in shares.items() if abs(share - 1.0) > OTHER_SIZE}
    notes = tuple(_line(kind, share, thought) for kind, share in wrong.items())
    return KindSizes(wrong, notes, unsure=max(abs(share - 1.0) for share in wrong.values()))


def _line(kind: str, share: float, thought: float) -> str:
    scale = f"{100.0 * share:.0f} % of their size by the anchor tags, which are taken as {thought:g} mm"
    return f"{NAMES[kind]} are {scale}; one of them was printed at another scale, so give a --known-length"


def _common(ratios: Sequence[float]) -> float | None:
    """What most of the ratios agree on; None where they do not, or there is one only."""
    if len(ratios) < 2:
        return None
    middle = float(np.median(ratios))
    near = [each for each in ratios if abs(each - middle) < AGREE * abs(middle)]
    return float(np.median(near)) if middle > 0.0 and 2 * len(near) > len(ratios) and len(near) > 1 else None
