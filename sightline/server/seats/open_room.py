"""A battle opened for phones: from its file or journal to a room with a seat for each gang."""

from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path

from rules.systems.rule_system import RuleSystem
from sightline.errors import CommandError
from sightline.server.links import SPECTATOR, Seat
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
    with ExitStack() as stack:
        file = stack.enter_context(kept(battle, journal, seed, rules=rules))
        play = play_of(file, typed=False, ground_first=False)
        sides = {side.id: play.game.state.called(side.id) for side in play.game.state.sides}
        programs = frozenset(_gang(sides, name) for name in program)
        table = table_path(str(file.journal.header["table"]), file.path.parent)
        people = len(sides) - len(programs)
        room = BattleRoom(play, stack.pop_all(), table, program=programs, dice=dice or ("both" if people > 1 else "program"))
    if not room.people:
        room.close()
        raise CommandError("the program plays all sides, so nobody has a seat; sightline battle --auto plays it to the end")
    if dice == "both" and len(room.people) < 2:
        room.close()
        raise CommandError("dice are drawn by both only where people play two gangs; leave --dice both out")
    seats = tuple(Seat(called, gang) for gang, called in room.people)
    return room, file.path, (*seats, Seat(SPECTATOR, asks=False))


def _gang(sides: dict[str, str], typed: str) -> str:
    """The gang that people mean, by its id or its name."""
    said = typed.casefold()
    for gang, called in sides.items():
        if said in {gang.casefold(), called.casefold()}:
            return gang
    raise CommandError(f'"{typed[:40]}" is no gang of this battle; there are {", ".join(sides)}')
