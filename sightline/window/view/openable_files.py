"""The panels of files: what can be opened, what is new, and where something is saved."""

from collections.abc import Sequence
from pathlib import Path

from assets import battles, tables
from scene.base.messages import shown_text
from sightline.window.intents.intents import Browse, Cancel, ChooseSize, NewTable, Open, SaveAs
from sightline.window.intents.panel_widgets import (
    Button,
    Columns,
    Entry,
    ImageWidget,
    PanelWidgets,
    RowWidget,
    Separator,
    TextWidget,
    Widget,
)
from sightline.window.view.window_view import WindowView

WHERE = "its journal lies in the folder that Sightline was started in"
SIZES = ((24.0, 24.0), (36.0, 36.0), (48.0, 36.0), (48.0, 48.0), (72.0, 48.0))
"""Inches: sizes that tables often have."""
ABREAST, PICTURE, SHORT = 3, (96, 72), 18
"""So many pictures of files stand in a row; their pixels, and the letters of the name below."""


def open_panel(recent: Sequence[str] = ()) -> PanelWidgets:
    """What to open: what was opened last with small pictures, all that is bundled, and any file."""
    last: list[list[Widget]] = []
    for start in range(0, len(recent), ABREAST):
        some = recent[start : start + ABREAST]
        last.append([ImageWidget(f"file/{path}", PICTURE, Open(path), path) for path in some])
        last.append([Button(shown_text(Path(path).name, most=SHORT), Open(path), tip=path, marker=path) for path in some])
    rows: list[Widget] = [
        *_titled("Opened last", last),
        TextWidget("Tables", "strong"),
        RowWidget([Button(name, Open(name)) for name in tables.names()]),
        RowWidget([Button("empty, 48 x 36", NewTable()), Button("empty, 24 x 24", NewTable((24.0, 24.0)))]),
        TextWidget("Battles", "strong"),
        RowWidget([Button(name, Open(name), tip=WHERE) for name in battles.names()]),
        Separator(),
        Button("Browse ...", Browse(), tip="the system's own dialog"),
        Entry("a file, with its folder", "my-table.json, my-battle.toml, my-tower.stl", Open, button="Open it"),
    ]  # fmt: skip
    return PanelWidgets("Open", "middle", rows, Open(), width=56.0)


def _titled(title: str, rows: list[list[Widget]]) -> list[Widget]:
    return [TextWidget(title, "strong"), Columns((), rows)] if rows else []


def new_panel() -> PanelWidgets:
    """How large a new table is to be."""
    rows: list[Widget] = [
        TextWidget("How large is it, in inches? The gallery opens beside it, to build.", "faint"),
        RowWidget([Button(f"{x:g} x {y:g}", NewTable((x, y), build=True)) for x, y in SIZES]),
        Entry("another size", "60 x 40", lambda typed: NewTable(typed, build=True), button="Make it"),
    ]
    return PanelWidgets("New table", "middle", rows, ChooseSize(), width=56.0)


def save_panel(view: WindowView) -> PanelWidgets:
    """Under which name to save."""
    now = view.history.now if view.history is not None else None
    named = str(now.path) if now is not None and now.path is not None else f"{plain_name(view.table.name)}.json"
    folder = now.path.absolute().parent if now is not None and now.path is not None else Path.cwd()
    rows: list[Widget] = [
        TextWidget("a table file ends in .json; a bundle with its meshes in .sightline", "faint"),
        TextWidget(f"A name without a folder goes to {Path.cwd()}" if folder == Path.cwd() else f"It is in {folder}"),
        Button("Browse ...", Browse(save=True), tip="the system's own dialog"),
        Entry("save as", named, SaveAs, named, button="Save it"),
    ]
    return PanelWidgets("Save as", "middle", rows, Cancel(), width=56.0)


def plain_name(name: str) -> str:
    """A file's name for that of a table or a battle."""
    kept = "".join(letter if letter.isalnum() else " " for letter in name.lower())
    return "-".join(kept.split()) or "my-table"
