"""The rolls of a battle that the devices of two seats draw together: the one under way, and those that each reckons anew."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from rules.engine.drawn_entries import begun_with, under_way
from rules.engine.game_history import Answered
from rules.engine.given_entries import DrawnFaces
from rules.engine.procedure_steps import Roll
from rules.engine.shared_dice import SharedRoll, received
from rules.errors import RulesError
from sightline.session.play_loop import Play

MOST_DRAWN = 40
"""Rolls that are told again, the last ones."""


class SharedRolls:
    """The roll that two devices draw now, and those that they have drawn. What is under way is what changes here."""

    def __init__(self, play: Play) -> None:
        """Go on with a roll whose reveal is owed."""
        self._play = play
        self._roll: SharedRoll | None = play.owed

    def begin_again(self) -> None:
        """The journal has gone on: what was begun here is begun again, or goes on as the journal has it."""
        self._roll = self._play.owed

    @property
    def under_way(self) -> SharedRoll | None:
        """The roll that was begun; it is bound to how far the journal was, so what was kept meanwhile has it begin again."""
        roll = self._roll
        if roll is not None and roll.waits_for != "reveal" and roll.bound.number != len(self._play.file.journal.entries):
            self._roll = None
        return self._roll

    def take(self, gang: str, beside: str, wanted: Mapping[str, Any]) -> str:
        """Take one message about a roll; what is to be said about it, mostly nothing.

        Args:
            gang: whose seat has sent it; where no roll is under way, the one that rolls.
            beside: the gang that answers then.
            wanted: the message: the number of the roll, the step, and its value.

        Raises:
            RulesError: it is none that is waited for.
        """
        roll = self.under_way
        if roll is None:
            if self._play.fall_again():
                return "the dice fall as they did before they were taken back"
            roll = self._roll = self._play.shared_roll(gang, beside)
        number, step, value = (wanted.get(name) for name in ("number", "step", "value"))
        roll = received(roll, gang, number, step, value, called=self._play.game.state.called)
        if roll.waits_for == "reveal":
            # The roller is told the answer only once the journal holds it.
            self._play.keep_answered(roll)
        self._roll = roll
        if not roll.owes:
            self._roll = None
            self._play.give_drawn(roll)
        return ""

    def told(self, gang: str, beside: str) -> dict[str, Any] | None:
        """The roll that is drawn now: what it is bound to, and what has been said so far; None where none is.

        Args:
            gang: who is asked.
            beside: whose device would answer; empty where nobody's would.
        """
        roll = self.under_way or self._next(gang, beside)
        if roll is None:
            return None
        # What has been answered was kept before it is told.
        return _told_values(roll) | {"waits_for": roll.waits_for, "owes": roll.owes}

    def drawn(self, gang: str) -> list[dict[str, Any]]:
        """The last rolls that two devices drew, with all that went into them: each device reckons them anew.

        What fell in secret is told the seat of its gang alone, and everybody once it is revealed. So is what was taken
        back and is asked for no longer, as it may have fallen in secret, and falls again as it did.
        """
        return [_told_values(roll) | {"secret": roll.secret.hex(), "faces": list(faces)} for roll, faces in self._drawn(gang)]

    def _drawn(self, gang: str) -> Iterator[tuple[SharedRoll, tuple[int, ...]]]:
        journal, shown = self._play.file.journal, self._are_shown()
        secret, openly = self._asked_for(secret=True), self._asked_for(secret=False)
        drawn = [entry for entry in journal.entries if isinstance(entry, DrawnFaces)]
        recent = len(drawn) - MOST_DRAWN
        for place, entry in enumerate(drawn):
            if (place < recent and not (shown and secret)) or (owed := begun_with(journal.entries, entry)) is None:
                continue
            roll = replace(under_way(journal.game, entry.number, owed), secret=entry.secret)
            asked = roll.bound.what, roll.bound.who
            if (shown and asked in secret) or (place >= recent and (asked in openly or roll.bound.by == gang)):
                yield roll, tuple(map(int, entry.faces))

    def _are_shown(self) -> bool:
        """Whether the battle is over and nothing that fell in it is secret still."""
        game = self._play.game
        rolls = (line for line in game.log if isinstance(line, Answered) and isinstance(line.question, Roll))
        return game.pending is None and not any(line.hidden for line in rolls)

    def _asked_for(self, *, secret: bool) -> frozenset[tuple[str, str]]:
        """Rolls that stand or are asked for now, those whose faces only one seat is told or the others: what for, for whom."""
        game = self._play.game
        asked = [line.question for line in game.log if isinstance(line, Answered)]
        rolls = [one for one in (*asked, game.pending) if isinstance(one, Roll) and one.secret == secret]
        return frozenset((one.what, one.who) for one in rolls)

    def _next(self, gang: str, beside: str) -> SharedRoll | None:
        """The roll that is asked for, before anything was said about it; None where it is not drawn by two."""
        if not isinstance(self._play.game.pending, Roll) or not beside:
            return None
        try:
            return self._play.shared_roll(gang, beside)
        except RulesError:
            # It was taken back, and falls again as it did.
            return None


def _told_values(roll: SharedRoll) -> dict[str, Any]:
    bound = roll.bound
    return {
        "game": bound.game.hex(),
        "number": bound.number,
        "what": bound.what,
        "dice": bound.dice,
        "who": bound.who,
        "by": bound.by,
        "beside": bound.beside,
        "commitment": roll.commitment.hex(),
        "answer": roll.answer.hex(),
    }
