"""The meshes of a draft: the files beside the table that it came from, and those brought in since."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import PurePosixPath
from types import MappingProxyType

from scene.base.errors import SceneError
from scene.base.messages import shown_text
from scene.table_io.table_folder import Source, inner_name

MOST_ALIKE = 1000
"""So many names with numbers are tried for a mesh whose own is taken."""


@dataclass(frozen=True, eq=False)
class DraftMeshes:
    """Files by name, as a `scene.table_io.table_folder.Source`.

    Attributes:
        under: where the table was opened; None for a new one.
        added: what was brought in since, by the names that the table calls it.
        table_name: what messages call the table.
    """

    under: Source | None = None
    added: Mapping[str, bytes] = field(default_factory=lambda: MappingProxyType({}))
    table_name: str = "table"

    def table(self) -> bytes:
        """The bytes of the table file that was opened; a new table has none."""
        if self.under is None:
            raise SceneError("the table was never saved")
        return self.under.table()

    def read(self, name: str, limit: int) -> bytes:
        """The bytes of a mesh; a `SceneError` if it is missing or larger than ``limit``."""
        inner = inner_name(name)
        if inner in self.added:
            return self.added[inner]
        if self.under is None:
            raise SceneError(f'mesh "{name}": there is no such file')
        return self.under.read(name, limit)

    def with_file(self, name: str, content: bytes) -> tuple["DraftMeshes", str]:
        """The draft meshes with one more file, and the name that it got: another one where that is taken by other content."""
        plain = inner_name(PurePosixPath(name).name)
        stem, ending = PurePosixPath(plain).stem, PurePosixPath(plain).suffix
        number = 1
        while (known := self._content(plain, len(content))) is not None and known != content:
            number += 1
            if number > MOST_ALIKE:
                raise SceneError(f'mesh "{shown_text(name)}": no name like this is free, or it is too long; call it otherwise')
            plain = f"{stem}-{number}{ending}"
        return replace(self, added=MappingProxyType({**self.added, plain: content})), plain

    def _content(self, name: str, size: int) -> bytes | None:
        """What is there under a name; None for nothing, and no bytes for what is larger than ``size``."""
        try:
            return self.read(name, size)
        except SceneError as error:
            return None if any("no such file" in fault for fault in error.faults) else b""
