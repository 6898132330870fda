"""The panel of a move before it is done: its cost, its checks, and what failing them means."""

from collections.abc import Iterator
from math import prod

from rules.engine.procedure_steps import Choose
from rules.movement.path_rules import NoPath
from rules.percentages import percent
from scene.pathfinding.path_legs import Path
from scene.table.table import Table
from sightline.answers.fall_answer import near_words
from sightline.answers.fall_answer import words as fall_words
from sightline.answers.path_answer import GETS_THERE, WOULD_GET_THERE, rolls, words
from sightline.session.targets.check_chances import check_chances
from sightline.session.targets.decision_evidence import CHARGE, kind_of
from sightline.window.background.path_risks import FailedCheck, PathRisks
from sightline.window.intents.intents import Cancel, Confirm, OtherFloor
from sightline.window.intents.key_bindings import key_of
from sightline.window.intents.panel_widgets import Button, PanelWidgets, RowWidget, TextWidget, Widget
from sightline.window.view.panels.panel_words import floor_words, reserved
from sightline.window.view.window_view import WindowView


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
        rows.append(TextWidget(f"to {floor_words(here, view)}; there is {floor_words(other, view)}, too", "faint"))
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
