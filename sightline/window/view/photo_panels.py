"""The panels beside a photo in which scenery is clicked: what is clicked next, how sure it is, and all photos small."""

from collections.abc import Sequence

import numpy as np

from scene.geometry.mesh import FloatArray
from scene.table.table import MM_PER_INCH
from sightline.drafts.clicked_scenery import FIGURE, SURFACE, shapes
from sightline.drafts.cut_scenery import HOLES
from sightline.drawing.rendering import palette
from sightline.window.intents import photo_intents as want
from sightline.window.intents.intents import Cancel, Confirm, OtherFloor, SetMode, Undo
from sightline.window.intents.key_bindings import key_of
from sightline.window.intents.panel_widgets import (
    Button,
    Columns,
    Entry,
    ImageWidget,
    PanelWidgets,
    RowWidget,
    Separator,
    Switch,
    TextWidget,
    Widget,
)
from sightline.window.view.photo_view import PhotoView, corner_counts

SMALL = (104, 78)
"""Pixels of a small photo."""
LETTER, APART = 7.1, 12
"""Pixels of a letter, and those that a small photo takes beside its picture."""
WIDE = 44.0
"""Letters of the panel."""
UNEVEN = 2.2
"""Pixels by which clicks miss from which on it is told which one misses most."""
ALL_IS_THERE = "nothing else stands on the real table"
ALL_TIP = "switch it on once all scenery is here: then answers may be sure that a line is clear"
KEEP_TIP = "their shapes and looks go into pieces.json beside the table, by which the next scan finds them without clicks"
NEXT = "now the same corners in the next photo (Tab)"
LOW = 700
"""Pixels below which a window is low."""
BEST = "the one that tells most beside those clicked in"
TOO_FEW = "click the same corners in a second photo from another side"


def photo_panels(view: PhotoView, size: tuple[int, int], *, nothing_else: bool) -> list[PanelWidgets]:
    """All panels of clicking, in a window of so many pixels; in a low one the small photos make room."""
    low = size[1] < LOW
    return [_clicking(view, nothing_else=nothing_else, brief=low), *([] if low else [_strip(view, size)])]


def folder_panel() -> PanelWidgets:
    """Where the photos are."""
    return PanelWidgets(
        "Where are the scan's photos?",
        "middle",
        [
            TextWidget("They were not found beside the table. Type the folder that they lie in.", "faint"),
            Entry("folder", "photos", want.PhotoFolder, button="Look there"),
        ],
        Cancel(),
        width=56.0,
    )


def _clicking(view: PhotoView, *, nothing_else: bool, brief: bool) -> PanelWidgets:
    """What is clicked, and what comes of it."""
    nothing = "" if view.clicks else "nothing was clicked yet"
    unknown = "" if view.known else "it is not known yet where it stands"
    rows: list[Widget] = [
        TextWidget(f"{view.photos.names[view.shown]}: photo {view.shown + 1} of {len(view.photos.names)}", "faint"),
        RowWidget([Button(name, want.TakeShape(name), chosen=name == view.shape, marker="shape") for name in shapes()]),
        TextWidget(_next_words(view), "strong", lines=2),
        Columns((), [_corner_row(view, corner) for corner in _listed(view, brief=brief)]),
        RowWidget(
            [
                Button("Next photo", OtherFloor(), tip=BEST, key=key_of(OtherFloor())),
                Button("Take back", Undo(), nothing, key=key_of(Undo())),
                Button("Begin anew", want.ForgetClicks(), nothing),
            ]
        ),
        Switch("clicks snap to corners and edges", view.snap, want.SnapClicks(not view.snap)),
        Separator(),
        *_outcome(view),
        Entry("name", view.shape, want.NamePiece, view.name, leaving=True),
        Button("Put it on the table", Confirm(), unknown, key=key_of(Confirm())),
        Separator(),
        Button("Keep clicked pieces for other tables", want.KeepForOtherTables(), tip=KEEP_TIP),
        Switch(ALL_IS_THERE, nothing_else, want.NothingElse(not nothing_else), tip=ALL_TIP),
    ]
    return PanelWidgets("Scenery from photos", "right", rows, SetMode("photos"), width=WIDE)


def _listed(view: PhotoView, *, brief: bool) -> list[int]:
    """The corners that are listed; where there is little room, those that are needed or clicked, and the next one."""
    counts = corner_counts(view)
    wanted = [corner for corner, count in enumerate(counts) if count.needed or count.photos or corner == view.corner]
    return wanted if brief else list(range(len(counts)))


def _next_words(view: PhotoView) -> str:
    if view.unread:
        return f"{view.unread}; go to another one ({key_of(OtherFloor())})"
    if view.picture is None:
        return "reading the photo ..."
    if view.shape == FIGURE:
        return "click the base of a figure that the scan missed; one photo will do"
    if view.shape != SURFACE and view.corner >= len(view.corners):
        return f"all its corners are clicked here; {NEXT}"
    if view.shape == SURFACE:
        return "click a thing of any shape, once; it is cut out of the surface that all photos show"
    count = corner_counts(view)[view.corner]
    here = any(one.here for one in corner_counts(view))
    optional = here and not count.needed and not count.photos
    return f"{NEXT}; or here {count.words}" if optional else f"click {count.words}"


def _corner_row(view: PhotoView, corner: int) -> list[Widget]:
    """A corner, and in how many photos it was clicked."""
    count = corner_counts(view)[corner]
    enough = count.photos > 1 or (not count.needed and not count.photos)
    told = f"{count.photos} photo{'' if count.photos == 1 else 's'}" if count.photos or count.needed else "if you like"
    chosen, tip = corner == view.corner, f"click {count.words}"
    return [
        Button(f"{corner + 1}", want.TakeCorner(corner), tip=tip, chosen=chosen, marker=f"corner {corner}"),
        TextWidget(count.words, "plain" if count.here else "faint"),
        TextWidget(told, "good" if count.photos > 1 else "faint" if enough else "plain"),
    ]


def _outcome(view: PhotoView) -> list[Widget]:
    """The shape, how sure it is and what makes it doubtful; or what is missing for one."""
    if view.base is not None:
        told = [f"a base of {view.base.base_mm:g} mm", f"its middle is within {view.limit_mm:.1f} mm (95 %)", *view.base.notes]
        return [TextWidget(words, "strong" if words is told[0] else "faint") for words in told]
    if view.part is not None:
        wide, deep, high = (side * MM_PER_INCH for side in view.part.size)
        return [
            TextWidget(f"{wide:.0f} x {deep:.0f} mm, {high:.0f} mm high", "strong"),
            TextWidget(f"its corners are within {view.limit_mm:.1f} mm (95 %)"),
            TextWidget(f"{HOLES}: there lines are not known", "faint"),
        ]
    if view.fit is None:
        return [TextWidget(view.fault or (TOO_FEW if view.clicks else ""), "bad" if view.wrong else "faint", lines=3)]
    along, across, high = np.ptp(view.fit.mesh.vertices @ _turned_back(view).T, axis=0) * MM_PER_INCH
    rows: list[Widget] = [
        TextWidget(f"{along:.0f} x {across:.0f} mm, {high:.0f} mm high", "strong"),
        TextWidget(f"its corners are within {view.limit_mm:.1f} mm (95 %)", "good" if view.limit_mm <= 2.5 else "plain"),
    ]
    rows += [TextWidget(view.doubt, "bad")] if view.doubt else []
    worst, far = view.fit.worst
    if view.fit.click_sigma > UNEVEN:
        name = view.photos.names[worst.photo]
        rows.append(
            TextWidget(f"corner {worst.corner + 1} in {name} misses by {far:.0f} pixels: drag it, nearer by the wheel", "bad")
        )
    return rows + [TextWidget(note, "faint") for note in view.fit.notes()]


def _turned_back(view: PhotoView) -> FloatArray:
    """(3, 3) takes the table's directions to the shape's own."""
    assert view.fit is not None
    turn = view.fit.shape.turn(view.fit.numbers)
    return np.array([[np.cos(turn), np.sin(turn), 0.0], [-np.sin(turn), np.cos(turn), 0.0], [0.0, 0.0, 1.0]])


def _strip(view: PhotoView, size: tuple[int, int]) -> PanelWidgets:
    """All photos small, as many as have room in one row beside the panel, with the shape drawn over each."""
    count = len(view.photos.names)
    most = max(int((size[0] - WIDE * LETTER - 60) / (SMALL[0] + APART)), 2)
    first = min(max(view.shown - most // 2, 0), max(count - most, 0))
    shown = range(first, min(first + most, count))
    small = [RowWidget([_small(view, photo) for photo in shown])]
    return PanelWidgets("Photos", "bottom", small, width=len(shown) * (SMALL[0] + APART) / LETTER, beside=(0.0, WIDE))


def _small(view: PhotoView, photo: int) -> ImageWidget:
    name = view.photos.names[photo]
    clicked = any(click.photo == photo for click in view.clicks)
    return ImageWidget(
        f"small/{name}" if name in view.photos.files else "",
        SMALL,
        want.LookAtPhoto(photo),
        tip=name if name in view.photos.files else f"{name} was not found",
        framed=palette.ORANGE if photo == view.shown else palette.SKY if clicked else None,
        lines=_shares(view, photo),
    )


def _shares(view: PhotoView, photo: int) -> Sequence[FloatArray]:
    """The shape's edges in a photo, (k, 2, 2) as shares of its width and height."""
    if not len(view.outline):
        return ()
    camera = view.photos.clickable.views[photo]
    shown = camera.project(view.outline) / np.array(camera.lens.size)
    return [shown[np.isfinite(shown).all(axis=(1, 2))]]
