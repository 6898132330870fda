"""Melee weapons: which ones a fighter uses in close combat, and how many dice they give him.

Source: main-rulebook, Pick weapons; Unarmed attacks; Determine attack dice; Pistols at close quarters; Dual weapons.
"""

from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations

from rules.engine.procedure_steps import Choose, Option, Procedure
from rules.roster.weapon import UNARMED, WeaponProfile
from rules.skirmish.moving.facing_action import decides
from rules.skirmish.state.battle_state import Battle
from rules.skirmish.state.characteristics import profile_now
from rules.skirmish.state.skirmish_rules import skirmish_rules

PICK = "Pick weapons"
DUAL = "Dual weapons"
MOST_WEAPONS = 2
BARE = "bare hands"
"""What sentences call fighting unarmed."""


@dataclass(frozen=True)
class Arm:
    """A weapon in hand.

    Attributes:
        weapon: its name.
        profile: the profile that is used in close combat.
        alone: whether it is the only one of the weapon that can be.
    """

    weapon: str
    profile: WeaponProfile
    alone: bool = True

    @property
    def called(self) -> str:
        """What sentences call it."""
        return BARE if self.weapon == UNARMED.name else self.weapon

    @property
    def told(self) -> str:
        """The same with its profile, where there are several."""
        return BARE if self.weapon == UNARMED.name else self.label

    @property
    def label(self) -> str:
        """What it is picked by."""
        return self.weapon if self.alone else f"{self.weapon}: {self.profile.name}"

    @property
    def sidearm(self) -> bool:
        """Whether it is a pistol: one die at most, with a firepower die beside it. A blade that can also be shot is none."""
        return self.profile.has("sidearm") and not self.profile.has("melee")


Pool = tuple[tuple[Arm, int], ...]
"""Attack dice by weapon."""


def bare(battle: Battle) -> Arm:
    """Bare hands."""
    return _bare(skirmish_rules(battle).close_combat.unarmed_ap)


@cache
def _bare(ap: int) -> Arm:
    return Arm(UNARMED.name, replace(UNARMED.profiles[0], ap=ap))


def arms_of(battle: Battle, fighter: str) -> tuple[Arm, ...]:
    """All that a fighter could use in close combat now, one for each profile, of each weapon those for melee first."""
    found: list[Arm] = []
    for weapon in battle.card(fighter).weapons:
        close = sorted((one for one in weapon.profiles if one.close), key=lambda one: not one.has("melee"))
        usable = [one for one in close if one.has("melee") or weapon.name not in battle.model(fighter).empty]
        found += [Arm(weapon.name, one, alone=len(usable) == 1) for one in usable]
    return tuple(found)


def loadouts(battle: Battle, fighter: str, *, defending: bool = False) -> tuple[tuple[Arm, ...], ...]:
    """All that a fighter may hold: one weapon, two of which none is unwieldy, or nothing.

    A defender may need a weapon for melee.
    """
    arms = arms_of(battle, fighter)
    handy = [arm for arm in arms if not arm.profile.has("unwieldy")]
    pairs = (pair for pair in combinations(handy, MOST_WEAPONS) if pair[0].weapon != pair[1].weapon)
    found = [*pairs, *((arm,) for arm in arms)]
    if defending and skirmish_rules(battle).close_combat.defend == "with a melee weapon":
        return tuple(one for one in found if any(arm.profile.has("melee") for arm in one))
    return (*found, (bare(battle),))


def armed(battle: Battle, fighter: str, *, defending: bool = False, stance: object = None) -> Procedure[tuple[Arm, ...]]:
    """The weapons that the player picks; asked only where there is a choice between real weapons.

    Args:
        battle, fighter: who picks them.
        defending: whether to defend with them.
        stance: how he fights, for whoever looks at his chances.
    """
    choices = loadouts(battle, fighter, defending=defending)
    if len(choices) == 1:
        return choices[0]
    options = tuple(Option(key_of(one), " and ".join(arm.told for arm in one), one) for one in choices)
    asked = Choose("weapons", decides(battle, fighter), options, about=fighter, source=PICK, shown=stance)
    arms: tuple[Arm, ...] = yield asked
    return arms


def attack_dice(battle: Battle, fighter: str, arms: tuple[Arm, ...], *, charged: bool) -> int:
    """How many attack dice a fighter has with these weapons."""
    number = skirmish_rules(battle).close_combat
    more = number.charge_dice * charged + number.two_weapons * (len(arms) == MOST_WEAPONS)
    return profile_now(battle, fighter).attacks + more


def dice_told(battle: Battle, fighter: str, arms: tuple[Arm, ...], *, charged: bool) -> str:
    """The attack dice of a fighter and where they come from, for people. Source: main-rulebook, Determine attack dice."""
    dice = attack_dice(battle, fighter, arms, charged=charged)
    number = skirmish_rules(battle).close_combat
    more = f"; +{number.charge_dice} for the charge" * charged
    more += f"; +{number.two_weapons} for two weapons" * (len(arms) == MOST_WEAPONS)
    why = f"attacks {profile_now(battle, fighter).attacks}{more}"
    return f"{battle.called(fighter)} has {dice} attack {'die' if dice == 1 else 'dice'} ({why})"


def share_told(pool: Pool) -> str:
    """Dice by weapon, for people."""
    named = [(f"{dice} {'die' if dice == 1 else 'dice'}", arm.told) for arm, dice in pool]
    return " and ".join(f"{some} with {called}" for some, called in named)


def shared_out(battle: Battle, fighter: str, arms: tuple[Arm, ...], dice: int) -> Procedure[Pool]:
    """The dice by weapon: one for each pistol, the rest for the blades, or for bare hands where there is none.

    With two weapons each has at least one die; between two blades the player shares them out. A defender who has one die left
    for two weapons picks one of them.
    """
    if dice < len(arms):
        options = tuple(Option(arm.label, arm.label, arm) for arm in arms)
        one: Arm = yield Choose("weapon for the last die", decides(battle, fighter), options, about=fighter, source=DUAL)
        return ((one, dice),)
    pistols = tuple((arm, 1) for arm in arms if arm.sidearm)[:dice]
    blades = tuple(arm for arm in arms if not arm.sidearm)
    left = dice - len(pistols)
    if len(blades) == MOST_WEAPONS and left > MOST_WEAPONS:
        options = tuple(Option(str(number), f"{number} with {blades[0].weapon}", number) for number in range(1, left))
        first: int = yield Choose("dice of the first weapon", decides(battle, fighter), options, about=fighter, source=DUAL)
        return (*pistols, (blades[0], first), (blades[1], left - first))
    if len(blades) == MOST_WEAPONS:
        return (*pistols, (blades[0], 1), (blades[1], left - 1))
    return (*pistols, ((blades or (bare(battle),))[0], left)) if left else pistols


def key_of(arms: tuple[Arm, ...]) -> str:
    """The key by which weapons are picked."""
    return "+".join(arm.label for arm in arms)
