"""The snapshot of a battle: all that panels and drawing need of one moment, and of every moment before it, as a value."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import takewhile
from pathlib import Path
from typing import Literal

from rules.citations import Citations, Reason
from rules.engine.game_history import Moment
from rules.engine.journal_format import Journal
from rules.engine.procedure_steps import Choose, Question, Roll
from rules.skirmish.moving.walk_preview import WalkPreview
from rules.skirmish.opponent.style import USUAL, Styles
from rules.skirmish.phases.action_list import listed_for
from rules.skirmish.state.action import Action, against
from rules.skirmish.state.battle_rules import battle_rules
from rules.skirmish.state.battle_sight import table_of
from rules.skirmish.state.battle_state import Battle
from rules.skirmish.state.scenario import objective_place, of
from rules.skirmish.state.skirmish_rules import SkirmishRules, skirmish_rules
from scene.geometry.mesh import Point
from scene.table.table import Table
from sightline.session.acting_words import owed_words
from sightline.session.secret_choices import HandOver
from sightline.window.battle.snapshots.fighter_signs import FighterSnapshot, fighters_shown
from sightline.window.battle.snapshots.logged_lines import LogLine

Waits = Literal["people", "program", "nobody"]


@dataclass(frozen=True)
class ActionNow:
    """An action, where the rules say so, and why it cannot be done now."""

    action: Action
    reasons: tuple[Reason, ...]
    source: str


@dataclass(frozen=True, eq=False)
class BattleSnapshot:
    """A battle at one moment, as the window has it.

    Attributes:
        name: of the battle.
        journal: where it is kept.
        table_file: of the terrain.
        battle: how things are.
        question: what is asked; None when the battle is over.
        table: with everybody who is on it, as he stands or lies.
        fighters: all of them by id, on the table or not.
        objectives: what is to be held, and where it is.
        actions: all that there are, while the one who is activated is asked for his action.
        log: of the whole battle, also what came after this moment.
        moments: how things were after each number of answers.
        record: the journal as far as it was written then.
        at: how many answers had been given.
        program: the gangs that the program plays.
        typed: whether people roll the dice and type them.
        styles: in which the program plays.
        undo, redo: what would be taken back or done again; empty for nothing.
        faults: why what was wanted last could not be; empty where it was done.
        refused: what was typed then, to be typed over; empty for nothing.
        playing_on: whether all figures of a gang that the rules play do what they say, with nobody asked.
        hand_over: to whom the screen is to be handed before anything is answered; None where nobody looks away or back.
        because: why the program answered last as it did; empty where that is not told.
        heard: how many entries of the journal have come from other programs.
    """

    name: str
    journal: Path
    table_file: Path
    battle: Battle
    question: Question | None
    table: Table
    fighters: Mapping[str, FighterSnapshot]
    objectives: tuple[tuple[str, Point], ...]
    actions: tuple[ActionNow, ...]
    log: tuple[LogLine, ...]
    moments: tuple[Moment[Battle], ...]
    record: Journal
    at: int
    program: frozenset[str]
    typed: bool
    styles: Styles = USUAL
    undo: str = ""
    redo: str = ""
    faults: tuple[str, ...] = ()
    refused: str = ""
    playing_on: bool = False
    hand_over: HandOver | None = None
    because: str = ""
    heard: int = 0

    @property
    def loot(self) -> tuple[tuple[str, Point], ...]:
        """What lies about to be carried off, and where; who holds the rest says so."""
        locks = self.battle.setting.has_part(SkirmishRules) and skirmish_rules(self.battle).carrying.locks
        return tuple(
            (self.battle.called(one.id) + (": locked" if one.locked and locks else ": broken open" * one.smashed), one.position)
            for one in self.battle.things
            if not one.holder
        )

    @property
    def colours(self) -> tuple[tuple[str, str], ...]:
        """The gangs, and the colours that their files want."""
        return tuple((gang.id, gang.colour) for gang in self.battle.setting.gangs)

    @property
    def answers(self) -> int:
        """How many answers there are."""
        return len(self.moments) - 1

    @property
    def past(self) -> bool:
        """Whether it is shown as it was and not as it is."""
        return self.at < self.answers

    @property
    def owed(self) -> str:
        """Who owes the reveal of a roll that two devices draw; empty where nobody does."""
        return owed_words(self.record.entries, self.battle.called)

    @property
    def waits(self) -> Waits:
        """Whose answer the battle waits for."""
        if self.past or self.hand_over is not None or self.owed:
            return "nobody"
        return waiting(self.battle, self.question, self.program, typed=self.typed, playing_on=self.playing_on)

    @property
    def happened(self) -> tuple[object, ...]:
        """What has happened since anybody chose anything, as values that can be drawn: dice that follow leave it there."""
        before = [line for line in reversed(self.log) if line.answers <= self.at]
        since = list(takewhile(lambda line: not line.chosen, before))
        shown = [line.shown for line in reversed(since) if line.shown is not None]
        return tuple({id(one): one for one in shown}.values())

    @property
    def own_turn(self) -> bool:
        """Whether it is asked if a gang that the rules play does what they say."""
        return is_own_turn(self.battle, self.question)

    @cached_property
    def own_way(self) -> tuple[str, WalkPreview] | None:
        """Such a figure, or one on whose way somebody is asked to break in, and the way that it would go; None for none."""
        question = self.question
        if isinstance(question, Choose) and isinstance(question.shown, WalkPreview):
            return (question.against, question.shown)
        if not self.own_turn or not isinstance(question, Choose) or question.preview is None:
            return None
        found = question.preview(question.options[0])
        return (question.about, found) if isinstance(found, WalkPreview) else None

    @property
    def acting(self) -> str:
        """Who is activated; empty for nobody."""
        return self.battle.activation.fighter if self.battle.activation is not None else ""


def is_own_turn(battle: Battle, question: Question | None) -> bool:
    """Whether the first answer to a question is what the rules say that a gang does which they play."""
    return isinstance(question, Choose) and question.asks in battle_rules(battle).own_turns


def shown(
    name: str,
    journal: Path,
    table_file: Path,
    log: tuple[LogLine, ...],
    moments: tuple[Moment[Battle], ...],
    record: Journal,
    *,
    program: frozenset[str],
    typed: bool,
    styles: Styles = USUAL,
    undo: str = "",
    redo: str = "",
    faults: tuple[str, ...] = (),
    playing_on: bool = False,
    hand_over: HandOver | None = None,
) -> BattleSnapshot:
    """A battle as it is after its last answer; ``moments`` tell of questions what whoever looks at it may see."""
    for moment in moments:
        if isinstance(moment.question, Choose):
            # What can be chosen is found out here, once: whoever draws it does not wait for that.
            len(moment.question.options)
    now = moments[-1]
    battle = now.state
    objectives = tuple(_objectives(battle))
    return BattleSnapshot(
        name,
        journal,
        table_file,
        battle,
        now.question,
        table_of(battle),
        fighters_shown(battle),
        objectives,
        _actions(now),
        log,
        moments,
        record,
        len(moments) - 1,
        program,
        typed,
        styles,
        undo,
        redo,
        faults,
        playing_on=playing_on,
        hand_over=hand_over,
    )


def as_it_was(whole: BattleSnapshot, answers: float) -> BattleSnapshot:
    """The battle as it was after so many answers, as it is after all of them. Quick enough for a frame.

    Args:
        whole: at any moment.
        answers: how many; fewer than none counts as none, and more than there are as all.
    """
    at = min(max(round(answers), 0), whole.answers)
    if at == whole.at:
        return whole
    moment = whole.moments[at]
    return replace(
        whole,
        battle=moment.state,
        question=moment.question,
        table=table_of(moment.state),
        fighters=fighters_shown(moment.state),
        # What could not be done then takes long to find out, and nobody can do it now.
        actions=_actions(moment) if at == whole.answers else (),
        at=at,
        faults=(),
        refused="",
    )


def waiting(
    battle: Battle, question: Question | None, program: frozenset[str], *, typed: bool, playing_on: bool = False
) -> Waits:
    """Who answers a question; for figures of nobody's gang the program rolls."""
    if question is None:
        return "nobody"
    if playing_on and is_own_turn(battle, question):
        return "program"
    if isinstance(question, Roll) and typed:
        return "people"
    if question.who not in battle.setting.cards:
        return "program" if question.who in program else "people"
    gang = battle.model(question.who).gang
    nobodys = isinstance(question, Roll) and all(gang != side.id for side in battle.sides)
    return "program" if gang in program or nobodys else "people"


def _objectives(battle: Battle) -> Iterator[tuple[str, Point]]:
    """What is to be held; loot is among the battle's things."""
    scenario = of(battle)
    for objective in scenario.objectives if scenario is not None else ():
        if not objective.loot:
            yield battle.called(objective.id), objective_place(battle, objective)


def _actions(moment: Moment[Battle]) -> tuple[ActionNow, ...]:
    question, battle = moment.question, moment.state
    if not isinstance(question, Choose) or question.what != "action":
        return ()
    cited, who = battle.setting.part(Citations).of, question.about
    return tuple(ActionNow(action, against(battle, who, action), cited(action.source)) for action in listed_for(battle, who))
