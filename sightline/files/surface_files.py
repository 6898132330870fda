"""The file beside a scanned table in which is kept what its photos show of all of it.

It has the table's name with ``.surface`` at its end, and goes by the photos of one scan in their places: no other can be read
from it. It is plain numbers (`scene.base.array_file`), of which every one is checked.
"""

from pathlib import Path

import numpy as np

from scene.base.array_file import Kind, packed_arrays, unpacked_arrays
from scene.base.safe_files import file_size, read_bytes
from scene.geometry.mesh import FloatArray, Point
from scene.table.scan_measurements import Scan
from scene.table.seen_table import SOLID, ColouredMesh, Deck, SeenTable, photos_digest

SUFFIX = ".surface"
MOST_BYTES = 300_000_000
MOST_CELLS, MOST_CORNERS = 100_000_000, 5_000_000
MOST_DECKS, MOST_BESIDE = 2_000, 40
LEAST_CELL, BELOW = 0.05, 1.0
"""Inches: of a cell's side, and by how much the space begins below the ground at most, or things are beyond it."""
FARTHEST = 1e4
"""Inches: no number of a table is larger."""
KINDS: tuple[Kind, ...] = (
    ("<f8", ()),
    ("<f8", (6,)),
    ("<f4", (3,)),
    ("<i4", (3,)),
    ("<i2", ()),
    ("u1", ()),
    ("u1", (3,)),
)
"""Photos, low x, y, z, cell and counts of cells; decks; the mesh's corners and faces; decks and space of cells; colours."""


def surface_file(table: Path) -> Path:
    """Where what photos show of a table is kept."""
    return table.with_suffix(SUFFIX)


def surface_bytes(seen: SeenTable) -> bytes:
    """The content of such a file."""
    numbers = np.array([seen.photos, *seen.low, seen.cell, *seen.space.shape], dtype=np.float64)
    decks = np.array([[deck.height, deck.off, deck.area, *deck.place] for deck in seen.decks]).reshape(-1, 6)
    mesh = seen.surface
    arrays = (numbers, decks, mesh.vertices, mesh.faces, seen.deck_at.reshape(-1), seen.space.reshape(-1), mesh.colours)
    return packed_arrays(seen.scan, KINDS, arrays)


def kept_surface(table: Path | None, scan: Scan | None) -> SeenTable | None:
    """What is kept of the photos of a table's scan; None where nothing is, or not of these photos, or it is damaged.

    A table that was saved under another name has the file of the one before, which lies beside it.

    Raises:
        SceneError: one line where a file is too large, or cannot be read.
    """
    if table is None or scan is None:
        return None
    digest, own = photos_digest(scan), surface_file(table)
    for path in (own, *(other for other in _beside(table) if other != own)):
        if path.is_file():
            file_size(path, MOST_BYTES)
            found = read_surface(read_bytes(path, MOST_BYTES), digest)
            if found is not None:
                return found
    return None


def _beside(table: Path) -> list[Path]:
    try:
        return sorted(table.parent.glob(f"*{SUFFIX}"))[:MOST_BESIDE]
    except OSError:
        return []


def read_surface(content: bytes, scan: str) -> SeenTable | None:
    """What such a file says of a scan; None where it is of another, or damaged, or says what cannot be."""
    arrays = unpacked_arrays(content, scan, KINDS)
    if arrays is None:
        return None
    numbers, rows, corners, faces, deck_at, space, colours = arrays
    if len(numbers) != 8 or not all(_sound(each) for each in (numbers, rows, corners)):
        return None
    photos, x, y, z, cell, *counts = numbers.tolist()
    shape = tuple(int(count) for count in counts)
    cells = int(np.prod(shape, dtype=object))
    sound = min(shape) > 0 and cells <= MOST_CELLS and len(space) == cells and len(deck_at) == shape[0] * shape[1]
    sound = sound and photos >= 1 and photos == int(photos) and cell >= LEAST_CELL and -BELOW <= z <= 0.0
    sound = sound and len(colours) == len(corners) <= MOST_CORNERS and len(rows) <= MOST_DECKS
    sound = sound and _within(faces, 0, len(corners)) and _within(deck_at, -1, len(rows)) and _within(space, 0, SOLID + 1)
    if not sound:
        return None
    low, high = np.array([x, y, z]) - BELOW, np.array([x, y, z]) + cell * np.array(shape) + BELOW
    if not _possible(rows, low, high) or not ((corners >= low) & (corners <= high)).all():
        return None
    decks = tuple(Deck(height, off, area, _point(place)) for height, off, area, *place in rows.tolist())
    mesh = ColouredMesh(corners, colours, faces)
    return SeenTable(scan, int(photos), (x, y, z), cell, space.reshape(shape), decks, deck_at.reshape(shape[:2]), mesh)


def _possible(decks: FloatArray, low: FloatArray, high: FloatArray) -> bool:
    """Whether decks (n, 6) are within the space, with errors and areas that can be."""
    heights, places = decks[:, 0], decks[:, 3:6]
    inside = ((places >= low) & (places <= high)).all() and ((heights >= low[2]) & (heights <= high[2])).all()
    return bool(inside and (decks[:, 1:3] > 0.0).all())


def _sound(values: np.ndarray[tuple[int, ...], np.dtype[np.floating]]) -> bool:
    return bool(np.isfinite(values).all() and (np.abs(values) < FARTHEST).all())


def _within(values: np.ndarray[tuple[int, ...], np.dtype[np.integer]], low: int, end: int) -> bool:
    return not len(values) or (int(values.min()) >= low and int(values.max()) < end)


def _point(place: list[float]) -> Point:
    x, y, z = place
    return x, y, z
