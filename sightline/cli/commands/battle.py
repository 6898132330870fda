"""``sightline battle``: plays a battle on from its journal."""

import sys
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer

from rules.skirmish.state.scenario import points
from sightline.cli import completion
from sightline.cli.options import AsJson, OwnRules
from sightline.console import answers, print_json, words, working
from sightline.errors import CommandError
from sightline.files.rule_systems import rule_system
from sightline.session.answer_sources import question_lines, script
from sightline.session.battle_keeping import MOST_SEED, kept, play_of
from sightline.session.battle_log import lines
from sightline.session.battle_writing import new_battle_file
from sightline.session.journal_files import SUFFIX, rescued
from sightline.session.people_play import by_people, winner
from sightline.session.play_loop import Play, Program, by_program, by_script
from sightline.session.targets.decision_evidence import evidence
from sightline.session.targets.evidence_words import document as evidence_document
from sightline.session.terminal_screen import at_terminal, beside_screen, from_terminal, off_screen


class DiceBy(StrEnum):
    """Who rolls the dice."""

    ROLLED = "rolled"
    TYPED = "typed"


BattleName = Annotated[
    str,
    typer.Argument(
        metavar="BATTLE",
        help="A battle file, its journal, a shared battle (.sightline), or the name of a bundled battle.",
        show_default=False,
        autocompletion=completion.battles,
    ),
]
Auto = Annotated[bool, typer.Option("--auto", help="The program chooses for all sides, to the end.")]
StyleNames = Annotated[
    list[str] | None,
    typer.Option(
        "--style",
        metavar="[GANG=]STYLE",
        help="How the program plays: balanced, careful, aggressive or objective; GANG=STYLE for one gang. Repeatable.",
        show_default="balanced",
    ),
]
ScriptPath = Annotated[Path | None, typer.Option("--script", metavar="FILE", help="Take answers from a file, one a line.")]
Dice = Annotated[DiceBy, typer.Option("--dice", help="typed: ask for the dice that were rolled on the real table.")]
JournalPath = Annotated[Path | None, typer.Option("--journal", metavar="FILE", help="Where the journal of a new battle goes.")]
Log = Annotated[bool, typer.Option("--log", help="Tell the whole battle so far, with every roll.")]
Rescue = Annotated[
    Path | None,
    typer.Option("--rescue", metavar="NEW", help="Write what is sound of a damaged journal to a new one.", show_default=False),
]
NewTable = Annotated[
    str | None,
    typer.Option(
        "--table",
        metavar="TABLE",
        help="Begin a battle that has no file yet: where.",
        show_default=False,
        autocompletion=completion.tables,
    ),
]
NewGangs = Annotated[
    list[str] | None,
    typer.Option("--gang", metavar="GANG", help="Who fights it: a gang, a crew, enemies; once for each.", show_default=False),
]
NewScenario = Annotated[
    str | None, typer.Option("--scenario", metavar="SCENARIO", help="What it is about.", show_default=False)
]
BattleSeed = Annotated[
    int | None, typer.Option("--seed", min=0, max=MOST_SEED, help="Of the dice of a new battle.", show_default="fresh dice")
]


def command(
    battle: BattleName,
    *,
    rules: OwnRules = None,
    seed: BattleSeed = None,
    auto: Auto = False,
    style: StyleNames = None,
    script_file: ScriptPath = None,
    dice: Dice = DiceBy.ROLLED,
    journal: JournalPath = None,
    log: Log = False,
    rescue: Rescue = None,
    table: NewTable = None,
    gang: NewGangs = None,
    scenario: NewScenario = None,
    as_json: AsJson = False,
) -> None:
    """Play a battle on from its journal, which keeps every answer at once.

    [bold]Examples[/bold]

      sightline battle gantry-standoff --auto --seed 7 --journal played.journal --log

      sightline battle gantry-standoff --auto --style careful --style lantern-ferry=aggressive

      sightline battle gantry-standoff --dice typed

      sightline battle mine.toml --table sump-lock --gang salt-meridian --gang toll-keepers --scenario two-caches
    """
    if style and not auto:
        raise CommandError("--style says how the program plays; add --auto, or leave --style out")
    if auto and dice is DiceBy.TYPED and not script_file:
        raise CommandError("with --auto the program rolls the dice; leave --auto or --dice typed out")
    if table is not None or gang or scenario is not None:
        _begun(Path(battle), table, tuple(gang or ()), scenario, rules)
    given = script(script_file) if script_file else iter(())
    if rescue is not None:
        if auto or script_file or journal is not None or seed is not None or rules is not None:
            raise CommandError("--rescue goes only with --log and --json; play on from the new journal afterwards")
        battle, log_only = _rescued(battle, rescue), True
    else:
        log_only = not auto and not script_file and (log or as_json)
    by = rule_system(rules) if rules else None
    with kept(battle, journal, seed, rules=by, only_read=log_only) as file:
        play = play_of(file, typed=dice is DiceBy.TYPED)
        program = _program(play, tuple(style or ())) if auto else None
        if script_file:
            by_script(play, given)
        if program is not None:
            with working("playing"):
                by_program(play, program)
        elif not script_file and not log_only:
            beside = beside_screen if at_terminal() else None
            read = partial(from_terminal, lambda: file.gone_on)
            by_people(play, answers().print, read, hide=off_screen, beside=beside, ask_at_end=at_terminal())
        _tell(play, log=log, as_json=as_json)


def _begun(path: Path, table: str | None, gangs: tuple[str, ...], scenario: str | None, rules: str | None) -> None:
    """Write the file of a new battle."""
    missing = [name for name, given in (("--table", table), ("--gang", gangs), ("--scenario", scenario)) if not given]
    if missing or table is None or scenario is None:
        left = " and ".join(missing)
        raise CommandError(f"a new battle takes --table, --gang for each side, and --scenario; give {left} too")
    new_battle_file(path, table=table, gangs=gangs, scenario=scenario, rules=rules)


def _program(play: Play, styles: tuple[str, ...]) -> Program:
    """The program as a player, in the styles that are named."""
    from rules.skirmish.opponent.program_player import decide
    from rules.skirmish.opponent.style import read_styles
    from rules.skirmish.state.battle_rules import battle_rules

    if styles and battle_rules(play.game.settled).decides is not None:
        raise CommandError("--style: the program plays these rules in one way only; leave --style out")
    return partial(decide, styles=read_styles(styles, tuple(side.id for side in play.game.settled.sides)))


def _rescued(battle: str, new: Path) -> str:
    """Write the sound part of a journal as a new one, and say how much that is; the new one's path."""
    old = Path(battle)
    if old.suffix != SUFFIX or new.suffix != SUFFIX:
        raise CommandError(f"--rescue needs the names of two journals, the damaged and the new one, both ending in {SUFFIX}")
    journal, lost = rescued(old, new)
    left = "1 line" if lost == 1 else f"{lost} lines"
    words().print(f"answers kept in {new}: {len(journal.answers)}; left out: {left} of {old}")
    return str(new)


def _tell(play: Play, *, log: bool, as_json: bool) -> None:
    from rules.skirmish.state.battle_rules import round_told

    game = play.game
    if as_json:
        print_json(document(play) | ({"log": list(lines(game.log, game.state.called, sources=True))} if log else {}))
        return
    if log:
        sys.stdout.writelines(f"{line}\n" for line in lines(game.log, game.state.called, sources=True))
    state = game.state
    said = winner(play) if game.pending is None else "it goes on"
    dice = "" if play.typed else f"; seed {play.seed}"
    kept_in = f"kept in {play.file.path}" if play.file.path.exists() else "so far, and nothing was added to them"
    words().print(f"{round_told(state)}; {said}; {len(game.answers)} answers {kept_in}{dice}")


def document(play: Play) -> dict[str, Any]:
    """What came of a battle."""
    state, pending = play.game.state, play.game.pending
    asked: dict[str, Any] | None = None
    if pending is not None:
        told = list(question_lines(pending, state.called))
        asked = {"who": pending.who, "what": pending.what, "kind": pending.asks, "lines": told}
        if found := [evidence_document(one) for one in evidence(state, pending)]:
            asked["evidence"] = found
    return {
        "rounds": state.round,
        "winner": state.winner or None,
        "over": pending is None,
        "events": len(play.game.answers),
        "journal": str(play.file.path),
        "seed": play.seed,
        "pending": asked,
        "scores": {side.id: points(state, side) for side in state.sides},
        "fighters": [
            {
                "id": model.id,
                "side": model.gang,
                "where": model.whereabouts,
                "status": model.status,
                "position": model.position,
            }
            for model in state.models
        ],
    }
