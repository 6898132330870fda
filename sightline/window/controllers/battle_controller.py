"""The battle that is played: what comes of it is shown, clicks answer it, chances are worked out."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from rules.engine.procedure_steps import Choose
from scene.geometry.mesh import Point
from sightline.window.battle.battle_game import Battling
from sightline.window.battle.battle_snapshot import BattleSnapshot
from sightline.window.battle.battle_thread import Match
from sightline.window.battle.click_answers import asks_for_a_way, click_text
from sightline.window.battle.fighter_panels import unknown, way_of
from sightline.window.battle.target_chances import Chances, EnemyTarget, chances, targets_of
from sightline.window.battle.template_aim import asks_for_an_aim
from sightline.window.building.building_panels import NOTHING_HELD
from sightline.window.controllers import aim_controller, file_controller, move_controller, question_controller
from sightline.window.intents import intents as want
from sightline.window.view.camera_orbit import home

if TYPE_CHECKING:
    from sightline.window.controllers.window_state import WindowState


def begin(desk: "WindowState", begin: Callable[[], Battling]) -> None:
    """Play a battle; opening it may take a while."""
    end(desk)
    before = desk.closing

    def begun() -> Battling:
        # It may be the same battle, and only one window at a time has a journal.
        if before is not None:
            before.result()
        return begin()

    desk.match = Match(begun)
    desk.show(busy="opening the battle ...")


def end(desk: "WindowState") -> None:
    """Play no battle any more."""
    if desk.match is not None:
        desk.closing = desk.match.close()
        desk.match = None


def follow_battle(desk: "WindowState") -> None:
    """Show what has come of the battle, and let the program go on where it is its turn."""
    match = desk.match
    if match is None:
        return
    try:
        shown = match.collect()
    except Exception as error:  # noqa: BLE001 - whatever it is, the window goes on
        desk.failed(error)
        if desk.view.battle is None:
            end(desk)
        return
    if shown is None:
        return
    show_battle(desk, shown)
    if shown.waits == "program" and not match.busy:
        match.go_on()


def show_battle(desk: "WindowState", shown: BattleSnapshot) -> None:
    """Show a moment of a battle."""
    first, before = desk.view.battle is None, desk.view.battle
    moved = before is None or before.battle is not shown.battle
    desk.show(battle=shown, table=shown.table, history=None, undo=shown.undo, redo=shown.redo, changed=False, picked=())
    if first:
        file_controller.new_keeper(desk, None)
        desk.show(orbit=home(shown.table, desk.view.size), selected=(), mode="look", held=NOTHING_HELD)
    if moved:
        desk.show(plan=None, sight=None, from_here=None, chances={}, targets=None)
        acting = shown.acting
        if acting and (before is None or before.acting != acting):
            desk.show(selected=(acting,))
        if desk.view.overlay != "none":
            question_controller.paint(desk, desk.view.overlay)
        question_controller.ask_sight(desk)
        ask_targets(desk)
    if moved or before is None or before.question is not shown.question:
        aim_controller.begin(desk)


def ask_targets(desk: "WindowState") -> None:
    """The targets of the selected fighter, and then the chances against them."""
    shown, fighter = desk.view.battle, desk.view.figure
    if shown is None or fighter is None or fighter.id not in shown.fighters:
        desk.show(targets=None)
        return
    battle, name = shown.battle, fighter.id

    def take(found: tuple[EnemyTarget, ...]) -> None:
        now = desk.view.battle
        if now is not None and now.battle is battle:
            desk.show(targets=(name, found))
            ask_chances(desk)

    desk.workers.ask("targets", (battle, name), lambda: targets_of(battle, name), take, fail=desk.failed, slow=True)


def ask_chances(desk: "WindowState") -> None:
    """Have the next chance worked out that the panel of targets waits for."""
    shown, targets = desk.view.battle, desk.view.targets
    if shown is None or targets is None:
        return
    name, found = targets
    way = way_of(shown, name, desk.view.way_label)
    left = unknown(name, found, way, desk.view.chances)
    if not left or way is None:
        return
    asked, battle = left[0], shown.battle

    def take(known: Chances) -> None:
        now = desk.view.battle
        if now is not None and now.battle is battle:
            desk.show(chances={**desk.view.chances, asked: known})
            ask_chances(desk)

    desk.workers.ask("chances", (battle, asked), lambda: chances(battle, *asked[:2], way), take, fail=desk.failed, slow=True)


def answer_by_click(desk: "WindowState", owner: str | None, place: Point | None) -> bool:
    """What a click answers in a battle: nothing, or at once, or once the way that is shown is confirmed."""
    shown = desk.view.battle
    if shown is None or shown.past or shown.waits != "people" or not isinstance(shown.question, Choose):
        return False
    text = click_text(shown.battle, shown.question, owner, place)
    if not text:
        return False
    if asks_for_an_aim(shown.question):
        aim_controller.propose(desk, text)
        return True
    if asks_for_a_way(shown.question) and place is not None and not text.startswith(("engage", "take")):
        figure = next((one for one in shown.table.figures if one.id == shown.question.about), None)
        if figure is not None:
            move_controller.propose(desk, figure, place, done=True, answer=text)
            return True
    desk.do(want.GiveText(text))
    return True
