"""Ready-made crews, the armoury that crews and enemies may choose from, and the loot that they find."""

from pathlib import Path

from assets.shipped_files import ShippedFiles

GANGS = ShippedFiles(__name__, "crew", ".toml", ("armoury", "loot"), used="sightline crew my-crew.toml")


def names() -> tuple[str, ...]:
    """The names of the bundled crews, sorted."""
    return GANGS.names()


def path(name: str) -> Path:
    """The file of the bundled crew of that name.

    Raises:
        SceneError: if there is none; the nearest is suggested.
    """
    return GANGS.path(name)
