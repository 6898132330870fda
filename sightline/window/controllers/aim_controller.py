"""Where markers and templates are to go in a battle: shown with their chances before they are laid."""

from dataclasses import replace
from typing import TYPE_CHECKING

from rules.engine.procedure_steps import Choose
from rules.skirmish.shooting.blast_attack import PUT
from scene.base.errors import SceneError
from scene.geometry.mesh import Point
from sightline.window.battle.click_answers import click_text
from sightline.window.battle.template_aim import Laid, aim_of, asks_for_an_aim, covers, laid
from sightline.window.intents import intents as want

if TYPE_CHECKING:
    from sightline.window.controllers.window_state import WindowState


def asked(desk: "WindowState") -> Choose | None:
    """The question where a marker or a template goes, if people are asked that now."""
    shown = desk.view.battle
    if shown is None or shown.waits != "people" or not asks_for_an_aim(shown.question):
        return None
    assert isinstance(shown.question, Choose)
    return shown.question


def begin(desk: "WindowState") -> None:
    """Show the marker or the template as it would lie if nobody chose anything else."""
    question = asked(desk)
    desk.workers.drop("aim")
    desk.show(aim=None)
    if question is not None and question.options:
        propose(desk, question.options[0].key)


def is_moved(desk: "WindowState") -> bool:
    """Whether it is shown elsewhere than where it was to begin with."""
    question, aim = asked(desk), desk.view.aim
    return question is not None and aim is not None and aim.answer != question.options[0].key


def drag(desk: "WindowState", place: Point) -> None:
    """Show it at another place on the table."""
    shown, question = desk.view.battle, asked(desk)
    if shown is not None and question is not None:
        propose(desk, click_text(shown.battle, question, "", place))


def propose(desk: "WindowState", answer: str) -> None:
    """Show it at a place that could be typed."""
    question, shown, before = asked(desk), desk.view.battle, desk.view.aim
    if question is None or shown is None or (before is not None and before.answer == answer):
        return
    desk.show(aim=replace(aim_of(answer), laid=before.laid if before is not None else None), sight=None)
    battle = shown.battle

    def take(found: Laid) -> None:
        aim = desk.view.aim
        if aim is not None and aim.answer == answer:
            desk.show(aim=replace(aim, laid=found, found=True, agreed=False))
            if aim.agreed:
                desk.do(want.Confirm())

    desk.workers.ask("aim", (battle, answer), lambda: laid(battle, question, answer), take, fail=desk.failed)


def confirm(desk: "WindowState") -> None:
    """Lay it where it is shown; where its chances are not known yet, once they are."""
    aim = desk.view.aim
    if aim is None:
        return
    if not aim.found or aim.laid is None:
        desk.show(aim=replace(aim, agreed=True))
    elif aim.laid.why_not:
        raise SceneError(aim.laid.why_not)
    else:
        desk.show(aim=None)
        desk.do(want.GiveText(aim.answer))


def place_under(desk: "WindowState", pixel: tuple[float, float]) -> Point | None:
    """Where something dragged to a pixel comes to lie: a marker stays on its level, a template is aimed at what is there."""
    question, aim = asked(desk), desk.view.aim
    if question is None or aim is None:
        return None
    if question.what == PUT:
        return desk.on_plane(pixel, aim.place[2])
    found = desk.under(pixel)
    return next((one.position for one in desk.view.table.figures if one.id == found.owner), found.place)


def holds(desk: "WindowState", place: Point) -> bool:
    """Whether a place lies on the marker or the template that is shown, so that a drag from there moves it."""
    aim = desk.view.aim
    return aim is not None and aim.laid is not None and covers(aim.laid, place)
