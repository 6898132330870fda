"""The snapshot of a battle: all that panels and drawing need of one moment, and of every moment before it, as a value."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import takewhile
from pathlib import Path
from typing import Literal

from rules.citations import Citations, Reason
from rules.engine.dice import Faces
from rules.engine.game_history import Line, Moment, Ruled, given_by_somebody
from rules.engine.journal_format import Journal
from rules.engine.procedure_steps import Choose, Question, Roll, Say
from rules.engine.shown_events import ShotShown
from rules.skirmish.moving.walk_preview import WalkPreview
from rules.skirmish.opponent.style import USUAL, Styles
from rules.skirmish.phases.action_list import listed_for
from rules.skirmish.state.action import Action, against
from rules.skirmish.state.battle_rules import battle_rules, marks_told
from rules.skirmish.state.battle_sight import engaged, figure_of, table_of
from rules.skirmish.state.battle_state import Battle, FighterState
from rules.skirmish.state.rulings import SOURCE
from rules.skirmish.state.scenario import objective_place, of
from rules.skirmish.state.skirmish_rules import SkirmishRules, skirmish_rules
from scene.geometry.mesh import Point
from scene.table.table import Table
from sightline.session.acting_words import owed_words
from sightline.session.battle_log import Called, lines, state_after
from sightline.session.secret_choices import HandOver
from sightline.session.targets.evidence_log import chooses_target

SignKey = Literal[
    "pinned",
    "seriously_injured",
    "out_of_action",
    "fled",
    "reserve",
    "engaged",
    "broken",
    "insane",
    "hard_target",
    "climbing",
    "in_air",
    "out_of_ammo",
    "wounded",
    "carrying",
    "aimed",
    "marked",
]
Waits = Literal["people", "program", "nobody"]


@dataclass(frozen=True)
class Sign:
    """Something about a fighter that is marked on the table.

    Attributes:
        key: by which the mark is drawn.
        words: for people.
    """

    key: SignKey
    words: str


@dataclass(frozen=True)
class FighterSnapshot:
    """A fighter as he is shown.

    Attributes:
        name: what sentences call him.
        model: all that changes about him.
        acting: whether it is his activation.
        signs: in the order of their weight.
    """

    name: str
    model: FighterState
    acting: bool
    signs: tuple[Sign, ...]

    @property
    def ready(self) -> bool:
        """Whether he has a ready marker."""
        return self.model.ready


@dataclass(frozen=True, eq=False)
class Decision:
    """A line of the log that chose a target, from which what was known then can be worked out.

    Attributes:
        entry: what happened.
        before: how things were.
    """

    entry: Line
    before: Battle | None


@dataclass(frozen=True)
class ShotFired:
    """A shot that was rolled for.

    Attributes:
        battle: as it was then.
        shooter, target: their ids.
        hit: whether it hit.
    """

    battle: Battle = field(compare=False)
    shooter: str
    target: str
    hit: bool

    @property
    def line(self) -> tuple[Point, Point]:
        """From the shooter's eye to the middle of the target."""
        eye, box = figure_of(self.battle, self.shooter).eye, figure_of(self.battle, self.target).box
        (x, y, z), (a, b, c) = eye.tolist(), box.mean(axis=0).tolist()
        return (x, y, z), (a, b, c)


@dataclass(frozen=True)
class LogLine:
    """A line of the log.

    Attributes:
        words: what it says; empty for a choice of which what follows tells as much.
        answers: after how many answers it stands there.
        source: document and section.
        roll: the dice that it tells of; None for none.
        faces: how they fell.
        chosen: whether it tells of somebody's choice.
        shown: what happened, as a value that can be drawn.
        decision: that it tells of, if it chose a target; None for all others.
        hidden: whether its answer is secret still.
    """

    words: str
    answers: int
    source: str = ""
    roll: Roll | None = None
    faces: Faces = ()
    chosen: bool = False
    shown: object = None
    decision: Decision | None = field(default=None, compare=False)
    hidden: bool = False


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
        _fighters(battle),
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
        fighters=_fighters(moment.state),
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


def log_lines(log: Sequence[Line], called: Called, start: int = 0) -> Iterator[LogLine]:
    """The lines of a log.

    Args:
        log: of a game.
        called: what sentences call fighters and gangs, by id.
        start: how many to leave out.
    """
    answers, now = sum(map(given_by_somebody, log[:start])), state_after(log[:start])
    for entry, words in zip(log[start:], lines(log, called, start=start, evidence=False, untold=True), strict=True):
        decision = Decision(entry, now) if chooses_target(entry) else None
        if isinstance(entry, Say | Ruled) and isinstance(entry.state, Battle):
            now = entry.state
        if isinstance(entry, Say):
            yield LogLine(words, answers, entry.source, shown=entry.shown, decision=decision)
            continue
        answers += given_by_somebody(entry)
        if isinstance(entry, Ruled):
            yield LogLine(words, answers, SOURCE, chosen=True)
        elif isinstance(entry.question, Roll) and not entry.hidden:
            faces = tuple(map(int, entry.answer))
            shot = _shot(entry.question, faces, now)
            yield LogLine(words.strip(), answers, entry.question.source, entry.question, faces, shown=shot)
        else:
            told = (words.strip(), answers, entry.question.source)
            choice = isinstance(entry.question, Choose)
            yield LogLine(*told, chosen=choice, decision=decision, hidden=entry.hidden)


def _shot(roll: Roll, faces: Faces, battle: Battle | None) -> ShotFired | None:
    """The shot that a roll decided; None for all others."""
    about = roll.shown
    if not isinstance(about, ShotShown) or battle is None:
        return None
    hit = roll.succeeds(faces) or any(face in about.good for face in faces)
    return ShotFired(battle, about.shooter, about.target, hit)


def signs_of(battle: Battle, fighter: str) -> tuple[Sign, ...]:
    """All that is marked about a fighter."""
    return tuple(_signs(battle, battle.model(fighter)))


def _signs(battle: Battle, model: FighterState) -> Iterator[Sign]:
    if model.whereabouts != "table":
        said = {"out_of_action": "out of action", "fled": "gone", "reserve": "not on the table yet"}
        yield Sign(model.whereabouts, said[model.whereabouts])
        return
    acting = battle.activation
    if model.status != "standing":
        yield Sign(model.status, model.status.replace("_", " "))
    if met := engaged(battle, model.id):
        yield Sign("engaged", f"engaged with {battle.all_called(met)}")
    if model.broken:
        yield Sign("broken", "broken")
    if model.insane:
        yield Sign("insane", "insane")
    if model.climb is not None:
        yield Sign("in_air", "over a gap") if model.climb.in_air else Sign("climbing", "mid-climb")
    if model.hard_target:
        yield Sign("hard_target", "hard target")
    if acting is not None and acting.fighter == model.id and acting.aimed:
        yield Sign("aimed", "has aimed")
    if model.empty:
        yield Sign("out_of_ammo", f"out of ammo: {', '.join(sorted(model.empty))}")
    if hurt := _hurt(battle, model):
        yield Sign("wounded", hurt)
    yield from (Sign("marked", told) for told in marks_told(battle, model.id))
    if model.carries:
        yield Sign("carrying", f"carries {battle.called(model.carries)}")


def _hurt(battle: Battle, model: FighterState) -> str:
    full = battle.card(model.id).profile.wounds
    flesh = f"{model.flesh_wounds} flesh wound{'s' * (model.flesh_wounds > 1)}" if model.flesh_wounds else ""
    left = f"{model.wounds} of {full} wounds left" if model.wounds < full else ""
    return ", ".join(part for part in (left, flesh) if part)


def _fighters(battle: Battle) -> dict[str, FighterSnapshot]:
    acting = battle.activation.fighter if battle.activation is not None else ""
    return {
        model.id: FighterSnapshot(battle.called(model.id), model, model.id == acting, signs_of(battle, model.id))
        for model in battle.models
    }


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
