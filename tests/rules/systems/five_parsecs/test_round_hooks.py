"""five-parsecs: Battle events on round 2 and round 4, as they reach into the rounds that follow."""

import math
from dataclasses import replace

import pytest

from rules.engine.procedure_steps import Choose, Procedure, Roll, Say
from rules.skirmish.state.battle_state import Battle, TableObject
from rules.systems.five_parsecs.conditions.figure_now import arc_of, casualty, guns_of, sheet, weapon_of
from rules.systems.five_parsecs.conditions.marks import BOTH, IDLE, QUICK, SHOCKED, SLOW, STUNNED
from rules.systems.five_parsecs.conditions.side_marks import CREDITS, CUNNING, HESITANT, INTENSE, RENEWED
from rules.systems.five_parsecs.enemy.enemy_activation import vermin_acts
from rules.systems.five_parsecs.enemy.overruling import WHAT
from rules.systems.five_parsecs.events.arriving import placed
from rules.systems.five_parsecs.events.found_things import can_search, search
from rules.systems.five_parsecs.events.possible_reinforcements import (
    markers_of,
    markers_removed,
    possible_reinforcements,
    somebody_comes,
)
from rules.systems.five_parsecs.events.round_hooks import (
    after_enemies,
    before_enemies,
    before_round,
    reaction_rolls_skipped,
    reactions_by_event,
)
from rules.systems.five_parsecs.events.vermin import VERMIN
from rules.systems.five_parsecs.harm.hits import BattleHit, saving_throw
from rules.systems.five_parsecs.roster.combat_sheet import BattleWeapon, CrewSheet
from rules.systems.five_parsecs.roster.loot import parse_loot
from sightline.session.gang_loading import shipped
from tests.plain_scenes import block
from tests.rules.skirmish.battles import gone_through
from tests.rules.systems.five_parsecs.battle_scenes import CREW, ENEMIES, HAND, RAIDER, RIFLE
from tests.rules.systems.five_parsecs.event_scenes import BASIC, SPARE, SPECIALIST, VERMIN_SHEET, fought

BY_TABLE = {WHAT: "table"}
"""Nobody overrules what vermin do."""
FERAL = replace(HAND, species="feral")


def acts(battle: Battle, fighter: str) -> Procedure[Battle]:
    """An enemy that does no more than to say so."""
    yield Say(f"{fighter} is ready: {battle.model(fighter).ready}")
    return battle.marked(fighter, STUNNED)


def test_renewed_efforts_a_random_enemy_acts_again_every_round() -> None:
    start = fought().side_marked(ENEMIES, RENEWED).changed("roz", ready=False)
    after, told = gone_through(after_enemies(start, acts), (3,))
    assert [model.id for model in after.models if model.has(STUNNED)] == ["roz"]
    assert told.said[-1].text == "roz is ready: True"
    assert gone_through(after_enemies(replace(after, round=5), acts), (1,))[0].model("rex").has(STUNNED)


def test_without_renewed_efforts_nobody_acts_again() -> None:
    start = fought()
    assert gone_through(after_enemies(start, acts))[0] is start
    nobody = fought(enemies={"rex": (1.0, 1.0, 0.0)}).side_marked(ENEMIES, RENEWED)
    nobody = nobody.changed("rex", whereabouts="fled")
    assert gone_through(after_enemies(nobody, acts))[0] is nobody


@pytest.mark.parametrize("mark", [CUNNING, HESITANT])
def test_plans_and_hesitation_hold_for_the_next_round_only(mark: object) -> None:
    start = fought(round=2).side_marked(CREW, mark, 3)  # type: ignore[arg-type]
    assert [reaction_rolls_skipped(replace(start, round=number)) for number in (2, 3, 4)] == [False, True, False]
    during, told = gone_through(before_round(replace(start, round=3)))
    assert during.side(CREW).has(mark)  # type: ignore[arg-type]
    assert mark.name in told.said[0].text  # type: ignore[attr-defined]
    gone, told = gone_through(before_round(replace(start, round=4)))
    assert not gone.side(CREW).has(mark)  # type: ignore[arg-type]
    assert told.said == []


def test_marks_of_enemies_for_a_round_go_too() -> None:
    start = fought(round=3).side_marked(ENEMIES, INTENSE, 3)
    assert gone_through(before_round(start))[0].side(ENEMIES).has(INTENSE) == 3
    assert not gone_through(before_round(replace(start, round=4)))[0].side(ENEMIES).marks


def test_cunning_plan_each_acts_as_the_player_prefers() -> None:
    start = fought(round=3).side_marked(CREW, CUNNING, 3)
    after, told = gone_through(reactions_by_event(start), "quick", "slow", "quick")
    assert [one.about for one in told if isinstance(one, Choose)] == ["ann", "bea", "cal"]
    assert [model.id for model in after.models if model.has(QUICK)] == ["ann", "cal"]
    assert [model.id for model in after.models if model.has(SLOW)] == ["bea"]


def test_a_moment_of_hesitation_one_acts_quickly_and_all_others_slowly() -> None:
    start = fought(round=3).side_marked(CREW, HESITANT, 3)
    after, _ = gone_through(reactions_by_event(start), "bea")
    assert [model.id for model in after.models if model.has(QUICK)] == ["bea"]
    assert [model.id for model in after.models if model.has(SLOW)] == ["ann", "cal"]


def test_a_moment_of_hesitation_of_a_feral_if_there_is_any() -> None:
    one = fought(round=3, sheets={"cal": FERAL}).side_marked(CREW, HESITANT, 3)
    assert gone_through(reactions_by_event(one))[0].model("cal").has(QUICK)
    two = fought(round=3, sheets={"cal": FERAL, "ann": FERAL}).side_marked(CREW, HESITANT, 3)
    after, told = gone_through(reactions_by_event(two), "ann")
    assert [option.key for option in told[0].options] == ["ann", "cal"]  # type: ignore[union-attr]
    assert [model.id for model in after.models if model.has(SLOW)] == ["bea", "cal"]


def test_who_acts_twice_or_not_at_all_is_neither_quick_nor_slow() -> None:
    start = fought(round=3).side_marked(CREW, CUNNING, 3).marked("ann", BOTH).marked("bea", IDLE)
    after, _ = gone_through(reactions_by_event(start), "slow")
    assert [model.id for model in after.models if model.has(SLOW) or model.has(QUICK)] == ["cal"]


MARKED, _ = gone_through(possible_reinforcements(fought(waiting={"w1": BASIC, "w2": SPECIALIST})))


@pytest.mark.parametrize(("face", "comes"), [(4, False), (5, True), (6, True)])
def test_possible_reinforcements_a_basic_enemy_at_a_random_marker_with_5_or_6(face: int, comes: bool) -> None:
    after, told = gone_through(somebody_comes(replace(MARKED, round=3)), (1,), (face,))
    assert [one.dice for one in told if isinstance(one, Roll)] == ["1 of 3", "D6"]
    assert [thing.position[0] for thing in markers_of(after)] == [24.0, 36.0]
    assert after.model("w1").on_table is comes
    assert not after.model("w2").on_table
    if comes:
        assert after.model("w1").position[:2] == pytest.approx((12.0, 47.5), abs=0.1)
        # It acts in the very phase at the beginning of which it has come.
        assert after.model("w1").ready


def test_possible_reinforcements_one_marker_a_round_until_they_are_gone() -> None:
    battle, counts = MARKED, []
    for answers in (((3,), (1,)), ((2,), (1,)), ((1,),)):
        battle, _ = gone_through(somebody_comes(battle), *answers)
        counts.append(len(markers_of(battle)))
    assert counts == [2, 1, 0]
    assert gone_through(somebody_comes(battle))[0] is battle


@pytest.mark.parametrize(("gap", "left"), [(2.99, 2), (3.01, 3)])
def test_a_marker_within_3_inches_of_a_crew_member_is_removed(gap: float, left: int) -> None:
    base = 12.5 / 25.4
    start = MARKED.changed("ann", position=(24.0, 48.0 - base - gap, 0.0))
    after, told = gone_through(markers_removed(start))
    assert len(markers_of(after)) == left
    assert len(told.said) == 3 - left
    # Enemies do not matter, and no other things go.
    other = replace(MARKED, things=(*MARKED.things, TableObject("crate", (24.0, 30.0, 0.0))))
    moved = other.changed("rex", position=(24.0, 46.0, 0.0)).changed("ann", position=(24.0, 30.0, 0.0))
    assert gone_through(markers_removed(moved))[0].things == other.things
    # Before the roll it is looked as well.
    rolled, told = gone_through(somebody_comes(start), (1,), (1,))
    assert len(markers_of(rolled)) == left - 1
    assert next(one.dice for one in told if isinstance(one, Roll)) == f"1 of {left}"


def with_vermin(place: tuple[float, float], **places: tuple[float, float, float]) -> Battle:
    """A battle with vermin of nobody, so fast, at a place."""
    crew = {name: at for name, at in places.items() if name in {"ann", "bea"}} or {"ann": (4.0, 4.0, 0.0)}
    enemies = {name: at for name, at in places.items() if name in {"rex", "rio"}} or {"rex": (44.0, 44.0, 0.0)}
    start = fought(crew=crew, enemies=enemies, waiting={"vic": replace(VERMIN_SHEET, speed=6, combat=0)})
    found = placed(start, "vic", (*place, 0.0), gang=VERMIN)
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("ann", "rex", "other"), [((24.0, 19.0, 0.0), (24.0, 34.0, 0.0), "ann"), ((24.0, 10.0, 0.0), (24.0, 29.0, 0.0), "rex")]
)
def test_critters_attack_the_nearest_whichever_side_it_is_on(
    ann: tuple[float, float, float], rex: tuple[float, float, float], other: str
) -> None:
    start = with_vermin((24.0, 24.0), ann=ann, rex=rex)
    # One rolls 5 and the other 3, with a pistol's bonus for nobody: rifles are no weapons for brawls.
    after, told = gone_through(before_enemies(start, vermin_acts), (5,), (3,), (1,), always=BY_TABLE)
    rolls = [one for one in told if isinstance(one, Roll)]
    assert [(one.what, one.who) for one in rolls[:2]] == [("brawl, improvised", "vic"), ("brawl, improvised", other)]
    assert after.model(other).has(STUNNED)
    assert math.dist(after.model("vic").position, after.model(other).position) < 2.5


def test_critters_that_do_not_get_there_move_as_far_as_they_can() -> None:
    start = with_vermin((24.0, 24.0), ann=(24.0, 12.0, 0.0))
    after, told = gone_through(before_enemies(start, vermin_acts), always=BY_TABLE)
    assert list(told) == []
    # Six inches and a dash, to the nearest place of a lattice.
    assert after.model("vic").position == pytest.approx((24.0, 16.0, 0.0), abs=0.3)
    # The shocked stay where they are, and are shocked no more.
    shocked, _ = gone_through(before_enemies(start.marked("vic", SHOCKED), vermin_acts), always=BY_TABLE)
    assert shocked.model("vic").position == start.model("vic").position
    assert not shocked.model("vic").has(SHOCKED)


def test_critters_pass_over_whom_they_cannot_get_at() -> None:
    # A pool of lava is round Ann, too wide to leap.
    sides = [((26, 20), (29, 28)), ((31, 20), (34, 28)), ((29, 20), (31, 23)), ((29, 25), (31, 28))]
    pool = tuple(
        block(f"pool-{number}", (*low, 0.0), (*high, 0.01), kind="area", ground="impassable")
        for number, (low, high) in enumerate(sides)
    )
    vic = replace(VERMIN_SHEET, speed=8)
    start = fought(crew={"ann": (30.0, 24.0, 0.0)}, enemies={"rex": (17.0, 24.0, 0.0)}, waiting={"vic": vic}, pieces=pool)
    found = placed(start, "vic", (24.0, 24.0, 0.0), gang=VERMIN)
    assert found is not None
    after, _ = gone_through(before_enemies(found, vermin_acts), (3,), (5,), (1,), always=BY_TABLE)
    assert after.model("vic").position[0] < 20.0


def test_critters_that_are_killed_are_no_loss_of_the_enemies() -> None:
    start = with_vermin((24.0, 24.0))
    after = casualty(start, "vic")
    assert after.model("vic").whereabouts == "out_of_action"
    assert after.side(ENEMIES) == start.side(ENEMIES)
    assert casualty(start, "rex").side(ENEMIES).lost_this_round == 1


FOUND = replace(
    fought(), things=(TableObject("loot-marker", (16.0, 8.9, 0.0)), TableObject("credits-marker", (24.0, 10.0, 0.0)))
)


def test_a_marker_is_picked_up_by_a_crew_member_in_contact() -> None:
    base = 12.5 / 25.4
    assert can_search(FOUND, "ann")
    assert not can_search(FOUND, "bea")
    assert not can_search(FOUND.changed("ann", position=(16.0, 8.9 - base - 0.51, 0.0)), "ann")
    assert not can_search(FOUND.changed("ann", whereabouts="fled"), "ann")
    # The enemy ignores it.
    assert not can_search(FOUND.changed("rex", position=(16.0, 9.5, 0.0)), "rex")
    # Other things are none of its business.
    assert not can_search(replace(FOUND, things=(TableObject("crate", (16.0, 8.0, 0.0)),)), "ann")


def test_i_found_something_is_a_roll_for_loot() -> None:
    after, told = gone_through(search(FOUND, "ann"), (57,))
    assert [one.dice for one in told if isinstance(one, Roll)] == ["D100"]
    assert [thing.id for thing in after.things] == ["credits-marker"]
    assert "57" in told.said[0].text


def looted(number: int, *, weapons: tuple[BattleWeapon, ...] = (RIFLE,), saves: tuple[int, ...] = ()) -> Battle:
    """Ann has searched, with the shipped loot table."""
    table = parse_loot(shipped("crews/loot"), shipped("crews/armoury"))
    start = fought(sheets={"ann": replace(HAND, weapons=weapons, saves=saves)})
    crew, foes = start.setting.gangs
    setting = replace(start.setting, gangs=(replace(crew, sheet=CrewSheet(loot=table)), foes))
    start = replace(start, setting=setting, things=FOUND.things).changed("ann", empty=frozenset({"Arc pistol"}))
    after, told = gone_through(search(start, "ann"), (number,))
    assert isinstance(told[0], Roll)
    assert told[0].meant_by((number,)) == table.at(number).name
    assert table.at(number).name in told.said[0].text
    return after


def test_loot_may_be_used_immediately() -> None:
    # 16-25 is a pistol, 51-60 armour with 5+, 66-80 trade goods.
    armed = looted(20)
    assert [weapon.name for weapon in guns_of(armed, "ann")] == ["rifle", "Arc pistol"]
    assert weapon_of(armed, "ann", "Arc pistol").ranged
    assert arc_of(looted(20, weapons=()), "ann") == 180.0
    hit = BattleHit("ann", 0)
    assert [saving_throw(battle, hit) for battle in (armed, looted(55), looted(55, saves=(5,)))] == [None, 5, 4]
    assert sheet(looted(70), "ann") == sheet(fought(), "ann")
    # Another pistol like the one that was used up.
    again = looted(20, weapons=(BattleWeapon("Arc pistol", 6.0, 1),))
    assert [weapon.name for weapon in guns_of(again, "ann")] == ["Arc pistol"]


@pytest.mark.parametrize(("face", "credits_found"), [(1, 1), (2, 1), (3, 2), (6, 3)])
def test_looks_valuable_is_d3_credits(face: int, credits_found: int) -> None:
    start = FOUND.changed("bea", position=(24.0, 9.2, 0.0)).side_marked(CREW, CREDITS, 2)
    after, _ = gone_through(search(start, "bea"), (face,))
    assert after.side(CREW).has(CREDITS) == 2 + credits_found
    assert [thing.id for thing in after.things] == ["loot-marker"]


def test_nobody_arrives_where_there_is_no_room_at_all() -> None:
    start = fought(size=(1.2, 1.2), crew={"ann": (0.6, 0.6, 0.0)}, enemies={"rex": (0.6, 0.6, 0.0)}, waiting={"dan": SPARE})
    assert placed(start.changed("rex", whereabouts="fled"), "dan", (0.6, 0.6, 0.0)) is None
    assert placed(start, "dan", (0.6, 0.6, 0.0)) is None


def test_nobody_arrives_within_an_inch_of_an_enemy() -> None:
    start = fought(enemies={"rex": (24.0, 47.0, 0.0)}, waiting={"dan": SPARE, "w1": BASIC}, sheets={"rex": RAIDER})
    dan, west = placed(start, "dan", (24.0, 48.0, 0.0)), placed(start, "w1", (24.0, 48.0, 0.0))
    assert dan is not None
    assert west is not None
    assert math.dist(dan.model("dan").position, (24.0, 47.0, 0.0)) >= 25 / 25.4 + 1.0 - 1e-3
    assert math.dist(west.model("w1").position, (24.0, 47.0, 0.0)) == pytest.approx(25 / 25.4, abs=0.01)
