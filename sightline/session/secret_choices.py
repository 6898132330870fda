"""Secret choices of several people at one screen: whose question nobody else may see, and who looks at the screen meanwhile."""

from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import cache

from rules.engine.procedure_steps import Choose, Question
from rules.skirmish.state.battle_state import Battle

VEILED = "a secret choice"
"""What is told of a secret question to those who may not see it."""


@dataclass(frozen=True)
class HandOver:
    """A screen that is handed over: nobody answers anything before it is said that this is done.

    Attributes:
        to: the gang whose player is to look alone; empty for everybody.
        done: the gang whose player looked alone before; empty for nobody.
    """

    to: str = ""
    done: str = ""


@dataclass(frozen=True)
class Lookers:
    """Who looks at a screen that several people share.

    Attributes:
        alone: the gang whose player looks alone, as he chooses in secret; empty while everybody may look.
        done: the gang whose player has looked alone, until everybody else is told to look again; empty for nobody.
    """

    alone: str = ""
    done: str = ""

    def now_asked(self, player: str) -> "Lookers":
        """Who looks once something is asked that only the player of a gang may see; empty: that everybody may see."""
        return self if not self.alone or player == self.alone else Lookers(done=self.alone)

    def hand_over(self, player: str) -> HandOver | None:
        """What has to be done before that is shown; None where it may be shown at once."""
        if player:
            return None if player == self.alone else HandOver(player, "" if self.done == player else self.done)
        return HandOver(done=self.done) if self.done else None


def chooses_alone(battle: Battle, question: Question | None, people: AbstractSet[str]) -> str:
    """The gang whose player alone may see a question; empty where everybody may, or where there is nobody to hide it from.

    Args:
        battle: how things are.
        question: what is asked.
        people: the gangs that are led by people, each by somebody else.
    """
    if not is_secret(question) or len(people) < 2:
        return ""
    gang = chooser(battle, question)
    return gang if gang in people else ""


def is_secret(question: Question | None) -> bool:
    """Whether the answer to a question is secret."""
    return question is not None and question.secret


def chooser(battle: Battle, question: Question | None) -> str:
    """The gang of whoever is asked; empty for nobody."""
    if question is None:
        return ""
    return battle.model(question.who).gang if question.who in battle.setting.cards else question.who


def veiled(battle: Battle, question: Question | None) -> Question | None:
    """A question as those see it who may not: who is asked, and of a secret choice nothing else."""
    return _veil(chooser(battle, question)) if is_secret(question) else question


@cache
def _veil(gang: str) -> Choose:
    return Choose(VEILED, gang, (), secret=True)
