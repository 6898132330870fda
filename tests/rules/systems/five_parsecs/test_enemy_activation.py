"""Activations of enemies: groups, guardians, overwatch, skulking, shock, critters, and a player who overrules them."""

import math
from dataclasses import replace

import pytest

from rules.engine.procedure_steps import Answer
from rules.errors import RulesError
from rules.movement.path_rules import find_reach
from rules.skirmish.moving.walk_preview import WalkPreview
from rules.skirmish.opponent.distance_estimate import distance_field
from rules.skirmish.state.battle_navmesh import mover
from rules.skirmish.state.battle_rules import Stop
from rules.skirmish.state.battle_sight import apart, table_of
from rules.skirmish.state.battle_state import Battle
from rules.systems.five_parsecs.conditions.battle_view import foes_in_sight, in_cover, in_sight
from rules.systems.five_parsecs.conditions.figure_now import shocked, stunned
from rules.systems.five_parsecs.conditions.marks import ATTACKED, LANDED, NO_FIRE, OVERWATCH, SHOCKED, STUNNED
from rules.systems.five_parsecs.conditions.side_marks import CHANGED_PLANS
from rules.systems.five_parsecs.enemy.enemy_activation import enemy_acts, group_of
from rules.systems.five_parsecs.enemy.enemy_fire import aims, attack_on
from rules.systems.five_parsecs.enemy.enemy_plan import EnemyPlan
from rules.systems.five_parsecs.enemy.overruling import WHAT
from rules.systems.five_parsecs.enemy.shock_moves import shock_move
from rules.systems.five_parsecs.movement import MOVEMENT
from rules.systems.five_parsecs.roster.combat_sheet import CombatSheet
from scene.geometry.mesh import Point
from scene.table.table import Piece
from tests.plain_scenes import block
from tests.rules.skirmish.battles import gone_through
from tests.rules.systems.five_parsecs.battle_scenes import BLADE, RAIDER, REPEATER, RIFLE, scene
from tests.rules.systems.five_parsecs.enemy_turns import FACE, RULES, EnemyTurn, answered, turn
from tests.rules.systems.five_parsecs.set_scenes import AT, CLAWS, HIDING, NEXT, NORTH, barricade, wall

TACTICAL = replace(RAIDER, ai="tactical")
BEAST = replace(CLAWS, ai="beast")
SCREEN = wall("wall", 24.0, 30.0, 40.0)
GOR: dict[str, Point] = {"gor": (24.0, 31.0, 0.0)}
FAR: dict[str, Point] = {"ann": (24.0, 4.0, 0.0)}


def fight(
    enemies: dict[str, Point],
    crew: dict[str, Point] | None = None,
    pieces: tuple[Piece, ...] = (),
    sheet: CombatSheet = TACTICAL,
    **sheets: CombatSheet,
) -> Battle:
    own = dict.fromkeys(enemies, sheet) | sheets
    return scene(crew or {"ann": (24.0, 12.0, 0.0)}, enemies, sheets=own, pieces=pieces, rules=RULES)


# Group actions


def test_enemies_each_within_two_inches_of_another_share_one_roll() -> None:
    battle = fight({"gor": NORTH, "mok": (26.5, 30.9, 0.0), "tak": (29.0, 30.9, 0.0), "far": (36.0, 30.9, 0.0)})
    found = turn(battle, "gor", 1)
    assert found.rolls.count("tactical enemies") == 1
    assert [plan.fighter for plan in found.plans] == ["gor", "mok", "tak"]
    assert [model.ready for model in found.after.on_table("enemies")] == [False, False, False, True]


def test_once_the_next_of_a_group_is_asked_about_the_first_is_seen_to_have_acted() -> None:
    battle = scene({"ann": (20.0, 10.0, 0.0)}, {"bob": (20.0, 30.0, 0.0), "cat": (21.5, 30.0, 0.0)}, rules=RULES)
    battle = battle.marked("bob", STUNNED)
    always: dict[str, Answer] = {"aggressive enemies": (1,), WHAT: "nothing"}
    _, told = gone_through(enemy_acts(battle, "bob"), always=always)
    (state,) = (one.state for one in told.said if one.text.startswith("Cat") and isinstance(one.shown, EnemyPlan) and one.state)
    assert not state.model("bob").ready
    assert not state.model("bob").has(STUNNED)


def test_the_base_condition_of_one_binds_its_group() -> None:
    """Gor is in cover and near Ann; Mok beside him stands in the open."""
    battle = fight({"mok": (26.8, 30.9, 0.0), "gor": NORTH}, {"ann": (24.0, 22.0, 0.0)}, (AT,))
    found = turn(battle, "mok", 5)
    assert "tactical enemies" not in found.rolls
    assert {plan.row.words for plan in found.plans} == {"stays and fires"}
    assert [plan.fighter for plan in found.plans] == ["mok", "gor"]


def test_one_of_a_cautious_group_in_the_open_goes_into_cover_that_is_no_farther_off() -> None:
    """Gor is in cover and near Ann, and binds Mok, who stands in the open and would be out of his range if he backed off."""
    cautious = replace(TACTICAL, ai="cautious")
    short = replace(cautious, weapons=(replace(RIFLE, inches=9.0),))
    battle = fight({"gor": NORTH, "mok": (26.8, 31.5, 0.0)}, {"ann": (24.0, 22.0, 0.0)}, (AT,), cautious, mok=short)
    assert not in_cover(battle, "ann", "mok")
    found = turn(battle, "mok")
    assert "cautious enemies" not in found.rolls
    assert in_cover(found.after, "ann", "mok")


def test_other_types_guardians_and_those_who_have_acted_are_no_part_of_a_group() -> None:
    guard = replace(TACTICAL, ai="guardian", ward="gor")
    others = {"brave": (26.0, 30.9, 0.0), "guard": (22.0, 30.9, 0.0), "done": (24.0, 32.9, 0.0)}
    battle = fight({"gor": NORTH, **others}, brave=replace(TACTICAL, ai="aggressive"), guard=guard)
    assert group_of(battle.changed("done", ready=False), "gor") == ("gor",)
    assert group_of(battle, "gor") == ("gor", "done")


def test_each_of_a_group_moves_as_it_can() -> None:
    """Mok, who is swift, leaps; Gor, with whom he acts, cannot."""
    towers = block("one", (8.0, 28.0, 0.0), (40.0, 34.0, 3.0)), block("other", (8.0, 18.5, 0.0), (40.0, 24.5, 3.0))
    places: dict[str, Point] = {"gor": (20.0, 28.8, 3.0), "mok": (22.0, 28.8, 3.0)}
    runner = replace(CLAWS, ai="aggressive", speed=6)
    battle = fight(places, {"ann": (21.0, 6.0, 0.0)}, towers, runner, mok=replace(runner, species="swift"))
    for first in places:
        after = turn(battle, first, 5).after
        assert after.model("mok").position[1] < 24.5
        assert after.model("gor").position[1] > 24.5


def test_each_of_a_group_acts_to_its_end_before_the_next() -> None:
    battle = fight({"gor": NORTH, "mok": (26.0, 30.9, 0.0)})
    said = turn(battle, "gor", 1).said
    first, second = (
        said.index("Gor fires at Ann with rifle"),
        next(line for line in said if line.startswith("Mok stays and fires")),
    )
    assert first < said.index(second)


def test_who_is_not_on_the_table_does_nothing() -> None:
    battle = fight({"gor": NORTH}).changed("gor", whereabouts="reserve")
    found = turn(battle, "gor")
    assert found.after == battle
    assert not found.said


# Target selection and arc of fire


def test_the_easiest_target_goes_before_the_closest() -> None:
    crew: dict[str, Point] = {"ann": (22.0, 16.0, 0.0), "bea": (30.0, 12.0, 0.0)}
    battle = fight({"gor": NORTH}, crew, (barricade("hers", 22.0, 17.0),))
    found = aims(battle, "gor")
    assert found is not None
    assert found.first == ("bea",)


def test_of_equals_chance_decides_and_it_turns_to_the_target() -> None:
    crew: dict[str, Point] = {"ann": (20.0, 14.0, 0.0), "bea": (28.0, 14.0, 0.0)}
    found = turn(fight({"gor": (24.0, 30.0, 0.0)}, crew), "gor", 1)
    assert "which target" in found.rolls
    assert found.after.model("gor").facing == pytest.approx(256.0, abs=1.0)


def test_shots_are_spread_over_targets_within_three_inches_and_the_rest_hits_the_first() -> None:
    crew: dict[str, Point] = {"ann": (24.0, 14.0, 0.0), "bea": (26.0, 13.0, 0.0), "cis": (34.0, 14.0, 0.0)}
    battle = fight({"gor": NORTH}, crew, sheet=replace(TACTICAL, weapons=(REPEATER,)))
    aim = aims(battle, "gor")
    assert aim is not None
    attack = attack_on(battle, "gor", aim, "ann")
    assert [(shots.target, shots.count) for shots in attack.shots] == [("ann", 2), ("bea", 1)]


def test_enemies_face_where_they_went_if_nobody_is_in_sight() -> None:
    found = turn(fight({"gor": NORTH}, {"ann": (24.0, 4.0, 0.0)}, (HIDING, wall("second", 24.0, 20.0, 40.0))), "gor", 6)
    (leg,) = found.plan.path.legs[-1:]
    assert found.after.model("gor").facing == pytest.approx(_heading(leg.start, leg.end), abs=0.1)


def _heading(start: Point, end: Point) -> float:
    return math.degrees(math.atan2(end[1] - start[1], end[0] - start[0])) % 360.0


def test_enemies_remember_whom_they_have_attacked() -> None:
    assert turn(fight({"gor": NORTH}), "gor", 1).after.model("gor").about(ATTACKED) == ("ann",)


# Enemy overwatch


@pytest.mark.parametrize(
    ("ai", "face", "watches"),
    [("tactical", 4, False), ("tactical", 5, True), ("cautious", 4, True), ("defensive", 4, True), ("defensive", 3, False)],
)
def test_who_sees_no_target_goes_on_overwatch_on_5_or_for_the_careful_on_4(ai: str, face: int, watches: bool) -> None:
    battle = fight({"gor": NORTH}, pieces=(SCREEN,), sheet=replace(TACTICAL, ai=ai))  # type: ignore[arg-type]
    found = turn(battle, "gor", 1, faces={"overwatch": face})
    assert "overwatch" in found.rolls
    assert bool(found.after.model("gor").has(OVERWATCH)) is watches


def test_those_who_have_changed_their_plans_are_as_careful_as_the_cautious() -> None:
    battle = fight(GOR, FAR, (SCREEN,), replace(RAIDER, ai="aggressive")).side_marked("enemies", CHANGED_PLANS)
    assert turn(battle, "gor", 2, faces={"overwatch": 4}).after.model("gor").has(OVERWATCH)


def test_overwatch_ends_with_the_next_activation() -> None:
    battle = fight({"gor": NORTH}).marked("gor", OVERWATCH)
    assert not turn(battle, "gor", 1).after.model("gor").has(OVERWATCH)


# Enemy skulking


def test_a_beast_skulks_behind_the_nearest_feature_that_is_closer_to_a_target() -> None:
    crate = block("crate", (30.0, 22.0, 0.0), (32.0, 24.0, 2.5), kind="scatter")
    found = turn(fight(GOR, FAR, (SCREEN, crate), BEAST), "gor", faces={"skulking": 5})
    place = found.after.model("gor").position
    assert any("skulks to crate" in text for text in found.said)
    assert place[1] > 24.0  # north of it, away from Ann
    assert 24.0 < place[1] < 24.7


def test_a_beast_skulks_into_the_middle_of_an_area_feature() -> None:
    wood = block("wood", (29.0, 20.0, 0.0), (33.0, 24.0, 0.1), kind="area", feature="area")
    found = turn(fight(GOR, FAR, (SCREEN, wood), BEAST), "gor", faces={"skulking": 6})
    assert found.after.model("gor").position[:2] == pytest.approx((31.0, 22.0), abs=0.01)


def test_a_beast_does_not_skulk_on_a_4_nor_where_nothing_is_closer() -> None:
    battle = fight(GOR, FAR, (SCREEN,), BEAST)
    assert not any("skulks" in text for text in turn(battle, "gor", faces={"skulking": 4}).said)
    found = turn(battle, "gor", faces={"skulking": 5})
    assert any("no terrain feature" in text for text in found.said)


def test_beasts_stay_together_where_it_costs_little() -> None:
    pack = {"gor": (24.0, 31.0, 0.0), "mok": (20.0, 29.0, 0.0)}
    battle = fight(pack, {"ann": (24.0, 2.0, 0.0)}, (wall("wall", 24.0, 24.0, 12.0),), BEAST)
    found = turn(battle, "gor")
    assert apart(found.after, "gor", "mok") <= 6.0
    assert not foes_in_sight(found.after, "gor")


# Guardian


def guarded(ward: Point, guard: Point, pieces: tuple[Piece, ...] = ()) -> Battle:
    sheet = replace(TACTICAL, ai="guardian", ward="gor")
    return fight({"gor": ward, "guard": guard}, {"ann": (24.0, 14.0, 0.0), "bea": (32.0, 13.0, 0.0)}, pieces, guard=sheet)


def test_a_guardian_fires_at_whom_its_ward_has_attacked() -> None:
    battle = guarded(NORTH, (26.0, 31.0, 0.0)).marked("gor", ATTACKED, about="bea")
    found = turn(battle, "guard")
    assert found.plan.fire is not None
    assert found.plan.fire.first == ("bea",)
    assert not found.rolls[0].endswith("enemies")


def test_a_guardian_stays_within_three_inches_of_its_ward() -> None:
    found = turn(guarded(NORTH, (30.0, 32.0, 0.0)), "guard")
    assert apart(found.before, "guard", "gor") > 3.0
    assert apart(found.after, "guard", "gor") <= 3.0


def test_a_guardian_too_far_off_goes_back_to_its_ward() -> None:
    found = turn(guarded((24.0, 40.0, 0.0), (40.0, 40.0, 0.0)), "guard")
    assert apart(found.after, "guard", "gor") < apart(found.before, "guard", "gor") - 4.0


def test_a_guardian_brawls_with_whom_its_ward_has_brawled() -> None:
    ward, guard = replace(TACTICAL, weapons=(BLADE,)), replace(TACTICAL, ai="guardian", ward="gor", weapons=(BLADE, RIFLE))
    battle = fight({"gor": (24.0, 31.0, 0.0), "guard": (26.0, 31.0, 0.0)}, {"ann": (25.0, 27.0, 0.0)}, gor=ward, guard=guard)
    found = turn(battle.marked("gor", ATTACKED, about="ann"), "guard")
    assert any(what.startswith("brawl") for what in found.rolls)


def test_a_guardian_without_its_ward_acts_as_the_others_do() -> None:
    battle = guarded(NORTH, (26.0, 31.0, 0.0)).changed("gor", whereabouts="out_of_action")
    assert "aggressive enemies" in turn(battle, "guard", 1).rolls


# Stun, snap fire, jumps


def test_whoever_stays_in_contact_brawls_on_and_does_not_fire() -> None:
    battle = fight({"gor": (24.0, 12.0 + 25 / 25.4, 0.0)}, {"ann": (24.0, 12.0, 0.0)})
    for one in (battle, stunned(battle, "gor")):
        found = turn(one, "gor", 1)
        assert found.rolls[:3] == ["tactical enemies", "brawl, improvised", "brawl, improvised"]
    with pytest.raises(RulesError, match="in contact with Ann, and does not fire"):
        turn(battle, "gor", 1, typed="fire at ann")


def test_a_stunned_tactical_enemy_does_not_go_into_a_brawl() -> None:
    sheet = replace(TACTICAL, weapons=(BLADE,))
    found = turn(stunned(fight({"gor": (24.0, 17.0, 0.0)}, sheet=sheet), "gor"), "gor", 5)
    assert not any(what.startswith("brawl") for what in found.rolls)
    assert not found.after.model("gor").has(STUNNED)


def test_who_is_stunned_by_snap_fire_goes_on_and_does_not_fire() -> None:
    def snaps(now: Battle, who: str, walker: str):  # type: ignore[no-untyped-def] # noqa: ANN202
        yield from ()
        return stunned(now, walker).marked(walker, NO_FIRE).changed(who, ready=False)

    def watch(now: Battle, _walker: str, _path: object, _inches: float) -> Stop | None:
        return Stop(1.0, "ann", snaps) if now.model("ann").ready else None

    battle = scene(
        {"ann": (24.0, 12.0, 0.0)},
        {"gor": NORTH},
        sheets={"gor": TACTICAL},
        pieces=(AT, NEXT),
        rules=replace(RULES, watch=watch),
    )
    found = turn(battle, "gor", 5)
    assert found.after.model("gor").position[1] < 28.0
    assert not any("Gor fires" in text for text in found.said)


def test_who_is_shocked_on_the_way_stops_and_does_not_fire() -> None:
    def snaps(now: Battle, who: str, walker: str):  # type: ignore[no-untyped-def] # noqa: ANN202
        yield from ()
        x, y, z = now.model(walker).position
        return shocked(now, walker).changed(walker, position=(x, y + 1.0, z)).changed(who, ready=False)

    def watch(now: Battle, _walker: str, _path: object, _inches: float) -> Stop | None:
        return Stop(1.0, "ann", snaps) if now.model("ann").ready else None

    battle = scene(
        {"ann": (24.0, 12.0, 0.0)}, {"gor": NORTH}, sheets={"gor": TACTICAL}, pieces=(NEXT,), rules=replace(RULES, watch=watch)
    )
    found = turn(battle, "gor", 5)
    assert found.after.model("gor").position[1] > 29.0
    assert not any("Gor fires" in text for text in found.said)


def test_who_has_come_down_hard_does_nothing_more_in_the_round() -> None:
    found = turn(fight({"gor": NORTH}).marked("gor", LANDED), "gor")
    assert not found.plans
    assert not found.after.model("gor").ready


# Shock


def shock(battle: Battle, fighter: str) -> EnemyTurn:
    found = EnemyTurn(battle, fighter, battle)
    found.after = answered(shock_move(battle, fighter), found, {"": FACE})
    return found


def test_shocked_in_the_open_it_goes_to_the_closest_cover() -> None:
    battle = shocked(
        fight({"gor": NORTH}, pieces=(barricade("near", 28.0, 31.0, 3.0), barricade("far", 18.0, 31.0, 3.0))), "gor"
    )
    found = shock(battle, "gor")
    assert found.after.model("gor").position[0] > 25.0
    assert all(in_cover(found.after, foe, "gor") for foe in foes_in_sight(found.after, "gor"))


def test_shocked_in_cover_and_in_sight_it_breaks_a_line_if_it_can() -> None:
    crew: dict[str, Point] = {"ann": (24.0, 12.0, 0.0)}
    battle = shocked(fight({"gor": NORTH}, crew, (AT, wall("wall", 29.0, 29.0, 5.0))), "gor")
    assert in_sight(battle, "ann", "gor")
    assert not in_sight(shock(battle, "gor").after, "ann", "gor")


def test_shocked_in_cover_without_a_line_to_break_it_stays() -> None:
    battle = shocked(fight({"gor": NORTH}, pieces=(AT,)), "gor")
    assert shock(battle, "gor").after.model("gor").position == NORTH


def test_shocked_out_of_sight_it_stays() -> None:
    battle = shocked(fight({"gor": NORTH}, pieces=(HIDING,)), "gor")
    assert shock(battle, "gor").after.model("gor").position == NORTH


def test_a_shocked_crew_member_is_moved_alike_and_the_player_is_asked() -> None:
    battle = shocked(fight({"gor": NORTH}, pieces=(barricade("near", 27.0, 12.8, 3.0),)), "ann")
    found = shock(battle, "ann")
    assert [choice.who for choice in found.choices] == ["crew"]
    assert in_cover(found.after, "gor", "ann")


def test_a_shocked_enemy_moves_by_shock_makes_no_attack_and_is_shocked_no_more() -> None:
    found = turn(shocked(fight({"gor": NORTH}, pieces=(NEXT,)), "gor"), "gor")
    assert not found.plans
    assert not found.after.model("gor").has(SHOCKED)
    assert not any("fires" in text for text in found.said)


# Vermin


def test_vermin_attack_the_nearest_figure_of_any_side() -> None:
    crawler = replace(BEAST, role="vermin")
    battle = fight({"gor": (24.0, 31.0, 0.0), "bug": (24.0, 27.0, 0.0)}, bug=crawler).changed("bug", gang="vermin")
    found = turn(battle, "bug")
    assert any(what.startswith("brawl") for what in found.rolls)
    assert found.plan.row.behaviour == "chase"
    assert found.before.model("gor").gang == "enemies"


def test_enemies_do_not_play_against_vermin() -> None:
    crawler = replace(BEAST, role="vermin")
    battle = fight({"gor": (24.0, 31.0, 0.0), "bug": (30.0, 27.0, 0.0)}, bug=crawler).changed("bug", gang="vermin")
    aim = aims(battle, "gor")
    assert aim is not None
    assert "bug" not in aim.first


# The player is asked, and may overrule


def test_the_player_is_asked_with_the_plan_first_its_reasons_and_its_way() -> None:
    found = turn(fight({"gor": NORTH}, pieces=(AT, NEXT)), "gor", 5)
    (choice,) = [one for one in found.choices if one.what == WHAT]
    assert choice.who == "crew"
    assert choice.about == "gor"
    assert choice.options[0].key == "table"
    assert choice.options[0].text.startswith("moves 4.")
    assert [option.key for option in choice.options] == ["table", "stay"]
    assert choice.preview is not None
    shown = choice.preview(choice.options[0])
    assert isinstance(shown, WalkPreview)
    assert shown.stops == pytest.approx(found.after.model("gor").position)
    texts = [reason.text for reason in found.plan.because]
    assert texts[0] == 'nearest opponent Ann is 17.9" away'
    assert "in cover from Ann" in texts[-1]
    assert texts[-1] in "; ".join(found.said)


def test_what_is_shown_first_is_what_is_done() -> None:
    found = turn(fight({"gor": NORTH}, pieces=(AT, NEXT)), "gor", 5)
    assert found.after.model("gor").position == pytest.approx(found.plan.path.legs[-1].end)


def test_it_may_be_told_to_stay_and_fire() -> None:
    found = turn(fight({"gor": NORTH}, pieces=(AT, NEXT)), "gor", 5, typed="stay")
    assert found.after.model("gor").position == NORTH
    assert "Gor is overruled, and stays and fires at Ann with rifle" in found.said
    assert "Gor fires at Ann with rifle" in found.said


@pytest.mark.parametrize(
    ("typed", "place", "fires"),
    [
        ("nothing", NORTH, False),
        ("move 26 33", (26.0, 33.0, 0.0), False),
        ("move 26 33 0, fire at Ann", (26.0, 33.0, 0.0), True),
        ("fire at ann", NORTH, True),
        ("move 24 24.5", (24.0, 24.5, 0.0), False),
        ("26 33", (26.0, 33.0, 0.0), False),
        ("26 33 0, fire at Ann", (26.0, 33.0, 0.0), True),
        ("ann", NORTH, True),
    ],
)
def test_a_person_may_type_what_it_does_instead(typed: str, place: Point, fires: bool) -> None:
    found = turn(fight({"gor": NORTH}), "gor", 1, typed=typed)
    assert found.after.model("gor").position == pytest.approx(place, abs=0.01)
    assert any("Gor fires at Ann" in text for text in found.said) is fires
    assert any(text.startswith("Gor is overruled") for text in found.said)


def test_a_person_may_send_it_into_a_brawl() -> None:
    found = turn(fight({"gor": (24.0, 16.0, 0.0)}), "gor", 1, typed="engage Ann")
    assert any(what.startswith("brawl") for what in found.rolls)


def test_a_bare_name_is_a_brawl_for_who_has_nothing_to_fire_and_says_why_neither_can_be() -> None:
    hand = replace(TACTICAL, weapons=(BLADE,))
    near = turn(fight({"gor": (24.0, 16.0, 0.0)}, sheet=hand), "gor", 1, typed="Ann")
    assert any(what.startswith("brawl") for what in near.rolls)
    with pytest.raises(RulesError) as error:
        turn(fight({"gor": NORTH}, sheet=hand), "gor", 1, typed="Ann")
    assert error.value.faults[0] == "Gor has nothing that it may fire"
    assert "before a combat action" in error.value.faults[1]


def test_a_row_is_told_once_by_its_roll_and_by_name_for_the_others_of_a_group() -> None:
    battle = fight({"gor": NORTH, "mok": (26.0, 30.9, 0.0)})
    said = [line for line in turn(battle, "gor", 1).said if "nearest opponent" in line]
    assert [line.partition(" nearest")[0] for line in said] == ["Gor:", "Mok stays and fires:"]


def test_who_stays_though_its_row_has_it_move_says_why() -> None:
    said = turn(fight({"gor": NORTH}), "gor", 5).said
    assert any("Gor finds no cover in reach" in line for line in said)


def test_nobody_who_can_fire_jumps_down_for_a_row_that_fires() -> None:
    """From 1.2" it climbs down instead, as a move is long enough for that; it comes to where its plan led."""
    deck = block("deck", (22.0, 28.0, 0.0), (26.0, 32.0, 1.2), kind="platform")
    cautious = replace(TACTICAL, ai="cautious")
    found = turn(fight({"gor": (24.0, 29.0, 1.2)}, pieces=(deck,), sheet=cautious), "gor", 6)
    assert not found.after.model("gor").has(LANDED)
    assert found.after.model("gor").position == pytest.approx(found.plan.path.legs[-1].end)
    assert found.plan.path.legs[-1].end[2] == 0.0
    assert any(line.startswith("Gor fires at Ann") for line in found.said)


def test_a_retreat_from_the_open_leads_back_into_cover() -> None:
    back, front = barricade("back", 24.0, 33.0), barricade("front", 24.0, 26.5)
    cautious = replace(TACTICAL, ai="cautious")
    found = turn(fight({"gor": (24.0, 29.5, 0.0)}, pieces=(back, front), sheet=cautious), "gor", 1)
    assert found.after.model("gor").position[1] > 33.0


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("fire at Bob", '"Bob" is nobody to fire at; there are: Ann'),
        ("engage Bob", '"Bob" is nobody to engage; there are: Ann'),
        ("move 24", '"24" is no place'),
        ("move here", '"here" is no place'),
        ("move 24 14", 'moves 5", and 7" with a dash'),
        ("move 24 25, fire at Ann", '"5" before a combat action'),
        ("move 99 99", "nobody can stand at 99 99"),
        ("engage Ann", 'Gor moves 5" before a combat action'),
        ("dance", "nothing that an enemy can be told"),
        ("fire at Ann, fire at Ann", "nothing that an enemy can be told"),
        ("nothing, move 24 30", '"nothing" stands alone'),
        ("", "nothing that an enemy can be told"),
    ],
)
def test_what_cannot_be_done_is_told_in_one_line(typed: str, told: str) -> None:
    with pytest.raises(RulesError) as error:
        turn(fight({"gor": NORTH}), "gor", 1, typed=typed)
    assert told.replace('"5" before', '5" before') in str(error.value)
    assert "\n" not in str(error.value)


def test_nobody_is_told_to_fire_at_whom_it_does_not_see() -> None:
    with pytest.raises(RulesError, match="no line of sight to Ann"):
        turn(fight({"gor": NORTH}, pieces=(HIDING,)), "gor", 1, typed="fire at Ann")


# What planning takes from others


def test_reach_tells_which_places_are_landed_on() -> None:
    deck = block("deck", (20.0, 20.0, 0.0), (28.0, 28.0, 2.0))
    battle = fight({"gor": (24.0, 27.0, 2.0)}, pieces=(deck,))
    found = find_reach(table_of(battle), mover(battle, "gor"), inches=4.0, rules=MOVEMENT, safe=True, step=1.0)
    assert found.ends_round.any()
    assert (found.positions[found.ends_round][:, 2] < 0.1).all()
    climbed = ~found.ends_round & (found.positions[:, 2] < 0.1)
    # Two inches down the side, after an inch and a half to its edge.
    assert (found.costs[climbed] > 3.4).all()


def test_routes_leave_out_climbs_that_nobody_finishes_in_a_move() -> None:
    """Onto a block 6 inches high leads nothing but its sides: 2.4 to it, 6 up and 4.5 on."""
    battle = fight({"gor": NORTH}, pieces=(block("deck", (20.0, 20.0, 0.0), (28.0, 28.0, 6.0)),))
    up, here = (24.0, 24.0, 6.0), battle.model("gor").position
    routes = [distance_field(battle, "gor", up, longest=longest) for longest in (5.0, 9.0)]
    costs = [field.route(here) if field is not None else float("inf") for field in routes]
    assert costs[0] == float("inf")
    assert 12.5 < costs[1] < 13.5


def test_lines_of_sight_do_not_depend_on_who_asks() -> None:
    battle = fight({"gor": NORTH, "mok": (31.0, 30.0, 0.0)}, {"ann": (24.0, 12.0, 0.0), "bea": (18.0, 20.0, 0.0)}, (HIDING, AT))
    for one in ("gor", "mok"):
        for other in ("ann", "bea"):
            assert in_sight(battle, one, other) == in_sight(battle, other, one)
