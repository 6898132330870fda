"""Sightline for programmers: ``import sightline as sl``; everything else is private.

A table holds terrain and figures, in inches; ids or names say who is meant. Functions answer with values that print as words,
show themselves as pictures in a notebook, and have ``.document()``, what the command of the same name prints with ``--json``.

    import sightline as sl

    table = sl.load_table("disputed-shot")
    print(sl.line_of_sight(table, "jelena", "kruger"))
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from sightline.version import __version__

if TYPE_CHECKING:
    from sightline.api.attack_questions import attack_odds
    from sightline.api.battle_play import Battle
    from sightline.api.blast_questions import blast, blast_odds
    from sightline.api.distance_questions import measure
    from sightline.api.fall_questions import fall
    from sightline.api.movement_questions import path, reach
    from sightline.api.photo_scans import scan_photos
    from sightline.api.sight_questions import line_of_sight
    from sightline.api.tables_drawn import draw, load_table, save_table

__all__ = [
    "Battle", "__version__", "attack_odds", "blast", "blast_odds", "draw", "fall", "line_of_sight", "load_table", "measure",
    "path", "reach", "save_table", "scan_photos",
]  # fmt: skip

_WHERE = {
    "attack_questions": ("attack_odds",),
    "battle_play": ("Battle",),
    "blast_questions": ("blast", "blast_odds"),
    "distance_questions": ("measure",),
    "fall_questions": ("fall",),
    "movement_questions": ("path", "reach"),
    "photo_scans": ("scan_photos",),
    "sight_questions": ("line_of_sight",),
    "tables_drawn": ("draw", "load_table", "save_table"),
}
"""The modules of `sightline.api`, each loaded when one of its names is first asked for."""


def __getattr__(name: str) -> Any:  # noqa: ANN401 - of whatever type the name has
    for module, names in _WHERE.items():
        if name in names:
            found = getattr(import_module(f"{__name__}.api.{module}"), name)
            globals()[name] = found
            return found
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
