"""Meshes kept on disk: read as they were written, made anew where the file is cut, forged or another's."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from scene.base import array_file, disk_cache
from scene.geometry.kept_meshes import kept_meshes
from scene.geometry.mesh import EMPTY, Mesh

TENT = Mesh.of([[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.1, 1 / 3, 0.0], [0.0, 0.0, 2.0]], [[0, 1, 2], [0, 1, 3]])
KINDS = (("<f8", (3,)), ("<f8", (3,)), ("<i4", (3,)), ("<i4", (3,)))


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The one file that is kept."""
    monkeypatch.setenv(disk_cache.VARIABLE, str(tmp_path))
    kept_meshes(("tent", "1"), 2, lambda: (TENT, EMPTY))
    (file,) = tmp_path.iterdir()
    return file


def made() -> list[Mesh]:
    """The meshes made anew; none where they came from the disk, and then they must be as they were."""
    anew: list[Mesh] = []

    def make() -> tuple[Mesh, Mesh]:
        anew.append(TENT)
        return TENT, EMPTY

    for found, wanted in zip(kept_meshes(("tent", "1"), 2, make), (TENT, EMPTY), strict=True):
        assert np.array_equal(found.vertices, wanted.vertices)
        assert np.array_equal(found.faces, wanted.faces)
        assert found.faces.dtype == np.int64
        assert not found.vertices.flags.writeable
    return anew


def forged(points: Mesh) -> Callable[[bytes, str], bytes]:
    """A file with the right digest whose meshes make no sense."""
    return lambda _, key: array_file.packed_arrays(key, KINDS, [points.vertices, EMPTY.vertices, points.faces, EMPTY.faces])


@pytest.mark.usefixtures("kept")
def test_what_was_made_once_is_read_again() -> None:
    assert not made()
    assert kept_meshes(("tent", "2"), 2, lambda: (EMPTY, EMPTY))[0] is EMPTY


@pytest.mark.parametrize(
    "spoil",
    [
        lambda content, _: content[:-1],
        lambda content, _: content[:60] + bytes([content[60] ^ 1]) + content[61:],
        lambda content, _: content[:-1] + bytes([content[-1] ^ 1]),
        lambda content, _: content + b"more",
        lambda *_: array_file.packed_arrays("0" * 40, KINDS, [TENT.vertices, EMPTY.vertices, TENT.faces, EMPTY.faces]),
        lambda _, key: array_file.packed_arrays(key, KINDS[:1], [TENT.vertices]),
        lambda *_: b"",
        forged(Mesh.of(TENT.vertices, [[0, 1, 4]])),
        forged(Mesh.of(TENT.vertices, [[0, 1, -1]])),
        forged(Mesh.of([[0, 0, np.nan]] * 4, TENT.faces)),
    ],
)
def test_a_spoilt_file_is_made_anew_and_mended(kept: Path, spoil: Callable[[bytes, str], bytes]) -> None:
    whole = kept.read_bytes()
    kept.write_bytes(spoil(whole, kept.stem))
    assert made()
    assert kept.read_bytes() == whole
