"""Blind fire, and the actions that skills give: each for those on whose card the skill stands, by its name.

Source: arbiter, Actions (Blind Fire); Skill Actions.
"""

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from rules.engine.dice import halved
from rules.engine.procedure_steps import Choose, Option, Procedure, Roll, Say, call
from rules.errors import RulesError
from rules.movement.path_rules import may_end
from rules.skirmish.injury.hit_resolution import TANKED, Hit, resolve_hits
from rules.skirmish.morale.aftermath import aftermath
from rules.skirmish.moving.carrying import brought_along, left_behind
from rules.skirmish.moving.facing_action import decides
from rules.skirmish.moving.forced_moves import pushed_away
from rules.skirmish.phases.activation import ended
from rules.skirmish.shooting.shoot_actions import shoot, why_no_shot
from rules.skirmish.state.action import Action, FighterStatus, Kind, nothing_hinders
from rules.skirmish.state.battle_navmesh import movement_rules, mover
from rules.skirmish.state.battle_sight import engaged, figure_of, table_of, within
from rules.skirmish.state.battle_state import Activation, Battle, Mark
from rules.skirmish.state.characteristics import check, profile_now
from rules.skirmish.state.condition_marks import ALL_ROUND, CHALLENGED, IMMOVABLE, RESTRAINS
from rules.skirmish.state.placement import Condition, suggested, typed_place
from scene.geometry.mesh import FloatArray, Point

BLIND = "Blind Fire"
ACTIONS_ORDERED = 2
"""Actions of whoever is ordered about. Source: arbiter, Order."""
NEAR, FAR = 6.0, 12.0
"""Inches of most skills, and of a challenge."""
BUTTS = "the toughness of the other; if no die will do, the butt hurts its own head"
HEAD_STRENGTH, HEAD_DAMAGE = 2, 2
"""What a headbutt adds to the strength, and its damage. Source: arbiter, Headbutt."""


def _active(*more: FighterStatus) -> frozenset[FighterStatus]:
    return frozenset({"active", *more})


# Blind fire


def blind_fire(battle: Battle, fighter: str) -> Procedure[Battle]:
    """A shot all round, at -2."""
    battle = yield from shoot(_blindly(battle, blind=True), fighter)
    return _blindly(battle, blind=False)


def _blindly(battle: Battle, *, blind: bool) -> Battle:
    acting = battle.activation
    return battle if acting is None else replace(battle, activation=replace(acting, blind=blind))


def _nobody_to_shoot(battle: Battle, fighter: str) -> str | None:
    return why_no_shot(_blindly(battle, blind=True), fighter)


# Skills


def extend_vision(battle: Battle, fighter: str) -> Procedure[Battle]:
    """A friend near who passes a cool check sees all round until the round ends.

    Source: arbiter, Comm.
    """
    friend = yield from _friend(battle, fighter, "Comm")
    if not (yield from check(battle, friend, "cool", what="seeing all round", source="Comm", fails="sees as before")):
        return battle
    battle = battle.marked(friend, ALL_ROUND)
    yield Say(f"{battle.called(friend)} sees all round this round", "Comm", battle)
    return battle


def flex(battle: Battle, fighter: str) -> Procedure[Battle]:
    """A strength check pushes all whom he is engaged with straight back, D3 inches each.

    Source: arbiter, Flex.
    """
    if not (yield from check(battle, fighter, "strength", what="flexing", source="Flex", fails="moves nobody")):
        return battle
    before = battle
    for enemy in engaged(battle, fighter):
        (face,) = yield Roll("pushed back", "D3", enemy, source="Flex", tells="the inches")
        battle = yield from call(pushed_away, battle, enemy, fighter, float(halved(face)))
    return (yield from call(aftermath, before, battle))


def headbutt(battle: Battle, fighter: str) -> Procedure[Battle]:
    """Two dice against an enemy's toughness: either die that reaches it hits him; if none does, the butter is hit himself."""
    enemies = engaged(battle, fighter)
    enemy = yield from _one_of(battle, fighter, enemies, "whom to headbutt", "Headbutt")
    toughness, strength = profile_now(battle, enemy).toughness, profile_now(battle, fighter).strength
    faces = yield Roll("headbutt", "2D6", fighter, f"a die of {toughness} or more", source="Headbutt", tells=BUTTS)
    before = battle
    hits = max(faces) >= toughness
    place = battle.model(fighter).position[:2]
    hit = (
        Hit(enemy, "close", strength + HEAD_STRENGTH, 0, HEAD_DAMAGE, place, "headbutt")
        if hits
        else Hit(fighter, "close", strength, 0, 1, weapon="the headbutt")
    )
    yield Say(f"{battle.called(enemy if hits else fighter)} is hit", "Headbutt", battle)
    battle = yield from call(resolve_hits, battle, (hit,))
    return (yield from call(aftermath, before, battle))


def challenge(battle: Battle, fighter: str) -> Procedure[Battle]:
    """An enemy near has to target him until his next activation has ended, unless a willpower check lets him off.

    Source: arbiter, Issue Challenge.
    """
    foes = tuple(name for name in within(battle, fighter, FAR, foes=True) if battle.model(name).status == "standing")
    enemy = yield from _one_of(battle, fighter, foes, "whom to challenge", "Issue Challenge")
    user = battle.called(fighter)
    if (
        yield from check(
            battle, enemy, "willpower", what="ignoring a challenge", source="Issue Challenge", fails=f"has to target {user}"
        )
    ):
        return battle
    battle = battle.marked(enemy, CHALLENGED, about=fighter)
    yield Say(f"{battle.called(enemy)} has to target {battle.called(fighter)}", "Issue Challenge", battle)
    return battle


def order(battle: Battle, fighter: str) -> Procedure[Battle]:
    """A friend near makes two actions at once; his ready marker, if he has one, stays.

    Source: arbiter, Order.
    """
    friend = yield from _friend(battle, fighter, "Order")
    gang, turn, rest = battle.model(fighter).gang, battle.turn, battle.group
    battle = yield from call(ended, battle)
    battle = replace(battle, turn=turn, group=rest, activation=Activation(friend, ACTIONS_ORDERED, controller=gang))
    yield Say(f"{battle.called(friend)} is ordered to act", "Order", battle)
    return battle


def restrain(battle: Battle, fighter: str) -> Procedure[Battle]:
    """Counted for what becomes of captives after the battle.

    Source: arbiter, Restrain.
    """
    count = battle.model(fighter).has(RESTRAINS) + 1
    battle = battle.marked(fighter, RESTRAINS, count)
    yield Say(f"{battle.called(fighter)} restrains: {count:+} on the check for captives", "Restrain", battle)
    return battle


def somersault(battle: Battle, fighter: str) -> Procedure[Battle]:
    """To any place in sight no more than six inches off; a load stays behind.

    Source: arbiter, Somersault.
    """
    battle = yield from left_behind(battle, fighter)
    return brought_along((yield from somersaults_holding(battle, fighter)), fighter)


def somersaults_holding(battle: Battle, fighter: str) -> Procedure[Battle]:
    """The same as it was while nobody let go of anything for it: for journals that were begun then."""
    conditions = (_within_six(battle, fighter), _in_sight(battle, fighter))
    options = suggested(battle, fighter, conditions)
    free = typed_place(battle, fighter, conditions)
    stay = Option("stay", "stay", battle.model(fighter).position)
    hint = "x y or x y z, in inches"
    asked = Choose("where to somersault", decides(battle, fighter), (stay, *options), free, fighter, "Somersault", hint)
    place: Point = yield asked
    battle = battle.changed(fighter, position=place)
    yield Say(f"{battle.called(fighter)} somersaults", "Somersault", battle)
    return battle


def tank(battle: Battle, fighter: str) -> Procedure[Battle]:
    """Better armour, and nothing moves or pins him, until he is activated again.

    Source: arbiter, Tank.
    """
    battle = battle.marked(fighter, IMMOVABLE)
    what = f"armour saves are better by {TANKED}, and nothing moves or pins"
    yield Say(f"{battle.called(fighter)} is immovable until activated again: {what}", "Tank", battle)
    return battle


def _within_six(battle: Battle, fighter: str) -> Condition:
    here = np.array(battle.model(fighter).position)

    def near(places: FloatArray) -> "np.ndarray[tuple[int], np.dtype[np.bool_]]":
        return np.asarray(np.linalg.norm(places - here, axis=1) <= NEAR + 1e-9)

    return Condition(f'a somersault goes {NEAR:g}" at most', near)


def _in_sight(battle: Battle, fighter: str) -> Condition:
    """He sees where he would stand: somebody there would be in line of sight."""
    table, figure, rules = table_of(battle), figure_of(battle, fighter), movement_rules(battle)

    def seen(places: FloatArray) -> "np.ndarray[tuple[int], np.dtype[np.bool_]]":
        from scene.visibility.line_of_sight import find_lines

        found = np.zeros(len(places), dtype=bool)
        rows = np.flatnonzero(may_end(table, mover(battle, fighter), places, rules))
        pairs = [(figure, figure.moved((float(x), float(y), float(z)))) for x, y, z in places[rows]]
        found[rows] = [line is not None for line in find_lines(table.terrain, pairs)] if pairs else []
        return found

    return Condition("there is no line of sight to that place, or no room to stand there", seen)


def _friend(battle: Battle, fighter: str, source: str) -> Procedure[str]:
    return (yield from _one_of(battle, fighter, _friends(battle, fighter), "which friend", source))


def _friends(battle: Battle, fighter: str) -> tuple[str, ...]:
    near = within(battle, fighter, NEAR, gang=battle.model(fighter).gang)
    return tuple(name for name in near if battle.model(name).status != "seriously_injured")


def _one_of(battle: Battle, fighter: str, names: tuple[str, ...], what: str, source: str) -> Procedure[str]:
    if not names:
        raise RulesError(f"there is nobody for {battle.called(fighter)}: {what}")
    options = tuple(Option(name, battle.called(name), name) for name in names)
    name: str = (
        names[0] if len(names) == 1 else (yield Choose(what, decides(battle, fighter), options, about=fighter, source=source))
    )
    return name


Hindrance = Callable[[Battle, str], str | None]


def _no_friend(battle: Battle, fighter: str) -> str | None:
    return None if _friends(battle, fighter) else f'no friend who stands or is pinned is within {NEAR:g}"'


def _no_foe(battle: Battle, fighter: str) -> str | None:
    near = within(battle, fighter, FAR, foes=True)
    return None if any(battle.model(name).status == "standing" for name in near) else f'no enemy stands within {FAR:g}"'


def _skill(
    key: str,
    name: str,
    kind: Kind,
    skill: str,
    does: str,
    do: Callable[[Battle, str], Procedure[Battle]],
    more: Hindrance = nothing_hinders,
    statuses: frozenset[FighterStatus] = _active(),
    *brings: Mark,
) -> Action:
    return Action(key, name, kind, statuses, more, do, name, skill=skill, does=does, brings=brings)


BLIND_FIRE = Action(
    "blind-fire",
    "Blind fire",
    "double",
    frozenset({"active", "pinned"}),
    _nobody_to_shoot,
    blind_fire,
    BLIND,
    does="a shot in any direction, at -2 to hit",
)
LOOKS_ROUND = f'a friend within {NEAR:g}" who passes a cool check sees all round this round'
PUSHES = "a strength check moves all who are engaged with the user back, D3 inches each"
HEAD = "two dice against an enemy's toughness: a hard blow, or one to the own head"
CALLS_OUT = f'an enemy within {FAR:g}" has to target the user, unless a willpower check is passed'
ORDERS = f'a friend within {NEAR:g}" makes {ACTIONS_ORDERED} actions at once'
TIES = "each time +1 on the check for captives after the battle"
LEAPS = f'to any place in sight within {NEAR:g}"'
STANDS = f"armour saves better by {TANKED}, and nothing moves or pins, until activated again"
ENGAGED: frozenset[FighterStatus] = frozenset({"engaged"})

SKILL_ACTIONS = (
    _skill("comm", "Comm", "double", "nonverbal", LOOKS_ROUND, extend_vision, _no_friend, _active(), ALL_ROUND),
    _skill("flex", "Flex", "simple", "unleash the beast", PUSHES, flex, statuses=ENGAGED),
    _skill("headbutt", "Headbutt", "basic", "headbutt", HEAD, headbutt, statuses=ENGAGED),
    _skill("challenge", "Issue Challenge", "basic", "bring it on", CALLS_OUT, challenge, _no_foe, _active(), CHALLENGED),
    _skill("order", "Order", "double", "overseer", ORDERS, order, _no_friend),
    _skill("restrain", "Restrain", "simple", "restrain", TIES, restrain, nothing_hinders, _active("engaged"), RESTRAINS),
    _skill("somersault", "Somersault", "basic", "somersault", LEAPS, somersault),
    _skill("tank", "Tank", "double", "immovable", STANDS, tank, nothing_hinders, _active("engaged"), IMMOVABLE),
)
"""As data: key, name, kind, skill, what it does, procedure, what hinders it besides, statuses, the marks that it brings."""
