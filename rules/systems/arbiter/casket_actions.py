"""Loot caskets: opened by wit or by force. Source: arbiter, Actions (Loot Casket)."""

from dataclasses import replace

from rules.engine.procedure_steps import Choose, Option, Procedure, Roll, Say
from rules.skirmish.moving.carrying import beside
from rules.skirmish.moving.facing_action import decides
from rules.skirmish.state.action import Action
from rules.skirmish.state.battle_state import Battle
from rules.skirmish.state.characteristics import check, modifier, profile_now, success

BYPASS, SMASH = "Loot Casket, Bypass Lock", "Loot Casket, Smash Open"
SMASHED = 6
"""The score of a die and the strength that smashes a casket open. Source: arbiter, Loot Casket, Smash Open."""


def locked_caskets(battle: Battle, fighter: str) -> tuple[str, ...]:
    """The locked caskets beside a fighter, and the one that he carries."""
    return tuple(
        thing.id
        for thing in battle.things
        if thing.locked and (thing.holder == fighter or (not thing.holder and beside(battle, fighter, thing)))
    )


def bypass(battle: Battle, fighter: str) -> Procedure[Battle]:
    """An intelligence check opens the lock. Source: arbiter, Loot Casket, Bypass Lock."""
    casket = yield from _which(battle, fighter, BYPASS)
    if (yield from check(battle, fighter, "intelligence", what="bypassing a lock", source=BYPASS, fails="leaves it locked")):
        return (yield from _opened(battle, fighter, casket, BYPASS, smashed=False))
    yield Say(f"{battle.called(casket)} stays locked", BYPASS, battle)
    return battle


def smash(battle: Battle, fighter: str) -> Procedure[Battle]:
    """A die and his strength break it, at the price of what is in it."""
    casket = yield from _which(battle, fighter, SMASH)
    strength = profile_now(battle, fighter).strength
    needed = max(SMASHED - strength, 1)
    why = (modifier(strength, f"strength {strength}", SMASH),)
    good = frozenset(range(needed, 7))
    if (yield from success(Roll("smashing a casket", "D6", fighter, f"{needed}+, {SMASHED} in all", why, SMASH, good))):
        return (yield from _opened(battle, fighter, casket, SMASH, smashed=True))
    yield Say(f"{battle.called(casket)} holds", SMASH, battle)
    return battle


def _opened(battle: Battle, fighter: str, casket: str, source: str, *, smashed: bool) -> Procedure[Battle]:
    things = tuple(replace(one, locked=False, smashed=smashed) if one.id == casket else one for one in battle.things)
    battle = replace(battle, things=things)
    how = "smashes {} open; what is in it is worth one less" if smashed else "opens {}"
    yield Say(f"{battle.called(fighter)} {how.format(battle.called(casket))}", source, battle)
    return battle


def _which(battle: Battle, fighter: str, source: str) -> Procedure[str]:
    names = locked_caskets(battle, fighter)
    if len(names) == 1:
        return names[0]
    options = tuple(Option(name, battle.called(name), name) for name in names)
    name: str = yield Choose("which casket", decides(battle, fighter), options, about=fighter, source=source)
    return name


def _none(battle: Battle, fighter: str) -> str | None:
    return None if locked_caskets(battle, fighter) else f"no locked casket is beside {battle.called(fighter)}"


BYPASS_LOCK = Action(
    "bypass-lock", "Bypass a casket's lock", "basic", frozenset({"active"}), _none, bypass, BYPASS, does="an intelligence check"
)
SMASH_OPEN = Action(
    "smash-casket",
    "Smash a casket open",
    "basic",
    frozenset({"active"}),
    _none,
    smash,
    SMASH,
    does=f"a die and the strength, {SMASHED} or more; a point is lost",
)

CASKET_ACTIONS = (BYPASS_LOCK, SMASH_OPEN)
