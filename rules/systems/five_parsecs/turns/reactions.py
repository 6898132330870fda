"""The reaction roll: which members of the crew act before the enemies, and which after them.

Sources: five-parsecs: The reaction roll, Feral impetuous actions.
"""

from dataclasses import replace

from rules.engine.procedure_steps import Choose, Option, Procedure, Roll, Say
from rules.skirmish.state.battle_state import Battle
from rules.systems.five_parsecs.conditions.battle_view import listed
from rules.systems.five_parsecs.conditions.figure_now import sheet
from rules.systems.five_parsecs.conditions.marks import BOTH, FIRED, LANDED, QUICK, SLOW
from rules.systems.five_parsecs.roster.combat_sheet import crew_of

REACTION, FERAL = "The reaction roll", "Feral impetuous actions"
BEST = "best"
"""The answer that gives the dice out so that as many as possible act quickly."""


def new_round(battle: Battle) -> Battle:
    """The next round begins: everybody has yet to act, and what was fired or jumped before it is forgotten."""
    battle = replace(battle, round=battle.round + 1)
    for model in battle.on_table():
        battle = battle.changed(model.id, ready=True).marked(model.id, FIRED, 0).marked(model.id, LANDED, 0)
    return battle


def second_turn(battle: Battle, fighter: str) -> Battle:
    """The battle in which somebody who acts twice has acted before the enemies, and has yet to act after them."""
    if not (battle.model(fighter).on_table and battle.model(fighter).has(BOTH)):
        return battle
    return battle.changed(fighter, ready=True).marked(fighter, QUICK, 0).marked(fighter, SLOW).marked(fighter, BOTH, 0)


def reaction_roll(battle: Battle) -> Procedure[Battle]:
    """As many dice as there are crew members, each given to one of them."""
    crew = crew_of(battle.setting)
    members = tuple(model.id for model in battle.on_table(crew))
    if not members:
        return battle
    dice = "D6" if len(members) == 1 else f"{len(members)}D6"
    tells = "each member gets one; up to his reactions he acts before the enemies"
    faces = yield Roll("reactions", dice, crew, source=REACTION, tells=tells)
    given = yield from _given_out(battle, members, tuple(sorted(faces)))
    for name, face in given.items():
        battle = battle.marked(name, QUICK if face <= sheet(battle, name).reactions else SLOW)
    for mark, when in ((QUICK, "before the enemies"), (SLOW, "after the enemies")):
        names = [name for name in members if battle.model(name).has(mark)]
        if names:
            yield Say(f"{listed(battle, names)} act{'s' if len(names) == 1 else ''} {when}", REACTION, battle)
    return battle


def _given_out(battle: Battle, members: tuple[str, ...], faces: tuple[int, ...]) -> Procedure[dict[str, int]]:
    """Which die everybody gets, as the player likes; a single 1 goes to a feral."""
    given: dict[str, int] = {}
    ferals = tuple(name for name in members if sheet(battle, name).species == "feral")
    if ferals and faces.count(1) == 1:
        feral = ferals[0]
        if len(ferals) > 1:
            options = tuple(Option(name, battle.called(name), name) for name in ferals)
            feral = yield Choose("which feral gets the 1", crew_of(battle.setting), options, source=FERAL)
        given, faces = {feral: 1}, faces[1:]
    for name in members:
        if name not in given:
            face = yield from _picked_die(battle, name, faces)
            if face is None:
                return given | best_dice(battle, tuple(one for one in members if one not in given), faces)
            place = faces.index(face)
            given, faces = {**given, name: face}, (*faces[:place], *faces[place + 1 :])
    return given


def _picked_die(battle: Battle, name: str, faces: tuple[int, ...]) -> Procedure[int | None]:
    """The die for somebody; None for the best way for all who have none."""
    different = tuple(dict.fromkeys(faces))
    if len(different) == 1:
        return different[0]
    reactions = sheet(battle, name).reactions
    options = (
        Option(BEST, "give the dice out so that most act before the enemies", None),
        *(Option(str(face), f"{face}: {'before' if face <= reactions else 'after'} the enemies", face) for face in different),
    )
    hint = f"reactions {reactions}"
    face: int | None = yield Choose("reaction die", crew_of(battle.setting), options, about=name, source=REACTION, hint=hint)
    return face


def best_dice(battle: Battle, members: tuple[str, ...], faces: tuple[int, ...]) -> dict[str, int]:
    """Dice given out so that as many as possible act quickly: each to the slowest of whom it still makes quick."""
    left, given, rest = list(members), dict[str, int](), list[int]()
    for face in sorted(faces, reverse=True):
        able = [name for name in left if sheet(battle, name).reactions >= face]
        if able:
            who = min(able, key=lambda name: sheet(battle, name).reactions)
            given[who] = face
            left.remove(who)
        else:
            rest.append(face)
    return given | dict(zip(left, rest, strict=True))
