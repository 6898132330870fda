"""Names, never ids, in all that players read of a battle: log, questions, options, reasons, evidence, what is refused."""

import re
from collections.abc import Iterator
from dataclasses import replace

import pytest

from assets import battles
from rules.engine.game_history import Game
from rules.engine.procedure_steps import Choose, Option, Question, Roll, chosen
from rules.errors import RulesError
from rules.roster.gang import Gang
from rules.skirmish.opponent.program_player import decide
from rules.skirmish.state.battle_state import Activation, Battle, Setting
from sightline.session.acting_words import condition, impossible
from sightline.session.answer_sources import question_lines, rolled
from sightline.session.battle_loading import game_of, header_of, load_table, setting_of
from sightline.session.battle_log import lines
from sightline.session.scenario_loading import load_scenario
from sightline.session.targets.decision_evidence import asked_evidence
from sightline.session.targets.evidence_log import chooses_target
from sightline.window.battle.deed_words import deed
from sightline.window.battle.snapshots.fighter_signs import signs_of
from tests.rules.skirmish.guns import duel

ID = re.compile(r"(?<![\w-])[qz]x\d+(?![\w-])")
"""An id of these battles, as a word: no name, weapon, piece or rule has one."""


def renamed(gang: Gang, letter: str, fighters: int) -> Gang:
    """A smaller gang whose ids differ from its names in every letter."""
    cards = tuple(replace(card, id=f"{letter}x{number}") for number, card in enumerate(gang.fighters[:fighters], 1))
    return replace(gang, id=f"{letter}x0", fighters=cards)


def game(scenario: str, table: str, fighters: int, rounds: int) -> Game[Battle]:
    """A battle on a bundled table whose fighters, gangs and objectives have such ids."""
    path = battles.path("gantry-standoff")
    whole = setting_of(header_of(path, path.parent), path.parent)
    found = load_scenario(scenario)
    at_stake = tuple(replace(one, id=f"zx{number}") for number, one in enumerate(found.objectives, 70))
    gangs = tuple(renamed(gang, letter, fighters) for gang, letter in zip(whole.gangs, "qz", strict=True))
    crew = min(found.crew, fighters - 1)
    fought = replace(
        found, objectives=at_stake, crew=crew, rounds=rounds, reinforcements_from=min(found.reinforcements_from, 2)
    )
    return game_of(Setting(load_table(table, path.parent), gangs, whole.body, whole.parts, fought))


def read(game: Game[Battle], question: Question) -> Iterator[str]:
    """What people read of a question, and of how things are."""
    battle = game.state
    yield from question_lines(question, battle.called)
    if isinstance(question, Roll):
        yield from (question.what, question.needs, *question.called, *(one.because.text for one in question.why))
        return
    yield question.hint
    if question.what == "action":
        yield from (condition(battle, question.about), *impossible(game.settled, question))
    if question.what == "where to":
        yield from (sign.words for model in battle.models for sign in signs_of(battle, model.id))


def refused(question: Question) -> Iterator[str]:
    """What people read who type something that cannot be."""
    if not isinstance(question, Roll):
        for text in ("engage nobody", "take nothing", "99 99", "nobody"):
            try:
                chosen(question, text)
            except RulesError as error:
                yield from error.faults


@pytest.mark.long
@pytest.mark.parametrize(
    ("scenario", "table", "fighters", "rounds"),
    [
        ("night-freight", "disputed-shot", 4, 3),
        pytest.param("three-valves", "gantry-town", 5, 4, marks=pytest.mark.long),
        pytest.param("standoff", "gantry-town", 5, 3, marks=pytest.mark.long),
    ],
)
def test_no_id_is_read_in_a_whole_battle_by_the_program(scenario: str, table: str, fighters: int, rounds: int) -> None:
    playing, kinds, seed = game(scenario, table, fighters, rounds), set[str](), 4
    said: list[str] = []
    while (question := playing.pending) is not None:
        battle = playing.state
        said += read(playing, question)
        if isinstance(question, Roll):
            playing.answer(rolled(seed, len(playing.answers), question.dice))
        else:
            if question.what not in kinds:
                said += [*refused(question), *asked_evidence(battle, question)]
            kinds.add(question.what)
            answer = decide(battle, question)
            playing.answer(answer)
            said.append(deed(question, answer, battle.called))
    shots = [number for number, entry in enumerate(playing.log) if chooses_target(entry)]
    said += lines(playing.log, playing.state.called, sources=True, evidence=False)
    said += lines(playing.log[: shots[0] + 1], playing.state.called, start=shots[0])
    assert {"action", "target", "weapon", "whom to charge", "where to"} <= kinds
    assert [line for line in said if ID.search(line)] == []
    assert ID.search("qx1 shoots")


def test_why_tells_of_somebody_who_is_asked_while_another_one_acts_what_he_can_answer() -> None:
    state = replace(duel(), activation=Activation("ann", 2, controller="red"))
    options = (Option("no", "fight back with all dice"), Option("yes", "defend"))
    asked = Choose("defend", "blue", options, about="bill", source="yce: Choosing to defend")
    assert list(impossible(state, asked)) == [
        "Ann acts; Bill does no action now",
        "defend, Bill can answer: fight back with all dice; defend  [yce: Choosing to defend]",
    ]
    rolled = Roll("defence", "D6", "bill", "5+", source="yce: Hit rolls and defence rolls")
    assert list(impossible(state, rolled))[1] == "Bill rolls for defence (needs 5+)  [yce: Hit rolls and defence rolls]"
    own = replace(asked, what="action", about="ann")
    assert any(told.startswith("Reload: no weapon is out of ammo") for told in impossible(state, own))
