"""The picture of who sees whom: both ways are told apart, and what a line says is drawn and explained."""

from pathlib import Path

import numpy as np
import pytest

import sightline as sl
from sightline.api.sight_questions import SightsAnswer
from sightline.drawing.rendering.viewpoint import Viewpoint, camera_at
from sightline.drawing.sight.sight_lines_picture import ASIDE, LOOKS, sight_lines
from tests.plain_scenes import box
from tests.sightline.tables import member, table_file

WALL = {"id": "wall", "mesh": "wall.obj", "units": "inch", "position": [10, 10, 0]}


def yard(folder: Path, high: float) -> SightsAnswer:
    people = (member("ann", "red", 4, 10, facing=0), member("bill", "blue", 16, 10, facing=0))
    wall = box((-0.5, -9, 0), (0.5, 9, high))
    return sl.who_sees_whom(sl.load_table(table_file(folder, WALL, *people, size=(20, 20), wall=wall)))


def test_both_ways_run_side_by_side_and_point_at_who_is_seen(tmp_path: Path) -> None:
    sights = yard(tmp_path, 0.4)
    camera = camera_at(Viewpoint(above=True), sights.table, (900, 600))
    there, back = sight_lines(camera, [pair.verdict for pair in sights.pairs], [False, True])
    ann, bill = camera.project([one.position for one in sights.table.figures])[0]
    for line, one, other in ((there, ann, bill), (back, bill, ann)):
        assert np.linalg.norm(line.points[0] - one) < np.linalg.norm(line.points[0] - other)
        assert np.linalg.norm(line.points[1] - other) < np.linalg.norm(line.points[1] - one)
    assert there.points[0][1] - back.points[1][1] == pytest.approx(2.0 * ASIDE)
    assert (there.in_arc, back.in_arc, there.close, back.close) == (True, False, False, True)


def test_nothing_is_drawn_between_those_who_do_not_see_each_other(tmp_path: Path) -> None:
    sights = yard(tmp_path, 8.0)
    camera = camera_at(Viewpoint(above=True), sights.table, (900, 600))
    assert sight_lines(camera, [pair.verdict for pair in sights.pairs], [False, False]) == []


def test_covers_differ_in_colour_and_in_dash() -> None:
    ruled = [LOOKS[sign] for sign in ("open", "partial", "full")]
    assert len({colour for colour, _ in ruled}) == len({dash for _, dash in ruled}) == 3
    assert len({LOOKS[sign] for sign in LOOKS}) == 4
