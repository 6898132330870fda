"""Edits applied: intents carried out on a history of drafts."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from rules.errors import RulesError
from scene.base.errors import SceneError
from sightline.drafts.clicked_scenery import place_base, place_clicked, say_nothing_else
from sightline.drafts.cut_scenery import place_cut
from sightline.drafts.draft_table import Draft
from sightline.drafts.figure_edits import duplicate, edit_figure, paste, place_figure, place_gang, stand
from sightline.drafts.half_mirroring import mirror_half
from sightline.drafts.mesh_import import read_own
from sightline.drafts.move_edits import (
    delete,
    group,
    heading,
    move,
    place_kit,
    raise_to,
    turn,
    ungroup,
)
from sightline.drafts.piece_edits import edit, place_mesh, rename, set_parameter, set_switch
from sightline.drafts.snapping import FREE, Snap
from sightline.session.gang_loading import load_gang
from sightline.window.building.edit_history import History
from sightline.window.intents import building_intents as intents
from sightline.window.intents.intents import Cancel, Intent, Redo, Undo

_Do = Callable[[Draft, Any, Snap], tuple[str, Draft]]
"""What a step is called, and the draft after it."""

SLIDING = (intents.SetParameter, intents.TurnTo, intents.Raise, intents.SetBase)
"""What sliders want: the bits of one pull are one step."""


def apply(history: History, intent: Intent, snap: Snap = FREE) -> History:
    """The history after what somebody wanted; the same one for intents that are no business of building.

    What was placed is `draft_table.added` of the drafts before and after.

    Raises:
        SceneError: for what cannot be; nothing has changed then.
    """
    match intent:
        case Undo():
            return history.undo()
        case Redo():
            return history.redo()
        case Cancel():
            return history.tried(None)
    do = _DO.get(type(intent))
    if do is None:
        return history
    what, draft = do(history.now, intent, snap)
    if not getattr(intent, "done", True):
        return history.tried(draft)
    return history.done(what, draft, sliding=isinstance(intent, SLIDING))


def _place_mesh(draft: Draft, intent: intents.PlaceMesh, snap: Snap) -> Draft:
    content = read_own(intent.path)
    return place_mesh(
        draft, Path(intent.path).name, content, intent.at, units=intent.units, up=intent.up, turn=intent.turn, snap=snap
    )


def _place_figure(draft: Draft, one: intents.PlaceFigure, snap: Snap) -> Draft:
    return place_figure(
        draft,
        one.at,
        proxy=one.proxy,
        side=one.side,
        name=one.name,
        base_mm=one.base_mm,
        facing=one.facing,
        snap=snap,
        floors=one.floors,
    )


def _place_gang(draft: Draft, intent: intents.PlaceGang) -> tuple[str, Draft]:
    try:
        gang, _ = load_gang(intent.gang if "/" not in intent.gang else Path(intent.gang))
    except RulesError as error:
        raise SceneError(error.faults) from None
    return f"place {gang.name}", place_gang(draft, gang, intent.at, facing=intent.facing, floors=intent.floors)


def _move(draft: Draft, intent: intents.Move, snap: Snap) -> Draft:
    """Figures go where they can stand; whatever else is dragged lands, with all that is selected with it."""
    figures = {entry.id for entry in draft.document.figures}
    if intent.exactly or not intent.ids or not set(intent.ids) <= figures:
        return move(draft, intent.ids, intent.to, snap=snap)
    return stand(draft, intent.ids, intent.to, snap=snap, floors=intent.floors)


def _turn_to(draft: Draft, intent: intents.TurnTo, snap: Snap) -> Draft:
    return turn(draft, intent.ids, intent.degrees - heading(draft, intent.ids[0]) if intent.ids else 0.0, snap=snap)


def _height(written: float | str) -> float:
    """A height as a number, or as it was typed: 3, 3.5, 3,5 or 3.5"."""
    if not isinstance(written, str):
        return written
    try:
        return float(written.strip().rstrip('"').replace(",", "."))
    except ValueError:
        raise SceneError(f'"{written[:40]}" is no height; type inches, such as 3 or 3.5') from None


_DO: Mapping[type[Intent], _Do] = {
    intents.PlaceKit: lambda d, i, s: (f"place {i.kit}", place_kit(d, i.kit, i.at, turn=i.turn, snap=s)),
    intents.PlaceMesh: lambda d, i, s: (f"place {Path(i.path).name}", _place_mesh(d, i, s)),
    intents.PlaceClicked: lambda d, i, _: (f"place {i.name or i.fit.shape.name}", place_clicked(d, i.fit, i.name)),
    intents.PlaceCut: lambda d, i, _: (f"place {i.name or 'what was cut out'}", place_cut(d, i.part, i.name)),
    intents.PlaceBase: lambda d, i, _: (f"place {i.name or 'a figure'}", place_base(d, i.base, i.name, i.side)),
    intents.SayNothingElse: lambda d, i, _: (
        "that nothing else stands there" if i.on else "that other things stand there",
        say_nothing_else(d, on=i.on),
    ),
    intents.PlaceFigure: lambda d, i, s: (f"place {i.name or i.proxy}", _place_figure(d, i, s)),
    intents.PlaceGang: lambda d, i, _: _place_gang(d, i),
    intents.Move: lambda d, i, s: (f"move {d.called(i.ids)}", _move(d, i, s)),
    intents.Turn: lambda d, i, s: (f"turn {d.called(i.ids)}", turn(d, i.ids, i.degrees, snap=s)),
    intents.TurnTo: lambda d, i, s: (f"turn {d.called(i.ids)}", _turn_to(d, i, s)),
    intents.Raise: lambda d, i, _: (f"raise {d.called(i.ids)}", raise_to(d, i.ids, _height(i.height))),
    intents.Duplicate: lambda d, i, _: (f"duplicate {d.called(i.ids)}", duplicate(d, i.ids)),
    intents.Paste: lambda d, i, s: (f"paste {i.source.called(i.ids)}", paste(d, i.source, i.ids, i.at, snap=s)),
    intents.MirrorHalf: lambda d, i, _: (f"left half {i.how} to the right", mirror_half(d, i.how)),
    intents.Delete: lambda d, i, _: (f"delete {d.called(i.ids)}", delete(d, i.ids)),
    intents.Group: lambda d, i, _: (f"group {d.called(i.ids)}", group(d, i.ids)),
    intents.Ungroup: lambda d, i, _: (f"ungroup {d.called(i.ids)}", ungroup(d, i.ids)),
    intents.SetKind: lambda d, i, _: (f"kind of {d.called(i.ids)}", edit(d, i.ids, kind=i.kind)),
    intents.SetGround: lambda d, i, _: (f"ground of {d.called(i.ids)}", edit(d, i.ids, ground=i.ground)),
    intents.SetSwitch: lambda d, i, _: (
        f"{i.name.replace('_', ' ')} of {d.called(i.ids)}",
        set_switch(d, i.ids, i.name, on=i.on),
    ),
    intents.SetWorks: lambda d, i, _: (f"door of {d.called(i.ids)}", edit(d, i.ids, works=i.door or None)),
    intents.SetParameter: lambda d, i, _: (f"{i.name} of {d.called([i.owner])}", set_parameter(d, i.owner, i.name, i.value)),
    intents.Rename: lambda d, i, _: (f"rename {d.called([i.owner])}", rename(d, i.owner, i.name)),
    intents.SetSide: lambda d, i, _: (f"side of {d.called(i.ids)}", edit_figure(d, i.ids, side=i.side.strip())),
    intents.SetBase: lambda d, i, _: (f"base of {d.called(i.ids)}", edit_figure(d, i.ids, base_mm=i.base_mm)),
    intents.SetProxy: lambda d, i, _: (f"figure of {d.called(i.ids)}", edit_figure(d, i.ids, proxy=i.proxy, body=None)),
}
