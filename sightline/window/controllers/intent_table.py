"""What carries out each thing that can be wanted: one table from the class of an intent to a controller's function."""

import math
from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

from scene.base.errors import SceneError
from sightline.window.battle.dice_panel import picked_with
from sightline.window.battle.snapshots.battle_snapshot import as_it_was
from sightline.window.building.building_panels import NOTHING_HELD
from sightline.window.controllers import (
    battle_controller,
    build_controller,
    cancel_controller,
    card_controller,
    click_controller,
    file_controller,
    move_controller,
    question_controller,
    story_controller,
    view_controller,
)
from sightline.window.controllers.arranging import arrange_controller
from sightline.window.controllers.floors import paint_controller
from sightline.window.controllers.photos import kept_piece_controller, photo_controller
from sightline.window.controllers.sharing import moment_controller, phones_controller
from sightline.window.controllers.shown_state import ShownState
from sightline.window.intents import battle_intents
from sightline.window.intents import building_intents as building
from sightline.window.intents import card_intents as cards
from sightline.window.intents import intents as want
from sightline.window.intents import photo_intents as photos
from sightline.window.view.camera_orbit import Orbit, above, home
from sightline.window.view.floor_panels import WATCHED
from sightline.window.view.window_view import Pointed

Handler = Callable[[ShownState, Any], None]


def _set_mode(state: ShownState, intent: want.SetMode) -> None:
    if intent.mode == "photos" and state.view.mode != "photos":
        photo_controller.open_photos(state)
        return
    state.show(mode="look" if state.view.mode == intent.mode else intent.mode, measured=(), plan=None)
    build_controller.preview(state)


def _take(state: ShownState, intent: building.Take) -> None:
    held = NOTHING_HELD if intent == state.view.held else intent
    state.show(held=held, mode="build", dropped=None, ghosts=())
    if held.what == "mesh":
        state.remember(state.view.recent.with_mesh(Path(held.name), held.units, held.up))
    build_controller.preview(state)


def _look_from(state: ShownState, orbit: Orbit) -> None:
    state.show(through_eye=None)
    state.go(orbit)


def _reset_view(state: ShownState) -> None:
    """The whole table, with all its levels."""
    state.show(cut=math.inf)
    _look_from(state, home(state.view.table, state.view.size, state.view.free))


def _go_to_moment(state: ShownState, intent: want.GoTo) -> None:
    if state.view.battle is not None:
        battle_controller.show_battle(state, as_it_was(state.view.battle, intent.answers))
        battle_controller.go_on(state)


def _pick_way(state: ShownState, intent: battle_intents.PickWay) -> None:
    state.show(way_label=intent.label)
    battle_controller.ask_chances(state)
    state.show(there=None)
    if state.view.overlay in WATCHED:
        paint_controller.paint(state, state.view.overlay)


def _pick(state: ShownState, intent: battle_intents.PickDie | battle_intents.PickArrow) -> None:
    if state.view.battle is not None:
        state.show(picked=picked_with(state.view.picked, state.view.battle.question, intent))


def _confirm(state: ShownState, _intent: want.Confirm) -> None:
    shown = state.view.battle
    if state.view.mode == "photos":
        photo_controller.keep(state)
    elif shown is not None and shown.hand_over is not None and not shown.past:
        _in_battle(state, battle_intents.LookNow(shown.hand_over.to))
    else:
        move_controller.confirm(state)


def _in_battle(state: ShownState, intent: want.Intent) -> None:
    if state.match is None:
        raise SceneError("no battle is being played; open one first")
    if isinstance(intent, want.Give | want.GiveText) and state.match.busy and intent == state.match.wanted:
        # Whoever clicks twice means it once: it is no answer to what is asked next.
        return
    if (shown := state.view.battle) is not None and shown.past:
        battle_controller.show_battle(state, as_it_was(shown, shown.answers))
    story_controller.skip(state)
    state.match.stands = False
    state.show(stopped=False)
    state.match.want(intent, None if shown is None else shown.heard)


def _take_back(state: ShownState, intent: want.Undo | want.Redo) -> None:
    if state.match is not None:
        _in_battle(state, intent)
    elif state.view.mode == "photos" and isinstance(intent, want.Undo):
        photo_controller.take_back(state)
    else:
        build_controller.build(state, intent)


def _edit(state: ShownState, intent: want.EditSelection) -> None:
    if state.view.mode != "photos" and intent.what in {"copy", "paste"}:
        (arrange_controller.copy if intent.what == "copy" else arrange_controller.paste)(state)
    elif state.view.mode != "photos":
        build_controller.edit(state, intent.what)
    elif intent.what == "delete":
        photo_controller.take_back_here(state)


def _other(state: ShownState, _intent: want.OtherFloor) -> None:
    if state.view.mode == "photos":
        photo_controller.next_photo(state)
    else:
        move_controller.other_floor(state)


HANDLERS: Mapping[type, Handler] = MappingProxyType(
    {
        want.PointAt: lambda state, it: click_controller.point(state, Pointed(it.owner, it.place, it.floors)),
        want.ClickAt: click_controller.click,
        want.Select: lambda state, it: click_controller.select(state, it.owner, also=it.also),
        want.SelectWithin: arrange_controller.select_within,
        building.MirrorHalf: arrange_controller.mirror,
        want.DragTo: lambda state, it: move_controller.drag(state, it.place, it.floors, done=it.done),
        want.OtherFloor: _other,
        want.Confirm: _confirm,
        want.Cancel: lambda state, _: cancel_controller.cancel(state),
        want.SetMode: _set_mode,
        want.ShowOverlay: lambda state, it: paint_controller.overlay(state, it.overlay),
        want.AskAbout: lambda state, it: question_controller.pin(state, it.owner),
        want.ShowProfile: lambda state, _: state.show(profile_large=not state.view.profile_large),
        want.AskFromHere: lambda state, _: question_controller.ask_from_here(state),
        want.ResetView: lambda state, _: _reset_view(state),
        want.FromAbove: lambda state, _: _look_from(state, above(state.view.table, state.view.size, state.view.free)),
        want.FrameSelection: lambda state, _: view_controller.frame(state, state.view.selected),
        want.ThroughEye: lambda state, _: question_controller.look_through_eye(state),
        want.Evidence: lambda state, _: question_controller.evidence(state),
        want.ShareMoment: lambda state, _: moment_controller.share(state),
        want.ShowPhones: lambda state, _: phones_controller.show_phones(state),
        want.EndPhones: lambda state, _: phones_controller.end_phones(state),
        want.StoreView: lambda state, it: view_controller.store(state, it.number),
        want.RecallView: lambda state, it: view_controller.recall(state, it.number),
        want.CutAbove: lambda state, it: state.show(cut=it.height),
        want.CutLower: lambda state, it: view_controller.cut_away(state, it.levels),
        want.Choice: lambda state, it: view_controller.choose(state, it.name, it.value),
        want.Open: lambda state, it: file_controller.open_file(state, it.path, it.rules),
        want.Save: lambda state, it: file_controller.save_draft(state, elsewhere=it.elsewhere),
        want.SaveAs: lambda state, it: file_controller.save_as(state, Path(it.path).expanduser(), overwrite=it.overwrite),
        want.ChooseSize: lambda state, _: file_controller.choose_size(state),
        want.NewTable: lambda state, it: file_controller.new_table(state, it.size, build=it.build),
        want.EditSelection: _edit,
        building.Take: _take,
        photos.PhotoFolder: lambda state, it: photo_controller.open_photos(state, it.folder),
        photos.LookThroughCamera: lambda state, it: photo_controller.look_through(state, it.name),
        photos.LookAtPhoto: lambda state, it: photo_controller.look_at(state, it.photo),
        photos.TakeShape: lambda state, it: photo_controller.take_shape(state, it.shape),
        photos.TakeCorner: lambda state, it: photo_controller.take_corner(state, it.corner),
        photos.PointInPhoto: lambda state, it: photo_controller.point(state, it.pixel),
        photos.ClickInPhoto: lambda state, it: photo_controller.click(state, it.pixel, it.corner),
        photos.ForgetClicks: lambda state, _: photo_controller.forget(state),
        photos.SnapClicks: lambda state, it: photo_controller.change(state, snap=it.on),
        photos.NamePiece: lambda state, it: photo_controller.call_it(state, it.name),
        photos.TakeBackHere: lambda state, _: photo_controller.take_back_here(state),
        photos.NothingElse: lambda state, it: build_controller.build(state, building.SayNothingElse(it.on)),
        photos.KeepForOtherTables: lambda state, _: kept_piece_controller.keep_for_other_tables(state),
        cards.MeasureByCard: lambda state, _: card_controller.begin(state),
        cards.WriteCard: lambda state, it: card_controller.write(state, overwrite=it.overwrite),
        cards.AddCardPhotos: lambda state, it: card_controller.add_photos(state, it.paths),
        cards.LeaveOutPhoto: lambda state, it: card_controller.leave_out(state, it.photo),
        cards.ByLamp: lambda state, it: card_controller.by_lamp(state, on=it.on),
        cards.NearestThing: lambda state, it: card_controller.nearest(state, it.typed),
        cards.CountCard: lambda state, _: card_controller.count(state),
        cards.ShowCounted: lambda state, it: card_controller.show_counted(state, it.photo),
        building.Recover: lambda state, it: file_controller.recover_draft(state, it.place),
        building.Forget: lambda state, it: file_controller.forget_draft(state, it.place),
        want.GoTo: _go_to_moment,
        battle_intents.PickWay: _pick_way,
        battle_intents.ShowWayTo: lambda state, it: battle_controller.show_way_to(state, it.answer),
        battle_intents.PickDie: _pick,
        battle_intents.PickArrow: _pick,
        want.Give: _in_battle,
        want.GiveText: _in_battle,
        want.RollDice: _in_battle,
        want.PlayedBy: _in_battle,
        battle_intents.TypeDice: _in_battle,
        battle_intents.PlayInStyle: _in_battle,
        battle_intents.PlayOn: _in_battle,
        battle_intents.LookNow: _in_battle,
        battle_intents.StopProgram: lambda state, _: battle_controller.stop_program(state),
        battle_intents.NextStep: lambda state, _: battle_controller.next_step(state),
        battle_intents.Rule: _in_battle,
        battle_intents.ShowRulings: lambda state, _: state.show(rulings_shown=not state.view.rulings_shown),
        want.Undo: _take_back,
        want.Redo: _take_back,
        want.ShowHelp: lambda state, _: state.show(help_shown=not state.view.help_shown),
        want.ShowSettings: lambda state, _: state.show(settings_shown=not state.view.settings_shown),
        want.Tour: lambda state, it: view_controller.tour(state, it.step),
        want.Dismiss: lambda state, _: state.show(message=None),
        want.Quit: lambda state, it: file_controller.leave(state, it.unsaved),
    }
)
"""All others change the table that is being built."""


def handler(intent: want.Intent) -> Handler:
    """What carries an intent out."""
    return HANDLERS.get(type(intent), build_controller.build)
