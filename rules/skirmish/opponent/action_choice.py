"""The choice of an action: what the program does with a fighter next, everything that is open to him weighed."""

from collections.abc import Container
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from rules.movement.engaging_paths import Engagement
from rules.skirmish.moving.carrying import half_movement, movement, taken_on_the_way
from rules.skirmish.moving.carrying import in_reach as things_in_reach
from rules.skirmish.moving.charge_action import charge_inches
from rules.skirmish.moving.contact_resolution import engagement
from rules.skirmish.opponent.attack_estimate import (
    blow_chance,
    fight_worth,
    hit_chance,
    pass_chance,
    worth,
    worth_of_hits,
)
from rules.skirmish.opponent.check_price import price_of, stopped, stops, sum_over
from rules.skirmish.opponent.distance_estimate import remaining_distance
from rules.skirmish.opponent.goal_choice import goal_of
from rules.skirmish.opponent.place_scores import LYING, Places, here, in_reach, shots_with
from rules.skirmish.opponent.reach_estimate import NOTABLE
from rules.skirmish.opponent.shot_scores import best_spray
from rules.skirmish.opponent.sight_estimate import COVERS
from rules.skirmish.opponent.style import Style
from rules.skirmish.shooting.shoot_actions import choices_of_guns, guns_of
from rules.skirmish.shooting.shot_hit_roll import CLOSE, Gun
from rules.skirmish.shooting.stray_shots import BESIDE
from rules.skirmish.shooting.target_choice import foes, pivots
from rules.skirmish.state.battle_sight import engaged, figure_of
from rules.skirmish.state.battle_state import Battle, FighterState
from rules.skirmish.state.characteristics import profile_now
from rules.skirmish.state.placement import apart_from_each, written
from rules.skirmish.state.skirmish_rules import skirmish_rules
from scene.geometry.mesh import FloatArray

LATER = 0.3
"""What a shot counts that may be made in the next activation."""
TRIED = 6
"""Places that are tried when the best one proves to be none."""
CHARGES = 2
"""Enemies to whom a path is looked for."""
CHARGED = 0.2
"""What a charge has to be worth at least, of the own worth."""
SECOND = 0.2
"""What a second move is worth at most."""
LEAST_FEARED = 0.1
"""What danger has to count at least for anybody to think of lying down."""
FREE = 0.1
"""What it is worth beside to be in contact with an enemy: he cannot shoot."""
BASES = 1.2
"""Inches from middle to middle of two fighters in contact, and something to spare."""
FROM_THE_GROUND = 0.4
"""What a charge has to be worth for somebody who lies pinned."""
HOPELESS = 0.12
"""Who has less chance than this in a fight would rather be elsewhere."""
QUICK = 3
"""Initiative with which getting away from a fight is likely."""
RELOADED = 0.3
CARRIED = 0.5
"""What it is worth to get hold of a thing that is in reach, beside the place."""
STRAYS, STRAYS_LOW = 1.0 / 2.0, 1.0 / 6.0
"""How likely a stray shot hits somebody, standing or lying. Source: main-rulebook, Stray shot."""
NEVER = -99.0


@dataclass(frozen=True)
class Shooting:
    """A shot to be made.

    Attributes:
        guns: with what.
        target: at whom.
        value: what it is worth.
    """

    guns: tuple[Gun, ...]
    target: str
    value: float


@lru_cache(maxsize=512)
def best_shot(battle: Battle, fighter: str, style: Style, aimed: bool | None = None) -> Shooting | None:  # noqa: FBT001
    """The best shot of a fighter from where he is; None where none is worth anything.

    Args:
        aimed: whether he has aimed; as it is by default.
    """
    acting = battle.activation
    if aimed is None:
        aimed = acting is not None and acting.fighter == fighter and acting.aimed
    places, found = here(battle, fighter, style), None
    choices = choices_of_guns(battle, fighter) if places.foes else ()
    for guns in (some for some in choices if not any(gun.profile.has("template") for gun in some)):
        values = shots_with(places, guns, aimed=aimed)[0]
        values = values * _allowed(places, values)
        for column, value in enumerate(values.tolist()):
            # Strays only take from it; they need not be known of what is no better anyway.
            least = found.value if found else 0.0
            if value > least and (left := value - stray_loss(places, guns, column)) > least:
                found = Shooting(guns, places.foes[column], left)
    return _spray(battle, fighter, found)


def _spray(battle: Battle, fighter: str, found: Shooting | None) -> Shooting | None:
    """A template, if that is better than the shot that was found; what they hit is known rather than guessed."""
    for gun in guns_of(battle, fighter):
        if gun.profile.has("template"):
            best = best_spray(battle, fighter, gun)
            if best is not None and best[0] > (found.value if found else 0.0):
                found = Shooting((gun,), best[1], best[0])
    return found


def stray_loss(places: Places, guns: tuple[Gun, ...], column: int) -> float:
    """What is lost on average when a shot at an enemy misses and hits a friend beside the way there."""
    if not skirmish_rules(places.battle).shooting.stray:
        return 0.0
    battle, fighter, foe = places.battle, places.fighter, places.foes[column]
    cover = COVERS[places.targets[0][column]]
    beside = _friends_beside(places, foe) if cover != "none-seen" else []
    if not beside:
        return 0.0
    skill, numbers = profile_now(battle, fighter).ballistic_skill, skirmish_rules(battle).shooting
    miss = 1.0 - hit_chance(numbers, skill, 0, cover, hard=battle.model(foe).hard_target)
    chances = {friend.id: STRAYS if friend.status == "standing" else STRAYS_LOW for friend in beside}
    straying = [gun.profile for gun in guns if not gun.profile.has("blast")]
    harms = (chances[one] * worth_of_hits(battle, fighter, one, profile) for one in chances for profile in straying)
    return miss * sum(harms)


def _friends_beside(places: Places, foe: str) -> list[FighterState]:
    """The friends whom a shot at an enemy may hit when it misses."""
    battle, fighter, start = places.battle, places.fighter, places.positions[0]
    spared = {fighter, *engaged(battle, foe)}
    friends = [model for model in battle.on_table(battle.model(fighter).gang) if model.id not in spared]
    feet = np.array([model.position for model in friends]).reshape(-1, 3)
    along = np.subtract(battle.model(foe).position, start)
    share = np.clip((feet - start) @ along / max(float(along @ along), 1e-9), 0.0, 1.0)
    off = np.linalg.norm(start + share[:, None] * along - feet, axis=1)
    return [one for one, far in zip(friends, off, strict=True) if far - figure_of(battle, one.id).base_radius <= BESIDE]


def _allowed(places: Places, values: FloatArray) -> FloatArray:
    """(foes,) how likely target priority, or the willpower to go against it, lets him shoot at each enemy."""
    battle, fighter = places.battle, places.fighter
    standing = np.array([battle.model(foe).status == "standing" for foe in places.foes])
    first = (places.targets[0] > 0) & standing
    if not first.any():
        return np.ones(len(values))
    far = places.apart[0]
    closest = int(np.where(first, far, np.inf).argmin())
    skill = profile_now(battle, fighter).ballistic_skill
    numbers = skirmish_rules(battle).shooting
    easy = np.array([hit_chance(numbers, skill, 0, COVERS[cover]) if cover else 0.0 for cover in places.targets[0]])
    free = (far <= far[closest] + CLOSE) | (easy > easy[closest])
    return np.where(free, 1.0, pass_chance(profile_now(battle, fighter).willpower) if numbers.willpower else 0.0)


def may_shoot_later(battle: Battle, fighter: str) -> bool:
    """Whether a fighter has an action left after the next one, and has not shot yet."""
    acting = battle.activation
    return acting is not None and acting.fighter == fighter and acting.left > 1 and "shoot" not in acting.done


@dataclass(frozen=True)
class Ranked:
    """Places in the order of what they are worth.

    Attributes:
        texts: answers to the question where to.
        values: of the first, and of staying.
    """

    texts: tuple[str, ...]
    best: float
    stay: float


@lru_cache(maxsize=128)
def ranked(battle: Battle, fighter: str, inches: float, lying: bool, style: Style) -> Ranked:  # noqa: FBT001
    """Where a fighter would go with so much movement.

    Args:
        lying: whether he lies down there.
    """
    places = in_reach(battle, fighter, inches, style)
    values = places.lying() if lying else _values(places)
    order = np.argsort(-np.round(values, 6), kind="stable")[:TRIED]
    return Ranked(tuple(_text(places, int(row)) for row in order), float(values[order[0]]), float(values[0]))


def _values(places: Places) -> FloatArray:
    """(n,) what it is worth to move there, with what the rest of the activation is good for."""
    standing, later = places.standing(), ends(places)
    values = later + may_shoot_later(places.battle, places.fighter) * places.arrives * places.shots
    acting = places.battle.activation
    if acting is not None and acting.left > 1:
        values = np.maximum(values, standing + places.mercy)
        # Where danger counts less than lying does, it is not looked how much of it lying averts.
        if places.caution * float(places.danger.max()) > LYING:
            values = np.maximum(values, places.lying())
    return np.asarray(values)


def _text(places: Places, row: int) -> str:
    """The answer for a place; whatever is to be picked up there is."""
    if row == 0:
        return "stay"
    battle, fighter = places.battle, places.fighter
    goal = goal_of(battle, fighter, places.style)
    text = written(places.row(row)) + " safe" * (row in places.safe)
    if goal is None or goal.what != "thing" or not places.at(goal)[row] or not taken_on_the_way(battle):
        return text
    return f"{text}, take {goal.name}"


def ends(places: Places) -> FloatArray:
    """(n,) what it is worth to end the activation there, with the shots that may be made in the next one."""
    return np.asarray(places.standing() + LATER * places.arrives * places.shots)


def next_action(battle: Battle, fighter: str, keys: Container[str], style: Style) -> str:
    """The key of the best action of those that are open to a fighter; empty where he would do none of them.

    Whether one is open may take long to find out, so that is asked of those alone that he would do.
    """
    model, acting = battle.model(fighter), battle.activation
    if acting is not None and acting.controller not in {"", model.gang}:
        wanted: tuple[str, ...] = ("shoot",)
    elif model.broken:
        wanted = "run-for-cover", "retreat"
    elif model.status == "seriously_injured":
        wanted = ("crawl",) if float(here(battle, fighter, style).danger_lying[0]) > 0.0 else ()
    elif engaged(battle, fighter):
        wanted = _engaged(battle, fighter)
    elif model.climb is not None:
        wanted = ("move",)
    elif model.status == "pinned":
        wanted = _pinned(battle, fighter, keys, style)
    else:
        turns = ("face",) if _turns(battle, fighter, keys, style) else ()
        wanted = "coup-de-grace", *turns, _active(battle, fighter, keys, style)
    return next((key for key in (*wanted, "end") if key in keys), "")


def _turns(battle: Battle, fighter: str, keys: Container[str], style: Style) -> bool:
    """Whether he turns first: to somebody helpless behind his back, or to a target if he may shoot only where he looks."""
    acting = battle.activation
    if acting is None or not acting.left:
        return False
    if float(here(battle, fighter, style).mercy[0]) > 0.0:
        return True
    if pivots(battle) or "shoot" in acting.done:
        return False
    return best_shot(battle, fighter, style) is not None and "shoot" not in keys


def _engaged(battle: Battle, fighter: str) -> tuple[str, ...]:
    acting = battle.activation
    chance = max(blow_chance(battle, fighter, foe) for foe in engaged(battle, fighter))
    free = acting is not None and "fight" in acting.free
    if not free and chance < HOPELESS and profile_now(battle, fighter).initiative <= QUICK:
        return "retreat", "fight"
    return ("fight",)


def _pinned(battle: Battle, fighter: str, keys: Container[str], style: Style) -> tuple[str, ...]:
    if "reload" in keys and not choices_of_guns(battle, fighter):
        return ("reload",)
    if "charge" in keys and best_charge(battle, fighter, style, FROM_THE_GROUND) is not None:
        return ("charge",)
    return ("stand-up",)


def _active(battle: Battle, fighter: str, keys: Container[str], style: Style) -> str:
    """Everything weighed against everything else."""
    weighed = {key: value for key, value in weigh(battle, fighter, keys, style) if key in keys}
    return max(weighed, key=lambda key: weighed[key], default="end")


def weigh(battle: Battle, fighter: str, keys: Container[str], style: Style) -> list[tuple[str, float]]:
    """What the actions are worth, with the best that can follow them."""
    acting = battle.activation
    left = 0 if acting is None else acting.left
    place = here(battle, fighter, style)
    stay = float(ends(place)[0])
    found = [("end", stay - 0.01)]
    if left == 0:
        return found
    shot = best_shot(battle, fighter, style)
    moved, lies = _moved(battle, fighter, keys, style), _lying(battle, fighter, keys, style)
    if shot is not None and "shoot" in keys:
        found.append(("shoot", shot.value + (max(stay, moved[1], lies) if left > 1 else stay)))
        if "aim" in keys and left > 1 and acting is not None and not acting.aimed:
            aimed = best_shot(battle, fighter, style, True)
            found.append(("aim", (aimed.value if aimed else 0.0) + stay))
    going = _going(battle, fighter, keys, moved[0], stay, style)
    found += [going, ("take-cover", lies), *_reloading(battle, fighter, keys, stay)]
    if "charge" in keys:
        charge = best_charge(battle, fighter, style, max(value for _, value in found))
        found += [("charge", NEVER if charge is None else charge[1])]
    return found


def _going(battle: Battle, fighter: str, keys: Container[str], moved: float, stay: float, style: Style) -> tuple[str, float]:
    """A move or, where carrying is an action of its own, that with what he has or can have; a move would leave it behind."""
    if "carry" in keys:
        if battle.model(fighter).carries:
            return "carry", moved
        goal = goal_of(battle, fighter, style)
        if goal is not None and goal.what == "thing" and goal.name in things_in_reach(battle, fighter):
            return "carry", stay + CARRIED
    return "move", moved


def _moved(battle: Battle, fighter: str, keys: Container[str], style: Style) -> tuple[float, float]:
    """What a move is worth with the best that can follow it, and what it is worth after a shot from here."""
    if "move" not in keys:
        return NEVER, NEVER
    inches, acting = movement(battle, fighter), battle.activation
    best, places = ranked(battle, fighter, inches, False, style), in_reach(battle, fighter, inches, style)
    after = float(ends(places).max())
    if best.texts[0] == "stay":
        return NEVER, after
    twice = acting is not None and acting.left > 1
    # A second move may follow; it is not looked at, but whoever has far to go should not stop half way.
    second = min(0.5 * (after - float(ends(places)[0])), SECOND) if twice else 0.0
    return max(best.best, after + second), after


def _lying(battle: Battle, fighter: str, keys: Container[str], style: Style) -> float:
    """What it is worth to take cover."""
    # Nobody lies down of whom there is nothing to fear; it saves the search, too.
    place = here(battle, fighter, style)
    if "take-cover" not in keys or place.caution * float(place.danger[0]) < LEAST_FEARED:
        return NEVER
    return ranked(battle, fighter, half_movement(battle, fighter), True, style).best


def _reloading(battle: Battle, fighter: str, keys: Container[str], stay: float) -> list[tuple[str, float]]:
    if "reload" not in keys:
        return []
    return [("reload", stay + (RELOADED if not choices_of_guns(battle, fighter) else 0.1))]


def best_charge(battle: Battle, fighter: str, style: Style, least: float = NEVER) -> tuple[str, float] | None:
    """Whom to charge, as it is answered, and what it is worth; None where nobody is in reach who should be.

    Args:
        least: what it has to be worth for the path to be looked for.
    """
    inches = charge_inches(battle, fighter)
    for value, foe in charge_hopes(battle, fighter):
        if value <= least:
            return None
        ways = {foe: _charged(battle, fighter, foe, inches, value, style, safe=False)}
        # Nobody looks for the way without checks who thinks them all alike.
        if NEVER < ways[foe] < value - NOTABLE and style.goes_around:
            ways[f"{foe} safe"] = _charged(battle, fighter, foe, inches, value, style, safe=True)
        text = max(ways, key=lambda one: ways[one])
        if ways[text] > least:
            return text, ways[text]
    return None


def _charged(battle: Battle, fighter: str, foe: str, inches: float, value: float, style: Style, *, safe: bool) -> float:
    """What a charge is worth with the checks on its way, if the attack is worth so much."""
    planned = engagement(battle, fighter, (foe,), safe=safe)
    if not isinstance(planned, Engagement) or planned.path.cost > inches or foe not in planned.engaged:
        return NEVER
    legs = planned.path.legs
    arrives = 1.0 - float(stopped(np.array(sum_over(legs, stops(battle, fighter, style)))))
    return arrives * value - sum_over(legs, price_of(battle, fighter, style))


@lru_cache(maxsize=256)
def charge_hopes(battle: Battle, fighter: str) -> tuple[tuple[float, str], ...]:
    """Whom a charge is worth it to, by what it is worth, and who seems to be in reach."""
    model = battle.model(fighter)
    inches = charge_inches(battle, fighter)
    own, place = figure_of(battle, fighter), np.array([model.position])
    found, enemies = [], foes(battle, fighter)
    away = apart_from_each(own, place, [figure_of(battle, foe) for foe in enemies])[0].tolist()
    for foe, inches_away in zip(enemies, away, strict=True):
        other = battle.model(foe)
        if other.status != "seriously_injured" and inches_away <= inches:
            value = fight_worth(battle, fighter, foe, charged=True)
            if (
                value > CHARGED * worth(battle, fighter)
                and float(remaining_distance(battle, fighter, other.position, place)[0]) <= inches + BASES
            ):
                found.append((value + FREE, foe))
    return tuple(sorted(found, reverse=True)[:CHARGES])
