"""What tests of cards share."""

from typing import Any

import numpy as np
import pytest

from capture.shot_cards.card_layout import _silhouette
from scene.geometry.mesh import FloatArray

DRAWN = dict[bytes, Any]()
"""Silhouettes, by the triangles and the eye that they are of."""


def _drawn_once(triangles: FloatArray, eye: FloatArray) -> Any:  # noqa: ANN401 - shapely has no types
    key = np.concatenate([triangles.reshape(-1), eye]).tobytes()
    if key not in DRAWN:
        DRAWN[key] = _silhouette(triangles, eye)
    return DRAWN[key]


@pytest.fixture(autouse=True)
def silhouettes_drawn_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nearly all cards here are of the same figure for the same eye: its silhouette is worked out for the first."""
    monkeypatch.setattr("capture.shot_cards.card_layout._silhouette", _drawn_once)
