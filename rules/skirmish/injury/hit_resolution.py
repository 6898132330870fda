"""Resolving hits: wound rolls, saves, damage and injuries. Source: main-rulebook, Resolve hits."""

from dataclasses import dataclass
from typing import Literal

from rules.engine.procedure_steps import Modifier, Procedure, Roll, Say, call
from rules.sight.vision_arc import ARC_DEGREES, ON_THE_EDGE, degrees_off_front
from rules.skirmish.state.battle_sight import figure_of
from rules.skirmish.state.battle_state import Battle
from rules.skirmish.state.characteristics import modifier, profile_now, reaches
from rules.skirmish.state.condition_marks import IMMOVABLE
from rules.skirmish.state.status_changes import out_of_action, seriously_injured

WOUND = "Wound roll"
SAVE = "Save roll"
DAMAGE = "Inflict damage"
SAVED = ("saved", "not saved")
NO_ARMOUR = 7
"""The armour save of whoever has none and gets better armour from somewhere."""

TANKED = 2
"""What being immovable adds to the armour save. Source: arbiter, Tank."""

Injury = Literal["flesh", "serious", "out"]
Kind = Literal["ranged", "close", "fall"]


@dataclass(frozen=True)
class Hit:
    """A hit that is to be resolved.

    Attributes:
        target: who is hit.
        kind: by what.
        strength: of the weapon; None where no wound roll is made.
        ap: what is added to the armour save.
        damage: None where one injury die is rolled at once.
        origin: the place from which it counts as coming; None: from nowhere that he could face.
        weapon: its name, for people.
        in_front: whether it is known to come from within his vision arc; who has been pinned by it has none any more.
        covered: what cover adds to the save.
    """

    target: str
    kind: Kind
    strength: int | None
    ap: int = 0
    damage: int | None = 1
    origin: tuple[float, float] | None = None
    weapon: str = ""
    in_front: bool = False
    covered: int = 0


def injury(face: int) -> Injury:
    """What a D6 says as an injury die. Source: main-rulebook, Conversion into injury dice."""
    return "flesh" if face <= 2 else "serious" if face <= 5 else "out"


def needed_to_wound(strength: int, toughness: int) -> int:
    """The wound roll's target number. Source: main-rulebook, Wound roll."""
    if strength >= 2 * toughness:
        return 2
    if 2 * strength <= toughness:
        return 6
    return 4 - (strength > toughness) + (strength < toughness)


def special_save(battle: Battle, target: str, kind: Kind) -> Procedure[bool]:
    """Whether a special save makes a successful hit roll go for nothing. Source: main-rulebook, Special save rolls."""
    saves = battle.card(target).saves
    needed = {"ranged": saves.special_ranged, "close": saves.special_close}.get(kind)
    if needed is None:
        return False
    roll = Roll("special save", "D6", target, f"{needed}+", source="Special save rolls", called=SAVED)
    return (yield from call(reaches, roll, needed))


def resolve_hits(battle: Battle, hits: tuple[Hit, ...]) -> Procedure[Battle]:
    """All hits of one attack on the same fighter: wound rolls and saves first, then the damage of all together."""
    points, dice = yield from call(tallied, battle, hits, 0, 0)
    if not points and not dice:
        return battle
    return (yield from call(inflict, battle, hits[0].target, points, dice))


def tallied(battle: Battle, hits: tuple[Hit, ...], points: int, dice: int) -> Procedure[tuple[int, int]]:
    """The points of damage of all hits that wound, and the injury dice of those that go straight to injuries."""
    if not hits:
        return points, dice
    first, *others = hits
    if (yield from call(wounds, battle, first)):
        points, dice = points + (first.damage or 0), dice + (first.damage is None)
    return (yield from call(tallied, battle, tuple(others), points, dice))


def wounds(battle: Battle, hit: Hit) -> Procedure[bool]:
    """Whether a hit wounds and is not saved."""
    if hit.strength is not None:
        toughness = profile_now(battle, hit.target).toughness
        needed = needed_to_wound(hit.strength, toughness)
        why = f"{needed}+ (strength {hit.strength} against toughness {toughness})"
        roll = Roll("wound roll", "D6", hit.target, why, source=WOUND, called=("wounded", "not wounded"))
        if not (yield from call(reaches, roll, needed)):
            return False
    return not (yield from save(battle, hit))


def save(battle: Battle, hit: Hit) -> Procedure[bool]:
    """The one save that a fighter has against a hit: armour, or an invulnerable one where that is better.

    A fighter who has both takes the one that is likelier to succeed.
    """
    saves = battle.card(hit.target).saves
    modifiers = _on_armour(battle, hit)
    better = sum(one.amount for one in modifiers)
    armour = saves.armour or (NO_ARMOUR if better > 0 else None)
    with_armour = None if armour is None or armour - better >= NO_ARMOUR else max(2, armour - better)
    if saves.invulnerable is not None and (with_armour is None or saves.invulnerable <= with_armour):
        roll = Roll("invulnerable save", "D6", hit.target, f"{saves.invulnerable}+", source=SAVE, called=SAVED)
        return (yield from call(reaches, roll, saves.invulnerable))
    if with_armour is None:
        if armour is not None:
            armoured = f"the armour of {battle.called(hit.target)}"
            yield Say(f"{armoured} does not save: {armour}+ becomes 7+ or worse{_by(modifiers)}", SAVE)
        return False
    roll = Roll("armour save", "D6", hit.target, f"{with_armour}+", modifiers, SAVE, called=SAVED)
    return (yield from call(reaches, roll, with_armour))


def _by(modifiers: tuple[Modifier, ...]) -> str:
    return " (" + ", ".join(f"{one.amount:+} {one.because.text}" for one in modifiers) + ")" if modifiers else ""


def _on_armour(battle: Battle, hit: Hit) -> tuple[Modifier, ...]:
    modifiers = []
    if hit.ap:
        modifiers.append(
            modifier(hit.ap, f"armour penetration of {hit.weapon}" if hit.weapon else "armour penetration", "Save roll")
        )
    if hit.covered:
        modifiers.append(modifier(hit.covered, "cover against a template", "Cover against templates"))
    if battle.model(hit.target).has(IMMOVABLE):
        modifiers.append(modifier(TANKED, f"{battle.called(hit.target)} is immovable", IMMOVABLE.source))
    better = battle.card(hit.target).saves.armour_in_arc
    if better and (hit.in_front or (hit.origin is not None and in_arc(battle, hit.target, hit.origin))):
        modifiers.append(modifier(better, "the attack comes from within the vision arc", "Save rolls and vision arc"))
    return tuple(modifiers)


def in_arc(battle: Battle, fighter: str, place: tuple[float, float]) -> bool:
    """Whether an attack from a place comes from within a fighter's vision arc; who lies has none."""
    figure = figure_of(battle, fighter)
    return figure.posture == "upright" and degrees_off_front(figure, place) <= ARC_DEGREES / 2.0 + ON_THE_EDGE


def inflict(battle: Battle, target: str, points: int, dice: int = 0) -> Procedure[Battle]:
    """Damage to a fighter.

    Each point removes a wound. The one that removes the last, and each after it, is an injury die; ``dice`` more come from
    attacks that go straight to injuries. Who is not out of action has at least one wound left in the end.
    """
    model, who = battle.model(target), battle.called(target)
    left = model.wounds - points
    dice += max(0, 1 - left) if points else 0
    battle = battle.changed(target, wounds=max(1, left))
    if not dice:
        yield Say(f"{who} loses {points} of {model.wounds} wounds", DAMAGE, battle)
        return battle
    if points and battle.card(target).profile.wounds > 1:
        yield Say(f"{who} has no wounds left, and has 1 again unless out of action", DAMAGE)
    return (yield from injured(battle, target, (yield from call(injury_dice, target, dice))))


def injury_dice(target: str, dice: int) -> Procedure[tuple[Injury, ...]]:
    """What injury dice rolled together say, in no order of their own."""
    faces = yield Roll("injury", "injury" if dice == 1 else f"{dice} injury", target, source=DAMAGE)
    return tuple(sorted(injury(face) for face in faces))


def injured(battle: Battle, target: str, injuries: tuple[Injury, ...]) -> Procedure[Battle]:
    """The results of injury dice, all at the same time."""
    flesh, who = battle.model(target).flesh_wounds + injuries.count("flesh"), battle.called(target)
    battle = battle.changed(target, flesh_wounds=flesh)
    if "out" in injuries or profile_now(battle, target).toughness <= 0:
        battle = out_of_action(battle, target)
        why = "" if "out" in injuries else ": flesh wounds leave no toughness"
        yield Say(f"{who} goes out of action{why}", DAMAGE, battle)
    elif "serious" in injuries:
        battle = seriously_injured(battle, target)
        also = f" and suffers {_wounds(injuries.count('flesh'))}" if "flesh" in injuries else ""
        yield Say(f"{who} is seriously injured{also}", DAMAGE, battle)
    else:
        yield Say(f"{who} suffers {_wounds(injuries.count('flesh'))}", DAMAGE, battle)
    return battle


def _wounds(count: int) -> str:
    return "a flesh wound" if count == 1 else f"{count} flesh wounds"
