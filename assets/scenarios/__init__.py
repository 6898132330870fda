"""Ready-made scenarios in the scenario file format; they fit tables of any size."""

from difflib import get_close_matches
from importlib.resources import files
from pathlib import Path

from scene.errors import SceneError


def names() -> tuple[str, ...]:
    """The bundled scenarios' names, sorted."""
    entries = (Path(entry.name) for entry in files(__name__).iterdir())
    return tuple(sorted(entry.stem for entry in entries if entry.suffix == ".toml"))


def path(name: str) -> Path:
    """The file of the bundled scenario of that name.

    Raises:
        SceneError: if there is none; the nearest is suggested.
    """
    if name not in names():
        close = get_close_matches(name, names(), n=1, cutoff=0.5)
        hint = f'did you mean "{close[0]}"?' if close else f"there are {', '.join(names())}"
        raise SceneError(f'there is no bundled scenario "{name}"; {hint}')
    return Path(str(files(__name__) / f"{name}.toml"))
