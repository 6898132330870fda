"""Ready-made gangs in the gang file format, and the armoury that all gangs may choose from."""

from difflib import get_close_matches
from importlib.resources import files
from pathlib import Path

from scene.errors import SceneError

ARMOURY = "armoury"


def names() -> tuple[str, ...]:
    """The bundled gangs' names, sorted."""
    entries = (Path(entry.name) for entry in files(__name__).iterdir())
    return tuple(sorted(entry.stem for entry in entries if entry.suffix == ".toml" and entry.stem != ARMOURY))


def path(name: str) -> Path:
    """The file of the bundled gang of that name.

    Raises:
        SceneError: if there is none; the nearest is suggested.
    """
    if name not in names():
        close = get_close_matches(name, names(), n=1, cutoff=0.5)
        hint = f'did you mean "{close[0]}"?' if close else f"there are {', '.join(names())}"
        raise SceneError(f'there is no bundled gang "{name}"; {hint}')
    return _file(name)


def armoury() -> Path:
    """The file of the armoury."""
    return _file(ARMOURY)


def _file(name: str) -> Path:
    return Path(str(files(__name__) / f"{name}.toml"))
