"""Ready-made battles: a table, gangs and a scenario that go together."""

from pathlib import Path

from assets.shipped_files import ShippedFiles

_BUNDLE = ShippedFiles(__name__, "battle", ".toml")


def names() -> tuple[str, ...]:
    """The bundled battles' names, sorted."""
    return _BUNDLE.names()


def path(name: str) -> Path:
    """The file of the bundled battle of that name.

    Raises:
        SceneError: if there is none; the nearest is suggested.
    """
    return _BUNDLE.path(name)
