"""The answers that were given lately, so that their pictures and evidence pages can be asked for."""

import secrets
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from threading import Lock

from sightline.api.shown_answers import ShownAnswer, WordedAnswer
from sightline.errors import CommandError
from sightline.server.table_source import TableMoment

MOST = 100
"""Answers that are kept."""


@dataclass(frozen=True, eq=False)
class KeptAnswer:
    """An answer, and of what.

    Attributes:
        answer: itself.
        moment: the table as it was then.
        made: what was made of it, by kind.
    """

    answer: WordedAnswer
    moment: TableMoment
    made: dict[str, bytes] = field(default_factory=dict)

    @property
    def drawn(self) -> bool:
        """Whether it has a picture."""
        return isinstance(self.answer, ShownAnswer)


class AnswerShelf:
    """Answers by names that nobody guesses; the oldest go."""

    def __init__(self) -> None:
        """Empty."""
        self._kept: OrderedDict[str, KeptAnswer] = OrderedDict()
        self._lock = Lock()

    def keep(self, answer: WordedAnswer, moment: TableMoment) -> str:
        """Keep an answer; its name."""
        name = secrets.token_urlsafe(9)
        with self._lock:
            self._kept[name] = KeptAnswer(answer, moment)
            while len(self._kept) > MOST:
                self._kept.popitem(last=False)
        return name

    def find(self, name: str) -> KeptAnswer:
        """The answer of that name; a `CommandError` if it is kept no longer."""
        with self._lock:
            found = self._kept.get(name)
        if found is None:
            raise CommandError("that answer is no longer kept; ask again")
        return found

    def made(self, name: str, kind: str, make: Callable[[KeptAnswer], bytes]) -> bytes:
        """What is made of an answer, once."""
        kept = self.find(name)
        if kind not in kept.made:
            kept.made[kind] = make(kept)
        return kept.made[kind]
