"""An open door is drawn in no picture: with it each is the same as without, and a closed one is seen in all of them."""

from pathlib import Path
from typing import Any

import pytest

from scene.geometry.mesh import joined
from sightline.cli.command_line import run
from tests.plain_scenes import box
from tests.sightline.tables import member, table_file

WALL = {"id": "wall", "mesh": "wall.obj", "units": "inch", "anchor": "origin", "position": [0, 0, 0], "kind": "wall"}
DOOR = WALL | {"id": "gate", "mesh": "gate.obj", "kind": "door"}
FIGURES = member("jelena", "red", 3, 6), member("kruger", "blue", 9, 6)


def drawn(folder: Path, words: str, *doors: dict[str, Any]) -> bytes:
    """The picture that a command draws of a wall with these doors in it, between two figures."""
    folder.mkdir()
    sides = box((5.9, 0, 0), (6.1, 4.5, 3)), box((5.9, 7.5, 0), (6.1, 12, 3))
    meshes = {"wall": joined(*sides, box((5.9, 4.5, 2.5), (6.1, 7.5, 3))), "gate": box((5.9, 4.5, 0), (6.1, 7.5, 2.5))}
    table = table_file(folder, WALL, *doors, *FIGURES, size=(12, 12), **meshes)
    command, *others = words.split()
    assert run([command, table, *others, "--picture", str(folder / "picture.png")]) == 0
    return (folder / "picture.png").read_bytes()


@pytest.mark.long
@pytest.mark.usefixtures("coarse_pictures")
@pytest.mark.parametrize(
    "words",
    [
        "show",
        pytest.param("path jelena 4.5 6 0", marks=pytest.mark.long),
        pytest.param("reach jelena --inches 2 --step 0.5", marks=pytest.mark.long),
        pytest.param("field kruger --step 3 --rules geometry", marks=pytest.mark.long),
        pytest.param("los jelena kruger --tolerance-mm 0", marks=pytest.mark.long),
    ],
)
def test_open_doors_are_not_drawn(words: str, tmp_path: Path) -> None:
    without = drawn(tmp_path / "without", words)
    assert drawn(tmp_path / "open", words, DOOR | {"open": True}) == without
    assert drawn(tmp_path / "closed", words, DOOR | {"open": False}) != without
