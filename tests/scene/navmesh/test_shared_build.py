"""A second process that helps to build a navmesh: it is given the same table, brings the same regions, and ends."""

import io
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Self

import numpy as np
import pytest

from assets.mesh_library import LIBRARY
from assets.tables import path
from rules.body_limits import LIMITS
from scene.geometry.mesh import Mesh
from scene.geometry.rigid_transform import RigidTransform
from scene.navmesh import shared_build, worker_process
from scene.navmesh.navmesh import build
from scene.navmesh.navmesh_file import packed, terrain_digest
from scene.navmesh.shared_build import downward, together
from scene.navmesh.worker_input import handed_over, taken_over
from scene.navmesh.worker_process import GREETING, LARGEST, REGIONS, WorkerProcess, begun, replies, said
from scene.navmesh_parts.regions import survey
from scene.table.table import Piece, Terrain
from scene.table_io.table_reading import load_table
from scene.walkable.agent import Agent
from tests.plain_scenes import block, box, table

AGENT = Agent(0.5, 1.2, LIMITS)
KEY = "0123456789" * 4
PATIENCE = 20.0
"""Seconds after which something that should have happened is said not to have."""
SHAPE = Mesh.of(box((0, 0, 0), (3, 2, 1)).vertices + 1 / 3, box((0, 0, 0), (3, 2, 1)).faces)
PIECES = (
    Piece("a", SHAPE, RigidTransform.turned((8.1, 9.7, 0.1), 77.7)),
    Piece("b", SHAPE, RigidTransform((20.0, 9.0, 0.3), (0.9, 0.1, 0.2, 0.3)), kind="obstacle", infinite_height=True),
    block("mud", (10, 22, 0), (16, 28, 0.02), kind="area", ground="difficult"),
    block("way out", (24, 20, 0), (27, 20.2, 3), kind="door"),
    replace(block("open", (30, 20, 0), (33, 20.2, 3), kind="door"), open=True),
    block("wall", (22, 19.8, 0), (24, 20.4, 3)),
    block("other wall", (27, 19.8, 0), (30, 20.4, 3)),
)
BOARD = table(*PIECES)


def over() -> bytes:
    return b"".join(handed_over(BOARD.terrain, BOARD.size, AGENT))


def worked_out() -> bytes:
    """The navmesh of the board, of which nothing is kept yet."""
    return packed(build(Terrain(PIECES), BOARD.size, AGENT), KEY)


@pytest.fixture
def helped(monkeypatch: pytest.MonkeyPatch) -> None:
    """A helper is wanted for tables as small as the board, and however many cores there are."""
    monkeypatch.setattr(shared_build, "MANY", 0)
    monkeypatch.setattr(shared_build, "cores", lambda: 2)


def ends(process: int) -> bool:
    """Whether a process that this one has not started ends in time."""
    last = time.monotonic() + PATIENCE
    while time.monotonic() < last:
        try:
            os.kill(process, 0)
        except ProcessLookupError:
            return True
        if sys.platform == "linux":
            # A process of nobody's may stay in the list after its end.
            with suppress(FileNotFoundError):
                if Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] == "Z":
                    return True
        time.sleep(0.02)
    return False


def test_the_other_process_is_given_the_very_same_table() -> None:
    terrain, size, agent = taken_over(io.BytesIO(over()))
    assert (size, agent) == (BOARD.size, AGENT)
    assert terrain_digest(terrain, size) == terrain_digest(BOARD.terrain, BOARD.size)
    assert [piece.id for piece in terrain.pieces] == [piece.id for piece in PIECES]
    assert terrain.pieces[0].shape is terrain.pieces[1].shape
    for given, piece in zip(terrain.pieces, PIECES, strict=True):
        assert given.placed.vertices.tobytes() == piece.placed.vertices.tobytes()
        assert given.placed.faces.tobytes() == piece.placed.faces.tobytes()


def test_an_empty_table_can_be_given_too() -> None:
    terrain, size, agent = taken_over(io.BytesIO(b"".join(handed_over(Terrain(), (6.0, 4.0), AGENT))))
    assert (terrain.pieces, size, agent) == ((), (6.0, 4.0), AGENT)


@pytest.mark.parametrize("part", [0.0, 0.1, 0.5, 0.999])
def test_a_table_that_does_not_come_whole_is_none(part: float) -> None:
    with pytest.raises(EOFError):
        taken_over(io.BytesIO(over()[: int(part * len(over()))]))


def test_what_a_helper_says_is_what_is_found_without_it() -> None:
    floors = survey(BOARD.terrain, BOARD.size, AGENT)
    plain = together(floors, None, lambda _share: None)
    process = begun("regions", handed_over(BOARD.terrain, BOARD.size, AGENT))
    assert process is not None
    with process:
        told = list(said_by(process))
    assert [content for kind, content in told if kind == REGIONS] == list(downward(floors))
    assert len(told) == len(plain) == len(floors.patches.all)
    read = [
        shared_build._unpacked(content, number) for number, (_, content) in zip(reversed(range(len(told))), told, strict=True)
    ]
    assert sum(len(openings) for _, openings in plain) > 0
    for (regions, openings), found in zip(plain, reversed(read), strict=True):
        assert found is not None
        assert [[ring.tolist() for ring in region.rings] for region in found[0]] == [
            [ring.tolist() for ring in region.rings] for region in regions
        ]
        assert [(*one.start, *one.end, one.door) for one in found[1]] == [(*one.start, *one.end, one.door) for one in openings]


def said_by(process: WorkerProcess) -> Iterator[worker_process.Reply]:
    last = time.monotonic() + PATIENCE
    while not process.ended and time.monotonic() < last:
        reply = process.reply(0.1)
        if reply is not None:
            yield reply
    assert process.ended


@pytest.mark.long
@pytest.mark.usefixtures("helped")
@pytest.mark.parametrize("brought", [0, 1, 3, 1000])
def test_the_navmesh_is_the_same_however_far_the_helper_comes(brought: int, monkeypatch: pytest.MonkeyPatch) -> None:
    plain = worked_out_alone(monkeypatch)
    floors = survey(BOARD.terrain, BOARD.size, AGENT)
    told = [(REGIONS, content) for content in downward(floors)][:brought]
    monkeypatch.setattr(shared_build, "begun", lambda *_: Said(told))
    assert worked_out() == plain
    assert not told or len(told) < brought


class Said:
    """A helper that has said all that it will before anybody listens."""

    def __init__(self, told: list[worker_process.Reply]) -> None:
        self.told = told
        self.closed = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_raised: object) -> None:
        self.close()

    def reply(self) -> worker_process.Reply | None:
        return self.told.pop(0) if self.told and not self.closed else None

    def close(self) -> None:
        self.closed = True


def worked_out_alone(monkeypatch: pytest.MonkeyPatch) -> bytes:
    with monkeypatch.context() as alone:
        alone.setattr(shared_build, "MANY", 10**9)
        return worked_out()


@pytest.mark.long
@pytest.mark.usefixtures("helped")
@pytest.mark.parametrize(
    "told", [(b"?", b""), (REGIONS, b""), (REGIONS, bytes(15)), (REGIONS, bytes(100)), (REGIONS, b"\xff" * 100)]
)
def test_a_helper_that_says_something_else_is_sent_away(told: worker_process.Reply, monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = Said([told])
    monkeypatch.setattr(shared_build, "begun", lambda *_: wrong)
    assert worked_out() == worked_out_alone(monkeypatch)
    assert wrong.closed


@pytest.mark.long
@pytest.mark.usefixtures("helped")
def test_real_pieces_are_the_same_with_a_real_helper(monkeypatch: pytest.MonkeyPatch) -> None:
    """The process itself, to whatever of the work it comes."""

    def navmesh() -> bytes:
        board = load_table(path("gantry-town"), LIBRARY)
        return packed(build(Terrain(board.terrain.pieces[:8]), board.size, AGENT), KEY)

    with_helper = navmesh()
    monkeypatch.setattr(shared_build, "MANY", 10**9)
    assert navmesh() == with_helper


@pytest.mark.usefixtures("helped")
@pytest.mark.parametrize("python", ["", "/nowhere/python3", "/bin/sh"])
def test_where_no_process_can_be_begun_the_navmesh_is_built_here(python: str, monkeypatch: pytest.MonkeyPatch) -> None:
    plain = worked_out_alone(monkeypatch)
    monkeypatch.setattr(sys, "executable", python)
    assert begun("regions", []) is None
    assert worked_out() == plain


def test_a_closed_process_is_gone() -> None:
    process = begun("regions", handed_over(BOARD.terrain, BOARD.size, AGENT))
    assert process is not None
    process.close()
    process.close()
    assert process._process.returncode is not None
    assert process.ended
    assert process.reply() is None


WAITING = "process = begun('regions', waiting())"
AT_WORK = "process = begun('regions', handed_over(long(), (48.0, 36.0), Agent(0.5, 1.2, LIMITS))); assert process.reply(60.0)"


@pytest.mark.long
@pytest.mark.parametrize("begin", [WAITING, pytest.param(AT_WORK, marks=pytest.mark.long)])
def test_it_ends_with_the_process_that_has_begun_it(begin: str) -> None:
    """Killed outright, while the table is handed over and later; nobody is left to close anything."""
    lines = (
        "from tests.scene.navmesh.test_shared_build import *",
        begin,
        "print(process._process.pid, flush=True)",
        "time.sleep(600)",
    )
    first = subprocess.Popen(
        [sys.executable, "-c", "\n".join(lines)],
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    assert first.stdout is not None
    number = int(first.stdout.readline())
    first.kill()
    first.communicate()
    assert ends(number)


def test_it_imports_nothing_from_the_current_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("json", "struct", "numpy", "scene"):
        (tmp_path / f"{name}.py").write_text(f"open({str(tmp_path / name)!r}, 'w').close()\nraise SystemExit\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.syspath_prepend("")
    with begun("regions", [over()]) or pytest.fail("no process") as process:
        reply = process.reply(PATIENCE)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["json.py", "numpy.py", "scene.py", "struct.py"]
    assert reply is not None
    assert reply[0] == REGIONS


def waiting() -> Iterator[bytes]:
    """Work that never comes whole."""
    yield over()[:-1]
    time.sleep(600)


def long() -> Terrain:
    """What takes far longer to work on than anybody waits here."""
    pieces = load_table(path("high-foundry"), LIBRARY).terrain.pieces
    copies = [replace(piece, shape=Mesh.of(piece.shape.vertices, piece.shape.faces)) for piece in pieces * 3]
    return Terrain(tuple(copies))


def test_replies_end_where_they_are_not_ours() -> None:
    def heard(content: bytes) -> list[worker_process.Reply]:
        return list(replies(io.BytesIO(content)))

    out = io.BytesIO()
    said(out, b"p", b"12")
    said(out, b"z", b"")
    good = out.getvalue()
    assert heard(GREETING + good) == [(b"p", b"12"), (b"z", b"")]
    assert heard(good) == heard(b"") == heard(GREETING[:-1]) == []
    assert heard(GREETING[:-1] + b"?" + good) == []
    assert heard(GREETING + good[:-1]) == [(b"p", b"12")]
    assert heard(GREETING + b"z" + (LARGEST + 1).to_bytes(8, "little") + bytes(99)) == []


def test_openings_and_regions_come_back_as_they_were() -> None:
    floors = survey(BOARD.terrain, BOARD.size, AGENT)
    for number in range(len(floors.patches.all)):
        content = shared_build._packed(number, floors.on(number))
        assert shared_build._unpacked(content, number + 1) is None
        assert shared_build._unpacked(content[:-1], number) is None
        found = shared_build._unpacked(content, number)
        assert found is not None
        assert shared_build._packed(number, found) == content
        assert all(region.railed.dtype == np.float64 for region in found[0])
