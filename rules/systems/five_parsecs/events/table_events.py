"""Battle events that befall the table: how far one sees, fog, a hazard, the clock.

Source: five-parsecs, Battle events on round 2 and round 4.
"""

from dataclasses import replace

import shapely

from rules.citations import Reason
from rules.engagement import gap_to
from rules.engine.procedure_steps import Modifier, Procedure, Roll, Say, call
from rules.skirmish.state.battle_sight import figure_of, terrain_of
from rules.skirmish.state.battle_state import Battle
from rules.systems.five_parsecs.conditions.battle_view import VISIBILITY
from rules.systems.five_parsecs.conditions.figure_now import is_crew, sheet
from rules.systems.five_parsecs.conditions.marks import EVENTS
from rules.systems.five_parsecs.conditions.side_marks import CLOCK
from rules.systems.five_parsecs.events.arriving import middle_of
from rules.systems.five_parsecs.events.random_figures import by_chance
from rules.systems.five_parsecs.harm.hits import SIDES, BattleHit, resolve_hit
from rules.systems.five_parsecs.roster.combat_sheet import crew_of
from scene.table.fog import Fog
from scene.table.footprints import footprint, plan_disc
from scene.table.table import Figure, Piece

LEAST_SIGHT = 6
"""Inches, and as many as a die shows, that one sees where it was clear."""
FOG_RADIUS, FOG_THROUGH = 6.0, 2.0
BESIDE = 1.0
"""Inches from a hazard within which it strikes."""
CREW_NEEDS, ENEMY_NEEDS = 5, 4
HAZARD = 1
"""Damage of its hit."""
MOST_PIECES = 999
"""Faces of the largest die."""
ROUNDING = 1e-9


def visibility_change(battle: Battle) -> Procedure[Battle]:
    """Sight reaches a die farther where it was limited, and else no farther than a die and six inches."""
    gang = crew_of(battle.setting)
    now = battle.side(gang).has(VISIBILITY)
    told = f"inches more than {now}" if now else f"and {LEAST_SIGHT} inches more"
    (face,) = yield Roll("visibility", "D6", gang, source=EVENTS, tells=told)
    battle = battle.side_marked(gang, VISIBILITY, (now or LEAST_SIGHT) + face)
    yield Say(f'nobody is seen farther off than {battle.side(gang).has(VISIBILITY)}"', EVENTS, battle)
    return battle


def fog_cloud(battle: Battle) -> Procedure[Battle]:
    """Fog lies round the centre of the table for the rest of the battle."""
    x, y, _ = middle_of(battle)
    fog = Fog((x, y), FOG_RADIUS, FOG_THROUGH)
    others = tuple(one for one in battle.fogs if one != fog)
    battle = replace(battle, fogs=(*others, fog))
    yield Say(f'fog lies within {FOG_RADIUS:g}" of the centre; one sees {FOG_THROUGH:g}" into it', EVENTS, battle)
    return battle


def clock_running_out(battle: Battle) -> Procedure[Battle]:
    """From the end of the next round on, a 6 ends the battle."""
    gang = crew_of(battle.setting)
    first = battle.side(gang).has(CLOCK) or battle.round + 1
    battle = battle.side_marked(gang, CLOCK, first)
    yield Say(f"from the end of round {first} on, a 6 ends the battle", EVENTS, battle)
    return battle


def environmental_hazard(battle: Battle) -> Procedure[Battle]:
    """A piece of terrain by chance hits all in it, on it and beside it who roll too low."""
    pieces = {piece.id: piece for piece in terrain_of(battle).pieces[:MOST_PIECES] if len(piece.shape.faces)}
    found = yield from by_chance(battle, "which terrain feature", crew_of(battle.setting), tuple(pieces), EVENTS)
    if not found:
        yield Say("there is no terrain", EVENTS)
        return battle
    struck = [model.id for model in battle.on_table() if in_or_beside(figure_of(battle, model.id), pieces[found])]
    yield Say(f"{battle.called(found)} is a hazard to {battle.all_called(struck) or 'nobody'}", EVENTS)
    for name in struck:
        battle = yield from call(_struck, battle, name, found)
    return battle


def in_or_beside(figure: Figure, piece: Piece) -> bool:
    """Whether a figure is in, on or within an inch of a piece: of what it is made of, or of the room that it encloses."""
    if gap_to(figure, piece) <= BESIDE + ROUNDING:
        return True
    low, high = piece.placed.bounds[:, 2]
    if not low - BESIDE <= figure.position[2] <= high + BESIDE:
        return False
    disc = plan_disc(figure)
    rim = shapely.convex_hull(footprint(piece.placed))
    return bool(shapely.distance(rim, shapely.Point(disc.centre)) <= disc.radius)


def _struck(battle: Battle, name: str, piece: str) -> Procedure[Battle]:
    """One figure's roll against a hazard, and the hit if it is too low. No armour helps."""
    if not battle.model(name).on_table:
        return battle
    crew = is_crew(battle, name)
    savvy = sheet(battle, name).savvy if crew else 0
    needed = CREW_NEEDS if crew else ENEMY_NEEDS
    why = (Modifier(savvy, Reason("savvy", EVENTS)),) if savvy else ()
    good = frozenset(face for face in range(1, SIDES + 1) if face + savvy >= needed)
    roll = Roll("hazard", "D6", name, f"{needed}+", why, EVENTS, good, ("safe", "hit"))
    if roll.succeeds((yield roll)):
        return battle
    hit = BattleHit(name, HAZARD, armour=False, weapon=battle.called(piece))
    return (yield from call(resolve_hit, battle, hit))
