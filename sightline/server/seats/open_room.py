"""A battle opened for phones: from its file or journal to a room with a seat for each gang."""

from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path

from rules.skirmish.state.battle_rules import battle_rules
from rules.skirmish.state.battle_state import Battle
from rules.systems.rule_system import RuleSystem
from sightline.errors import CommandError
from sightline.server.seat_links import SPECTATOR, Seat
from sightline.server.seats.battle_room import BattleRoom, Dice
from sightline.session.battle_keeping import kept, play_of
from sightline.session.battle_loading import table_path


def open_room(
    battle: str,
    *,
    journal: Path | None = None,
    seed: int | None = None,
    rules: RuleSystem | None = None,
    program: Sequence[str] = (),
    dice: Dice | None = None,
) -> tuple[BattleRoom, Path, tuple[Seat, ...]]:
    """A battle, begun or gone on with; its journal, and the seats: one for each gang that people play, and the spectators'.

    Args:
        battle: a battle file, its journal, a shared battle, or the name of a bundled one.
        journal: where the journal of a new battle goes instead.
        seed: of the dice of a new battle.
        rules: by which a new battle goes.
        program: gangs that the program plays, by their ids or names.
        dice: who rolls; None: both devices where two people play, else the program.

    Raises:
        RulesError, SceneError, CommandError: there is no such battle, it cannot be gone on with, or nobody is left to play.
    """

    def seated(battle: Battle) -> tuple[frozenset[str], Dice]:
        return _seated(battle, program, dice)

    with ExitStack() as stack:
        file = stack.enter_context(kept(battle, journal, seed, rules=rules, check=seated))
        play = play_of(file, typed=False, ground_first=False)
        programs, who = seated(play.game.settled)
        table = table_path(str(file.journal.header["table"]), file.path.parent)
        room = BattleRoom(play, stack.pop_all(), table, program=programs, dice=who)
    seats = tuple(Seat(called, gang) for gang, called in room.people)
    return room, file.path, (*seats, Seat(SPECTATOR, asks=False))


def _seated(battle: Battle, program: Sequence[str], dice: Dice | None) -> tuple[frozenset[str], Dice]:
    """The gangs that nobody has a seat for, and who rolls; a `CommandError` where that does not go together."""
    sides = {side.id: battle.called(side.id) for side in battle.sides}
    programs = frozenset(_gang(sides, name) for name in program) | battle_rules(battle).played(battle.setting)
    people = len(sides.keys() - programs)
    if not people:
        raise CommandError("the program plays all sides, so nobody has a seat; sightline battle --auto plays it to the end")
    if dice == "both" and people < 2:
        raise CommandError("dice are drawn by both only where people play two gangs; leave --dice both out")
    return programs, dice or ("both" if people > 1 else "program")


def _gang(sides: dict[str, str], typed: str) -> str:
    """The gang that people mean, by its id or its name."""
    said = typed.casefold()
    for gang, called in sides.items():
        if said in {gang.casefold(), called.casefold()}:
            return gang
    raise CommandError(f'"{typed[:40]}" is no gang of this battle; there are {", ".join(sides)}')
