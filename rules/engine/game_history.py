"""A game as the history of its answers: questions come out, answers go in; undo, redo, and replay to the same end."""

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from rules.engine.dice import fault
from rules.engine.procedure_steps import Answer, Call, Choose, Cites, Procedure, Question, Roll, Say, chosen, cited
from rules.errors import RulesError

State = TypeVar("State")


@dataclass(frozen=True)
class Answered:
    """A line of the log: what was asked, and what the answer was."""

    question: Question
    answer: Answer


@dataclass(frozen=True)
class _Mark(Generic[State]):
    """How things were between two steps: after how many answers, and how long the log was."""

    answers: int
    lines: int
    state: State


@dataclass(frozen=True)
class Moment(Generic[State]):
    """How a game was after so many answers.

    Attributes:
        state: how things were.
        lines: how many lines the log had.
        question: what was asked; None when the game was over.
    """

    state: State
    lines: int
    question: Question | None


class Game(Generic[State]):
    """A game in play: its answers so far and what is asked next. The one thing here that changes.

    A state is a value from which the next step can be begun: ``step(state)`` is a procedure that returns the next state, or
    None when the game is over. Between steps the states are kept, so that going back replays one step at most.
    """

    def __init__(
        self,
        start: State,
        step: Callable[[State], Procedure[State] | None],
        answers: Sequence[Answer] = (),
        *,
        cites: Cites = str,
    ) -> None:
        """Begin at ``start`` and give ``answers``; ``cites`` tells where stands what procedures only name a topic of.

        Raises:
            RulesError: if an answer does not fit what is asked.
        """
        self._step = step
        self._cites = cites
        self._marks = [_Mark(0, 0, start)]
        self._answers: list[Answer] = []
        self._taken_back: list[Answer] = []
        self._log: list[Say | Answered] = []
        self._pending: Question | None = None
        self._running: Generator[Question, Any, State | None] = self._play(start)
        self._go_on(None)
        for number, answer in enumerate(answers):
            try:
                self._given(answer)
            except RulesError as error:
                raise RulesError(f"answer {number + 1}: {error.faults[0]}") from error

    @property
    def pending(self) -> Question | None:
        """What is asked; None when the game is over."""
        return self._pending

    @property
    def state(self) -> State:
        """How things are now."""
        for line in reversed(self._log[self._marks[-1].lines :]):
            if isinstance(line, Say) and line.state is not None:
                state: State = line.state
                return state
        return self._marks[-1].state

    @property
    def settled(self) -> State:
        """How things were before the step that is under way; two games with the same answers have equal ones."""
        return self._marks[-1].state

    @property
    def answers(self) -> tuple[Answer, ...]:
        """All answers so far."""
        return tuple(self._answers)

    @property
    def taken_back(self) -> tuple[Answer, ...]:
        """What `redo` would give again, last first."""
        return tuple(self._taken_back)

    @property
    def log(self) -> tuple[Say | Answered, ...]:
        """What was said, asked and answered so far."""
        return tuple(self._log)

    def moments(self) -> tuple[Moment[State], ...]:
        """How things were after each number of answers, from none to all. Nothing is played again for it."""
        found: list[Moment[State]] = []
        marks = iter(self._marks)
        state, mark = self._marks[0].state, next(marks, None)
        for number, line in enumerate((*self._log, None)):
            while mark is not None and mark.lines <= number:
                state, mark = mark.state, next(marks, None)
            if line is None or isinstance(line, Answered):
                found.append(Moment(state, number, self._pending if line is None else line.question))
            elif line.state is not None:
                state = line.state
        return tuple(found)

    def answer(self, answer: Answer) -> None:
        """Answer what is asked.

        Raises:
            RulesError: if that cannot be; then nothing has changed.
        """
        self._given(answer)
        self._taken_back.clear()

    def undo(self, count: int = 1) -> None:
        """Take back answers.

        Raises:
            RulesError: if there are not so many.
        """
        if not 0 < count <= len(self._answers):
            raise RulesError(f"{count} answers cannot be taken back; {len(self._answers)} have been given")
        self._taken_back += self._answers[: -count - 1 : -1]
        self._back_to(self._answers[:-count])

    def _back_to(self, kept: list[Answer]) -> None:
        """Play on from the last step that these answers had ended."""
        while self._marks[-1].answers > len(kept):
            self._marks.pop()
        mark = self._marks[-1]
        del self._log[mark.lines :]
        self._answers = kept[: mark.answers]
        self._running = self._play(mark.state)
        self._go_on(None)
        for answer in kept[mark.answers :]:
            self._given(answer)

    def redo(self) -> None:
        """Give the last answer again that was taken back.

        Raises:
            RulesError: if there is none.
        """
        if not self._taken_back:
            raise RulesError("nothing was taken back")
        self._given(self._taken_back[-1])
        self._taken_back.pop()

    def _given(self, answer: Answer) -> None:
        if self._pending is None:
            raise RulesError("the game is over; take an answer back to go on from there")
        value, before = meant(self._pending, answer), list(self._answers)
        self._answers.append(answer)
        self._log.append(Answered(self._pending, answer))
        try:
            self._go_on(value)
        except Exception:
            # A procedure that has broken off cannot be sent anything any more, whatever broke it off.
            self._back_to(before)
            raise

    def _go_on(self, value: object) -> None:
        try:
            self._pending = self._running.send(value)
        except StopIteration:
            self._pending = None

    def _play(self, state: State) -> Generator[Question, Any, State | None]:
        """One step after another; what is asked on the way comes out."""
        while (steps := self._step(state)) is not None:
            state = yield from self._flat(steps)
            self._marks.append(_Mark(len(self._answers), len(self._log), state))
        return state

    def _flat(self, steps: Procedure[Any]) -> Generator[Question, Any, Any]:
        reply: object = None
        while True:
            try:
                request = steps.send(reply)
            except StopIteration as stop:
                return stop.value
            match request:
                case Say():
                    self._log.append(cited(request, self._cites))
                    reply = None
                case Call():
                    reply = yield from self._flat(request.begin())
                case _:
                    reply = yield cited(request, self._cites)


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
