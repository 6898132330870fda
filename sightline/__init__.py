"""Sightline for programmers: ``import sightline as sl``; everything else is private.

A table holds terrain and figures, in inches; ids or names say who is meant. Functions answer with values that print as words,
show themselves as pictures in a notebook, and have ``.document()``, what the command of the same name prints with ``--json``.
What cannot be answered raises an ``Error``.

    import sightline as sl

    table = sl.load_table("disputed-shot")
    print(sl.line_of_sight(table, "jelena", "kruger"))
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from sightline.version import __version__

if TYPE_CHECKING:
    from rules.errors import RulesError
    from scene.base.errors import Error, SceneError
    from sightline.api.attack_questions import attack_odds
    from sightline.api.battle_play import Battle
    from sightline.api.blast_questions import blast, blast_odds
    from sightline.api.bundled_names import names
    from sightline.api.distance_questions import measure
    from sightline.api.fall_questions import fall
    from sightline.api.movement_questions import path, reach
    from sightline.api.photo_scans import scan_photos
    from sightline.api.sight_questions import line_of_sight, who_sees_whom
    from sightline.api.tables_drawn import draw, load_table, save_table
    from sightline.errors import CommandError

__all__ = [
    "Battle", "CommandError", "Error", "RulesError", "SceneError", "__version__", "attack_odds", "blast", "blast_odds", "draw",
    "fall", "line_of_sight", "load_table", "measure", "names", "path", "reach", "save_table", "scan_photos", "who_sees_whom",
]  # fmt: skip

_WHERE = {
    "rules.errors": ("RulesError",),
    "scene.base.errors": ("Error", "SceneError"),
    "sightline.api.attack_questions": ("attack_odds",),
    "sightline.api.battle_play": ("Battle",),
    "sightline.api.blast_questions": ("blast", "blast_odds"),
    "sightline.api.bundled_names": ("names",),
    "sightline.api.distance_questions": ("measure",),
    "sightline.api.fall_questions": ("fall",),
    "sightline.api.movement_questions": ("path", "reach"),
    "sightline.api.photo_scans": ("scan_photos",),
    "sightline.api.sight_questions": ("line_of_sight", "who_sees_whom"),
    "sightline.api.tables_drawn": ("draw", "load_table", "save_table"),
    "sightline.errors": ("CommandError",),
}
"""Modules, each loaded when one of its names is first asked for."""


def __getattr__(name: str) -> Any:  # noqa: ANN401 - of whatever type the name has
    for module, names in _WHERE.items():
        if name in names:
            found = getattr(import_module(module), name)
            globals()[name] = found if isinstance(found, type) else _in_python_words(found)
            return globals()[name]
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def _in_python_words(function: Any) -> Any:  # noqa: ANN401 - any function
    """Commands call the same functions, and name the arguments otherwise where something is wrong."""
    from sightline.api.python_words import in_python_words

    told = in_python_words(function)
    told.__module__ = __name__
    return told


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
