"""Tags whose places are known from before: new photos of a table that was measured once are placed on it by them.

Cards are pushed about as people play. Those that the photos show elsewhere than the others are found by the consensus of the
rest (Fischler and Bolles 1981), tell nothing of where the photos were taken, and are named.
"""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np
from scipy.linalg import block_diag

from assets.tag_scheme import ANCHOR_CARD_MM, CORNERS, role_of
from capture.adjustment.adjustment_problem import KnownPlaces
from capture.adjustment.bundle_adjustment import Adjusted
from capture.adjustment.initial_poses import Arrangement, Placed
from capture.adjustment.survey import Survey
from scene.base.errors import SceneError
from scene.geometry.mesh import FloatArray
from scene.geometry.similarity import fit_similarity
from scene.table.scan_measurements import NOT_SCANNED, Scan
from scene.table.table import MM_PER_INCH

PUSHED = 0.3 / MM_PER_INCH
"""Inches: a card that nobody moved lies where it lay but for so much, standard deviation along each axis."""

LAID = 2.0 / MM_PER_INCH
"""Inches: how flush cards are laid into the corners of a table, standard deviation."""

ROUGHLY, SHARE = 0.5, 0.03
"""Inches, and share of its distance, by which a tag may be off in a first arrangement and still lie where it lay."""

ELSEWHERE, MOVED = 5.0, 1.5 / MM_PER_INCH
"""Standard deviations, and inches: a tag that is farther from where it lay than both was moved."""

FEWEST, WIDE = 3, 3.0
"""So many tags place photos, if they lie no nearer to one line than so many inches."""

MOST_TRIPLES = 800

MOST_SCALE = 0.1
"""By so much, as a share, printers change the size of tags at most."""
SCANNED = "where they lay in the scan", "If the table was set up anew, scan it anew"
IN_CORNERS = "flush in the corners of the table", "Seen from above, tags 0, 1, 2, 3 go round it anticlockwise"
"""Where tags are known to lie, and what to do about photos that show them elsewhere."""


@dataclass(frozen=True, eq=False)
class KnownTags:
    """Where tags lay when the table was measured.

    Attributes:
        ids: theirs.
        places: (n, 3) float, inches: their middles in the table's frame.
        covariance: (3 n, 3 n) float: of the places.
        size: the table's, inches.
        told: where they lie, in words, and what to do if they do not.
    """

    ids: tuple[int, ...]
    places: FloatArray
    covariance: FloatArray
    size: tuple[float, float]
    told: tuple[str, str] = SCANNED

    def without(self, moved: Collection[int]) -> "KnownTags":
        """Without tags of those ids."""
        kept = [i for i, number in enumerate(self.ids) if number not in moved]
        columns = (3 * np.array(kept, dtype=int)[:, None] + np.arange(3)).reshape(-1)
        places, matrix = self.places[kept], self.covariance[np.ix_(columns, columns)]
        return replace(self, ids=tuple(self.ids[i] for i in kept), places=places, covariance=matrix)


def tags_of_scan(scan: Scan, size: tuple[float, float]) -> KnownTags:
    """Those of a scan that do not go about with figures."""
    named = {index: re.fullmatch(r"tag-(\d+)", thing.id) for index, thing in enumerate(scan.things) if thing.of == "tag"}
    chosen = {index: int(name[1]) for index, name in named.items() if name and role_of(int(name[1])).kind != "base"}
    found = scan.only(chosen)
    places = np.array([thing.position for thing in found.things]).reshape(-1, 3)
    pushed = PUSHED**2 * np.eye(3 * len(places))
    return KnownTags(tuple(chosen.values()), places, found.covariance + pushed, size)


def tags_in_corners(size: tuple[float, float]) -> KnownTags:
    """Tags 0 to 3 of a table that was not scanned, flush in its corners."""
    margin = ANCHOR_CARD_MM / 2.0 / MM_PER_INCH
    (width, depth), ids = size, tuple(CORNERS)
    x, y = (margin, width - margin), (margin, depth - margin)
    places = np.array([(x[0], y[0], 0.0), (x[1], y[0], 0.0), (x[1], y[1], 0.0), (x[0], y[1], 0.0)])
    return KnownTags(ids, places, np.diag(np.tile([LAID**2, LAID**2, PUSHED**2], len(ids))), size, IN_CORNERS)


def tags_of_table(scan: Scan | None, size: tuple[float, float]) -> KnownTags:
    """Those of a table's scan; where tags were never scanned, those in its corners, but for cards that lay elsewhere since."""
    if scan is None:
        return tags_in_corners(size)
    scanned = tags_of_scan(scan, size)
    if scanned.ids and NOT_SCANNED not in scan.notes:
        return scanned
    flush = tags_in_corners(size).without(scanned.ids)
    return replace(
        flush,
        ids=(*flush.ids, *scanned.ids),
        places=np.concatenate([flush.places, scanned.places]),
        covariance=block_diag(flush.covariance, scanned.covariance),
    )


def onto_known_tags(arranged: Arrangement, ids: Sequence[int], known: KnownTags) -> tuple[Arrangement, KnownPlaces, float]:
    """An arrangement brought to where its tags are known to lie; which of them do, and by how much it was too small.

    Raises:
        SceneError: too few do.
    """
    alone = len(arranged.photos) == 1
    here = [(i, known.ids.index(number)) for i, number in enumerate(ids) if number in known.ids and i in arranged.tags]
    own = np.array([arranged.tags[i][0].position for i, _ in here]).reshape(-1, 3)
    there = known.places[[j for _, j in here]]
    agreeing = _agreeing(own, there)
    if len(agreeing) < FEWEST:
        raise SceneError(_too_few([known.ids[j] for _, j in here], known, alone=alone))
    onto = fit_similarity(own[agreeing], there[agreeing])

    def moved(placed: Placed) -> Placed:
        return Placed(onto.rotation @ placed.rotation, onto.to_table(placed.position))

    photos = {photo: moved(placed) for photo, placed in arranged.photos.items()}
    tags = {tag: [moved(placed) for placed in places] for tag, places in arranged.tags.items()}
    return replace(arranged, photos=photos, tags=tags), _places([here[i] for i in agreeing], known), onto.scale


def _too_few(seen: Sequence[int], known: KnownTags, *, alone: bool) -> str:
    where, advice = known.told
    if len(seen) >= FEWEST or (not seen and not alone):
        between = "" if alone else ", or was something moved between them"
        return f"too few tags lie {where}; are all photos of this table{between}? {advice}"
    shown = f"tag{'s' * (len(seen) > 1)} {', '.join(map(str, seen))}" if seen else "none of the table's tags"
    return f"the photos show {shown}; to place them takes {FEWEST} tags, not in one line, that lie {where}"


def _places(pairs: Sequence[tuple[int, int]], known: KnownTags) -> KnownPlaces:
    """The known places of some tags; ``pairs`` are their indices here and among the known."""
    columns = (3 * np.array([j for _, j in pairs])[:, None] + np.arange(3)).reshape(-1)
    values, axes = np.linalg.eigh(known.covariance[np.ix_(columns, columns)])
    root = (axes / np.sqrt(np.maximum(values, 1e-12))).T
    return KnownPlaces(np.array([i for i, _ in pairs]), known.places[[j for _, j in pairs]], np.asarray(root))


def _agreeing(own: FloatArray, there: FloatArray) -> list[int]:
    """Which of (n, 3) places come to be (n, 3) others, by the similarity of three of them with which the most do."""
    triples = [three for three in combinations(range(len(own)), 3) if _spread(there[list(three)]) > WIDE]
    best: list[int] = []
    for three in triples[:: max(1, len(triples) // MOST_TRIPLES)]:
        onto = fit_similarity(own[list(three)], there[list(three)])
        off = np.linalg.norm(onto.to_table(own) - there, axis=1)
        away = np.linalg.norm(there - there[list(three)].mean(axis=0), axis=1)
        found = np.flatnonzero(off < ROUGHLY + SHARE * away).tolist()
        if len(found) > len(best):
            best = found
    return best


def _spread(places: FloatArray) -> float:
    """Inches by which (n, 3) places lie off one line, at most."""
    away = places - places.mean(axis=0)
    along = np.linalg.svd(away, full_matrices=False)[2][0]
    return float(np.linalg.norm(away - np.outer(away @ along, along), axis=1).max())


def moved_tags(adjusted: Adjusted, ids: Sequence[int]) -> set[int]:
    """The tags that lie farthest from where they were known to, if that is far; others may agree once these are left out."""
    before = adjusted.problem.before
    if before is None:
        return set()
    off = np.linalg.norm(adjusted.tags[before.tags, :3] - before.places, axis=1)
    inverse = before.root.T @ before.root
    # By how much each may be off, were all others where they were known to be.
    sigma = np.sqrt([np.trace(np.linalg.inv(inverse[3 * i : 3 * i + 3, 3 * i : 3 * i + 3])) / 3.0 for i in range(len(off))])
    share = np.minimum(off / (ELSEWHERE * sigma), off / MOVED)
    far = (share > 1.0) & (share > 0.5 * share.max())
    return {ids[int(tag)] for tag in before.tags[far]}


def elsewhere(found: Survey, known: KnownTags) -> tuple[int, ...]:
    """The known tags that were seen, and lie elsewhere for certain."""
    moved = []
    for i, number in enumerate(found.ids):
        if number not in known.ids or number in found.known:
            continue
        j = known.ids.index(number)
        off = found.tags[i].position - known.places[j]
        own, before = found.tag_slot(i), slice(3 * j, 3 * j + 3)
        spread = found.covariance[own, own][:3, :3] + known.covariance[before, before]
        if np.linalg.norm(off) > MOVED and off @ np.linalg.solve(spread, off) > ELSEWHERE**2:
            moved.append(number)
    return tuple(moved)


def check_it_is_the_table(held: Sequence[int], moved: Sequence[int], print_scale: float, known: KnownTags) -> None:
    """Take photos only of the table that was measured: three of many tags may agree by chance.

    Raises:
        SceneError: most tags lie elsewhere, or all would have to be of another size.
    """
    where, advice = known.told
    cards_held, cards_moved = (sum(role_of(number).kind == "anchor" for number in some) for some in (held, moved))
    if len(held) <= len(moved) and cards_held <= cards_moved:
        told = f"{len(moved)} of {len(held) + len(moved)} tags do not lie {where}"
        raise SceneError(f"{told}; are the photos of this table? {advice}")
    if abs(print_scale - 1.0) > MOST_SCALE:
        raise SceneError(
            f"tags that lie {where} would have to be {print_scale:.2f} times as large as printed; are the photos of this table?"
        )
