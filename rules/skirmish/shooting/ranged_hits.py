"""Ranged hits: who is struck by a ranged attack, and what that does to him.

Source: main-rulebook, Shooting: Target is pinned; Resolve hits; Save rolls and vision arc.
"""

from dataclasses import dataclass

from rules.engine.procedure_steps import Procedure, Say, call
from rules.skirmish.injury.hit_resolution import Hit, in_arc, resolve_hits, special_save
from rules.skirmish.injury.trait_effects import has_effects, trait_effects
from rules.skirmish.shooting.shot_hit_roll import Gun
from rules.skirmish.state.battle_sight import engaged
from rules.skirmish.state.battle_state import Battle
from rules.skirmish.state.characteristics import profile_now
from rules.skirmish.state.status_changes import pinned


@dataclass(frozen=True)
class Strike:
    """The hits of one attack on somebody.

    Attributes:
        fighter: who is hit.
        hits: how often.
        front: whether they come from within his vision arc, as he stood when they were shot.
        cover: what his cover adds to the save; nothing but against templates.
    """

    fighter: str
    hits: int
    front: bool
    cover: int = 0


Strikes = tuple[Strike, ...]


def strikes_from(battle: Battle, place: tuple[float, float], hits: tuple[tuple[str, int], ...]) -> Strikes:
    """The strikes of an attack that comes from a place: so many hits on each of those named."""
    return tuple(Strike(fighter, count, in_arc(battle, fighter, place)) for fighter, count in hits)


def struck(before: Battle, battle: Battle, shooter: str, gun: Gun, strike: Strike) -> Procedure[Battle]:
    """What the hits of one attack do to somebody: his special save, then he is pinned, then they are resolved.

    There is one special save against all hits of a hit roll. Whether they come from within the vision arc, and whether he can
    be pinned, is judged as he stood when they were shot: being pinned by them does not take his shield away, and whoever was
    engaged is not pinned because the same volley has taken his opponent down first.
    """
    fighter = strike.fighter
    if not battle.model(fighter).on_table or (yield from call(special_save, battle, fighter, "ranged")):
        return battle
    down = battle if engaged(before, fighter) else pinned(battle, fighter)
    told = "is hit and pinned" if down != battle else "is hit"
    yield Say(f"{battle.called(fighter)} {told}", "Target is pinned", down)
    profile = gun.profile
    strength = None if profile.strength is None else profile.strength.of(profile_now(before, shooter).strength)
    hit = Hit(
        fighter, "ranged", strength, profile.ap, profile.damage, weapon=gun.weapon, in_front=strike.front, covered=strike.cover
    )
    battle = yield from call(resolve_hits, down, (hit,) * strike.hits)
    return (yield from call(trait_effects, battle, shooter, fighter, profile)) if has_effects(battle, profile) else battle
