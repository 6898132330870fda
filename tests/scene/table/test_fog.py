"""How much of a line is in a bank of fog, by chords worked by hand and by small steps along it."""

import numpy as np
import pytest

from scene.table.fog import Fog, veiled

FOG = Fog((10.0, 10.0), 3.0)


@pytest.mark.parametrize(
    ("start", "end", "inches"),
    [
        ((0.0, 10.0, 1.0), (20.0, 10.0, 1.0), 6.0),
        ((0.0, 12.4, 1.0), (20.0, 12.4, 1.0), 3.6),
        ((10.0, 10.0, 1.0), (20.0, 10.0, 1.0), 3.0),
        ((9.0, 10.0, 1.0), (10.5, 10.0, 1.0), 1.5),
        # 6 inches across and 8 up: it is longer by as much as it is aslant.
        ((7.0, 10.0, 0.0), (13.0, 10.0, 8.0), 10.0),
        ((10.0, 11.0, 0.0), (10.0, 11.0, 7.0), 7.0),
        ((10.0, 14.0, 0.0), (10.0, 14.0, 7.0), 0.0),
        ((0.0, 13.5, 1.0), (20.0, 13.5, 1.0), 0.0),
        ((0.0, 10.0, 1.0), (6.0, 10.0, 1.0), 0.0),
    ],
)
def test_a_line_sees_through_as_much_as_is_in_its_way_and_no_less(
    start: tuple[float, ...], end: tuple[float, ...], inches: float
) -> None:
    line = np.array([start]), np.array([end])
    for through, hidden in ((inches + 0.001, False), (inches - 0.001, inches > 0.0)):
        for one, other in (line, line[::-1]):
            assert veiled([Fog(FOG.middle, FOG.radius, max(through, 0.0))], one, other).tolist() == [hidden]


def test_random_lines_agree_with_small_steps() -> None:
    rng = np.random.default_rng(5)
    starts, ends = rng.uniform([4.0, 4.0, 0.0], [16.0, 16.0, 6.0], (2, 300, 3))
    share = (np.arange(4000) + 0.5) / 4000
    along = starts[:, None, :2] + share[:, None] * (ends - starts)[:, None, :2]
    inside = (np.hypot(*np.moveaxis(along - FOG.middle, -1, 0)) <= FOG.radius).mean(axis=1)
    inches = inside * np.linalg.norm(ends - starts, axis=1)
    through = Fog(FOG.middle, FOG.radius, 2.0)
    sure = np.abs(inches - 2.0) > 0.02
    assert (veiled([through], starts, ends) == (inches > 2.0))[sure].all()
    assert 50 < (inches > 2.0).sum() < 250


def test_of_several_banks_each_counts_on_its_own() -> None:
    line = np.array([[0.0, 10.0, 1.0]]), np.array([[20.0, 10.0, 1.0]])
    small = [Fog((x, 10.0), 0.75, 2.0) for x in (4.0, 10.0, 16.0)]
    assert not veiled(small, *line)[0]
    assert veiled([*small, FOG], *line)[0]
