"""Who is on the table of either side, and one of several picked by chance or by the player."""

from collections.abc import Sequence

from rules.engine.procedure_steps import Choose, Option, Procedure, Roll
from rules.skirmish.state.battle_state import Battle
from rules.systems.five_parsecs.roster.combat_sheet import crew_of, enemies_of

NOBODY = "nobody"


def crew_there(battle: Battle) -> tuple[str, ...]:
    """The ids of the crew members on the table."""
    return tuple(model.id for model in battle.on_table(crew_of(battle.setting)))


def enemies_there(battle: Battle) -> tuple[str, ...]:
    """The ids of the enemies on the table; vermin of their own are none."""
    return tuple(model.id for model in battle.on_table(enemies_of(battle.setting)))


def by_chance(battle: Battle, what: str, who: str, ids: Sequence[str], source: str) -> Procedure[str]:
    """One of several by a die; empty for none of none.

    Args:
        battle: which knows what they are called.
        what: is picked.
        who: the side or figure that rolls.
        ids: of figures, of pieces, or names of weapons. Nothing is rolled for a single one.
        source: the section.
    """
    if len(ids) <= 1:
        return ids[0] if ids else ""
    means = tuple((battle.called(one), ((number,),)) for number, one in enumerate(ids, 1))
    number: int
    (number,) = yield Roll(what, f"1 of {len(ids)}", who, source=source, means=means)
    return ids[number - 1]


def by_choice(battle: Battle, what: str, ids: Sequence[str], source: str, *, may_pass: bool = False) -> Procedure[str]:
    """One of several figures as the player likes; empty for nobody.

    Args:
        battle: which knows what they are called.
        what: is asked.
        ids: of figures. Nothing is asked where there is no choice.
        source: the section.
        may_pass: whether it may be nobody.
    """
    if not ids or (len(ids) == 1 and not may_pass):
        return ids[0] if ids else ""
    options = [Option(one, battle.called(one), one) for one in ids]
    options += [Option(NOBODY, "nobody", "")] if may_pass else []
    return str((yield Choose(what, crew_of(battle.setting), tuple(options), source=source)))
