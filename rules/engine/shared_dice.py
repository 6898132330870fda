"""Dice that two devices draw together, so that neither can forge them: commit, answer, reveal.

The roller commits to a secret that nobody else knows; the other one answers with a number of its own; the roller reveals the
secret; both together give the faces. The roller had chosen before it saw the answer, and the other one before it saw the
secret, so that as long as one of them chose by chance, the faces fall by chance. Source: Blum, Coin flipping by telephone,
1981.
docs/shared-dice.md defines every byte; the page computes the same (``sightline/server/page/src/shared_dice.ts``).
"""

import hmac
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from rules.engine.dice import Faces, ranges
from rules.errors import RulesError

BYTES = 32
"""Of a secret, an answer, a commitment and a game's digest."""
_HEX = re.compile(r"[0-9a-f]{64}")
_COMMITMENT, _DICE = b"sightline shared dice 1: commitment", b"sightline shared dice 1: dice"
"""Keep both uses of a secret apart."""
_DRAWS = 2**16


@dataclass(frozen=True)
class RollBinding:
    """What a roll is bound to: what was committed to for it counts for no other.

    Attributes:
        game: SHA-256 of the first line of its journal.
        number: of the roll, which comes only once in a game: the place among the entries of its journal that it is begun at.
        what, dice, who: what it is for, see `rules.engine.procedure_steps.Roll`.
        by: who rolls, a gang by its id.
        beside: who answers, another gang.
    """

    game: bytes
    number: int
    what: str
    dice: str
    who: str
    by: str
    beside: str

    @property
    def text(self) -> bytes:
        """All of it, so that no two have the same bytes."""
        words = (self.what, self.dice, self.who, self.by, self.beside)
        return b"".join(map(_field, (self.game, self.number.to_bytes(8, "big"), *(word.encode() for word in words))))


def _field(value: bytes) -> bytes:
    """A value behind its length: where it ends is then told by nothing in it."""
    return len(value).to_bytes(4, "big") + value


def commitment_of(bound: RollBinding, secret: bytes) -> bytes:
    """What the roller commits to a secret with: it tells nothing about it, and fits no other."""
    return hmac.digest(secret, _field(_COMMITMENT) + bound.text, "sha256")


def drawn_faces(bound: RollBinding, secret: bytes, answer: bytes) -> Faces:
    """The faces that both numbers give.

    Each number of the roll is the remainder of the next two bytes, big-endian, of a stream. Those from the largest multiple on
    that two bytes hold are left out: otherwise low faces would fall more often. Sources: NIST SP 800-108r1, KDF in counter
    mode; Lemire, Fast random integer generation in an interval, 2019.
    """
    draws = _draws(bound, secret, answer)
    return tuple(
        one.start + next(draw for draw in draws if draw < _DRAWS - _DRAWS % len(one)) % len(one) for one in ranges(bound.dice)
    )


def _draws(bound: RollBinding, secret: bytes, answer: bytes) -> Iterator[int]:
    """Numbers below 65,536 without end."""
    said, block = _field(_DICE) + bound.text + _field(answer), 0
    while True:
        stream = hmac.digest(secret, said + block.to_bytes(4, "big"), "sha256")
        yield from (int.from_bytes(stream[at : at + 2], "big") for at in range(0, BYTES, 2))
        block += 1


@dataclass(frozen=True)
class SharedRoll:
    """A roll under way, as far as it has got.

    Attributes:
        bound: what it is bound to.
        commitment: of the roller; empty before it.
        answer: of the other one; empty before it.
        secret: of the roller; empty until it is revealed.
    """

    bound: RollBinding
    commitment: bytes = b""
    answer: bytes = b""
    secret: bytes = b""

    @property
    def owes(self) -> str:
        """Whose message is owed, a gang by its id; empty when all is there."""
        return self.bound.beside if self.commitment and not self.answer else "" if self.secret else self.bound.by

    @property
    def waits_for(self) -> str:
        """For what it waits: the commitment, the answer, the reveal, or nothing."""
        steps = (("commitment", self.commitment), ("answer", self.answer), ("reveal", self.secret))
        return next((name for name, there in steps if not there), "")

    @property
    def faces(self) -> Faces:
        """What fell, once all is there."""
        assert not self.owes
        return drawn_faces(self.bound, self.secret, self.answer)


def received(
    roll: SharedRoll, seat: str, number: object, step: object, value: object, *, called: Callable[[str], str] = str
) -> SharedRoll:
    """The roll with one more message.

    Args:
        roll: as it was.
        seat: who sent the message, a gang by its id; whoever calls this is sure of that.
        number: of the roll that the message is about.
        step: ``commitment``, ``answer`` or ``reveal``.
        value: 32 bytes, as 64 digits from 0 to 9 and a to f.
        called: what sentences call a gang of an id.

    Raises:
        RulesError: in one line, if it is not the message that is owed; then nothing has changed.
    """
    bound = roll.bound
    if type(number) is not int or number != bound.number:
        early = "late: that roll is over" if type(number) is int and number < bound.number else "foreign: there is no such roll"
        raise RulesError(f"a message about roll number {str(number)[:20]} is {early}; now it is number {bound.number}")
    if seat not in {bound.by, bound.beside}:
        both = f"{called(bound.by)} and {called(bound.beside)}"
        raise RulesError(f'{called(seat)[:40]} has no part in "{bound.what}": it is drawn by {both}')
    given = {"commitment": roll.commitment, "answer": roll.answer, "reveal": roll.secret}
    if not isinstance(step, str) or step not in given:
        raise RulesError(f'there is no step "{str(step)[:20]}" of a roll: commitment, answer, reveal')
    if given[step]:
        raise RulesError(f'the {step} for "{bound.what}" is there already; it cannot be given twice')
    if step != roll.waits_for or seat != roll.owes:
        owed = f"the {roll.waits_for} of {called(roll.owes)} is owed"
        raise RulesError(f'{called(seat)} cannot give the {step} for "{bound.what}" now: {owed}')
    if not isinstance(value, str) or not _HEX.fullmatch(value):
        raise RulesError(f'the {step} for "{bound.what}" is not {BYTES} bytes as {2 * BYTES} digits from 0 to 9 and a to f')
    found = bytes.fromhex(value)
    if step == "reveal" and not hmac.compare_digest(commitment_of(bound, found), roll.commitment):
        raise RulesError(f'{called(seat)} reveals another number for "{bound.what}" than it had committed to')
    match step:
        case "commitment":
            return replace(roll, commitment=found)
        case "answer":
            return replace(roll, answer=found)
    return replace(roll, secret=found)
