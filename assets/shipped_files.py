"""Files that are shipped with the program, by kind and name: tables, gangs of all kinds, scenarios, battles."""

from dataclasses import dataclass
from difflib import get_close_matches
from importlib.resources import files
from pathlib import Path

from scene.base.errors import SceneError


@dataclass(frozen=True)
class ShippedFiles:
    """The files of one kind.

    Attributes:
        package: where they lie.
        what: what one of them is called.
        suffix: of the files.
        other: names of files there that are something else.
        used: a command in which one of them is named, for people.
    """

    package: str
    what: str
    suffix: str
    other: tuple[str, ...] = ()
    used: str = ""

    def names(self) -> tuple[str, ...]:
        """Their names, sorted."""
        entries = (Path(entry.name) for entry in files(self.package).iterdir())
        return tuple(sorted(one.stem for one in entries if one.suffix == self.suffix and one.stem not in self.other))

    def path(self, name: str) -> Path:
        """The file of that name.

        Raises:
            SceneError: if there is none; the nearest is suggested.
        """
        known = self.names()
        if name not in known:
            close = get_close_matches(name, known, n=1, cutoff=0.5)
            hint = f'did you mean "{close[0]}"?' if close else f"there are {', '.join(known)}"
            raise SceneError(f'there is no bundled {self.what} "{name}"; {hint}')
        return self.file(name)

    def file(self, name: str) -> Path:
        """Where the file of a name lies, if there is one."""
        return Path(str(files(self.package) / f"{name}{self.suffix}"))
