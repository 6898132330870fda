"""The rules of falls and jumps: the damage of a fall, the check of a jump down, the check at the edge of a level.

Sources: main-rulebook: Jumping down, Falling down, Falling hazards; five-parsecs: Jumping, Falling.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

from rules.errors import RulesError
from scene.pathfinding.path_legs import Check
from scene.walkable.agent_limits import EQUAL

FallSystem = Literal["main-rulebook", "five-parsecs"]
"""Whose rules say what a fall does."""


@dataclass(frozen=True)
class Band:
    """A row of a fall table.

    Attributes:
        least: inches; the row holds from here up to the next row's.
        jump: added to the initiative check of a jump down so far.
        strength, ap, damage: of the hit; None where the row has none.
    """

    least: float
    jump: int
    strength: int | None
    ap: int | None
    damage: int | None


@dataclass(frozen=True)
class FallNumbers:
    """The numbers of a rule system about drops.

    Attributes:
        free: inches; jumping down so far needs nothing.
        bands: rows of its table, from the lowest up; below the first there is no hit.
        further: inches and damage: in the last row, so much more damage for each additional so many inches.
        status: what somebody who fell becomes, or None.
        jump_check: the characteristic that a jump of more than ``free`` is checked against; None: it needs no check.
        jump_hurts: whether a jump that succeeds does what a fall does.
        jump_ends_round: whether nothing may follow a jump of more than ``free``.
        edge: inches; nearer than this to an edge there is a risk of falling; None: there is none.
        edge_check: the characteristic that whoever is pinned, hurt or falls there is checked against; None: nobody is.
        rail: what is added to that check where the edge is bounded by a rail.
        shared: whether whoever is fallen on suffers the same.
        apart: inches that somebody who fell is then moved away from enemies.
        pit: what somebody who falls into a pit becomes; None: pits are as deep as they are, no more.
        falling, hazards, pits: the sections that say so.
    """

    free: float
    bands: tuple[Band, ...]
    further: tuple[float, int] | None
    status: str | None
    jump_check: str | None
    jump_hurts: bool
    jump_ends_round: bool
    edge: float | None
    edge_check: str | None
    rail: int
    shared: bool
    apart: float
    pit: str | None
    falling: str
    hazards: str
    pits: str


FALLS: Mapping[str, FallNumbers] = MappingProxyType(
    {
        "main-rulebook": FallNumbers(
            free=1.0,
            bands=(
                Band(3.0, jump=-1, strength=3, ap=0, damage=1),
                Band(5.0, jump=-2, strength=5, ap=-1, damage=1),
                Band(7.0, jump=-3, strength=7, ap=-2, damage=2),
                Band(9.0, jump=-4, strength=9, ap=-3, damage=3),
            ),
            further=None,
            status="pinned",
            jump_check="initiative",
            jump_hurts=False,
            jump_ends_round=False,
            edge=0.5,
            edge_check="initiative",
            rail=1,
            shared=True,
            apart=1.0,
            pit="out_of_action",
            falling="main-rulebook: Falling down",
            hazards="main-rulebook: Falling hazards",
            pits="main-rulebook: Pits",
        ),
        "five-parsecs": FallNumbers(
            free=1.0,
            bands=(Band(3.0, jump=0, strength=None, ap=None, damage=0),),
            further=(2.0, 1),
            status=None,
            jump_check=None,
            jump_hurts=True,
            jump_ends_round=True,
            edge=None,
            edge_check=None,
            rail=0,
            shared=False,
            apart=0.0,
            pit=None,
            falling="five-parsecs: Falling",
            hazards="five-parsecs: Falling",
            pits="five-parsecs: Falling",
        ),
    }
)
"""The tables, by rule system."""


@dataclass(frozen=True)
class FallDamage:
    """What a fall, or a jump that hurts as one, does.

    Attributes:
        distance: inches fallen.
        strength, ap, damage: of the automatic hit; all None where there is no hit. A system without strength has None
            there, and its damage is what is added to the hit's roll.
        status: what whoever fell becomes, whatever the hit does; None: nothing.
        ends_round: whether he may do nothing more in this round.
        shared: whether whoever he lands on suffers the same.
        source: document and section.
    """

    distance: float
    strength: int | None
    ap: int | None
    damage: int | None
    status: str | None
    ends_round: bool
    shared: bool
    source: str

    @property
    def hits(self) -> bool:
        """Whether there is a hit at all."""
        return self.damage is not None


def fall_numbers(system: str) -> FallNumbers:
    """The numbers of a rule system; a `RulesError` for one that says nothing about falls."""
    if system not in FALLS:
        raise RulesError(f"{system} says nothing about falls here; there are: {', '.join(FALLS)}")
    return FALLS[system]


def fall_damage(system: FallSystem, distance: float, *, into_pit: bool = False) -> FallDamage:
    """What a fall of ``distance`` inches does to whoever falls."""
    numbers = fall_numbers(system)
    if into_pit and numbers.pit:
        return FallDamage(distance, None, None, None, numbers.pit, ends_round=True, shared=False, source=numbers.pits)
    band = _band(numbers, distance)
    damage = band.damage if band else None
    if band and damage is not None and numbers.further:
        every, more = numbers.further
        damage += more * int((distance - band.least + EQUAL) // every)
    return FallDamage(
        distance,
        band.strength if band else None,
        band.ap if band else None,
        damage,
        numbers.status,
        ends_round=numbers.jump_ends_round and not is_free(system, distance),
        shared=numbers.shared,
        source=numbers.falling,
    )


def _band(numbers: FallNumbers, distance: float) -> Band | None:
    rows = [band for band in numbers.bands if distance >= band.least - EQUAL]
    return rows[-1] if rows else None


def is_free(system: FallSystem, drop: float) -> bool:
    """Whether a drop of so many inches is jumped down without a check, a hit or the end of the round."""
    return drop <= fall_numbers(system).free + EQUAL


def jump_check(system: FallSystem, drop: float) -> Check | None:
    """The check of a jump down by ``drop`` inches; None where it needs none.

    Its ``if_failed`` has ``fall``, ``status``, and ``strength``, ``ap``, ``damage``, None where the fall does not hit.
    """
    numbers = fall_numbers(system)
    if numbers.jump_check is None or is_free(system, drop):
        return None
    band = _band(numbers, drop)
    return Check(numbers.jump_check, band.jump if band else 0, fallen(system, drop))


def jump_damage(system: FallSystem, drop: float) -> FallDamage | None:
    """What a jump down by ``drop`` inches does though it succeeds; None where it does nothing."""
    numbers = fall_numbers(system)
    return fall_damage(system, drop) if numbers.jump_hurts and not is_free(system, drop) else None


def jump_ends_round(system: FallSystem, drop: float) -> bool:
    """Whether a jump down by ``drop`` inches ends the round of whoever jumps."""
    return fall_numbers(system).jump_ends_round and not is_free(system, drop)


def hazard_check(system: FallSystem, drop: float, *, rail: bool, pit: bool = False) -> Check | None:
    """The check of somebody who is pinned, falls or is hurt within the reach of an edge; None where the rules have none.

    Args:
        system: whose rules.
        drop: inches down from that edge.
        rail: whether a rail or the like of at least 0.5" bounds it.
        pit: whether it goes down into a pit.
    """
    numbers = fall_numbers(system)
    if numbers.edge_check is None:
        return None
    return Check(numbers.edge_check, numbers.rail if rail else 0, fallen(system, drop, into_pit=pit))


def fallen(system: FallSystem, distance: float, *, into_pit: bool = False) -> Mapping[str, object]:
    """A fall by name, as a check's ``if_failed`` has it."""
    hit = fall_damage(system, distance, into_pit=into_pit)
    names = {"fall": distance, "strength": hit.strength, "ap": hit.ap, "damage": hit.damage, "status": hit.status}
    return MappingProxyType(names)
