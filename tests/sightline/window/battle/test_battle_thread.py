"""The thread of a battle: what needs no ground does not wait for it."""

import time
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from scene.navmesh.navmesh import Advance, build
from scene.navmesh.navmesh_file import NavMeshParts
from scene.table.table import Terrain
from scene.walkable.agent import Agent
from sightline.window.background.navmesh_processes import NavMeshProcesses
from sightline.window.battle.battle_game import opened
from sightline.window.battle.battle_thread import BattleThread


def test_a_battle_is_there_before_its_ground(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    wanted, free = Event(), Event()

    def held_up(_self: Any, terrain: Terrain, size: tuple[float, float], agent: Agent, advance: Advance) -> NavMeshParts:  # noqa: ANN401
        wanted.set()
        assert free.wait(30.0)
        return build(terrain, size, agent, advance)

    monkeypatch.setattr(NavMeshProcesses, "build", held_up)
    monkeypatch.setattr("scene.navmesh.navmesh.fetched", lambda _key: None)
    playing = BattleThread(lambda: opened(str(path), seed=4))
    until = time.monotonic() + 30.0
    while (shown := playing.collect()) is None:
        assert time.monotonic() < until, "it waits"
        time.sleep(0.01)
    assert shown.question is not None
    assert wanted.wait(30.0), "and yet its ground is begun"
    free.set()
    while playing.works_out_ground and time.monotonic() < until + 30.0:
        time.sleep(0.01)
    assert not playing.works_out_ground
    playing.close().result()
