"""What is given to a game: answers to what it asks, and rulings by the table, which any player can make at any time."""

from dataclasses import dataclass

from rules.engine.procedure_steps import Answer


@dataclass(frozen=True)
class Ruling:
    """A ruling by the table: what the players agree on beside the rules.

    Attributes:
        text: what they say; what it means is up to the game.
        by: who made it, a gang by its id; empty where that is not known.
    """

    text: str
    by: str = ""


Given = Answer | Ruling
"""What a game is made of, one after another."""
