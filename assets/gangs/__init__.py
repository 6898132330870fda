"""Ready-made gangs in the gang file format, and the armoury that all gangs may choose from."""

from pathlib import Path

from assets.shipped_files import ShippedFiles

ARMOURY = "armoury"

_BUNDLE = ShippedFiles(__name__, "gang", ".toml", (ARMOURY,))


def names() -> tuple[str, ...]:
    """The bundled gangs' names, sorted."""
    return _BUNDLE.names()


def path(name: str) -> Path:
    """The file of the bundled gang of that name.

    Raises:
        SceneError: if there is none; the nearest is suggested.
    """
    return _BUNDLE.path(name)


def armoury() -> Path:
    """The file of the armoury."""
    return _BUNDLE.file(ARMOURY)
