"""The program plays well: prices of checks, cover, groups, defence, hunting, in small situations with one right answer each."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

import numpy as np
import pytest

from rules.engine.dice import thrown
from rules.engine.game_history import Game
from rules.engine.procedure_steps import Answer, Choose, Option, Procedure, Roll
from rules.errors import RulesError
from rules.movement.movement_rules import MovementRules
from rules.roster.gang import Fighter
from rules.skirmish.melee.close_combat import defended
from rules.skirmish.moving.crawl_actions import take_cover
from rules.skirmish.moving.facing_action import choose_facing, face
from rules.skirmish.moving.move_actions import move
from rules.skirmish.opponent.check_price import price_of
from rules.skirmish.opponent.defence_choice import best_defence
from rules.skirmish.opponent.place_scores import in_reach
from rules.skirmish.opponent.program_player import decide
from rules.skirmish.opponent.style import BALANCED, STYLES, Style, read_styles
from rules.skirmish.phases.activation import next_activation
from rules.skirmish.phases.rounds import next_action, step
from rules.skirmish.state.battle_navmesh import way
from rules.skirmish.state.battle_state import Activation, Battle, Setting
from rules.skirmish.state.initial_state import new_battle
from rules.skirmish.state.scenario import Objective, Scenario
from rules.skirmish.state.skirmish_rules import skirmish_rules
from rules.systems import registry
from scene.pathfinding.path_legs import Check, Path
from tests.plain_scenes import block
from tests.rules.skirmish.attacks import BLADE
from tests.rules.skirmish.battles import battle
from tests.rules.skirmish.guns import CARBINE, card, rail, weapon
from tests.rules.skirmish.moves import acting
from tests.rules.skirmish.opponent.test_program_player import LEFT, RIGHT, action, chosen, waiting

CONTACT = 25 / 25.4
ROOF = block("roof", (5.0, 5.0, 0.0), (15.0, 15.0, 6.0))
"""Six inches high: climbing down takes ten inches of movement, and jumping none."""


def with_rules(start: Battle, change: Callable[[MovementRules], MovementRules]) -> Battle:
    """The same battle where other movement rules hold."""
    parts = tuple(change(part) if isinstance(part, MovementRules) else part for part in start.setting.parts)
    return replace(start, setting=Setting(start.setting.table, start.setting.gangs, start.setting.body, parts))


def harmless(rules: MovementRules) -> MovementRules:
    return replace(rules, falls=replace(rules.falls, free=7.0))


# Prices of checks


def fall(strength: int, damage: int) -> Check:
    return Check("initiative", -2, {"fall": 6.0, "strength": strength, "ap": -1, "damage": damage, "status": "pinned"})


def test_a_check_costs_what_failing_brings_by_hand() -> None:
    """A jump of six inches on 4+ with -2 fails five times in six. Strength 5 wounds toughness 3 on 3+; two in three go down."""
    price = price_of(battle({"ann": (10, 10)}), "ann", BALANCED)
    down = 4 / 6 * 2 / 3
    assert price(fall(5, 1)) == pytest.approx(5 / 6 * (down + (1 - down) * 0.25 + 0.25))
    # Falling two inches hurts nobody, and pins.
    assert price(Check("initiative", 0, {"fall": 2.0, "strength": None, "damage": None, "status": "pinned"})) == pytest.approx(
        0.5 * (0.25 + 0.25)
    )
    # Two inches of movement more are two fifths of a move.
    assert price(Check("initiative", 0, {"cost": 2.0})) == pytest.approx(0.5 * 0.3 * 2 / 5)
    assert price(Check("initiative", 0, {"status": "out_of_action"})) == pytest.approx(0.5 * 1.4)


def test_a_check_goes_by_the_fighters_own_characteristic_and_worth() -> None:
    agile, clumsy, dear = (card("ann", initiative=2), card("ann", initiative=6), replace(card("ann"), cost=300))
    check = Check("initiative", 0, {"fall": 6.0, "strength": 5, "ap": 0, "damage": 1, "status": "pinned"})
    costs = [price_of(battle({"ann": (10, 10)}, cards=[one]), "ann", BALANCED)(check) for one in (agile, clumsy)]
    assert costs[1] == pytest.approx(5 * costs[0])
    assert price_of(battle({"ann": (10, 10)}, cards=[dear]), "ann", BALANCED)(check) > costs[0] * 3
    # By 2D6 and by not exceeding a value.
    cool = Check("cool", 0, {"status": "out_of_action"})
    strong = Check("strength", 1, {"status": "out_of_action"})
    price = price_of(battle({"ann": (10, 10)}), "ann", BALANCED)
    assert price(cool) == pytest.approx(15 / 36 * 1.4)
    assert price(strong) == pytest.approx(2 / 6 * 1.4)


def test_what_no_check_averts_is_certain_and_styles_weigh_it() -> None:
    start = battle({"ann": (10, 10)})
    certain = Check("none", 0, {"fall": 6.0, "strength": 5, "ap": -1, "damage": 1, "status": "pinned"})
    price = price_of(start, "ann", BALANCED)
    assert price(certain) == pytest.approx(price(fall(5, 1)) * 6 / 5)
    assert (
        price_of(start, "ann", STYLES["careful"])(certain)
        > price(certain)
        > price_of(start, "ann", STYLES["aggressive"])(certain)
    )
    assert price_of(start, "ann", Style("flat", "", flat_check=0.15))(certain) == 0.15


def on_the_roof() -> Battle:
    """Ann on a roof in the first round, and what she wants is on the ground below."""
    start = battle({"ann": (13.0, 10.0, 6.0), "bill": (44.0, 44.0)}, cards=[replace(card("ann"), cost=275)], pieces=[ROOF])
    valve = Objective("valve", (18.0 / 48.0, 10.0 / 48.0), 2)
    return replace(start, setting=replace(start.setting, scenario=Scenario("", (LEFT, RIGHT), objectives=(valve,))))


def _way(start: Battle, answer: str) -> Path:
    x, y, z = map(float, answer.removesuffix(" safe").split())
    found = way(start, "ann", (x, y, z), safe=answer.endswith("safe"))
    assert isinstance(found, Path)
    return found


def test_the_leader_does_not_jump_down_six_inches_in_the_first_round_but_does_where_that_is_free() -> None:
    start = on_the_roof()
    places = in_reach(start, "ann", 5.0, BALANCED)
    below = places.positions[:, 2] < 1.0
    assert below.any(), "she could jump"
    assert (places.risks[below] > 0.5).all()
    assert (places.risks[~below] == 0.0).all()
    answer = str(chosen(acting(start, "ann"), partial(move, fighter="ann"))["where to"])
    assert not _way(start, answer).checks
    assert _way(start, answer).legs[-1].end[2] < 6.0, "she climbs down instead"
    free = with_rules(start, harmless)
    free = replace(free, setting=replace(free.setting, scenario=start.setting.scenario))
    answer = str(chosen(acting(free, "ann"), partial(move, fighter="ann"))["where to"])
    assert float(answer.split()[2]) == 0.0


def test_the_way_without_checks_is_gone_where_it_leads_as_far() -> None:
    """Down three inches from a roof, or over the slope beside it; a leap down is no shorter where the slope leads."""
    low = block("roof", (5.0, 5.0, 0.0), (15.0, 15.0, 3.0))
    steps = [block("step", (15.0 + 0.8 * n, 9.0, 0.0), (15.8 + 0.8 * n, 13.0, 2.5 - 0.5 * n)) for n in range(5)]
    start = battle({"ann": (14.0, 10.0, 3.0), "bill": (44.0, 44.0)}, pieces=[low, *steps])
    places = in_reach(start, "ann", 6.0, BALANCED)
    assert places.safe
    assert all(places.risks[row] == 0.0 and places.arrives[row] == 1.0 for row in places.safe)
    flat = in_reach(start, "ann", 6.0, Style("flat", "", flat_check=0.15))
    assert not flat.safe
    assert (flat.risks > 0.0).sum() >= len(places.safe)


def test_nobody_charges_over_an_edge_who_would_break_his_neck() -> None:
    """An enemy six inches below, whom it would be worth to charge on level ground."""
    brawler = card("ann", BLADE, weapon_skill=2, attacks=4, strength=5)
    start = battle({"ann": (14.0, 10.0, 6.0), "bill": (18.0, 10.0)}, cards=[brawler, card("bill", toughness=2)], pieces=[ROOF])
    assert action(start, "ann") != "charge"
    assert action(with_rules(start, harmless), "ann") == "charge"


# Taking cover

SNIPER = card("bill", weapon("cannon", strength=8, damage=3, long=48.0), ballistic_skill=2, movement=3)
UNARMED = replace(card("ann"), cost=200)


def watched(rail_at: float | None = 12.0) -> Battle:
    """Ann has nothing to shoot with, and a strong enemy far off sees her over a rail that hides only who lies."""
    pieces = () if rail_at is None else (rail(0.6, rail_at),)
    return battle({"ann": (10.5, 10.0), "bill": (40.0, 10.0)}, cards=[UNARMED, SNIPER], pieces=pieces)


def test_who_is_watched_by_a_strong_enemy_ends_in_cover() -> None:
    assert action(watched(), "ann", left=1, done=("move",)) == "take-cover"
    answer = str(chosen(acting(watched(), "ann"), partial(take_cover, fighter="ann"))["where to take cover"])
    x = 10.5 if answer == "stay" else float(answer.split(maxsplit=1)[0])
    assert x < 12.0


def test_cover_is_taken_only_where_it_pays() -> None:
    gone = watched().changed("bill", status="seriously_injured")
    assert action(gone, "ann", left=1, done=("move",)) != "take-cover"


# Groups


def test_who_can_shoot_at_once_is_activated_with_the_leader_and_who_can_wait_is_not() -> None:
    leader = replace(card("ann", CARBINE), group_activation=1)
    cards = [leader, card("amy", CARBINE)]
    near = battle({"ann": (10, 10), "amy": (10, 12), "bill": (17, 12)}, cards=cards)
    far = battle({"ann": (10, 10), "amy": (10, 12), "bill": (46, 46)}, cards=cards)
    assert _company(near) == "amy"
    assert _company(far) == "none"


def _company(start: Battle) -> str:
    return str(chosen(start, next_activation)["who is activated together"])


# Defending


def fenced(ann: Fighter, bill: Fighter) -> Battle:
    """Ann attacks Bill, who may defend."""
    start = battle({"ann": (10.0, 10.0), "bill": (10.0 + CONTACT, 10.0)}, cards=[ann, bill])
    return acting(start, "ann", done=("fight",))


STRONG = card("ann", BLADE, weapon_skill=2, attacks=2, strength=6)
FENCER = card("bill", BLADE, weapon_skill=2, attacks=3, strength=1, toughness=2)
"""He parries well, and cannot hurt her."""


def defends(start: Battle) -> dict[str, Answer]:
    def meets(state: Battle) -> Procedure[Battle]:
        yield from defended(state, "bill", 2, "ann")
        return state

    return chosen(start, meets)


def test_who_parries_well_and_does_little_harm_defends_with_all_that_helps() -> None:
    told = defends(fenced(STRONG, FENCER))
    assert told["defend"] == "yes"
    assert told["defence dice"] == "2"


def test_who_strikes_harder_than_he_is_struck_at_does_not_defend() -> None:
    weak = card("ann", BLADE, weapon_skill=6, attacks=2, strength=1)
    killer = card("bill", BLADE, weapon_skill=2, attacks=3, strength=6)
    assert defends(fenced(weak, killer)) == {"defend": "no"}


def test_a_defence_saves_what_the_attack_would_take_by_hand() -> None:
    """One die on 2+ that always wounds and downs two in three; one parry on 3+ leaves a third of it, less what he gives up."""
    ann = card("ann", BLADE, weapon_skill=2, attacks=1, strength=6)
    harmless_fencer = card("bill", BLADE, weapon_skill=2, attacks=2, strength=1, toughness=1)
    start = fenced(ann, harmless_fencer)
    assert best_defence(start, "bill", "ann") == 1
    hopeless_fencer = replace(harmless_fencer, profile=replace(harmless_fencer.profile, weapon_skill=6, strength=6))
    # Parrying on a six alone against striking back, on sixes too, with two dice or one.
    assert best_defence(fenced(card("ann", BLADE, weapon_skill=6, attacks=1, strength=1), hopeless_fencer), "bill", "ann") == 0


# Hunting


def hunted() -> Battle:
    """The last enemy lies behind a rail that hides him, eight inches away."""
    start = battle({"ann": (10.0, 10.0), "bill": (18.0, 10.0)}, cards=[card("ann", CARBINE)], pieces=[rail(1.0, 17.0)])
    return start.changed("bill", status="pinned", ready=False)


def test_the_last_enemy_is_hunted_where_he_lies_in_hiding() -> None:
    assert action(hunted(), "ann") == "move"
    start = hunted()
    for _ in range(3):
        answer = str(chosen(acting(start, "ann"), partial(move, fighter="ann"))["where to"])
        if answer == "stay":
            break
        x, y, z = map(float, answer.removesuffix(" safe").split())
        start = start.changed("ann", position=(x, y, z))
    assert abs(start.model("ann").position[0] - 18.0) <= 4.0
    assert action(start, "ann") in {"shoot", "aim", "charge"}


def test_a_helpless_enemy_far_off_is_gone_to_turned_to_and_finished() -> None:
    start = battle({"ann": (10.0, 10.0), "bill": (22.0, 10.0)}).changed("bill", status="seriously_injured")
    game = Game(replace(start, activation=Activation("ann", 9, (), controller="red")), next_action)
    for _ in range(12):
        if not game.state.model("bill").on_table:
            return
        assert isinstance(game.pending, Choose)
        game.answer(decide(game.state, game.pending))
    raise AssertionError("he was not finished")


def test_who_is_helpless_behind_ones_back_is_turned_to() -> None:
    start = battle({"ann": (10.0, 10.0), "bill": (10.0, 8.5)}).changed("bill", status="seriously_injured")
    assert action(start, "ann") == "face"
    assert chosen(acting(start, "ann", done=()), partial(face, fighter="ann"))["facing"] == "bill"


def test_an_enemy_who_stands_up_in_base_contact_is_made_to_look_away() -> None:
    start = battle({"ann": (10.0, 10.0), "bill": (10.0 + 25 / 25.4, 10.0)})
    assert chosen(start, partial(choose_facing, fighter="bill", who="red"))["facing"] == "0"
    assert chosen(start, partial(choose_facing, fighter="bill", who="blue"))["facing"] == "ann"


# Styles


def test_styles_by_name_for_all_and_for_one_gang() -> None:
    styles = read_styles(("careful", "blue=aggressive"), ("red", "blue"))
    assert (styles.of("red").name, styles.of("blue").name) == ("careful", "aggressive")
    assert read_styles((), ("red", "blue")).of("red") == BALANCED
    with pytest.raises(RulesError) as caught:
        read_styles(("wild", "green=careful"), ("red", "blue"))
    assert len(caught.value.faults) == 2


# What it does not know


def asked_for(*keys: str) -> Choose:
    return Choose("action", "red", tuple(Option(key, key) for key in keys), about="ann")


@pytest.mark.parametrize("status", ["standing", "pinned", "seriously_injured"])
def test_actions_that_it_does_not_know_are_left_alone_or_taken_where_there_are_no_others(status: str) -> None:
    start = acting(battle({"ann": (10, 10), "bill": (46, 46)}).changed("ann", status=status), "ann", left=2, done=())
    assert decide(start, asked_for("force-door", "end")) == "end"
    assert decide(start, asked_for("force-door", "hack")) in {"force-door", "hack"}


def test_a_movement_that_it_does_not_know_is_a_movement() -> None:
    start = acting(on_the_roof(), "ann")
    stay = Choose("where to wriggle", "red", (Option("stay", "stay"),), free=lambda key: Option(key, key), about="ann")
    assert decide(start, stay) == str(chosen(start, partial(move, fighter="ann"))["where to"])


@pytest.mark.parametrize("name", registry.names("numbers"))
def test_a_whole_battle_by_each_rule_system_ends(name: str) -> None:
    """Two against two, dice from a seed."""
    known = waiting(Scenario("", (LEFT, RIGHT), rounds=3), rail(1.0, 20.0)).setting
    game = Game(new_battle(replace(known, parts=registry.system(name).battle)), step)
    for number in range(1500):
        if game.pending is None:
            break
        if isinstance(game.pending, Roll):
            game.answer(thrown(game.pending.dice, np.random.default_rng([3, number])))
        else:
            game.answer(decide(game.state, game.pending))
    assert game.state.phase == "over"


def test_who_shoots_only_where_he_looks_turns_to_a_target_first() -> None:
    """By rules without a willpower check against target priority nobody turns as he shoots."""
    start = battle({"ann": (10, 10), "bill": (4, 10)}, cards=[card("ann", CARBINE)])
    numbers = skirmish_rules(start)
    rules = replace(numbers, shooting=replace(numbers.shooting, willpower=False))
    parts = tuple(rules if part is numbers else part for part in start.setting.parts)
    looking = replace(start, setting=replace(start.setting, parts=parts))
    assert action(looking, "ann") == "face"
    assert chosen(acting(looking, "ann", done=()), partial(face, fighter="ann"))["facing"] == "bill"
    assert action(looking.changed("ann", facing=180.0), "ann") in {"shoot", "aim", "move"}
    assert action(start, "ann") != "face"
