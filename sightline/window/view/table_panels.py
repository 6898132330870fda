"""The panels beside the table: plain functions of what is shown, which give what stands in them."""

import math
from collections.abc import Iterator, Sequence
from math import prod

import numpy as np
from numpy.typing import NDArray

from rules.engine.procedure_steps import Choose
from rules.movement.path_rules import NoPath
from rules.percentages import between, percent
from rules.skirmish.state.battle_rules import battle_rules
from scene.pathfinding.path_legs import Path
from scene.table.scan_measurements import PARAMETERS, RESERVATION, TERRAIN
from scene.table.table import MM_PER_INCH, Figure, Piece, Table
from scene.table_io.table_statuses import status_of
from sightline.answers.fall_answer import near_words
from sightline.answers.fall_answer import words as fall_words
from sightline.answers.path_answer import GETS_THERE, WOULD_GET_THERE, rolls, words
from sightline.answers.sight_answer import doubt_words
from sightline.answers.sight_answer import words as verdict_lines
from sightline.drawing.rendering import palette
from sightline.drawing.rendering.side_marks import sides_of
from sightline.session.targets.check_chances import check_chances
from sightline.session.targets.decision_evidence import CHARGE, kind_of
from sightline.window.background.path_risks import FailedCheck, PathRisks
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
from sightline.window.intents.intents import (
    AskFromHere,
    Cancel,
    Choice,
    ChooseSize,
    Confirm,
    CutAbove,
    Dismiss,
    Evidence,
    FrameSelection,
    Open,
    OtherFloor,
    Quit,
    Redo,
    ResetView,
    Save,
    SetMode,
    ShareMoment,
    ShowHelp,
    ShowOverlay,
    ShowPhones,
    ShowProfile,
    ShowSettings,
    ThroughEye,
    Tour,
    Undo,
)
from sightline.window.intents.key_bindings import KEYS, MOUSE, called, key_of
from sightline.window.intents.panel_widgets import (
    Button,
    Columns,
    ImageWidget,
    PanelWidgets,
    ProgressBar,
    RowWidget,
    Scrolled,
    Separator,
    Slider,
    Switch,
    TextWidget,
    Widget,
)
from sightline.window.phones.phones_panel import phones_panel
from sightline.window.view.card_panels import card_step_panel, counted_panel, measure_button, measured_rows
from sightline.window.view.card_step import READING, measured_of
from sightline.window.view.first_tour import TourStep, tour_steps
from sightline.window.view.floor_panels import floor_widgets, floors_panel, there_panel
from sightline.window.view.levels import cut_above, levels, levels_shown
from sightline.window.view.measure_tool import spans, stops
from sightline.window.view.openable_files import new_panel, open_panel, save_panel
from sightline.window.view.photo_panels import folder_panel, photo_panels
from sightline.window.view.table_questions import SMALL_PROFILE
from sightline.window.view.window_view import ProfilePicture, WindowView

CM = 2.54
LEAST_ROOM = (720, 450)
"""Pixels, width and height of a window in which panels lie beside one another."""
PROFILE_BESIDE = 0.9
"""Of the window, what a height profile takes at most where it is large."""
LETTER = 7.5
"""Pixels of a letter, by which panels are wide."""
LOG_ROOM = 2.0 * BESIDE + 54.0
"""Letters that a window is wide in which the log has room between the panels at the sides."""
TWO_SIDED = 1.96
"""Standard deviations within which 95 of 100 errors along an axis lie."""
LEVEL = 0.005
"""Inches up to which a floor is the ground."""
KEPT = "a battle is kept in its journal with every answer"
PHONES = "show this to phones in the same network: they ask and play along"
SHARE = "share this moment: one file of table, battle and picture that opens here with the same question"
PLAYED = "while a battle is played its table stays as it is"
NO_FIGURE = "select a figure first"


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
    found += [_large_profile(view)] if view.profile_large and _profile(view) is not None else []
    found += [keys()] if view.help_shown else []
    steps = tour_steps(view)
    found += [tour(view.tour, steps)] if view.tour is not None and view.tour < len(steps) else []
    found += [opening(view)] if view.opening else []
    found += [message(view)] if view.message is not None or (view.busy and not view.opening) else []
    return found


def cramped(size: tuple[int, int]) -> bool:
    """Whether a window of so many pixels has too little room for its panels: then nothing on the table is clicked either."""
    return size[0] < LEAST_ROOM[0] or size[1] < LEAST_ROOM[1]


def too_small(size: tuple[int, int]) -> PanelWidgets:
    """That panels would lie upon one another, and how much room they need."""
    wide, high = LEAST_ROOM
    words = f"This window is too small: make it at least {wide} x {high} pixels. It has {size[0]} x {size[1]}."
    return PanelWidgets("Too small", "middle", [TextWidget(words, "strong")], width=32.0)


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


def empty_table() -> PanelWidgets:
    """What to do with an empty table."""
    words = TextWidget("Nothing stands on this table yet. Build: pick a piece, then click where it goes.")
    return PanelWidgets(
        "An empty table",
        "bottom",
        [words, Button("Open the gallery", SetMode("build"), key=key_of(SetMode("build")))],
        width=48.0,
    )


def leaving(view: WindowView) -> PanelWidgets:
    """What becomes of what is not saved when the window closes."""
    kept = (
        f"It would be lost, as {view.not_kept}."
        if view.not_kept
        else "Not saved, it is kept, and offered again at the next start."
    )
    buttons = [
        Button("Save", Quit("save"), tip="and close the window"),
        Button("Don't save", Quit("leave"), tip="close the window all the same"),
        Button("Cancel", Cancel(), tip="do not close it", key="Esc"),
    ]
    words = TextWidget(f"{view.table.name or 'This table'} has changes that are not saved.", "strong")
    return PanelWidgets(
        "Close the window?", "middle", [words, TextWidget(kept), RowWidget(buttons)], Cancel(), modal=True, width=56.0
    )


def toolbar(view: WindowView) -> PanelWidgets:
    """What can be done at any time."""
    none = "" if view.figure is not None else NO_FIGURE
    return PanelWidgets(
        "Sightline",
        "top",
        [
            RowWidget(
                [
                    Button("Open", Open(), chosen=view.files == "open", key=key_of(Open())),
                    Button("New table", ChooseSize(), tip="an empty one, to build", chosen=view.files == "new"),
                    Button("Save", Save(), "" if view.history is not None else KEPT, key=key_of(Save())),
                    Button("Share", ShareMoment(), tip=SHARE, key=key_of(ShareMoment())),
                    *_phones(view),
                    Button(
                        "Build", SetMode("build"), "" if view.history is not None else PLAYED, "terrain and figures to place",
                        key_of(SetMode("build")), view.mode == "build",
                    ),
                    *_photos(view),
                    Button("Measure", SetMode("measure"), chosen=view.mode == "measure", key=key_of(SetMode("measure"))),
                    Button(
                        "Reach", ShowOverlay("reach"), none, "paint all that the selected figure can reach, by its cost",
                        key_of(ShowOverlay("reach")), view.overlay == "reach",
                    ),
                    Button(
                        "Seen from", ShowOverlay("seen"), none, "paint from where the selected figure is seen, and how well",
                        key_of(ShowOverlay("seen")), view.overlay == "seen",
                    ),
                    Button(
                        "From there", AskFromHere() if view.from_here is not None else SetMode("from there"), none,
                        "click a place to ask as if the selected figure stood there", key_of(AskFromHere()),
                        view.from_here is not None or view.mode == "from there",
                    ),
                    Button(
                        "Eye view", ThroughEye(), none, "look through the eye of the selected figure",
                        key_of(ThroughEye()), view.through_eye is not None,
                    ),
                    Button("Undo", Undo(), "" if view.undo else "nothing to undo", f"undo: {view.undo}", key_of(Undo())),
                    Button("Redo", Redo(), "" if view.redo else "nothing to redo", f"redo: {view.redo}", key_of(Redo())),
                    Button("Settings", ShowSettings(), chosen=view.settings_shown),
                    Button("Keys", ShowHelp(), chosen=view.help_shown, key=key_of(ShowHelp())),
                    *_levels(view),
                    *_larger(view),
                ]
            )
        ],
    )  # fmt: skip


def _phones(view: WindowView) -> list[Button]:
    """Phones, which nobody shows a table that is being built."""
    return [] if view.mode == "build" else [Button("Phones", ShowPhones(), tip=PHONES, chosen=view.phones is not None)]


def _photos(view: WindowView) -> list[Button]:
    """The photos of a table that was scanned."""
    if view.table.scan is None or not view.table.scan.photos:
        return []
    tip = "the photos of the scan: click scenery in them that nobody has a mesh of"
    return [Button("Photos", SetMode("photos"), "" if view.history is not None else PLAYED, tip, chosen=view.mode == "photos")]


def _larger(view: WindowView) -> list[Widget]:
    """A lasting sign where figures are drawn larger than they are."""
    tip = "figures are drawn larger than they are; nothing is measured on that"
    return (
        [Button("True size", Choice("larger", False), tip=tip, key=key_of(Choice("larger", None)), chosen=True)]
        if view.settings.larger
        else []
    )


def _levels(view: WindowView) -> list[Widget]:
    """How many levels are shown, to be dragged, with a lasting sign where some are cut away."""
    heights = levels(view.table)
    if len(heights) < 2:
        return []
    shown = "all levels" if view.cut == math.inf else f'below {view.cut:.1f}"'
    cut = lambda wanted: CutAbove(cut_above(heights, round(wanted)))  # noqa: E731
    found: list[Widget] = [
        Slider("", levels_shown(heights, view.cut), 1, len(heights), cut, whole=True, shown=shown, wide=110.0)
    ]
    if view.cut != math.inf:
        tip = "some are cut away"
        found.append(Button("Show all levels", CutAbove(math.inf), tip=tip, key=key_of(ResetView()), chosen=True))
    return found


def reserved(table: Table) -> list[Widget]:
    """The line below answers on a table of which only the pieces are known."""
    return [TextWidget(RESERVATION, "faint")] if table.terrain_known == "pieces" else []


def card(view: WindowView) -> PanelWidgets:
    """What is selected."""
    owner = view.selected[0]
    if view.figure is not None:
        return PanelWidgets(view.figure.called, "left", list(_figure(view, view.figure)), Cancel())
    piece = next((one for one in view.table.terrain.pieces if one.id == owner), None)
    return PanelWidgets(owner, "left", list(_piece(view, piece)) if piece else [], Cancel())


def _figure(view: WindowView, figure: Figure) -> Iterator[Widget]:
    side = sides_of(view.table, view.battle.colours if view.battle is not None else ()).get(figure.side)
    if side is not None:
        yield TextWidget(f"side {figure.side} [{side.letter}]", colour=side.colour)
    base = f"{figure.base_mm:g} mm base" if figure.base_mm else "no base"
    yield TextWidget(f"{status_of(figure).replace('_', ' ')}, {base}", "faint")
    yield TextWidget(f"at {_place(figure.position, view)}", "faint")
    yield Button("Frame", FrameSelection(), key=key_of(FrameSelection()))
    yield Separator()
    yield from reserved(view.table) if view.overlay != "none" else ()
    yield from floor_widgets(view)


def _piece(view: WindowView, piece: Piece) -> Iterator[Widget]:
    ground = f", {piece.ground} ground" if piece.ground else ""
    yield TextWidget(f"{piece.kind}{ground}", colour=palette.KINDS[piece.kind])
    low, high = piece.placed.bounds
    length, width, height = (_inches(float(side), view) for side in high - low)
    yield TextWidget(f"{length} long, {width} wide, {height} high", "faint")
    yield TextWidget(f"top at {_inches(float(high[2]), view)}; {len(piece.shape.faces):,} triangles", "faint")
    yield from _measured(view.table, piece)
    yield Button("Frame", FrameSelection(), key=key_of(FrameSelection()))


def _measured(table: Table, piece: Piece) -> Iterator[Widget]:
    """How sure a scan is of a piece; or that it stands elsewhere by now."""
    scan = table.scan
    if scan is None or not any(thing.id == piece.id and thing.of in TERRAIN for thing in scan.things):
        return
    index = scan.standing("piece", piece.id, piece.pose.position)
    if index is None:
        yield TextWidget("moved since it was measured: it counts as standing exactly here", "faint")
        return
    sigma = scan.sigmas[index]
    place, size = (TWO_SIDED * MM_PER_INCH * float(np.max(some, initial=0.0)) for some in (sigma[:3], sigma[6:]))
    told = f", its size to {size:.1f} mm" if len(sigma) > PARAMETERS["piece"] else ""
    yield TextWidget(f"measured: its place to {place:.1f} mm{told} (95 %)", "faint")


def sight(view: WindowView) -> PanelWidgets:
    """Who sees whom."""
    assert view.sight is not None
    verdict, steady = view.sight.verdict, view.sight.steady
    first, *others = verdict_lines(verdict, steady, share=False)
    measured = measured_of(view.card_shots, verdict.question)
    rows: list[Widget] = [] if measured is None else measured_rows(measured)
    rows.append(TextWidget(first, "title" if measured is None else "plain"))
    # Both lie where they lay, whatever else is found out.
    rows.append(Button("Evidence", Evidence(), tip="writes the report of this very question", key=key_of(Evidence())))
    told = "pinned; Esc lets it go" if view.pinned else "follows the cursor; a click pins it"
    rows.append(TextWidget(told, "faint", palette.ORANGE if view.pinned else palette.FAINT_INK))
    if view.sight.elsewhere:
        rows.append(TextWidget("asked from where it does not stand", "faint", palette.SKY))
    hidden, unknown = verdict.ruling.geometry, verdict.known == "unknown"
    if measured is None and view.history is not None and view.table.scan is not None and doubt_words(verdict, steady)[1]:
        rows.append(measure_button())
    if hidden is not None:
        by = " by what was measured" if unknown else ""
        rows.append(TextWidget(f"{percent(hidden.share)} hidden{by} ({between(hidden.low, hidden.high)})", "strong"))
        for number, blocker in enumerate(hidden.by[:6]):
            colour = palette.BLOCKERS[number] if number < len(palette.BLOCKERS) else palette.FAINT_INK
            rows.append(TextWidget(f"{blocker.called}: {100 * blocker.share:.1f} %", colour=colour))
    rows.append(_small_profile(view))
    rows.append(TextWidget(f"{_inches(verdict.distance, view)} from base to base"))
    rows += [TextWidget(line, "faint") for line in others]
    if steady is None:
        doing = "proving that there is none" if view.sight.searching else "trying small shifts"
        rows.append(TextWidget(f"{doing} ...", "faint"))
    rows.append(Separator())
    rows += [TextWidget("as far as measured:", "faint")] if unknown else []
    rows += [TextWidget(reason.text, "plain", tip=reason.source) for reason in verdict.because]
    rows.append(TextWidget(f"by the rules {verdict.rules.name}", "faint"))
    return PanelWidgets("Line of sight", "right", rows)


def _profile(view: WindowView) -> ProfilePicture | None:
    """The height profile of the line of sight that is shown; None as long as it is being drawn."""
    found, shown = view.profile, view.sight
    return found if found is not None and shown is not None and found.verdict is shown.verdict else None


def _small_profile(view: WindowView) -> ImageWidget:
    """The height profile beside the answer; its place is kept while it is being drawn."""
    found = _profile(view)
    if found is None:
        return ImageWidget("", SMALL_PROFILE)
    tip = "the line of sight from the side; a click shows it large"
    return ImageWidget("profile/small", _fitted(found.small, SMALL_PROFILE), ShowProfile(), tip)


def _large_profile(view: WindowView) -> PanelWidgets:
    """The height profile as large as there is room for."""
    found = _profile(view)
    assert found is not None
    size = _fitted(found.large, (round(PROFILE_BESIDE * view.size[0]), round(PROFILE_BESIDE * view.size[1])))
    picture = ImageWidget("profile/large", size, ShowProfile(), "a click shows it small again")
    return PanelWidgets("Height profile", "middle", [picture], ShowProfile(), width=size[0] / LETTER + 3.0)


def _fitted(picture: NDArray[np.uint8], room: tuple[int, int]) -> tuple[int, int]:
    """Width and height in pixels at which a picture fits, no larger than it is."""
    high, wide = picture.shape[:2]
    scale = min(room[0] / wide, room[1] / high, 1.0)
    return max(round(scale * wide), 1), max(round(scale * high), 1)


def plan(view: WindowView) -> PanelWidgets:
    """A move before it is done."""
    assert view.plan is not None
    way, who = view.plan.path, view.plan.figure.called
    rows: list[Widget] = []
    legs: list[Widget] = []
    if way is None:
        rows.append(TextWidget("looking for the way ...", "faint"))
    elif isinstance(way, NoPath):
        rows.append(TextWidget(f"{who} does not get there: {way.why}", "bad"))
    else:
        first, *others = words(way, who, view.movement_rules, does=_does(view, way))
        rows.append(TextWidget(first, "title"))
        rows += _how_far(view, way)
        rows += _chances(view)
        legs = [TextWidget(line.strip(), "faint") for line in others]
        legs += _path_risks(view.table, who, view.plan.path_risks)
    rows += reserved(view.table) if way is not None else []
    if len(view.plan.floors) > 1:
        here, other = (view.plan.floors[(view.plan.floor + step) % len(view.plan.floors)][2] for step in (0, 1))
        rows.append(TextWidget(f"to {_floor(here, view)}; there is {_floor(other, view)}, too", "faint"))
        rows.append(Button("Other floor", OtherFloor(), key=key_of(OtherFloor())))
    waits = "the way is still being looked for" if not view.plan.found else ""
    waits = "there is no way to go" if isinstance(way, NoPath) else waits
    # Before the legs, of which there may be more than the window is high.
    name = _move_called(view)
    if view.plan.glanced:
        rows.append(TextWidget(f"{name}: click {view.table.called(view.plan.whom)}, then Return", "faint"))
    else:
        rows.append(RowWidget([Button(name, Confirm(), waits, key="Return"), Button("Take back", Cancel(), key="Esc")]))
    rows += legs
    return PanelWidgets(name, "right", rows)


def _move_called(view: WindowView) -> str:
    """What a move is called that leads to a place, or to somebody."""
    assert view.plan is not None
    if not view.plan.meant:
        return "Move"
    question, found = view.battle.question if view.battle is not None else None, view.plan.preview
    if isinstance(question, Choose) and kind_of(question) == CHARGE:
        return "Charge"
    return "Engage" if found is None or found.meets else "Move"


def _does(view: WindowView, way: Path) -> tuple[str, str]:
    """What the figure that is to move does: it gets there, or into contact with somebody, or would with more movement."""
    assert view.plan is not None
    found = view.plan.preview
    done = found.done if found is not None else view.plan.gone is way
    if found is not None and found.meets and view.battle is not None:
        whom = view.battle.battle.all_called(found.meets)
        return f"{'gets' if done else 'would get'} into contact with {whom}", f"is in contact with {whom} already"
    return GETS_THERE if done else WOULD_GET_THERE


def _how_far(view: WindowView, way: Path) -> Iterator[Widget]:
    """How far one gets: with the action in a battle, else with the inches that are set for what can be reached."""
    found = view.plan.preview if view.plan is not None else None
    if found is None:
        left = view.settings.inches - way.cost
        if view.battle is None and left < -1e-6:
            yield TextWidget(f'farther than the {view.settings.inches:g}" set under Reach, by {-left:.2f}"', "bad")
        return
    if found.most is not None:
        yield TextWidget(f'this action gives {found.inches:g} to {found.most:g}", as the dice fall', "faint")
    elif found.gone.cost >= way.cost - 1e-6:
        yield TextWidget(f'this action gives {found.inches:g}"', "faint")
    if found.meets and (missing := way.cost - (found.most or found.inches)) > 1e-6:
        yield TextWidget(f'out of reach: {missing:.2f}" of movement are missing', "bad")
    if found.gone.cost < way.cost - 1e-6:
        where = f"where the pale figure stands{', out of contact' if found.meets else ''}"
        least = "with the fewest it ends" if found.most is not None else f'this action gives {found.inches:g}", and ends'
        yield TextWidget(f"{least} {where}", "bad")
    for reason in found.because:
        yield TextWidget(reason.text, "bad", tip=reason.source)


def _chances(view: WindowView) -> Iterator[Widget]:
    """How likely the checks of a path are passed, in a battle, where it is known who makes them."""
    gone = view.plan.gone if view.plan is not None else None
    if view.battle is None or view.plan is None or gone is None:
        return
    found = check_chances(view.battle.battle, view.plan.figure.id, gone)
    if found:
        # Of the whole way there may be more checks.
        more = isinstance(view.plan.path, Path) and rolls(view.plan.path) > len(found)
        as_far = "as far as this action leads: " if more else ""
        yield TextWidget(as_far + "; ".join(f"{name} check passed: {percent(share)}" for name, share in found))
    if len(found) > 1:
        yield TextWidget(f"all of them: {percent(prod(share for _, share in found))}")


def _path_risks(table: Table, who: str, found: PathRisks | None) -> Iterator[Widget]:
    """What comes of failing each check that ends the way, and the edge at the end of the path."""
    if found is None:
        return
    for one in found.failed:
        for line in _failed_words(table, who, one):
            yield TextWidget(line, "bad")
    if found.at_end is not None and found.at_end.edge is not None:
        yield TextWidget(near_words(found.at_end.edge, found.check, "stops"), "faint")


def _failed_words(table: Table, who: str, found: FailedCheck) -> Iterator[str]:
    """What comes of failing a check: where one falls to, how far, what that does, and how one may be afterwards."""
    failed = f"the {found.leg.kind} is failed"
    if not found.falls:
        yield f"if {failed}, {who} grabs the far edge and is pinned there, with nowhere to fall"
    else:
        first, *lines = (line.strip() for line in fall_words(table, found.falls, who))
        if found.catch is None:
            yield f"if {failed}: {first}"
        else:
            modifier = f", {found.catch.modifier:+d}" if found.catch.modifier else ""
            yield f"if {failed}, {who} grabs the far edge and is pinned there"
            yield f"{found.catch.characteristic} check{modifier} there; if it is failed, too: {first}"
        yield from lines
    if found.chances:
        yield f"once {failed}: {', '.join(f'{words} {percent(share)}' for words, share in found.chances)}"


def from_there(figure: Figure) -> PanelWidgets:
    """What is to be clicked to ask as if a figure stood elsewhere."""
    said = TextWidget(f"click where {figure.called} is to stand; Esc leaves it", "strong")
    return PanelWidgets("From there", "bottom", [said], SetMode("from there"), width=48.0)


def measuring(view: WindowView) -> PanelWidgets:
    """Distances between what was clicked: straight, level, up."""
    edges, found = view.settings.edges, spans(view.table, stops(view), edges=view.settings.edges)
    rows: list[Widget] = []
    if found:
        straight, level = sum(one.distance for one in found), sum(one.horizontal for one in found)
        up = found[-1].to[2] - found[0].from_[2]
        rows.append(TextWidget(f"{_inches(straight, view)} {'straight' if len(found) == 1 else 'in all'}", "title"))
        rows.append(TextWidget(f"{_inches(level, view)} level, {_inches(abs(up), view)} {'up' if up >= 0 else 'down'}"))
        if len(found) > 1:
            rows.append(TextWidget(f"by parts: {', '.join(_inches(one.distance, view) for one in found)}", "faint"))
        rows += reserved(view.table)
    else:
        rows.append(TextWidget("click where to measure from, then where to; every further click goes on"))
    rows.append(Switch("figures from the edges of their bases", edges, Choice("edges", not edges), "else from the middles"))
    rows.append(Switch("centimetres", view.settings.centimetres, Choice("centimetres", not view.settings.centimetres)))
    return PanelWidgets("Measure", "right", rows, SetMode("measure"))


def settings(view: WindowView) -> PanelWidgets:
    """What can be chosen once and for all."""
    now = view.settings
    names = (
        ("dark", "dark colours"), ("grid", "grid of inches"), ("names", "names of all figures"), ("shadows", "shadows"),
        ("materials", "worn materials and soft shade"), ("hidden", "figures are seen through what hides them"),
        ("larger", "figures are drawn larger than they are"),
        ("photos", "photos of a scan on its ground"), ("surface", "surface that its photos show"),
        ("haze", "haze where a scan knows nothing"), ("centimetres", "centimetres"),
        ("measuring", "measuring before declaring is allowed"), ("snap", "building snaps"),
        ("motion", "figures are shown on their way"), ("follow", "the view follows the program"),
    )  # fmt: skip
    switches = [Switch(label, getattr(now, name), Choice(name, not getattr(now, name))) for name, label in names]
    return PanelWidgets(
        "Settings",
        "middle",
        [
            *switches,
            Slider("size of letters", now.text, 0.7, 2.5, lambda size: Choice("text", size), shown="%.2f", dropped=True),
            Slider("frames a second, at most", now.frames, 5.0, 240.0, lambda count: Choice("frames", count), shown="%.0f"),
            Button("Tour", Tour(0), tip="the steps of the first start"),
        ],
        ShowSettings(),
    )


def keys() -> PanelWidgets:
    """All keys, from the table that binds them."""
    rows: list[Widget] = []
    for group in dict.fromkeys(key.group for key in KEYS):
        rows.append(TextWidget(group, "title"))
        some = [key for key in KEYS if key.group == group]
        if group == "Stored views":
            cells = [
                [TextWidget("Ctrl+1 to Ctrl+9"), TextWidget("store a view")],
                [TextWidget("1 to 9"), TextWidget("recall it")],
            ]
        else:
            cells = [[TextWidget(" or ".join(called(name) for name in key.keys)), TextWidget(key.does)] for key in some]
        rows.append(Columns((), cells))
    rows.append(TextWidget("Mouse", "title"))
    rows.append(Columns((), [[TextWidget(what), TextWidget(does)] for what, does in MOUSE]))
    return PanelWidgets("Keys", "middle", [Scrolled(rows, height=460.0, name="keys")], ShowHelp(), width=64.0)


def tour(step: int, steps: Sequence[TourStep]) -> PanelWidgets:
    """One step of the tour."""
    last, title = step == len(steps) - 1, f"{step + 1} of {len(steps)}: {steps[step].title}"
    return PanelWidgets(
        f"Tour {title}",
        "bottom",
        [
            TextWidget(title, "strong"),
            TextWidget(steps[step].words),
            RowWidget(
                [Button("Done" if last else "Next", Tour(step + 1)), *([] if last else [Button("Skip the tour", Tour(-1))])]
            ),
        ],
        Tour(-1),
        width=48.0,
    )


def message(view: WindowView) -> PanelWidgets:
    """The last line for people, and what is being worked out."""
    rows = [] if view.opening else _busy(view)
    if view.message is not None:
        rows.append(TextWidget(view.message.text, "bad" if view.message.bad else "plain"))
    return PanelWidgets("Message", "bottom", rows, Dismiss() if view.message is not None else None, width=70.0)


def opening(view: WindowView) -> PanelWidgets:
    """What is being opened, over what is shown until then, and how far that is where it is known."""
    stays = TextWidget("what is shown stays until it is open", "faint")
    works = [] if view.done is None else _busy(view)
    return PanelWidgets("Opening", "middle", [TextWidget(f"{view.opening} ...", "title"), *works, stays], width=48.0)


def _busy(view: WindowView) -> list[Widget]:
    """What is being worked out, and how far that has come."""
    if not view.busy:
        return []
    bar = [] if view.done is None else [ProgressBar(view.done)]
    return [TextWidget(view.busy, "faint" if view.done is None else "plain"), *bar]


def _inches(value: float, view: WindowView) -> str:
    return f"{value * CM:.1f} cm" if view.settings.centimetres else f'{value:.2f}"'


def _floor(height: float, view: WindowView) -> str:
    """A floor by its height."""
    return f"the floor {_inches(height, view)} up" if abs(height) >= LEVEL else "the ground"


def _place(place: tuple[float, float, float], view: WindowView) -> str:
    return ", ".join(_inches(value, view) for value in place)
