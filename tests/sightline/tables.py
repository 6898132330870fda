"""Table files for tests of commands, of figures and pieces that are boxes; and what all commands do alike."""

import json
from pathlib import Path
from typing import Any

import pytest

from scene.geometry.mesh import Mesh
from sightline.cli.command_line import run
from tests.plain_scenes import box


def obj(path: Path, mesh: Mesh) -> None:
    """The mesh as an OBJ file."""
    lines = ["v " + " ".join(map(repr, point)) for point in mesh.vertices.tolist()]
    lines += ["f " + " ".join(str(corner + 1) for corner in face) for face in mesh.faces.tolist()]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def member(name: str, side: str, x: float, y: float, **fields: Any) -> dict[str, Any]:  # noqa: ANN401
    """A figure whose body is a box, on a base of one inch across."""
    body = {"mesh": "body.obj", "units": "inch", "eye": [0.1, 0, 1.1]}
    return {"id": name, "side": side, "body": body, "base_mm": 25.4, "position": [x, y, 0]} | fields


def table_file(folder: Path, *things: dict[str, Any], size: tuple[int, int], **meshes: Mesh) -> str:
    """Writes a table of these pieces and members, and the meshes that the pieces name, and answers its path."""
    obj(folder / "body.obj", box((-0.2, -0.3, 0), (0.2, 0.3, 1.2)))
    for name, mesh in meshes.items():
        obj(folder / f"{name}.obj", mesh)
    parts: dict[str, Any] = {"format": "sightline-table", "version": 1, "size": list(size)}
    parts["terrain"] = [thing for thing in things if "body" not in thing]
    parts["figures"] = [thing for thing in things if "body" in thing]
    path = folder / "table.json"
    path.write_text(json.dumps(parts), encoding="utf-8")
    return str(path)


def json_answer(capsys: pytest.CaptureFixture[str], *words: str, code: int = 0) -> dict[str, Any]:
    """What a command prints with ``--json``: one document, and nothing beside it."""
    assert run([*words, "--json"]) == code
    out, err = capsys.readouterr()
    assert all(line.startswith("wrote ") for line in err.splitlines())
    assert out.count("\n") == 1
    found = json.loads(out)
    assert isinstance(found, dict)
    return found


def draws_once(capsys: pytest.CaptureFixture[str], picture: Path, *words: str) -> None:
    """A command writes its picture, and replaces it only if it is told so."""
    words = (*words, "--picture", str(picture))
    assert run(words) == 0
    before = picture.read_bytes()
    assert before.startswith(b"\x89PNG")
    assert run(words) == 2
    assert "--overwrite" in capsys.readouterr().err
    assert picture.read_bytes() == before
    assert run([*words, "--overwrite"]) == 0
