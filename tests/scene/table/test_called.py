"""What sentences call pieces of terrain, of which table files have ids only."""

from dataclasses import replace

import pytest

from scene.geometry.rigid_transform import RigidTransform
from scene.table.called import spoken
from scene.table.table import Table, Terrain
from tests.plain_scenes import block


@pytest.mark.parametrize(
    ("own_id", "called"),
    [
        ("west-walkway", "west walkway"),
        ("wall-1", "wall 1"),
        ("deck_crate--2", "deck crate 2"),
        ("Pipe", "Pipe"),
        ("p17", "structure near 12, 20"),
        ("a-1", "structure near 12, 20"),
    ],
)
def test_an_id_is_said_in_its_words_or_what_stands_where(own_id: str, called: str) -> None:
    assert spoken(own_id, "structure", (12.2, 19.8, 3.0)) == called


def test_a_table_calls_its_pieces_so() -> None:
    crate = block("deck-crate", (1.0, 1.0, 0.0), (2.0, 2.0, 1.0))
    odd = replace(block("x1", (0.0, 0.0, 0.0), (1.0, 1.0, 1.0)), pose=RigidTransform((12.0, 20.0, 0.0)), kind="obstacle")
    table = Table((24.0, 24.0), Terrain((crate, odd)))
    assert [table.called(one) for one in ("deck-crate", "x1", "nothing")] == ["deck crate", "obstacle near 12, 20", "nothing"]
