"""five-parsecs: Battle events on round 2 and round 4: the table, and what each row does."""

import math
from collections.abc import Callable
from dataclasses import replace

import pytest

from rules.engine.procedure_steps import Answer, Choose, Roll
from rules.skirmish.state.battle_sight import figure_of
from rules.skirmish.state.battle_state import Battle
from rules.systems.five_parsecs.conditions.battle_view import in_sight, vision
from rules.systems.five_parsecs.conditions.figure_now import ai_of, main_ai, toughness_now
from rules.systems.five_parsecs.conditions.marks import BOTH, FIRED, IDLE, LAST_SHOT, SHOCKED, STUNNED, WOUNDED
from rules.systems.five_parsecs.conditions.side_marks import CLOCK, CUNNING, HESITANT, LOOT, LOST_HEART, RENEWED
from rules.systems.five_parsecs.events.battle_events import TABLE, battle_event, event_at
from rules.systems.five_parsecs.events.table_events import in_or_beside
from rules.systems.five_parsecs.roster.combat_sheet import EnemySheet
from scene.table.fog import Fog
from tests.plain_scenes import block
from tests.rules.skirmish.battles import Told, gone_through
from tests.rules.systems.five_parsecs.battle_scenes import BLADE, CREW, ENEMIES, HAND, PISTOL, RAIDER, REPEATER, RIFLE
from tests.rules.systems.five_parsecs.event_scenes import BASIC, SPARE, SPECIALIST, VERMIN_SHEET, VIP, fought

ROWS = """
1 5 Renewed efforts; 6 9 Enemy reinforcements; 10 13 Change of plans; 14 16 Lost heart; 17 20 Seized the moment; 21 26
Critters!; 27 30 Ammo fault; 31 34 Visibility change; 35 38 Tougher than expected; 39 42 Snap shot; 43 46 Cunning plan;
47 50 Possible reinforcements; 51 54 Clock is running out; 55 60 Environmental hazard; 61 65 A desperate plan;
66 70 A moment of hesitation; 71 73 Fumbled grenade; 74 77 Back up; 78 80 Enemy VIP; 81 85 Fog cloud; 86 89 Lost!;
90 93 I found something!; 94 97 Looks valuable; 98 100 You want me to check that out?
"""
"""As the text prints them."""


def happens(battle: Battle, number: int, *answers: Answer) -> tuple[Battle, Told]:
    """The event of a number, with what is rolled and chosen for it."""
    return gone_through(battle_event(battle), (number,), *answers)


def on_table(battle: Battle, gang: str) -> list[str]:
    return [model.id for model in battle.on_table(gang)]


def said(told: Told) -> str:
    return " / ".join(one.text for one in told.said)


def test_the_table_has_the_rows_of_the_text_and_every_number_has_one() -> None:
    printed = [row.split(maxsplit=2) for row in ROWS.replace("\n", " ").split(";")]
    assert [(str(row.low), str(row.high), row.name) for row in TABLE] == [
        (low, high, name.strip()) for low, high, name in printed
    ]
    for number in range(1, 101):
        (row,) = [row for row in TABLE if (number,) in row.faces]
        assert event_at(number) is row
    assert len({row.does for row in TABLE}) == len(TABLE)


@pytest.mark.parametrize(("number", "rolls"), [(1, 0), (2, 1), (3, 0), (4, 1), (5, 0), (6, 0)])
def test_events_happen_at_the_end_of_rounds_2_and_4_only(number: int, rolls: int) -> None:
    _, told = gone_through(battle_event(fought(round=number)), *[(43,)] * rolls)
    assert [one.dice for one in told if isinstance(one, Roll)] == ["D100"] * rolls


def test_what_a_number_brings_is_told_with_the_roll() -> None:
    _, told = happens(fought(), 43)
    assert isinstance(told[0], Roll)
    assert [told[0].meant_by((number,)) for number in (1, 5, 6, 100)] == [
        "Renewed efforts",
        "Renewed efforts",
        "Enemy reinforcements",
        "You want me to check that out?",
    ]


def test_renewed_efforts() -> None:
    after, _ = happens(fought(), 1)
    assert after.side(ENEMIES).has(RENEWED)


@pytest.mark.parametrize(
    ("waiting", "come"),
    [
        ({"w1": BASIC, "w2": BASIC, "w3": SPECIALIST, "w4": VIP}, {"w1", "w3"}),
        ({"w1": BASIC, "w2": BASIC, "w3": BASIC}, {"w1", "w2"}),
        ({"w1": BASIC, "w4": VIP}, {"w1"}),
        ({"w4": VIP, "w5": SPARE}, set()),
    ],
)
def test_enemy_reinforcements_are_two_with_a_specialist_at_the_centre_of_their_edge(
    waiting: dict[str, object], come: set[str]
) -> None:
    after, told = happens(fought(waiting=waiting), 9)  # type: ignore[arg-type]
    new = set(on_table(after, ENEMIES)) - {"rex", "rio", "roz"}
    assert new == come
    assert ("nobody is left" in said(told)) == (not come)
    assert on_table(after, CREW) == ["ann", "bea", "cal"]
    for name in come:
        model = after.model(name)
        assert abs(model.position[0] - 24.0) < 1.5
        assert model.position[1] > 46.5
        assert 250.0 < model.facing < 290.0
        assert model.arrived == 2
    if len(come) == 2:
        one, other = (after.model(name).position for name in come)
        assert math.dist(one, other) > 0.9


def test_change_of_plans_makes_who_can_fire_cautious_and_the_cautious_tactical() -> None:
    sheets = {
        "rio": replace(RAIDER, ai="cautious"),
        "roz": replace(RAIDER, weapons=(BLADE,)),
        "rut": replace(RAIDER, ai="guardian", ward="rex"),
    }
    places = {"rex": (16.0, 40.0, 0.0), "rio": (24.0, 40.0, 0.0), "roz": (32.0, 40.0, 0.0), "rut": (18.0, 40.0, 0.0)}
    start = fought(enemies=places, sheets=sheets)
    assert [ai_of(start, name) for name in places] == ["aggressive", "cautious", "aggressive", "guardian"]
    after, _ = happens(start, 10)
    assert [ai_of(after, name) for name in places] == ["cautious", "tactical", "aggressive", "guardian"]
    assert main_ai(after) == "cautious"
    again, _ = happens(replace(after, round=4), 13)
    assert [ai_of(again, name) for name in places] == ["tactical", "cautious", "aggressive", "guardian"]
    # Who has run out of ammunition has no ranged attack.
    assert ai_of(after.changed("rex", empty=frozenset({"rifle"})), "rex") == "aggressive"


def test_lost_heart() -> None:
    after, _ = happens(fought(), 14)
    assert after.side(ENEMIES).has(LOST_HEART) == 3
    assert len(on_table(after, ENEMIES)) == 3


def test_seized_the_moment_is_for_a_crew_member_of_choice() -> None:
    after, told = happens(fought(), 20, "bea")
    assert isinstance(told[1], Choose)
    assert [model.id for model in after.models if model.has(BOTH)] == ["bea"]


@pytest.mark.parametrize(("face", "count"), [(1, 1), (2, 1), (3, 2), (4, 2), (6, 3)])
def test_critters_are_d3_and_each_moves_d6_inches_at_random(face: int, count: int) -> None:
    waiting = {f"v{number}": VERMIN_SHEET for number in range(1, 4)}
    moves: list[Answer] = [answer for number in range(count) for answer in ((4,), (120 * number,))]
    after, told = happens(fought(waiting=waiting, crew={"ann": (4.0, 4.0, 0.0)}), 21, (face,), *moves)
    there = [model for model in after.on_table() if model.id in waiting]
    assert len(there) == count
    # They are on nobody's side.
    assert {model.gang for model in there}.isdisjoint({CREW, ENEMIES})
    assert len(on_table(after, ENEMIES)) == 3
    for model in there:
        assert math.dist(model.position, (24.0, 24.0, 0.0)) == pytest.approx(4.0, abs=0.05)
    assert there[0].position[0] > 27.0
    assert "nobody is left" not in said(told)


def test_critters_of_the_enemy_brood_are_enemies() -> None:
    places = {"rex": (16.0, 40.0, 0.0)}
    start = fought(enemies=places, sheets={"rex": replace(VERMIN_SHEET, waits=False)}, waiting={"v1": VERMIN_SHEET})
    after, _ = happens(start, 26, (1,), (2,), (0,))
    assert on_table(after, ENEMIES) == ["rex", "v1"]
    nobody, told = happens(fought(), 26, (6,))
    assert nobody.models == fought().models
    assert "nobody is left" in said(told)


def test_ammo_fault_a_weapon_that_was_fired_is_of_no_more_use() -> None:
    sheets = {"bea": replace(HAND, weapons=(RIFLE, PISTOL, BLADE))}
    start = fought(sheets=sheets).marked("bea", FIRED, about="pistol")
    after, _ = happens(start, 27, (2,))
    assert after.model("bea").empty == {"pistol"}
    both, _ = happens(start.marked("bea", FIRED, about="rifle"), 27, (2,), (2,))
    assert both.model("bea").empty == {"rifle"}


def test_ammo_fault_else_a_carried_weapon_has_one_shot_left() -> None:
    sheets = {"bea": replace(HAND, weapons=(RIFLE, PISTOL, BLADE)), "cal": replace(HAND, weapons=(BLADE,))}
    start = fought(sheets=sheets)
    after, told = happens(start, 30, (2,), (2,))
    assert after.model("bea").about(LAST_SHOT) == ("pistol",)
    assert after.model("bea").empty == frozenset()
    # Only what can be fired is asked about.
    assert isinstance(told[2], Roll)
    assert told[2].dice == "1 of 2"
    unarmed, told = happens(start, 30, (3,))
    assert unarmed.models == start.models
    assert "nothing to fire" in said(told)


def test_visibility_change() -> None:
    clear = fought(crew={"ann": (24.0, 8.0, 0.0)}, enemies={"rex": (24.0, 18.0, 0.0)})
    assert in_sight(clear, "ann", "rex")
    after, _ = happens(clear, 31, (2,))
    assert vision(after) == 8
    assert not in_sight(after, "ann", "rex")
    better, _ = happens(replace(after, round=4), 34, (2,))
    assert vision(better) == 10
    assert in_sight(better, "ann", "rex")


@pytest.mark.parametrize(("toughness", "then"), [(3, 4), (5, 6), (6, 6)])
def test_tougher_than_expected_to_a_maximum_of_6_and_without_stun(toughness: int, then: int) -> None:
    start = fought(sheets={"rio": replace(RAIDER, toughness=toughness)}).marked("rio", STUNNED).marked("rex", STUNNED)
    after, _ = happens(start, 35, (2,))
    assert [toughness_now(after, name) for name in ("rex", "rio", "roz")] == [3, then, 3]
    assert [bool(after.model(name).has(STUNNED)) for name in ("rex", "rio")] == [True, False]
    assert happens(start.marked("rio", SHOCKED), 35, (2,))[0].model("rio").has(SHOCKED)


NEAR = {"ann": (16.0, 30.0, 0.0), "bea": (24.0, 8.0, 0.0)}


def test_snap_shot_with_a_pistol_hits_by_itself() -> None:
    start = fought(crew=NEAR, sheets={"ann": replace(HAND, weapons=(PISTOL,))})
    after, told = happens(start, 39, "ann", "pistol", "rex", (6,), (6,))
    assert told.names()[1:] == ["who takes the snap shot", "weapon to fire", "whom to fire at", "damage", "casualty"]
    assert after.model("rex").whereabouts == "out_of_action"
    assert after.model("ann").about(FIRED) == ("pistol",)


def test_snap_shot_with_other_weapons_rolls_to_hit() -> None:
    sheets = {"ann": replace(HAND, weapons=(RIFLE, PISTOL, BLADE))}
    start = fought(crew=NEAR, sheets=sheets)
    after, told = happens(start, 42, "ann", "rifle", "rex", (3,))
    assert told.names()[-1].startswith("hit roll")
    assert after.model("rex").on_table
    assert after.model("ann").empty == frozenset()
    by_pistol, _ = happens(start, 42, "ann", "pistol", "pistol", "rex", (1,))
    assert by_pistol.model("rex").has(STUNNED)


def test_snap_shot_of_those_who_can_fire_at_somebody_and_only_if_the_player_likes() -> None:
    start = fought(crew=NEAR)
    after, told = happens(start, 40, "nobody")
    assert [option.key for option in told[1].options] == ["ann", "nobody"]  # type: ignore[union-attr]
    assert after == start
    start = fought()
    after, told = happens(start, 40)
    assert after == start
    assert "nobody takes" in said(told)


def test_cunning_plan_and_hesitation_are_for_the_next_round() -> None:
    assert happens(fought(), 46)[0].side(CREW).has(CUNNING) == 3
    assert happens(fought(round=4), 66)[0].side(CREW).has(HESITANT) == 5


def test_possible_reinforcements_are_three_markers_along_the_edge() -> None:
    after, _ = happens(fought(), 47)
    assert [thing.position[:2] for thing in after.things] == [(12.0, 48.0), (24.0, 48.0), (36.0, 48.0)]


def test_clock_is_running_out_from_the_end_of_the_next_round_on() -> None:
    after, _ = happens(fought(), 54)
    assert after.side(CREW).has(CLOCK) == 3
    # A second clock does not stop the first.
    assert happens(replace(after, round=4), 51)[0].side(CREW).has(CLOCK) == 3


CRATE = block("crate", (23.0, 10.0, 0.0), (25.0, 12.0, 1.0), kind="scatter")
WALL = block("wall", (40.0, 40.0, 0.0), (44.0, 41.0, 3.0), kind="wall")


def test_environmental_hazard_strikes_all_in_on_and_beside_it() -> None:
    crew = {"ann": (22.0, 11.0, 0.0), "bea": (24.0, 8.0, 0.0), "cal": (24.0, 11.0, 1.0)}
    sheets = {"ann": replace(HAND, savvy=2, saves=(2,), luck=0), "rex": replace(RAIDER, savvy=2)}
    start = fought(crew=crew, enemies={"rex": (26.0, 11.0, 0.0), "rio": (30.0, 30.0, 0.0)}, pieces=(CRATE, WALL), sheets=sheets)
    after, told = happens(start, 55, (1,), (2,), (4,), (3,), (5,), (3,), (2,))
    hazards = [one for one in told if isinstance(one, Roll) and one.what == "hazard"]
    # Bea is more than an inch off. Ann's savvy counts, her armour does not; an enemy needs a 4 and has no savvy.
    assert [(one.who, one.needs, sum(why.amount for why in one.why)) for one in hazards] == [
        ("ann", "5+", 2),
        ("cal", "5+", 0),
        ("rex", "4+", 0),
    ]
    assert "saving throw" not in told.names()
    assert after.model("ann").has(WOUNDED)
    assert (after.model("rex").has(SHOCKED), after.model("rex").position) == (1, start.model("rex").position)
    assert not after.model("cal").marks
    assert [thing.has(STUNNED) for thing in (after.model("bea"), after.model("rio"))] == [0, 0]


@pytest.mark.parametrize(("savvy", "face", "hit"), [(0, 4, True), (0, 5, False), (2, 2, True), (2, 3, False)])
def test_environmental_hazard_of_the_crew_with_savvy(savvy: int, face: int, hit: bool) -> None:
    start = fought(crew={"ann": (22.0, 11.0, 0.0)}, pieces=(CRATE,), sheets={"ann": replace(HAND, savvy=savvy)})
    after, _ = happens(start, 60, (face,), *[(1,)] * hit)
    assert bool(after.model("ann").has(STUNNED)) is hit


@pytest.mark.parametrize(("face", "hit"), [(3, True), (4, False)])
def test_environmental_hazard_of_enemies(face: int, hit: bool) -> None:
    start = fought(enemies={"rex": (22.0, 11.0, 0.0)}, crew={"ann": (4.0, 4.0, 0.0)}, pieces=(CRATE,))
    after, _ = happens(start, 60, (face,), *[(1,)] * hit)
    assert bool(after.model("rex").has(STUNNED)) is hit


def test_environmental_hazard_takes_in_the_inside_of_what_is_hollow() -> None:
    ruin = block("ruin", (10.0, 10.0, 0.0), (22.0, 22.0, 6.0))
    start = fought(crew={"ann": (16.0, 16.0, 0.0), "bea": (16.0, 16.0, 9.0), "cal": (24.0, 16.0, 0.0)}, pieces=(ruin,))
    assert [in_or_beside(figure_of(start, name), ruin) for name in ("ann", "bea", "cal")] == [True, False, False]
    bare = fought()
    after, told = happens(bare, 55)
    assert after == bare
    assert "no terrain" in said(told)


def test_a_desperate_plan() -> None:
    after, told = happens(fought(), 61, (1,), "cal")
    assert [model.id for model in after.models if model.has(IDLE)] == ["ann"]
    assert [model.id for model in after.models if model.has(BOTH)] == ["cal"]
    assert [option.key for option in told[2].options] == ["bea", "cal"]  # type: ignore[union-attr]
    alone, told = happens(fought(crew={"ann": (16.0, 8.0, 0.0)}), 65)
    assert alone.model("ann").has(IDLE)
    assert not alone.model("ann").has(BOTH)


GRENADIERS = EnemySheet(grenades=True)
CLOSE = {"rex": (24.0, 24.0, 0.0), "rio": (24.0, 27.0, 0.0), "roz": (34.0, 40.0, 0.0)}
CROWD = {"ann": (21.0, 24.0, 0.0), "bea": (24.0, 19.4, 0.0), "cal": (27.5, 20.0, 0.0)}


def test_fumbled_grenade_makes_all_within_4_inches_run() -> None:
    start = fought(crew=CROWD, enemies=CLOSE, force=GRENADIERS)
    after, _ = happens(start, 71, (1,), (0,))
    assert after.model("rex").position == pytest.approx((30.0, 24.0, 0.0), abs=0.01)
    assert after.model("rex").has(STUNNED)
    ran = {
        name: after.model(name).position[:2]
        for name in (*CROWD, "rio", "roz")
        if after.model(name).position != start.model(name).position
    }
    # Bea's base is 4.1" from where the grenade lies, and Cal's 4.8".
    assert ran == {"ann": pytest.approx((17.0, 24.0), abs=0.01), "rio": pytest.approx((24.0, 31.0), abs=0.01)}
    assert not after.model("rio").has(STUNNED)


def test_fumbled_grenade_nobody_is_in_the_way_of_those_who_run() -> None:
    row = {"ann": (22.5, 24.0, 0.0), "bea": (21.0, 24.0, 0.0)}
    start = fought(crew=row, enemies={"rex": (24.0, 24.0, 0.0)}, force=GRENADIERS)
    after, _ = happens(start, 73, (0,))
    assert [after.model(name).position[0] for name in row] == pytest.approx([18.5, 17.0], abs=0.01)


def test_fumbled_grenade_those_who_run_go_the_whole_way_and_over_no_edge() -> None:
    deck = block("deck", (10.0, 20.0, 0.0), (30.0, 28.0, 4.0))
    crew = {"ann": (22.0, 24.0, 4.0), "bea": (24.0, 26.0, 4.0)}
    start = fought(crew=crew, enemies={"rex": (24.0, 24.0, 4.0)}, pieces=(deck,), force=GRENADIERS)
    after, _ = happens(start, 73, (0,))
    assert after.model("ann").position == pytest.approx((18.0, 24.0, 4.0), abs=0.01)
    x, y, z = after.model("bea").position
    assert (x, z) == pytest.approx((24.0, 4.0))
    assert 26.5 < y <= 28.0


def test_fumbled_grenade_of_those_who_use_none_does_nothing() -> None:
    start = fought(crew=CROWD, enemies=CLOSE)
    after, told = happens(start, 72, (1,))
    assert after == start
    assert "no grenades" in said(told)
    grenade = replace(RIFLE, name="grenade", traits=frozenset({"grenade"}))
    armed = fought(crew=CROWD, enemies=CLOSE, sheets={"rex": replace(RAIDER, weapons=(grenade,))})
    assert happens(armed, 72, (1,), (0,))[0].model("rex").has(STUNNED)


def test_back_up_comes_at_the_centre_of_the_crews_edge() -> None:
    start = fought(waiting={"dan": SPARE, "eva": SPARE, "w1": BASIC})
    after, told = happens(start, 77, "eva")
    assert on_table(after, CREW) == ["ann", "bea", "cal", "eva"]
    assert after.model("eva").position[:2] == pytest.approx((24.0, 0.5), abs=0.1)
    assert [option.key for option in told[1].options] == ["dan", "eva", "nobody"]  # type: ignore[union-attr]
    assert happens(start, 74, "nobody")[0] == start
    assert "no spare crew" in said(happens(fought(), 74)[1])


def test_enemy_vip() -> None:
    after, _ = happens(fought(waiting={"w1": BASIC, "boss": VIP}), 78)
    assert on_table(after, ENEMIES) == ["rex", "rio", "roz", "boss"]
    assert after.model("boss").position[1] > 46.5
    assert "nobody is left" in said(happens(fought(waiting={"w1": BASIC}), 80)[1])


def test_fog_cloud_lies_6_inches_round_the_centre_and_one_sees_2_inches_into_it() -> None:
    places = {"rex": (21.0, 16.1, 0.0), "rio": (26.0, 40.0, 0.0), "roz": (24.0, 22.5, 0.0)}
    start = fought(crew={"ann": (24.0, 8.0, 0.0)}, enemies=places)
    after, _ = happens(start, 81)
    assert after.fogs == (Fog((24.0, 24.0), 6.0, 2.0),)
    assert in_sight(start, "ann", "rio")
    # Rex stands before the fog, Rio behind it, Roz 4" in it.
    assert [in_sight(after, "ann", name) for name in places] == [True, False, False]
    assert in_sight(after.changed("roz", position=(24.0, 19.5, 0.0)), "ann", "roz")
    again, _ = happens(replace(after, round=4), 85)
    assert again.fogs == after.fogs


def test_lost_is_ignored_while_outnumbered() -> None:
    after, _ = happens(fought(), 86, (2,))
    assert on_table(after, CREW) == ["ann", "cal"]
    assert after.model("bea").whereabouts == "fled"
    assert after.side(CREW).lost_this_round == 0
    few = fought(crew={"ann": (16.0, 8.0, 0.0), "bea": (24.0, 8.0, 0.0)})
    ignored, told = happens(few, 89)
    assert ignored == few
    assert "outnumbered" in said(told)


@pytest.mark.parametrize(("number", "kind"), [(90, "loot-marker"), (97, "credits-marker")])
def test_a_marker_lies_d6_inches_from_a_random_crew_member_in_a_random_direction(number: int, kind: str) -> None:
    after, told = happens(fought(), number, (2,), (5,), (90,))
    (thing,) = after.things
    assert (thing.id, thing.light) == (kind, False)
    assert thing.position == pytest.approx((24.0, 13.0, 0.0), abs=0.02)
    assert told.names()[2:] == ["distance of the marker", "direction of the marker"]
    # Not off the table.
    edge, _ = happens(fought(crew={"ann": (24.0, 2.0, 0.0)}), number, (6,), (270,))
    assert 0.0 <= edge.things[0].position[1] < 1.0
    twice, _ = happens(replace(after, round=4), number, (1,), (5,), (90,))
    assert len({one.id for one in twice.things}) == 2


@pytest.mark.parametrize("answer", ["go", "stay"])
def test_you_want_me_to_check_that_out(answer: str) -> None:
    after, told = happens(fought(), 100, (3,), answer)
    assert isinstance(told[2], Choose)
    went = answer == "go"
    assert (after.model("cal").whereabouts == "fled") is went
    assert after.side(CREW).has(LOOT) == int(went)


@pytest.mark.parametrize("row", TABLE, ids=lambda row: row.name)
def test_no_row_fails_when_hardly_anybody_is_there(row: object) -> None:
    """One against one, who has nothing, on a bare table; nobody waits."""
    bare = {"ann": replace(HAND, weapons=()), "rex": replace(RAIDER, weapons=())}
    start = fought(crew={"ann": (24.0, 8.0, 0.0)}, enemies={"rex": (24.0, 40.0, 0.0)}, sheets=bare)
    answers: dict[str, Answer] = {
        "critters": (3,),
        "visibility": (1,),
        "distance of the marker": (1,),
        "direction of the marker": (0,),
        "whether to check it out": "stay",
    }
    does: Callable[..., object] = row.does  # type: ignore[attr-defined]
    _, told = gone_through(does(start), always=answers)  # type: ignore[arg-type]
    assert told.said
    assert list(told) == []


def test_a_weapon_with_several_shots_spreads_its_snap_shots() -> None:
    sheets = {"ann": replace(HAND, weapons=(REPEATER,))}
    start = fought(crew={"ann": (16.0, 30.0, 0.0)}, enemies={"rex": (16.0, 38.0, 0.0), "rio": (18.0, 38.0, 0.0)}, sheets=sheets)
    _, told = happens(start, 39, "ann", "rex", "rio", "rio", (3,), (3, 3))
    assert [one.dice for one in told if isinstance(one, Roll)] == ["D100", "D6", "2D6"]
