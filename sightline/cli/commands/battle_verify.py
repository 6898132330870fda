"""``sightline battle verify``: works out every roll of a journal again."""

from pathlib import Path
from typing import Annotated, Any

import typer

from sightline.cli import completion
from sightline.cli.options import AsJson
from sightline.console import print_json, progress_share, tell, warn
from sightline.session.roll_verification import VerifiedRolls, WrongRoll, verified

JournalFile = Annotated[
    Path,
    typer.Argument(
        metavar="JOURNAL",
        help="The journal of a battle, over or under way.",
        show_default=False,
        autocompletion=completion.journals,
    ),
]
UNMARKED = (
    "this journal was begun by a Sightline that did not mark typed dice: those that do not fall as the seed has it count as "
    "typed, and typed ones that happen to fall so count as rolled by the program"
)


def command(journal: JournalFile, *, as_json: AsJson = False) -> None:
    """Work out every roll of a journal again, offline.

    Dice of the program have to be those of the battle's seed. Dice that two devices drew have to be what both had chosen, for
    this roll of this game, and what was taken back has to fall again. Typed dice are counted. Rolls that were taken back are
    checked as well. The exit code is 0 if all is right, and 1 if a roll is wrong.

    [bold]Examples[/bold]

      sightline battle gantry-standoff --auto --seed 7 --journal played.journal

      sightline battle verify played.journal
    """
    with progress_share("checking the rolls") as share:
        found = verified(journal, share)
    if not found.marked:
        warn([UNMARKED])
    if as_json:
        print_json(document(found))
    else:
        tell(lines(found))
    if found.wrong:
        raise typer.Exit(1)


def document(found: VerifiedRolls) -> dict[str, Any]:
    """What came of it."""
    owed = found.owed
    return {
        "rolls": found.rolls,
        "typed": found.typed,
        "drawn_by_both": found.drawn_by_both,
        "rolled_by_program": found.rolled_by_program,
        "wrong": [_wrong(one) for one in found.wrong],
        "owed": None if owed is None else {"by": owed.by, "what": owed.what, "who": owed.who},
    }


def _wrong(one: WrongRoll) -> dict[str, Any]:
    return {"number": one.number, "line": one.line, "what": one.what, "who": one.who, "why": one.why}


def lines(found: VerifiedRolls) -> list[str]:
    """The same for a person."""
    count = len(found.wrong)
    verdict = "nothing is wrong" if not count else "1 thing is wrong" if count == 1 else f"{count} things are wrong"
    of = f"{found.rolled_by_program} by the program, {found.typed} typed, {found.drawn_by_both} drawn by both"
    wrong = [f"line {one.line}, {one.what}{' of ' * bool(one.called)}{one.called}: {one.why}" for one in found.wrong]
    owed = [f'{found.owed.by} owes the reveal of a roll, "{found.owed.what}"'] if found.owed is not None else []
    rolls = f"{found.rolls} roll{'s' * (found.rolls != 1)}"
    return [f"{rolls}, {of}: {verdict}", *wrong, *owed]
