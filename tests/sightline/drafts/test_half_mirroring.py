"""Half a table on its other half: as points, not as entries."""

import numpy as np
import pytest
from scipy.spatial import cKDTree

from scene.base.errors import SceneError
from sightline.drafts.draft_table import Draft, new_draft
from sightline.drafts.half_mirroring import WAYS, How, mirror_half, uneven
from sightline.drafts.move_edits import place_kit
from sightline.drafts.piece_edits import set_parameter

CLOSE = 0.02
"""Inches in the mean: the modeller puts some points on edges that have none where their image is."""


def left_half() -> Draft:
    """Askew: stairs, a ladder, which is its own image in the other plane, and a wall with a doorway beside its middle."""
    draft = new_draft((48.0, 36.0))
    for kit, x, y, turn in (("stairs", 6, 8, 30), ("ladder", 12, 20, 75), ("wall_with_openings", 14, 28, 110)):
        draft = place_kit(draft, kit, (float(x), float(y), 0.0), turn=float(turn))
    return draft


@pytest.mark.parametrize("how", ["turned", "mirrored"])
def test_every_point_of_the_left_half_has_its_image_on_the_right(how: How) -> None:
    draft = left_half()
    both = mirror_half(draft, how)
    assert len(both.document.terrain) == 6
    middle = np.array([24.0, 18.0, 0.0])
    for piece in draft.table.terrain.pieces:
        image = (piece.placed.vertices - middle) @ WAYS[how] + middle
        copy = both.table.piece(f"{piece.id}-2").placed.vertices
        assert np.mean(cKDTree(copy).query(image)[0]) < CLOSE, piece.id


def test_what_was_on_the_right_makes_room_and_what_lies_across_stays() -> None:
    draft = place_kit(place_kit(left_half(), "tank", (40.0, 30.0, 0.0)), "pipe_run", (24.0, 5.0, 0.0))
    both = mirror_half(mirror_half(draft, "turned"), "mirrored")
    assert sorted({entry.kit for entry in both.document.terrain if entry.kit}) == [
        "ladder", "pipe_run", "stairs", "wall_with_openings",
    ]  # fmt: skip
    assert len(both.document.terrain) == 7
    with pytest.raises(SceneError, match="left half"):
        mirror_half(place_kit(new_draft((48.0, 36.0)), "tank", (40.0, 30.0, 0.0)), "turned")


def test_what_is_no_mirror_image_of_itself_is_told() -> None:
    draft = place_kit(left_half(), "platform", (6.0, 28.0, 0.0))
    assert uneven(draft) == ()
    cornered = set_parameter(set_parameter(draft, "platform", "rail_front", 1.0), "platform", "rail_left", 1.0)
    assert uneven(cornered) == ("platform",)
