"""What is written over the table: names with what is marked about fighters, things, ends of shots and falls, and blockers."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product

import numpy as np

from rules.engine.procedure_steps import Choose
from rules.percentages import percent
from scene.geometry.mesh import Point
from scene.table.table import Figure, Table
from sightline.drawing.rendering import palette
from sightline.drawing.rendering.camera import Camera
from sightline.drawing.rendering.palette import Rgb
from sightline.drawing.rendering.side_marks import SideMark, sides_of
from sightline.window.battle.click_answers import ringed_place
from sightline.window.battle.snapshots.battle_snapshot import BattleSnapshot
from sightline.window.battle.template_aim import chances_of
from sightline.window.graphics.shapes.event_shapes import ends_at
from sightline.window.graphics.shapes.fog_shapes import fog_high, fog_label
from sightline.window.graphics.shapes.reserve_shapes import next_from_reserve
from sightline.window.graphics.status_icons import icons_of
from sightline.window.view.label_spacing import Box
from sightline.window.view.window_view import LARGER, PlannedMove, WindowView

COMMON = frozenset({"hard_target"})
"""Signs that stand on the card only."""
CHEST_HIGH = 0.7
"""Inches above the floor at which loot is named."""
OVER_HEAD = 0.35
"""Inches above a figure at which its name stands."""
HIGH = 1.5
"""Inches above the base at which it stands if there is no body."""


@dataclass(frozen=True)
class PlaceLabel:
    """Words at a place of the table.

    Attributes:
        place: what they stand over, inches.
        text: the words.
        colour: of their mark.
        strong: whether they are what one looks for now.
        owner: id of the figure whose name they are; empty for other words.
        held: whether the cursor rests on that figure, or on its name, so that it stays where it was.
    """

    place: Point
    text: str
    colour: Rgb = palette.INK
    strong: bool = False
    owner: str = ""
    held: bool = False


def labels(view: WindowView) -> list[PlaceLabel]:
    """What is written over the table: names on demand, in a battle also whatever is marked about a fighter."""
    sides = sides_of(view.table, view.side_colours)
    asked = {owner for owner in (view.pointed.owner, *view.selected) if owner}
    found = []
    for figure in view.shown_figures:
        if figure.position[2] > view.cut:
            # Whoever stands on a level that is cut away is not seen.
            continue
        label = replace(_name(figure, sides, strong=figure.id in asked), held=figure.id == view.pointed.owner)
        if view.settings.larger and view.through_eye is None:
            label = replace(label, place=_over(figure, LARGER))
        marks = _marks(view, figure, told=label.strong)
        if view.settings.names or label.strong or marks:
            found.append(replace(label, text=f"{label.text}{marks}"))
    if view.battle is not None:
        found += _of_battle(view, view.battle, sides)
    if view.plan is not None:
        found += _falls(view.plan)
    for one in (*view.ghosts, *view.table.figures):
        if isinstance(one, Figure) and one.id in view.misplaced:
            found.append(PlaceLabel(_over(one), view.misplaced[one.id], palette.VERMILLION, strong=True))
    sight = view.sight
    if sight is not None and sight.verdict.ruling.geometry is not None:
        for number, blocker in enumerate(sight.verdict.ruling.geometry.by[: len(palette.BLOCKERS)]):
            place = _top_of(view.table, blocker.id)
            if place is not None:
                text = f"{blocker.called} {100.0 * blocker.share:.0f} %"
                found.append(PlaceLabel(place, text, palette.BLOCKERS[number], strong=True))
    return found


def _of_battle(view: WindowView, shown: BattleSnapshot, sides: dict[str, SideMark]) -> Iterator[PlaceLabel]:
    """Who comes next, what is held and carried off, fog, and how shots and blasts ended."""
    if (come := next_from_reserve(shown.battle, shown.question)) is not None:
        yield _name(come, sides, strong=True)
    offered = ringed_place(shown.question, view.pointed.place) if shown.waits == "people" else None
    if offered is not None and isinstance(shown.question, Choose):
        x, y, z = offered
        yield PlaceLabel((x, y, z + HIGH), f"{shown.battle.called(shown.question.about)} here", palette.ORANGE, strong=True)
    yield from (PlaceLabel(place, name, palette.GREEN) for name, place in shown.objectives)
    yield from (PlaceLabel((x, y, z + CHEST_HIGH), name, palette.YELLOW) for name, (x, y, z) in shown.loot)
    yield from (PlaceLabel(*fog_label(fog, fog_top(view)), palette.GREY) for fog in shown.battle.fogs)
    ends = [end for event in shown.happened if (end := ends_at(event)) is not None]
    yield from (PlaceLabel(place, words, palette.VERMILLION, strong=True) for place, words in ends)


def _marks(view: WindowView, figure: Figure, *, told: bool) -> str:
    """What is marked about a fighter: that he is activated, and his signs but for those that nearly everybody has.

    Where it is told it is in words, else in icons.
    """
    standing = view.battle.fighters.get(figure.id) if view.battle is not None else None
    if standing is None:
        return ""
    signs = [sign for sign in standing.signs if sign.key not in COMMON]
    chances = chances_of(view.aim.laid) if view.aim is not None and view.aim.laid is not None else {}
    hit = [f"hit {percent(chances[figure.id])}"] if figure.id in chances else []
    icons = "" if told else icons_of(signs, acting=standing.acting)
    turn = ["activated"] if standing.acting else []
    words = ", ".join([*hit, *([] if icons else [*turn, *(sign.words for sign in signs)])])
    return (f": {words}" if words else "") + (f"  {icons}" if icons else "")


def _name(figure: Figure, sides: dict[str, SideMark], *, strong: bool) -> PlaceLabel:
    side = sides.get(figure.side)
    mark = f" [{side.letter}]" if side else ""
    return PlaceLabel(_over(figure), f"{figure.called}{mark}", side.colour if side else palette.INK, strong, figure.id)


def _over(figure: Figure, scale: float = 1.0) -> Point:
    """The place over the head of a figure that is drawn so many times its size."""
    x, y, z = figure.position
    top = float(figure.placed.bounds[1, 2]) if len(figure.placed.faces) else z + HIGH
    return x, y, z + scale * (top - z) + OVER_HEAD


def _top_of(table: Table, owner: str) -> Point | None:
    meshes = [piece.placed for piece in table.terrain.pieces if piece.id == owner]
    meshes += [figure.placed for figure in table.figures if figure.id == owner]
    if not meshes or not len(meshes[0].faces):
        return None
    (x, y, _), (X, Y, top) = meshes[0].bounds
    return float((x + X) / 2.0), float((y + Y) / 2.0), float(top)


def _falls(plan: PlannedMove) -> Iterator[PlaceLabel]:
    """What is written where somebody would come down."""
    if plan.path_risks is None:
        return
    for step in (step for fall in plan.path_risks.falls for step in fall):
        yield PlaceLabel(step.fall.landing, f'falls {step.fall.distance:.1f}"?', palette.VERMILLION, strong=True)
    if plan.path_risks.at_end is not None:
        text = f'falls {plan.path_risks.at_end.distance:.1f}" if hurt?'
        yield PlaceLabel(plan.path_risks.at_end.landing, text, palette.FAINT_INK)


def kept_clear(view: WindowView, camera: Camera) -> list[Box]:
    """Where figures stand, and where one ends that is about to move: no words hide them, nor what is asked about."""
    boxes = [figure.box for figure in view.table.figures]
    boxes += [] if view.plan is None else [view.plan.figure.moved(view.plan.end).box]
    if not boxes:
        return []
    corners = np.array([list(product(*box.T)) for box in boxes])
    pixels, depth = camera.project(corners.reshape(-1, 3))
    pixels, depth = pixels.reshape(len(boxes), 8, 2), depth.reshape(len(boxes), 8)
    seen = np.all(depth > 0.0, axis=1)
    low, high = pixels[seen].min(axis=1), pixels[seen].max(axis=1)
    return [(*a, *b) for a, b in zip(low.tolist(), high.tolist(), strict=True)]


def fog_top(view: WindowView) -> float:
    """Inches above the table up to which fog is drawn: over all terrain."""
    return fog_high(float(view.table.terrain.boxes[:, 1, 2].max(initial=0.0)))
