"""The look of a piece: local features on it with their places in the piece's own frame, as they were seen and from where."""

from dataclasses import dataclass

from capture.recognition.local_features import Descriptors
from scene.geometry.mesh import FloatArray, IntArray


@dataclass(frozen=True, eq=False)
class Look:
    """k points on a piece, and m sightings of them.

    Attributes:
        points: (k, 3) float, inches in the piece's own frame; its anchor is the origin.
        of: (m,) int: which point each sighting shows.
        descriptors: (m, 128) uint8.
        towards: (m, 3) float: unit direction from the point to the camera, in the own frame.
        sizes: (m,) float: the features' diameters on the piece, inches.
        covariance: (9, 9) float: how well the piece's mesh is known against these points: the parameters of a scan's "shape"
            with place and turn along the own axes, inches and radians.
    """

    points: FloatArray
    of: IntArray
    descriptors: Descriptors
    towards: FloatArray
    sizes: FloatArray
    covariance: FloatArray
