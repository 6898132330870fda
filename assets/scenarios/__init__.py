"""Ready-made scenarios in the scenario file format; they fit tables of any size."""

from pathlib import Path

from assets.shipped_files import ShippedFiles

_BUNDLE = ShippedFiles(__name__, "scenario", ".toml")


def names() -> tuple[str, ...]:
    """The bundled scenarios' names, sorted."""
    return _BUNDLE.names()


def path(name: str) -> Path:
    """The file of the bundled scenario of that name.

    Raises:
        SceneError: if there is none; the nearest is suggested.
    """
    return _BUNDLE.path(name)
