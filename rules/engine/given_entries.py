"""What is given to a game: answers to what it asks, and rulings by the table, which any player can make at any time.

Rolls say where they come from: faces alone were rolled by the program, others were typed, or drawn by two devices.
"""

from dataclasses import dataclass

from rules.engine.dice import Faces
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


@dataclass(frozen=True)
class TypedFaces:
    """Faces that lay on the table and were typed."""

    faces: Faces


@dataclass(frozen=True)
class DrawnFaces:
    """Faces that two devices drew together: see `rules.engine.shared_dice`.

    Attributes:
        faces: as they fell.
        number: of the roll: the place of its `OwedReveal` among the entries of the journal.
        secret: what the roller had committed to.
    """

    faces: Faces
    number: int
    secret: bytes


GivenAnswer = Answer | TypedFaces | DrawnFaces
"""An answer, and where it comes from."""
Given = GivenAnswer | Ruling
"""What a game is made of, one after another."""


@dataclass(frozen=True)
class OwedReveal:
    """No answer: what a roll that two devices draw together was begun with. The roller's secret is owed from here on.

    Attributes:
        by: who rolls, a gang by its id.
        beside: who has answered, another gang.
        what, dice, who: of the roll, see `rules.engine.procedure_steps.Roll`.
        commitment: of the roller.
        answer: of the other one.
    """

    by: str
    beside: str
    what: str
    dice: str
    who: str
    commitment: bytes
    answer: bytes


def plain(given: GivenAnswer) -> Answer:
    """An answer as a procedure takes it, wherever it comes from."""
    return given.faces if isinstance(given, TypedFaces | DrawnFaces) else given


def unproven(given: Given) -> Given:
    """What is given in another journal than its own: there dice that were drawn prove nothing, and count as typed."""
    return TypedFaces(given.faces) if isinstance(given, DrawnFaces) else given
