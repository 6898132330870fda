"""The answer about a fall, as JSON and in words."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from rules.fall_rules import FallDamage, FallNumbers, fall_damage, faller_of, hazard_check, railed
from scene.geometry.mesh import Point
from scene.hazards.fall_landing import Fall, Faller
from scene.pathfinding.path_legs import Check
from scene.table.table import MM_PER_INCH, Table
from scene.walkable.floor_edges import Edge


@dataclass(frozen=True)
class FallStep:
    """A fall by the rules.

    Attributes:
        fall: the fall.
        damage: what it does; None without rules.
        check: of whoever lies at the next edge; None without one, and without rules.
    """

    fall: Fall
    damage: FallDamage | None
    check: Check | None


def who_falls(table: Table, figure_id: str | None, base_mm: float | None, numbers: FallNumbers | None) -> Faller:
    """Who falls: the figure of that id, with another base if one is given; otherwise nobody in particular."""
    faller = faller_of(table.figure(figure_id) if figure_id else None, numbers)
    return faller if base_mm is None else replace(faller, radius=base_mm / 2.0 / MM_PER_INCH)


def steps(fall: Fall, numbers: FallNumbers | None) -> list[FallStep]:
    """A fall and all that may follow by the rules, level by level; without rules, all that may follow at all."""
    if numbers is None:
        return [FallStep(one, None, None) for one in fall.chain]
    found = []
    for one in fall.chain:
        damage = fall_damage(numbers, one.distance, into_pit=one.ended == "pit")
        check = None
        if one.near:
            drop, pit = (one.after.distance, one.after.ended == "pit") if one.after else (one.near.drop, one.near.pit)
            check = hazard_check(numbers, drop, rail=railed(one.near), pit=pit)
        found.append(FallStep(one, damage, check))
    return found if numbers.edge_check is not None else found[:1]


def document(found: Sequence[FallStep]) -> dict[str, object]:
    """The first fall, with those that may follow as ``next``."""
    first, *later = (_document(step) for step in found)
    return first | {"next": later}


def _document(step: FallStep) -> dict[str, object]:
    fall = step.fall
    return {
        "from": _rounded(fall.start),
        "edge": edge_document(fall.edge) if fall.edge else None,
        "position": _rounded(fall.landing),
        "distance": round(fall.distance, 4),
        "damage": _damage(step.damage) if step.damage else None,
        "onto": list(fall.onto),
        "moved_to": _rounded(fall.apart) if fall.apart else None,
        "landed_on": fall.piece,
        "ground": fall.ground,
        "ended": fall.ended,
        "near_edge": edge_document(fall.near) | {"check": check_document(step.check)} if fall.near else None,
    }


def _rounded(point: Point) -> list[float]:
    return [round(float(value), 4) for value in point]


def edge_document(edge: Edge) -> dict[str, object]:
    """An edge as JSON has it."""
    return {
        "point": _rounded(edge.point),
        "distance": round(edge.distance, 4),
        "drop": round(edge.drop, 4),
        "rail": railed(edge),
        "pit": edge.pit,
    }


def _damage(damage: FallDamage) -> dict[str, object]:
    return {
        "strength": damage.strength,
        "ap": damage.ap,
        "damage": damage.damage,
        "status": damage.status,
        "ends_round": damage.ends_round,
        "source": damage.source,
    }


def check_document(check: Check | None) -> dict[str, object] | None:
    """A dice check as JSON has it."""
    if check is None:
        return None
    failed = {name: round(value, 4) if isinstance(value, float) else value for name, value in check.if_failed.items()}
    return {"characteristic": check.characteristic, "modifier": check.modifier, "if_failed": failed}


def words(table: Table, found: Sequence[FallStep], who: str) -> list[str]:
    """What happens, a line each."""
    lines = _words(table, found[0], f"{who} falls")
    for before, step in pairwise(found):
        lines += _words(table, step, "if it is failed, falls again," if before.check else "may fall on,")
    return lines


def _words(table: Table, step: FallStep, who: str) -> list[str]:
    fall = step.fall
    over = f" over the edge at {_place(fall.edge.point)}" if fall.edge else ""
    lines = [f'{who} {fall.distance:.2f}"{over}, {_where(table, fall)}']
    if step.damage:
        lines.append(f"  {damage_words(step.damage)}  [{step.damage.source}]")
    if fall.onto:
        shared = "; they suffer the same" if step.damage and step.damage.shared else ""
        lines.append(f"  lands on {', '.join(map(table.called, fall.onto))}{shared}")
    if fall.apart:
        lines.append(f"  is then moved to {_place(fall.apart)}")
    elif fall.onto:
        lines.append("  there is no room to move to on that floor")
    if fall.near:
        lines.append(f"  {near_words(fall.near, step.check)}")
    return lines


def _where(table: Table, fall: Fall) -> str:
    piece = table.called(fall.piece) if fall.piece else ""
    if fall.ended == "pit":
        return f"into the pit {piece}".rstrip()
    if fall.ended == "off-table":
        return "off the table"
    ground = f", {fall.ground} ground" if fall.ground else ""
    return f"and lands on {piece or 'the ground'} at {_place(fall.landing)}{ground}"


def damage_words(damage: FallDamage) -> str:
    """What a fall does, in a line."""
    if damage.damage is None:
        hit = "no hit"
    elif damage.told:
        hit = damage.told
    elif damage.strength is None:
        hit = f"a hit with damage +{damage.damage}"
    else:
        hit = f"a hit of strength {damage.strength}, AP {damage.ap}, damage {damage.damage}"
    status = f"; {damage.status.replace('_', ' ')}" if damage.status else ""
    return hit + status + ("; the round ends" if damage.ends_round and damage.status is None else "")


def near_words(edge: Edge, check: Check | None, verb: str = "lies") -> str:
    """Where somebody is near an edge, and the check that he takes there."""
    rail = ", with a rail" if railed(edge) else ""
    down = "into a pit" if edge.pit else f'{edge.drop:.2f}" down'
    where = f'{verb} {edge.distance:.2f}" from the edge at {_place(edge.point)} ({down}{rail})'
    return where + (f": {check.characteristic} check, {check.modifier:+d}" if check else "")


def _place(point: Point) -> str:
    return ", ".join(f"{value:.2f}" for value in point)
