"""The panels of building: the gallery, the cards of what is selected, saving, and what a crash left."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import get_args

from assets import gangs
from assets.figures.figure_proxies import PROXIES
from assets.kit import KIT
from scene.base.messages import plain, shown_text
from scene.table.resting import lowest
from scene.table.table import Ground, Kind
from scene.table_io.table_document import PieceEntry
from sightline.drafts.draft_saving import Left
from sightline.drafts.draft_table import Draft
from sightline.drafts.mesh_import import MeshQuestion
from sightline.drafts.move_edits import heading, whole
from sightline.drafts.piece_edits import SWITCHES
from sightline.files.recent_files import MeshFileUse
from sightline.window.building.edit_history import History
from sightline.window.intents import building_intents as want
from sightline.window.intents.intents import Browse, Cancel, Choice, EditSelection, Open, Redo, Save, Undo
from sightline.window.intents.key_bindings import key_of
from sightline.window.intents.panel_widgets import (
    Button,
    Columns,
    Entry,
    ImageWidget,
    PanelWidgets,
    RowWidget,
    Scrolled,
    Separator,
    Slider,
    Switch,
    TextWidget,
    Widget,
)

PICTURE = (96, 72)
"""Pixels of a picture in the gallery."""
ABREAST = 3
MOST_FAULTS = 5
SHORT = 14
"""Letters below the picture of a mesh of one's own."""
ADD_MESH = "a file of a piece of your own: STL, OBJ, PLY, GLB or 3MF, up to 5,000,000 triangles; it stays in the gallery"
HINT_LINES, LONGEST_NAME = 3, 30
"""Lines that are kept for the hint, and letters of a name in it."""
STEP = 15.0
"""Degrees that the buttons turn."""
LARGEST_BASE = 120.0
"""Millimetres that the slider goes up to."""
TERMINAL = "terminal"
"""The piece of the kit that works doors."""
DOORS = 6
"""So many doors are offered to a terminal."""
SWITCH_LABELS = {
    "see_through_gaps": "one sees through its gaps",
    "insignificant": "never hides anything",
    "infinite_height": "hides upwards without end",
    "open": "stands open",
}

TURNED = "the terrain of the left half on the right half too, in place of what is there: by half a turn of the table"
MIRRORED = "the terrain of the left half on the right half too, in place of what is there: mirrored in the middle line"

NOTHING_HELD = want.Take()


@dataclass(frozen=True, eq=False)
class Bench:
    """What the panels of building show.

    Attributes:
        history: the draft and what was done to it.
        selected: ids, the first leads.
        held: what the next click places.
        snap: whether what is built snaps.
        not_kept: why the draft cannot be kept safe; empty if it is.
        faults: what commands refuse of it, or warn of.
        meshes: meshes of one's own that were put on tables.
    """

    history: History
    selected: want.Ids = ()
    held: want.Take = NOTHING_HELD
    snap: bool = True
    not_kept: str = ""
    faults: Sequence[str] = ()
    meshes: Sequence[MeshFileUse] = ()


def panels(bench: Bench) -> list[PanelWidgets]:
    """All panels of building."""
    known = set(bench.history.now.ids)
    selected = tuple(owner for owner in bench.selected if owner in known)
    found = [saving(bench), gallery(bench), *([card(bench.history.now, selected)] if selected else [])]
    return [*found, faulty(bench.faults)] if bench.faults else found


def gallery(bench: Bench) -> PanelWidgets:
    """All that can be put on the table."""
    hint = in_hand(bench.held) if bench.held.what else "pick a piece or a figure, then click on the table where it goes"
    return PanelWidgets(
        "Build",
        "right",
        [
            # As many lines whatever is in hand, so that the buttons below stay where they are.
            TextWidget(hint, "strong" if bench.held.what else "faint", lines=HINT_LINES),
            Switch("snap to grid, steps of a turn and edges", bench.snap, Choice("snap", not bench.snap)),
            Scrolled(
                [
                    *_own_meshes(bench),
                    TextWidget("Terrain", "strong"),
                    Columns((), list(_shelves("kit", {name: entry.description for name, entry in KIT.items()}, bench.held))),
                    TextWidget("Figures", "strong"),
                    Columns((), list(_shelves("figure", dict.fromkeys(PROXIES, "a figure"), bench.held))),
                    TextWidget("Gangs", "strong"),
                    RowWidget(
                        [_taken(want.Take("gang", name), name, "all its fighters", bench.held) for name in gangs.names()]
                    ),
                ],
                height=400.0,
                name="gallery",
            ),
            RowWidget(
                [Button("Add a mesh ...", Browse(), tip=ADD_MESH), TextWidget("or drop its file on the window", "faint")]
            ),
        ],
        width=50.0,
    )


def _own_meshes(bench: Bench) -> Iterator[Widget]:
    """The meshes of one's own that were used before, to be put on the table again."""
    if not bench.meshes:
        return
    yield TextWidget("Your meshes", "strong")
    rows: list[list[Widget]] = []
    for start in range(0, len(bench.meshes), ABREAST):
        takes = [want.Take("mesh", path, units, up) for path, units, up in bench.meshes[start : start + ABREAST]]
        pictures = [f"mesh/{one.units or ''}/{one.up or ''}/{one.name}" for one in takes]
        rows.append([ImageWidget(name, PICTURE, _toggled(one, bench.held)) for name, one in zip(pictures, takes, strict=True)])
        rows.append([_taken(one, shown_text(Path(one.name).stem, most=SHORT), one.name, bench.held) for one in takes])
    yield Columns((), rows)


def in_hand(held: want.Take) -> str:
    """What is in hand, and what can be done with it."""
    name = Path(held.name).name if held.what == "mesh" else held.name.replace("_", " ")
    called = name if len(name) <= LONGEST_NAME else f"{name[:LONGEST_NAME]}..."
    return (
        f"in hand: {called}; each click puts one there. The comma and full stop keys or Ctrl + wheel turn it, Esc puts it away"
    )


def card(draft: Draft, selected: Sequence[str]) -> PanelWidgets:
    """What is selected, to be changed."""
    ids = tuple(selected)
    entry = draft.entry(ids[0])
    title = draft.called(ids)
    if isinstance(entry, PieceEntry):
        return PanelWidgets(
            title, "left", [*_piece(draft, entry, ids), Separator(), *_placed(draft, ids), *_grouped(draft, ids)], Cancel()
        )
    return PanelWidgets(title, "left", [*_figure(draft, ids), Separator(), *_placed(draft, ids)], Cancel())


def saving(bench: Bench) -> PanelWidgets:
    """Whether all is saved, and what can be taken back."""
    history = bench.history
    path, undo, redo = history.now.path, history.undo_name, history.redo_name
    where = path.name if path else "a new table"
    state = (
        TextWidget(f"{where}: changes not saved yet", "strong")
        if history.unsaved
        else TextWidget(where, "faint", tip=str(path or ""))
    )
    return PanelWidgets(
        "Table",
        "left",
        [
            state,
            RowWidget(
                [
                    Button("Save", Save(), "" if history.unsaved or path is None else "all is saved", key=key_of(Save())),
                    Button("Save as ...", Save(elsewhere=True), key=key_of(Save(elsewhere=True))),
                    Button("Open ...", Open(), key=key_of(Open())),
                ]
            ),
            # A line each, so that what they are called moves nothing.
            Button(f"Undo {undo}".strip(), Undo(), "" if undo else "nothing was done yet", key=key_of(Undo()), marker="undo"),
            Button(f"Redo {redo}".strip(), Redo(), "" if redo else "nothing was taken back", key=key_of(Redo()), marker="redo"),
            RowWidget(
                [
                    Button("Turn half", want.MirrorHalf("turned"), tip=TURNED),
                    Button("Mirror half", want.MirrorHalf("mirrored"), tip=MIRRORED),
                ]
            ),
            *([TextWidget(f"not kept safe from a crash: {bench.not_kept}", "bad")] if bench.not_kept else []),
        ],
    )


def faulty(faults: Sequence[str]) -> PanelWidgets:
    """What of the table commands refuse, or warn of, and what to do."""
    rows: list[Widget] = [TextWidget(fault, "bad") for fault in faults[:MOST_FAULTS]]
    rows += [TextWidget(f"and {len(faults) - MOST_FAULTS} more", "bad")] if len(faults) > MOST_FAULTS else []
    rows.append(
        TextWidget("Drag them to where they can stand, or type another height on their cards. Saving loses nothing.", "faint")
    )
    return PanelWidgets("Commands refuse or doubt this table", "left", rows)


def mesh_question(path: str, asked: MeshQuestion) -> PanelWidgets:
    """What is asked about a mesh file: how long its 1 is, and which axis is up; the likely answer is marked."""
    rows: list[list[Widget]] = [
        [
            TextWidget(f"{unit}: {plain(size, 3)} inches long"),
            *(
                Button(
                    f"{up} is up",
                    want.Take("mesh", path, unit, up),
                    chosen=(unit, up) == (asked.units, asked.up),
                    marker=f"{unit} {up}",
                )
                for up in ("z", "y")
            ),
        ]
        for unit, size in asked.sizes.items()
    ]
    name = Path(path).name
    words = TextWidget(f"{name} does not say how long its 1 is. Which is right?")
    return PanelWidgets("A mesh of your own", "middle", [words, Columns((), rows)], Cancel(), modal=True)


def recovery(left: Sequence[Left]) -> PanelWidgets:
    """What a crash left."""
    rows: list[list[Widget]] = [
        [
            TextWidget(one.name, tip=str(one.path or "never saved")),
            TextWidget(f"{one.pieces} piece{'s' * (one.pieces != 1)}, {one.figures} figure{'s' * (one.figures != 1)}", "faint"),
            Button("Recover", want.Recover(str(one.place)), marker=str(one.place)),
            Button("Discard", want.Forget(str(one.place)), tip="for good", marker=str(one.place)),
        ]
        for one in left
    ]
    return PanelWidgets("Not saved when the program ended", "middle", [Columns((), rows)], Cancel())


def _shelves(what: str, names: dict[str, str], held: want.Take) -> Iterator[list[Widget]]:
    """A row of pictures, then a row of names, and so on."""
    listed = list(names)
    for start in range(0, len(listed), ABREAST):
        shelf = [want.Take("kit" if what == "kit" else "figure", name) for name in listed[start : start + ABREAST]]
        yield [ImageWidget(f"{what}/{one.name}", PICTURE, _toggled(one, held)) for one in shelf]
        yield [_taken(one, one.name.replace("_", " "), names[one.name], held) for one in shelf]


def _taken(take: want.Take, label: str, tip: str, held: want.Take) -> Button:
    return Button(label, _toggled(take, held), tip=tip, chosen=take == held, marker=f"{take.what} {take.name}")


def _toggled(take: want.Take, held: want.Take) -> want.Take:
    return NOTHING_HELD if take == held else take


def _piece(draft: Draft, entry: PieceEntry, ids: want.Ids) -> Iterator[Widget]:
    piece = draft.table.piece(entry.id)
    pieces = tuple(owner for owner in ids if owner in {one.id for one in draft.document.terrain})
    yield TextWidget(KIT[entry.kit].description if entry.kit else f"mesh {entry.mesh}", "faint")
    yield Entry("id", "its name in commands", partial(want.Rename, entry.id), entry.id, leaving=True)
    yield TextWidget("kind")
    yield RowWidget([Button(one, want.SetKind(pieces, one), chosen=piece.kind == one, marker="kind") for one in get_args(Kind)])
    yield TextWidget("ground")
    grounds: tuple[Ground | None, ...] = (None, *get_args(Ground))
    yield RowWidget(
        [Button(one or "usual", want.SetGround(pieces, one), chosen=entry.ground == one, marker="ground") for one in grounds]
    )
    for name in SWITCHES:
        if name != "open" or piece.kind == "door":
            on = bool(getattr(piece, name))
            yield Switch(SWITCH_LABELS[name], on, want.SetSwitch(pieces, name, not on))
    if entry.works or entry.kit == TERMINAL:
        yield from _works(draft, entry, pieces)
    if entry.kit and len(ids) == 1:
        yield Separator()
        yield from _parameters(entry)


def _works(draft: Draft, entry: PieceEntry, pieces: want.Ids) -> Iterator[Widget]:
    """The doors that a terminal can work, the nearest first."""
    x, y, _ = entry.position
    apart = {one.id: math.dist((x, y), one.pose.position[:2]) for one in draft.table.terrain.pieces if one.kind == "door"}
    near = sorted(apart, key=lambda name: apart[name])[:DOORS]
    yield TextWidget("works" if near else "works no door: there is none on the table")
    known = near if entry.works in {*near, None} else [*near, str(entry.works)]
    yield RowWidget(
        [
            Button(name, want.SetWorks(pieces, "" if name == entry.works else name), chosen=name == entry.works, marker="works")
            for name in known
        ]
    )


def _parameters(entry: PieceEntry) -> Iterator[Widget]:
    """A slider for each parameter of a kit piece, within what the kit allows."""
    known = KIT[entry.kit or ""]
    values = known.complete(dict(entry.parameters or ()))
    for name, parameter in known.parameters.items():
        allowed = parameter.range
        intent = partial(want.SetParameter, entry.id, name)
        label, shown = name.replace("_", " "), "%.0f" if allowed.whole else "%.2f"
        if choices := allowed.choices:
            yield TextWidget(label, tip=allowed.meaning)
            yield RowWidget(
                [
                    Button(words, intent(float(number)), chosen=values[name] == number, marker=name)
                    for number, words in choices.items()
                ]
            )
            continue
        yield Slider(label, values[name], allowed.low, allowed.high, intent, whole=allowed.whole, shown=shown)


def _figure(draft: Draft, ids: want.Ids) -> Iterator[Widget]:
    figure, entry = draft.table.figure(ids[0]), draft.figure_entry(ids[0])
    figures = tuple(owner for owner in ids if owner in {one.id for one in draft.document.figures})
    yield Entry("name", figure.id, partial(want.Rename, figure.id), figure.name, leaving=True)
    yield Entry("side", "whom it fights for", partial(want.SetSide, figures), figure.side, leaving=True)
    yield RowWidget(
        [
            Button(
                one, want.SetProxy(figures, one), chosen=entry.body is None and (entry.proxy or "human") == one, marker="body"
            )
            for one in PROXIES
        ]
    )
    yield Slider("base, mm", figure.base_mm, 0.0, LARGEST_BASE, partial(want.SetBase, figures), shown="%.0f")


def _placed(draft: Draft, ids: want.Ids) -> Iterator[Widget]:
    """Where it stands, and what can be done to all that is selected."""
    is_piece = isinstance(draft.entry(ids[0]), PieceEntry)
    height = lowest(draft.table.piece(ids[0])) if is_piece else draft.table.figure(ids[0]).position[2]
    yield Slider("turn", heading(draft, ids[0]), 0.0, 360.0, partial(want.TurnTo, ids), shown="%.0f°")
    yield RowWidget([Button(f"{step:+.0f}°", want.Turn(ids, step)) for step in (-STEP, STEP, 90.0)])
    yield Entry("stands at height", "inches", partial(want.Raise, ids), plain(round(height, 3)), leaving=True)
    yield RowWidget(
        [
            Button("Duplicate", want.Duplicate(ids), key=key_of(EditSelection("duplicate"))),
            Button(
                "Copy",
                EditSelection("copy"),
                tip=f"{key_of(EditSelection('paste'))} then puts it under the cursor",
                key=key_of(EditSelection("copy")),
            ),
            Button("Delete", want.Delete(ids), key=key_of(EditSelection("delete"))),
        ]
    )


def _grouped(draft: Draft, ids: want.Ids) -> Iterator[Widget]:
    mates = [entry for owner in whole(draft, ids) if isinstance(entry := draft.entry(owner), PieceEntry)]
    groups = {entry.group for entry in mates}
    few = "select more pieces with Shift + click" if len(mates) < 2 else ""
    one = "they are one group" if len(groups) == 1 and None not in groups else ""
    yield RowWidget(
        [
            Button("Group", want.Group(ids), few or one, "they move, turn, copy and go together"),
            Button("Ungroup", want.Ungroup(ids), "" if groups - {None} else "it is in no group"),
        ]
    )
