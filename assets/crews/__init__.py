"""Ready-made crews, the armoury that crews and enemies may choose from, and the loot that they find."""

from pathlib import Path

from assets.shipped_files import ShippedFiles

ARMOURY = "armoury"
LOOT = "loot"

_BUNDLE = ShippedFiles(__name__, "crew", ".toml", (ARMOURY, LOOT))


def names() -> tuple[str, ...]:
    """The names of the bundled crews, sorted."""
    return _BUNDLE.names()


def path(name: str) -> Path:
    """The file of the bundled crew of that name.

    Raises:
        SceneError: if there is none; the nearest is suggested.
    """
    return _BUNDLE.path(name)


def armoury() -> Path:
    """The file of the armoury."""
    return _BUNDLE.file(ARMOURY)


def loot() -> Path:
    """The file of the loot table."""
    return _BUNDLE.file(LOOT)
