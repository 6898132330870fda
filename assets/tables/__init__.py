"""Ready-made tables in the table file format, standing on the terrain kit and the proxies."""

from pathlib import Path

from assets.shipped_files import ShippedFiles

_BUNDLE = ShippedFiles(__name__, "table", ".json")


def names() -> tuple[str, ...]:
    """The bundled tables' names, sorted."""
    return _BUNDLE.names()


def path(name: str) -> Path:
    """The file of the bundled table of that name.

    Raises:
        SceneError: if there is none; the nearest is suggested.
    """
    return _BUNDLE.path(name)
