"""The rules of falls and jumps: the damage of a fall, the check of a jump down, the check at the edge of a level.

Sources: main-rulebook: Jumping down, Falling down, Falling hazards; five-parsecs: Jumping, Falling.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Annotated

from rules.body_limits import LIMITS
from rules.named_numbers import About
from scene.hazards.fall_landing import Faller
from scene.pathfinding.path_legs import Check
from scene.table.table import Figure
from scene.walkable.agent_limits import EQUAL
from scene.walkable.floor_edges import Edge

BESIDE = 0.5
"""Inches from the rim of a base to an edge: whoever is nearer is at it, where no rule system says anything else."""
RAIL = 0.5
"""Inches: what bounds an edge at least so high is told as a rail. Source: main-rulebook, Falling hazards."""
ROUNDING = 2.0 * EQUAL
"""Inches by which a rail may be measured too low."""


@dataclass(frozen=True)
class Band:
    """A row of a fall table.

    Attributes:
        least: inches; the row holds from here up to the next row's.
        jump: added to the initiative check of a jump down so far.
        strength, ap, damage: of the hit; None where the row has none.
    """

    least: Annotated[float, About("falling", "inches of the fall; the row holds from here up to the next one", 0, 48)]
    jump: Annotated[int, About("falling", "added to the check of a jump down so far", -12, 12)]
    strength: Annotated[int | None, About("falling", "strength of the hit; none: it has none", 0, 20)]
    ap: Annotated[int | None, About("falling", "armour penetration of the hit; none: it has none", -12, 12)]
    damage: Annotated[int | None, About("falling", "damage of the hit; none: there is no hit", 0, 12)]


@dataclass(frozen=True)
class FallNumbers:
    """The numbers of a rule system about drops.

    Attributes:
        name: of the rule system.
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
        told: how sentences tell the damage of a hit without strength, with ``{}`` in its place; empty: as damage.
    """

    name: str
    free: Annotated[float, About("falling", "inches that a jump down goes without a check", 0, 48)]
    bands: Annotated[tuple[Band, ...], About("falling", "the rows of the table of falls")]
    further: tuple[float, int] | None
    status: str | None
    jump_check: str | None
    jump_hurts: Annotated[bool, About("falling", "whether a jump that succeeds does what a fall does")]
    jump_ends_round: Annotated[bool, About("falling", "whether nothing may follow a jump that is not free")]
    edge: Annotated[
        float | None, About("hazards", "inches from an edge within which there is a risk of falling; none: there is none", 0, 3)
    ]
    edge_check: str | None
    rail: Annotated[int, About("hazards", "added to the check at an edge with a rail", -12, 12)]
    shared: Annotated[bool, About("falling", "whether who is fallen on suffers the same")]
    apart: Annotated[float, About("falling", "inches that who fell is moved away from enemies", 0, 6)]
    pit: str | None
    falling: str
    hazards: str
    pits: str
    told: str = ""


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
        told: the hit in words, where the rules have words of their own for it.
    """

    distance: float
    strength: int | None
    ap: int | None
    damage: int | None
    status: str | None
    ends_round: bool
    shared: bool
    source: str
    told: str = ""

    @property
    def hits(self) -> bool:
        """Whether there is a hit at all."""
        return self.damage is not None


def faller_of(figure: Figure | None, numbers: FallNumbers | None) -> Faller:
    """Somebody who falls by the rules of a system, or, without one, as it is measured; None: nobody in particular."""
    reach = BESIDE if numbers is None or numbers.edge is None else numbers.edge
    apart = numbers.apart if numbers else 0.0
    return Faller.of(figure, reach=reach, limits=LIMITS, apart=apart) if figure else Faller(reach, LIMITS, apart=apart)


def railed(edge: Edge) -> bool:
    """Whether a rail or the like bounds an edge."""
    return edge.rail_height >= RAIL - ROUNDING


def fall_damage(numbers: FallNumbers, distance: float, *, into_pit: bool = False) -> FallDamage:
    """What a fall of ``distance`` inches does to whoever falls."""
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
        ends_round=numbers.jump_ends_round and not is_free(numbers, distance),
        shared=numbers.shared,
        source=numbers.falling,
        told=numbers.told.format(damage) if numbers.told and damage is not None else "",
    )


def _band(numbers: FallNumbers, distance: float) -> Band | None:
    rows = [band for band in numbers.bands if distance >= band.least - EQUAL]
    return rows[-1] if rows else None


def is_free(numbers: FallNumbers, drop: float) -> bool:
    """Whether a drop of so many inches is jumped down without a check, a hit or the end of the round."""
    return drop <= numbers.free + EQUAL


def jump_check(numbers: FallNumbers, drop: float) -> Check | None:
    """The check of a jump down by ``drop`` inches; None where it needs none.

    Its ``if_failed`` has ``fall``, ``status``, and ``strength``, ``ap``, ``damage``, None where the fall does not hit.
    """
    if numbers.jump_check is None or is_free(numbers, drop):
        return None
    band = _band(numbers, drop)
    return Check(numbers.jump_check, band.jump if band else 0, fallen(numbers, drop))


def jump_damage(numbers: FallNumbers, drop: float) -> FallDamage | None:
    """What a jump down by ``drop`` inches does though it succeeds; None where it does nothing."""
    return fall_damage(numbers, drop) if numbers.jump_hurts and not is_free(numbers, drop) else None


def jump_ends_round(numbers: FallNumbers, drop: float) -> bool:
    """Whether a jump down by ``drop`` inches ends the round of whoever jumps."""
    return numbers.jump_ends_round and not is_free(numbers, drop)


def hazard_check(numbers: FallNumbers, drop: float, *, rail: bool, pit: bool = False) -> Check | None:
    """The check of somebody who is pinned, falls or is hurt within the reach of an edge; None where the rules have none.

    Args:
        numbers: of the rule system.
        drop: inches down from that edge.
        rail: whether a rail or the like of at least 0.5" bounds it.
        pit: whether it goes down into a pit.
    """
    if numbers.edge_check is None:
        return None
    return Check(numbers.edge_check, numbers.rail if rail else 0, fallen(numbers, drop, into_pit=pit))


def fallen(numbers: FallNumbers, distance: float, *, into_pit: bool = False) -> Mapping[str, object]:
    """A fall by name, as a check's ``if_failed`` has it."""
    hit = fall_damage(numbers, distance, into_pit=into_pit)
    names = {"fall": distance, "strength": hit.strength, "ap": hit.ap, "damage": hit.damage, "status": hit.status}
    return MappingProxyType(names | ({"hit": hit.told} if hit.told else {}))
