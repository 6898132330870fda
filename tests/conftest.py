"""What all tests share."""

import gc
import os
import sys
import tempfile

import pytest
from hypothesis import settings

from tests.coarse_pictures import draw_coarsely

# Workers beside one another have a core each: more threads would only wait for one another. Numpy reads this when it is loaded.
if "PYTEST_XDIST_WORKER" in os.environ:
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    os.environ.setdefault("OMP_NUM_THREADS", "1")

# What is compiled is kept, also by the programs that tests start: else each of some hundred compiles everything anew.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

# The same examples in every run, however slow the machine: a red run must mean a changed program.
settings.register_profile("steady", deadline=None, derandomize=True)
settings.load_profile("steady")

# What is worked out is kept as always, also for the programs that tests start, but never in the user's own folder.
# Workers share that of the process that has begun them.
if "PYTEST_XDIST_WORKER" not in os.environ:
    _CACHE = tempfile.TemporaryDirectory(prefix="sightline-tests-")
    os.environ["SIGHTLINE_CACHE"] = _CACHE.name


# While tests are collected nothing is thrown away, and what they and all modules are stays to the end: the collector of what
# is no longer used looks for none of it, else it goes through millions of objects again and again.
gc.disable()


def pytest_collection_finish() -> None:
    if "PYTEST_XDIST_WORKER" in os.environ:
        # Nor is there a core for a helper that builds the half of a navmesh: it takes a third more of the processor's time.
        # Not above: what is said to Numpy's threads there must come first.
        from scene.navmesh import shared_build

        shared_build.MANY = sys.maxsize
    gc.collect()
    gc.freeze()
    gc.enable()


def pytest_unconfigure() -> None:
    # At its end Python lets go of all that is left, or libraries complain of leaks.
    gc.unfreeze()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--long", action="store_true", help="the long tests too: statistics, sweeps and rendered photos")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("--long"):
        return
    long = [item for item in items if item.get_closest_marker("long")]
    config.hook.pytest_deselected(items=long)
    items[:] = [item for item in items if not item.get_closest_marker("long")]


@pytest.fixture
def coarse_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pictures take half the time: no shadows, edges that are not smooth, and the light in corners is a guess.

    For tests of what is drawn, where it goes and how large it is. How it looks is for tests/sightline/drawing.
    """
    draw_coarsely(monkeypatch.setattr)
