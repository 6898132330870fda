"""Two devices that draw dice together, played by a test."""

import hashlib

from rules.engine.procedure_steps import Choose, Roll
from rules.engine.shared_dice import SharedRoll, commitment_of, received
from sightline.session.play_loop import Play


def number_of(word: str) -> bytes:
    """What a device chose by chance, the same each time."""
    return hashlib.sha256(word.encode()).digest()


def answered(roll: SharedRoll, word: str = "") -> SharedRoll:
    """A roll that was committed to and answered."""
    bound = roll.bound
    secret, answer = number_of(f"secret {word}{bound.number}"), number_of(f"answer {word}{bound.number}")
    roll = received(roll, bound.by, bound.number, "commitment", commitment_of(bound, secret).hex())
    return received(roll, bound.beside, bound.number, "answer", answer.hex())


def revealed(roll: SharedRoll, word: str = "") -> SharedRoll:
    """The same, once it is revealed."""
    bound = roll.bound
    return received(roll, bound.by, bound.number, "reveal", number_of(f"secret {word}{bound.number}").hex())


def draw(play: Play, by: str = "red", beside: str = "blue", word: str = "") -> SharedRoll:
    """The roll that is asked for, drawn and kept as a server does it."""
    roll = answered(play.shared_roll(by, beside), word)
    play.keep_answered(roll)
    play.give_drawn(revealed(roll, word))
    return revealed(roll, word)


def set_up(play: Play) -> None:
    """Plays until a fighter's action is asked for: rolls are drawn, each choice is the first."""
    while play.game.pending is not None and play.game.pending.what != "action":
        if isinstance(play.game.pending, Roll):
            draw(play)
        else:
            assert isinstance(play.game.pending, Choose)
            play.give(play.game.pending.options[0].key)
