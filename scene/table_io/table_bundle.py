"""The table bundle, ``.sightline``: a table file and its meshes in one zip file."""

import io
import stat
import zipfile
from pathlib import Path

from scene.base.errors import SceneError
from scene.base.messages import capped, shown_text
from scene.base.safe_files import file_size, write_bytes
from scene.base.zip_files import MOST_FILES, lists_too_many
from scene.table_io.table_document import mesh_names, read_document
from scene.table_io.table_folder import MAX_TABLE_BYTES, Folder, inner_name

SUFFIX = ".sightline"
TABLE_NAME = "table.json"

MAX_UNPACKED = 4 * 2**30
MAX_RATIO = 200
"""A bundle that unpacks to more than so many times its size is a bomb; meshes reach 20."""
SMALL = 2**20
"""Bytes that any bundle may unpack to, whatever its size."""
LARGE, MAX_RATIO_OF_LARGE = 2**26, 40
"""A single file that unpacks to more bytes, and to more than so many times what it is packed in, is one as well."""

# What zip itself calls the first moment; a fixed one makes equal content equal bytes.
_EPOCH = (1980, 1, 1, 0, 0, 0)


class TableBundle:
    """The files of a bundle, read straight from the zip; nothing is unpacked to the disk."""

    def __init__(self, path: Path) -> None:
        self.table_name = path.name
        size = file_size(path, MAX_UNPACKED)
        self._archive = _opened(path)
        self._files = _checked(self._archive.infolist(), size, path.name)
        if TABLE_NAME not in self._files:
            raise SceneError(f'"{path.name}" is no bundle: there is no "{TABLE_NAME}" in it')

    def table(self) -> bytes:
        """The bytes of ``table.json``."""
        return self._read(TABLE_NAME, f'"{self.table_name}": "{TABLE_NAME}"', MAX_TABLE_BYTES)

    def read(self, name: str, limit: int) -> bytes:
        """The bytes of a mesh in the bundle."""
        inner = inner_name(name)
        if inner not in self._files:
            raise SceneError(f'mesh "{name}": there is no such file in the bundle')
        return self._read(inner, f'mesh "{name}"', limit)

    def holds(self, name: str) -> bool:
        """Whether there is a file of that name in it."""
        return name in self._files

    def beside(self, name: str, limit: int) -> bytes | None:
        """The bytes of a file that lies beside the table in the bundle and is none of its meshes; None where there is none."""
        return self._read(name, f'"{self.table_name}": "{name}"', limit) if name in self._files else None

    def _read(self, inner: str, label: str, limit: int) -> bytes:
        info = self._files[inner]
        if info.file_size > limit:
            raise SceneError(f"{label} has {info.file_size:,} bytes; the limit is {limit:,}")
        try:
            return self._archive.read(info)
        except Exception:  # noqa: BLE001 - as above
            raise SceneError(f"{label} is damaged in the bundle; make it again") from None


def _opened(path: Path) -> zipfile.ZipFile:
    try:
        with path.open("rb") as file:
            crowded = lists_too_many(file)
        if not crowded:
            return zipfile.ZipFile(path)
    except Exception:  # noqa: BLE001 - a damaged zip fails in many ways
        raise SceneError(f'"{path.name}" is no bundle: it cannot be read as a zip file') from None
    raise SceneError(f'"{path.name}" lists more than {MOST_FILES:,} files, the most that a bundle may have')


def _checked(infos: list[zipfile.ZipInfo], packed: int, bundle: str) -> dict[str, zipfile.ZipInfo]:
    """The files of the zip by name, after everything about it that could do harm was looked for."""
    unpacked = sum(info.file_size for info in infos)
    if unpacked > min(max(MAX_RATIO * packed, SMALL), MAX_UNPACKED):
        raise SceneError(f'"{bundle}": would unpack from {packed:,} to {unpacked:,} bytes; it is refused as a zip bomb')
    faults = []
    files: dict[str, zipfile.ZipInfo] = {}
    for info in infos:
        if info.is_dir():
            continue
        fault = _fault(info)
        if fault is None and inner_name(info.filename) in files:
            fault = "is in it twice"
        if fault:
            faults.append(f'"{bundle}": "{shown_text(info.filename)}" {fault}')
        else:
            files[inner_name(info.filename)] = info
    if faults:
        raise SceneError(capped(faults))
    return files


def _fault(info: zipfile.ZipInfo) -> str | None:
    try:
        inner_name(info.filename)
    except SceneError:
        return "is a path that leaves the bundle"
    if info.flag_bits & 0x1:
        return "is encrypted"
    if info.file_size > max(LARGE, MAX_RATIO_OF_LARGE * info.compress_size):
        return f"would unpack from {info.compress_size:,} to {info.file_size:,} bytes; it is refused as a zip bomb"
    if stat.S_ISLNK(info.external_attr >> 16):
        return "is a symbolic link"
    if info.compress_type not in {zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED}:
        return "is packed in a way that is not read here; use deflate"
    return None


def pack(table: Path, bundle: Path, *, overwrite: bool = False) -> None:
    """Writes a table file and all meshes that it names into one bundle; the same files give the same bytes.

    Raises:
        SceneError: with every fault of the table file, every missing mesh, or that ``bundle`` exists already.
    """
    source = Folder(table)
    content = source.table()
    document, faults = read_document(content)
    files = {TABLE_NAME: content}
    for name in mesh_names(document):
        try:
            files[inner_name(name)] = source.read(name, MAX_UNPACKED)
        except SceneError as error:
            faults += error.faults
    if faults:
        raise SceneError(f"{source.table_name}: {fault}" for fault in capped(faults))
    write_bytes(bundle, zipped(files), overwrite=overwrite)


def zipped(files: dict[str, bytes]) -> bytes:
    """A bundle of files by name; equal files give equal bytes."""
    sink = io.BytesIO()
    with zipfile.ZipFile(sink, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in sorted(files, key=lambda name: (name != TABLE_NAME, name)):
            entry = zipfile.ZipInfo(name, _EPOCH)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, files[name])
    return sink.getvalue()
