"""What all tests share."""

import os
import tempfile

import pytest
from hypothesis import settings

# Workers beside one another have a core each: more threads would only wait for one another. Numpy reads this when it is loaded.
if "PYTEST_XDIST_WORKER" in os.environ:
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    os.environ.setdefault("OMP_NUM_THREADS", "1")

# The same examples in every run, however slow the machine: a red run must mean a changed program.
settings.register_profile("steady", deadline=None, derandomize=True)
settings.load_profile("steady")

# What is worked out is kept as always, also for the programs that tests start, but never in the user's own folder.
# Workers share that of the process that has begun them.
if "PYTEST_XDIST_WORKER" not in os.environ:
    _CACHE = tempfile.TemporaryDirectory(prefix="sightline-tests-")
    os.environ["SIGHTLINE_CACHE"] = _CACHE.name


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--long", action="store_true", help="the long tests too: statistics, sweeps and rendered photos")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("--long"):
        return
    long = [item for item in items if item.get_closest_marker("long")]
    config.hook.pytest_deselected(items=long)
    items[:] = [item for item in items if not item.get_closest_marker("long")]
