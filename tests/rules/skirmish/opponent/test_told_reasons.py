"""Why the program does what it does: its reasons name whom and what they are about, and are there for every move and shot."""

from rules.engine.dice import dice_count
from rules.engine.game_history import Game
from rules.engine.procedure_steps import Choose, Roll
from rules.skirmish.opponent.program_player import decide
from rules.skirmish.opponent.told_reasons import reason
from rules.skirmish.phases.rounds import step
from rules.skirmish.state.battle_state import Battle
from tests.rules.skirmish.guns import duel


def test_a_gang_that_sees_its_enemy_shoots_at_him_and_says_so() -> None:
    """Two riflemen face one another in the open, from the first activation to the first that is out."""
    game: Game[Battle] = Game(duel(), step)
    told: dict[str, set[str]] = {}
    for _ in range(120):
        question = game.pending
        if question is None or not isinstance(question, Choose | Roll):
            break
        if isinstance(question, Roll):
            game.answer((6,) * dice_count(question.dice))
            continue
        key = decide(game.state, question)
        told.setdefault(f"{question.asks} {key}", set()).add(reason(game.state, question, key))
        game.answer(key)
    shots = told.get("action shoot", set()) | told.get("action aim", set())
    assert shots, told
    assert all("is the best target from here" in one for one in shots)
    assert all(not one for asked, some in told.items() if asked.split()[0] not in {"who", "action", "where"} for one in some)
