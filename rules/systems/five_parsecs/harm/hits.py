"""From a hit to its end: crouching, luck, saves, the damage roll, casualties, pushes, stun and shock.

Sources: five-parsecs: Crouching, Luck, Saving throws, Rolling for damage, Humanoid combatants, Cybernetic combatants,
Beasts and monsters, Falling. The text lacks a word where damage equals the toughness; as nothing else gives shock, that is
taken for it.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from rules.citations import Reason
from rules.engine.dice import Faces
from rules.engine.procedure_steps import Modifier, Procedure, Roll, Say, call
from rules.engine.shown_events import FallShown
from rules.skirmish.state.battle_state import Battle
from rules.systems.five_parsecs.conditions.figure_now import (
    casualty,
    luck_left,
    sheet,
    shocked,
    stunned,
    toughness_now,
    was_hit,
)
from rules.systems.five_parsecs.conditions.marks import BLEEDING, DAMAGED, DAZED, LUCK_USED, SHOCKED, WOUNDED
from rules.systems.five_parsecs.harm.pushes import dropped, landed, pushed, unheld
from rules.systems.five_parsecs.roster.combat_sheet import CombatSheet
from scene.geometry.mesh import Point
from scene.hazards.fall_landing import Fall

DAMAGE = "Rolling for damage"
CROUCHING = "Crouching"
LUCK = "Luck"
SAVES = "Saving throws"
FALLING = "Falling"
TABLES = {"humanoid": "Humanoid combatants", "cybernetic": "Cybernetic combatants", "beast": "Beasts and monsters"}
"""The section of each casualty table."""
BLOWN_UP = frozenset({5, 6})
LUCKY = frozenset({4, 5, 6})
BEST_SAVE = 2
"""No saving throw gets better: a 1 always fails."""
KNOCKED = 2.0
"""Inches that a beast is driven off by each hit."""
NOTICED = 0.05
"""Inches of a fall that anybody notices: what is beyond the edge may bear him."""
SIDES = 6

Outcome = Literal["light", "lasting", "gone"]
"""A row of a casualty table, whatever it is called there."""


@dataclass(frozen=True)
class BattleHit:
    """A hit to be resolved.

    Attributes:
        target: who is hit.
        damage: added to the damage roll.
        attacker: by whom; empty for falls and hazards.
        critical: whether the hit roll was a natural 6.
        behind: the piece that the target crouches behind; empty for none.
        armour: whether saving throws are allowed.
        weapon: its name, for people.
    """

    target: str
    damage: int
    attacker: str = ""
    critical: bool = False
    behind: str = ""
    armour: bool = True
    weapon: str = ""


def resolve_hit(battle: Battle, hit: BattleHit) -> Procedure[Battle]:
    """One hit: what keeps it off, in its order, and what it does otherwise."""
    if not battle.model(hit.target).on_table:
        return battle
    battle = was_hit(battle, hit.target)
    battle, negated = yield from call(kept_off, battle, hit)
    return battle if negated else (yield from call(damage_roll, battle, hit))


def kept_off(battle: Battle, hit: BattleHit) -> Procedure[tuple[Battle, bool]]:
    """Whether a hit is negated: by what the target crouches behind, luck or a saving throw; and the battle after it."""
    who = battle.called(hit.target)
    if hit.behind and battle.piece_state(hit.behind) != "gone":
        piece = battle.called(hit.behind)
        called, tells = ("blown to pieces", "hit"), f"{piece} is blown to pieces, and the hit negated"
        roll = Roll(f"whether {piece} stops it", "D6", hit.target, "5+", (), CROUCHING, BLOWN_UP, called, tells=tells)
        if roll.succeeds((yield roll)):
            battle = battle.piece_changed(hit.behind, "gone")
            yield Say(f"{piece} is blown to pieces, and the hit is negated", CROUCHING, battle)
            for name in unheld(battle, hit.behind):
                battle = yield from call(falls_down, battle, name, dropped(battle, name))
            return battle, True
    if luck_left(battle, hit.target) > 0:
        called, tells = ("negated", "not negated"), "for a point of luck the hit is negated"
        roll = Roll("luck", "D6", hit.target, "4+", (), LUCK, LUCKY, called, tells=tells)
        if roll.succeeds((yield roll)):
            battle = battle.marked(hit.target, LUCK_USED, battle.model(hit.target).has(LUCK_USED) + 1)
            yield Say(f"{who} is lucky, and the hit is negated", LUCK, battle)
            return battle, True
    needed = saving_throw(battle, hit)
    if needed is not None:
        good = frozenset(range(needed, SIDES + 1))
        called, tells = ("saved", "not saved"), "the hit is negated"
        roll = Roll("saving throw", "D6", hit.target, f"{needed}+", (), SAVES, good, called, tells=tells)
        if roll.succeeds((yield roll)):
            return battle, True
    return battle, False


def saving_throw(battle: Battle, hit: BattleHit) -> int | None:
    """What the saving throw needs: the best of several improved one step; None without one. Source: Saving throws."""
    saves = sheet(battle, hit.target).saves
    if not saves or not hit.armour:
        return None
    return max(min(saves) - (len(saves) > 1), BEST_SAVE)


def damage_roll(battle: Battle, hit: BattleHit) -> Procedure[Battle]:
    """The damage of a hit against the toughness, and what comes of it."""
    toughness = toughness_now(battle, hit.target)
    why = (_added(hit.damage, hit.weapon or "the hit", DAMAGE),) if hit.damage else ()
    means = tuple(
        (words, faces)
        for words, faces in (
            ("stun and a push" if hit.attacker else "stun", _faces(lambda face: face + hit.damage < toughness)),
            ("shock and a push" if hit.attacker else "shock", _faces(lambda face: face + hit.damage == toughness)),
            ("a casualty roll", _faces(lambda face: face + hit.damage > toughness)),
        )
        if faces
    )
    needs = f"more than {battle.called(hit.target)}'s toughness {toughness}"
    roll = Roll("damage", "D6", hit.attacker or hit.target, needs, why, DAMAGE, means=means)
    (face,) = yield roll
    if face + hit.damage > toughness:
        return (yield from call(casualty_roll, battle, hit))
    before = battle.model(hit.target).has(SHOCKED)
    battle = (shocked if face + hit.damage == toughness else stunned)(battle, hit.target)
    said = "is shocked already" if before else "is shocked" if battle.model(hit.target).has(SHOCKED) else "is stunned"
    yield Say(f"{battle.called(hit.target)} {said}", DAMAGE, battle)
    return (yield from call(pushed_back, battle, hit, 1.0))


def _faces(holds: Callable[[int], bool]) -> tuple[Faces, ...]:
    return tuple((face,) for face in range(1, SIDES + 1) if holds(face))


def _added(amount: int, text: str, source: str) -> Modifier:
    return Modifier(amount, Reason(text, source))


def pushed_back(battle: Battle, hit: BattleHit, inches: float) -> Procedure[Battle]:
    """The target of a hit is pushed away from whoever made it, perhaps over an edge."""
    if not hit.attacker or not battle.model(hit.target).on_table:
        return battle
    origin: Point = battle.model(hit.attacker).position
    before = battle.model(hit.target).position
    battle, fall = pushed(battle, hit.target, origin, inches)
    if battle.model(hit.target).position != before:
        yield Say(f"{battle.called(hit.target)} is pushed back", DAMAGE, battle)
    return battle if fall is None else (yield from call(falls_down, battle, hit.target, fall))


def falls_down(battle: Battle, fighter: str, fall: Fall) -> Procedure[Battle]:
    """A figure comes down from a fall, and is hit if it is deep enough. Source: five-parsecs, Falling."""
    battle, damage = landed(battle, fighter, fall)
    told = f'falls {fall.distance:.1f}"' if fall.distance >= NOTICED else "stays on the edge"
    yield Say(f"{battle.called(fighter)} {told}", FALLING, battle, shown=FallShown(fighter, fall))
    if damage.damage is None:
        return battle
    return (yield from call(resolve_hit, battle, BattleHit(fighter, damage.damage, weapon="the fall")))


def casualty_roll(battle: Battle, hit: BattleHit) -> Procedure[Battle]:
    """The casualty table of the target's kind, once more for a critical hit, of which the highest counts."""
    own, model = sheet(battle, hit.target), battle.model(hit.target)
    source = TABLES[own.anatomy]
    worse = {"cybernetic": DAMAGED, "beast": BLEEDING}.get(own.anatomy)
    added = int(worse is not None and bool(model.has(worse)))
    why = (_added(1, f"{battle.called(hit.target)} is hurt already", source),) if added else ()
    rows = _rows(own, added)
    # Of two dice too many faces mean the same to be listed.
    told = f"what becomes of {battle.called(hit.target)}"
    if hit.critical:
        told += f"; the higher die counts, as the hit roll was a natural 6: {'; '.join(_row_words(rows))}"
    dice, means = ("2D6", ()) if hit.critical else ("D6", rows)
    faces = yield Roll("casualty", dice, hit.attacker or hit.target, "", why, source, means=means, tells=told)
    outcome = casualty_outcome(max(faces) + added, boss=own.boss)
    return (yield from call(suffers, battle, hit, outcome))


def casualty_outcome(score: int, *, boss: bool) -> Outcome:
    """The row of a casualty table for a score, with what is added to it."""
    if score <= 2:
        return "light"
    return "gone" if score >= (SIDES if boss else SIDES - 1) else "lasting"


NAMES: dict[str, dict[Outcome, str]] = {
    "humanoid": {"light": "dazed", "lasting": "wounded", "gone": "goner"},
    "cybernetic": {"light": "temporary shutdown", "lasting": "damaged", "gone": "goner"},
    "beast": {"light": "driven off", "lasting": "bleeding", "gone": "goner"},
}
"""What the rows of the casualty tables are called."""


def _rows(own: CombatSheet, added: int) -> tuple[tuple[str, tuple[Faces, ...]], ...]:
    """What each face of a die comes to on a figure's casualty table."""
    found: dict[str, list[Faces]] = {}
    for face in range(1, SIDES + 1):
        found.setdefault(NAMES[own.anatomy][casualty_outcome(face + added, boss=own.boss)], []).append((face,))
    return tuple((name, tuple(faces)) for name, faces in found.items())


def _row_words(rows: tuple[tuple[str, tuple[Faces, ...]], ...]) -> list[str]:
    return [f"{'-'.join(dict.fromkeys((str(faces[0][0]), str(faces[-1][0]))))} {name}" for name, faces in rows]


def suffers(battle: Battle, hit: BattleHit, outcome: Outcome) -> Procedure[Battle]:
    """What a row of its casualty table does to a figure."""
    own, model, who = sheet(battle, hit.target), battle.model(hit.target), battle.called(hit.target)
    source = TABLES[own.anatomy]
    again = outcome == "lasting" and own.anatomy == "humanoid" and model.has(WOUNDED)
    if outcome == "gone" or again:
        battle = casualty(battle, hit.target)
        yield Say(f"{who} is {'wounded again and ' if again else ''}out of the battle", source, battle)
        return battle
    if outcome == "light" and own.anatomy == "beast":
        yield Say(f"{who} is driven off", source)
        return (yield from call(pushed_back, battle, hit, KNOCKED))
    mark = DAZED if outcome == "light" else {"humanoid": WOUNDED, "cybernetic": DAMAGED, "beast": BLEEDING}[own.anatomy]
    battle = battle.marked(hit.target, mark)
    yield Say(f"{who} {'bleeds' if mark is BLEEDING else f'is {NAMES[own.anatomy][outcome]}'}", source, battle)
    return battle
