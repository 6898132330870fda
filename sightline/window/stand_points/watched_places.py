"""Watched places: who sees a figure at all places in its reach, in what cover, and how well it could shoot from there.

First some lines from every place to every enemy give a picture at once. Then places that nobody seems to see are looked at
more closely, in the end as closely as a shot that people ask about. Cover and chances stay what the lines say.
"""

from dataclasses import dataclass, replace
from functools import cached_property
from time import perf_counter

import numpy as np

from rules.movement.path_rules import find_reach
from rules.sight.flat_table_sight import flat_verdict
from rules.sight.sampled_sight import seen_at, shares_at, shares_from
from rules.sight.sight_rulings import sight_rulings
from rules.sight.verdict import FULL_EFFORT, PROVING_EFFORT, SightQuestion
from rules.skirmish.opponent.shot_scores import LONG, SHORT, hit_table, range_of
from rules.skirmish.opponent.sight_estimate import COVERS, covers
from scene.geometry.mesh import BoolArray, FloatArray, IntArray
from scene.table.table import Figure
from sightline.window.stand_points.stand_question import StandQuestion

BODY_LINES, EYE_LINES = 24, 24
"""From every place to every enemy, so many from body to body, and so many from either eye to the other's body."""
CLOSER = (200, 1000)
"""As many from body to body to places that nobody is found to see, first for all of them, then again for what is left."""
SEARCHED, ASKED = 1, 2
"""How a line to an enemy was looked for besides: in the search for thin slots, and as people ask about a shot."""
MOST_SECONDS = 60.0
"""Of work on places that nobody is found to see; then those that are left stay as they are."""
STEPS = ((8.0, 0.25), (16.0, 0.5), (float("inf"), 1.0))
"""Up to how many inches of movement places are how many inches apart."""


@dataclass(frozen=True, eq=False)
class WatchedPlaces:
    """Who sees a figure at n places in its reach, of k enemies.

    Attributes:
        question: what was asked.
        places: (n, 3) inches.
        step: inches between neighbours.
        seen: (n, k) whether a line of sight was found.
        covers: (n, k) in what cover the figure is from each enemy, as in `COVERS`.
        chances: (n, k) how likely a shot hits each enemy; None where chances are not told.
        lines: from body to body that were tried to each enemy from places that nobody is found to see.
        looked: (n, k) how each enemy was looked for from these besides: 0, `SEARCHED` or `ASKED`.
        seconds: of work since the first picture.
    """

    question: StandQuestion
    places: FloatArray
    step: float
    seen: BoolArray
    covers: IntArray
    chances: FloatArray | None
    lines: int
    looked: IntArray
    seconds: float = 0.0

    @cached_property
    def by(self) -> IntArray:
        """(n,) by how many enemies each place is seen."""
        return np.asarray(self.seen.sum(axis=1))

    @cached_property
    def hidden(self) -> BoolArray:
        """(n,) which places nobody sees, asked about as a shot is."""
        return np.asarray((self.by == 0) & (self.looked == ASKED).all(axis=1))

    @cached_property
    def open(self) -> IntArray:
        """Places that nobody is found to see, and that have not been asked about; spread evenly, whichever are the first."""
        order = np.random.default_rng(len(self.places)).permutation(len(self.places))
        return np.asarray(order[((self.by == 0) & ~self.hidden)[order]])

    @property
    def settled(self) -> bool:
        """Whether nothing more is looked at: all that nobody sees was asked about, or it has taken long enough."""
        return not len(self.open) or self.seconds >= MOST_SECONDS

    @cached_property
    def best(self) -> FloatArray:
        """(n,) the best chance to hit somebody from each place."""
        return np.zeros(len(self.places)) if self.chances is None else np.asarray(self.chances.max(axis=1, initial=0.0))

    @cached_property
    def worst(self) -> IntArray:
        """(n,) the least cover that the figure has at each place from those who see it, as in `COVERS`; 0 where nobody does."""
        return np.asarray(np.where(self.seen, np.maximum(self.covers, 1), 0).max(axis=1, initial=0))


def watched_places(question: StandQuestion) -> WatchedPlaces:
    """The places in reach, and who is found to see them by some lines each.

    Raises:
        SceneError: where the figure stands on no ground.
    """
    step = next(step for inches, step in STEPS if question.inches <= inches)
    places = find_reach(question.table, question.figure, inches=question.inches, rules=question.movement, step=step).positions
    size = (len(places), len(question.foes))
    seen, cover, chance = np.zeros(size, dtype=bool), np.zeros(size, dtype=np.int64), np.zeros(size)
    for number, foe in enumerate(question.foes):
        seen[:, number], cover[:, number], chance[:, number] = _of_foe(question, places, foe)
    looked = np.full(size, ASKED if question.sight.in_plan else 0)
    return WatchedPlaces(question, places, step, seen, cover, chance if question.guns else None, BODY_LINES, looked)


def _of_foe(question: StandQuestion, places: FloatArray, foe: Figure) -> tuple[BoolArray, IntArray, FloatArray]:
    """(n,) where an enemy sees the figure, its cover from him, and how likely it hits him."""
    terrain, figure = question.table.terrain, question.figure
    apart = _apart(figure, places, foe)
    if question.sight.in_plan:
        seen, cover, theirs = _in_plan(question, places, foe)
    else:
        share = shares_at(terrain, figure, places, foe, lines=EYE_LINES)
        back = shares_from(terrain, figure, places, foe, lines=EYE_LINES)
        seen = (share > 0.0) | (back > 0.0)
        rest = np.flatnonzero(~seen)
        seen[rest] = seen_at(terrain, figure, places[rest], foe, lines=slice(0, BODY_LINES))
        cover, theirs = (np.where(seen, np.maximum(covers(one, apart, question.sight), 1), 0) for one in (share, back))
    return seen, cover, _chance(question, foe, apart, theirs)


def _in_plan(question: StandQuestion, places: FloatArray, foe: Figure) -> tuple[BoolArray, IntArray, IntArray]:
    """The same by rules that judge from above, which is exact; and the cover that the enemy has."""
    at = [question.at((float(x), float(y), float(z))) for x, y, z in places]
    to, back = (
        [flat_verdict(question.table, *pair) for pair in pairs]
        for pairs in ([(foe, one) for one in at], [(one, foe) for one in at])
    )
    cover, theirs = (np.array([COVERS.index(one.cover) for one in some], dtype=np.int64) for some in (to, back))
    return np.array([one.witness is not None for one in to], dtype=bool), cover, theirs


def _apart(figure: Figure, places: FloatArray, foe: Figure) -> FloatArray:
    """(n,) inches between the bases, which lie level."""
    level = np.hypot(*(places[:, :2] - np.asarray(foe.position[:2])).T) - figure.base_radius - foe.base_radius
    return np.asarray(np.hypot(level.clip(min=0.0), places[:, 2] - foe.position[2]))


def _chance(question: StandQuestion, foe: Figure, apart: FloatArray, cover: IntArray) -> FloatArray:
    """(n,) how likely at least one of the guns hits an enemy, by inches and by his cover."""
    missed = np.ones(len(apart))
    for gun in question.guns if question.battle is not None else ():
        assert question.battle is not None
        table = hit_table(question.battle, question.figure.id, foe.id, gun, twin=len(question.guns) > 1)
        band = np.where(apart > (gun.profile.short or -1.0), LONG, SHORT)
        missed *= 1.0 - np.where(apart <= range_of(gun.profile), table[band, cover], 0.0)
    return np.asarray(1.0 - missed)


def looked_closer(found: WatchedPlaces) -> WatchedPlaces:
    """The same once what nobody is found to see has been looked at a little more closely; seconds of work at most."""
    began = perf_counter()
    rows = found.open
    more = _more_lines(found, rows) if found.lines < CLOSER[-1] else _asked_about(found, int(rows[0]))
    return replace(more, seconds=found.seconds + perf_counter() - began)


def _more_lines(found: WatchedPlaces, rows: IntArray) -> WatchedPlaces:
    """The same with more lines to the places (m,) that nobody is found to see."""
    question, seen = found.question, found.seen.copy()
    lines = next(count for count in CLOSER if count > found.lines)
    for number, foe in enumerate(question.foes):
        rest, more = rows[~seen[rows].any(axis=1)], slice(found.lines, lines)
        seen[rest, number] = seen_at(question.table.terrain, question.figure, found.places[rest], foe, lines=more)
    return replace(found, seen=seen, lines=lines)


def _asked_about(found: WatchedPlaces, row: int) -> WatchedPlaces:
    """The same with a place looked at as in a battle from all enemies, or then from one of them as people ask about a shot."""
    question, seen, looked = found.question, found.seen.copy(), found.looked.copy()
    fresh = looked[row] == 0
    some = np.flatnonzero(fresh) if fresh.any() else np.flatnonzero(looked[row] == SEARCHED)[:1]
    effort = FULL_EFFORT if fresh.any() else PROVING_EFFORT
    x, y, z = found.places[row].tolist()
    figure = question.at((x, y, z))
    asked = [SightQuestion(figure, question.foes[number]) for number in some.tolist()]
    rulings = sight_rulings(question.table.with_figure(figure), asked, rules=question.sight, effort=effort)
    seen[row, some] = [ruling.witness is not None for ruling in rulings]
    looked[row, some] = SEARCHED if fresh.any() else ASKED
    return replace(found, seen=seen, looked=looked)
