"""Drafts for tests: a crate of the kit is 1.6 x 1.1 x 1, a platform 6 x 6 with its deck at 3."""

from pathlib import Path

from scene.geometry.mesh import Point
from sightline.drafts.draft_table import Draft, new_draft
from sightline.drafts.move_edits import TOP, place_kit
from tests.plain_scenes import box
from tests.sightline.tables import obj

CRATE_TALL = 1.0
DECK = 3.0


def on_table(*pieces: tuple[str, float, float], size: tuple[float, float] = (48.0, 36.0)) -> Draft:
    """Pieces of the kit let down from above one after the other."""
    draft = new_draft(size)
    for kit, x, y in pieces:
        draft = place_kit(draft, kit, (x, y, TOP))
    return draft


def where(draft: Draft, owner: str) -> Point:
    """The position of a piece or figure in the file."""
    return draft.entry(owner).position


def block_file(folder: Path, name: str = "block.obj", *, size: float = 2.0) -> Path:
    """A cube as an OBJ file, its lower corner at its origin."""
    path = folder / name
    obj(path, box((0.0, 0.0, 0.0), (size, size, size)))
    return path
