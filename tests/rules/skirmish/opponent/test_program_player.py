"""The program as a player: legal answers to everything, and plain sense in small situations."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import partial

import numpy as np
import pytest

from rules.engine.dice import dice_count
from rules.engine.game_history import Game
from rules.engine.procedure_steps import Answer, Choose, Option, Procedure, Question, Roll
from rules.roster.gang import Gang
from rules.roster.weapon import Weapon
from rules.skirmish.melee.close_combat import coup_de_grace, fight
from rules.skirmish.melee.consolidation import consolidate
from rules.skirmish.melee.melee_blows import Landed, parried
from rules.skirmish.melee.melee_weapons import arms_of
from rules.skirmish.melee.retreat_actions import retreat
from rules.skirmish.moving.charge_action import charge
from rules.skirmish.moving.crawl_actions import crawl, take_cover
from rules.skirmish.moving.facing_action import face
from rules.skirmish.moving.move_actions import move
from rules.skirmish.opponent.action_choice import best_shot
from rules.skirmish.opponent.goal_choice import goal_of
from rules.skirmish.opponent.place_scores import here
from rules.skirmish.opponent.program_player import decide
from rules.skirmish.opponent.style import BALANCED
from rules.skirmish.phases.activation import next_activation
from rules.skirmish.phases.deployment import deploy, reinforcements
from rules.skirmish.phases.end_phase import bottle_test, recovery_roll
from rules.skirmish.phases.priority import roll_for_priority
from rules.skirmish.phases.rounds import next_action, step
from rules.skirmish.phases.tactic_cards import offer_discards, select
from rules.skirmish.shooting.reload_action import reload
from rules.skirmish.shooting.shoot_actions import shoot
from rules.skirmish.state.battle_state import Activation, Battle, Setting, TableObject
from rules.skirmish.state.initial_state import new_battle
from rules.skirmish.state.scenario import Area, Objective, Scenario
from rules.systems import registry
from scene.table.table import Piece, Table, Terrain
from tests.plain_scenes import block
from tests.rules.skirmish.attacks import BLADE, CLUB, PISTOL
from tests.rules.skirmish.battles import Place, battle, body
from tests.rules.skirmish.guns import CARBINE, card, duel, rail, weapon
from tests.rules.skirmish.moves import acting

CONTACT = 25 / 25.4
LEFT, RIGHT = Area((0.0, 0.0), (0.25, 1.0)), Area((0.75, 0.0), (1.0, 1.0))
WALL = block("wall", (14.0, 5.0, 0.0), (14.5, 15.0, 4.0))


@dataclass(frozen=True)
class Over:
    """What a procedure ended in; nothing follows."""

    battle: Battle


def asked(
    start: Battle, procedure: Callable[[Battle], Procedure[Battle]], faces: Iterable[int] = ()
) -> list[tuple[Question, Answer]]:
    """All that a procedure asks, dice rolled in this order and threes after them, all choices by the program."""

    def only(state: Battle | Over) -> Procedure[Battle | Over] | None:
        return once(state) if isinstance(state, Battle) else None

    def once(state: Battle) -> Procedure[Battle | Over]:
        return Over((yield from procedure(state)))

    game: Game[Battle | Over] = Game(start, only)
    told: list[tuple[Question, Answer]] = []
    dice = iter(faces)
    while (question := game.pending) is not None:
        if isinstance(question, Roll):
            answer: Answer = tuple(next(dice, 3) for _ in range(dice_count(question.dice)))
        else:
            state = game.state
            assert isinstance(state, Battle)
            answer = decide(state, question)
        told.append((question, answer))
        game.answer(answer)
    return told


def chosen(start: Battle, procedure: Callable[[Battle], Procedure[Battle]], faces: Iterable[int] = ()) -> dict[str, Answer]:
    """What was chosen, by what was asked."""
    return {question.what: answer for question, answer in asked(start, procedure, faces) if isinstance(question, Choose)}


def brawl() -> Battle:
    """Ann between two enemies, with two blades, two pistols and three attacks."""
    ann = card("ann", BLADE, CLUB, replace(PISTOL, name="other"), PISTOL, attacks=4)
    places = {"ann": (10.0, 10.0), "bill": (10.0 + CONTACT, 10.0), "ben": (10.0, 10.0 + CONTACT), "rob": (30.0, 30.0)}
    foes = [card(name, BLADE, attacks=3, weapon_skill=6) for name in ("bill", "ben")]
    return acting(battle(places, cards=[ann, *foes]), "ann", done=())


EMPTY = duel(card("ann", weapon("rifle", ammo=4), weapon("spare", ammo=4))).changed("ann", empty=frozenset({"rifle", "spare"}))
DOWN = battle({"rob": (10, 10), "ray": (11.5, 10), "bill": (40, 40)}).changed("rob", status="seriously_injured")
THREE = {"ann": (10.0, 10.0), "amy": (12.0, 10.0), "bill": (30.0, 10.0)}
LEADING = battle(THREE, cards=[replace(card("ann"), group_activation=2)])
HELPLESS = acting(battle({"ann": (10, 10), "bill": (11.2, 10), "ben": (10, 11.2)}), "ann", done=())
HELPLESS = HELPLESS.changed("bill", status="seriously_injured").changed("ben", status="seriously_injured")
LOSING = battle({"ann": (10, 10), "amy": (12, 10), "bill": (30, 10)}).side_changed("red", lost=3)
AGAIN = battle({"ann": (10, 10), "bill": (30, 10)}).side_changed("red", reroll=True)
HAND = battle({"ann": (10, 10), "bill": (30, 10)}).side_changed("red", hand=("one", "two"), deck=tuple("abcdef"))
CROWD = duel(card("ann", CARBINE, PISTOL), others={"ben": (12.0, 16.0)})
BARREL = block("barrel", (13.5, 9.5, 0.0), (14.5, 10.5, 0.5))


def gangs(*counts: int, weapons: tuple[Weapon, ...] = (CARBINE, BLADE), deck: tuple[str, ...] = ()) -> tuple[Gang, ...]:
    return tuple(
        Gang(name, name.title(), tuple(card(f"{name[0]}{number}", *weapons) for number in range(1, count + 1)), deck=deck)
        for name, count in zip(("red", "blue"), counts, strict=True)
    )


def waiting(scenario: Scenario, *pieces: Piece, counts: tuple[int, int] = (2, 2), deck: tuple[str, ...] = ()) -> Battle:
    return new_battle(
        Setting(
            Table((30.0, 24.0), Terrain(pieces)),
            gangs(*counts, deck=deck),
            body,
            registry.system("main-rulebook").battle,
            scenario,
        )
    )


def arriving() -> Battle:
    start = waiting(Scenario("", (LEFT, RIGHT), crew=1, reinforcements_from=2))
    start = start.changed("r1", whereabouts="table", position=(4.0, 12.0, 0.0))
    start = start.changed("b1", whereabouts="table", position=(26.0, 12.0, 0.0))
    return replace(start, round=2, phase="priority", order=("red", "blue"))


def parry(start: Battle) -> Procedure[Battle]:
    arms = arms_of(start, "ann")[:2]
    yield from parried(start, "bill", arms, (Landed(4, 4, 0), Landed(4, 4, 1)), (5,))
    return start


def recover(start: Battle) -> Procedure[Battle]:
    after, _ = yield from recovery_roll(start, "rob", ())
    return after


SITUATIONS: dict[str, tuple[Battle, Callable[[Battle], Procedure[Battle]], tuple[int, ...]]] = {
    "activation": (LEADING, next_activation, ()),
    "action": (acting(LEADING, "ann", left=2, done=()), next_action, ()),
    "move": (acting(LEADING, "ann"), partial(move, fighter="ann"), ()),
    "charge": (acting(LEADING, "ann", left=0, done=("charge",)), partial(charge, fighter="ann"), ()),
    "cover": (acting(LEADING, "ann"), partial(take_cover, fighter="ann"), ()),
    "crawl": (acting(LEADING.changed("ann", status="pinned"), "ann"), partial(crawl, fighter="ann"), ()),
    "face": (acting(LEADING, "ann"), partial(face, fighter="ann"), ()),
    "consolidate": (acting(LEADING, "ann"), partial(consolidate, fighter="ann"), ()),
    "shoot": (CROWD, partial(shoot, fighter="ann"), ()),
    "shoot the farther": (CROWD.changed("bill", flesh_wounds=2), partial(shoot, fighter="ann"), (1, 1)),
    "reload": (EMPTY, partial(reload, fighter="ann"), ()),
    "fight": (brawl(), partial(fight, fighter="ann"), (6,) * 40),
    "lose": (brawl(), partial(fight, fighter="ann"), (1,) * 40),
    "win": (
        acting(battle({"ann": (10.0, 10.0), "bill": (10.0 + CONTACT, 10.0)}), "ann"),
        partial(fight, fighter="ann"),
        (6, 6, 1, 6),
    ),
    "retreat": (acting(brawl(), "ann"), partial(retreat, fighter="ann"), (6, 6)),
    "mercy": (HELPLESS, partial(coup_de_grace, fighter="ann"), ()),
    "parry": (brawl(), parry, ()),
    "recover": (DOWN, recover, (1, 6)),
    "bottle": (LOSING, partial(bottle_test, gang="red"), ()),
    "priority": (AGAIN, roll_for_priority, (1, 4, 5)),
    "discard": (HAND, offer_discards, ()),
    "select": (HAND, partial(select, gang="red", count=2), (1, 1, 2, 2, 3, 3)),
    "deploy": (waiting(Scenario("", (LEFT, RIGHT))), deploy, (1, 6)),
    "arrive": (arriving(), reinforcements, ()),
}


@pytest.mark.parametrize("name", SITUATIONS)
def test_whatever_is_asked_gets_a_legal_answer(name: str) -> None:
    told = [question for question, _ in asked(*SITUATIONS[name]) if isinstance(question, Choose)]
    assert told


def test_every_kind_of_question_is_met_with() -> None:
    kinds = {question.what for name in SITUATIONS for question, _ in asked(*SITUATIONS[name]) if isinstance(question, Choose)}
    assert kinds >= {
        *("who is activated", "who is activated together", "action", "facing", "weapon", "target", "weapon to reload"),
        *("where to", "where to take cover", "where to crawl", "where to consolidate", "where to retreat", "whom to charge"),
        *("weapons", "turn to face", "defend", "after the fight", "coup de grace", "which blow is parried"),
        *("who assists", "which die counts", "who takes the bottle test", "roll again for priority", "discard a tactic card"),
        *("discard a card to roll again for priority", "where to set up", "where to arrive"),
    }


def test_a_question_that_it_does_not_know_gets_the_first_option() -> None:
    strange = Choose("heads or tails", "red", (Option("heads", "heads"), Option("tails", "tails")))
    assert decide(LEADING, strange) == "heads"


def test_the_same_question_gets_the_same_answer() -> None:
    for start, procedure, faces in SITUATIONS.values():
        assert asked(start, procedure, faces) == asked(start, procedure, faces)


def action(start: Battle, fighter: str, *, left: int = 2, done: tuple[str, ...] = ()) -> str:
    """The first action of a fighter with so many actions left."""
    state = replace(start, activation=Activation(fighter, left, done, controller=start.model(fighter).gang))
    question = next(iter(next_action(state)))
    assert isinstance(question, Choose)
    return decide(state, question)


def test_an_enemy_in_the_open_at_short_range_is_shot_at() -> None:
    assert action(duel(), "ann", left=1) == "shoot"


def test_who_cannot_be_seen_from_anywhere_near_is_aimed_at_by_nobody() -> None:
    hidden = duel(pieces=(block("wall", (15.0, 0.0, 0.0), (15.5, 48.0, 9.0)),))
    assert action(hidden, "ann") == "move"


def test_who_has_a_good_shot_and_cannot_better_it_aims_first() -> None:
    post = [block("post", (8.5, y, 0.0), (11.5, y + 0.2, 3.0)) for y in (8.9, 11.0)]
    sides = [block("side", (x, 8.9, 0.0), (x + 0.2, 11.2, 1.2)) for x in (8.9, 11.0)]
    start = duel(card("ann", weapon("rifle", short=20.0)), pieces=(*post, *sides))
    assert action(start.changed("bill", position=(26.0, 10.0, 0.0)), "ann") == "aim"


def test_a_helpless_enemy_is_finished() -> None:
    assert action(HELPLESS, "ann", left=1) == "coup-de-grace"


def test_a_brawler_charges_a_weak_enemy_in_reach() -> None:
    start = battle(
        {"ann": (10, 10), "bill": (16, 10)},
        cards=[card("ann", BLADE, weapon_skill=2, attacks=4, strength=5), card("bill", toughness=2)],
    )
    assert action(start, "ann") == "charge"
    assert chosen(acting(start, "ann", left=0, done=("charge",)), partial(charge, fighter="ann"))["whom to charge"] == "bill"


def test_a_weak_fighter_does_not_charge_a_strong_one() -> None:
    start = battle(
        {"ann": (10, 10), "bill": (16, 10)},
        cards=[card("ann", weapon_skill=6, strength=1), card("bill", BLADE, weapon_skill=2, attacks=4, strength=5)],
    )
    assert action(start, "ann") != "charge"


def test_who_is_pinned_stands_up_and_who_is_empty_reloads() -> None:
    assert action(duel().changed("ann", status="pinned"), "ann") == "stand-up"
    assert action(EMPTY.changed("ann", status="pinned"), "ann") == "reload"


def test_who_is_broken_runs() -> None:
    assert action(duel().changed("ann", broken=True), "ann") == "run-for-cover"


def test_out_of_two_places_the_one_out_of_sight_of_a_strong_enemy_is_picked() -> None:
    sniper = card("bill", weapon("cannon", strength=8, damage=3, long=48.0), ballistic_skill=2)
    start = battle({"ann": (5, 20), "bill": (30, 10)}, cards=[card("ann"), sniper], pieces=[WALL])
    places = (Option("open", "", (12.0, 17.0, 0.0)), Option("behind", "", (12.0, 10.0, 0.0)))
    assert decide(start, Choose("where to set up", "red", places, about="ann")) == "behind"


def test_light_loot_in_reach_is_gone_for_and_carried_home() -> None:
    bag = Objective("bag", (0.5, 0.5), 3, loot=True, light=True)
    start = battle({"ann": (20, 24), "bill": (46, 2)}, things=(TableObject("bag", (24.0, 24.0, 0.0), light=True),))
    start = replace(start, setting=replace(start.setting, scenario=Scenario("", (LEFT, RIGHT), objectives=(bag,))))
    there = chosen(acting(start, "ann"), partial(move, fighter="ann"))["where to"]
    assert there == "24 24 0"
    held = replace(start, things=(replace(start.things[0], holder="ann", position=(20.0, 24.0, 0.0)),))
    back = str(chosen(acting(held, "ann"), partial(move, fighter="ann"))["where to"])
    assert float(back.split(maxsplit=1)[0]) <= 15.0 + 1.0


def test_of_two_enemies_the_one_who_has_loot_is_shot_at() -> None:
    for name in ("bill", "bob"):
        loot = (TableObject("bag", (20.0, 20.0, 0.0), holder=name, light=True),)
        shot = best_shot(
            battle({"ann": (10, 10), "bill": (20, 12), "bob": (20, 8)}, cards=[card("ann", CARBINE)], things=loot),
            "ann",
            BALANCED,
        )
        assert shot is not None
        assert shot.target == name


def test_heavy_loot_in_reach_is_taken() -> None:
    crate = Objective("crate", (0.5, 0.5), 3, loot=True)
    start = battle({"ann": (20, 24), "bill": (46, 2)}, things=(TableObject("crate", (24.0, 24.0, 0.0)),))
    start = replace(start, setting=replace(start.setting, scenario=Scenario("", (LEFT, RIGHT), objectives=(crate,))))
    assert str(chosen(acting(start, "ann"), partial(move, fighter="ann"))["where to"]).endswith("take crate")


def test_a_place_to_be_held_is_gone_to() -> None:
    valve = Objective("valve", (0.5, 0.5), 2)
    start = battle({"ann": (20, 24), "bill": (46, 2)})
    start = replace(start, setting=replace(start.setting, scenario=Scenario("", (LEFT, RIGHT), objectives=(valve,))))
    x, y, _ = map(float, str(chosen(acting(start, "ann"), partial(move, fighter="ann"))["where to"]).split())
    assert abs(x - 24.0) + abs(y - 24.0) < 2.0


def test_a_place_that_a_friend_holds_is_left_to_him_for_one_farther_off() -> None:
    near, far, behind = (Objective(name, (0.5, share)) for name, share in (("near", 0.5), ("far", 0.9), ("behind", 0.3)))
    start = battle({"ann": (23, 25.5), "ray": (24, 23.3), "bill": (46, 2)})
    start = replace(start, setting=replace(start.setting, scenario=Scenario("", (LEFT, RIGHT), objectives=(near, far))))
    goal = goal_of(start, "ann", BALANCED)
    assert goal is not None
    assert goal.name == "far"
    # Nor does anybody go where a wall makes the way long, whoever is there.
    walled = battle({"ann": (23, 22), "ray": (24, 40.5), "bill": (46, 2)}, pieces=[block("wall", (2, 23, 0), (46, 23.2, 8))])
    walled = replace(walled, setting=replace(walled.setting, scenario=Scenario("", (LEFT, RIGHT), objectives=(near, behind))))
    goal = goal_of(walled, "ann", BALANCED)
    assert goal is not None
    assert goal.name == "behind"


def test_in_the_last_round_of_a_battle_for_points_places_count_more_and_danger_less() -> None:
    valves = Scenario("", (LEFT, RIGHT), rounds=3, objectives=(Objective("valve", (0.5, 0.5)),), victory="points")
    start = battle({"ann": (20, 24), "bill": (46, 2)})
    start = replace(start, setting=replace(start.setting, scenario=valves))
    now, last = (goal_of(one, "ann", BALANCED) for one in (start, replace(start, round=3)))
    assert now is not None
    assert last is not None
    assert last.weight > now.weight
    assert last.reward > now.reward
    assert here(replace(start, round=3), "ann", BALANCED).caution < here(start, "ann", BALANCED).caution
    costly = replace(start, round=3, setting=replace(start.setting, scenario=replace(valves, points_for_casualties=1)))
    assert here(costly, "ann", BALANCED).caution == here(start, "ann", BALANCED).caution
    assert here(costly.side_changed("blue", score=1), "ann", BALANCED).caution < here(start, "ann", BALANCED).caution


def test_the_last_of_a_gang_gives_up_against_many() -> None:
    many = {f"b{number}": (30.0 + 2.0 * number, 10.0) for number in range(4)}
    start = battle({"ann": (10, 10), **many}).side_changed("red", lost=3)
    assert chosen(start, partial(bottle_test, gang="red")) == {"who takes the bottle test": "flee"}
    assert chosen(LOSING, partial(bottle_test, gang="red")) != {"who takes the bottle test": "flee"}


def test_a_low_die_for_priority_is_rolled_again_and_a_high_one_kept() -> None:
    assert chosen(AGAIN, roll_for_priority, (1, 4, 5)) == {"roll again for priority": "yes"}
    assert chosen(AGAIN, roll_for_priority, (6, 4)) == {"roll again for priority": "no"}


def test_of_two_recovery_dice_the_better_counts() -> None:
    assert chosen(DOWN, recover, (1, 6)) == {"who assists": "ray", "which die counts": "flesh"}


def whole(scenario: Scenario, *pieces: Piece, seed: int) -> Game[Battle]:
    """A battle of three against three, played to its end; with dice from a seed."""
    game = Game(waiting(scenario, *pieces, counts=(3, 3), deck=("a", "b", "c", "d")), step)
    for number in range(3000):
        question = game.pending
        if question is None:
            break
        if isinstance(question, Roll):
            game.answer(tuple(np.random.default_rng([seed, number]).integers(1, 7, dice_count(question.dice)).tolist()))
        else:
            game.answer(decide(game.state, question))
    return game


@pytest.mark.parametrize(
    "scenario",
    [Scenario("", (LEFT, RIGHT), cards=1), Scenario("", (LEFT, RIGHT), rounds=3, objectives=(Objective("o", (0.5, 0.5)),))],
    ids=["to the last", "three rounds"],
)
def test_a_whole_battle_ends_and_is_the_same_again_from_its_answers(scenario: Scenario) -> None:
    game = whole(scenario, WALL, rail(1.0, 20.0), BARREL, seed=3)
    assert game.pending is None
    assert game.state.phase == "over"
    replayed = Game(new_battle(game.settled.setting), step, game.answers)
    assert replayed.settled == game.settled
    game.undo(len(game.answers))
    assert game.settled == new_battle(game.settled.setting)


def test_stray_shot_the_program_spares_friends_beside_the_way() -> None:
    """Bill and Bob are alike and as far off; with Rob beside the way to one of them, the other one is shot at."""
    places: dict[str, Place] = {"bill": (18.0, 14.0), "bob": (18.0, 6.0)}
    for friend, target in (((14.0, 12.8), "bob"), ((14.0, 7.2), "bill")):
        shot = best_shot(duel(others={**places, "rob": friend}), "ann", BALANCED)
        assert shot is not None
        assert shot.target == target


def _shot(start: Battle, what: str) -> str:
    """What was answered; all rolls fail with ones."""
    return str(chosen(start, partial(shoot, fighter="ann"), [1] * 20)[what])


def test_blast_the_program_puts_the_marker_between_two_enemies_and_away_from_a_friend() -> None:
    launcher = card("ann", weapon("launcher", ("blast", 3)))
    both = _shot(duel(launcher, others={"bob": (20.0, 13.0)}), "where to put the marker")
    x, y, _ = map(float, both.split())
    assert all(np.hypot(x - 20.0, y - other) < 1.5 + CONTACT / 2 for other in (10.0, 13.0))
    spared = _shot(duel(launcher, others={"rob": (20.0, 11.9)}), "where to put the marker")
    x, y, _ = map(float, spared.split())
    assert np.hypot(x - 20.0, y - 11.9) > 1.5 + CONTACT / 2


def test_template_the_program_lays_it_over_the_most_enemies() -> None:
    flamer = card("ann", weapon("flamer", "template", short=None, long=0.0))
    start = duel(flamer, others={"bob": (15.0, 11.0), "ben": (13.0, 13.0)}).changed("bill", position=(16.5, 10.5, 0.0))
    told = [
        answer for question, answer in asked(start, partial(shoot, fighter="ann"), [1] * 20) if question.what[:5] == "wound"
    ]
    assert len(told) == 2


def test_grenades_the_program_throws_none_at_its_own_feet() -> None:
    """Contact is out of the question: an enemy 1.2" off would be hit, and so would she."""
    bombs = card("ann", weapon("bombs", ("blast", 5), "grenade", short=None, long=9.0, ammo=4))
    start = duel(bombs).changed("bill", position=(12.2, 10.0, 0.0))
    assert best_shot(start, "ann", BALANCED) is None
    assert best_shot(duel(bombs).changed("bill", position=(17.0, 10.0, 0.0)), "ann", BALANCED) is not None
