"""Who breaks in on a move: members of the crew who wait to snap fire, and enemies on overwatch.

Sources: five-parsecs: Snap fire rules, Enemy overwatch. A member who waits is asked once a move of an enemy in sight where on
its way he fires; an enemy on overwatch fires at the first place where somebody comes into its sight, arc and range.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from rules.engine.procedure_steps import Choose, Option, Procedure, Say, call
from rules.movement.movement_end import cut
from rules.skirmish.moving.walk_preview import preview_walk
from rules.skirmish.moving.walk_resolution import heading
from rules.skirmish.state.battle_rules import Stop
from rules.skirmish.state.battle_sight import apart
from rules.skirmish.state.battle_state import Battle, Mark
from rules.systems.five_parsecs.combat.fire_attack import BESIDE, allowed_targets, attack_with, beside, fires, why_not
from rules.systems.five_parsecs.combat.fire_choice import Armed, chance_words, further_targets, target_words, ways_to_fire
from rules.systems.five_parsecs.combat.hit_rolls import FireAttack
from rules.systems.five_parsecs.conditions.figure_now import guns_of, is_crew, may_fire
from rules.systems.five_parsecs.conditions.marks import NO_FIRE, OVERWATCH, QUICK, SHOCKED, STUNNED, WATCHFUL
from rules.systems.five_parsecs.harm.lasting_effects import deactivated, remembered
from rules.systems.five_parsecs.moving.closing_in import in_contact_with
from rules.systems.five_parsecs.roster.combat_sheet import BattleWeapon, crew_of
from rules.systems.five_parsecs.turns.reactions import second_turn
from scene.pathfinding.path_legs import Path

SNAP, OVER = "Snap fire rules", "Enemy overwatch"
EVERY = 1.0
"""Inches between the places on a way at which it is looked who is seen."""
CLOSE = 0.05
"""Inches to which the first place in sight is found."""
LAST = 0.01
"""Inches before the end of a move at which one may still break in on it."""
HUNDREDTHS = 100

ASKED = Mark("asked about the move", source=SNAP, about_somebody=True)
"""About the enemy whose move he has been asked about."""
FIRES_AT = Mark("fires on the way", most=1_000_000, source=SNAP, about_somebody=True)
"""About an enemy: he fires when so many hundredths of an inch of its way are left."""


def watch(battle: Battle, walker: str, path: Path, inches: float) -> Stop | None:
    """The next one who breaks in on a move; None for nobody."""
    found = (
        _snap_fire(battle, walker, path, inches) if not is_crew(battle, walker) else _overwatch(battle, walker, path, inches)
    )
    first = min(found, key=lambda stop: stop.inches, default=None)
    # Who is shocked already and moves as shock has it is not stopped by what changes nothing about that.
    return first if first is None or not battle.model(walker).has(SHOCKED) else replace(first, halts=None)


def forgotten(battle: Battle) -> Battle:
    """The battle after a move is over: nobody is asked about it any more."""
    for model in battle.models:
        for mark in (ASKED, FIRES_AT):
            if model.has(mark):
                battle = battle.marked(model.id, mark, 0)
    return battle


# Snap fire


def _snap_fire(battle: Battle, walker: str, path: Path, inches: float) -> Iterator[Stop]:
    for model in battle.on_table(crew_of(battle.setting)):
        if not (model.has(WATCHFUL) and may_fire(battle, model.id)) or in_contact_with(battle, model.id):
            continue
        if walker in model.about(FIRES_AT):
            left = next(count for name, about, count in model.marks if (name, about) == (FIRES_AT.name, walker))
            yield Stop(max(path.cost - left / HUNDREDTHS, 0.0), model.id, snap_fires, is_halted)
        elif walker not in model.about(ASKED) and inches > 0.0:
            yield Stop(0.0, model.id, WhereToFire(path, inches))


@dataclass(frozen=True)
class WhereToFire:
    """Asks somebody where on an enemy's way he fires.

    Attributes:
        path, inches: the way from here on, and how far it is gone.
    """

    path: Path
    inches: float

    def __call__(self, battle: Battle, watcher: str, walker: str) -> Procedure[Battle]:
        """The question, if the enemy can be fired at anywhere on its way; what is answered is kept as a mark."""
        battle = battle.marked(watcher, ASKED, about=walker)
        options = tuple(self._options(battle, watcher, walker))
        if not options:
            return battle
        crew = crew_of(battle.setting)
        nothing = Option("let", "lets it go", None)
        what = f"where on the way of {battle.called(walker)} to snap fire"
        way = preview_walk(battle, walker, self.path, self.inches)
        asked = Choose(what, crew, (*options, nothing), about=watcher, against=walker, source=SNAP, shown=way)
        spent: float | None = yield replace(asked, kind="where to snap fire")
        if spent is None:
            return battle
        left = round(HUNDREDTHS * max(self.path.cost - spent, 0.0))
        return battle.marked(watcher, FIRES_AT, max(left, 1), about=walker)

    def _options(self, battle: Battle, watcher: str, walker: str) -> Iterator[Option]:
        most = max(min(self.inches, self.path.cost) - LAST, 0.0)
        for spent in (*(place for place in np.arange(0.0, most, EVERY).tolist() if most - place >= EVERY / 2.0), most):
            there = at_inches(battle, walker, self.path, spent)
            guns = guns_at(there, watcher, walker)
            if guns:
                words = target_words(there, watcher, Armed(guns[:1]), walker).removeprefix(f"{battle.called(walker)}: ")
                yield Option(f"{spent:.2f}", f'after {spent:.1f}": {words}', spent)


def at_inches(battle: Battle, walker: str, path: Path, spent: float) -> Battle:
    """The battle with somebody so far along a path, turned as he goes."""
    gone = cut(path, spent)[0]
    if not gone.legs:
        return battle
    return battle.changed(walker, position=gone.legs[-1].end, facing=heading(gone, battle.model(walker).facing))


def guns_at(battle: Battle, shooter: str, target: str) -> tuple[BattleWeapon, ...]:
    """The weapons with which somebody can be fired at as things are; the crew has to fire at the closest within 3"."""
    guns = tuple(gun for gun in guns_of(battle, shooter) if why_not(battle, shooter, target, gun) is None)
    if not guns or not is_crew(battle, shooter):
        return guns
    others = (foe.id for foe in battle.foes(battle.model(shooter).gang) if foe.id != target)
    if all(apart(battle, shooter, name) > BESIDE for name in others):
        return guns
    return tuple(gun for gun in guns if target in allowed_targets(battle, shooter, gun))


def snap_fires(battle: Battle, watcher: str, walker: str) -> Procedure[Battle]:
    """The shot of who waited; an enemy that it stuns fires no more in this round. The watcher has acted."""
    battle = battle.marked(watcher, FIRES_AT, 0)
    attack = yield from _aimed(battle, watcher, walker)
    if attack is None:
        return battle
    was = battle.model(walker).has(STUNNED)
    battle = remembered(battle.marked(watcher, WATCHFUL, 0), watcher)
    battle = yield from call(fires, battle, attack)
    if battle.model(walker).has(STUNNED) and not was:
        battle = battle.marked(walker, NO_FIRE)
        yield Say(f"{battle.called(walker)} cannot fire this round", SNAP, battle)
    return second_turn((yield from call(deactivated, battle, watcher)).marked(watcher, QUICK, 0), watcher)


def _aimed(battle: Battle, watcher: str, walker: str) -> Procedure[FireAttack | None]:
    """With what somebody snap fires at an enemy, who is the first target; None where he cannot."""
    all_ways = ways_to_fire(battle, watcher) if guns_at(battle, watcher, walker) else ()
    ways = {key: armed for key, armed in all_ways if walker in allowed_targets(battle, watcher, armed.reach)}
    if not ways:
        return None
    # How far off he is there, and in what cover, was told with the place.
    options = tuple(
        Option(key, f"{armed.label}; {chance_words(battle, watcher, armed, walker)}", armed) for key, armed in ways.items()
    )
    armed: Armed = options[0].value
    if len(options) > 1:
        armed = yield Choose("weapon to fire", crew_of(battle.setting), options, about=watcher, against=walker, source=SNAP)
    further = yield from further_targets(battle, watcher, armed, walker)
    return replace(attack_with(battle, watcher, armed.names, (walker, *further), panic=armed.panic), manner="snap fire")


def is_halted(battle: Battle, walker: str) -> bool:
    """Whether whoever moved goes no farther. Source: five-parsecs, Snap fire rules."""
    return bool(battle.model(walker).has(SHOCKED))


# Overwatch


def _overwatch(battle: Battle, walker: str, path: Path, inches: float) -> Iterator[Stop]:
    for model in battle.foes(battle.model(walker).gang):
        if model.has(OVERWATCH) and may_fire(battle, model.id):
            spent = first_in_view(battle, model.id, walker, path, inches)
            if spent is not None:
                yield Stop(spent, model.id, overwatch_fires, is_halted)


def first_in_view(battle: Battle, watcher: str, walker: str, path: Path, inches: float) -> float | None:
    """After how many inches of its way somebody can first be fired at; None for nowhere on it.

    It is looked every inch, so that a shorter glimpse may be missed; the first place is then found by halving.
    """

    def exposed(spent: float) -> bool:
        return bool(guns_at(at_inches(battle, walker, path, spent), watcher, walker))

    most = max(min(inches, path.cost) - LAST, 0.0)
    places = (*np.arange(0.0, most, EVERY).tolist(), most)
    some = next((spent for spent in places if exposed(spent)), None)
    if some is None or some == 0.0:
        return some
    none = max(some - EVERY, 0.0)
    while some - none > CLOSE:
        middle = (none + some) / 2.0
        none, some = (none, middle) if exposed(middle) else (middle, some)
    return float(some)


def overwatch_fires(battle: Battle, watcher: str, walker: str) -> Procedure[Battle]:
    """The shot of an enemy on overwatch, which hits with a natural 6 only."""
    battle = battle.marked(watcher, OVERWATCH, 0)
    guns = guns_at(battle, watcher, walker)
    if not guns:
        return battle
    best = max(guns, key=lambda gun: (gun.shots, gun.damage))
    others = beside(battle, watcher, walker, best)[: best.shots - 1]
    targets = (*[walker] * (best.shots - len(others)), *others)
    attack = replace(attack_with(battle, watcher, (best.name,), targets), manner="overwatch")
    return (yield from call(fires, battle, attack))


def comes_into_view(battle: Battle, fighter: str) -> Procedure[Battle]:
    """All enemies on overwatch fire who see somebody of the crew where he is now: he was there without walking."""
    for model in battle.foes(battle.model(fighter).gang):
        watcher = battle.model(model.id)
        watches = watcher.on_table and watcher.has(OVERWATCH) and may_fire(battle, model.id)
        if watches and battle.model(fighter).on_table and guns_at(battle, model.id, fighter):
            battle = yield from call(overwatch_fires, battle, model.id, fighter)
    return battle
