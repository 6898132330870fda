"""What one changes, everybody sees, and it can be taken back and kept."""

import json
from pathlib import Path

import pytest

import sightline as sl
from sightline.api.tables_drawn import load_table
from sightline.errors import CommandError
from sightline.files.table_names import table_file
from sightline.server.shared_table import SharedTable


def shared() -> SharedTable:
    path = table_file("disputed-shot")
    return SharedTable(load_table(path), path)


def test_who_is_put_somewhere_stands_on_the_floor_there_and_everybody_hears_it() -> None:
    table, heard = shared(), list[int]()
    table.listen(lambda: heard.append(table.now.number))
    said = table.stand("oddo", [14.0, 8.0, 0.2])
    assert table.now.table.figure("oddo").position == pytest.approx((14.0, 8.0, 0.0), abs=0.05)
    assert (heard, table.now.moved, "stands at" in said) == ([1], True, True)
    table.turn("oddo", 725)
    assert table.now.table.figure("oddo").facing == 5.0
    table.take_back()
    table.take_back()
    assert table.now.table.figures == load_table("disputed-shot").figures
    assert (heard, table.now.moved) == ([1, 2, 3, 4], False)
    with pytest.raises(CommandError, match="nothing was changed"):
        table.take_back()


def test_where_a_figure_stands_is_doubted_once_and_as_it_stands_now(tmp_path: Path) -> None:
    path = tmp_path / "floating.json"
    ann = {"id": "ann", "proxy": "human", "position": [6, 6, 2]}
    path.write_text(json.dumps({"format": "sightline-table", "version": 1, "size": [24, 20], "terrain": [], "figures": [ann]}))
    table = SharedTable(load_table(path), path)
    (doubt,) = table.doubts()
    assert "floats 2" in doubt
    table.stand("ann", [8.0, 8.0, 0.0])
    assert table.doubts() == ()


@pytest.mark.parametrize("at", [[-30, 8, 0], [900, 900, 0]])
def test_nobody_is_put_where_nobody_can_stand(at: list[float]) -> None:
    table = shared()
    with pytest.raises(sl.SceneError, match="cannot stand there"):
        table.stand("oddo", at)
    assert table.now.number == 0


def test_it_is_kept_under_a_new_name_and_can_be_asked_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    table = shared()
    table.stand("oddo", [14.0, 8.0, 0.0])
    table.save()
    table.turn("oddo", 90)
    table.save()
    first, second = (load_table(tmp_path / name) for name in sorted(path.name for path in tmp_path.iterdir()))
    assert {first.figure("oddo").facing, second.figure("oddo").facing} >= {90.0}
    assert first.figure("oddo").position == second.figure("oddo").position == table.now.table.figure("oddo").position
