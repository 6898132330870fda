"""The choice of a target, who can be shot at: line of sight, hiding, and target priority.

Source: main-rulebook, Declare the shot; Target priority; Fighters in hiding; Visible.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from itertools import islice
from math import prod
from operator import itemgetter

from rules.engine.procedure_steps import Choose, Option, PossibleOptions, Procedure, Say, chosen
from rules.errors import RulesError
from rules.skirmish.shooting.shot_hit_roll import CLOSE, Gun, cover_of, range_to, shot_at, turned_to
from rules.skirmish.state.battle_sight import glimpses, is_active, seen_at_once, sees, visible
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
    return any(True for _ in _seen_well(battle, shooter)) or any(True for _ in targets(battle, shooter))


def _seen_well(battle: Battle, shooter: str) -> Iterator[str]:
    """Some of the enemies at whom a shot can be declared: those of whom that is found at once, the fastest first."""
    rest = []
    for name in (name for name in foes(battle, shooter) if battle.model(name).status == "standing"):
        if glimpses(turned_to(battle, shooter, name), shooter, name):
            yield name
        else:
            rest.append(name)
    yield from (name for name in rest if seen_at_once(turned_to(battle, shooter, name), shooter, name))


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
    seen, counted = [name for name in foes(battle, shooter) if _compared(battle, shooter, name)], _counted(battle, shooter)
    return tuple(name for name in seen if _allowed(battle, shooter, guns, counted, name))


def _compared(battle: Battle, shooter: str, name: str) -> bool:
    """Whether target priority weighs an enemy against others, as a fighter faces now."""
    if why_not(battle, shooter, name) is not None:
        return False
    around = skirmish_rules(battle).shooting.compared == "who is in line of sight" or fires_blindly(battle, shooter)
    return around or visible(battle, shooter, name)


def _counted(battle: Battle, shooter: str) -> list[tuple[float, str]]:
    """The enemies whom a shooter may not pass over if target priority weighs them, with how far off they are, nearest first."""
    counted = (name for name in foes(battle, shooter) if not _ignored(battle, name))
    return sorted(((range_to(battle, shooter, name), name) for name in counted), key=itemgetter(0))


def _allowed(battle: Battle, shooter: str, guns: tuple[Gun, ...], counted: Sequence[tuple[float, str]], target: str) -> bool:
    """Whether target priority lets a fighter shoot at somebody; who is too far off to matter is not looked for."""
    number, far = skirmish_rules(battle).shooting, range_to(battle, shooter, target)
    least = next((near for near, name in counted if near + CLOSE < far and _compared(battle, shooter, name)), None)
    if least is None:
        return True
    if number.easier == "nobody":
        return False
    own, all_closer = _chance(battle, shooter, target, guns), number.easier == "who is easier to hit than all closer ones"
    others = ((near < far - CLOSE if all_closer else near <= least + CLOSE, name) for near, name in counted)
    seen = (name for matters, name in others if matters and _compared(battle, shooter, name))
    easier = (_chance(battle, shooter, name, guns) < own for name in seen)
    return all(easier) if all_closer else any(easier)


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
    # Whoever is challenged shoots at those who did it while he can, whatever stands nearer.
    challenged = battle.model(shooter).about(CHALLENGED)
    called = tuple(name for name in targets(battle, shooter) if name in challenged) if challenged else ()
    if called or not pivots(battle):
        first = called or first_choice(battle, shooter, guns)
        target = yield from _picked(battle, shooter, _named(battle, first), "target", PRIORITY, guns)
        return (yield from _at(battle, shooter, target, guns))
    everybody = _named(battle, foes(battle, shooter))
    some = PossibleOptions(everybody, lambda option: why_not(battle, shooter, option.key) is None)
    # Where two are found, nobody else is looked for to tell that there is a choice.
    choice = any(len(tuple(islice(those, 2))) == 2 for those in (_seen_well(battle, shooter), some))
    target = yield from _picked(battle, shooter, some if choice else tuple(some), "target", DECLARE, guns)
    battle = turned_to(battle, shooter, target)
    counted = _counted(battle, shooter)
    if _compared(battle, shooter, target) and not _allowed(battle, shooter, guns, counted, target):
        closest = next(name for _, name in counted if _compared(battle, shooter, name))
        closer = f"{battle.called(closest)} is closer to {battle.called(shooter)}"
        yield Say(f"{closer} than {battle.called(target)}, who is no easier to hit", PRIORITY)
        if not (yield from check(battle, shooter, "willpower", what=WILLPOWER, source=PRIORITY, fails=SHOOTS_AT)):
            allowed = first_choice(battle, shooter, guns)
            target = yield from _picked(battle, shooter, _named(battle, allowed), "target by priority", PRIORITY, guns)
    return (yield from _at(battle, shooter, target, guns))


def _at(battle: Battle, shooter: str, target: str, guns: tuple[Gun, ...]) -> Procedure[tuple[Battle, str]]:
    battle = turned_to(battle, shooter, target)
    armed = " and ".join(gun.label for gun in guns)
    told = f"{battle.called(shooter)} shoots at {battle.called(target)} with {armed}"
    yield Say(told, DECLARE, battle, Declared(shooter, target, guns))
    return battle, target


def _named(battle: Battle, names: tuple[str, ...]) -> tuple[Option, ...]:
    return tuple(Option(name, battle.called(name), name) for name in names)


def _picked(
    battle: Battle,
    shooter: str,
    options: tuple[Option, ...] | PossibleOptions,
    what: str,
    source: str,
    guns: tuple[Gun, ...],
) -> Procedure[str]:
    if isinstance(options, tuple) and len(options) == 1:
        return options[0].key
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
