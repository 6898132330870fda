"""Answerers, who answer what a procedure asks: dice by chance, and choices by a program or a script."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TypeVar

import numpy as np

from rules.engine.dice import thrown
from rules.engine.game_history import Game
from rules.engine.procedure_steps import Answer, Choose, Question, Roll
from rules.errors import RulesError

State = TypeVar("State")
Answering = Callable[[Question], Answer]
"""Whoever answers what is asked."""


@dataclass(frozen=True)
class Dice:
    """Rolls dice from a generator; leaves choices to ``choices``."""

    rng: np.random.Generator
    choices: Callable[[Choose], str]

    def __call__(self, question: Question) -> Answer:
        """The faces of a roll, or what ``choices`` takes."""
        if isinstance(question, Roll):
            return thrown(question.dice, self.rng)
        return self.choices(question)


class Script:
    """Gives answers one after another; asks ``otherwise``, if anyone, when it has no more."""

    def __init__(self, answers: Iterable[Answer], otherwise: Answering | None = None) -> None:
        """Take the answers in their order."""
        self._answers: Iterator[Answer] = iter(answers)
        self._otherwise = otherwise

    def __call__(self, question: Question) -> Answer:
        """The next answer."""
        for answer in self._answers:
            return answer
        if self._otherwise is None:
            raise RulesError(f'the script ends where "{question.what}" is asked')
        return self._otherwise(question)


def played(game: Game[State], answering: Answering, *, most: int = 100_000) -> Game[State]:
    """Go on with a game until it is over.

    Raises:
        RulesError: after ``most`` answers; no game takes so many.
    """
    for _ in range(most):
        if game.pending is None:
            return game
        game.answer(answering(game.pending))
    raise RulesError(f"the game does not end within {most:,} answers")
