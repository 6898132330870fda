"""Every roll of a journal worked out again: those of the seed, and those that two devices drew; typed ones are counted.

The battle is played again from its beginning, with all that was taken back, as what a roll was for is told by what was asked.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from rules.engine.dice import Faces
from rules.engine.drawn_entries import falls_again, fault_of, not_again, owed_now
from rules.engine.game_history import Game
from rules.engine.given_entries import DrawnFaces, OwedReveal, Ruling, TypedFaces
from rules.engine.journal_format import Entry, Journal
from rules.engine.procedure_steps import Answer, Roll
from rules.errors import RulesError
from rules.skirmish.state.battle_state import Battle
from sightline.session.answer_sources import rolled
from sightline.session.battle_keeping import game_kept
from sightline.session.journal_files import read_journal


@dataclass(frozen=True)
class WrongRoll:
    """A roll that is not what it has to be.

    Attributes:
        number: of the roll: its place among the entries of the journal, from 0.
        what: what it was for.
        who: for whom it was, a fighter or gang by its id.
        called: the same by its name.
        why: what is wrong.
    """

    number: int
    what: str
    who: str
    called: str
    why: str

    @property
    def line(self) -> int:
        """Of the journal: the first is its header."""
        return self.number + 2


@dataclass(frozen=True)
class VerifiedRolls:
    """What came of checking the rolls of a journal, also those that were taken back.

    Attributes:
        rolled_by_program, typed, drawn_by_both: how many there are.
        wrong: those that are wrong.
        owed: the roll that two devices are drawing and that is not revealed yet; None for none.
        marked: whether the journal marks typed dice; else those that do not fall as the seed has it count as typed.
    """

    rolled_by_program: int = 0
    typed: int = 0
    drawn_by_both: int = 0
    wrong: tuple[WrongRoll, ...] = ()
    owed: OwedReveal | None = None
    marked: bool = True

    @property
    def rolls(self) -> int:
        """All of them."""
        return self.rolled_by_program + self.typed + self.drawn_by_both


def verified(path: Path, tell: Callable[[float], None]) -> VerifiedRolls:
    """Check the rolls of a journal.

    Args:
        path: of the journal.
        tell: is told the share of the work that is done.

    Raises:
        CommandError: with all that is wrong, if it is no journal, or its battle cannot be played again.
    """
    journal = read_journal(path)
    game, seed = game_kept(path, journal, ())
    counts, wrong = Counter[str](), list[WrongRoll]()
    for number, entry in enumerate(journal.entries):
        question, called = game.pending, game.state.called
        source = _source(entry, game, seed, marked=journal.marks_typed)
        counts[source] += 1
        faults = [_fault(journal, number, game, seed if source != "typed" else None)]
        try:
            _go_on(game, entry)
        except RulesError as error:
            faults.append(f"it does not fit what is asked, so that nothing after it can be checked: {error.faults[0]}")
        what, who = (question.what, question.who) if question is not None else ("nothing more", "")
        wrong += (WrongRoll(number, what, who, called(who), why) for why in faults if why)
        if len(faults) > 1:
            break
        tell((number + 1) / len(journal.entries))
    owed, marked = owed_now(journal.entries), journal.marks_typed
    return VerifiedRolls(counts["program"], counts["typed"], counts["drawn"], tuple(wrong), owed, marked)


def _source(entry: Entry, game: Game[Battle], seed: int, *, marked: bool) -> str:
    """Where a roll comes from; empty for what is none."""
    match entry:
        case TypedFaces():
            return "typed"
        case DrawnFaces():
            return "drawn"
        case tuple():
            return "program" if marked or not _seed_fault(entry, game, seed) else "typed"
    return ""


def _fault(journal: Journal, number: int, game: Game[Battle], seed: int | None) -> str:
    """What is wrong with an entry that tells of a roll; nothing where all is right, or it tells of none.

    ``seed`` is None where faces were typed.
    """
    entry, question, before = journal.entries[number], game.pending, journal.entries[:number]
    if isinstance(entry, OwedReveal):
        return _owed_fault(journal, number, game)
    if not isinstance(entry, tuple | TypedFaces | DrawnFaces) or not isinstance(question, Roll):
        return ""
    if isinstance(entry, DrawnFaces):
        return fault_of(journal.game, before, entry, question)
    if (due := falls_again(before, question)) is not None:
        return not_again(due)
    return _seed_fault(entry, game, seed) if isinstance(entry, tuple) and seed is not None else ""


def _seed_fault(faces: Faces, game: Game[Battle], seed: int) -> str:
    """Why faces are not those of the seed; nothing where they are, or no roll is asked for."""
    if not isinstance(game.pending, Roll):
        return ""
    due = rolled(seed, len(game.answers), game.pending.dice)
    return "" if faces == due else f"the seed gives {_in_words(due)}, and the journal has {_in_words(faces)}"


def _in_words(faces: Answer) -> str:
    return " ".join(map(str, faces))


def _owed_fault(journal: Journal, number: int, game: Game[Battle]) -> str:
    """What is wrong with the beginning of a roll that two devices drew."""
    owed, after = journal.entries[number], journal.entries[number + 1 : number + 2]
    assert isinstance(owed, OwedReveal)
    if not {owed.by, owed.beside} <= {side.id for side in game.state.sides} or owed.by == owed.beside:
        return f'"{owed.by[:40]}" and "{owed.beside[:40]}" are no two gangs of this battle'
    revealed = not after or (isinstance(after[0], DrawnFaces) and after[0].number == number)
    return "" if revealed else f"{game.state.called(owed.by)} had committed to it and been answered, and never revealed it"


def _go_on(game: Game[Battle], entry: Entry) -> None:
    """Play one entry."""
    match entry:
        case OwedReveal():
            pass
        case Ruling():
            game.rule(entry)
        case int():
            game.undo(-entry)
        case _:
            game.answer(entry)
