"""Sheets of crew members and enemies, and what is known of a side as a whole.

Sources: five-parsecs: The reaction roll, Movement action, Cover and rolling to hit, Rolling for damage, Luck, Saving throws,
Enemy movement, Enemy running away, Fearless. The text has no profiles of weapons or enemies: those that ship are ours.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from rules.skirmish.state.battle_state import Setting

if TYPE_CHECKING:
    from rules.systems.five_parsecs.roster.die_table import DieTable
    from rules.systems.five_parsecs.roster.escalation import EscalationTable
    from rules.systems.five_parsecs.roster.loot import LootItem

Anatomy = Literal["humanoid", "cybernetic", "beast"]
"""Which casualty table holds for a figure."""
Species = Literal["human", "feral", "swift", "other"]
AiType = Literal["cautious", "aggressive", "tactical", "defensive", "rampaging", "beast", "guardian"]
BattleTrait = Literal["pistol", "melee", "heavy", "grenade"]
Ability = Literal["skulker", "teleport", "jump"]
Difficulty = Literal["normal", "hardcore", "insanity"]
EnemyRole = Literal["basic", "specialist", "lieutenant", "unique", "vermin"]
AI_TYPES: tuple[AiType, ...] = ("cautious", "aggressive", "tactical", "defensive", "rampaging", "beast", "guardian")
ANATOMIES: tuple[Anatomy, ...] = ("humanoid", "cybernetic", "beast")
SPECIES: tuple[Species, ...] = ("human", "feral", "swift", "other")
BATTLE_TRAITS: tuple[BattleTrait, ...] = ("pistol", "melee", "heavy", "grenade")
ABILITIES: tuple[Ability, ...] = ("skulker", "teleport", "jump")
DIFFICULTIES: tuple[Difficulty, ...] = ("normal", "hardcore", "insanity")
ROLES: tuple[EnemyRole, ...] = ("basic", "specialist", "lieutenant", "unique", "vermin")


@dataclass(frozen=True)
class BattleWeapon:
    """A weapon.

    Attributes:
        name: unique among a figure's weapons.
        inches: its range; 0: it is for brawls only.
        shots: dice of one attack.
        damage: added to the damage roll.
        traits: what it counts as.
    """

    name: str
    inches: float = 0.0
    shots: int = 0
    damage: int = 0
    traits: frozenset[BattleTrait] = frozenset()

    @property
    def ranged(self) -> bool:
        """Whether it can be fired."""
        return self.inches > 0.0 and self.shots > 0

    @property
    def brawl_bonus(self) -> int:
        """Source: five-parsecs, Brawling combat."""
        return 2 if "melee" in self.traits else 1 if "pistol" in self.traits else 0

    @property
    def suits_brawls(self) -> bool:
        """Whether it is more than improvised in a brawl."""
        return self.brawl_bonus > 0


IMPROVISED = BattleWeapon("improvised")
"""Source: five-parsecs, Brawling combat: +0, and damage +0."""


@dataclass(frozen=True)
class CombatSheet:
    """A figure's sheet.

    Attributes:
        reactions: a die for reactions up to it acts first; of crew only.
        speed: inches of a move.
        combat: added to hit rolls and in brawls.
        toughness: what damage has to beat.
        savvy: of crew only.
        luck: points.
        species: with rules of their own.
        anatomy: which casualty table holds.
        boss: whether its second column does.
        saves: saving throws, each the least die that keeps off a hit.
        abilities: ways of moving.
        weapons: what is carried.
        fearless: whether it never bails.
        ai: how an enemy acts; None for crew.
        role: what it is among the enemies; "basic" for crew, where it means nothing.
        ward: the id of the figure that a guardian is attached to; empty for others.
        waits: whether it is on the table only once something brings it: reinforcements, spare crew.
    """

    reactions: int = 1
    speed: int = 4
    combat: int = 0
    toughness: int = 3
    savvy: int = 0
    luck: int = 0
    species: Species = "human"
    anatomy: Anatomy = "humanoid"
    boss: bool = False
    saves: tuple[int, ...] = ()
    abilities: frozenset[Ability] = frozenset()
    weapons: tuple[BattleWeapon, ...] = ()
    fearless: bool = False
    ai: AiType | None = None
    role: EnemyRole = "basic"
    ward: str = ""
    waits: bool = False

    def renamed(self, ids: Mapping[str, str]) -> "CombatSheet":
        """The sheet where figures have other ids than those that it was written with."""
        return replace(self, ward=ids.get(self.ward, self.ward))


@dataclass(frozen=True)
class CrewSheet:
    """What is known of a crew as a whole.

    Attributes:
        difficulty: of the campaign, which tells on seizing the initiative.
        loot: what a D100 finds; None where no file said it.
    """

    difficulty: Difficulty = "normal"
    loot: "DieTable[LootItem] | None" = None


@dataclass(frozen=True)
class EnemySheet:
    """What is known of an enemy force as a whole.

    Attributes:
        ai: its main type, which escalation and the end of the battle go by.
        panic: the highest face with which a panic die makes somebody bail; 0: they fight to the death.
        initiative: added to the crew's roll for seizing the initiative.
        hired: whether they are hired muscle.
        grenades: whether they would use grenades.
        escalation: what a D100 brings when the battle escalates; None where no file said it.
    """

    ai: AiType = "aggressive"
    panic: int = 2
    initiative: int = 0
    hired: bool = False
    grenades: bool = False
    escalation: "EscalationTable | None" = None


def sheet_of(setting: Setting, fighter: str) -> CombatSheet:
    """The sheet of a figure."""
    sheet = setting.cards[fighter].sheet
    assert isinstance(sheet, CombatSheet)
    return sheet


def crew_of(setting: Setting) -> str:
    """The id of the crew's side."""
    return next(gang.id for gang in setting.gangs if isinstance(gang.sheet, CrewSheet))


def enemies_of(setting: Setting) -> str:
    """The id of the enemies' side."""
    return next(gang.id for gang in setting.gangs if isinstance(gang.sheet, EnemySheet))


def enemy_force(setting: Setting) -> EnemySheet:
    """What is known of the enemies as a whole."""
    return next(gang.sheet for gang in setting.gangs if isinstance(gang.sheet, EnemySheet))


def crew_sheet(setting: Setting) -> CrewSheet:
    """What is known of the crew as a whole."""
    return next(gang.sheet for gang in setting.gangs if isinstance(gang.sheet, CrewSheet))
