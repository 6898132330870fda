"""Ready-made enemies that the program plays, what escalating battles bring, and who comes besides."""

from pathlib import Path

from assets.shipped_files import ShippedFiles

ESCALATION = "escalation"
ARRIVALS = "arrivals"

_BUNDLE = ShippedFiles(__name__, "force of enemies", ".toml", (ESCALATION, ARRIVALS))


def names() -> tuple[str, ...]:
    """The names of the bundled enemies, sorted."""
    return _BUNDLE.names()


def path(name: str) -> Path:
    """The file of the bundled force of enemies of that name.

    Raises:
        SceneError: if there is none; the nearest is suggested.
    """
    return _BUNDLE.path(name)


def escalation() -> Path:
    """The file of the escalation table."""
    return _BUNDLE.file(ESCALATION)


def arrivals() -> Path:
    """The file of those who come besides the enemies' own."""
    return _BUNDLE.file(ARRIVALS)
