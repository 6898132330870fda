"""main-rulebook: Types of actions; Statuses and available actions: what a fighter may do, and why not."""

from dataclasses import replace

import pytest

from rules.engine.procedure_steps import Procedure, Say
from rules.skirmish.phases.action_list import ACTIONS
from rules.skirmish.state.action import Action, FighterStatus, Kind, can, do, nothing_hinders, status, verify
from rules.skirmish.state.battle_state import Activation, Battle, Climb
from scene.pathfinding.path_legs import Path
from tests.rules.skirmish.battles import battle, gone_through
from tests.rules.skirmish.moves import R

START = battle({"anna": (10.0, 10.0), "alan": (30.0, 10.0), "bill": (40.0, 40.0)})
ANY: frozenset[FighterStatus] = frozenset({"active", "engaged", "pinned", "seriously injured"})


def something(_battle: Battle, fighter: str) -> Procedure[Battle]:
    yield Say(f"{fighter} does something")
    return _battle


def action(kind: Kind, key: str = "it", statuses: frozenset[FighterStatus] = ANY) -> Action:
    return Action(key, "It", kind, statuses, nothing_hinders, something, "a source")


def acting(start: Battle = START, **changes: object) -> Battle:
    return replace(start, activation=replace(Activation("anna", 2, controller="red"), **changes))  # type: ignore[arg-type]


def done(battle: Battle, *actions: Action) -> Battle:
    for one in actions:
        assert can(battle, "anna", one)
        battle, _ = gone_through(do(battle, "anna", one))
    return battle


def left(battle: Battle) -> int:
    assert battle.activation is not None
    return battle.activation.left


def why_not(battle: Battle, one: Action, fighter: str = "anna") -> list[str]:
    return [reason.text for reason in verify(battle, fighter, one)]


def test_basic_action_takes_one_action_and_can_be_made_once() -> None:
    after = done(acting(), action("basic"))
    assert left(after) == 1
    assert why_not(after, action("basic")) == ["it can be done only once in an activation"]
    assert left(done(after, action("basic", "other"))) == 0


def test_simple_action_can_be_made_more_than_once() -> None:
    after = done(acting(), action("simple"), action("simple"))
    assert left(after) == 0
    assert why_not(after, action("simple")) == ["it takes 1 action; none left"]


def test_double_action_counts_as_two() -> None:
    assert left(done(acting(), action("double"))) == 0


def test_double_action_not_with_one_action_left() -> None:
    assert why_not(acting(left=1), action("double")) == ["it takes 2 actions; 1 action left"]


def test_double_action_can_be_made_once_however_many_actions_there_are() -> None:
    after = done(acting(left=4), action("double"))
    assert left(after) == 2
    assert why_not(after, action("double")) == ["it can be done only once in an activation"]


def test_free_action_takes_none_even_if_none_is_left() -> None:
    assert left(done(acting(left=0), action("free"))) == 0


@pytest.mark.parametrize("kind", ["basic", "simple", "double"])
def test_free_action_by_a_rule_once_and_then_as_its_own_type(kind: Kind) -> None:
    after = done(acting(free=("it",)), action(kind))
    assert left(after) == 2
    assert after.activation is not None
    assert after.activation.free == ()
    assert left(done(after, action(kind))) == {"basic": 1, "simple": 1, "double": 0}[kind]


def test_free_action_example_shoot_twice_and_one_action_left() -> None:
    shot = done(acting(free=("shoot",)), action("basic", "shoot"), action("basic", "shoot"))
    assert left(shot) == 1
    assert why_not(shot, action("basic", "shoot")) == ["it can be done only once in an activation"]


def test_basic_action_example_fight_and_then_shoot_but_neither_twice() -> None:
    after = done(acting(left=3), action("basic", "fight"), action("basic", "shoot"))
    assert not can(after, "anna", action("basic", "fight"))
    assert not can(after, "anna", action("basic", "shoot"))


def test_what_is_done_is_noted_in_order_and_free_actions_apart() -> None:
    after = done(acting(free=("a",)), action("basic", "a"), action("basic", "b"), action("basic", "a"))
    assert after.activation is not None
    assert after.activation.done == ("free a", "b", "a")


def test_nobody_acts_who_is_not_activated() -> None:
    assert why_not(START, action("free")) == ["Anna is not activated"]
    assert why_not(acting(), action("free"), "alan") == ["Alan is not activated"]


@pytest.mark.parametrize("where", ["out_of_action", "fled", "reserve"])
def test_nobody_acts_who_is_not_on_the_battlefield(where: str) -> None:
    gone = acting().changed("anna", whereabouts=where)
    assert {text for one in ACTIONS for text in why_not(gone, one)} == {"Anna is not on the battlefield"}


def test_verify_gives_all_reasons_with_their_sources() -> None:
    hanging = acting(START.changed("anna", status="pinned", broken=True, climb=Climb(Path(()))), left=0)
    reasons = verify(hanging, "anna", action("basic", statuses=frozenset({"active", "engaged"})))
    assert [(reason.text, reason.source) for reason in reasons] == [
        ("Anna is pinned; only active or engaged fighters do this", "main-rulebook: a source"),
        ("Anna is broken", "main-rulebook: Broken"),
        ("Anna is climbing", "main-rulebook: Climbing"),
        ("it takes 1 action; none left", "main-rulebook: Types of actions"),
    ]


def test_three_statuses_are_listed_as_a_sentence_has_them() -> None:
    lying = acting(START.changed("anna", status="pinned"))
    active = action("basic", statuses=frozenset({"active", "engaged", "seriously injured"}))
    assert why_not(lying, active) == ["Anna is pinned; only active, engaged or seriously injured fighters do this"]


def test_what_hinders_an_action_itself_is_told_when_nothing_else_does() -> None:
    hindered = replace(action("basic"), hindrance=lambda _battle, fighter: f"{fighter} has no hands")
    assert why_not(acting(), hindered) == ["anna has no hands"]
    assert why_not(acting(left=0), hindered) == ["it takes 1 action; none left"]


def touching() -> Battle:
    return START.changed("bill", position=(10.0 + 2 * R, 10.0, 0.0))


def test_active_a_fighter_on_his_feet_without_enemies_in_contact() -> None:
    assert status(START, "anna") == "active"
    beside_friend = START.changed("alan", position=(10.0 + 2 * R, 10.0, 0.0))
    assert status(beside_friend, "anna") == "active"


def test_engaged_in_contact_with_an_enemy_who_is_not_seriously_injured() -> None:
    assert status(touching(), "anna") == status(touching(), "bill") == "engaged"
    down = touching().changed("bill", status="seriously_injured")
    assert (status(down, "anna"), status(down, "bill")) == ("active", "seriously injured")


def test_pinned_and_seriously_injured_are_statuses_of_their_own() -> None:
    assert status(START.changed("anna", status="pinned"), "anna") == "pinned"
    assert status(START.changed("anna", status="seriously_injured"), "anna") == "seriously injured"


TABLE: dict[FighterStatus, set[str]] = {
    "active": {"face", "move", "charge", "coup-de-grace", "shoot", "aim", "reload", "take-cover", "run-for-cover"},
    "engaged": {"face", "fight", "retreat"},
    "pinned": {"stand-up", "crawl", "reload", "charge", "run-for-cover"},
    "seriously injured": {"crawl", "run-for-cover"},
}
KINDS: dict[str, Kind] = {
    "face": "free",
    "move": "simple",
    "charge": "double",
    "coup-de-grace": "simple",
    "shoot": "basic",
    "aim": "basic",
    "reload": "simple",
    "take-cover": "simple",
    "fight": "basic",
    "retreat": "basic",
    "stand-up": "basic",
    "crawl": "double",
    "run-for-cover": "basic",
}


def in_status(wanted: FighterStatus) -> Battle:
    postures = {"pinned": "pinned", "seriously injured": "seriously_injured"}
    start = touching() if wanted == "engaged" else START
    return acting(start.changed("anna", status=postures.get(wanted, "standing")))


@pytest.mark.parametrize("wanted", TABLE)
def test_statuses_and_available_actions(wanted: FighterStatus) -> None:
    start = in_status(wanted)
    assert status(start, "anna") == wanted
    of_status = {one.key for one in ACTIONS if not any("fighters do this" in text for text in why_not(start, one))}
    assert of_status == TABLE[wanted]


def test_types_of_all_actions() -> None:
    assert {one.key: one.kind for one in ACTIONS} == KINDS


@pytest.mark.parametrize(
    ("wanted", "allowed"),
    [
        ("active", {"run-for-cover"}),
        ("engaged", {"retreat"}),
        ("pinned", {"run-for-cover"}),
        ("seriously injured", {"run-for-cover"}),
    ],
)
def test_broken_fighters_run_for_cover_or_retreat_and_nothing_else(wanted: FighterStatus, allowed: set[str]) -> None:
    start = in_status(wanted)
    broken = start.changed("anna", broken=True)
    assert {one.key for one in ACTIONS if can(broken, "anna", one) and one.counts} == allowed
    assert not can(start, "anna", next(one for one in ACTIONS if one.key == "run-for-cover"))


def test_climbing_no_other_actions_than_move_or_charge() -> None:
    # The step that is left makes both of them possible.
    hanging = acting(START.changed("anna", climb=Climb(Path(()))))
    climbing = {one.key for one in ACTIONS if "Anna is climbing" not in why_not(hanging, one)}
    assert climbing == {"move", "charge", "run-for-cover"}


def test_reduced_actions_leave_no_double_action() -> None:
    one_left = acting(left=1)
    double = {one.key for one in ACTIONS if any("2 actions" in text for text in why_not(one_left, one))}
    assert double == {"charge", "crawl"}
