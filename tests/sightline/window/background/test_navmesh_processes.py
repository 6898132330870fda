"""Navmeshes from processes beside the window: the same as built in it, told how far they are, ended with table or window."""

import sys
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import numpy as np
import pytest

from rules.body_limits import LIMITS
from scene.base import disk_cache
from scene.base.errors import SceneError
from scene.geometry.mesh import Mesh
from scene.geometry.rigid_transform import RigidTransform
from scene.navmesh.navmesh import Advance, build, builder, navmesh_of
from scene.navmesh.navmesh_file import NavMeshParts, packed
from scene.navmesh.worker_process import WorkerProcess
from scene.table.changed_pieces import changed
from scene.table.table import Piece, Terrain
from scene.walkable.agent import Agent
from sightline.window.background.background_work import Telling, Workers
from sightline.window.background.navmesh_processes import CUT_SHORT, DroppedError, NavMeshProcesses
from sightline.window.intents import intents
from tests.plain_scenes import block
from tests.scene.navmesh.test_shared_build import long
from tests.sightline.window.window_states import done, rest, table, window_state

KEY = "0123456789" * 4
SIZE = (48.0, 36.0)
AGENT = Agent(0.5, 1.2, LIMITS)
PATIENCE = 60.0


def small() -> Terrain:
    """Another terrain each time."""
    return Terrain((block("deck", (10, 10, 0), (20, 18, 3)), block("mud", (10, 22, 0), (16, 28, 0.02), kind="area")))


def quiet(_told: object) -> None:
    """Nobody wants to know."""


def until(true: Callable[[], object]) -> None:
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end
        time.sleep(0.005)


def process_of(one: NavMeshProcesses) -> WorkerProcess:
    """The only process that works for a window, once it has said something."""
    until(lambda: one.share is not None)
    (running,) = one._running.values()
    return running.process


def gone(process: WorkerProcess) -> bool:
    return process._process.poll() is not None


def asked(pool: ThreadPoolExecutor, one: NavMeshProcesses, terrain: Terrain, tell: Advance = quiet) -> Future[NavMeshParts]:
    return pool.submit(one.build, terrain, SIZE, AGENT, tell)


def fault(future: Future[NavMeshParts]) -> SceneError:
    error = future.exception(PATIENCE)
    assert isinstance(error, SceneError)
    return error


def test_the_navmesh_is_the_same_and_its_progress_is_told() -> None:
    told: list[float] = []
    one = NavMeshProcesses()
    found = one.build(small(), SIZE, AGENT, told.append)
    assert packed(found, KEY) == packed(build(small(), SIZE, AGENT), KEY)
    assert told == sorted(told)
    assert one.share is None


def test_a_moved_piece_and_a_mesh_of_ones_own_are_on_the_navmesh_that_is_worked_out() -> None:
    own = Mesh.of(np.array([[0, 0, 0], [9, 0, 0], [0, 9, 0], [0, 0, 5 / 3]]), [[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]])
    first = Terrain((Piece("own", own, RigidTransform.turned((20.0, 12.0, 0.0), 33.3)), *small().pieces))
    moved = Terrain((replace(first.pieces[0], pose=RigidTransform.turned((21.0, 12.0, 0.0), 33.3)), *first.pieces[1:]))
    one = NavMeshProcesses()
    layouts = [packed(one.build(terrain, SIZE, AGENT, quiet), KEY) for terrain in (first, moved)]
    assert layouts == [packed(build(terrain, SIZE, AGENT), KEY) for terrain in (first, moved)]
    assert layouts[0] != layouts[1]


@pytest.mark.parametrize("where", ["", "a file"])
def test_nothing_has_to_be_kept_on_disk(where: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a file").write_text("in the way")
    monkeypatch.setenv(disk_cache.VARIABLE, where and str(tmp_path / where / "cache"))
    terrain = small()
    token = builder.set(NavMeshProcesses().build)
    try:
        found = navmesh_of(terrain, SIZE, AGENT)
    finally:
        builder.reset(token)
    assert len(found.regions) == len(build(small(), SIZE, AGENT).regions) > 1
    assert navmesh_of(terrain, SIZE, AGENT) is found


@pytest.mark.parametrize("python", ["", "/nowhere/python3", "/bin/false", "failing"])
def test_where_no_process_can_be_begun_it_is_worked_out_here(
    python: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = packed(build(small(), SIZE, AGENT), KEY)
    if python == "failing":
        python = str(tmp_path / "python3")
        Path(python).symlink_to("/bin/false")
    monkeypatch.setattr(sys, "executable", python)
    assert packed(NavMeshProcesses().build(small(), SIZE, AGENT, quiet), KEY) == plain


def test_a_process_that_ends_by_itself_is_told_in_one_line_and_the_next_question_begins_another() -> None:
    one = NavMeshProcesses()
    with ThreadPoolExecutor(1) as pool:
        future = asked(pool, one, terrain := long())
        process_of(one).kill()
        assert fault(future).faults == (CUT_SHORT,)
        again = asked(pool, one, terrain)
        process = process_of(one)
        assert not gone(process)
        one.close()
        assert isinstance(fault(again), DroppedError)


def test_what_is_wrong_with_the_table_is_told_as_it_is() -> None:
    rubble = long_rubble()
    with pytest.raises(SceneError) as here:
        build(rubble, SIZE, AGENT)
    with pytest.raises(SceneError) as beside_it:
        NavMeshProcesses().build(rubble, SIZE, AGENT, quiet)
    assert beside_it.value.faults == here.value.faults
    assert "is rubble" in here.value.faults[0]


def long_rubble() -> Terrain:
    """Sheets that cover the box round them far too often."""
    corners = np.array([[0, 0, 0], [1, 0, 0], [1, 1, 1e-3], [0, 1, 1]])
    return Terrain((Piece("heap", Mesh.of(corners, [[0, 1, 2], [0, 2, 3]] * 400), RigidTransform((20.0, 20.0, 0.0))),))


def test_other_terrain_on_the_table_ends_what_is_worked_out() -> None:
    one = NavMeshProcesses()
    with ThreadPoolExecutor(1) as pool:
        terrain = long()
        future = asked(pool, one, terrain)
        process = process_of(one)
        one.only(terrain)
        assert not gone(process)
        one.only(small())
        assert isinstance(fault(future), DroppedError)
        until(lambda: gone(process))
        assert one.share is None


def test_a_door_that_closes_ends_nothing_as_one_navmesh_does_for_all_states_of_doors() -> None:
    one = NavMeshProcesses()
    door = block("gate", (2.0, 2.0, 0.0), (4.0, 2.2, 2.0), kind="door", open=True)
    terrain = Terrain((*long().pieces, door))
    with ThreadPoolExecutor(1) as pool:
        future = asked(pool, one, terrain)
        process = process_of(one)
        one.only(changed(terrain, (("gate", "closed"),)))
        assert not gone(process)
        one.only(small())
        assert isinstance(fault(future), DroppedError)


def test_the_window_closing_ends_it_and_nothing_is_begun_after_that() -> None:
    one = Workers()
    terrain = long()
    failed: list[Exception] = []
    one.ask("reach", 1, lambda: navmesh_of(terrain, SIZE, AGENT), quiet, fail=failed.append, tell=Telling(quiet))
    process = process_of(one.navmeshes)
    one.close()
    until(lambda: gone(process))
    one._quick.shutdown(wait=True)
    with pytest.raises(DroppedError):
        one.navmeshes.build(small(), SIZE, AGENT, quiet)


def test_a_newer_question_on_the_same_navmesh_goes_on_with_the_same_process() -> None:
    one = Workers()
    terrain = long()
    failed: list[Exception] = []
    begun: list[int] = []

    def ask(number: int) -> None:
        tell = Telling(lambda _share: begun.append(number))
        one.ask("way", number, lambda: one.navmeshes.build(terrain, SIZE, AGENT, tell), quiet, fail=failed.append, tell=tell)

    ask(1)
    process = process_of(one.navmeshes)
    for number in (2, 3):
        ask(number)
        until(lambda: begun[-1] == number)  # noqa: B023
        assert process_of(one.navmeshes) is process
    assert not gone(process)
    one.close()
    until(lambda: gone(process))
    assert failed == []


def test_two_who_wait_for_one_navmesh_both_get_it() -> None:
    one, terrain = NavMeshProcesses(), small()
    with ThreadPoolExecutor(2) as pool:
        found = [future.result(PATIENCE) for future in [asked(pool, one, terrain) for _ in range(2)]]
    assert packed(found[0], KEY) == packed(found[1], KEY) == packed(build(small(), SIZE, AGENT), KEY)
    assert one.share is None


def test_the_window_paints_reach_by_a_navmesh_from_beside_it_and_says_how_far_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(disk_cache.VARIABLE, "")
    monkeypatch.setattr("scene.navmesh.navmesh.build", None)
    one = window_state()
    fresh = Terrain(tuple(replace(piece) for piece in table().terrain.pieces))
    one.show(table=replace(table(), terrain=fresh))
    said: set[str] = set()
    one.do(intents.Select("jelena"))
    one.do(intents.ShowOverlay("reach"))
    while one.busy:
        one.tick()
        said.add(one.view.busy)
        time.sleep(0.005)
    assert one.view.message is None
    assert one.view.reach is not None
    assert any(text.startswith("working out the ground: ") for text in said)
    one.close()


def test_the_window_says_in_one_line_that_a_process_has_ended_and_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(disk_cache.VARIABLE, "")
    one = window_state()
    one.show(table=replace(table(), terrain=long()))
    one.do(intents.Select("jelena"))
    one.do(intents.ShowOverlay("reach"))
    process = process_of(one.workers.navmeshes)
    process.kill()
    rest(one)
    assert one.view.message is not None
    assert (one.view.message.text, one.view.message.bad) == (CUT_SHORT, True)
    done(one, intents.ShowOverlay("none"))
    one.close()


def _built(terrain: Terrain) -> str:
    """What the thread's builder makes of a terrain."""
    build_it = builder.get()
    assert build_it is not None
    return str(build_it(terrain, SIZE, AGENT, quiet))


def test_while_a_battle_is_played_its_own_processes_work_out_the_ground_once_for_all() -> None:
    workers, found, terrain = Workers(), list[str](), small()
    workers.battles = cast("NavMeshProcesses", SimpleNamespace(build=lambda asked, *_: f"parts {asked is terrain}"))
    workers.ask("way", 1, lambda: _built(terrain), found.append, fail=quiet)
    until(workers.collect)
    assert found == ["parts True"]
    workers.close()
