"""Exact odds of one attack: the very procedures of shooting and close combat, watched for what befalls the target.

An attack ends where its hits are resolved: falls and nerve tests that follow from it are left out, and so are the reactions to
it. Source: main-rulebook, Shooting; Close combat; Resolve hits.
"""

from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from typing import Any

from rules.citations import Citations
from rules.engine.dice import dice_count
from rules.engine.exact_odds import Decide, odds
from rules.engine.procedure_steps import Call, Choose, Option, Procedure, Roll, Say, call, chosen, cited
from rules.errors import RulesError
from rules.roster.weapon import WeaponProfile
from rules.skirmish.injury.hit_resolution import inflict, resolve_hits
from rules.skirmish.injury.trait_effects import trait_effects
from rules.skirmish.melee.close_combat import attack as close_attack
from rules.skirmish.melee.close_combat import turned
from rules.skirmish.melee.melee_blows import Stance
from rules.skirmish.melee.melee_weapons import key_of, loadouts
from rules.skirmish.moving.usual_traits import MOVING
from rules.skirmish.shooting.blast_attack import aimed_blast, foresee, scatter, scatter_shares
from rules.skirmish.shooting.flame_attack import Spray, spray_at
from rules.skirmish.shooting.shot_hit_roll import Gun, Shot, shot_at, turned_to
from rules.skirmish.shooting.volley import volley
from rules.skirmish.state.battle_rules import battle_rules
from rules.skirmish.state.battle_sight import engaged, in_front
from rules.skirmish.state.battle_state import Activation, Battle
from rules.skirmish.state.skirmish_rules import skirmish_rules
from scene.geometry.mesh import Point

SURE = Fraction(1)
SCATTERED = "where the marker ends"
"""Stands for all dice of a scatter; nobody is asked it."""


@dataclass(frozen=True)
class AttackOdds:
    """How likely an attack does what to its target.

    Attributes:
        hit: a hit is left after his special save.
        pinned: he becomes pinned, if only on the way to something worse.
        wound: at least one hit wounds and is not saved.
        out_of_action, seriously_injured, flesh_wound: the worst that befalls him; they exclude each other.
        expected_wounds: points of damage that are not saved, on average; an injury die at once counts as one.
        out_of_ammo: a weapon of the attacker runs out.
        others: for everybody else who may be hit, how likely he is.
        conditions: that traits of the weapon bring the target, such as being webbed, each with its chance.
        steps: every roll that there may be, with what it needs and its modifiers.
        known: which of what befalls a target the rules know, in the order in which it is told.
    """

    hit: Fraction
    pinned: Fraction
    wound: Fraction
    out_of_action: Fraction
    seriously_injured: Fraction
    flesh_wound: Fraction
    expected_wounds: Fraction
    out_of_ammo: Fraction
    others: tuple[tuple[str, Fraction], ...]
    steps: tuple[Roll, ...]
    conditions: tuple[tuple[str, Fraction], ...] = ()
    known: tuple[str, ...] = ("pinned", "out_of_action", "seriously_injured", "flesh_wound")


@dataclass(frozen=True)
class AttackWanted:
    """An attack that somebody asks the odds of.

    Attributes:
        weapons: by name.
        fight: in close combat.
        aim: after an action for that.
    """

    weapons: tuple[str, ...] = ()
    fight: bool = False
    aim: bool = False


@dataclass(frozen=True)
class NoOdds:
    """An attack that cannot be made. Attributes: why."""

    why: str


OddsOf = Callable[[Battle, str, str, AttackWanted], AttackOdds | NoOdds]
"""How rules with sheets of their own reckon an attack, of the first fighter on the second."""


@dataclass(frozen=True)
class AttackEvents:
    """What was seen on the way to a result.

    Attributes:
        hit: who was hit.
        wounds: points of damage to the target.
    """

    hit: frozenset[str] = frozenset()
    wounds: int = 0

    def __add__(self, other: "AttackEvents") -> "AttackEvents":
        return AttackEvents(self.hit | other.hit, self.wounds + other.wounds)


NOTHING = AttackEvents()


@dataclass(frozen=True)
class Attack:
    """An attack that can be reckoned or rolled for.

    Attributes:
        before: how things are when it begins.
        attacker, target: who attacks whom.
        what: the procedure.
        decide: what is chosen on the way.
    """

    before: Battle
    attacker: str
    target: str
    what: Call[Battle]
    decide: Decide


def shooting_odds(
    battle: Battle, shooter: str, target: str, guns: tuple[Gun, ...], *, aimed: bool = False, at: Point | None = None
) -> AttackOdds:
    """The odds of one Shoot action at a target that has been settled on; what it takes is said at `shooting`."""
    return reckoned(shooting(battle, shooter, target, guns, aimed=aimed, at=at))


def fighting_odds(
    battle: Battle,
    fighter: str,
    target: str,
    weapons: tuple[str, ...] = (),
    *,
    charged: bool = False,
    defence: int | None = None,
    stance: Stance | None = None,
) -> AttackOdds:
    """The odds of one fighter's attack in close combat; what it takes is said at `fighting`."""
    return reckoned(fighting(battle, fighter, target, weapons, charged=charged, defence=defence, stance=stance))


def shooting(
    battle: Battle, shooter: str, target: str, guns: tuple[Gun, ...], *, aimed: bool = False, at: Point | None = None
) -> Attack:
    """One Shoot action at a target that has been settled on, the shooter turned to him.

    Args:
        battle: before it.
        shooter, target: who shoots at whom.
        guns: with what.
        aimed: whether he has aimed.
        at: where the marker of a blast weapon is put, by default over the middle of the target's base; or where a template
            is aimed at, by default so that it hits the target and does best besides.

    Raises:
        RulesError: if no marker or template may be put there.
    """
    acting = battle.activation or Activation(shooter, 1, controller=battle.model(shooter).gang)
    battle = turned_to(replace(battle, activation=replace(acting, aimed=aimed)), shooter, target)
    shots = tuple(_ready(battle, shooter, target, gun, twin=len(guns) > 1, at=at) for gun in guns)
    return Attack(battle, shooter, target, Call(volley, (battle, shots)), _nothing_to_choose)


def _ready(battle: Battle, shooter: str, target: str, gun: Gun, *, twin: bool, at: Point | None) -> Shot | Spray:
    if gun.profile.has("template"):
        return spray_at(battle, shooter, target, gun, at)
    if gun.profile.has("blast"):
        shot = aimed_blast(battle, shooter, target, gun, twin=twin, at=at)
        if shot.marker is not None:
            foresee(battle, shot.marker)
        return shot
    return shot_at(battle, shooter, target, gun, twin=twin)


def fighting(
    battle: Battle,
    fighter: str,
    target: str,
    weapons: tuple[str, ...] = (),
    *,
    charged: bool = False,
    defence: int | None = None,
    stance: Stance | None = None,
) -> Attack:
    """One fighter's attack in close combat, all dice against one target, whom he turns to if he does not see him.

    Two blades share the dice evenly.

    Args:
        battle: with the two engaged.
        fighter, target: who attacks whom.
        weapons: with which, one or two by name; none for bare hands.
        charged: whether he has charged.
        defence: how many defence dice the target takes, if he can take any; None if he does not defend.
        stance: how he fights, at the price of turning if he has turned; None for as he stands now.

    Raises:
        RulesError: if they are not engaged, or he cannot fight with these.
    """
    if target not in engaged(battle, fighter):
        raise RulesError(f"{battle.called(fighter)} is not engaged with {battle.called(target)}")
    key = _loadout(battle, fighter, weapons)
    if stance is None:
        own, costs = Stance(fighter), skirmish_rules(battle).close_combat.turning
        stance = own if in_front(battle, fighter, target) else turned(own, costs)
    battle = turned_to(battle, fighter, target)
    decide = partial(_in_close_combat, {fighter: key}, target, defence)
    return Attack(battle, fighter, target, Call(_attacked, (battle, fighter, charged, stance)), decide)


def _attacked(battle: Battle, fighter: str, charged: bool, stance: Stance) -> Procedure[Battle]:  # noqa: FBT001 - by position
    after, _ = yield from call(close_attack, battle, fighter, charged, stance)
    return after


def reckoned(attack: Attack) -> AttackOdds:
    """The odds of an attack."""
    found = odds(partial(_decided, attack.decide), watched, attack.what.procedure, attack.what.arguments, attack.target, True)
    return summed_up(attack, found)


def summed_up(attack: Attack, found: Mapping[tuple[Battle, AttackEvents], Fraction]) -> AttackOdds:
    """What the results of an attack, each with its share, say about it."""
    before, target = attack.before, attack.target
    old, full = before.model(target), before.model(attack.attacker).empty
    chances: dict[str, Fraction] = defaultdict(Fraction)
    others: dict[str, Fraction] = defaultdict(Fraction)
    brought: dict[str, Fraction] = defaultdict(Fraction)
    for (after, seen), share in found.items():
        chances[_outcome(before, after, target)] += share
        chances["hit"] += share * (target in seen.hit)
        chances["wound"] += share * (seen.wounds > 0)
        chances["expected"] += share * seen.wounds
        chances["dry"] += share * (after.model(attack.attacker).empty != full)
        for name in seen.hit - {target}:
            others[name] += share
        for told in _conditions(after, target) - _conditions(before, target):
            brought[told] += share
    stood = old.status == "standing" and not engaged(before, target)
    return AttackOdds(
        chances["hit"],
        chances["hit"] if stood else Fraction(0),
        chances["wound"],
        chances["out_of_action"],
        chances["seriously_injured"],
        chances["flesh_wound"],
        chances["expected"],
        chances["dry"],
        tuple(sorted(others.items())),
        tuple(cited(one, before.setting.part(Citations).of) for one in _steps(attack.what, attack.decide)),
        tuple(sorted(brought.items())),
    )


def _conditions(battle: Battle, fighter: str) -> frozenset[str]:
    """What traits of weapons may have brought a fighter who is still there, in words."""
    model = battle.model(fighter)
    told = (("insane", model.insane), ("reduced actions", model.reduced_actions))
    if not model.on_table:
        return frozenset()
    own = (mark for mark in battle_rules(battle).marks if model.has(mark) and not mark.about_somebody)
    as_if = (f"{mark.told.removeprefix('is ') or mark.name}{_as_if(mark.status)}" for mark in own)
    return frozenset((*(name for name, on in told if on), *as_if))


def _as_if(status: str) -> str:
    return f" (counts as {status.replace('_', ' ')})" if status else ""


def watched(
    procedure: Callable[..., Procedure[Any]],
    arguments: tuple[Any, ...],
    target: str,
    at_once: bool = False,  # noqa: FBT001, FBT002 - called by position
) -> Procedure[tuple[Any, AttackEvents]]:
    """Another procedure as it is, with everything that it calls; returns its result and what was seen on the way.

    Only what hits do to somebody else, and that traits move who is hit, is passed over, which keeps the cases few: nothing that
    is asked for depends on it.
    With ``at_once`` the dice of a scatter, of which there are thousands, are one step that `_decided` answers.
    """
    seen, reply = _seen(procedure, arguments, target), None
    if procedure is resolve_hits and target not in seen.hit:
        return arguments[0], seen
    if procedure is trait_effects:
        procedure = _effects_on_the_spot if arguments[2] == target else _no_effects
    if at_once and procedure is scatter:
        return (yield _scattered(*arguments)), seen
    steps = procedure(*arguments)
    while True:
        try:
            request = steps.send(reply)
        except StopIteration as stop:
            return stop.value, seen
        match request:
            case Call():
                reply, more = yield Call(watched, (request.procedure, request.arguments, target, at_once))
                seen += more
            case Say():
                reply = None
            case _:
                reply = yield request


def _effects_on_the_spot(battle: Battle, attacker: str, target: str, profile: WeaponProfile) -> Procedure[Battle]:
    """What the traits of a weapon do to the target, but for what moves him."""
    still = tuple(one for one in profile.traits if battle_rules(battle).traits.get(one[0]) not in MOVING)
    return trait_effects(battle, attacker, target, replace(profile, traits=still))


def _no_effects(battle: Battle, *_: object) -> Procedure[Battle]:
    yield from ()
    return battle


def _scattered(battle: Battle, shot: Shot) -> Choose:
    """All that a scatter comes to, told apart by whom it strikes alone: thousands of throws of its dice end alike."""
    ends = scatter_shares(battle, shot).items()
    options = tuple(Option(str(number), "", strikes) for number, (strikes, _) in enumerate(ends))
    return Choose(SCATTERED, shot.shooter, options, shown={str(number): share for number, (_, share) in enumerate(ends)})


def _decided(decide: Decide, request: Choose) -> Mapping[str, Fraction]:
    shares: Mapping[str, Fraction] = request.shown if request.what == SCATTERED else decide(request)
    return shares


def _seen(procedure: Callable[..., Procedure[Any]], arguments: tuple[Any, ...], target: str) -> AttackEvents:
    if procedure is resolve_hits:
        return AttackEvents(frozenset({arguments[1][0].target}))
    if procedure is inflict and arguments[1] == target:
        return AttackEvents(wounds=sum(arguments[2:]))
    return NOTHING


def _outcome(before: Battle, after: Battle, target: str) -> str:
    old, new = before.model(target), after.model(target)
    if not new.on_table:
        return "out_of_action"
    if new.status == "seriously_injured" != old.status:
        return "seriously_injured"
    return "flesh_wound" if new.flesh_wounds > old.flesh_wounds else "unhurt"


def _nothing_to_choose(request: Choose) -> Mapping[str, Fraction]:
    raise AssertionError(request)


def _loadout(battle: Battle, fighter: str, weapons: tuple[str, ...]) -> str:
    """The key under which these weapons are picked."""
    for arms in loadouts(battle, fighter):
        if sorted(arm.weapon for arm in arms) == sorted(weapons or ("unarmed",)):
            return key_of(arms)
    raise RulesError(f"{battle.called(fighter)} cannot fight with {' and '.join(weapons) or 'bare hands'} now")


def _in_close_combat(loadout: Mapping[str, str], target: str, defence: int | None, request: Choose) -> Mapping[str, Fraction]:
    """What is chosen in close combat so that all of it is one attack on one target."""
    keys = [option.key for option in request.options]
    match request.what:
        case "weapons":
            # A defender takes two weapons where he has them: they come first.
            key = loadout.get(request.about, keys[0])
        case "defend":
            key = "no" if defence is None else "yes"
        case "defence dice":
            key = str(defence)
        case "dice of the first weapon":
            key = keys[(len(keys) - 1) // 2]
        case "which blow is parried":
            key = keys[0]
        case _:
            key = keys[-1] if request.against == target else keys[0]
    return {key: SURE}


def _steps(what: Call[Any], decide: Decide) -> tuple[Roll, ...]:
    """Every roll on two ways: the attack does its worst, and it misses, going past all who might be hit by mistake."""
    met: dict[tuple[str, str], Roll] = {}
    for hits in (True, False):
        _walked(what, decide, met, hits=hits)
    return tuple(met.values())


def _walked(what: Call[Any], decide: Decide, met: dict[tuple[str, str], Roll], *, hits: bool) -> Any:  # noqa: ANN401
    steps, reply = what.begin(), None
    while True:
        try:
            request = steps.send(reply)
        except StopIteration as stop:
            return stop.value
        match request:
            case Roll():
                met.setdefault((request.what, request.who), request)
                reply = (_face(request, hits=hits),) * dice_count(request.dice)
            case Choose():
                reply = chosen(request, next(iter(decide(request)))).value
            case Call():
                reply = _walked(request, decide, met, hits=hits)
            case Say():
                reply = None


def _face(roll: Roll, *, hits: bool) -> int:
    fails = roll.what.endswith("save") or roll.what in {"firepower", "defence"}
    return 1 if fails or (roll.what.startswith("hit roll") and not hits) else 6
