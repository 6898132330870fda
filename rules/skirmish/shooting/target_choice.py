"""The choice of a target, who can be shot at: line of sight, hiding, and target priority.

Source: main-rulebook, Declare the shot; Target priority; Fighters in hiding; Visible.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from math import prod

from rules.engine.procedure_steps import Choose, Option, Procedure, Say, chosen
from rules.errors import RulesError
from rules.skirmish.shooting.shot_hit_roll import CLOSE, Gun, cover_of, range_to, shot_at, turned_to
from rules.skirmish.state.battle_sight import glimpses, is_active, sees, visible
from rules.skirmish.state.battle_state import Battle
from rules.skirmish.state.characteristics import check
from rules.skirmish.state.condition_marks import CHALLENGED
from rules.skirmish.state.skirmish_rules import skirmish_rules
from rules.skirmish.state.typed_names import fighters_meant

DECLARE = "Declare the shot"
PRIORITY = "Target priority"
HIDING = "Fighters in hiding"
WILLPOWER = "willpower check for target priority"
SHOOTS_AT = "shoots at somebody whom priority allows"
"""The check of who shoots past the closest enemy, and what failing it brings."""


@dataclass(frozen=True)
class Declared:
    """A shot that has been declared, for whoever looks at what it rested on.

    Attributes:
        shooter, target: who shoots at whom.
        guns: with what.
    """

    shooter: str
    target: str
    guns: tuple[Gun, ...]


def gang_of(battle: Battle, fighter: str) -> str:
    """The gang that a fighter acts for now: his own, unless he is insane and somebody else controls him."""
    acting = battle.activation
    if acting is not None and acting.fighter == fighter and acting.controller:
        return acting.controller
    return battle.model(fighter).gang


def foes(battle: Battle, shooter: str) -> tuple[str, ...]:
    """Everybody in play whom a fighter may take for an enemy."""
    return tuple(model.id for model in battle.foes(gang_of(battle, shooter)) if model.id != shooter)


def why_not(battle: Battle, shooter: str, target: str) -> str | None:
    """Why a shot at somebody cannot be declared; None if it can. Sight and cover are judged with the shooter turned to him."""
    turned = turned_to(battle, shooter, target)
    if not sees(turned, shooter, target):
        lifted = replace(turned, fogs=())
        if battle.fogs and sees(lifted, shooter, target):
            return f"fog hides {battle.called(target)}"
        return f"there is no line of sight to {battle.called(target)}"
    status = battle.model(target).status
    if status != "standing" and cover_of(turned, shooter, target) != "open":
        return f"{battle.called(target)} is {status.replace('_', ' ')} in cover and so in hiding"
    return None


def targets(battle: Battle, shooter: str) -> Iterator[str]:
    """The enemies at whom a shot can be declared."""
    return (name for name in foes(battle, shooter) if why_not(battle, shooter, name) is None)


def has_target(battle: Battle, shooter: str) -> bool:
    """Whether a shot can be declared at anybody; one who is seen well is found at once."""
    if not pivots(battle):
        return any(fires_blindly(battle, shooter) or visible(battle, shooter, name) for name in targets(battle, shooter))
    upright = (name for name in foes(battle, shooter) if battle.model(name).status == "standing")
    if any(glimpses(turned_to(battle, shooter, name), shooter, name) for name in upright):
        return True
    return next(targets(battle, shooter), None) is not None


def pivots(battle: Battle) -> bool:
    """Whether a shooter may declare a shot at somebody whom he does not see as he stands, and turn to him."""
    return skirmish_rules(battle).shooting.willpower


def fires_blindly(battle: Battle, shooter: str) -> bool:
    """Whether he fires all round, whatever he faces."""
    acting = battle.activation
    return acting is not None and acting.fighter == shooter and acting.blind


def first_choice(battle: Battle, shooter: str, guns: tuple[Gun, ...]) -> tuple[str, ...]:
    """The visible enemies at whom target priority lets a fighter shoot, as he faces now; by some rules all in line of sight.

    That is the closest one on his feet, everybody who is no farther off (those who lie may be ignored, but need not be), and
    whoever is easier to hit. As close counts as closest. Who is easier to hit is told by the chance of the hit roll with all
    its modifiers; with two pistols, the chance that one of them hits.
    """
    seen = _compared(battle, shooter)
    return tuple(name for name in seen if _allowed(battle, shooter, guns, seen, name))


def _compared(battle: Battle, shooter: str) -> list[str]:
    """The enemies that target priority weighs against one another, as a fighter faces now."""
    around = skirmish_rules(battle).shooting.compared == "who is in line of sight" or fires_blindly(battle, shooter)
    return [name for name in targets(battle, shooter) if around or visible(battle, shooter, name)]


def _allowed(battle: Battle, shooter: str, guns: tuple[Gun, ...], seen: Sequence[str], target: str) -> bool:
    number = skirmish_rules(battle).shooting
    counted = [name for name in seen if not _ignored(battle, name)]
    far = {name: range_to(battle, shooter, name) for name in seen}
    least = min((far[name] for name in counted), default=math.inf) + CLOSE
    if far[target] <= least:
        return True
    if number.easier == "nobody":
        return False
    own = _chance(battle, shooter, target, guns)
    if number.easier == "who is easier to hit than all closer ones":
        return all(_chance(battle, shooter, name, guns) < own for name in counted if far[name] < far[target] - CLOSE)
    return own > min(_chance(battle, shooter, name, guns) for name in counted if far[name] <= least)


def _ignored(battle: Battle, fighter: str) -> bool:
    """Whether a shooter may pass somebody over however close he is."""
    match skirmish_rules(battle).shooting.ignored:
        case "who lie":
            return battle.model(fighter).status != "standing"
        case "who are not active":
            return not is_active(battle, fighter)
        case "nobody":
            return False


def declared(battle: Battle, shooter: str, guns: tuple[Gun, ...]) -> Procedure[tuple[Battle, str]]:
    """A target is declared and the shooter turns to him: the battle, and at whom he shoots in the end.

    Where target priority speaks against the target, a willpower check is needed. Failing it, he has to take one that it allows
    among those whom he sees as he stands now, and turns to him.
    """
    if not pivots(battle):
        first = first_choice(battle, shooter, guns)
        called = tuple(name for name in targets(battle, shooter) if name in battle.model(shooter).about(CHALLENGED))
        target = yield from _picked(battle, shooter, called or first, "target", PRIORITY, guns)
        return (yield from _at(battle, shooter, target, guns))
    target = yield from _picked(battle, shooter, tuple(targets(battle, shooter)), "target", DECLARE, guns)
    battle = turned_to(battle, shooter, target)
    seen = _compared(battle, shooter)
    if target in seen and not _allowed(battle, shooter, guns, seen, target):
        closer = f"{battle.called(_closest(battle, shooter, seen))} is closer to {battle.called(shooter)}"
        yield Say(f"{closer} than {battle.called(target)}, who is no easier to hit", PRIORITY)
        if not (yield from check(battle, shooter, "willpower", what=WILLPOWER, source=PRIORITY, fails=SHOOTS_AT)):
            allowed = first_choice(battle, shooter, guns)
            target = yield from _picked(battle, shooter, allowed, "target by priority", PRIORITY, guns)
    return (yield from _at(battle, shooter, target, guns))


def _at(battle: Battle, shooter: str, target: str, guns: tuple[Gun, ...]) -> Procedure[tuple[Battle, str]]:
    battle = turned_to(battle, shooter, target)
    armed = " and ".join(gun.label for gun in guns)
    told = f"{battle.called(shooter)} shoots at {battle.called(target)} with {armed}"
    yield Say(told, DECLARE, battle, Declared(shooter, target, guns))
    return battle, target


def _closest(battle: Battle, shooter: str, seen: Sequence[str]) -> str:
    """The closest enemy of those whom a fighter sees and may not pass over."""
    counted = (name for name in seen if not _ignored(battle, name))
    return min(counted, key=lambda name: range_to(battle, shooter, name))


def _picked(
    battle: Battle, shooter: str, names: tuple[str, ...], what: str, source: str, guns: tuple[Gun, ...]
) -> Procedure[str]:
    if len(names) == 1:
        return names[0]
    options = tuple(Option(name, battle.called(name), name) for name in names)
    asked = Choose(what, gang_of(battle, shooter), options, about=shooter, source=source, shown=guns)
    name: str = yield replace(asked, free=partial(_refused, battle, asked))
    return name


def _refused(battle: Battle, asked: Choose, key: str) -> Option:
    """A target that is not offered: a `RulesError` that says why."""
    known = foes(battle, asked.about)
    meant = fighters_meant(battle, key.split(), known)
    if len(meant) == 1 and meant[0] in known:
        barred = f"target priority does not allow {battle.called(meant[0])} without a willpower check"
        raise RulesError(why_not(battle, asked.about, meant[0]) or barred)
    return chosen(asked, key)


def _chance(battle: Battle, shooter: str, target: str, guns: tuple[Gun, ...]) -> Fraction:
    """The chance that a hit roll succeeds, once the shooter has turned to this target."""
    turned = turned_to(battle, shooter, target)
    twin = len(guns) > 1
    return 1 - prod((1 - shot_at(turned, shooter, target, gun, twin=twin).chance for gun in guns), start=Fraction(1))
