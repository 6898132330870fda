"""The risks of a path, as they are shown before it is gone."""

from dataclasses import replace
from pathlib import Path
from types import MappingProxyType

import pytest

from rules.fall_rules import hazard_check
from rules.movement.path_rules import find_path
from rules.systems import registry
from scene.hazards.fall_landing import Fall
from scene.pathfinding.path_legs import Check, Leg
from scene.pathfinding.path_legs import Path as FigurePath
from scene.table.table import Table
from scene.walkable.floor_edges import Edge
from sightline.window.background.path_risks import PathRisks, path_risks
from sightline.window.graphics.shapes.place_labels import labels
from sightline.window.graphics.shapes.view_shapes import things
from sightline.window.intents.intents import DragTo, Select
from sightline.window.intents.panel_widgets import TextWidget, every
from sightline.window.table_opening import draft_of
from sightline.window.view.panels.all_panels import panels
from tests.sightline.window.boards import yard
from tests.sightline.window.window_states import done, table, window_state

DOWN = (9.0, 6.0, 0.0)
"""A place beneath Jelena's deck."""


def way(whole: Table, who: str, goal: tuple[float, float, float]) -> FigurePath:
    found = find_path(whole, whole.figure(who), goal, rules=registry.system("main-rulebook").movement)
    assert isinstance(found, FigurePath)
    return found


def test_who_fails_a_jump_lands_where_the_jump_would_have_led() -> None:
    found = way(table(), "jelena", DOWN)
    (jump,) = (leg for leg in found.legs if leg.kind == "jump")
    ((step, *_),) = path_risks(table(), table().figure("jelena"), found).falls
    assert step.fall.landing == pytest.approx(jump.end, abs=0.01)
    assert jump.check is not None
    assert step.fall.distance == pytest.approx(jump.check.if_failed["fall"])
    assert step.damage is not None
    assert (step.damage.strength, step.damage.ap, step.damage.damage) == (3, 0, 1)


def test_whom_he_would_land_on_is_named() -> None:
    (jump,) = (leg for leg in way(table(), "jelena", DOWN).legs if leg.kind == "jump")
    tamsin = table().figure("tamsin").moved((jump.end[0] + 0.9, jump.end[1], 0.0))
    crowded = table().with_figure(tamsin)
    found = path_risks(crowded, crowded.figure("jelena"), way(table(), "jelena", DOWN))
    assert found.falls[0][0].fall.onto == ("tamsin",)


def test_the_edge_at_the_end_of_a_path_is_told_with_its_check(tmp_path: Path) -> None:
    """A bare deck three inches up: one end of the path lies 0.3 inches from its edge, the other in its middle."""
    yard(tmp_path)
    bare = draft_of(str(tmp_path / "yard.json")).table
    front = min(float(piece.placed.bounds[0, 1]) for piece in bare.terrain.pieces if piece.id == "deck")
    tamsin = table().figure("tamsin").moved((3.0, 12.0, 3.0))
    whole = replace(bare, figures=(tamsin,))
    near = (2.5, front + tamsin.base_radius + 0.3, 3.0)
    found = path_risks(whole, tamsin, way(whole, "tamsin", near))
    assert found.falls == ()
    assert found.at_end is not None
    assert found.at_end.distance == pytest.approx(3.0, abs=0.01)
    assert found.at_end.edge is not None
    assert found.at_end.edge.distance == pytest.approx(0.3, abs=0.01)
    assert found.check == hazard_check(registry.system("main-rulebook").movement.falls, found.at_end.distance, rail=False)
    assert path_risks(whole, tamsin, way(whole, "tamsin", (4.0, 12.0, 3.0))).at_end is None
    assert path_risks(whole, tamsin, FigurePath(())).at_end is None


def test_who_fails_a_leap_hangs_at_the_far_edge_and_may_fall_from_there(tmp_path: Path) -> None:
    yard(tmp_path)
    bare = draft_of(str(tmp_path / "yard.json")).table
    (low_x, low_y, _), _ = next(piece.placed.bounds for piece in bare.terrain.pieces if piece.id == "deck").tolist()
    tamsin = table().figure("tamsin").moved((low_x + 2.0, low_y - 3.0, 3.0))
    there = (low_x + 2.0, low_y + tamsin.base_radius + 0.1, 3.0)
    leap = Leg("leap", tamsin.position, there, 3.5, 0.0, 3.5, Check("initiative", 0, MappingProxyType({"status": "pinned"})))
    (found,) = path_risks(replace(bare, figures=(tamsin,)), tamsin, FigurePath((leap,))).failed
    assert found.catch is not None
    assert found.catch.characteristic == "initiative"
    assert found.falls[0].fall.distance == pytest.approx(3.0, abs=0.01)


def test_falls_are_drawn_and_told_before_the_path_is_gone() -> None:
    one = window_state()
    done(one, Select("jelena"), DragTo(DOWN, done=True))
    assert one.view.plan is not None
    assert one.view.plan.path_risks is not None
    (told,) = (label for label in labels(one.view) if "falls" in label.text)
    assert "falls 3.0" in told.text
    assert told.place[2] == pytest.approx(0.0, abs=0.01)
    with_falls = len(things(one.view))
    one.show(plan=replace(one.view.plan, path_risks=None))
    assert len(things(one.view)) == with_falls - 3


def test_the_edge_where_he_stops_stands_in_the_panel() -> None:
    one = window_state()
    done(one, Select("tamsin"), DragTo((9.0, 6.0, 0.0), done=True))
    plan = one.view.plan
    assert plan is not None
    assert plan.path_risks is not None
    assert plan.path_risks.at_end is None
    edge = Edge((9.0, 6.5, 3.0), 0.25, 3.0, 0.0, pit=False, clear=(9.0, 7.0, 3.0))
    fall = Fall((9.0, 7.0, 3.0), edge, (9.0, 7.0, 0.0), 3.0)
    one.show(plan=replace(plan, path_risks=PathRisks((), fall, Check("initiative"))))
    text = [row.words for panel in panels(one.view) for row in every(panel.widgets) if isinstance(row, TextWidget)]
    assert any(words.startswith('stops 0.25" from the edge') and "initiative check" in words for words in text)
