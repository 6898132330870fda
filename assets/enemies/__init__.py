"""Ready-made enemies that the program plays, what escalating battles bring, and who comes besides."""

from pathlib import Path

from assets.shipped_files import ShippedFiles

GANGS = ShippedFiles(__name__, "force of enemies", ".toml", ("escalation", "arrivals"), used="sightline battle foundry-relay")


def names() -> tuple[str, ...]:
    """The names of the bundled enemies, sorted."""
    return GANGS.names()


def path(name: str) -> Path:
    """The file of the bundled force of enemies of that name.

    Raises:
        SceneError: if there is none; the nearest is suggested.
    """
    return GANGS.path(name)
