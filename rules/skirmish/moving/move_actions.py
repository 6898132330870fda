"""The Move actions: where to, along which path, and where it ends.

Source: main-rulebook, Active; Movement; Movement and terrain.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Literal

from rules.engagement import ONE_INCH, in_contact, walled_off
from rules.engine.procedure_steps import Choose, Option, Procedure, Say
from rules.errors import RulesError
from rules.movement.engaging_paths import Engagement
from rules.movement.movement_end import within
from rules.movement.path_rules import NoPath
from rules.skirmish.moving.carrying import SOURCE as CARRYING
from rules.skirmish.moving.carrying import drop, in_reach, left_behind, movement, take, taken_on_the_way, why_not_taken
from rules.skirmish.moving.contact_resolution import approach, engagement, starts
from rules.skirmish.moving.facing_action import decides
from rules.skirmish.moving.interrupted_walk import watched_walk
from rules.skirmish.moving.walk_preview import WalkPreview, preview_contact, preview_walk
from rules.skirmish.moving.walk_resolution import WalkResult, cost_to, last_ground, stopped
from rules.skirmish.state.action import Action, nothing_hinders
from rules.skirmish.state.battle_navmesh import mover, path_in_plan, way
from rules.skirmish.state.battle_sight import is_engaged, table_of
from rules.skirmish.state.battle_state import Battle
from rules.skirmish.state.skirmish_rules import skirmish_rules
from rules.skirmish.state.typed_names import fighters_meant
from scene.geometry.mesh import Point
from scene.measuring.distance import nearest
from scene.pathfinding.path_legs import LegKind, Path

SOURCE = "General movement"
ON_FOOT: frozenset[LegKind] = frozenset({"walk", "step", "stairs", "squeeze"})
"""What whoever lies on the ground can crawl along."""
HINT = 'x y z, or x y; more than one stretch with commas between; "safe" for the way without checks'
NEARLY = 1e-3
"""Inches: rounding."""


@dataclass(frozen=True)
class Carry:
    """Taking something up, or letting it go."""

    what: Literal["take", "drop"]
    name: str = ""


Step = Path | Engagement | Carry


@dataclass(frozen=True)
class Manner:
    """How a movement is made.

    Attributes:
        what: the question where to.
        source: document and section.
        engages: whether enemies may be engaged.
        carries: whether things may be taken up and let go on the way.
        allowed: inches of movement that it gives somebody, with what he carries then.
        again: whether another Move action may follow at once where it would end on something.
        crawls: whether it leads along the ground only.
        grounded: whether it may not end mid-climb or mid-air.
        clear: whether it has to end an inch away from enemies however near it starts.
    """

    what: str
    source: str = SOURCE
    engages: bool = False
    carries: bool = False
    allowed: Callable[[Battle, str], float] = movement
    again: bool = False
    crawls: bool = False
    grounded: bool = False
    clear: bool = False


def goes(battle: Battle, fighter: str, inches: float, manner: Manner) -> Procedure[Battle]:
    """Asks where to, and moves a fighter there, or as far on the path as the movement lasts."""
    climb = battle.model(fighter).climb
    options = [Option("stay", "stay", ())]
    if climb is not None:
        options += [Option("on", "go on", (climb.rest,))] + (
            [Option("back", "go back", (climb.back,))] if climb.back.legs else []
        )

    def free(key: str) -> Option:
        return Option(key, key, planned(battle, fighter, key, inches, manner))

    hint = HINT + ("; engage ENEMY" if manner.engages else "") + ("; take THING; drop" if manner.carries else "")
    steps: tuple[Step, ...] = yield Choose(
        manner.what,
        decides(battle, fighter),
        tuple(options),
        free,
        fighter,
        manner.source,
        hint,
        preview=lambda option: _preview(battle, fighter, option.value, inches, manner),
        shown=((inches, Fraction(1)),),
    )
    return (yield from _gone(battle, fighter, steps, inches, manner))


def _preview(battle: Battle, fighter: str, steps: Sequence[Step], inches: float, manner: Manner) -> WalkPreview | None:
    """How far the first path of an answer leads, or the way into contact; None without one."""
    step = next((step for step in steps if isinstance(step, Path | Engagement)), None)
    if isinstance(step, Engagement):
        return preview_contact(battle, fighter, step, inches)
    if step is None:
        return None
    return preview_walk(battle, fighter, step, inches, grounded=manner.grounded, again=manner.again)


def planned(battle: Battle, fighter: str, text: str, inches: float, manner: Manner) -> tuple[Step, ...]:
    """What an answer to the question where to means.

    Raises:
        RulesError: it means nothing, or there is no such path.
    """
    parts = [part.split() for part in text.replace(";", ",").split(",")]
    safe = any("safe" in part for part in parts)
    parts = [[word for word in part if word != "safe"] for part in parts]
    steps: list[Step] = []
    here: Point | None = None
    holds = battle.model(fighter).carries
    for part in parts:
        if steps and isinstance(steps[-1], Engagement):
            raise RulesError("the movement ends with engaging an enemy; leave out what follows")
        if not part:
            raise RulesError(f'"{text[:60]}" is no place; give {HINT}')
        carries = manner.carries and part[0] in {"take", "drop"}
        step: Step = (
            _carry(battle, fighter, part, here, holds) if carries else _step(battle, fighter, part, here, manner, safe=safe)
        )
        steps.append(step)
        if isinstance(step, Engagement):
            here = step.place
        elif isinstance(step, Path):
            here = step.legs[-1].end if step.legs else here
        elif isinstance(step, Carry):
            holds = step.name
    if manner.clear:
        _check_clear(battle, fighter, steps, inches)
    return tuple(steps)


def _carry(battle: Battle, fighter: str, words: Sequence[str], here: Point | None, holds: str) -> Carry:
    """Taking something up at a place on the way, or letting go of what he holds there."""
    if words[0] == "drop":
        if not holds:
            raise RulesError(f"{battle.called(fighter)} carries nothing")
        return Carry("drop")
    if holds:
        raise RulesError(f"{battle.called(fighter)} carries {battle.called(holds)} already; drop it first")
    friends = (friend.id for friend in battle.on_table(battle.model(fighter).gang))
    meant = fighters_meant(battle, words[1:], [*friends, *(thing.id for thing in battle.things)])
    name = " ".join(meant)
    there = battle if here is None else battle.changed(fighter, position=here)
    if (why := why_not_taken(there.changed(fighter, carries=""), fighter, name)) is not None:
        raise RulesError(why)
    return Carry("take", name)


def _step(battle: Battle, fighter: str, words: Sequence[str], here: Point | None, manner: Manner, *, safe: bool) -> Step:
    if words[0] == "engage":
        if not manner.engages:
            raise RulesError("this movement engages nobody")
        if here is not None:
            raise RulesError("who engages an enemy goes the shortest way there; leave out the places before it")
        found = _known(engagement(battle, fighter, _enemies(battle, fighter, words[1:]), safe=safe))
        assert isinstance(found, Engagement)
        return found
    found = _known(_path_to(battle, fighter, _place(words), here, safe=safe))
    assert isinstance(found, Path)
    if manner.crawls and (kinds := sorted({leg.kind for leg in found.legs} - ON_FOOT)):
        raise RulesError(f"nobody crawls there: the way leads over a {kinds[0]}")
    return found


def _known(found: Path | Engagement | NoPath) -> Path | Engagement:
    if isinstance(found, NoPath):
        raise RulesError(found.why)
    return found


def _enemies(battle: Battle, fighter: str, words: Sequence[str]) -> tuple[str, ...]:
    foes = [foe.id for foe in battle.foes(battle.model(fighter).gang)]
    names = fighters_meant(battle, words, foes)
    for name in names:
        if name not in foes:
            there = ", ".join(map(battle.called, foes)) or "none"
            raise RulesError(f'there is no enemy "{name[:40]}" on the table; there are: {there}')
        if battle.model(name).status == "seriously_injured":
            raise RulesError(f"{battle.called(name)} is seriously injured and cannot be engaged; walk up instead")
    if not names:
        raise RulesError("say whom to engage")
    return tuple(names)


def _place(words: Sequence[str]) -> tuple[float, ...]:
    try:
        numbers = tuple(float(word) for word in words)
    except ValueError:
        numbers = ()
    if len(numbers) not in {2, 3} or not all(math.isfinite(number) for number in numbers):
        raise RulesError(f'"{" ".join(words)[:60]}" is no place; give {HINT}')
    return numbers


def _path_to(battle: Battle, fighter: str, place: tuple[float, ...], here: Point | None, *, safe: bool) -> Path | NoPath:
    """The path to a place; mid-climb by whichever side is cheaper."""

    def from_there(start: Point) -> Path | NoPath:
        if len(place) == 3:
            return way(battle, fighter, place, start=start, safe=safe)
        return path_in_plan(battle, fighter, (place[0], place[1]), start=start, safe=safe)

    if here is not None:
        return from_there(here)
    found = [(legs, from_there(start)) for legs, start in starts(battle, fighter)]
    paths = [Path(legs + path.legs) for legs, path in found if isinstance(path, Path)]
    if paths:
        return min(paths, key=lambda path: path.cost)
    return found[0][1] if found else NoPath(f"{battle.called(fighter)} hangs in the air")


def _check_clear(battle: Battle, fighter: str, steps: Sequence[Step], inches: float) -> None:
    for path in steps:
        if isinstance(path, Path) and (legs := within(path, inches).legs) and (near := too_near(battle, fighter, legs[-1].end)):
            raise RulesError(f"that ends within an inch of {battle.all_called(near)}; a retreat ends farther away")


def too_near(battle: Battle, fighter: str, place: Point) -> list[str]:
    """The enemies within an inch of a place, with no wall between, or in contact with it across a barricade.

    Not the seriously injured. Source also: main-rulebook, Measuring through walls and solid terrain features.
    """
    figure, table = mover(battle, fighter).moved(place), table_of(battle)
    foes = (foe for foe in battle.foes(battle.model(fighter).gang) if foe.status != "seriously_injured")
    figures = [mover(battle, foe.id) for foe in foes]
    near = [one for one in figures if nearest(figure, one).distance < ONE_INCH - NEARLY]
    open_ = {one.id for one in near if not walled_off(table, figure, one)}
    return [one.id for one in figures if one.id in open_ or in_contact(table, figure, one)]


def _gone(battle: Battle, fighter: str, steps: Sequence[Step], inches: float, manner: Manner) -> Procedure[Battle]:
    left, used = inches, 0.0
    start = battle
    for step in steps:
        match step:
            case Carry():
                battle = yield from _carried(battle, fighter, step)
                # What was carried for a while holds him back to the end of the action.
                whole = manner.allowed(battle, fighter)
                left = whole if step.what == "drop" and used == 0.0 else min(left, max(whole - used, 0.0))
            case Engagement():
                return (yield from approach(battle, fighter, step, left)).battle
            case Path():
                battle, rest = yield from _stretch(battle, fighter, step, left, manner)
                if rest is None:
                    break
                left, used = rest, used + left - rest
    if manner.clear and battle.model(fighter).on_table and too_near(battle, fighter, battle.model(fighter).position):
        battle = battle.changed(fighter, position=start.model(fighter).position, climb=None)
        yield Say(f"{battle.called(fighter)} does not get an inch away", manner.source, battle)
    return battle


def _carried(battle: Battle, fighter: str, step: Carry) -> Procedure[Battle]:
    """Takes something up that he is in contact with, or lets go of what he has."""
    if step.what == "take" and step.name in in_reach(battle, fighter):
        return (yield from take(battle, fighter, step.name))
    if step.what == "drop" and battle.model(fighter).carries:
        return (yield from drop(battle, fighter))
    return battle


def _stretch(battle: Battle, fighter: str, path: Path, left: float, manner: Manner) -> Procedure[tuple[Battle, float | None]]:
    """One path of a plan; returns also what movement is left, None where the plan ends here."""
    while True:
        gone = yield from watched_walk(battle, fighter, path, left)
        battle, end = gone.battle, gone.end
        if end is None:
            return battle, None
        if manner.grounded and battle.model(fighter).climb is not None:
            return battle.changed(fighter, position=last_ground(battle, fighter, gone.gone), climb=None), None
        if end.back is None:
            return battle, end.left if end.done else None
        for reason in end.because:
            yield Say(reason.text, reason.source)
        if not (yield from _goes_on(battle, fighter, gone, manner)):
            battle = stopped(fighter, gone)
            stops = cost_to(gone.gone, battle.model(fighter).position)
            text = f'{battle.called(fighter)} goes back to {stops:.1f}" of the way'
            yield Say(text, "Continuing movement", battle)
            return battle, None
        battle = _another(battle)
        path, left = gone.rest, movement(battle, fighter)


def _goes_on(battle: Battle, fighter: str, gone: WalkResult, manner: Manner) -> Procedure[bool]:
    """Whether another Move action is spent to go on at once. Source: main-rulebook, Continuing movement."""
    acting = battle.activation
    if not manner.again or acting is None or acting.left < 1 or not gone.rest.legs:
        return False
    options = (Option("on", "go on with another Move", value=True), Option("back", "go back", value=False))
    source = "Continuing movement"
    going: bool = yield Choose("continue the movement", decides(battle, fighter), options, about=fighter, source=source)
    return going


def _another(battle: Battle) -> Battle:
    acting = battle.activation
    assert acting is not None
    return replace(battle, activation=replace(acting, left=acting.left - 1, done=(*acting.done, "move")))


def move(battle: Battle, fighter: str) -> Procedure[Battle]:
    """The Move action."""
    number = skirmish_rules(battle)
    battle = yield from left_behind(battle, fighter)
    manner = Manner("where to", engages=number.moves.engage, carries=taken_on_the_way(battle), again=True)
    battle = yield from goes(battle, fighter, movement(battle, fighter), manner)
    acting = battle.activation
    # Turning in between is no action.
    done = [key.removeprefix("free ") for key in acting.done if key != "face"] if acting is not None else []
    return (yield from hard_to_hit(battle, fighter)) if done[-2:] == ["move", "move"] else battle


def hard_to_hit(battle: Battle, fighter: str) -> Procedure[Battle]:
    """A fighter becomes a hard target, unless he is engaged now or has gone down. Source: main-rulebook, Hard target."""
    model = battle.model(fighter)
    if not model.on_table or model.status != "standing" or is_engaged(battle, fighter):
        return battle
    if not skirmish_rules(battle).moves.hard_target:
        return battle
    battle = battle.changed(fighter, hard_target=True)
    yield Say(f"{battle.called(fighter)} is a hard target", "Hard target", battle)
    return battle


def carry(battle: Battle, fighter: str) -> Procedure[Battle]:
    """The Carry action, where carrying is no part of a Move: something near is taken up, and goes along."""
    name = battle.model(fighter).carries
    if not name:
        names = in_reach(battle, fighter)
        options = tuple(Option(one, battle.called(one), one) for one in names)
        name = yield Choose("what to carry", decides(battle, fighter), options, about=fighter, source=CARRYING)
        battle = yield from take(battle, fighter, name)
    manner = Manner("where to carry", CARRYING, allowed=movement, grounded=True)
    return (yield from goes(battle, fighter, movement(battle, fighter), manner))


def _nothing_to_carry(battle: Battle, fighter: str) -> str | None:
    if not skirmish_rules(battle).carrying.action:
        return "things are taken up and let go in a Move"
    if battle.model(fighter).carries or in_reach(battle, fighter):
        return None
    return "nothing that can be carried is near"


CARRY = Action("carry", "Carry", "simple", frozenset({"active"}), _nothing_to_carry, carry, CARRYING)
MOVE = Action("move", "Move", "simple", frozenset({"active"}), nothing_hinders, move, "Active", climbing=True)
