"""Ready-made warbands, and the armoury and the ploys that they may choose from."""

from pathlib import Path

from assets.shipped_files import ShippedFiles

GANGS = ShippedFiles(__name__, "warband", ".toml", ("armoury", "ploys"), used="sightline battle abbey-hill")


def names() -> tuple[str, ...]:
    """The names of the bundled warbands, sorted."""
    return GANGS.names()


def path(name: str) -> Path:
    """The file of the bundled warband of that name.

    Raises:
        SceneError: if there is none; the nearest is suggested.
    """
    return GANGS.path(name)
