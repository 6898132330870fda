"""What all tests share."""

from hypothesis import settings

# The same examples in every run, however slow the machine: a red run must mean a changed program.
settings.register_profile("steady", deadline=None, derandomize=True)
settings.load_profile("steady")
