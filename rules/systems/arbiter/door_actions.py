"""Doors: opened and closed, forced, worked from a terminal. Source: arbiter, Actions (Door).

The text does not say which doors are locked: here those that a terminal works. Adjacent is within an inch.
"""

from rules.engine.procedure_steps import Choose, Modifier, Option, Procedure, Roll, Say
from rules.skirmish.moving.facing_action import decides
from rules.skirmish.state.action import Action
from rules.skirmish.state.battle_navmesh import mover
from rules.skirmish.state.battle_pieces import (
    door_of,
    doors_beside,
    is_open,
    set_door,
    terminals_beside,
    terminals_of,
    why_not_set,
)
from rules.skirmish.state.battle_sight import is_active
from rules.skirmish.state.battle_state import Battle
from rules.skirmish.state.characteristics import check, modifier, profile_now, success

FORCE, OPERATE, TERMINAL = "Door, Force Open", "Door, Operate", "Door, Access Terminal"
FORCED = 9
"""The score that forces a locked door. Source: arbiter, Door, Force Open."""
NO_ANSWER = "gets no answer, and the door stays as it is"
HELP = 2
"""What each friend in contact adds."""
CODED = -2
"""On the intelligence check at a terminal. Source: arbiter, Door, Access Terminal."""


def locked(battle: Battle, door: str) -> bool:
    """Whether a door is closed and has a terminal."""
    return not is_open(battle, door) and bool(terminals_of(battle, door))


def operated(battle: Battle, fighter: str) -> tuple[str, ...]:
    """The doors that a fighter can open or close by hand."""
    near = (door for door in doors_beside(battle, fighter) if not locked(battle, door))
    return tuple(door for door in near if why_not_set(battle, door, open_it=not is_open(battle, door)) is None)


def operate(battle: Battle, fighter: str) -> Procedure[Battle]:
    """A door beside him is opened, or closed."""
    door = yield from _which(battle, fighter, operated(battle, fighter), OPERATE)
    return (yield from _turned(battle, fighter, door, OPERATE))


def force(battle: Battle, fighter: str) -> Procedure[Battle]:
    """A locked door is forced with a die and the strength of the fighter, and of friends beside him."""
    door = yield from _which(battle, fighter, _shut(battle, fighter), FORCE)
    strength = profile_now(battle, fighter).strength
    why = [Modifier(strength, modifier(strength, f"strength {strength}", FORCE).because)]
    why += [modifier(HELP, f"{battle.called(friend)} helps", FORCE) for friend in _in_contact(battle, fighter)]
    needed = FORCED - sum(one.amount for one in why)
    good = frozenset(range(max(needed, 1), 7))
    needs = f"{max(needed, 1)}+, {FORCED} in all" if needed <= 6 else f"more than a die shows, {FORCED} in all"
    if (yield from success(Roll("forcing a door", "D6", fighter, needs, tuple(why), FORCE, good))):
        return (yield from _turned(battle, fighter, door, FORCE))
    yield Say(f"{battle.called(door)} holds", FORCE, battle)
    return battle


def access(battle: Battle, fighter: str) -> Procedure[Battle]:
    """A terminal beside him opens or closes its door after an intelligence check."""
    terminal = yield from _which(battle, fighter, terminals_beside(battle, fighter), TERMINAL)
    door, why = door_of(battle, terminal), (modifier(CODED, "the terminal is coded", TERMINAL),)
    if not (
        yield from check(battle, fighter, "intelligence", why, what="accessing the terminal", source=TERMINAL, fails=NO_ANSWER)
    ):
        yield Say(f"{battle.called(terminal)} does not answer", TERMINAL, battle)
        return battle
    if (blocked := why_not_set(battle, door, open_it=not is_open(battle, door))) is not None:
        yield Say(blocked, TERMINAL, battle)
        return battle
    return (yield from _turned(battle, fighter, door, TERMINAL))


def _turned(battle: Battle, fighter: str, door: str, source: str) -> Procedure[Battle]:
    opens = not is_open(battle, door)
    battle = set_door(battle, door, open_it=opens)
    yield Say(f"{battle.called(fighter)} {'opens' if opens else 'closes'} {battle.called(door)}", source, battle)
    return battle


def _which(battle: Battle, fighter: str, names: tuple[str, ...], source: str) -> Procedure[str]:
    if len(names) == 1:
        return names[0]
    options = tuple(Option(name, battle.called(name), name) for name in names)
    name: str = yield Choose("which one", decides(battle, fighter), options, about=fighter, source=source)
    return name


def _in_contact(battle: Battle, fighter: str) -> list[str]:
    from rules.engagement import touch

    own = mover(battle, fighter)
    friends = (one.id for one in battle.on_table(battle.model(fighter).gang) if one.id != fighter)
    return [one for one in friends if is_active(battle, one) and touch(own, mover(battle, one))]


def _shut(battle: Battle, fighter: str) -> tuple[str, ...]:
    return tuple(door for door in doors_beside(battle, fighter) if locked(battle, door))


def _no_door(battle: Battle, fighter: str) -> str | None:
    near = doors_beside(battle, fighter)
    if operated(battle, fighter):
        return None
    shut = [battle.called(door) for door in near if locked(battle, door)]
    if shut:
        return f"{shut[0]} is locked: force it, or use its terminal"
    blocked = [why_not_set(battle, door, open_it=not is_open(battle, door)) for door in near]
    return next((why for why in blocked if why), "no door is within an inch")


def _none_locked(battle: Battle, fighter: str) -> str | None:
    return None if _shut(battle, fighter) else "no locked door is within an inch"


def _no_terminal(battle: Battle, fighter: str) -> str | None:
    return None if terminals_beside(battle, fighter) else "no terminal is within an inch"


OPERATE_DOOR = Action(
    "open-door",
    "Open or close a door",
    "simple",
    frozenset({"active"}),
    _no_door,
    operate,
    OPERATE,
    does="by hand, one that is not locked",
)
FORCE_DOOR = Action(
    "force-door",
    "Force a door",
    "basic",
    frozenset({"active"}),
    _none_locked,
    force,
    FORCE,
    does=f"a die and the strength, {FORCED} or more",
)
USE_TERMINAL = Action(
    "use-terminal",
    "Access a terminal",
    "basic",
    frozenset({"active"}),
    _no_terminal,
    access,
    TERMINAL,
    does=f"an intelligence check at {CODED} works its door",
)

DOOR_ACTIONS = (OPERATE_DOOR, FORCE_DOOR, USE_TERMINAL)
