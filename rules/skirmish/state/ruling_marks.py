"""The marks of fighters that a ruling by the table can change: a table of them, each with what it takes and what it does.

Those that only a rule system knows (`rules.skirmish.state.battle_rules.BattleRules.marks`) are further rows.
Source of what they mean: main-rulebook, Statuses and available actions.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from rules.errors import RulesError
from rules.movement.path_rules import may_end
from rules.skirmish.state.battle_navmesh import movement_rules, mover
from rules.skirmish.state.battle_rules import BattleRules, RuledMark, counted, counters
from rules.skirmish.state.battle_sight import table_of
from rules.skirmish.state.battle_state import Battle, Mark, Whereabouts
from rules.skirmish.state.skirmish_rules import SkirmishRules, skirmish_rules
from rules.skirmish.state.status_changes import fled, out_of_action, put_down, seriously_injured, stood_up
from scene.table_io.table_statuses import Status

HARD = "hard target"
"""The mark of those who have moved twice."""


def _one(_battle: Battle, _fighter: str) -> int:
    return 1


@dataclass(frozen=True)
class RulingMark:
    """A mark that a ruling changes.

    Attributes:
        name: as it is typed and told.
        now: what it is: 0 for off and 1 for on, or how many.
        put: the battle with it changed; a `RulesError` where that cannot be.
        words: what it comes to, after the fighter's name.
        lacks: what is said of who does not have it, after his name, with what it is about.
        most: the highest number that it can be; 1 for what is on or off.
        least: the lowest.
        counted: whether it is a number.
        about: which things of the fighter's it may be about, such as his weapons; None where it is about himself.
        on_table: whether the fighter has to be on the table; else only to get it.
        offered: whether it is offered to be put on and taken off; else another mark's off does the same.
    """

    name: str
    now: Callable[[Battle, str, str], int]
    put: Callable[[Battle, str, str, int], Battle]
    words: Callable[[str, int], str]
    lacks: Callable[[str], str]
    most: Callable[[Battle, str], int] = _one
    least: int = 0
    counted: bool = False
    about: Callable[[Battle, str], tuple[str, ...]] | None = None
    on_table: bool = True
    offered: bool = True


def flag(name: str, field: str, verb: str = "is", no: str = "is not") -> RulingMark:
    """A mark that is a field of the fighter's, on or off."""
    words = f"{verb} {name}", f"{verb} {name} no longer"
    return RulingMark(
        name,
        lambda battle, fighter, _about: int(getattr(battle.model(fighter), field)),
        lambda battle, fighter, _about, value: battle.changed(fighter, **{field: bool(value)}),
        lambda _about, value: words[not value],
        lambda _about: f"{no} {name}",
    )


def _number(name: str, field: str, most: Callable[[Battle, str], int], least: int, words: str) -> RulingMark:
    return RulingMark(
        name,
        lambda battle, fighter, _about: int(getattr(battle.model(fighter), field)),
        lambda battle, fighter, _about, value: battle.changed(fighter, **{field: value}),
        lambda _about, value: words.format(f"{value} {name.removesuffix('s') if value == 1 else name}"),
        lambda _about: words.format(f"no {name}"),
        most,
        least,
        counted=True,
    )


def _status(name: str, key: Status, words: tuple[str, str]) -> RulingMark:
    return RulingMark(
        name,
        lambda battle, fighter, _about: int(battle.model(fighter).status == key),
        partial(_put_status, key),
        lambda _about, value: words[not value],
        lambda _about: "does not stand" if key == "standing" else f"is not {name}",
    )


def _put_status(key: Status, battle: Battle, fighter: str, _about: str, value: int) -> Battle:
    """Whoever is no longer pinned or injured stands."""
    wanted: Status = key if value else "standing"
    who = battle.called(fighter)
    if key == "standing" and not value:
        raise RulesError(f"{who} can be pinned, seriously injured or out of action instead; say which")
    if wanted == "standing":
        return put_down(stood_up(battle, fighter), fighter)
    if battle.model(fighter).climb is not None:
        raise RulesError(f"{who} hangs mid-climb or over a gap, where nobody lies down; rule a move to a floor first")
    if wanted == "seriously_injured":
        return seriously_injured(battle, fighter)
    return put_down(battle, fighter).changed(fighter, status=wanted, hard_target=False)


def _gone(name: str, where: Whereabouts, leaves: Callable[[Battle, str], Battle], words: str) -> RulingMark:
    return RulingMark(
        name,
        lambda battle, fighter, _about: int(battle.model(fighter).whereabouts == where),
        lambda battle, fighter, _about, value: leaves(battle, fighter) if value else _returned(battle, fighter),
        lambda _about, value: words if value else "is back in the battle",
        lambda _about: f"is not {name}" if where == "out_of_action" else f"has not {name}",
        on_table=False,
    )


def _returned(battle: Battle, fighter: str) -> Battle:
    """A fighter is back where he was before he went, and no longer among his gang's losses."""
    model, gang = battle.model(fighter), battle.setting.home[fighter]
    side = battle.side(gang)
    this_round = side.lost_this_round - (model.whereabouts == "out_of_action")
    back = battle.changed(fighter, whereabouts="table", wounds=max(model.wounds, 1))
    free = may_end(table_of(battle), mover(back, fighter), np.array([model.position]), movement_rules(battle))
    if not free[0]:
        raise RulesError(f"the place where {battle.called(fighter)} was is taken, or nobody can stand there; make room first")
    return back.side_changed(gang, lost=max(side.lost - 1, 0), lost_this_round=max(this_round, 0))


def _guns(battle: Battle, fighter: str) -> tuple[str, ...]:
    """The weapons that can run out of ammo."""
    return tuple(
        weapon.name for weapon in battle.card(fighter).weapons if any(profile.ammo is not None for profile in weapon.profiles)
    )


def _empty(battle: Battle, fighter: str) -> tuple[str, ...]:
    return tuple(name for name in _guns(battle, fighter) if name in battle.model(fighter).empty)


def _put_empty(battle: Battle, fighter: str, weapon: str, value: int) -> Battle:
    empty = battle.model(fighter).empty
    return battle.changed(fighter, empty=empty | {weapon} if value else empty - {weapon})


def _toughness(battle: Battle, fighter: str) -> int:
    """One flesh wound more would leave him no toughness."""
    return battle.card(fighter).profile.toughness - 1


OUT_OF_AMMO = RulingMark(
    "out of ammo",
    lambda battle, fighter, weapon: int(weapon in battle.model(fighter).empty),
    _put_empty,
    lambda weapon, value: f"is out of ammo: {weapon}" if value else f"has ammo for {weapon} again",
    lambda weapon: f"has ammo for {weapon}",
    about=_guns,
)
RELOAD = replace(
    OUT_OF_AMMO,
    name="reload",
    now=lambda battle, fighter, weapon: int(weapon not in battle.model(fighter).empty),
    put=lambda battle, fighter, weapon, value: _put_empty(battle, fighter, weapon, 1 - value),
    words=lambda weapon, value: OUT_OF_AMMO.words(weapon, 1 - value),
    lacks=lambda weapon: OUT_OF_AMMO.words(weapon, 1),
    about=_empty,
    offered=False,
)
"""The other way round, of the weapons that need it."""
MARKS: tuple[RulingMark, ...] = (
    flag("broken", "broken"),
    flag("insane", "insane"),
    replace(_status("standing", "standing", ("stands", "stands no longer")), offered=False),
    _status("pinned", "pinned", ("is pinned", "is pinned no longer, and stands")),
    _status("seriously injured", "seriously_injured", ("is seriously injured", "is seriously injured no longer, and stands")),
    flag(HARD, "hard_target", "is a", "is no"),
    flag("reduced actions", "reduced_actions", "has", "has no"),
    flag("ready", "ready"),
    _number("flesh wounds", "flesh_wounds", _toughness, 0, "has {}"),
    _number("wounds", "wounds", lambda battle, fighter: battle.card(fighter).profile.wounds, 1, "has {} left"),
    OUT_OF_AMMO,
    RELOAD,
    _gone("out of action", "out_of_action", out_of_action, "is out of action"),
    _gone("fled", "fled", fled, "has fled"),
)
"""The marks of the whole family, in the order in which they are named."""


def marks_of(battle: Battle, fighter: str = "") -> tuple[RulingMark, ...]:
    """All marks: those of the family, and those of the rule system that a battle is fought by.

    Args:
        fighter: who may have one all the same that the system does not know, and lose it.
    """
    rules = battle.setting.part(BattleRules)

    def is_on(mark: RulingMark) -> bool:
        return bool(fighter) and mark.about is None and mark.now(battle, fighter, "") > mark.least

    unknown = rules.unknown - ({HARD} if _makes_hard_targets(battle) else frozenset())
    family = (mark for mark in MARKS if mark.name not in unknown or is_on(mark))
    own = (_of_system(mark, rules.ruled.get(mark.name)) for mark in rules.marks if not _is_the_rules_own(mark, rules))
    return (*family, *own)


def _makes_hard_targets(battle: Battle) -> bool:
    """Whether a switch has hard targets, be it in rules whose text does not know them."""
    return battle.setting.has_part(SkirmishRules) and skirmish_rules(battle).moves.hard_target


def _is_the_rules_own(mark: Mark, rules: BattleRules) -> bool:
    """Whether a mark is about somebody or something, or for the rules alone, so that a word for it would not do."""
    return mark.name not in rules.ruled and (mark.about_somebody or mark.about_thing or mark.silent)


def _put_mark(battle: Battle, fighter: str, mark: Mark, value: int) -> Battle:
    """A mark put on or taken off, and what goes with it: whoever is caught lies, and whoever is free again stands."""
    if mark.status and value:
        battle = _put_status(mark.status, battle, fighter, "", value)
    elif mark.status and battle.model(fighter).status == mark.status:
        battle = _put_status("standing", battle, fighter, "", 1)
    return battle.marked(fighter, mark, value)


def _denied(mark: Mark) -> str:
    """What is said of who does not have it: "is not on fire"."""
    if mark.counter or mark.most > 1:
        return f"has no {mark.counter or mark.name}"
    verb, _, rest = (mark.told or f"is {mark.name}").partition(" ")
    return f"is not {rest}" if verb == "is" else f"has no {mark.name}"


def _of_system(mark: Mark, ruled: RuledMark | None = None) -> RulingMark:
    """A mark that only a rule system knows; those that can be had several times are counted."""

    def words(about: str, value: int) -> str:
        of = f" {about}" if about else ""
        if mark.counter:
            return f"has {counters(mark, value)}{f' on {about}' if about else ''}"
        if mark.most > 1 and not mark.told:
            return f"has {mark.name} {value}"
        told = f"{mark.told or f'is {mark.name}'}{of}"
        often = f" {counted(value)}" if mark.most > 1 else ""
        return f"{told}{often}" if value else f"{told} no longer"

    def now(battle: Battle, fighter: str, about: str) -> int:
        return sum(count for name, thing, count in battle.model(fighter).marks if (name, thing) == (mark.name, about))

    return RulingMark(
        mark.name.casefold(),
        now,
        ruled.put if ruled is not None else lambda battle, fighter, _about, value: _put_mark(battle, fighter, mark, value),
        words,
        lambda about: f"{_denied(mark)}{f' of {about}' if about else ''}",
        lambda _battle, _fighter: mark.most,
        counted=mark.most > 1,
        about=ruled.things if ruled is not None else None,
    )
