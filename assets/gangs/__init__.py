"""Ready-made gangs in the gang file format, and the armoury that all gangs may choose from."""

from pathlib import Path

from assets.shipped_files import ShippedFiles

ARMOURY = "armoury"

GANGS = ShippedFiles(
    __name__,
    "gang",
    ".toml",
    (ARMOURY,),
    used="sightline odds disputed-shot jelena kruger --weapon 'Slug pistol' --gang ninth-shift",
)


def names() -> tuple[str, ...]:
    """The bundled gangs' names, sorted."""
    return GANGS.names()


def path(name: str) -> Path:
    """The file of the bundled gang of that name.

    Raises:
        SceneError: if there is none; the nearest is suggested.
    """
    return GANGS.path(name)


def armoury() -> Path:
    """The file of the armoury."""
    return GANGS.file(ARMOURY)
