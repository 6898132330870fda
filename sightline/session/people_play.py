"""People who play at a terminal: what they are told and asked, what they type, and looking away from secrets."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, suppress
from dataclasses import dataclass, field

from rules.engine.procedure_steps import Question, Roll
from rules.errors import RulesError
from rules.skirmish.state.battle_rules import battle_rules
from rules.skirmish.state.scenario import over_words
from sightline.session.acting_words import DRAWN_BY_DEVICES, condition, drawn_by_devices, impossible, owed_words
from sightline.session.answer_sources import question_lines, ruling_typed
from sightline.session.battle_log import lines
from sightline.session.journal_files import GoneOnMeanwhileError
from sightline.session.play_loop import Play, number_of_answers, play_on
from sightline.session.secret_choices import Lookers, chooses_alone
from sightline.session.targets.decision_evidence import asked_evidence

HELP = (
    "type an answer or its number; or: undo [N], redo, why (what cannot be done, and why), log, help, quit, "
    "play on (where the rules play a gang: all of it does what they say), and any player: "
    "rule FIGURE MARK [on|off|N], rule move FIGURE X Y Z, rule cover of FIGURE open|partial|full, "
    'rule door ID open|closed, rule "free text"'
)
AT_END = '"undo" takes the last answer back, return leaves'
ANYBODY = frozenset({"undo", "redo", "help", "log", "why", "rule"})
"""What can be typed while a secret question waits that is not shown yet."""
Beside = Callable[[], AbstractContextManager[None]]
"""Brings up a screen of which nothing is left afterwards."""


def by_people(
    play: Play,
    say: Callable[[str], None],
    read: Callable[[], str | None],
    *,
    hide: Callable[[str], None] | None = None,
    beside: Beside | None = None,
    ask_at_end: bool = False,
) -> None:
    """Ask people until the battle is over or they leave.

    What others answer meanwhile in other programs is told, and then asked is what is asked now. Dice that came of their
    answers may be rolled there, in whatever way, and so may those that were to be rolled already when it was opened at a
    terminal (``ask_at_end``): the program rolls them here once Enter is pressed.

    Args:
        play: the battle.
        say: takes what they are told, line by line.
        read: what they type next; None at the end; a `GoneOnMeanwhileError` where others have answered before.
        hide: takes a secret that was typed off the screen.
        beside: a screen on which one of them alone is told what he chooses in secret, once Enter is pressed there; None where
            nobody looks on, such as in a pipe: then nothing is read for it.
        ask_at_end: whether they are asked once more when the battle is over, so that nothing that they typed is final.
    """
    with ExitStack() as away:
        shared = _Shared(play, say, read, hide, beside, away, rolls=not ask_at_end)
        goes_on = True
        while goes_on and (play.game.pending is not None or ask_at_end):
            with suppress(GoneOnMeanwhileError):
                goes_on = shared.ask()
        shared.back()
    for line in play.news():
        say(line)
    if play.game.pending is not None:
        say("kept; the same command goes on from here")


@dataclass
class _Shared:
    """A screen that several people share, where one may have to look alone.

    Attributes:
        play: what they play.
        say: takes what they are told.
        read: what they type.
        hide: takes what was typed off the screen.
        beside: a screen for one of them alone; None for none.
        away: leads back from it.
        rolls: whether the program rolls at once what is rolled for now.
        lookers: who looks.
        told: how much of the log was told when one began to look alone: the rest is told everybody again.
    """

    play: Play
    say: Callable[[str], None]
    read: Callable[[], str | None]
    hide: Callable[[str], None] | None
    beside: Beside | None
    away: ExitStack
    rolls: bool
    lookers: Lookers = field(default_factory=Lookers)
    told: int = 0

    def ask(self) -> bool:
        """Tell what is new, ask what is asked now, and do what is typed; False where people leave instead."""
        play = self.play
        self._follow()
        question = play.game.pending
        alone = self.looking_at(question)
        if isinstance(question, Roll) and self.rolls and not play.typed and play.owed is None:
            play.roll(question)
            return True
        if alone != self.lookers.alone:
            return self.hand_over(alone)
        for line in (*play.news(), *_asked(play, question)):
            self.say(line)
        typed = (self.read() or "quit").strip()
        if self.hide is not None and alone:
            self.hide(typed)
        if typed == "quit" or (question is None and not typed):
            return False
        self._do(question, typed)
        return True

    def _follow(self) -> None:
        """Take in what others have answered, and tell what of it the log does not."""
        for entry in self.play.catch_up():
            self.rolls = False
            if isinstance(entry, int):
                self.say(f"answers taken back by others: {-entry}")

    def _do(self, question: Question | None, typed: str) -> None:
        """Do what was typed for a question; of dice that come of it nobody else has to know."""
        kept = len(self.play.file.journal.entries)
        _try(self.play, question, typed, self.say)
        self.rolls = self.rolls or len(self.play.file.journal.entries) > kept

    def looking_at(self, question: Question | None) -> str:
        """Whose question it is if nobody else may see it; everybody is told to look again once one has looked alone."""
        battle = self.play.game.state
        people = {side.id for side in battle.sides} - battle_rules(battle).played(battle.setting)
        alone = chooses_alone(battle, question, people)
        now = self.lookers.now_asked(alone)
        if now.done:
            self.back()
            self.say(f"the choice of {battle.called(now.done)} is made: everybody looks again")
        return alone

    def hand_over(self, player: str) -> bool:
        """Have everybody else look away before the player of a gang is asked; False where people leave instead."""
        for line in self.play.news():
            self.say(line)
        if owed := _owed(self.play):
            self.say(owed)
        away = f"a secret choice of {self.play.game.state.called(player)}: everybody else looks away"
        self.say(away if self.beside is None else f"{away}; press Enter")
        typed = "" if self.beside is None else (self.read() or "quit").strip()
        if typed == "quit":
            return False
        if not typed:
            self.lookers, self.told = Lookers(player), self.play.told
            if self.beside is not None:
                self.away.enter_context(self.beside())
        elif typed.split()[0].casefold() in ANYBODY:
            _try(self.play, None, typed, self.say)
        else:
            self.say("press Enter first: what is asked is not shown yet")
        return True

    def back(self) -> None:
        """Everybody looks at the screen; what was told one alone is gone from it, and the news of it are told again."""
        self.away.close()
        if self.lookers.alone and self.beside is not None:
            self.play.told = min(self.told, len(self.play.game.log))
        self.lookers = Lookers()


def _try(play: Play, question: Question | None, typed: str, say: Callable[[str], None]) -> None:
    """Do what was typed; why it cannot be is said."""
    try:
        if typed and play.file.gone_on:
            raise GoneOnMeanwhileError  # noqa: TRY301 - refused as where it is found out later
        _carry_out(play, question, typed, say)
    except (RulesError, GoneOnMeanwhileError) as error:
        for fault in error.faults:
            say("".join(letter if letter.isprintable() else "?" for letter in fault))


def _asked(play: Play, question: Question | None) -> Iterator[str]:
    """What people are asked; when the battle is over, only whether to take something back."""
    if question is None:
        yield f"the battle is over: {winner(play)}; {AT_END}"
    elif owed := _owed(play):
        yield owed
    else:
        yield from _how_it_stands(play, question)
        yield from question_lines(question, play.game.state.called)
        # Only what is asked for is worked out, and people read the question meanwhile.
        yield from asked_evidence(play.game.state, question)
        if isinstance(question, Roll) and not play.typed:
            yield "      others may roll; Enter has the program roll"
            yield from ([f"      {DRAWN_BY_DEVICES}"] if drawn_by_devices(play.file.journal.entries) else [])


def _owed(play: Play) -> str:
    """For whom the battle waits, as a roll that two devices draw is not revealed; empty where it does not."""
    owed = owed_words(play.file.journal.entries, play.game.state.called)
    return f"{owed}; it is waited for" if owed else ""


def winner(play: Play) -> str:
    """Who has won a battle that is over."""
    return over_words(play.game.state)


def _how_it_stands(play: Play, question: Question) -> Iterator[str]:
    """What the fighter whose action is asked for has left, and what hinders him."""
    acting = play.game.settled.activation
    if acting is not None and question.what == "action":
        battle = play.game.settled
        yield f"{battle.called(acting.fighter)}: {condition(battle, acting.fighter)}; actions left: {acting.left}"


def _carry_out(play: Play, question: Question | None, line: str, say: Callable[[str], None]) -> None:
    match line.split():
        case []:
            if isinstance(question, Roll) and not play.typed:
                play.roll(question)
        case ["undo", *_]:
            _say_any(play.take_back(play.since(number_of_answers(line))), say)
        case ["redo"]:
            play.give_again()
        case ["help"]:
            say(HELP)
        case ["play", "on"] if question is not None:
            play_on(play)
        case ["log"]:
            for told in lines(play.game.log, play.game.state.called):
                say(told)
        case ["why"]:
            for told in impossible(play.game.settled, question):
                say(told)
        case _:
            _say_any(_given(play, question, line), say)


def _given(play: Play, question: Question | None, line: str) -> str:
    """Give what was typed as an answer or a ruling; what is to be said about it."""
    if ruling_typed(line) is None:
        if question is None:
            raise RulesError(f'"{line[:40]}" answers nothing: nothing more is asked')
        if isinstance(question, Roll) and not play.typed:
            raise RulesError("the program rolls these dice: press Enter, or wait for who rolls them")
    return play.give_line(line)


def _say_any(said: str, say: Callable[[str], None]) -> None:
    """Say something, if it is anything."""
    if said:
        say(said)
