"""Going into contact with an enemy, which is a brawl. Sources: five-parsecs: Brawling combat, Lunging."""

from rules.engine.procedure_steps import Procedure
from rules.movement.engaging_paths import Engagement
from rules.skirmish.moving.contact_resolution import approach, engagement
from rules.skirmish.moving.walk_preview import WalkPreview, preview_contact, preview_walk
from rules.skirmish.state.battle_sight import engaged
from rules.skirmish.state.battle_state import Battle
from rules.systems.five_parsecs.moving.walks import after_walk, is_hard_jump, to_landing, walks

ROUNDING = 1e-6


def way_to_contact(battle: Battle, fighter: str, foe: str) -> Engagement | None:
    """How a figure gets into contact with an enemy; None where it cannot."""
    found = engagement(battle, fighter, (foe,))
    return found if isinstance(found, Engagement) else None


def reaches(battle: Battle, fighter: str, foe: str, inches: float) -> bool:
    """Whether so many inches of movement are enough to get into contact in this round."""
    found = way_to_contact(battle, fighter, foe)
    if found is None or found.path.cost > inches + ROUNDING:
        return False
    return not any(is_hard_jump(leg) for leg in found.path.legs)


def closes_in(battle: Battle, fighter: str, planned: Engagement, inches: float) -> Procedure[Battle]:
    """A figure moves into contact with an enemy, or as near as it gets; whoever breaks in on the move does."""
    if any(is_hard_jump(leg) for leg in planned.path.legs):
        return (yield from walks(battle, fighter, planned.path, inches))
    gone = yield from approach(battle, fighter, planned, inches)
    return gone.battle if gone.end is not None and gone.end.done else (yield from after_walk(gone, fighter))


def contact_seen(battle: Battle, fighter: str, planned: Engagement, inches: float) -> WalkPreview:
    """How far a figure gets on the way into contact with an enemy: no farther than a jump that ends the round."""
    if any(is_hard_jump(leg) for leg in planned.path.legs):
        return preview_walk(battle, fighter, to_landing(planned.path), inches)
    return preview_contact(battle, fighter, planned, inches)


def in_contact_with(battle: Battle, fighter: str) -> tuple[str, ...]:
    """The enemies in contact with a figure."""
    return engaged(battle, fighter) if battle.model(fighter).on_table else ()
