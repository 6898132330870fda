"""The pieces file: how pieces of terrain are known again, by tags or by looks. Read with all faults at once, and written."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from assets.tag_scheme import IN_FAMILY, role_of
from scene.base.errors import SceneError
from scene.base.json_fields import (
    Check,
    JsonField,
    JsonObject,
    choice,
    flag,
    number,
    numbers,
    parse_json,
    quaternion,
    read_fields,
    text,
)
from scene.base.messages import capped
from scene.base.safe_files import write_bytes
from scene.geometry.rigid_transform import RigidTransform
from scene.mesh_io.mesh_reading import MAX_FACES
from scene.table.mesh_placement import piece_pose
from scene.table.table import MM_PER_INCH
from scene.table_io.table_document import MAX_PIECES, PIECE, PieceEntry, place, read_piece
from scene.table_io.table_folder import Folder
from scene.table_io.table_reading import Builder, Parts

FORMAT = "sightline-tagged-pieces"
VERSION = 1
MAX_TAGS = 100
"""On one piece."""

TAG_SIGMA_MM, TAG_SIGMA_DEGREES = 0.3, 0.3
"""How well a tag's place on its piece is known where the file does not say: measured with callipers, glued by hand."""

PLACE = ("position", "turn", "rotation")
"""What a piece has in a table file and not in a pieces file: where it stands."""


@dataclass(frozen=True)
class TagPlace:
    """A tag on a piece, as the file has it; None is a field that is not there.

    Attributes:
        id: the tag's number.
        position: its middle in the piece's own frame, inches; the piece's anchor is the origin.
        turn: degrees about z, for a tag that lies flat.
        rotation: w, x, y, z; takes the tag's frame (x right, y up, z out of the paper) to the piece's. It replaces ``turn``.
        side_mm: the side of its black square; that of its number's kind where it is None.
        sigma_mm, sigma_degrees: how well this is known, standard deviations along and about each axis.
    """

    id: int
    position: tuple[float, float, float]
    turn: float | None = None
    rotation: tuple[float, float, float, float] | None = None
    side_mm: float | None = None
    sigma_mm: float | None = None
    sigma_degrees: float | None = None

    @property
    def pose(self) -> RigidTransform:
        """Takes the tag's frame to the piece's."""
        return piece_pose(self.position, turn=self.turn, rotation=self.rotation)

    @property
    def sigmas(self) -> tuple[float, float]:
        """How well its place is known: inches and radians."""
        shift = TAG_SIGMA_MM if self.sigma_mm is None else self.sigma_mm
        turn = TAG_SIGMA_DEGREES if self.sigma_degrees is None else self.sigma_degrees
        return shift / MM_PER_INCH, float(np.radians(turn))


@dataclass(frozen=True)
class TaggedPiece:
    """A piece of terrain that is known again: by tags on it, or by its look.

    Attributes:
        entry: what it is; its place is not meant.
        tags: at least one unless it has a look.
        look: the name of the file that tells how it looks, from the pieces file on.
        standing: False for a piece that may lean or lie; otherwise it stands upright.
        sigma_mm, sigma_degrees: how well all its tags together are known to its shape, beside what each of them has.
    """

    entry: PieceEntry
    tags: tuple[TagPlace, ...] = ()
    standing: bool | None = None
    sigma_mm: float | None = None
    sigma_degrees: float | None = None
    look: str | None = None

    @property
    def id(self) -> str:
        """What it is called on the table."""
        return self.entry.id

    @property
    def sigmas(self) -> tuple[float, float]:
        """How well all tags together are known: inches and radians."""
        return (self.sigma_mm or 0.0) / MM_PER_INCH, float(np.radians(self.sigma_degrees or 0.0))


@dataclass(frozen=True)
class TaggedPieces:
    """All that a pieces file says."""

    pieces: tuple[TaggedPiece, ...] = field(default=())

    def sides(self) -> dict[int, float]:
        """The sides in millimetres of the tags of which the file says one, by their ids; all others have that of their kind."""
        return {tag.id: tag.side_mm for piece in self.pieces for tag in piece.tags if tag.side_mm is not None}

    def with_piece(self, piece: TaggedPiece, *, overwrite: bool = False) -> "TaggedPieces":
        """The pieces with one more; one of its id is replaced in its place where ``overwrite`` says so.

        Raises:
            SceneError: with all reasons against it: its id is there already, or one of its tags is on another piece.
        """
        faults = []
        if any(old.id == piece.id for old in self.pieces) and not overwrite:
            faults.append(f'there is a piece "{piece.id}" already; give --overwrite to learn it anew, or another name')
        others = [old for old in self.pieces if old.id != piece.id]
        owners = {tag.id: old.id for old in others for tag in old.tags}
        faults += [f'tag {tag.id} is on the piece "{owners[tag.id]}" already' for tag in piece.tags if tag.id in owners]
        if faults:
            raise SceneError(faults)
        if len(others) == len(self.pieces):
            return TaggedPieces((*self.pieces, piece))
        return TaggedPieces(tuple(piece if old.id == piece.id else old for old in self.pieces))


def _tag_id(value: object) -> int:
    found: float = number(0, IN_FAMILY - 1)(value)
    if not found.is_integer():
        raise SceneError(f"must be a whole number from 0 to {IN_FAMILY - 1}")
    kind = role_of(int(found)).kind
    if kind in {"anchor", "base"}:
        meant = "the ground" if kind == "anchor" else "a base"
        raise SceneError(f"tag {found:.0f} stands for {meant}; on pieces go 100 to 299")
    return int(found)


def _list(what: str, least: int, most: int) -> Check:
    def check(value: object) -> list[object]:
        if not isinstance(value, list):
            raise SceneError(f"must be a list of {what} in square brackets")
        if not least <= len(value) <= most:
            raise SceneError(f"has {len(value):,} entries; there must be {least} to {most:,}")
        return value

    return check


_FILE: Mapping[str, JsonField] = {
    "format": JsonField(choice(FORMAT), needed=True),
    "version": JsonField(choice(VERSION), needed=True),
    "pieces": JsonField(_list("pieces", 0, MAX_PIECES), needed=True),
}
_SIGMAS: Mapping[str, JsonField] = {"sigma_mm": JsonField(number(0.0, 100.0)), "sigma_degrees": JsonField(number(0.0, 90.0))}
_PIECE: Mapping[str, JsonField] = {
    **{key: each for key, each in PIECE.items() if key not in PLACE},
    "tags": JsonField(_list("tags", 1, MAX_TAGS)),
    "look": JsonField(text(empty=False)),
    "standing": JsonField(flag),
    **_SIGMAS,
}
_TAG: Mapping[str, JsonField] = {
    "id": JsonField(_tag_id, needed=True),
    "position": JsonField(numbers(3, -1000.0, 1000.0), needed=True),
    "turn": JsonField(number(-1e6, 1e6)),
    "rotation": JsonField(quaternion),
    "side_mm": JsonField(number(1.0, 1000.0)),
    **_SIGMAS,
}


def read_tagged(data: bytes) -> tuple[TaggedPieces, list[str]]:
    """What a pieces file says, and every fault in it; pieces with a fault are left out."""
    faults: list[str] = []
    try:
        value = parse_json(data)
    except SceneError as error:
        return TaggedPieces(), list(error.faults)
    read_fields(value, _FILE, "", faults)
    listed = value.get("pieces") if isinstance(value, JsonObject) else None
    entries = listed[:MAX_PIECES] if isinstance(listed, list) else []
    pieces = [_read_piece(entry, place("piece", index, entry), faults) for index, entry in enumerate(entries)]
    faults += _doubled(entries)
    return TaggedPieces(tuple(piece for piece in pieces if piece is not None)), faults


def load_tagged(path: str | Path, parts: Parts, *, max_faces: int = MAX_FACES) -> TaggedPieces:
    """The pieces file at ``path``, with its meshes and kit pieces looked at.

    Raises:
        SceneError: with everything that is wrong with the file, its meshes and kit pieces; each line names the file.
    """
    source = Folder(Path(path))
    found, faults = read_tagged(source.table())
    builder = Builder(source, parts, max_faces)
    for piece in found.pieces:
        builder.guarded(f'piece "{piece.id}": ', builder.piece, piece.entry)
    if faults or builder.faults:
        raise SceneError(f"{source.table_name}: {fault}" for fault in capped(faults + builder.faults))
    return found


def _read_piece(value: object, where: str, faults: list[str]) -> TaggedPiece | None:
    found = read_fields(value, _PIECE, where, faults)
    listed = value.get("tags") if isinstance(value, JsonObject) else None
    each = listed[:MAX_TAGS] if isinstance(listed, list) else []
    tags = [_read_tag(tag, f"{where}{_tag_called(index, tag)}", faults) for index, tag in enumerate(each)]
    if found is None or not isinstance(value, JsonObject):
        return None
    if "tags" not in found and "look" not in found:
        faults.append(f'{where}has neither "tags" nor a "look": nothing tells it')
        return None
    beside = {key: found.pop(key) for key in ("tags", "standing", "look", *_SIGMAS) if key in found}
    own = {key: each for key, each in value.items() if key not in beside}
    entry = read_piece(JsonObject({**own, "position": [0.0, 0.0, 0.0]}), where, faults)
    read = tuple(tag for tag in tags if tag is not None)
    if entry is None or len(read) < len(tags):
        return None
    return TaggedPiece(entry, **{**beside, "tags": read})


def _tag_called(index: int, value: object) -> str:
    """How messages call a tag: by its id, or by its number (from 0) where it has none."""
    number_of = value.get("id") if isinstance(value, JsonObject) else None
    return f"tag {number_of:g}: " if isinstance(number_of, float) else f"tags[{index}]: "


def _read_tag(value: object, where: str, faults: list[str]) -> TagPlace | None:
    found = read_fields(value, _TAG, where, faults)
    if found is None:
        return None
    wrong = []
    if "turn" in found and "rotation" in found:
        wrong.append('has a "turn" and a "rotation"; leave one out')
    if "side_mm" not in found and role_of(found["id"]).side_mm is None:
        wrong.append(f'"side_mm" is missing: nothing says how large tag {found["id"]} is')
    faults += [where + fault for fault in wrong]
    return None if wrong else TagPlace(**found)


def _doubled(entries: Sequence[object]) -> list[str]:
    """Pieces of one id, and tags that are in the file twice."""
    faults, names, owners = [], set[str](), dict[float, str]()
    for index, entry in enumerate(entries):
        if not isinstance(entry, JsonObject):
            continue
        name, where = entry.get("id"), place("piece", index, entry).removesuffix(": ")
        if isinstance(name, str):
            if name in names:
                faults.append(f"{where} is there twice; ids are unique")
            names.add(name)
        tags = entry.get("tags")
        for tag in tags if isinstance(tags, list) else ():
            number_of = tag.get("id") if isinstance(tag, JsonObject) else None
            if not isinstance(number_of, float):
                continue
            if number_of in owners:
                other = "" if owners[number_of] == where else f" and on {owners[number_of]}"
                faults.append(f"tag {number_of:.0f} is on {where}{other or ' twice'}; every tag is there once")
            owners[number_of] = where
    return faults


def tagged_text(tagged: TaggedPieces) -> str:
    """The pieces file: a line for each piece and each tag; equal pieces give equal texts."""
    pieces = []
    for piece in tagged.pieces:
        own = {**_plain(piece.entry, left_out=PLACE), **_plain(piece, left_out=("entry", "tags"))}
        if not piece.tags:
            pieces.append(f"    {_json(own)}")
            continue
        tags = ",\n".join(f"      {_json(_plain(tag))}" for tag in piece.tags)
        pieces.append(f'    {_json(own)[:-1]}, "tags": [\n{tags}\n    ]}}')
    inner = ",\n".join(pieces)
    head = f'{{\n  "format": "{FORMAT}", "version": {VERSION},\n  "pieces": ['
    return f"{head}\n{inner}\n  ]\n}}\n" if inner else f"{head}]\n}}\n"


def write_tagged(tagged: TaggedPieces, path: str | Path, *, overwrite: bool = False) -> None:
    """Writes a pieces file; a `SceneError` if ``path`` exists and is not to be overwritten."""
    write_bytes(Path(path), tagged_text(tagged).encode(), overwrite=overwrite)


_Entry = TypeVar("_Entry", PieceEntry, TaggedPiece, TagPlace)


def _plain(entry: _Entry, *, left_out: Sequence[str] = ()) -> dict[str, object]:
    """An entry as JSON has it: only what is there."""
    values: dict[str, Any] = {each.name: getattr(entry, each.name) for each in fields(entry) if each.name not in left_out}
    if values.get("parameters") is not None:
        values["parameters"] = dict(values["parameters"])
    return {name: value for name, value in values.items() if value is not None}


def _json(value: object) -> str:
    return json.dumps(_short(value), ensure_ascii=False, allow_nan=False)


def _short(value: object) -> object:
    """Whole numbers without a point, as people write them."""
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, dict):
        return {key: _short(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_short(inner) for inner in value]
    return value


def rebased(tagged: TaggedPieces, pieces_file: Path, table_file: Path) -> TaggedPieces:
    """The pieces with mesh paths from the table's file on instead of the pieces file's.

    Raises:
        SceneError: with a line for every mesh that does not lie in the table's folder or below it.
    """
    faults, found = [], []
    target = table_file.parent.resolve()
    for piece in tagged.pieces:
        if piece.entry.mesh is None:
            found.append(piece)
            continue
        mesh = (pieces_file.parent / piece.entry.mesh).resolve()
        if mesh.is_relative_to(target):
            name = mesh.relative_to(target).as_posix()
            found.append(replace(piece, entry=replace(piece.entry, mesh=name)))
        else:
            faults.append(
                f'piece "{piece.id}": its mesh "{piece.entry.mesh}" is not in the folder of the table "{table_file.name}";'
                " write the table into the folder of the pieces file, or copy the mesh beside it"
            )
    if faults:
        raise SceneError(faults)
    return TaggedPieces(tuple(found))
