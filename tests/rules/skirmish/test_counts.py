"""main-rulebook: Types of actions; Statuses and available actions: how many actions there are, and how many after each.

On three tiny tables every action that the rules allow a fighter is written down with what they allow him after it, worked
out by hand from the sections named above and those on conditions, climbing and close combat. Choices and dice on the way are
fixed; where they lead to different ends, each end has its line. `Count` holds how many there are at depth 1 and 2.

Everybody has the rulebook's example profile (movement 5, strength and toughness 3, the rest on 4+ or 7+) and a carbine. What
an active fighter can do with one action left, and nothing special about him, is `ONE_LEFT`: Move, Shoot, Aim, Take Cover, but
no Charge, which is double, and no Reload, Coup de Grace or Run for Cover, for which there is no cause.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

import pytest

from rules.engine.procedure_steps import Answer, Choose
from rules.skirmish.moving.move_actions import move
from rules.skirmish.phases.action_list import ACTIONS as MENU
from rules.skirmish.phases.rounds import END, next_action
from rules.skirmish.state.action import do, status
from rules.skirmish.state.battle_state import Activation, Battle
from tests.plain_scenes import block
from tests.rules.course_parts import rungs
from tests.rules.skirmish.battles import Place, battle, gone_through
from tests.rules.skirmish.guns import card, weapon
from tests.rules.skirmish.moves import R

CARBINE = weapon("carbine", ammo=4)
MISS, PASS, SIX = (1,), (6,), (6,)
BULLET, AMMO = (2,), (1,)
"""Firepower dice: one bullet hole; the ammo symbol."""
ONE_LEFT = "move shoot aim take-cover"


@dataclass(frozen=True)
class Line:
    """An action, the answers to all it asks, and the keys of what can be done after it."""

    action: str
    answers: tuple[Answer, ...]
    then: str = ""


@dataclass(frozen=True)
class Count:
    """A fighter whose turn it is, and everything he can do.

    Attributes:
        start: with his activation begun.
        status: as the rulebook names it.
        actions, pairs: how many actions there are, and how many pairs of one action and another after it.
        lines: at least one for each action.
    """

    start: Battle
    status: str
    actions: int
    pairs: int
    lines: tuple[Line, ...]


def line(action: str, *answers: Answer, then: str = "") -> Line:
    return Line(action, answers, then)


def there(places: Mapping[str, Place], **fields: object) -> Battle:
    return battle(places, cards=[card(name, CARBINE) for name in places], **fields)  # type: ignore[arg-type]


def turn_of(start: Battle, fighter: str = "anna", *, left: int = 2, **changes: object) -> Battle:
    """The fighter's activation, nothing done yet, with something changed about him."""
    activation = Activation(fighter, left, controller=start.model(fighter).gang)
    return replace(start.changed(fighter, **changes), activation=activation)


# An open floor. Between the bases of Anna and Bill are 15 inches, and she charges 10: he is out of reach, but in sight.
FLOOR = there({"anna": (4.0, 12.0), "bill": (20.0, 12.0)}, size=(24.0, 24.0))
EMPTY = frozenset({"carbine"})
STAND_UP = line("stand-up", "keep", then=f"face {ONE_LEFT}")  # The facing that goes with it may be thought over.
SHOTS = (
    line("shoot", MISS, BULLET, then="move aim take-cover"),  # Shoot is basic: once.
    line("shoot", MISS, AMMO, MISS, then="move reload take-cover"),  # A failed ammo check is a cause to reload.
)
AIM = line("aim", then="move shoot take-cover")  # Aim is basic as well.
TAKE_COVER = line("take-cover", "stay", then="stand-up")  # Pinned; Crawl and Charge are double.

ON_THE_FLOOR = {
    "active": Count(
        turn_of(FLOOR), "active", 6, 21,
        (
            line("face", "90", then=f"charge {ONE_LEFT}"),  # Turning takes no action, and one has just turned.
            line("move", "stay", then=f"face {ONE_LEFT}"),  # Move is simple: again; and after moving one turns.
            line("charge", "bill", then="face"),  # It ends short of him: no Fight, and no action is left.
            *SHOTS,
            AIM,
            TAKE_COVER,
        ),
    ),
    "active with reduced actions": Count(
        turn_of(FLOOR, left=1), "active", 5, 5,  # Charge is double.
        (
            line("face", "90", then=ONE_LEFT),
            line("move", "stay", then="face"),
            line("shoot", MISS, BULLET),
            line("aim"),
            line("take-cover", "stay"),
        ),
    ),
    "pinned": Count(
        turn_of(FLOOR, status="pinned"), "pinned", 3, 6,
        (STAND_UP, line("crawl", "stay"), line("charge", "bill", then="face")),
    ),
    "pinned and out of ammo": Count(
        turn_of(FLOOR, status="pinned", empty=EMPTY), "pinned", 4, 8,
        (
            line("stand-up", "keep", then="face move reload take-cover"),  # Nothing to shoot or aim with.
            line("crawl", "stay"),
            line("charge", "bill", then="face"),
            line("reload", MISS, then="stand-up reload"),  # Reload is simple.
            line("reload", PASS, then="stand-up"),
        ),
    ),
    "pinned with reduced actions": Count(
        turn_of(FLOOR, left=1, status="pinned"), "pinned", 1, 1, (line("stand-up", "keep", then="face"),)
    ),
    "seriously injured": Count(
        turn_of(FLOOR, status="seriously_injured"), "seriously injured", 1, 0, (line("crawl", "stay"),)
    ),
    "seriously injured with reduced actions": Count(
        turn_of(FLOOR, left=1, status="seriously_injured"), "seriously injured", 0, 0, ()
    ),
    "broken": Count(  # Turning is no action; his activation ends after the one that he has to make.
        turn_of(FLOOR, broken=True), "active", 2, 1,
        (line("face", "90", then="run-for-cover"), line("run-for-cover", (3, 4))),
    ),
    "broken and pinned": Count(
        turn_of(FLOOR, broken=True, status="pinned"), "pinned", 1, 0, (line("run-for-cover"),)
    ),
    "broken and seriously injured": Count(
        turn_of(FLOOR, broken=True, status="seriously_injured"), "seriously injured", 1, 0, (line("run-for-cover"),)
    ),
}  # fmt: skip

# A deck of 3 inches. Anna's base is 0.1 inch from its edge, before her down on the floor stands Bill.
DECK = there(
    {"anna": (11.4, 8.0, 3.0), "bill": (17.0, 8.0)},
    size=(24.0, 16.0),
    pieces=(block("deck", (6.0, 4.0, 0.0), (12.0, 12.0, 3.0)),),
)
LADDER = there(
    {"anna": (9.0, 8.0), "bill": (3.0, 8.0)},
    size=(24.0, 16.0),
    pieces=(block("wall", (12.0, 0.0, 0.0), (20.0, 16.0, 4.0), kind="wall"), rungs(12.0, 8.0, 4.0)),
)


def hanging(start: Battle, way: str) -> Battle:
    """Anna where a Move leaves her, as her next activation finds her."""
    after, _ = gone_through(move(turn_of(start), "anna"), way)
    climb = after.model("anna").climb
    assert climb is not None
    return after.changed("anna", climb=replace(climb, began=True))


# Of 5 inches she walks 1.1 and climbs 1.95 down, at twice the length.
ON_A_FACE = hanging(DECK, "14 8 0 safe")
# Of 5 inches she walks 2.5 and climbs 2.5 up the ladder, which modifies nothing.
ON_RUNGS = hanging(LADDER, "15 8 4")

AT_THE_EDGE = {
    "active": Count(
        turn_of(DECK), "active", 6, 25,
        (
            line("face", "90", then=f"charge {ONE_LEFT}"),
            line("move", "stay", then=f"face {ONE_LEFT}"),
            line("move", "14 8 0 safe", then="move"),  # Mid-climb; Charge would take two actions.
            line("move", "14 8 0", PASS, then=f"face {ONE_LEFT}"),  # Jumped down.
            line("move", "14 8 0", MISS, MISS),  # Fallen, hit, not wounded: that ends the activation.
            line("charge", "bill", PASS, then="face fight"),  # Jumped down and engaged: a free Fight.
            line("shoot", MISS, BULLET, then="move aim take-cover"),
            AIM,
            TAKE_COVER,  # Lying down of her own will she does not fall.
        ),
    ),
    "pinned": Count(
        turn_of(DECK, status="pinned"), "pinned", 3, 7,
        (STAND_UP, line("crawl", "stay"), line("charge", "bill", PASS, then="face fight")),
    ),
    "seriously injured": Count(
        turn_of(DECK, status="seriously_injured"), "seriously injured", 1, 0, (line("crawl", "stay"),)
    ),
    "climbing": Count(
        turn_of(ON_A_FACE), "active", 2, 13,
        (
            line("move", "stay", then="move"),
            line("move", "on", then=f"face {ONE_LEFT}"),
            line("move", "back", then=f"face {ONE_LEFT}"),
            line("charge", "bill", then="face fight"),
        ),
    ),
    "climbing with reduced actions": Count(
        turn_of(ON_A_FACE, left=1), "active", 1, 1, (line("move", "stay"), line("move", "on", then="face"))
    ),
    "climbing a ladder": Count(
        turn_of(ON_RUNGS), "active", 2, 7,
        (line("move", "stay", then="move"), line("move", "on", then=f"face {ONE_LEFT}"), line("charge", "bill", then="face")),
    ),
    "broken and climbing": Count(
        turn_of(ON_A_FACE, broken=True), "active", 1, 0, (line("run-for-cover", (3, 4)),)
    ),
}  # fmt: skip

# Anna and Bill touch; Bert, of Bill's gang, is 4 inches to her left. Nobody has a weapon for melee, so nobody can defend.
PAIR = there({"anna": (10.0, 12.0), "bill": (10.0 + 2 * R, 12.0), "bert": (10.0, 17.0)}, size=(24.0, 24.0)).changed(
    "bill", facing=180.0
)
DOWN = PAIR.changed("anna", status="seriously_injured")
WOUND = SIX
UNSAVED = MISS  # Bare hands have an AP of +1, so even those without armour save on 6+.
SERIOUS, OUT = (3,), (6,)

IN_CONTACT = {
    "engaged": Count(
        turn_of(PAIR), "engaged", 3, 23,
        (
            line("face", "90", then="fight retreat"),
            line("fight", MISS, MISS, then="retreat"),  # Neither hits: engaged still, and Fight is basic.
            line("fight", SIX, WOUND, UNSAVED, OUT, "none", then=ONE_LEFT),  # The rulebook's own example: Fight, then Shoot.
            line("fight", SIX, WOUND, UNSAVED, SERIOUS, "none", then=f"coup-de-grace {ONE_LEFT}"),
            line("fight", SIX, WOUND, UNSAVED, SERIOUS, "coup-de-grace", "bill", then=ONE_LEFT),
            line("retreat", PASS, SIX, "4 12 0", then=f"face {ONE_LEFT}"),
            line("retreat", PASS, SIX, "stay", then="fight"),  # Without an inch away she does not move, and so does not turn.
            line("retreat", MISS, MISS, then="fight"),  # No check, no move, no turn.
        ),
    ),
    "engaged with reduced actions": Count(
        turn_of(PAIR, left=1), "engaged", 3, 3,
        (
            line("face", "90", then="fight retreat"),
            line("fight", MISS, MISS),
            line("retreat", PASS, SIX, "4 12 0", then="face"),
        ),
    ),
    "broken and engaged": Count(
        turn_of(PAIR, broken=True), "engaged", 2, 1,
        (
            line("face", "90", then="retreat"),
            line("retreat", PASS, SIX, "4 12 0"),
            line("retreat", MISS, MISS),
        ),
    ),
    "seriously injured": Count(turn_of(DOWN), "seriously injured", 1, 0, (line("crawl", "stay"),)),
    "active beside a fight": Count(
        turn_of(PAIR, "bert"), "active", 6, 22,
        (
            line("face", "90", then=f"charge {ONE_LEFT}"),
            line("move", "stay", then=f"face {ONE_LEFT}"),
            line("move", "engage anna", then="face fight retreat"),  # Fight takes the action that is left.
            line("charge", "anna", then="face fight"),  # Fight is free.
            line("shoot", MISS, BULLET, then="move aim take-cover"),  # Nobody engaged with the target is at risk.
            AIM,
            TAKE_COVER,
        ),
    ),
    "pinned beside a fight": Count(
        turn_of(PAIR, "bert", status="pinned"), "pinned", 3, 7,
        (STAND_UP, line("crawl", "stay"), line("charge", "anna", then="face fight")),
    ),
    "active over a seriously injured enemy": Count(
        turn_of(DOWN, "bill"), "active", 7, 26,
        (
            line("face", "keep", then=f"charge coup-de-grace {ONE_LEFT}"),
            line("move", "stay", then=f"face coup-de-grace {ONE_LEFT}"),
            line("charge", "anna", then="face coup-de-grace"),  # Free; it is all that he may do to her.
            line("shoot", MISS, BULLET, then="move aim take-cover coup-de-grace"),
            line("aim", then="move shoot take-cover coup-de-grace"),
            TAKE_COVER,
            line("coup-de-grace", "anna", then="move aim take-cover"),  # Nobody is left to shoot at.
        ),
    ),
}  # fmt: skip

COUNTS = {
    f"{place}: {name}": count
    for place, counts in (("floor", ON_THE_FLOOR), ("edge", AT_THE_EDGE), ("contact", IN_CONTACT))
    for name, count in counts.items()
}


def offered(now: Battle) -> set[str]:
    """The keys of all actions among which the player is asked to choose; none where the activation ends by itself."""
    asked = next(next_action(now))
    return {option.key for option in asked.options} - {END.key} if isinstance(asked, Choose) else set()


@pytest.mark.parametrize("count", COUNTS.values(), ids=COUNTS)
def test_number_of_actions(count: Count) -> None:
    assert count.start.activation is not None
    assert status(count.start, count.start.activation.fighter) == count.status
    found = offered(count.start)
    assert found == {one.action for one in count.lines}
    assert len(found) == count.actions


@pytest.mark.parametrize("count", COUNTS.values(), ids=COUNTS)
def test_number_of_pairs_of_actions(count: Count) -> None:
    assert count.start.activation is not None
    fighter = count.start.activation.fighter
    total = 0
    for one in count.lines:
        action = next(action for action in MENU if action.key == one.action)
        after, _ = gone_through(do(count.start, fighter, action), *one.answers)
        found = offered(after)
        assert found == set(one.then.split()), one
        total += len(found)
    assert total == count.pairs
