"""The answer about a path, leg by leg, as JSON and in words."""

from collections.abc import Mapping
from dataclasses import dataclass

from rules.movement.movement_end import MovementEnd
from rules.movement.movement_rules import MovementRules
from scene.geometry.mesh import Point
from scene.pathfinding.path_legs import Check, Leg, Path
from sightline.answers.counted_legs import NOTHING, CountedLeg, counted_legs
from sightline.answers.fall_answer import check_document

GETS_THERE = ("gets there", "is there already")
"""What a figure does, and what is said of it where there is nothing to do."""
WOULD_GET_THERE = ("would get there", GETS_THERE[1])
"""The same of one that takes more movement than there is."""
NO_CHECK = "none"
"""The characteristic of what happens without any roll."""
HARM = "harm that no roll averts"
"""What such an object is called."""


@dataclass(frozen=True)
class AtEdge:
    """What is told of the edge that a figure stops at.

    Attributes:
        point: of the edge, inches.
        says: where that is, and the check there with what follows from it.
        check: whether there is one.
    """

    point: Point
    says: str
    check: bool


def document(path: Path, rules: MovementRules) -> dict[str, object]:
    """A path, leg by leg."""
    return {
        "reachable": True,
        "length": rounded(path.length),
        "cost": rounded(path.cost),
        "checks": rolls(path),
        "legs": [leg_document(leg, rules) for leg in path.legs],
    }


def leg_document(leg: Leg, rules: MovementRules) -> dict[str, object]:
    """A leg, and where the rules have it."""
    return {
        "kind": leg.kind,
        "from": place_document(leg.start),
        "to": place_document(leg.end),
        "length": rounded(leg.length),
        "rise": rounded(leg.rise),
        "cost": rounded(leg.cost),
        "check": check_document(leg.check),
        "ends_round": leg.ends_round,
        "source": rules.costs.sections[leg.kind],
    }


def place_document(place: Point) -> list[float]:
    """A place in inches."""
    return [rounded(value) for value in place]


def rounded(value: float) -> float:
    """Four digits after the point, and no negative zero."""
    return round(float(value), 4) + 0.0


def words(path: Path, who: str, rules: MovementRules, *, does: tuple[str, str] = GETS_THERE) -> list[str]:
    """The whole path in a line, and every leg with what a failed check does.

    ``does``: what the figure does, and what is said of it where there is nothing to do, in the third person.
    """
    if not path.legs:
        return [f"{who} {does[1]}"]
    lines = [f'{who} {does[0]} for {path.cost:.2f}" of movement: {path.length:.2f}" of way, {check_count(path)}']
    for number, counted_leg in enumerate(counted_legs(path), start=1):
        leg = counted_leg.whole
        told = f"{leg_words(leg)}{door_words(leg, rules)}{bend_words(counted_leg)}"
        lines.append(f"{number:3}. {told}  [{rules.costs.sections[leg.kind]}]")
        if leg.check is not None:
            lines.append(f"     {check_words(leg.check)}")
        if leg.ends_round:
            lines.append("     the round ends there")
    return lines


def averted(check: Check) -> bool:
    """Whether a roll decides; otherwise it is harm that comes in any case."""
    return check.characteristic != NO_CHECK


def rolls(path: Path) -> int:
    """How many dice checks a path takes; harm that no roll averts is none."""
    return sum(averted(check) for check in path.checks)


def check_count(path: Path) -> str:
    """How many checks a path takes, and whether it does harm, for a person."""
    checks = rolls(path)
    harms = len(path.checks) - checks
    counted = f"{checks or 'no'} check{'' if checks == 1 else 's'}"
    return counted + (f", but {harms} times {HARM}" if harms > 1 else f", but {HARM}" if harms else "")


def end_document(end: MovementEnd) -> dict[str, object]:
    """Where a figure is with its movement spent."""
    return {
        "position": place_document(end.position),
        "state": end.state,
        "left": rounded(end.left),
        "done": end.done,
        "over": end.over,
        "back": place_document(end.back) if end.back else None,
        "falls": end.falls,
        "ends_round": end.ends_round,
        "because": [{"text": reason.text, "source": reason.source} for reason in end.because],
    }


def end_words(end: MovementEnd, inches: float) -> list[str]:
    """The same for a person."""
    where = "there" if end.done else f"at {place_words(end.position)}"
    state = "" if end.state == "ground" else f", {end.state}"
    lines = [f'with {inches:g}" of movement it is {where}{state}; {end.left:.2f}" left']
    return lines + [f"  {reason.text}  [{reason.source}]" for reason in end.because]


def leg_words(leg: Leg) -> str:
    """What a leg is, where it leads, and what it costs."""
    rise = f'{abs(leg.rise):.2f}" {"up" if leg.rise > 0.0 else "down"}' if abs(leg.rise) >= 0.005 else ""
    level = leg.length if leg.start[:2] != leg.end[:2] else 0.0
    parts = [f'{level:.2f}"' if level >= NOTHING else "", rise]
    far = ", ".join(part for part in parts if part)
    return f'{leg.kind} {far}{" " if far else ""}to {place_words(leg.end)}: costs {leg.cost:.2f}"'


def door_words(leg: Leg, rules: MovementRules) -> str:
    """That a closed door is opened on a leg: nothing else is paid for on a walk, and an opening has its own price."""
    numbers = rules.costs
    least = {"walk": 0.0, "squeeze": numbers.opening}.get(leg.kind)
    opened = numbers.door is not None and least is not None and leg.toll > least + NOTHING
    return f', opens a door for {numbers.door:g}"' if opened else ""


def bend_words(counted_leg: CountedLeg) -> str:
    """How often a walk turns."""
    if not counted_leg.bends:
        return ""
    return ", round a bend" if counted_leg.bends == 1 else f", round {counted_leg.bends} bends"


def place_words(place: Point) -> str:
    """A place for a person."""
    return ", ".join(f"{value + 0.0:.2f}" for value in place)


def check_words(check: Check) -> str:
    """What is tested, and what failing does."""
    failed = failed_words(check.if_failed)
    if check.characteristic == NO_CHECK:
        return f"{HARM}: {failed}"
    modifier = f", {check.modifier:+d}" if check.modifier else ""
    return f"{check.characteristic} check{modifier}; if it is failed, {failed}"


def failed_words(failed: Mapping[str, object]) -> str:
    """What a failed check does, by what ``if_failed`` has."""
    said = []
    if "cost" in failed:
        said.append(f'it costs {failed["cost"]:g}" more')
    if "fall" in failed:
        said.append(f'falls {failed["fall"]:.2f}"')
    if failed.get("damage") is not None:
        strong = failed.get("strength") is not None
        hit = f"of strength {failed['strength']}, AP {failed['ap']}, damage {failed['damage']}"
        plain = str(failed.get("hit", f"a hit with damage +{failed['damage']}"))
        said.append(f"a hit {hit}" if strong else plain)
    if failed.get("status"):
        said.append(str(failed["status"]).replace("_", " "))
    return ", ".join(said) or "nothing happens"
