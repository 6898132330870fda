"""Scores of places for a fighter: what he can shoot at from there, who can harm him there, and how far he gets."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import takewhile

import numpy as np

from rules.engagement import ONE_INCH
from rules.movement.movement_end import cut
from rules.movement.path_rules import may_end
from rules.sight.verdict import SightRules
from rules.skirmish.moving.carrying import movement
from rules.skirmish.moving.charge_action import charge_inches
from rules.skirmish.opponent.attack_estimate import blow_chance, worth, worth_of_hits
from rules.skirmish.opponent.check_price import price_of, stopped, stops, sum_over
from rules.skirmish.opponent.distance_estimate import path_to_goal, remaining_distance
from rules.skirmish.opponent.goal_choice import Goal, goal_of, nothing_to_lose
from rules.skirmish.opponent.reach_estimate import NOTABLE, places_in_reach
from rules.skirmish.opponent.shot_scores import range_of, shot_table
from rules.skirmish.opponent.sight_estimate import covers, eye_height, height, seen_shares
from rules.skirmish.opponent.style import Style
from rules.skirmish.shooting.shoot_actions import choices_of_guns, guns_of
from rules.skirmish.shooting.shot_hit_roll import Gun
from rules.skirmish.shooting.target_choice import foes as foes_of
from rules.skirmish.state.battle_navmesh import movement_rules, mover
from rules.skirmish.state.battle_sight import engaged, figure_of, table_of, terrain_of
from rules.skirmish.state.battle_state import Battle, FighterState
from rules.skirmish.state.placement import apart, apart_from_each
from rules.skirmish.state.skirmish_rules import skirmish_rules
from scene.geometry.mesh import BoolArray, FloatArray, IntArray, Point
from scene.pathfinding.path_legs import Leg
from scene.table.table import Figure
from scene.table_io.table_statuses import Status

SPENT = 0.6
"""How much somebody counts who has been activated already."""
DOWN = 0.5
"""How much somebody counts who lies pinned."""
OWN_FIGHT = 0.2
"""How much a target counts whom friends are fighting."""
BLOW = 0.7
"""What it counts to be struck down by whoever charges, of what he is worth."""
LYING = 0.3
"""What it costs to lie: an action to stand up."""
SHORTCUT = 1.5
"""Moves toward the goal that are won at most at once: a way with checks may save many, but there is no such hurry."""
SHARED = 2.0
"""Fighters among whom danger is shared; from so many on it is nobody's in particular."""
LAST = 0.4
"""What danger counts for those who have nothing to lose, of what it counts for others."""
MERCIFUL = 0.6
"""What it is worth to come to somebody who can be finished, of his worth."""
LOW = 0.45
"""Inches: how high somebody is who lies."""


@dataclass(frozen=True, eq=False)
class Places:
    """Places for a fighter, and what there is to be said of each.

    Attributes:
        battle, fighter: whose places.
        style: in which he is played.
        positions: (n, 3) inches.
        risks: (n,) what the dice checks on the path cost on average.
        arrives: (n,) how likely no check on the path stops him.
        safe: rows to which the way without checks is gone.
        far: text of an answer that is no place itself, by row: where a path leads on.
        onward: inches of movement left to the goal, by row, where a path to it is known, as in the middle of a climb.
    """

    battle: Battle
    fighter: str
    style: Style
    positions: FloatArray
    risks: FloatArray
    arrives: FloatArray
    safe: frozenset[int] = frozenset()
    far: tuple[tuple[int, Point], ...] = ()
    onward: tuple[tuple[int, float], ...] = ()

    @cached_property
    def foes(self) -> tuple[str, ...]:
        """All whom he takes for enemies."""
        return foes_of(self.battle, self.fighter)

    @cached_property
    def figure(self) -> Figure:
        """He, standing."""
        return figure_of(self.battle, self.fighter, status="standing")

    @cached_property
    def apart(self) -> FloatArray:
        """(n, foes) inches to each enemy."""
        return apart_from_each(self.figure, self.positions, [figure_of(self.battle, foe) for foe in self.foes])

    @cached_property
    def _feet(self) -> FloatArray:
        return np.array([self.battle.model(foe).position for foe in self.foes]).reshape(-1, 3)

    @cached_property
    def targets(self) -> IntArray:
        """(n, foes) the cover of each enemy from there, as `covers` counts."""
        eyes = self.positions + np.array([0.0, 0.0, eye_height(self.figure)])
        tall = np.array([height(figure_of(self.battle, foe)) for foe in self.foes])
        return self._covers(self._shares(eyes[:, None], self._feet, tall))

    def exposed(self, tall: float) -> IntArray:
        """(n, foes) the cover that he has there from each enemy, with so many inches of him to be seen."""
        eyes = self._feet.copy()
        eyes[:, 2] += [eye_height(figure_of(self.battle, foe, status="standing")) for foe in self.foes]
        return self._covers(self._shares(eyes, self.positions[:, None], tall))

    def _covers(self, shares: FloatArray) -> IntArray:
        return covers(shares, self.apart, self.battle.setting.part(SightRules))

    def _shares(self, eyes: FloatArray, feet: FloatArray, tall: FloatArray | float) -> FloatArray:
        return seen_shares(terrain_of(self.battle), eyes, feet, tall, self.figure.base_radius)

    @cached_property
    def fought(self) -> BoolArray:
        """(foes,) whether friends are fighting them."""
        gang, fights = self.battle.model(self.fighter).gang, [engaged(self.battle, foe) for foe in self.foes]
        return np.array([any(self.battle.model(one).gang == gang for one in some) for some in fights], dtype=bool)

    @cached_property
    def shots(self) -> FloatArray:
        """(n,) what the best shot from there is worth."""
        if not self.foes or not choices_of_guns(self.battle, self.fighter):
            return np.zeros(len(self.positions))
        return np.asarray(max_shots(self, choices_of_guns(self.battle, self.fighter), aimed=False).max(axis=1))

    @cached_property
    def caution(self) -> float:
        """What danger counts: more where there are hardly any others for the enemy to turn against."""
        gang = self.battle.model(self.fighter).gang
        own = sum(model.operational for model in self.battle.on_table(gang))
        late = 1.0 - (1.0 - LAST) * nothing_to_lose(self.battle, gang)
        return late * self.style.caution * max(1.0, SHARED / max(own, 1))

    @cached_property
    def danger(self) -> FloatArray:
        """(n,) what may be lost there standing."""
        return self._danger(self._in_status("standing"), self.exposed(height(self.figure)))

    @cached_property
    def danger_lying(self) -> FloatArray:
        """(n,) what may be lost there lying down."""
        return self._danger(self._in_status("pinned"), self.exposed(LOW))

    def _in_status(self, status: Status) -> Battle:
        """The battle with him in a status; the very same one, of which much is known, where he is."""
        same = self.battle.model(self.fighter).status == status
        return self.battle if same else self.battle.changed(self.fighter, status=status)

    def _danger(self, battle: Battle, cover: IntArray) -> FloatArray:
        weights = np.array([_menace(battle.model(foe)) for foe in self.foes])
        shots = _best_shots_of(battle, self, np.flatnonzero(weights), cover)
        inches = np.array([charge_inches(battle, foe, lying=False) for foe in self.foes])
        near = (self.apart <= inches) & (cover > 0) & (weights > 0.0)
        blows, own = np.zeros(len(self.foes)), worth(battle, self.fighter)
        for column in np.flatnonzero(near.any(axis=0)).tolist():
            blows[column] = BLOW * own * blow_chance(battle, self.foes[column], self.fighter, charged=True)
        return np.asarray(np.minimum((weights * np.maximum(shots, near * blows)).T.sum(axis=0), 1.5 * own))

    @cached_property
    def progress(self) -> FloatArray:
        """(n,) what is won by being nearer to the goal, or there."""
        goal = goal_of(self.battle, self.fighter, self.style)
        if goal is None:
            return np.zeros(len(self.positions))
        here = np.array([self.battle.model(self.fighter).position])
        places, safe = np.concatenate([here, self.positions]), self.style.goes_around
        rest = remaining_distance(self.battle, self.fighter, goal.place, places, safe=safe)
        for row, inches in self.onward:
            rest[1 + row] = min(rest[1 + row], inches)
        left = np.maximum(rest - goal.near, 0.0)
        gained = np.minimum((left[0] - left[1:]) / movement(self.battle, self.fighter), SHORTCUT)
        return np.asarray(goal.weight * gained + goal.reward * self.at(goal))

    def at(self, goal: Goal) -> FloatArray:
        """(n,) whether the goal is reached there."""
        apart_from = self.positions - np.array(goal.place)
        near = np.hypot(apart_from[:, 0], apart_from[:, 1]) <= goal.near + 1e-6
        return np.asarray((near & (np.abs(apart_from[:, 2]) <= 0.5)).astype(float))

    @cached_property
    def mercy(self) -> FloatArray:
        """(n,) what it is worth to stand beside somebody who can be finished."""
        found, reach = np.zeros(len(self.positions)), skirmish_rules(self.battle).close_combat.coup_de_grace
        for column, foe in enumerate(self.foes):
            if self.battle.model(foe).status == "seriously_injured":
                near = (self.apart[:, column] <= reach - 0.02) & (self.targets[:, column] > 0)
                found = np.maximum(found, near * MERCIFUL * worth(self.battle, foe))
        return found

    def standing(self) -> FloatArray:
        """(n,) how good the places are, without the shots from there."""
        return np.asarray(self.arrives * self.progress - self.caution * self.danger - self.risks)

    def lying(self) -> FloatArray:
        """(n,) how good it is to lie there."""
        return np.asarray(self.arrives * self.progress - self.caution * self.danger_lying - self.risks - LYING)

    def row(self, number: int) -> Point:
        """A place, or where the path over it leads."""
        far = dict(self.far)
        if number in far:
            return far[number]
        x, y, z = self.positions[number].tolist()
        return x, y, z


def max_shots(places: Places, choices: Sequence[tuple[Gun, ...]], *, aimed: bool) -> FloatArray:
    """(n, foes) what the best shot from each place at each enemy is worth."""
    return np.asarray(np.array([shots_with(places, guns, aimed=aimed) for guns in choices]).max(axis=0))


def shots_with(places: Places, guns: tuple[Gun, ...], *, aimed: bool) -> FloatArray:
    """(n, foes) what a shot with one gun, or with two pistols, is worth."""
    found = np.zeros((len(places.positions), len(places.foes)))
    # Nothing hits who is nowhere seen.
    seen = np.flatnonzero(places.targets.any(axis=0))
    if len(seen):
        tables = [shot_table(places.battle, places.fighter, places.foes[column], guns, aimed=aimed) for column in seen.tolist()]
        far, cover = places.apart[:, seen], places.targets[:, seen]
        for number, gun in enumerate(guns):
            worths = np.array([table[number] for table in tables])
            found[:, seen] += _looked_up(worths, [gun] * len(seen), far, cover)
    if any(gun.profile.has("blast") for gun in guns):
        for column in range(len(places.foes)):
            found[:, column] -= _own_blasts(places, guns, column)
    found[:, places.fought] *= OWN_FIGHT
    return found


def _looked_up(worths: FloatArray, guns: Sequence[Gun], far: FloatArray, cover: IntArray) -> FloatArray:
    """(n, k) what k shots are worth, each with a gun of its own, from tables (k, 2, 4), by inches and cover (n, k)."""
    short = np.array([gun.profile.short or -1.0 for gun in guns])
    most = np.array([range_of(gun.profile) for gun in guns])
    return np.where(far <= most, worths[np.arange(len(guns)), (far > short).astype(int), cover], 0.0)


def _own_blasts(places: Places, guns: tuple[Gun, ...], column: int) -> FloatArray:
    """(n,) what is lost by blasts over an enemy that reach the shooter too."""
    lost = np.zeros(len(places.positions))
    for gun in guns:
        if gun.profile.has("blast"):
            radius = gun.profile.number("blast") / 2.0 - figure_of(places.battle, places.foes[column]).base_radius
            harm = worth_of_hits(places.battle, places.fighter, places.fighter, gun.profile)
            lost += np.where(places.apart[:, column] <= radius, harm, 0.0)
    return lost


def _best_shots_of(battle: Battle, places: Places, columns: IntArray, cover: IntArray) -> FloatArray:
    """(n, foes) what the best shot of each of some enemies at him is worth, by the cover (n, foes) that he has from them.

    Who stands comes nearer first.
    """
    best = np.zeros(cover.shape)
    pairs = [(column, gun) for column in columns.tolist() for gun in guns_of(battle, places.foes[column])]
    whose, guns = np.array([column for column, _ in pairs], dtype=int), [gun for _, gun in pairs]
    steps = [movement(battle, foe) if battle.model(foe).status == "standing" else 0.0 for foe in places.foes]
    far = np.maximum(places.apart - steps, 0.0)
    within = (far[:, whose] <= [range_of(gun.profile) for gun in guns]) & (cover[:, whose] > 0)
    used = np.flatnonzero(within.any(axis=0)).tolist()
    if used:
        tables = [shot_table(battle, places.foes[pairs[one][0]], places.fighter, (pairs[one][1],))[0] for one in used]
        whose = whose[used]
        values = _looked_up(np.array(tables), [guns[one] for one in used], far[:, whose], cover[:, whose])
        np.maximum.at(best.T, whose, values.T)
    return best


def _menace(model: FighterState) -> float:
    """How much of what an enemy could do counts."""
    if not model.operational:
        return 0.0
    return (1.0 if model.ready else SPENT) * (DOWN if model.status == "pinned" else 1.0)


def here(battle: Battle, fighter: str, style: Style) -> Places:
    """The place where he is."""
    return _here(battle, fighter, style)


@lru_cache(maxsize=256)
def _here(battle: Battle, fighter: str, style: Style) -> Places:
    return at_places(battle, fighter, [battle.model(fighter).position], style)


def at_places(battle: Battle, fighter: str, positions: Sequence[Point], style: Style) -> Places:
    """Places that are given."""
    count = len(positions)
    return Places(battle, fighter, style, np.array(positions, dtype=float).reshape(-1, 3), np.zeros(count), np.ones(count))


@lru_cache(maxsize=64)
def in_reach(battle: Battle, fighter: str, inches: float, style: Style) -> Places:
    """All places in reach, a few to the square foot, and as far as he gets on the way to his goal."""
    places = _reached(battle, fighter, inches, style)
    goal = goal_of(battle, fighter, style)
    if goal is not None and goal.what == "light" and _can_step_on(battle, fighter, goal, inches):
        places = _and_one(places, goal.place)
    if goal is None or not _stuck(places, goal, inches) or (on := _on_the_way(places, goal, inches)) is None:
        return places
    place, further, legs, left = on
    price, stop = price_of(battle, fighter, style), stops(battle, fighter, style)
    arrives = 1.0 - float(stopped(np.array(sum_over(legs, stop))))
    row = len(places.positions)
    far = () if place == further else ((row, further),)
    # The path is the one without checks if there is one; the answer has to say so.
    safe = places.safe | ({row} if style.goes_around and all(leg.check is None for leg in legs) else set())
    return replace(_and_one(places, place, sum_over(legs, price), arrives), far=far, safe=safe, onward=((row, left),))


def _and_one(places: Places, place: Point, risk: float = 0.0, arrives: float = 1.0) -> Places:
    """The places with another one."""
    positions = np.concatenate([places.positions, [place]])
    return replace(places, positions=positions, risks=np.append(places.risks, risk), arrives=np.append(places.arrives, arrives))


def _reached(battle: Battle, fighter: str, inches: float, style: Style) -> Places:
    """Where he is, and all places in reach; to those that the way without checks reaches too he goes that way."""
    found = places_in_reach(battle, fighter, inches, style)
    positions = np.concatenate([[battle.model(fighter).position], found.positions])
    safe = frozenset((np.flatnonzero(found.safe) + 1).tolist())
    return Places(battle, fighter, style, positions, np.append(0.0, found.risks), np.append(1.0, found.arrives), safe)


def _can_step_on(battle: Battle, fighter: str, goal: Goal, inches: float) -> bool:
    """Whether a thing that is picked up by stepping on it seems to be in reach, and nobody to be in the way there."""
    figure, here, there = mover(battle, fighter), np.array([battle.model(fighter).position]), np.array([goal.place])
    if remaining_distance(battle, fighter, goal.place, here)[0] > inches:
        return False
    foes = [figure_of(battle, foe) for foe in foes_of(battle, fighter)]
    return bool(
        apart(figure, there, foes)[0] >= ONE_INCH and may_end(table_of(battle), figure, there, movement_rules(battle))[0]
    )


def _stuck(places: Places, goal: Goal, inches: float) -> bool:
    """Whether no place is much nearer to the goal, as where the path leads up a long ladder.

    Places that are reached by a risk do not count: who need not jump climbs down.
    """
    around = places.style.goes_around
    tame = places.positions[places.risks <= NOTABLE] if around else places.positions
    rest = remaining_distance(places.battle, places.fighter, goal.place, tame, safe=around)
    return bool(rest[0] > goal.near + inches / 2.0 and rest.min() > rest[0] - inches / 2.0)


def _on_the_way(places: Places, goal: Goal, inches: float) -> tuple[Point, Point, tuple[Leg, ...], float] | None:
    """How far the path to the goal takes him: the place, the place on ground to go for, the legs there, and inches left."""
    battle, fighter = places.battle, places.fighter
    path = path_to_goal(battle, fighter, goal.place, safe=places.style.goes_around)
    if path is None or not path.legs:
        return None
    gone, rest = cut(path, inches)
    if not gone.legs:
        return None
    place = further = gone.legs[-1].end
    if rest.legs and gone.legs[-1].kind != "walk":
        # A climb down ends with a drop: on the ground is where no more of them follow.
        further = (list(takewhile(lambda leg: leg.kind != "walk", rest.legs)) or rest.legs[:1])[-1].end
    return place, further, gone.legs, rest.cost
