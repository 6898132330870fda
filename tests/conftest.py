"""What all tests share."""

import os
import tempfile

from hypothesis import settings

# The same examples in every run, however slow the machine: a red run must mean a changed program.
settings.register_profile("steady", deadline=None, derandomize=True)
settings.load_profile("steady")

# What is worked out is kept as always, also for the programs that tests start, but never in the user's own folder.
_CACHE = tempfile.TemporaryDirectory(prefix="sightline-tests-")
os.environ["SIGHTLINE_CACHE"] = _CACHE.name
