"""Shooting by combat-pool, line by line, with the dice given."""

from dataclasses import replace

import pytest

from rules.engine.procedure_steps import Choose, chosen
from rules.errors import RulesError
from rules.skirmish.state.battle_state import Battle
from rules.systems.combat_pool.conditions.model_marks import AIMED, HIDDEN, MOUNTED, MOVED, STUNNED
from rules.systems.combat_pool.conditions.model_now import reloads
from rules.systems.combat_pool.shooting.missile_attack import shoots, shot_at, targets, why_not
from rules.systems.combat_pool.turns.move_phase_actions import shoot
from tests.plain_scenes import block
from tests.rules.skirmish.battles import gone_through
from tests.rules.systems.combat_pool.pool_scenes import BOW, CROSSBOW, PLAIN, scene
from tests.rules.systems.combat_pool.test_turns import acting

FAR = {"ann": (5.0, 18.0, 0.0), "bob": (20.0, 18.0, 0.0)}
NEAR = {"ann": (5.0, 18.0, 0.0), "bob": (12.0, 18.0, 0.0)}


def shot(battle: Battle, *faces: int, weapon: object = BOW) -> Battle:
    made = shot_at(battle, "ann", weapon, "bob")  # type: ignore[arg-type]
    return gone_through(shoots(battle, made), faces)[0]


@pytest.mark.parametrize(
    ("faces", "wounds", "stunned", "there"),
    [
        ((1, 3), 2, 0, True),  # 4 + 2 - 6 = 0: missed
        ((2, 3), 2, 0, True),  # hit score 1, less AR 1: 0, nothing
        ((3, 3), 2, 1, True),  # 2 - 1 = 1: stunned
        ((4, 4), 1, 1, True),  # 4 - 1 = 3: wounded
        ((5, 5), 2, 0, False),  # 6 - 1 = 5: critical
    ],
)
def test_hit_score_wound_score_and_what_they_do(faces: tuple[int, int], wounds: int, stunned: int, *, there: bool) -> None:
    bob = shot(scene(NEAR), *faces).model("bob")
    assert (bob.wounds, bob.has(STUNNED), bob.on_table) == (wounds, stunned, there)


def test_the_last_wound_lost_is_a_critical_one() -> None:
    battle = scene(NEAR).changed("bob", wounds=1)
    assert not shot(battle, 4, 4).model("bob").on_table


def test_the_weapon_is_added_to_the_wound_score_and_has_to_be_reloaded() -> None:
    after = shot(scene(NEAR), 3, 3, weapon=CROSSBOW)
    assert after.model("bob").wounds == 1
    assert reloads(after, "ann", "Crossbow") == 2


@pytest.mark.parametrize(
    ("change", "added"),
    [({}, 0), ({"aimed": True}, 2), ({"moved": True}, -1), ({"mounted": True}, 1), ({"far": True}, -1), ({"cover": True}, -1)],
)
def test_what_modifies_a_shot(change: dict[str, bool], added: int) -> None:
    wall = (block("wall", (11.0, 16.0, 0.0), (11.3, 20.0, 0.5)),) if "cover" in change else ()
    battle = scene(FAR if "far" in change else NEAR, pieces=wall)
    battle = battle.marked("ann", AIMED) if "aimed" in change else battle
    battle = battle.marked("ann", MOVED) if "moved" in change else battle
    battle = battle.marked("bob", MOUNTED) if "mounted" in change else battle
    assert shot_at(battle, "ann", BOW, "bob").amount == 2 + added


def test_range_sight_contact_and_hiding_decide_at_whom() -> None:
    battle = scene(FAR)
    assert targets(battle, "ann", BOW) == ("bob",)
    assert '14.0" away' in str(why_not(battle, "ann", replace(BOW, inches=13.0), "bob"))
    tower = block("tower", (10.0, 10.0, 0.0), (12.0, 26.0, 8.0))
    assert "not in line of sight" in str(why_not(scene(FAR, pieces=(tower,)), "ann", BOW, "bob"))
    hidden = battle.marked("bob", HIDDEN)
    assert "hidden" in str(why_not(hidden, "ann", BOW, "bob"))
    near = scene({**FAR, "ann": (14.5, 18.0, 0.0)}).marked("bob", HIDDEN)
    assert why_not(near, "ann", BOW, "bob") is None
    touched = scene({**FAR, "alf": (20.0 - 25.0 / 25.4, 18.0, 0.0)})
    assert "in contact" in str(why_not(touched, "ann", BOW, "bob"))


def test_a_shot_gives_away_who_hid() -> None:
    assert not shot(scene(NEAR).marked("ann", HIDDEN), 1, 1).model("ann").has(HIDDEN)


def test_ar_is_taken_off() -> None:
    plate = scene(NEAR, sheets={"bob": replace(PLAIN, armour=6)})
    assert shot(plate, 6, 6).model("bob").has(STUNNED) == 1


def test_a_target_can_be_named() -> None:
    asked = next(iter(shoot(acting(scene(NEAR)), "ann")))
    assert isinstance(asked, Choose)
    assert [one.text[:15] for one in asked.options] == ["Bob: hit 83.3 %", "nobody"]
    assert [chosen(asked, typed).value for typed in ("bob", "BOB", "nobody")] == ["bob", "bob", ""]
    with pytest.raises(RulesError, match='"Alf" is not offered for "at whom to shoot"; it may be: Bob'):
        chosen(asked, "Alf")
