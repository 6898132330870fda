"""The preview of a walk: how far a fighter gets on a path with the movement of one action, if he passes its checks.

Source: main-rulebook, Movement; Continuing movement; Climbing; Leaping gaps.
"""

from dataclasses import dataclass, replace

from rules.citations import Reason
from rules.movement.engaging_paths import Engagement
from rules.movement.movement_end import after
from rules.skirmish.moving.walk_resolution import OFF_GROUND, hangs_on, last_ground, parted
from rules.skirmish.state.battle_navmesh import movement_rules, mover
from rules.skirmish.state.battle_sight import table_of
from rules.skirmish.state.battle_state import Battle
from scene.geometry.mesh import Point
from scene.pathfinding.path_legs import Path

ROUNDING = 1e-6
"""Inches of movement."""


@dataclass(frozen=True)
class WalkPreview:
    """What a walk would come to.

    Attributes:
        path: the whole way to the place that was asked for.
        inches: of movement that the action gives, with the fewest that dice may add to it.
        gone: what of the path is gone with them.
        stops: where he is then, inches; where he goes back to if he may not stay there.
        goes_on: whether he may go on at once with another action from where he may not stay.
        because: what the rules say of where he is.
        meets: whom he is in contact with at the end of the whole way, where it leads into contact.
        most: inches that it gives if dice add the most; None where none are rolled.
    """

    path: Path
    inches: float
    gone: Path
    stops: Point
    goes_on: bool
    because: tuple[Reason, ...]
    meets: tuple[str, ...] = ()
    most: float | None = None

    @property
    def done(self) -> bool:
        """Whether the whole way is gone."""
        return self.gone.cost >= self.path.cost - ROUNDING and len(self.gone.legs) == len(self.path.legs)


def preview_walk(
    battle: Battle, fighter: str, path: Path, inches: float, *, grounded: bool = False, again: bool = False
) -> WalkPreview:
    """How far a fighter gets on a path, if he passes all checks on it.

    Args:
        battle: how things are.
        fighter: who.
        path: as it was planned for him.
        inches: of movement that the action gives.
        grounded: whether it may not end off the ground.
        again: whether another action may follow at once.
    """
    gone, rest = parted(path, inches)
    end = after(table_of(battle), mover(battle, fighter), path, inches, rules=movement_rules(battle))
    stops = end.position
    if grounded and end.state in OFF_GROUND and gone.legs:
        stops = last_ground(battle, fighter, gone)
    elif end.back is not None:
        stops = battle.model(fighter).position if hangs_on(battle, fighter, end.back) else end.back
    acting = battle.activation
    goes_on = again and end.back is not None and bool(rest.legs) and acting is not None and acting.left >= 1
    return WalkPreview(path, inches, gone, stops, goes_on, end.because)


def preview_contact(
    battle: Battle, fighter: str, planned: Engagement, inches: float, *, grounded: bool = False, most: float | None = None
) -> WalkPreview:
    """How far a fighter gets on the way into contact with somebody, and where he stops if that is not far enough.

    Args:
        battle: how things are.
        fighter: who.
        planned: the way.
        inches: of movement that he has at least.
        grounded: as for `preview_walk`.
        most: inches that he has at most, where dice add some.
    """
    found = preview_walk(battle, fighter, planned.path, inches, grounded=grounded)
    found = replace(found, meets=planned.engaged, because=(*planned.because, *found.because), most=most)
    # Whoever is in contact stays, wherever that is.
    return replace(found, stops=planned.place, because=planned.because) if found.done else found
