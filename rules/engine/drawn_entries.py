"""Rolls that two devices drew together, as they stand in a journal: which one is owed, which falls again, and what is wrong.

**Taken back, it falls again.** The k-th roll that stands for the same of the same one is the k-th that was drawn for it, in the
order of the journal; a new one is drawn only when there is none left. So nobody rolls until it suits them.
"""

from collections.abc import Sequence

from rules.engine.given_entries import DrawnFaces, OwedReveal
from rules.engine.journal_format import Entry, standing
from rules.engine.procedure_steps import Roll
from rules.engine.shared_dice import RollBinding, SharedRoll, commitment_of, drawn_faces


def owed_now(entries: Sequence[Entry]) -> OwedReveal | None:
    """The roll that nothing else may come before: it was begun, and is not revealed."""
    last = entries[-1] if entries else None
    return last if isinstance(last, OwedReveal) else None


def under_way(game: bytes, number: int, owed: OwedReveal) -> SharedRoll:
    """A roll as the journal has it."""
    bound = RollBinding(game, number, owed.what, owed.dice, owed.who, owed.by, owed.beside)
    return SharedRoll(bound, owed.commitment, owed.answer)


def begun_with(entries: Sequence[Entry], drawn: DrawnFaces) -> OwedReveal | None:
    """What a roll was begun with; None where nothing of the kind stands at its number."""
    entry = entries[drawn.number] if drawn.number < len(entries) else None
    return entry if isinstance(entry, OwedReveal) else None


def falls_again(entries: Sequence[Entry], question: Roll) -> DrawnFaces | None:
    """The roll that was drawn and taken back and falls again now; None where a new one is to be drawn."""

    def same(entry: Entry) -> bool:
        owed = begun_with(entries, entry) if isinstance(entry, DrawnFaces) else None
        return owed is not None and is_for(owed, question)

    drawn = list(dict.fromkeys(entry for entry in entries if isinstance(entry, DrawnFaces) and same(entry)))
    now = sum(map(same, standing(entries)))
    return drawn[now] if now < len(drawn) else None


def is_for(owed: OwedReveal, question: Roll) -> bool:
    """Whether a roll was begun for what is asked."""
    return (owed.what, owed.dice, owed.who) == (question.what, question.dice, question.who)


def fault_of(game: bytes, before: Sequence[Entry], drawn: DrawnFaces, question: Roll) -> str:
    """What is wrong with a roll that two devices are said to have drawn; nothing where all is right.

    Args:
        game: of the journal.
        before: all entries before it.
        drawn: the roll.
        question: what is asked then.
    """
    owed, due = begun_with(before, drawn), falls_again(before, question)
    if owed is None:
        return f"no roll number {drawn.number} was begun"
    if not is_for(owed, question):
        return f"roll number {drawn.number} was begun for {owed.what} of {owed.who} with {owed.dice}"
    if due is not None:
        return "" if drawn == due else not_again(due)
    if drawn.number != len(before) - 1:
        return f"roll number {drawn.number} was begun elsewhere in the journal"
    bound = under_way(game, drawn.number, owed).bound
    if commitment_of(bound, drawn.secret) != owed.commitment:
        return "what was revealed is not what was committed to for this roll of this game"
    faces = drawn_faces(bound, drawn.secret, owed.answer)
    return (
        ""
        if faces == drawn.faces
        else (f"both devices drew {' '.join(map(str, faces))}, and the journal has {' '.join(map(str, drawn.faces))}")
    )


def not_again(due: DrawnFaces) -> str:
    """What is wrong where another roll stands than the one that was taken back."""
    return f"roll number {due.number} for the same was taken back, and did not fall again"
