"""The errors that leave a package: something a user can put right."""

from collections.abc import Iterable


class Error(Exception):
    """What is wrong, in the user's own words; the base of the errors of all packages.

    ``faults`` holds one line each: what is wrong, where, and what to do. Everything that is wrong is reported at once.
    """

    def __init__(self, faults: str | Iterable[str]) -> None:
        self.faults: tuple[str, ...] = (faults,) if isinstance(faults, str) else tuple(faults)
        super().__init__("\n".join(self.faults))


class SceneError(Error):
    """What is wrong with a table, a mesh or a question.

    ``warnings`` holds a line for each thing that is no fault but may be what led to one.
    """

    def __init__(self, faults: str | Iterable[str], *, warnings: Iterable[str] = ()) -> None:
        super().__init__(faults)
        self.warnings: tuple[str, ...] = tuple(warnings)
