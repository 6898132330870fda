"""A rule system as one value: its name, and its parts, which are loaded when they are asked for."""

from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Literal

from rules.citations import Citations
from rules.errors import RulesError

if TYPE_CHECKING:
    from rules.fall_rules import FallNumbers
    from rules.hazards.random_move import RandomMoveRules
    from rules.movement.movement_rules import MovementRules
    from rules.roster.gang_formats import GangFormats
    from rules.sight.verdict import SightRules
    from rules.skirmish.attack_odds import OddsOf
    from rules.skirmish.state.skirmish_rules import SkirmishRules

Part = Literal["sight", "movement", "falls", "random_moves", "numbers", "odds", "battle"]
"""What a rule system may settle; each is a module of its package."""

_TOLD: dict[Part, str] = {
    "sight": "sight",
    "movement": "moving",
    "falls": "falls",
    "random_moves": "random moves",
    "numbers": "such attacks",
    "odds": "such attacks",
    "battle": "battles",
}


@dataclass(frozen=True)
class RuleSystem:
    """What a rule system settles. A part that it does not have is a `RulesError`.

    Attributes:
        name: for ``--rules``; its package has the same name, with underscores.
        title: for people.
        cites: where its document says what; None: its sections are called as procedures name them.
        version: of its battles; it goes up where questions, dice or their order change, and old journals keep theirs.
    """

    name: str
    title: str
    cites: Citations | None = None
    version: int = 1

    def has(self, part: Part) -> bool:
        """Whether it settles that."""
        return find_spec(self._module(part)) is not None

    def check(self, part: Part) -> None:
        """Raises a `RulesError` if it does not settle that; loads nothing."""
        if not self.has(part):
            raise RulesError(f"{self.name} says nothing about {_TOLD[part]} here")

    def reads(self, other: "RuleSystem") -> bool:
        """Whether gangs of another system have the same sheets: its battles ask for the same kinds of values."""
        if other.name == self.name:
            return True
        if not (self.has("battle") and other.has("battle")):
            return False
        return {type(one) for one in self.battle} == {type(one) for one in other.battle}

    @property
    def citations(self) -> Citations:
        """Where its document says what."""
        return self.cites or Citations(self.name)

    @property
    def sight(self) -> "SightRules":
        """How it judges line of sight and cover."""
        found: SightRules = self._value("sight", "SIGHT")
        return found

    @property
    def movement(self) -> "MovementRules":
        """How figures move."""
        found: MovementRules = self._value("movement", "MOVEMENT")
        return found

    @property
    def falls(self) -> "FallNumbers | None":
        """What falls do; None where they are measured, and nothing comes of them."""
        found: FallNumbers | None = self._value("falls", "FALLS")
        return found

    @property
    def random_moves(self) -> "RandomMoveRules":
        """How figures are moved at random."""
        found: RandomMoveRules = self._value("random_moves", "RANDOM_MOVES")
        return found

    @property
    def numbers(self) -> "SkirmishRules":
        """The numbers and switches of its battles, without their procedures: a part of `battle`, where it is of the family."""
        found: SkirmishRules = self._value("numbers", "NUMBERS")
        return found

    @property
    def odds(self) -> "OddsOf":
        """How it reckons the odds of an attack, where its sheets are its own."""
        found: OddsOf = self._value("odds", "ODDS")
        return found

    @property
    def gangs(self) -> "GangFormats | None":
        """The gang files that only it has; None where it goes by those of all."""
        if find_spec(self._module("gangs")) is None:
            return None
        found: GangFormats = import_module(self._module("gangs")).GANGS
        return found

    @property
    def battle(self) -> tuple[object, ...]:
        """What the procedures of a battle ask for, each by its class; where all stands is among it."""
        return self.battle_of(self.version)

    def battle_of(self, version: int) -> tuple[object, ...]:
        """The same by a former version, such as that of an old journal; a `RulesError` for one that is not known here.

        The package keeps them as ``FORMER`` in its module for battles, by version.
        """
        return (*self._parts(version), self.citations)

    def check_version(self, version: int) -> None:
        """Raises a `RulesError` for a version of its battles that is not known here."""
        self._parts(version)

    def _parts(self, version: int) -> tuple[object, ...]:
        """What its module for battles holds."""
        former: Mapping[int, tuple[object, ...]] = self._value("battle", "FORMER", {})
        found: tuple[object, ...] | None = self._value("battle", "PARTS") if version == self.version else former.get(version)
        if found is None:
            known = " and ".join(map(str, sorted({*former, self.version})))
            raise RulesError(f"there is no version {version} of {self.name} here, only {known}; get a newer Sightline")
        return found

    def _module(self, part: Part | Literal["gangs"]) -> str:
        return f"{__package__}.{self.name.replace('-', '_')}.{part}"

    def _value(self, part: Part, name: str, *otherwise: object) -> Any:  # noqa: ANN401 - of the part's own class
        self.check(part)
        return getattr(import_module(self._module(part)), name, *otherwise)
