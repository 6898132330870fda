"""What a rule system of the family says of a battle as a whole: the order of its phases, its actions, its marks."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from rules.engine.procedure_steps import Choose, Procedure
from rules.skirmish.state.battle_state import Battle, Mark, Setting
from scene.pathfinding.path_legs import Path

if TYPE_CHECKING:
    from rules.skirmish.state.action import Action


TraitEffect = Callable[[Battle, str, str, int], Procedure[Battle]]
"""What a weapon's trait does: from the battle, the attacker, the target and the trait's number."""


def no_gangs(_setting: Setting) -> frozenset[str]:
    """For rules that play no gang themselves."""
    return frozenset()


@dataclass(frozen=True)
class Stop:
    """Somebody breaks in on a walk.

    Attributes:
        inches: of movement after which he does.
        who: breaks in.
        does: what he does to whoever walks: from the battle, himself and the walker. It has to spend what lets him, or he would
            break in again.
        halts: whether whoever walks goes no farther after it, though nothing has moved him; None: never.
    """

    inches: float
    who: str
    does: Callable[[Battle, str, str], Procedure[Battle]]
    halts: Callable[[Battle, str], bool] | None = None


Watch = Callable[[Battle, str, Path, float], Stop | None]
"""The next one who breaks in on somebody on a path with so many inches of movement, as things are; None for nobody."""


@dataclass(frozen=True, eq=False)
class Phase:
    """A line of the turn sequence.

    Attributes:
        key: its name in system files.
        name: for people.
        does: the procedure of one step.
        more: whether there is another step; None: there is just one.
    """

    key: str
    name: str
    does: Callable[[Battle], Procedure[Battle]]
    more: Callable[[Battle], bool] | None = None


@dataclass(frozen=True)
class ShownValue:
    """A value of a fighter's card, for people.

    Attributes:
        head: what it is, in few letters.
        text: as it is now.
        tip: what it is, in words, and what the card says where that is something else.
        changed: whether it is something else.
    """

    head: str
    text: str
    tip: str = ""
    changed: bool = False


@dataclass(frozen=True)
class ShownCard:
    """A fighter's card as a rule system with sheets of its own shows it.

    Attributes:
        what: who he is.
        values: as they are now.
        heads, weapons: the columns of the weapons, and their rows.
        useless: names, in the first column, of what is of no more use.
        notes: further lines.
    """

    what: str
    values: tuple[ShownValue, ...]
    heads: tuple[str, ...] = ()
    weapons: tuple[tuple[str, ...], ...] = ()
    useless: frozenset[str] = frozenset()
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class RuledMark:
    """What a ruling by the table has to know of a mark that is more than a word.

    Attributes:
        things: those of a fighter's that it may be about, such as weapons; None: it is about himself.
        put: the battle with it so often, about one of those things; a `RulesError` where that cannot be.
    """

    put: Callable[[Battle, str, str, int], Battle]
    things: Callable[[Battle, str], tuple[str, ...]] | None = None


@dataclass(frozen=True, eq=False)
class BattleRules:
    """The shape of a battle.

    Attributes:
        phases: of a round, in their order.
        actions: all that there are, in the order in which they are offered.
        marks: conditions and counters beside those that the whole family has.
        ruled: what rulings have to know of some of them, by name.
        unknown: the names of those of the family that it does not know: no ruling puts them on.
        hidden: the mark of those who hide, as their figures then do; None: nobody does.
        traits: what a weapon's traits do to whom it hits.
        befalls: what befalls whoever is activated, in this order.
        watch: who breaks in on a walk; None: nobody ever.
        sets_up: a step of what comes before the first round; None: the gangs take turns to set up.
        ends_round: what a round ends with; None: the scenario's points, and whether it is over.
        decides: how the program plays it, by question and battle to the key of an answer; None: as it plays the family.
        card: what a fighter's card shows; None: what the cards of the family show.
        targets: whom a fighter can attack with what chances, a line each; None: as the family tells it. May take a second.
        played: the gangs that the rules themselves play, so that nobody is asked for their dice.
        own_turns: the kinds of questions of which the first answer is what the rules say such a gang does.
        arc: the degrees that a fighter sees; None: as many as everybody.
        round_called: what people who play it call a round.
        standing: how a battle stands, in lines for people; None: by priority and points, as the family does.
        asks_only_action: whether who has but one action, and must take it, is asked all the same; for older journals.
    """

    phases: tuple[Phase, ...]
    actions: "tuple[Action, ...]"
    marks: tuple[Mark, ...] = ()
    traits: Mapping[str, TraitEffect] = field(default_factory=dict)
    befalls: tuple[Callable[[Battle, str], Procedure[Battle]], ...] = ()
    watch: Watch | None = None
    ruled: Mapping[str, RuledMark] = field(default_factory=dict)
    unknown: frozenset[str] = frozenset()
    sets_up: Callable[[Battle], Procedure[Battle]] | None = None
    ends_round: Callable[[Battle], Procedure[Battle]] | None = None
    decides: Callable[[Battle, Choose], str] | None = None
    card: Callable[[Battle, str], ShownCard] | None = None
    targets: Callable[[Battle, str], tuple[str, ...]] | None = None
    played: Callable[[Setting], frozenset[str]] = no_gangs
    own_turns: frozenset[str] = frozenset()
    arc: Callable[[Battle, str], float] | None = None
    standing: Callable[[Battle], tuple[str, ...]] | None = None
    hidden: Mark | None = None
    round_called: str = "round"
    asks_only_action: bool = False


def round_told(battle: Battle) -> str:
    """Which round it is, as its rulebook calls that."""
    if battle.round < 1:
        return f"before the first {battle_rules(battle).round_called}"
    return f"{battle_rules(battle).round_called} {battle.round}"


def battle_rules(battle: Battle) -> BattleRules:
    """The shape of a battle; a `RulesError` where its rule system has none."""
    return battle.setting.part(BattleRules)


def expired(battle: Battle, until: str, fighter: str = "") -> Battle:
    """The battle without the marks that go by themselves now, of one fighter or of all."""
    for mark in battle_rules(battle).marks:
        if mark.until == until:
            for model in battle.models:
                if fighter in {"", model.id} and model.has(mark):
                    battle = battle.marked(model.id, mark, 0)
    return battle


def marks_told(battle: Battle, fighter: str) -> tuple[str, ...]:
    """What is said of the marks that a fighter has by his rule system, in a list of conditions: "on fire", not "is on fire"."""
    model, found = battle.model(fighter), []
    for mark in battle_rules(battle).marks:
        if model.has(mark) and not mark.silent:
            if mark.counter:
                found += _counters_told(battle, fighter, mark)
                continue
            told = mark.told.removeprefix("is ") or mark.name
            about = f" {battle.all_called(model.about(mark))}" if mark.about_somebody else ""
            about = f" {' and '.join(model.about(mark))}" if mark.about_thing else about
            often = f" {counted(model.has(mark))}" if mark.most > 1 else ""
            found.append(f"{told}{about}{often}")
    return tuple(found)


def _counters_told(battle: Battle, fighter: str, mark: Mark) -> list[str]:
    """The counters that a fighter has, those on each thing by themselves."""
    own = (one for one in battle.model(fighter).marks if one[0] == mark.name)
    return [f"{counters(mark, count)}{f' on the {thing}' * bool(thing)}" for _, thing, count in own]


def counters(mark: Mark, count: int) -> str:
    """So many counters, for people."""
    return f"{count} {mark.counter}{'s' * (count != 1)}"


def counted(count: int) -> str:
    """So many times, for people."""
    return "once" if count == 1 else f"{count} times"
