"""A gang and its fighters as values. Source: main-rulebook, Gang, crew and fighter cards; Save roll; Group activation."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, Protocol, runtime_checkable

from rules.roster.profile import Profile
from rules.roster.weapon import Weapon

Rank = Literal["leader", "champion", "ganger", "juve"]


@runtime_checkable
class NamesOthers(Protocol):
    """A sheet that names other fighters of its gang by their ids."""

    def renamed(self, ids: Mapping[str, str]) -> object:
        """The sheet when those get other ids."""


@dataclass(frozen=True)
class Saves:
    """What keeps a fighter from harm; None where he has no such thing. All are target numbers on a D6.

    Attributes:
        armour: modified by armour penetration.
        armour_in_arc: what is added to it against attacks from within the vision arc.
        invulnerable: never modified.
        special_ranged, special_close: keep a hit from happening at all, against shooting and in close combat.
    """

    armour: int | None = None
    armour_in_arc: int = 0
    invulnerable: int | None = None
    special_ranged: int | None = None
    special_close: int | None = None


@dataclass(frozen=True, eq=False)
class Fighter:
    """A fighter's card.

    Attributes:
        id: unique in the battle.
        name: for people.
        rank: his place in the gang.
        profile: his characteristics as they are on the card.
        weapons: what he carries.
        saves: from armour, wargear and skills together.
        skills, wargear: by name.
        group_activation: how many more fighters he may activate together with himself.
        leads_by_example: inches within which friends do not flee when he does not; 0 if he leads nobody.
        cost: credits, all told.
        proxy: the built-in figure that stands for him.
        base_mm: diameter of his base.
        sheet: what a rule system with sheets of its own keeps on it, a value; None where the profile and so on say all.
    """

    id: str
    name: str
    rank: Rank = "ganger"
    profile: Profile = field(default_factory=Profile)
    weapons: tuple[Weapon, ...] = ()
    saves: Saves = field(default_factory=Saves)
    skills: tuple[str, ...] = ()
    wargear: tuple[str, ...] = ()
    group_activation: int = 0
    leads_by_example: float = 0.0
    cost: int = 0
    proxy: str = "human"
    base_mm: float = 25.0
    sheet: object = None

    def weapon(self, name: str) -> Weapon | None:
        """The weapon of that name."""
        return next((weapon for weapon in self.weapons if weapon.name == name), None)


@dataclass(frozen=True, eq=False)
class Gang:
    """A gang.

    Attributes:
        id: unique in the battle; the side of its figures.
        colour: a name for its side on the screen.
        deck: tactic cards by name; empty if it brings none.
        rules: the rule system that it was made for; empty where it does not say.
        sheet: what a rule system keeps about the gang as a whole, a value; None where it keeps nothing.
    """

    id: str
    name: str
    fighters: tuple[Fighter, ...] = ()
    colour: str = ""
    deck: tuple[str, ...] = ()
    rules: str = ""
    sheet: object = None
