"""Ductways: crawled through, and shot through. Source: arbiter, Actions (Ductway). Adjacent is within an inch of a mouth."""

from rules.citations import Cover
from rules.engine.procedure_steps import Choose, Option, Procedure, Say, call
from rules.skirmish.injury.hit_resolution import in_arc
from rules.skirmish.morale.aftermath import aftermath
from rules.skirmish.moving.carrying import brought_along, left_behind
from rules.skirmish.moving.facing_action import decides
from rules.skirmish.shooting.ammo_checks import fired, run_out
from rules.skirmish.shooting.ranged_hits import Strike, struck
from rules.skirmish.shooting.shoot_actions import guns_of
from rules.skirmish.shooting.shot_hit_roll import Gun, Shot
from rules.skirmish.shooting.target_choice import foes
from rules.skirmish.shooting.volley import volley
from rules.skirmish.state.action import Action
from rules.skirmish.state.battle_pieces import Ductway, before_mouth, ductways_beside, exits
from rules.skirmish.state.battle_state import Battle

CRAWL, SHOOT = "Ductway, Crawl Through", "Ductway, Shoot Through"
HIT_ON = 5
"""Out of the other end, whoever shoots. Source: arbiter, Ductway, Shoot Through."""
FLAMES = 2.0
"""Inches from the far mouth within which a template hits everybody."""
OPEN: Cover = "open"


def crawl_through(battle: Battle, fighter: str) -> Procedure[Battle]:
    """To the other side, where he comes out at a free place before the mouth; a load stays behind."""
    battle = yield from left_behind(battle, fighter)
    return brought_along((yield from crawls_holding(battle, fighter)), fighter)


def crawls_holding(battle: Battle, fighter: str) -> Procedure[Battle]:
    """The same as it was while nobody let go of anything for it: for journals that were begun then."""
    duct = yield from _which(battle, fighter, _passable(battle, fighter), CRAWL)
    places = exits(battle, fighter, duct)
    battle = battle.changed(fighter, position=places[0])
    yield Say(f"{battle.called(fighter)} crawls through {battle.called(duct.id)}", CRAWL, battle)
    return battle


def shoot_through(battle: Battle, fighter: str) -> Procedure[Battle]:
    """Out of the far mouth at somebody before it; a flame template hits all who are near the mouth."""
    duct, gun = yield from _how(battle, fighter)
    before = battle
    if gun.profile.has("template"):
        battle = yield from _flames(battle, fighter, duct, gun)
        return (yield from call(aftermath, before, battle))
    targets = _targets(battle, fighter, duct, gun)
    options = tuple(Option(name, battle.called(name), name) for name in targets)
    asked = Choose("target through a ductway", decides(battle, fighter), options, about=fighter, source=SHOOT)
    target: str = targets[0] if len(targets) == 1 else (yield asked)
    yield Say(f"{battle.called(fighter)} shoots at {battle.called(target)} through {battle.called(duct.id)}", SHOOT, battle)
    shot = Shot(fighter, target, gun, HIT_ON, (), OPEN, in_range=True)
    battle = yield from call(volley, battle, (shot,))
    return (yield from call(aftermath, before, battle))


def _flames(battle: Battle, fighter: str, duct: Ductway, gun: Gun) -> Procedure[Battle]:
    before, hit = battle, before_mouth(battle, duct, FLAMES)
    yield Say(f"flames come out of {battle.called(duct.id)} over {battle.all_called(hit) or 'nobody'}", SHOOT, battle)
    _, dry = yield from call(fired, fighter, gun.weapon, gun.profile)
    for name in hit:
        strike = Strike(name, 1, in_arc(battle, name, duct.far[:2]))
        battle = yield from call(struck, before, battle, fighter, gun, strike)
    return (yield from run_out(battle, fighter, gun.weapon)) if dry else battle


def _how(battle: Battle, fighter: str) -> Procedure[tuple[Ductway, Gun]]:
    """Which ductway, and with what."""
    ways = _shots(battle, fighter)
    if len(ways) == 1:
        return ways[0]
    options = tuple(
        Option(f"{duct.id}+{gun.label}", f"{gun.label} through {battle.called(duct.id)}", (duct, gun)) for duct, gun in ways
    )
    picked: tuple[Ductway, Gun] = yield Choose(
        "weapon through a ductway", decides(battle, fighter), options, about=fighter, source=SHOOT
    )
    return picked


def _shots(battle: Battle, fighter: str) -> tuple[tuple[Ductway, Gun], ...]:
    """The ductways and weapons with which there is somebody to shoot at."""
    guns = [gun for gun in guns_of(battle, fighter) if not gun.profile.has("blast")]
    pairs = ((duct, gun) for duct in ductways_beside(battle, fighter) for gun in guns)
    return tuple((duct, gun) for duct, gun in pairs if _reached(battle, fighter, duct, gun))


def _reached(battle: Battle, fighter: str, duct: Ductway, gun: Gun) -> bool:
    if gun.profile.has("template"):
        return bool(set(before_mouth(battle, duct, FLAMES)) & set(foes(battle, fighter)))
    return bool(_targets(battle, fighter, duct, gun))


def _targets(battle: Battle, fighter: str, duct: Ductway, gun: Gun) -> tuple[str, ...]:
    """The enemies before the far mouth with nothing in between, within the weapon's range of it, nearest first."""
    enemies = set(foes(battle, fighter))
    return tuple(name for name in before_mouth(battle, duct, gun.profile.long or 0.0) if name in enemies)


def _passable(battle: Battle, fighter: str) -> tuple[Ductway, ...]:
    return tuple(duct for duct in ductways_beside(battle, fighter) if exits(battle, fighter, duct))


def _which(battle: Battle, fighter: str, ducts: tuple[Ductway, ...], source: str) -> Procedure[Ductway]:
    if len(ducts) == 1:
        return ducts[0]
    options = tuple(Option(duct.id, battle.called(duct.id), duct) for duct in ducts)
    duct: Ductway = yield Choose("which ductway", decides(battle, fighter), options, about=fighter, source=source)
    return duct


def _no_way_through(battle: Battle, fighter: str) -> str | None:
    if _passable(battle, fighter):
        return None
    return "there is no room at the other end" if ductways_beside(battle, fighter) else "no ductway is within an inch"


def _no_shot_through(battle: Battle, fighter: str) -> str | None:
    if not ductways_beside(battle, fighter):
        return "no ductway is within an inch"
    if not guns_of(battle, fighter):
        return f"{battle.called(fighter)} has nothing to shoot with"
    return None if _shots(battle, fighter) else "nobody is in range before the other end"


CRAWL_THROUGH = Action(
    "duct-crawl",
    "Crawl through a ductway",
    "double",
    frozenset({"active"}),
    _no_way_through,
    crawl_through,
    CRAWL,
    does="to the other side",
)
SHOOT_THROUGH = Action(
    "duct-shoot",
    "Shoot through a ductway",
    "basic",
    frozenset({"active"}),
    _no_shot_through,
    shoot_through,
    SHOOT,
    does=f"out of the other end, at {HIT_ON}+ to hit",
)

DUCTWAY_ACTIONS = (CRAWL_THROUGH, SHOOT_THROUGH)
