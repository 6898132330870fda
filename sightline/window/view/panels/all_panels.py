"""Which panels stand beside the table: plain functions of what is shown, which give what stands in them."""

from rules.engine.procedure_steps import Choose
from rules.skirmish.state.battle_rules import battle_rules
from sightline.window.battle.aim_panels import aim_panel
from sightline.window.battle.battle_panels import log_panel, question_panel, turn_panel
from sightline.window.battle.click_answers import takes_places
from sightline.window.battle.decision_panel import chooses
from sightline.window.battle.dice_tray import tray_panel
from sightline.window.battle.fighter_panels import card_panel, offers_targets, own_targets_panel, targets_panel, way_of
from sightline.window.battle.hand_over_panel import hand_over_panel
from sightline.window.battle.players_panel import BESIDE, players_panel
from sightline.window.battle.ruling_panel import ruling_panel
from sightline.window.building import building_panels
from sightline.window.intents.panel_widgets import PanelWidgets
from sightline.window.phones.phones_panel import phones_panel
from sightline.window.view.card_panels import card_step_panel, counted_panel
from sightline.window.view.card_step import READING, measured_of
from sightline.window.view.first_tour import tour_steps
from sightline.window.view.floor_panels import floors_panel, there_panel
from sightline.window.view.openable_files import new_panel, open_panel, save_panel
from sightline.window.view.panels.help_panels import keys, tour
from sightline.window.view.panels.measure_panel import measuring
from sightline.window.view.panels.move_panel import plan
from sightline.window.view.panels.notice_panels import LEAST_ROOM, empty_table, from_there, leaving, message, opening, too_small
from sightline.window.view.panels.panel_words import LETTER
from sightline.window.view.panels.selection_panel import card
from sightline.window.view.panels.settings_panel import settings
from sightline.window.view.panels.sight_panel import large_profile, profile_shown, sight
from sightline.window.view.panels.toolbar_panel import toolbar
from sightline.window.view.photo_panels import folder_panel, photo_panels
from sightline.window.view.window_view import WindowView

LOG_ROOM = 2.0 * BESIDE + 54.0
"""Letters that a window is wide in which the log has room between the panels at the sides."""


def panels(view: WindowView) -> list[PanelWidgets]:
    """All panels that are shown."""
    if cramped(view.size):
        return [leaving(view) if view.leaving == "asked" else too_small(view.size)]
    found = [toolbar(view)]
    if view.mode == "photos" and view.photo is not None:
        clicking = photo_panels(view.photo, view.size, nothing_else=view.table.terrain_known == "all")
        return [*found, *clicking, *_files(view), *_beside(view)]
    if view.battle is not None:
        found += _battle(view)
    elif view.mode == "build" and view.history is not None:
        found += building_panels.panels(
            building_panels.Bench(
                view.history, view.selected, view.held, view.settings.snap, view.not_kept, view.faults, view.recent.meshes
            )
        )
    elif view.selected:
        found.append(card(view))
    found += [there_panel(view)] if view.there is not None and view.figure is not None else []
    if view.card is not None and view.history is not None:
        found.append(card_step_panel(view.card, busy=view.busy.startswith(READING)))
    elif view.sight is not None:
        found += [sight(view), *_counted(view)]
    found += [plan(view)] if view.plan is not None else []
    if view.battle is not None and view.overlay != "none" and view.figure is not None:
        found.append(floors_panel(view))
    found += [from_there(view.figure)] if view.mode == "from there" and view.figure is not None else []
    found += [measuring(view)] if view.mode == "measure" else []
    found += [empty_table()] if _is_bare(view) else []
    found += _files(view)
    return [*found, *_beside(view)]


def _beside(view: WindowView) -> list[PanelWidgets]:
    """What may lie open at any time, and the line for people."""
    found = [settings(view)] if view.settings_shown else []
    found += [phones_panel(dict(view.phones), view.size[1])] if view.phones_shown and view.phones else []
    found += [large_profile(view)] if view.profile_large and profile_shown(view) is not None else []
    found += [keys()] if view.help_shown else []
    steps = tour_steps(view)
    found += [tour(view.tour, steps)] if view.tour is not None and view.tour < len(steps) else []
    found += [opening(view)] if view.opening else []
    found += [message(view)] if view.message is not None or (view.busy and not view.opening) else []
    return found


def cramped(size: tuple[int, int]) -> bool:
    """Whether a window of so many pixels has too little room for its panels: then nothing on the table is clicked either."""
    return size[0] < LEAST_ROOM[0] or size[1] < LEAST_ROOM[1]


def _counted(view: WindowView) -> list[PanelWidgets]:
    """The photo of a card that is shown large."""
    found = measured_of(view.card_shots, view.sight.verdict.question) if view.sight is not None else None
    return [] if found is None or view.counted is None else [counted_panel(found, view.counted, view.size)]


def _battle(view: WindowView) -> list[PanelWidgets]:
    """The panels of a battle; they make room for a shot or a path that is told of, and for whoever is to click on the table."""
    shown, figure = view.battle, view.figure
    assert shown is not None
    found = [turn_panel(shown, rulings=view.rulings_shown), players_panel(shown)]
    narrow = view.size[0] < LOG_ROOM * LETTER * view.settings.text
    found += [log_panel(shown, view.known, narrow=narrow)] if shown.log else []
    found += [tray for tray in [tray_panel(shown)] if tray is not None]
    if view.rulings_shown:
        found.append(ruling_panel(shown, next(iter(view.selected), "")))
    if shown.hand_over is not None and not shown.past:
        found.append(hand_over_panel(shown, shown.hand_over))
    elif view.plan is None or view.plan.glanced:
        under = view.pointed
        known = (view.picked, view.evidence, under.owner or "", view.settings.pause)
        found.append(question_panel(shown, *known, place=under.place, stopped=view.stopped))
    if view.aim is not None:
        found.append(aim_panel(shown, view.aim))
        return found
    asked = shown.question
    clicks = (
        shown.waits == "people" and isinstance(asked, Choose) and takes_places(asked) and view.selected[:1] == (asked.about,)
    )
    planned = view.plan is not None and not view.plan.glanced
    answered = view.sight is not None or planned or view.there is not None
    if figure is not None and figure.id in shown.fighters and not answered and not clicks:
        found.append(card_panel(shown, figure.id))
        if chooses(shown, figure.id) or offers_targets(shown, figure.id):
            # The question shows them.
            return found
        if battle_rules(shown.battle).targets is not None:
            told_of, lines = view.target_lines or ("", None)
            found.append(own_targets_panel(shown, figure.id, lines if told_of == figure.id else None))
            return found
        fighter, targets = view.targets or ("", None)
        way = way_of(shown, figure.id, view.way_label)
        found.append(targets_panel(shown, figure.id, targets if fighter == figure.id else None, view.chances, way))
    return found


def _files(view: WindowView) -> list[PanelWidgets]:
    """What to open, under which name to save, what a crash left, what a dropped mesh is."""
    found = [open_panel(view.recent.files)] if view.files == "open" else [save_panel(view)] if view.files == "save" else []
    found += [new_panel()] if view.files == "new" else []
    found += [folder_panel()] if view.files == "photos" else []
    found += [leaving(view)] if view.leaving == "asked" else []
    found += [building_panels.mesh_question(*view.dropped)] if view.dropped is not None else []
    return found + ([building_panels.recovery(view.left)] if view.left else [])


def _is_bare(view: WindowView) -> bool:
    """Whether an empty table is shown, and nobody is at building it."""
    works = view.files or view.busy or view.opening
    return view.mode == "look" and view.history is not None and not view.history.shown.entries and not works
