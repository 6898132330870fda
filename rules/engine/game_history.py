"""A game as the history of what was given to it: questions come out, answers go in, and rulings by the table at any time.

There is undo, redo, and replay to the same end.

**Rulings.** A procedure that waits for an answer holds the state in its own variables, where no ruling reaches it. So the step
under way begins again from its start with the ruling in force. Its answers are given again as long as the same is asked, a roll
or a choice of the same one, and the answer is still possible. What comes after the first that is not is dropped, and the log
tells it. The history holds nothing of that but the ruling itself, so that undo and replay come to the same.
"""

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Generic, TypeVar

from rules.engine.dice import fault
from rules.engine.given_entries import DrawnFaces, Given, GivenAnswer, Ruling, plain
from rules.engine.procedure_steps import Answer, Call, Choose, Cites, Option, Procedure, Question, Roll, Say, chosen, cited
from rules.errors import RulesError

State = TypeVar("State")
OVER = "the game is over; take an answer back to go on from there"


@dataclass(frozen=True)
class Answered:
    """A line of the log: what was asked, and what the answer was.

    Attributes:
        again: whether it was given again after a ruling, and is none of the answers of the history.
        revealed: whether a secret answer is secret no longer.
        drawn: whether two devices drew it together.
    """

    question: Question
    answer: Answer
    again: bool = field(default=False, compare=False)
    revealed: bool = False
    drawn: bool = False

    @property
    def hidden(self) -> bool:
        """Whether nobody is to be shown the answer yet."""
        return self.question.secret and not self.revealed


@dataclass(frozen=True)
class Ruled:
    """A line of the log: a ruling by the table.

    Attributes:
        ruling: as it was made.
        words: what it comes to, for people.
        question: what was asked at that time.
        state: how things are with it; None where it changes nothing.
        dropped: answers to what was under way that do not fit any more.
    """

    ruling: Ruling
    words: str
    question: Question | None
    state: Any = field(default=None, compare=False)
    dropped: tuple[Answered, ...] = ()


Line = Say | Answered | Ruled
"""A line of the log."""


def given_by_somebody(line: Line) -> bool:
    """Whether a line of the log is an answer or a ruling of the history: there are as many of them."""
    return isinstance(line, Ruled) or (isinstance(line, Answered) and not line.again)


@dataclass(frozen=True)
class _Mark(Generic[State]):
    """How things were between two steps: after how many answers and rulings, and how long the log was.

    Attributes:
        told: after a ruling, what had been told of the step that begins again.
    """

    answers: int
    lines: int
    state: State
    told: tuple[Line, ...] | None = None


@dataclass(frozen=True)
class Moment(Generic[State]):
    """How a game was after so many answers and rulings.

    Attributes:
        state: how things were.
        lines: how many lines the log had.
        question: what was asked; None when the game was over.
    """

    state: State
    lines: int
    question: Question | None


class Game(Generic[State]):
    """A game in play: its answers and rulings so far and what is asked next. The one thing here that changes.

    A state is a value from which the next step can be begun: ``step(state)`` is a procedure that returns the next state, or
    None when the game is over. Between steps the states are kept, so that going back replays one step at most.
    """

    def __init__(
        self,
        start: State,
        step: Callable[[State], Procedure[State] | None],
        answers: Sequence[Given] = (),
        *,
        cites: Cites = str,
        applied: Callable[[State, str], tuple[State, str]] | None = None,
        asks_forced: bool = True,
    ) -> None:
        """Begin a game, and give what was given.

        Args:
            start: how things are at the beginning.
            step: what comes next.
            answers: answers and rulings.
            cites: tells where stands what procedures only name a topic of.
            applied: the state with a ruling, and what that comes to in words; the very state where it changes nothing.
                A `RulesError` for what is no ruling. Without it there are none.
            asks_forced: whether questions with one possible answer are asked; else they answer themselves.

        Raises:
            RulesError: if an answer does not fit what is asked.
        """
        self._step = step
        self._cites = cites
        self._applied = applied
        self._asks_forced = asks_forced
        self._marks = [_Mark(0, 0, start)]
        self._history: list[Given] = []
        self._taken_back: list[Given] = []
        self._log: list[Line] = []
        self._told: list[Line] = []
        self._known: tuple[Line, ...] = ()
        self._of_before: list[int] = []
        self._pending: Question | None = None
        self._running: Generator[Question, Any, State | None] = self._play(start)
        self._go_on(None)
        for number, one in enumerate(answers):
            try:
                self._given(one)
            except RulesError as error:
                raise RulesError(f"answer {number + 1}: {error.faults[0]}") from error

    @property
    def pending(self) -> Question | None:
        """What is asked; None when the game is over."""
        return self._pending

    @property
    def state(self) -> State:
        """How things are now."""
        mark = self._marks[-1]
        # The line of the ruling with which a step began again stands before all others of it.
        for line in reversed(self._log[mark.lines - (mark.told is not None) :]):
            if not isinstance(line, Answered) and line.state is not None:
                state: State = line.state
                return state
        return mark.state

    @property
    def settled(self) -> State:
        """How things were before the step that is under way; two games with the same answers have equal ones."""
        return self._marks[-1].state

    @property
    def answers(self) -> tuple[Given, ...]:
        """All answers and rulings so far."""
        return tuple(self._history)

    @property
    def taken_back(self) -> tuple[Given, ...]:
        """What `redo` would give again, last first."""
        return tuple(self._taken_back)

    @property
    def log(self) -> tuple[Line, ...]:
        """What was said, asked, answered and ruled so far."""
        return tuple(self._log)

    def moments(self) -> tuple[Moment[State], ...]:
        """How things were after each number of answers and rulings, from none to all. Nothing is played again for it."""
        found: list[Moment[State]] = []
        # What a ruling comes to is told by its line.
        marks = (mark for mark in self._marks if mark.told is None)
        state, mark = self._marks[0].state, next(marks, None)
        for number, line in enumerate((*self._log, None)):
            while mark is not None and mark.lines <= number:
                state, mark = mark.state, next(marks, None)
            if line is None or given_by_somebody(line):
                found.append(Moment(state, number, self._pending if line is None or isinstance(line, Say) else line.question))
            if isinstance(line, Say | Ruled) and line.state is not None:
                state = line.state
        return tuple(found)

    def answer(self, answer: GivenAnswer) -> None:
        """Answer what is asked.

        Raises:
            RulesError: if that cannot be; then nothing has changed.
        """
        self._answered(answer)
        self._taken_back.clear()

    def answer_in_turn(self, read: Callable[[Question | None], GivenAnswer | None]) -> tuple[Given, ...]:
        """Answer one question after another, all or none of them.

        Args:
            read: tells the answer to what is asked; None for no more.

        Returns:
            All answers.

        Raises:
            RulesError: if one of them cannot be; then nothing has changed.
        """
        before = list(self._history)
        try:
            while (answer := read(self._pending)) is not None:
                self._answered(answer)
        except Exception:
            if len(self._history) > len(before):
                self._back_to(before)
            raise
        self._taken_back.clear()
        return tuple(self._history[len(before) :])

    def rule(self, ruling: Ruling) -> None:
        """Make a ruling: it is in force from the start of the step under way, which begins again.

        Raises:
            RulesError: if it is none; then nothing has changed.
        """
        self._ruled(ruling)
        self._taken_back.clear()

    def undo(self, count: int = 1) -> None:
        """Take back answers and rulings.

        Raises:
            RulesError: if there are not so many.
        """
        if not 0 < count <= len(self._history):
            raise RulesError(f"{count} answers cannot be taken back; {len(self._history)} have been given")
        self._taken_back += self._history[: -count - 1 : -1]
        self._back_to(self._history[:-count])

    def redo(self) -> None:
        """Give the last answer or ruling again that was taken back.

        Raises:
            RulesError: if there is none.
        """
        if not self._taken_back:
            raise RulesError("nothing was taken back")
        self._given(self._taken_back[-1])
        self._taken_back.pop()

    def _back_to(self, kept: list[Given]) -> None:
        """Play on from the last step that these answers had ended."""
        for place in self._of_before:
            line = self._log[place]
            assert isinstance(line, Answered)
            self._log[place] = replace(line, revealed=False)
        self._of_before.clear()
        while self._marks[-1].answers > len(kept):
            self._marks.pop()
        mark = self._marks[-1]
        self._history = kept[: mark.answers]
        self._begin(mark)
        for one in kept[mark.answers :]:
            self._given(one)

    def _given(self, one: Given) -> None:
        if isinstance(one, Ruling):
            self._ruled(one)
        else:
            self._answered(one)

    def _answered(self, given: GivenAnswer) -> None:
        if self._pending is None:
            raise RulesError(OVER)
        answer, before = plain(given), list(self._history)
        value = meant(self._pending, answer)
        self._history.append(given)
        self._tell(Answered(self._pending, answer, drawn=isinstance(given, DrawnFaces)))
        try:
            self._go_on(value)
        except Exception:
            # A procedure that has broken off cannot be sent anything any more, whatever broke it off.
            self._back_to(before)
            raise

    def _ruled(self, ruling: Ruling) -> None:
        if self._applied is None:
            raise RulesError("no rulings can be made in this game")
        if self._pending is None:
            raise RulesError(OVER)
        before, now = list(self._history), self._marks[-1].state
        state, words = self._applied(now, ruling.text)
        self._history.append(ruling)
        changes = state is not now
        self._log.append(Ruled(ruling, words, self._pending, state if changes else None))
        if not changes:
            return
        self._marks.append(_Mark(len(self._history), len(self._log), state, tuple(self._told)))
        try:
            self._begin(self._marks[-1])
        except Exception:
            self._back_to(before)
            raise

    def _begin(self, mark: _Mark[State]) -> None:
        """Begin the step after a mark; after a ruling, with its answers as far as they fit."""
        answers = [line for line in mark.told or () if isinstance(line, Answered)]
        fitting = self._given_again(mark, answers)
        while fitting is None:
            # Whatever has broken off cannot be sent anything any more.
            answers.pop()
            fitting = self._given_again(mark, answers)
        self._known = ()
        if mark.told is not None:
            ruled, dropped = self._log[mark.lines - 1], [line for line in mark.told if isinstance(line, Answered)][fitting:]
            assert isinstance(ruled, Ruled)
            self._log[mark.lines - 1] = replace(ruled, dropped=tuple(dropped))

    def _given_again(self, mark: _Mark[State], answers: list[Answered]) -> int | None:
        """Begin a step and give its answers again: how many of them fit.

        None where a procedure could not go on from one; then that one is the last that is left.
        """
        del self._log[mark.lines :]
        while self._marks[-1] is not mark:
            self._marks.pop()
        secret = any(one.question.secret for one in answers)
        # What is told again word for word is not told twice; of secrets it is, as it is these that are revealed.
        self._told, self._known = [], () if secret else mark.told or ()
        self._running = self._play(mark.state)
        self._go_on(None)
        for number, one in enumerate(answers):
            if self._marks[-1] is not mark or not _same(self._pending, one.question):
                return number
            assert self._pending is not None
            try:
                value = meant(self._pending, one.answer)
            except RulesError:
                return number
            self._tell(Answered(self._pending, one.answer, again=True, drawn=one.drawn))
            try:
                self._go_on(value)
            except RulesError:
                del answers[number + 1 :]
                return None
        return len(answers)

    def _tell(self, line: Line) -> None:
        """Add a line to the log, unless it repeats what was told before the step began again."""
        self._told.append(line)
        if self._known and self._known[0] == line:
            self._known = self._known[1:]
            ruled = self._log[-1]
            if isinstance(line, Say) and line.state is not None and isinstance(ruled, Ruled):
                self._log[-1] = replace(ruled, state=line.state)
            return
        self._known = ()
        self._log.append(line)

    def _go_on(self, value: object) -> None:
        try:
            self._pending = self._running.send(value)
        except StopIteration:
            self._pending = None

    def _play(self, state: State) -> Generator[Question, Any, State | None]:
        """One step after another; what is asked on the way comes out."""
        while (steps := self._step(state)) is not None:
            state = yield from self._flat(steps)
            self._marks.append(_Mark(len(self._history), len(self._log), state))
            self._told, self._known = [], ()
        return state

    def _flat(self, steps: Procedure[Any]) -> Generator[Question, Any, Any]:
        reply: object = None
        first = len(self._log)
        while True:
            try:
                request = steps.send(reply)
            except StopIteration as stop:
                return stop.value
            match request:
                case Say():
                    self._tell(cited(request, self._cites))
                    if request.reveals:
                        found = self._reveal(0 if request.throughout else first)
                        self._of_before += [place for place in found if place < self._marks[-1].lines]
                    reply = None
                case Call():
                    reply = yield from self._flat(request.begin())
                case Choose(forced=Option() as only) if not self._asks_forced:
                    reply = only.value
                case _:
                    reply = yield cited(request, self._cites)

    def _reveal(self, first: int) -> list[int]:
        """The secret answers from a line of the log on are secret no longer; the places of those lines."""
        places = [place for place, line in enumerate(self._log[first:], first) if isinstance(line, Answered) and line.hidden]
        for place in places:
            line = self._log[place]
            assert isinstance(line, Answered)
            self._log[place] = replace(line, revealed=True)
        return places


def _same(now: Question | None, before: Question) -> bool:
    """Whether the same is asked as before, so that its answer may be given again."""
    match now, before:
        case Roll(), Roll():
            return (now.what, now.dice, now.who) == (before.what, before.dice, before.who)
        case Choose(), Choose():
            return (now.what, now.who, now.about) == (before.what, before.who, before.about)
    return False


def meant(question: Question, answer: object) -> object:
    """What the procedure gets for an answer.

    Raises:
        RulesError: if it cannot be an answer to this question.
    """
    match question:
        case Roll():
            wrong = fault(question.dice, answer)
            if wrong:
                raise RulesError(f"{question.what}: {wrong}")
            return answer
        case Choose():
            if not isinstance(answer, str):
                raise RulesError(f'"{question.what}" is a choice, not a roll')
            return chosen(question, answer).value
