"""Exact odds: a procedure gone through with every answer that there can be, each with its probability."""

from collections import defaultdict
from collections.abc import Callable, Hashable, Mapping
from fractions import Fraction
from typing import Any, TypeVar

from rules.engine.dice import outcomes
from rules.engine.procedure_steps import Call, Choose, Procedure, Request, Roll, Say, chosen
from rules.errors import RulesError

Result = TypeVar("Result", bound=Hashable)
Decide = Callable[[Choose], Mapping[str, Fraction]]
"""How likely each answer to a choice is."""

MOST_STEPS = 400_000
"""Answers followed before giving up; the reckoning is bounded."""


class _Reckoning:
    """What calls lead to, each reckoned once."""

    def __init__(self, decide: Decide) -> None:
        self._decide = decide
        self._known: dict[Call[Any], dict[Any, Fraction]] = {}
        self._steps = 0

    def results(self, call: Call[Any]) -> dict[Any, Fraction]:
        # A call holds whole states, whose hashes take time: one is enough.
        found = self._known.get(call)
        if found is None:
            found = self._known[call] = self._followed(call)
        return found

    def _followed(self, call: Call[Any]) -> dict[Any, Fraction]:
        found: dict[Any, Fraction] = defaultdict(Fraction)
        waiting: list[tuple[tuple[Any, ...], Fraction]] = [((), Fraction(1))]
        while waiting:
            answers, chance = waiting.pop()
            # A generator cannot be copied: each other answer starts again from the beginning of its own procedure.
            steps = call.begin()
            try:
                request = _at(steps, answers)
                while True:
                    self._count()
                    branches = self._branches(request)
                    (first, share), *others = branches
                    waiting += [((*answers, answer), chance * part) for answer, part in others]
                    answers, chance = (*answers, first), chance * share
                    request = _asked(steps, first)
            except StopIteration as stop:
                found[stop.value] += chance
        return dict(found)

    def _branches(self, request: Request) -> list[tuple[Any, Fraction]]:
        match request:
            case Roll():
                return list(outcomes(request.dice))
            case Call():
                return list(self.results(request).items())
            case Choose():
                shares = self._decide(request)
                return [(chosen(request, key).value, share) for key, share in shares.items() if share]
            case Say():
                raise AssertionError("what is said needs no answer")

    def _count(self) -> None:
        self._steps += 1
        if self._steps > MOST_STEPS:
            raise RulesError(f"the odds have more than {MOST_STEPS:,} cases to follow; ask about fewer attacks at once")


def odds(decide: Decide, procedure: Callable[..., Procedure[Result]], *arguments: object) -> dict[Result, Fraction]:
    """The probability of every result of a procedure.

    Args:
        decide: how likely each answer to a choice is.
        procedure, arguments: what is gone through.

    Raises:
        RulesError: if there are too many cases.
    """
    return _Reckoning(decide).results(Call(procedure, arguments))


def _at(steps: Procedure[Any], answers: tuple[Any, ...]) -> Request:
    request = _asked(steps, None)
    for answer in answers:
        request = _asked(steps, answer)
    return request


def _asked(steps: Procedure[Any], answer: object) -> Request:
    """The next request that needs an answer."""
    request = steps.send(answer)
    while isinstance(request, Say):
        request = steps.send(None)
    return request
