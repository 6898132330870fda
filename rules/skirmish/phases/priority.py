"""The priority phase: who goes first, and who is ready. Source: main-rulebook, Priority phase; Roll-off."""

from dataclasses import replace

from rules.engine.procedure_steps import Choose, Option, Procedure, Roll, Say
from rules.skirmish.state.battle_state import Battle

PRIORITY = "Roll for priority"
SEVERAL = "Priority in multiplayer battles"
CARDS = "Making use of situational tactics"


def new_round(battle: Battle) -> Battle:
    """The marks of the last round are wiped off."""
    models = tuple(replace(model, nerve_tested=False) for model in battle.models)
    sides = tuple(replace(side, lost_this_round=0, tested_before=side.tested, tested="") for side in battle.sides)
    return replace(battle, models=models, sides=sides, round=battle.round + 1, turn="", group=())


def roll_for_priority(battle: Battle) -> Procedure[Battle]:
    """Who has priority this round, and in which order the others follow.

    Two gangs: a tie passes it to the opponent of whoever had it; in the first round it is rolled again. More gangs: the dice
    give the order, ties are rolled again among those who tied.
    """
    gangs = battle.order or tuple(side.id for side in battle.sides)
    faces = yield from _rolls(gangs, "priority", PRIORITY if len(gangs) == 2 else SEVERAL)
    for gang in gangs:
        if battle.side(gang).reroll:
            battle = battle.side_changed(gang, reroll=False)
            options = (Option("no", f"keep the {faces[gang]}", value=False), Option("yes", "roll again", value=True))
            if (yield Choose("roll again for priority", gang, options, source=CARDS)):
                faces |= yield from _rolls((gang,), "priority, rolled again", CARDS)
    tie = len(gangs) == 2 and len(set(faces.values())) == 1
    order = gangs[::-1] if tie and battle.order else (yield from _ranked(battle, gangs, faces))
    passed = "a tie: priority passes to {}" if tie and battle.order else "priority: {}"
    after = "".join(f", then {battle.called(gang)}" for gang in order[1:]) if len(order) > 2 else ""
    battle = replace(battle, order=order, turn=order[0])
    yield Say(passed.format(battle.called(order[0])) + after, PRIORITY, battle)
    return battle


def readied(battle: Battle) -> Battle:
    """Everybody on the battlefield gets a ready marker. Source: main-rulebook, Ready fighters."""
    return replace(battle, models=tuple(replace(model, ready=model.on_table) for model in battle.models))


def highest(battle: Battle, who: tuple[str, ...], what: str, source: str) -> Procedure[str]:
    """A roll-off; ties are rolled again among those who tied."""
    while True:
        faces = yield from _rolls(who, what, source)
        best = max(faces.values())
        who = tuple(one for one in who if faces[one] == best)
        if len(who) == 1:
            return who[0]
        yield _tied(battle, who, source)


def _ranked(battle: Battle, gangs: tuple[str, ...], faces: dict[str, int]) -> Procedure[tuple[str, ...]]:
    order: tuple[str, ...] = ()
    source = PRIORITY if len(battle.sides) == 2 else SEVERAL
    for face in sorted(set(faces.values()), reverse=True):
        tied = tuple(gang for gang in gangs if faces[gang] == face)
        if len(tied) > 1:
            yield _tied(battle, tied, source)
            again = yield from _rolls(tied, "priority, tied", source)
            tied = yield from _ranked(battle, tied, again)
        order += tied
    return order


def _tied(battle: Battle, gangs: tuple[str, ...], source: str) -> Say:
    return Say(f"a tie: {battle.all_called(gangs)} roll again", source)


def _rolls(gangs: tuple[str, ...], what: str, source: str) -> Procedure[dict[str, int]]:
    faces: dict[str, int] = {}
    for gang in gangs:
        (faces[gang],) = yield Roll(what, "D6", gang, source=source)
    return faces
