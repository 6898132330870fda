"""What the cells of a grid add up to, and how far that may be off: against the same worked out cell by cell."""

from itertools import product
from statistics import fmean, pvariance

import numpy as np
import pytest

from scene.geometry.mesh import BoolArray
from scene.visibility.share_sampling import PAIRS, Grid, summed
from scene.visibility.view_casting import HIDDEN, NOBODY, NOTHING, SEEN, Labels

VIEWS, SIZE = 3, 9


def made_grid(seed: int) -> Grid:
    """Patches of all labels, few of them in cells that were settled before, and strays of every kind."""
    rng = np.random.default_rng(seed)
    labels = rng.choice(np.array([NOTHING, SEEN, HIDDEN], dtype=np.int8), (VIEWS, SIZE // 3, SIZE // 3))
    labels = labels.repeat(3, axis=1).repeat(3, axis=2)
    labels[:, 4, 4] = [NOTHING, SEEN, HIDDEN]
    blame = np.where(labels == HIDDEN, rng.integers(0, 2, labels.shape), NOBODY).astype(np.int16)
    return Grid(
        np.arange(VIEWS), labels, blame, rng.random(labels.shape) < 0.8, rng.integers(0, 50, (VIEWS, 3)).astype(np.float64)
    )


def around(labels: Labels, row: int, column: int) -> list[int]:
    """The label of a cell of (n, n), and then those of its eight neighbours; there is nothing beyond the window."""
    steps = sorted(product((-1, 0, 1), repeat=2), key=lambda step: step != (0, 0))
    places = [(row + up, column + across) for up, across in steps]
    return [int(labels[place]) if min(place) >= 0 and max(place) < len(labels) else NOTHING for place in places]


def told(grid: Grid, view: int) -> dict[str, BoolArray]:
    """What is said of each cell (n, n) of a view: looking at it and its neighbours one by one."""
    found = {name: np.zeros((SIZE, SIZE), dtype=bool) for name in ("by_body", "differs", "disputed")}
    for cell in product(range(SIZE), repeat=2):
        own, *others = around(grid.labels[view], *cell)
        found["by_body"][cell] = any(label != NOTHING for label in others)
        found["differs"][cell] = own != max(others)
        found["disputed"][cell] = bool(grid.cast[view][cell]) and len(set(others)) > 1
    return found


@pytest.mark.parametrize("seed", range(4))
def test_what_neighbours_say_of_a_cell(seed: int) -> None:
    grid = made_grid(seed)
    for view in range(VIEWS):
        for name, expected in told(grid, view).items():
            assert np.array_equal(getattr(grid, name)()[view], expected), name
    assert grid.several_blamed().tolist() == [len(set(one[one != NOBODY].tolist())) > 1 for one in grid.blame]


@pytest.mark.parametrize("seed", range(4))
def test_the_deviation_is_that_of_all_cells_whose_surroundings_are_mixed(seed: int) -> None:
    """A cell is worth its error in hidden - share * body: -share where seen, 1 - share where hidden, 0 past the body.

    Each cell looked into just now errs by the spread of that around it, each stray by the square of how far it is off.
    """
    grid = made_grid(seed)
    sums = summed(grid)
    for view, labels in enumerate(grid.labels):
        hidden, body = int((labels == HIDDEN).sum()), int((labels != NOTHING).sum())
        share = hidden / body
        worth = {NOTHING: 0.0, SEEN: -share, HIDDEN: 1.0 - share}
        cells = [cell for cell in product(range(SIZE), repeat=2) if grid.cast[view][cell]]
        variance = sum(pvariance([worth[label] for label in around(labels, *cell)]) for cell in cells)
        strays = zip(grid.strays[view], PAIRS, strict=True)
        variance += sum(count * (worth[one] - worth[other]) ** 2 for count, (one, other) in strays)
        assert (sums.hidden[view], sums.body[view]) == (hidden, body)
        assert sums.share[view] == pytest.approx(share)
        assert sums.deviation[view] == pytest.approx(np.sqrt(variance))


def test_the_spread_around_every_cell_is_more_than_its_own() -> None:
    """Upon the edge between two halves every cell errs by its own surroundings: three of nine on the other side."""
    labels = np.full((1, 6, 6), SEEN, dtype=np.int8)
    labels[:, :, 3:] = HIDDEN
    inner = np.zeros_like(labels, dtype=bool)
    inner[:, 1:-1, 1:-1] = True
    sums = summed(Grid(np.arange(1), labels, np.zeros_like(labels, dtype=np.int16), inner, np.zeros((1, 3))))
    spread = fmean([0.5**2] * 9) - (fmean([0.5] * 6 + [-0.5] * 3)) ** 2
    assert sums.deviation[0] == pytest.approx(np.sqrt(8 * spread))


@pytest.mark.parametrize("pair", range(3))
def test_strays_are_settled_cells_that_differ_from_their_neighbours(pair: int) -> None:
    """One cell in the midst of others; where it is looked into again it is none, nor where it was settled before."""
    for own, other in (PAIRS[pair], PAIRS[pair][::-1]):
        labels = np.full((1, 3, 3), other, dtype=np.int8)
        labels[0, 1, 1] = own
        everywhere, nowhere = np.ones_like(labels, dtype=bool), np.zeros_like(labels, dtype=bool)
        middle = nowhere.copy()
        middle[0, 1, 1] = True
        blame = np.full(labels.shape, NOBODY, dtype=np.int16)
        every = np.array([True])
        for cast, again, count in ((middle, nowhere, 16.0), (middle, middle, 0.0), (nowhere, nowhere, 0.0)):
            found = Grid(np.arange(1), labels, blame, cast, np.zeros((1, 3))).divided(every, again)
            assert found.strays[0].tolist() == [count * (number == pair) for number in range(3)]
        # Of those that agree, none strays.
        same = np.full_like(labels, HIDDEN)
        inside = Grid(np.arange(1), same, blame, everywhere & middle, np.zeros((1, 3))).divided(every, nowhere)
        assert not inside.strays.any()


def test_law_dividing_alone_changes_neither_the_share_nor_how_far_it_may_be_off() -> None:
    """Cells half as large are four times as many, the body's as well as those by which it errs."""
    grid = made_grid(7)
    before = summed(Grid(grid.view, grid.labels, grid.blame, np.zeros_like(grid.cast), grid.strays))
    some = np.array([True, False, True])
    settled = Grid(grid.view, grid.labels, grid.blame, np.zeros_like(grid.cast), grid.strays)
    divided = settled.divided(some, grid.cast)
    assert divided.view.tolist() == [0, 2]
    assert np.array_equal(divided.labels[:, 1::2, ::2], grid.labels[some])
    assert np.array_equal(divided.cast[:, ::2, 1::2], grid.cast[some])
    after = summed(Grid(divided.view, divided.labels, divided.blame, np.zeros_like(divided.cast), divided.strays))
    assert after.share == pytest.approx(before.share[some])
    assert after.deviation / after.body == pytest.approx(before.deviation[some] / before.body[some])
