"""The look of a piece on a scanned table, and whether it is one to be known again by."""

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from capture.clicking.clickable_photos import ClickablePhotos, photo_things, radians_of
from capture.recognition.look import Look
from capture.recognition.look_learning import learned_look
from capture.recognition.look_matching import alike_turned
from scene.base.errors import SceneError
from scene.geometry.mesh import FloatArray, Mesh
from scene.table.scan_measurements import PARAMETERS, Scan
from scene.table.table import Piece

FEWEST = 80
"""Points of a look that have to be there: half of them may be hidden, or not be found again."""
MOST_ALIKE = 0.3
"""Of its points, so many may look alike when it is turned; otherwise nobody can say how it is turned."""
INSTEAD = "click it again on the next table, or glue a tag to it"


def scanned_look(
    scan: Scan, photos: ClickablePhotos, pictures: Mapping[int, NDArray[np.uint8]], piece: Piece, others: Sequence[Mesh]
) -> Look:
    """The look of a piece that a scan has measured, where it stands.

    Args:
        scan: in which the piece and its photos are things.
        photos: of the scan.
        pictures: (h, w) grey, upright, of those that are there, by their numbers.
        piece: on the table.
        others: what else stands there, and may hide it.

    Raises:
        SceneError: it is no piece that the scan measured there, or too plain to be known again.
    """
    index = scan.standing("piece", piece.id, piece.pose.position)
    if index is None:
        raise SceneError("does not stand where the scan measured it, so the photos do not show it there")
    look = learned_look(photos, pictures, piece.placed, piece.pose, others, _measured(scan, index))
    if len(look.points) < FEWEST:
        raise SceneError(f"is too plain, or too few photos show it: {len(look.points)} of {FEWEST} points; {INSTEAD}")
    if alike_turned(look) > MOST_ALIKE:
        raise SceneError(f"looks alike from several sides, so that nobody could tell how it is turned; {INSTEAD}")
    return look


def _measured(scan: Scan, index: int) -> tuple[FloatArray, FloatArray]:
    """(9, 6 photos) how a piece's parameters change with the photos' places, as far as they go together, and what is beside."""
    chosen = photo_things(scan)
    part = scan.only([*chosen, index])
    count = PARAMETERS[part.things[-1].of]
    units = np.append(radians_of(len(chosen)), np.where((np.arange(count) >= 3) & (np.arange(count) < 6), np.radians(1.0), 1.0))
    joint = part.covariance * np.outer(units, units)
    shots, across = joint[:-count, :-count], joint[-count:, :-count]
    scale = np.sqrt(np.clip(np.diag(shots), 1e-30, None))
    slopes = across / scale @ np.linalg.pinv(shots / np.outer(scale, scale), rcond=1e-9, hermitian=True) / scale
    own = joint[-count:, -count:] - slopes @ shots @ slopes.T
    # What has no size of its own measured is as large as its mesh says.
    wide, whole = np.zeros((9, slopes.shape[1])), np.zeros((9, 9))
    wide[:count], whole[:count, :count] = slopes, own
    return wide, whole
