"""An action as a value, and what a fighter may do now and why not: verify, can, do.

Source: main-rulebook, Types of actions; Statuses and available actions.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Literal

from rules.citations import Citations, Reason
from rules.engine.procedure_steps import Choose, Option, Procedure, chosen
from rules.errors import RulesError
from rules.skirmish.state.battle_sight import is_engaged
from rules.skirmish.state.battle_state import Activation, Battle, Mark
from rules.skirmish.state.skirmish_rules import skirmish_rules

Kind = Literal["basic", "simple", "double", "free"]
FighterStatus = Literal["active", "engaged", "pinned", "seriously injured"]
COSTS: dict[Kind, int] = {"basic": 1, "simple": 1, "double": 2, "free": 0}
TYPES = "Types of actions"
BROKEN = "Broken"
KEEPS_AIM = frozenset({"shoot", "blind-fire"})
"""Keys of the actions that aiming is for."""
LAST = frozenset({"retreat", "run-for-cover"})
"""Keys of the actions with which a broken fighter's activation ends, turning on the spot included."""


def nothing_hinders(_battle: Battle, _fighter: str) -> str | None:
    """For actions that status and number of actions alone decide on."""
    return None


@dataclass(frozen=True)
class Action:
    """Something that a fighter can do in his activation.

    Attributes:
        key: its name in journals.
        name: for people.
        kind: how many of his actions it takes, and whether he may do it again.
        statuses: in which it can be done.
        hindrance: why it cannot be done now beyond status and number of actions; None if nothing hinders it. Where another
            section than that of the action says so, a reason with it.
        do: the procedure; what it costs is taken off already. It returns None where the player thinks better of it before
            anything is done: then the battle is as it was, and nothing was spent.
        broken: whether broken fighters may do it; they may do nothing else that counts.
        climbing: whether it can be done mid-climb or mid-air.
        counts: whether it is more than turning on the spot.
        source: document and section.
        skill: what only those can do it who have this on their card; empty for everybody.
        does: what it does, in a few words, where its name does not tell that to people without the book.
        vain: why it would come to nothing now, so that it is not offered, though the rules allow it; None if it need not.
        brings: the marks that it puts on somebody, which go with it into a battle by other rules.
    """

    key: str
    name: str
    kind: Kind
    statuses: frozenset[FighterStatus]
    hindrance: Callable[[Battle, str], str | Reason | None]
    do: Callable[[Battle, str], Procedure[Battle | None]]
    source: str
    broken: bool = False
    climbing: bool = False
    counts: bool = True
    skill: str = ""
    does: str = ""
    vain: Callable[[Battle, str], str | None] = nothing_hinders
    brings: tuple[Mark, ...] = ()


def status(battle: Battle, fighter: str) -> FighterStatus:
    """A fighter's status. Source: main-rulebook, Statuses and available actions."""
    state = battle.model(fighter).status
    if state == "seriously_injured":
        return "seriously injured"
    if is_engaged(battle, fighter):
        return "engaged"
    return "pinned" if state == "pinned" else "active"


def has_skill(battle: Battle, fighter: str, action: Action) -> bool:
    """Whether a fighter has the skill that an action takes, if it takes any."""
    return not action.skill or action.skill in {one.casefold() for one in battle.card(fighter).skills}


def verify(battle: Battle, fighter: str, action: Action) -> tuple[Reason, ...]:
    """All reasons why a fighter may not do this now; none if he may."""
    reasons = [Reason(text, source) for text, source in _reasons(battle, fighter, action)]
    if not reasons and (found := action.hindrance(battle, fighter)) is not None:
        reasons.append(found if isinstance(found, Reason) else Reason(found, action.source))
    return battle.setting.part(Citations).reasons(tuple(reasons))


def against(battle: Battle, fighter: str, action: Action) -> tuple[Reason, ...]:
    """Why this is not offered to a fighter: what stands against it, or that it would come to nothing; none if it is offered."""
    reasons = verify(battle, fighter, action)
    vain = None if reasons else action.vain(battle, fighter)
    return reasons if vain is None else battle.setting.part(Citations).reasons((Reason(vain, action.source),))


def typed_action(battle: Battle, actions: Iterable[Action], asked: Choose, key: str) -> Option:
    """An action that is typed; a `RulesError` that says why it cannot be done. What would merely come to nothing can be typed.

    Args:
        battle: how things are.
        actions: that there are.
        asked: what to do, of the fighter whom it is about.
        key: what was typed.
    """
    for action in actions:
        if key.casefold() in {action.key, action.name.casefold()}:
            if can(battle, asked.about, action):
                return Option(action.key, action.name, action)
            raise RulesError(f"{reason.text}  [{reason.source}]" for reason in verify(battle, asked.about, action))
    return chosen(asked, key)


def can(battle: Battle, fighter: str, action: Action) -> bool:
    """Whether a fighter may do this now."""
    return not verify(battle, fighter, action)


def do(battle: Battle, fighter: str, action: Action) -> Procedure[Battle]:
    """Spend what the action takes, then do it."""
    acting = battle.activation
    assert acting is not None
    assert acting.fighter == fighter
    free = action.key in acting.free
    spent = replace(
        acting,
        left=acting.left - (0 if free else COSTS[action.kind]),
        free=tuple(key for key in acting.free if key != action.key),
        done=(*acting.done, f"free {action.key}" if free else action.key),
        aimed=acting.aimed and (action.key in KEEPS_AIM or skirmish_rules(battle).shooting.aim_for == "any later shot"),
    )
    after = yield from action.do(replace(battle, activation=spent), fighter)
    return battle if after is None else after


def _reasons(battle: Battle, fighter: str, action: Action) -> list[tuple[str, str]]:
    acting, model, who = battle.activation, battle.model(fighter), battle.called(fighter)
    if not model.on_table:
        return [(f"{who} is not on the battlefield", "Ready")]
    if acting is None or acting.fighter != fighter:
        return [(f"{who} is not activated", "Activate fighters")]
    if not has_skill(battle, fighter, action):
        return [(f"{who} does not have the skill {action.skill}", action.source)]
    now, reasons = status(battle, fighter), []
    if now not in action.statuses:
        reasons.append((f"{who} is {now}; only {_listed(action.statuses)} fighters do this", action.source))
    if model.broken and not action.broken and action.counts:
        reasons.append((f"{who} is broken", BROKEN))
    if model.broken and not LAST.isdisjoint(acting.done):
        reasons.append(("a broken fighter's activation ends with the action", BROKEN))
    if model.climb is not None and not action.climbing:
        reasons.append((f"{who} is climbing", "Climbing"))
    return reasons + _spent(acting, action)


def _spent(acting: Activation, action: Action) -> list[tuple[str, str]]:
    if action.key in acting.free:
        return []
    if COSTS[action.kind] > acting.left:
        return [(f"it takes {_counted(COSTS[action.kind])}; {_counted(acting.left) if acting.left else 'none'} left", TYPES)]
    if action.kind in {"basic", "double"} and action.key in acting.done:
        return [("it can be done only once in an activation", TYPES)]
    return []


def _counted(actions: int) -> str:
    return "1 action" if actions == 1 else f"{actions} actions"


def _listed(statuses: frozenset[FighterStatus]) -> str:
    *others, last = sorted(statuses)
    return f"{', '.join(others)} or {last}" if others else last
