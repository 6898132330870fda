"""An estimate of an attack, what it is worth to the program: chances reckoned in a few lines. A ganger who goes down counts 1.

The exact odds are in `rules.skirmish.attack_odds`; they take a hundred times longer.
"""

from functools import lru_cache

from rules.citations import Cover, Reason
from rules.engine.procedure_steps import Modifier
from rules.roster.gang import Fighter, Saves
from rules.roster.profile import limited
from rules.roster.weapon import WeaponProfile
from rules.skirmish.injury.hit_resolution import NO_ARMOUR, needed_to_wound
from rules.skirmish.melee.melee_weapons import Arm, attack_dice, loadouts
from rules.skirmish.shooting.shot_hit_roll import Gun, Shot, cover_modifiers
from rules.skirmish.state.battle_sight import engaged
from rules.skirmish.state.battle_state import Battle, FighterState, Setting
from rules.skirmish.state.characteristics import profile_now
from rules.skirmish.state.skirmish_rules import Shooting, skirmish_rules

PIN = 0.25
"""What it is worth to pin somebody, as a part of his worth."""
HURT = 0.4
"""What a wound is worth that does not bring him down."""
FINISHED = 0.4
"""What it is worth to put somebody out of action who lies already."""
HOLES = 5.0 / 3.0
"""Bullet holes of a firepower die on average."""
LOADED = 0.4
"""What loot is worth to whoever has it."""
COST = 130.0
"""Credits of somebody who is worth 1."""


def worth(battle: Battle, fighter: str) -> float:
    """What a fighter is worth, and what he would let go of if he went down."""
    return worth_of(battle.card(fighter)) + LOADED * any(thing.holder == fighter for thing in battle.things)


def worth_of(card: Fighter) -> float:
    """What a fighter is worth by what he costs."""
    return min(0.4 + 0.6 * (card.cost or COST) / COST, 2.0)


@lru_cache(maxsize=4096)
def hit_chance(numbers: Shooting, skill: int, amount: int, cover: Cover, *, hard: bool = False) -> float:
    """How likely a shot hits with modifiers of so much besides cover, by what the rules say of cover."""
    if hard:
        cover = "full" if cover != "open" else "partial"
    why = (Modifier(amount + cover_modifiers(numbers)[cover], Reason("", "")),)
    misses = numbers.full_cover_misses
    return float(Shot("", "", Gun("", WeaponProfile()), skill, why, cover, in_range=True, misses_full=misses).chance)


def worth_of_hits(battle: Battle, shooter: str, target: str, profile: WeaponProfile) -> float:
    """What a shot is worth that has hit."""
    model, own = battle.model(target), profile_now(battle, shooter).strength
    special = battle.card(target).saves.special_ranged
    down, hurt = _harm(battle, target, profile, own)
    hits: float = HOLES * profile.number("rapid fire") if profile.has("rapid fire") else 1.0
    some_down = 1.0 - float((1.0 - down) ** hits)
    if model.status == "seriously_injured":
        value = FINISHED * some_down
    else:
        pins = PIN if model.status == "standing" and not engaged(battle, target) else 0.0
        value = some_down + (1.0 - some_down) * (pins + HURT * min(1.0, hits * hurt))
    return value * worth(battle, target) * (1.0 if special is None else 1.0 - _on_d6(special))


def _harm(battle: Battle, target: str, profile: WeaponProfile, strength: int) -> tuple[float, float]:
    """The chances that one hit brings somebody down, and that it takes a wound without that."""
    model = battle.model(target)
    return harm(
        None if profile.strength is None else profile.strength.of(strength),
        profile.ap,
        profile.damage,
        profile_now(battle, target).toughness,
        battle.card(target).saves,
        model.wounds,
        lies=model.status == "seriously_injured",
    )


@lru_cache(maxsize=4096)
def harm(
    strength: int | None, ap: int, damage: int | None, toughness: int, saves: Saves, wounds: int, *, lies: bool = False
) -> tuple[float, float]:
    """The chances that one hit brings a fighter down, and that it takes a wound without that; who lies, out of action."""
    through = (1.0 if strength is None else _on_d6(needed_to_wound(strength, toughness))) * (1.0 - _saved(saves, ap))
    dice = 1 if damage is None else max(0, damage - wounds + 1)
    down = 1.0 - (5.0 / 6.0 if lies else 1.0 / 3.0) ** dice
    return through * down, 0.0 if dice else through


def _saved(saves: Saves, ap: int) -> float:
    armour = NO_ARMOUR if saves.armour is None else saves.armour - ap
    best = min(armour, saves.invulnerable or NO_ARMOUR)
    return _on_d6(best) if best < NO_ARMOUR else 0.0


def _on_d6(needed: int) -> float:
    return (7 - min(max(needed, 2), 6)) / 6.0


def pass_chance(needed: int) -> float:
    """How likely a check on two dice is passed."""
    ways = sum(1 for one in range(1, 7) for other in range(1, 7) if one + other >= needed)
    return ways / 36.0


def arms_worth(
    battle: Battle,
    fighter: str,
    target: str,
    arms: tuple[Arm, ...],
    *,
    charged: bool = False,
    dice: int | None = None,
    worse: int = 0,
) -> float:
    """The chance that an attack with these weapons brings somebody down.

    Args:
        charged: whether it belongs to a charge.
        dice: how many there are, if not as many as he has.
        worse: by how much his weapon skill is worse.
    """
    number = attack_dice(battle, fighter, arms, charged=charged) if dice is None else dice
    unhurt = 1.0
    for arm, own in dice_shares(arms, number):
        hit, down = hit_and_harm(battle, fighter, target, arm, worse=worse)
        unhurt *= float((1.0 - hit * down) ** max(own, 0))
    return 1.0 - unhurt


def dice_shares(arms: tuple[Arm, ...], dice: int) -> tuple[tuple[Arm, int], ...]:
    """Attack dice by weapon: one for each but the main one."""
    mains = [not arm.sidearm and (number == 0 or arms[0].sidearm) for number, arm in enumerate(arms)]
    return tuple((arm, dice - (len(arms) - 1) if main else 1) for arm, main in zip(arms, mains, strict=True))


def hit_and_harm(battle: Battle, fighter: str, target: str, arm: Arm, *, worse: int = 0) -> tuple[float, float]:
    """The chances that an attack die hits, and that a hit brings somebody down; a wound counts for a part of that."""
    profile, special = profile_now(battle, fighter), battle.card(target).saves.special_close
    accuracy = 0 if arm.sidearm else arm.profile.accuracy_short
    hit = _on_d6(limited("weapon_skill", profile.weapon_skill + worse) - accuracy)
    down, hurt = _harm(battle, target, arm.profile, profile.strength)
    return hit * (1.0 if special is None else 1.0 - _on_d6(special)), down + HURT * hurt


def parry_chance(battle: Battle, fighter: str) -> float:
    """The chance that a defence die parries; it is harder to defend than to attack."""
    worse = skirmish_rules(battle).close_combat.defender_skill
    return _on_d6(limited("weapon_skill", profile_now(battle, fighter).weapon_skill + worse))


def blow_chance(battle: Battle, fighter: str, target: str, *, charged: bool = False) -> float:
    """The chance that a fighter brings somebody down in close combat with the best that he has for it."""
    return _blow_chance(battle.setting, battle.model(fighter).elsewhere, battle.model(target).elsewhere, charged)


@lru_cache(maxsize=4096)
def _blow_chance(setting: Setting, own: FighterState, other: FighterState, charged: bool) -> float:  # noqa: FBT001 - cached by place
    battle, fighter, target = Battle(setting, (own, other)), own.id, other.id
    return max(arms_worth(battle, fighter, target, arms, charged=charged) for arms in loadouts(battle, fighter))


def fight_worth(battle: Battle, fighter: str, target: str, *, charged: bool = False) -> float:
    """What it is worth to attack somebody in close combat, with what he does back."""
    wins = blow_chance(battle, fighter, target, charged=charged)
    suffers = (1.0 - wins) * blow_chance(battle, target, fighter)
    return wins * worth(battle, target) - suffers * worth(battle, fighter)
