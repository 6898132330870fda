"""What is drawn of a battle beside its figures: markers, objectives, places that are offered, what has happened, fog, aims."""

from collections.abc import Iterator
from functools import lru_cache

from rules.engine.dice import SCATTER
from rules.engine.procedure_steps import Choose, Roll
from rules.hazards.blast_marker import Marker
from rules.skirmish.shooting.blast_attack import MarkerShown
from scene.base.memo import memoized
from scene.geometry.mesh import Point
from scene.table.fog import Fog
from scene.table.table import Figure
from sightline.drawing.rendering import palette
from sightline.window.battle.click_answers import ringed_place
from sightline.window.battle.snapshots.battle_snapshot import BattleSnapshot
from sightline.window.battle.template_aim import Aim
from sightline.window.graphics.shapes.aim_shapes import aim_shapes
from sightline.window.graphics.shapes.body_shapes import ghost_of
from sightline.window.graphics.shapes.deployment_shapes import place_shapes
from sightline.window.graphics.shapes.drawn_object import DrawnObject
from sightline.window.graphics.shapes.event_shapes import event_shapes
from sightline.window.graphics.shapes.fog_shapes import fog_shapes
from sightline.window.graphics.shapes.gl_shapes import (
    chest,
    disc,
)
from sightline.window.graphics.shapes.overlay_shapes import lifted, marks_of, unlit
from sightline.window.graphics.shapes.reserve_shapes import reserve_figures
from sightline.window.view.window_view import WindowView


def ready_shapes(view: WindowView) -> Iterator[DrawnObject]:
    """A ready marker beside everybody who has one, where the objectives are, and the loot that lies about."""
    assert view.battle is not None
    for figure in view.shown_figures:
        standing = view.battle.fighters.get(figure.id)
        if standing is not None and standing.ready:
            yield _marker(figure)
    for _, place in view.battle.objectives:
        yield _objective(place)
    for _, place in view.battle.loot:
        yield _loot(place)


def shapes_of_events(view: WindowView) -> Iterator[DrawnObject]:
    """What has happened stays until somebody chooses the next thing, and what is rolled for is shown meanwhile."""
    assert view.battle is not None
    question, picked = view.battle.question, view.picked
    yield from _happened(view.battle)
    if isinstance(question, Roll) and isinstance(question.shown, Marker | MarkerShown):
        yield from _rolled(question.shown, float(picked[1]) if question.dice == SCATTER and len(picked) > 1 else None)


@memoized
def _happened(shown: BattleSnapshot) -> tuple[DrawnObject, ...]:
    return tuple(drawn for event in shown.happened for one in event_shapes(event) for drawn in marks_of(one))


@lru_cache(maxsize=32)
def _rolled(marker: Marker | MarkerShown, degrees: float | None) -> tuple[DrawnObject, ...]:
    return tuple(drawn for one in event_shapes(marker, degrees) for drawn in marks_of(one))


@lru_cache(maxsize=64)
def fog_bank(fog: Fog, high: float) -> tuple[DrawnObject, ...]:
    """A bank of fog, so many inches high."""
    return tuple(unlit(one, blended=True) for one in fog_shapes(fog, high))


@memoized
def places_to_set_up(shown: BattleSnapshot) -> tuple[DrawnObject, ...]:
    """Where somebody may be set up."""
    return tuple(unlit(one) for one in place_shapes(shown))


def offered_stands(view: WindowView, shown: BattleSnapshot) -> Iterator[DrawnObject]:
    """The place that is offered and pointed at, with whom it is offered to on it."""
    place = ringed_place(shown.question, view.pointed.place) if shown.waits == "people" else None
    if place is not None and isinstance(shown.question, Choose):
        yield unlit(disc(lifted(place), 0.9, palette.ORANGE, rim=0.2))
        people = (*reserve_figures(shown.battle), *shown.table.figures)
        yield from (drawn for one in people if one.id == shown.question.about for drawn in ghost_of(one.moved(place)))


@memoized
def aim_of(aim: Aim) -> tuple[DrawnObject, ...]:
    """A marker or a template before it is laid."""
    return tuple(drawn for one in aim_shapes(aim) for drawn in marks_of(one))


@lru_cache(maxsize=64)
def _marker(figure: Figure) -> DrawnObject:
    x, y, z = lifted(figure.position)
    return unlit(disc((x + figure.base_radius + 0.25, y, z), 0.16, palette.GREEN))


@lru_cache(maxsize=64)
def _objective(place: Point) -> DrawnObject:
    return unlit(disc(lifted(place), 0.5, palette.GREEN, rim=0.14))


@lru_cache(maxsize=64)
def _loot(place: Point) -> DrawnObject:
    return DrawnObject(chest(place, palette.YELLOW), upon=True)
