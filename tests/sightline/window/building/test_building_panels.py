"""The panels of building: what they show is what there is, and their controls do what they say."""

from pathlib import Path

from assets.figures.figure_proxies import PROXIES
from assets.kit import KIT
from sightline.drafts.draft_saving import Left, save
from sightline.drafts.mesh_import import question
from sightline.window.building.apply_edits import apply
from sightline.window.building.building_panels import Bench, card, gallery, mesh_question, panels, recovery, saving
from sightline.window.building.edit_history import History, opened
from sightline.window.intents.building_intents import (
    Delete,
    Duplicate,
    Group,
    PlaceFigure,
    Recover,
    SetGround,
    SetParameter,
    SetSwitch,
    SetWorks,
    Take,
    TurnTo,
    Ungroup,
)
from sightline.window.intents.intents import Undo
from sightline.window.intents.panel_widgets import (
    Button,
    Entry,
    ImageWidget,
    PanelWidgets,
    Slider,
    Switch,
    TextWidget,
    buttons,
    every,
    words,
)
from sightline.window.view.thumbnails import thumbnail
from tests.sightline.window.drafts_to_test import block_file, on_table


def begun() -> History:
    history = opened(on_table(("crate", 5, 5), ("crate", 8, 5), ("door", 20, 20)))
    return apply(history, PlaceFigure((30.0, 10.0, 0.0), name="Kai", side="red"))


def sliders(panel: PanelWidgets) -> dict[str, Slider]:
    return {widget.label: widget for widget in every(panel.widgets) if isinstance(widget, Slider)}


def entries(panel: PanelWidgets) -> dict[str, Entry]:
    return {widget.label: widget for widget in every(panel.widgets) if isinstance(widget, Entry)}


def test_the_gallery_has_every_piece_and_figure_with_its_picture() -> None:
    panel = gallery(Bench(begun()))
    pictures = [widget for widget in every(panel.widgets) if isinstance(widget, ImageWidget)]
    assert [one.name for one in pictures] == [*(f"kit/{name}" for name in KIT), *(f"figure/{name}" for name in PROXIES)]
    assert all(thumbnail(one.name, one.size).shape == (one.size[1], one.size[0], 3) for one in pictures)
    assert {name.replace("_", " ") for name in KIT} <= set(buttons(panel))
    assert all(one.tip for one in every(panel.widgets) if isinstance(one, Button))


def test_what_is_in_hand_is_marked_and_put_back_by_the_same_button() -> None:
    held = Take("kit", "crate")
    panel = gallery(Bench(begun(), held=held))
    assert [name for name, one in buttons(panel).items() if one.chosen] == ["crate"]
    assert buttons(panel)["crate"].intent == Take()
    assert buttons(panel)["wall"].intent == Take("kit", "wall")


def test_a_card_shows_the_parameters_within_the_limits_of_the_kit() -> None:
    shown = sliders(card(begun().now, ("crate",)))
    for name, parameter in KIT["crate"].parameters.items():
        slider = shown[name]
        assert (slider.value, slider.low, slider.high) == (parameter.default, parameter.range.low, parameter.range.high)
        assert slider.intent(1.25) == SetParameter("crate", name, 1.25)
    assert shown["turn"].intent(30.0) == TurnTo(("crate",), 30.0)


def test_parameters_of_a_few_whole_values_are_words() -> None:
    history = opened(on_table(("gantry", 20, 20)))
    panel = card(history.now, ("gantry",))
    assert {"floor", "rail front"}.isdisjoint(sliders(panel))
    floor = {one.label: one for one in every(panel.widgets) if isinstance(one, Button) and one.marker == "floor"}
    assert {label: one.chosen for label, one in floor.items()} == {"plated": False, "slotted": True}
    assert floor["plated"].intent == SetParameter("gantry", "floor", 0.0)
    rail = {one.label: one for one in every(panel.widgets) if isinstance(one, Button) and one.marker == "rail_front"}
    assert rail["whole"].intent == SetParameter("gantry", "rail_front", 1.0)


def test_the_hint_keeps_its_lines_whatever_is_in_hand() -> None:
    def hint(held: Take) -> TextWidget:
        return next(one for one in gallery(Bench(begun(), held=held)).widgets if isinstance(one, TextWidget))

    for held in (Take(), Take("kit", "crate"), Take("mesh", "/home/kai/" + "a very long name " * 9 + ".stl")):
        assert hint(held).lines == hint(Take()).lines >= 2
        assert len(hint(held).words) < 150


def test_faults_are_listed_by_names_with_what_to_do() -> None:
    faults = tuple(f'figures "a{number}" and "b": stand in one another' for number in range(9))
    shown = panels(Bench(begun(), faults=faults))
    told = words(shown[-1])
    assert faults[0] in told
    assert "4 more" in told
    assert "Drag them" in told
    assert len(panels(Bench(begun()))) == len(shown) - 1


def test_every_button_of_the_cards_that_can_be_pressed_does_something_that_can_be() -> None:
    history = begun()
    for ids in (("crate",), ("crate", "crate-2"), ("door",), ("kai",), ("kai", "crate")):
        panel = card(history.now, ids)
        for widget in every(panel.widgets):
            if isinstance(widget, Button) and widget.enabled:
                apply(history, widget.intent)
            elif isinstance(widget, Switch):
                assert apply(history, widget.intent).now.document != history.now.document
            elif isinstance(widget, Slider):
                for value in (widget.low, widget.high):
                    apply(history, widget.intent(value))


def test_what_is_written_in_a_card_is_what_was_typed() -> None:
    history = begun()
    fields = entries(card(history.now, ("kai",)))
    assert (fields["name"].text, fields["side"].text, fields["stands at height"].text) == ("Kai", "red", "0")
    history = apply(history, fields["stands at height"].intent("2.5"))
    assert entries(card(history.now, ("kai",)))["stands at height"].text == "2.5"
    history = apply(history, entries(card(history.now, ("crate",)))["id"].intent("box"))
    assert "box" in history.now.ids


def test_only_doors_stand_open() -> None:
    def switches(owner: str) -> set[object]:
        return {one.intent for one in every(card(begun().now, (owner,)).widgets) if isinstance(one, Switch)}

    assert SetSwitch(("door",), "open", on=True) in switches("door")
    assert not any(getattr(intent, "name", "") == "open" for intent in switches("crate"))


def test_the_card_of_a_terminal_offers_the_doors() -> None:
    history = apply(begun(), SetWorks(("crate",), "door"))
    offered = buttons(card(history.now, ("crate",)))["door"]
    works = [one for one in every(card(history.now, ("crate",)).widgets) if getattr(one, "marker", "") == "works"]
    assert [one.label for one in works if isinstance(one, Button)] == ["door"]
    after = apply(history, SetWorks(("crate",), ""))
    assert after.now.piece_entry("crate").works is None
    assert offered.label == "door"


def test_groups_are_made_and_dissolved_where_that_makes_sense() -> None:
    history = begun()
    assert not buttons(card(history.now, ("crate",)))["Group"].enabled
    both = buttons(card(history.now, ("crate", "crate-2")))
    assert both["Group"].enabled
    assert not both["Ungroup"].enabled
    after = apply(history, Group(("crate", "crate-2")))
    one = buttons(card(after.now, ("crate",)))
    assert not one["Group"].enabled
    assert one["Ungroup"].intent == Ungroup(("crate",))


def test_what_is_chosen_is_marked() -> None:
    history = apply(begun(), SetGround(("crate",), "dangerous"))
    chosen = {one.label for one in buttons(card(history.now, ("crate",))).values() if one.chosen}
    assert chosen == {"obstacle", "dangerous"}


def test_a_selection_that_is_gone_has_no_card() -> None:
    history = apply(begun(), Delete(("crate",)))
    assert [panel.name for panel in panels(Bench(history, ("crate",)))] == ["Table", "Build"]
    assert [panel.name for panel in panels(Bench(history, ("crate", "kai")))] == ["Table", "Build", "Kai"]


def test_the_saving_state_is_told_and_undo_has_its_name(tmp_path: Path) -> None:
    history = apply(begun(), Duplicate(("crate",)))
    panel = saving(Bench(history))
    assert "not saved yet" in words(panel)
    assert buttons(panel)["Undo duplicate crate"].intent == Undo()
    assert not buttons(panel)["Redo"].enabled
    stored = history.stored(save(history.now, tmp_path / "sump.json"))
    panel = saving(Bench(stored, not_kept="No space left on device"))
    assert "sump.json" in words(panel)
    assert "not saved yet" not in words(panel)
    assert "No space left on device" in words(panel)
    assert not buttons(panel)["Save"].enabled


def test_a_mesh_is_asked_about_and_the_likely_answer_is_marked(tmp_path: Path) -> None:
    path = block_file(tmp_path, size=50.8)
    panel = mesh_question(str(path), question(path.name, path.read_bytes()))
    answers = [one for one in every(panel.widgets) if isinstance(one, Button)]
    assert len(answers) == 8
    assert [one.intent for one in answers if one.chosen] == [Take("mesh", str(path), "mm", "z")]
    assert "mm: 2 inches long" in words(panel)


def test_what_a_crash_left_is_offered() -> None:
    panel = recovery([Left(Path("/state/one"), None, "Sump", 3, 2, 0.0)])
    assert "3 pieces, 2 figures" in words(panel)
    assert buttons(panel)["Recover"].intent == Recover("/state/one")
