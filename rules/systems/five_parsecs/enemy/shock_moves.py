"""What shock makes of a move, of crew and enemies alike: into cover, out of sight of somebody, or none.

Source: five-parsecs, Shock. A figure is in the open if one who sees it has it so. As the shocked make no combat action, they
may dash where a move is not enough.
"""

from rules.engine.procedure_steps import Choose, Option, Procedure, Say
from rules.skirmish.moving.move_actions import Manner, planned
from rules.skirmish.moving.walk_preview import WalkPreview, preview_walk
from rules.skirmish.state.battle_state import Battle
from rules.skirmish.state.placement import written
from rules.systems.five_parsecs.conditions.figure_now import DASH, is_crew, speed_now
from rules.systems.five_parsecs.enemy.destinations import STAYS, Destination, proven, safe, toward_cover
from rules.systems.five_parsecs.enemy.overruling import WHAT
from rules.systems.five_parsecs.enemy.plan_making import seen_words
from rules.systems.five_parsecs.enemy.prospects.outlook import Outlook
from rules.systems.five_parsecs.enemy.prospects.vantages import ProvenPlace
from rules.systems.five_parsecs.moving.walks import to_landing, walks
from rules.systems.five_parsecs.roster.combat_sheet import crew_of
from scene.pathfinding.path_legs import Path

SHOCK = "Shock"
HINT = 'x y, or x y z, of another place that does as well; or "stay"'


def shock_move(battle: Battle, fighter: str) -> Procedure[Battle]:
    """The move that shock makes a figure do; the player is asked, with the computed one first.

    Source: five-parsecs, Shock.

    Args:
        battle: with the figure shocked.
        fighter: of the crew or an enemy, on the table.
    """
    found = shocked_destination(Outlook(battle, fighter))
    here, inches = Outlook(battle, fighter).here, speed_now(battle, fighter) + DASH
    stays = "" if isinstance(found.where, Path) and found.where.legs else ", and stays"
    yield Say(f"{battle.called(fighter)} is shocked, {seen_words(battle, here)}{stays}", SHOCK)
    if stays:
        return battle

    def free(key: str) -> Option:
        steps = () if key == "stay" else planned(battle, fighter, key, inches, Manner("where to in shock", SHOCK))
        return Option(key, key, next((step for step in steps if isinstance(step, Path)), None))

    path: Path | None = yield Choose(
        "where to in shock",
        crew_of(battle.setting),
        (Option("rule", _words(found), found.where),),
        free,
        fighter,
        SHOCK,
        HINT,
        preview=lambda option: _preview(battle, fighter, option.value, inches),
        kind="" if is_crew(battle, fighter) else WHAT,
        deed=True,
        untold=frozenset({"rule"}),
    )
    return battle if path is None else (yield from walks(battle, fighter, path, inches))


def _words(found: Destination) -> str:
    if not isinstance(found.where, Path) or not found.where.legs:
        return "stays"
    verb = "dashes" if found.dash else "moves"
    return f'{verb} {found.where.cost:.1f}" to {written(found.where.legs[-1].end)}, {found.why}'


def _preview(battle: Battle, fighter: str, path: Path | None, inches: float) -> WalkPreview | None:
    return None if path is None or not path.legs else preview_walk(battle, fighter, to_landing(path), inches)


def shocked_destination(outlook: Outlook) -> Destination:
    """Where shock makes a figure go. Source: five-parsecs, Shock."""
    if not outlook.here.seen:
        return STAYS
    return _into_cover(outlook) if outlook.here.exposed else _out_of_sight(outlook)


def _into_cover(outlook: Outlook) -> Destination:
    """From the open to the closest terrain where it is in cover, or toward it."""
    for places, dash in ((outlook.walking, False), (outlook.dashing, True)):
        wanted = places.safe & (places.features.any(axis=1) | places.hidden)
        found = proven(outlook, places, wanted, -places.reached.costs, safe, dash=dash, why="into cover")
        if found is not None:
            return found
    return toward_cover(outlook, outlook.speed + DASH)


def _out_of_sight(outlook: Outlook) -> Destination:
    """From cover, still in cover, to where one at least sees it no more."""
    before = set(outlook.here.seen)

    def holds(place: ProvenPlace) -> bool:
        return place.safe and bool(before - set(place.seen))

    for places, dash in ((outlook.walking, False), (outlook.dashing, True)):
        seen = places.lines.sum(axis=1)
        wanted = places.safe & (seen < len(before))
        found = proven(outlook, places, wanted, -4.0 * seen - places.reached.costs, holds, dash=dash, why="out of sight")
        if found is not None:
            return found
    return STAYS
