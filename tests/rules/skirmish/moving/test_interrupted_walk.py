"""Walks that others break in on, by a watch of a toy system: what is done, and who goes on with what."""

from dataclasses import replace

import pytest

from rules.engine.procedure_steps import Procedure, Say
from rules.skirmish.moving.interrupted_walk import first_seen, watched_walk
from rules.skirmish.moving.move_actions import move
from rules.skirmish.state.battle_navmesh import way
from rules.skirmish.state.battle_rules import BattleRules, Stop, Watch
from rules.skirmish.state.battle_sight import sees
from rules.skirmish.state.battle_state import Battle
from rules.skirmish.state.status_changes import pinned
from scene.pathfinding.path_legs import Path
from tests.plain_scenes import block
from tests.rules.skirmish.battles import battle, gone_through

WALL = block("wall", (10.0, 4.0, 0.0), (10.5, 30.0, 4.0))


def watching(does: object, after: float = 2.0, **places: tuple[float, float]) -> Battle:
    """A battle in which ready enemies break in on walks once each, after so many inches."""

    def watch(now: Battle, walker: str, _path: Path, _inches: float) -> Stop | None:
        ready = [one.id for one in now.foes(now.model(walker).gang) if one.ready]
        return Stop(after, ready[0], does) if ready else None  # type: ignore[arg-type]

    return with_watch(battle(places or {"ann": (5.0, 8.0), "bill": (20.0, 20.0)}), watch)


def with_watch(start: Battle, watch: Watch) -> Battle:
    parts = tuple(replace(one, watch=watch) if isinstance(one, BattleRules) else one for one in start.setting.parts)
    return replace(start, setting=replace(start.setting, parts=parts))


def shouts(now: Battle, who: str, walker: str) -> Procedure[Battle]:
    now = now.changed(who, ready=False)
    yield Say(f"{who} shouts at {walker} at {now.model(walker).position[0]:.1f}", state=now)
    return now


def pins(now: Battle, who: str, walker: str) -> Procedure[Battle]:
    now = pinned(now.changed(who, ready=False), walker)
    yield Say(f"{who} pins {walker}", state=now)
    return now


def test_who_is_only_shouted_at_goes_on_to_the_end() -> None:
    after, told = gone_through(move(watching(shouts), "ann"), "10 8 0")
    assert after.model("ann").position == pytest.approx((10.0, 8.0, 0.0))
    assert "bill shouts at ann at 7.0" in [one.text for one in told.said]


def test_several_break_in_one_after_another_each_where_the_walker_is_then() -> None:
    start = watching(shouts, 1.5, ann=(5.0, 8.0), bill=(20.0, 20.0), bob=(20.0, 24.0))
    after, told = gone_through(move(start, "ann"), "10 8 0")
    assert [one.text for one in told.said if "shouts" in one.text] == ["bill shouts at ann at 6.5", "bob shouts at ann at 8.0"]
    assert after.model("ann").position == pytest.approx((10.0, 8.0, 0.0))


def test_who_is_pinned_on_the_way_lies_there() -> None:
    after, _ = gone_through(move(watching(pins), "ann"), "10 8 0")
    assert after.model("ann").position == pytest.approx((7.0, 8.0, 0.0))
    assert after.model("ann").status == "pinned"


def test_nobody_breaks_in_beyond_the_movement_nor_where_nobody_watches() -> None:
    start = watching(pins, 6.0)
    found = way(start, "ann", (10.0, 8.0, 0.0))
    assert isinstance(found, Path)
    result, _ = gone_through(watched_walk(start, "ann", found, 5.0))
    assert result.battle.model("ann").status == "standing"
    plain = battle({"ann": (5.0, 8.0), "bill": (20.0, 20.0)})
    assert gone_through(move(plain, "ann"), "10 8 0")[0].model("ann").position[0] == pytest.approx(10.0)


def test_where_somebody_first_comes_into_view() -> None:
    """Out from behind a wall that ends at y = 4: he is seen when his body passes the line from the other's past the end."""
    start = battle({"ann": (6.0, 12.0), "bill": (14.0, 5.0)}, pieces=[WALL])
    path = way(start, "ann", (6.0, 2.0, 0.0))
    assert isinstance(path, Path)
    first = first_seen(start, "ann", "bill", path, 20.0)
    assert first is not None
    assert 0.0 < first < path.cost
    behind = start.changed("ann", position=(6.0, 12.0 - first + 0.1, 0.0))
    assert not sees(behind, "bill", "ann")
    assert sees(start.changed("ann", position=(6.0, 12.0 - first, 0.0)), "bill", "ann")
    assert first_seen(start, "ann", "bill", path, first / 2.0) is None
