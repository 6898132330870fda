"""arbiter: Actions: doors, ductways and loot caskets."""

from dataclasses import replace
from typing import Any

import pytest

from rules.engine.procedure_steps import Choose, Roll
from rules.errors import RulesError
from rules.roster.gang import Fighter
from rules.roster.profile import Profile
from rules.roster.weapon import Weapon
from rules.skirmish.state.action import do, verify
from rules.skirmish.state.battle_pieces import is_open, set_door
from rules.skirmish.state.battle_sight import sees
from rules.skirmish.state.battle_state import Battle, TableObject
from rules.skirmish.state.rulings import applied
from rules.systems import registry
from rules.systems.arbiter.ductway_actions import shoot_through
from scene.table.table import Terrain
from sightline.session.targets.decision_evidence import asked_evidence
from tests.rules.skirmish.battles import Place, Told, gone_through
from tests.rules.skirmish.guns import profile, weapon
from tests.rules.skirmish.state.test_battle_pieces import R, gate, kit, wall
from tests.rules.systems.arbiter.arbiter_scenes import ARBITER, action, open_to, scene, turn_of

BESIDE: dict[str, Place] = {"rook": (10.7, 12.0 - 0.1 - R)}
AT_POST: dict[str, Place] = {"rook": (12.2, 10.2)}
AT_DUCT: dict[str, Place] = {"rook": (18.0, 10.0)}


def walled(places: dict[str, Place], *weapons: Weapon, terminal: bool = True, **characteristics: int) -> Battle:
    """A wall across the table with a door, which a terminal works or does not, and a ductway; rook's turn."""
    duct = kit("duct", "ductway", (18.0, 12.0, 0.0), 90.0)
    post = (kit("post", "terminal", (12.2, 11.3, 0.0), works="lock"),) if terminal else ()
    pieces = [wall("west", 0.0, 10.0), wall("east", 11.4, 24.0), gate(), duct, *post]
    cards = [Fighter("rook", "Rook", profile=replace(Profile(), **characteristics), weapons=weapons)]
    return turn_of(scene(places, cards=cards, pieces=pieces, size=(24.0, 24.0)), "rook")


def done(start: Battle, key: str, *answers: Any) -> tuple[Battle, Told]:  # noqa: ANN401
    return gone_through(do(start, "rook", action(start, key)), *answers)


def needs(told: Told) -> str:
    (roll,) = (one for one in told if isinstance(one, Roll))
    return roll.needs


def test_door_operate_opens_an_adjacent_door_and_closes_it_again() -> None:
    start = walled(BESIDE, terminal=False)
    opened, _ = done(start, "open-door")
    assert is_open(opened, "lock")
    assert opened.activation is not None
    assert opened.activation.left == 1
    closed, _ = done(opened, "open-door")
    assert closed.pieces == start.pieces
    assert "open-door" not in open_to(closed, "rook")


def test_door_operate_not_a_locked_one() -> None:
    (why,) = verify(walled(BESIDE), "rook", action(walled(BESIDE), "open-door"))
    assert "locked: force it, or use its terminal" in why.text
    assert "open-door" not in open_to(walled(AT_DUCT, terminal=False), "rook")


@pytest.mark.parametrize(("friends", "needed"), [(0, 6), (1, 4), (2, 2)])
def test_door_force_open_die_and_strength_and_two_for_each_friend_in_contact(friends: int, needed: int) -> None:
    """9 less strength 3, and 2 less for each friend."""
    x, y = BESIDE["rook"][:2]
    beside = {f"red{number}": (x + side * (2 * R + 0.001), y) for number, side in enumerate((-1, 1)[:friends])}
    start = walled({**BESIDE, **beside})
    assert needs(done(start, "force-door", (needed,))[1]) == f"{needed}+, 9 in all"
    assert is_open(done(start, "force-door", (needed,))[0], "lock")
    assert not is_open(done(start, "force-door", (needed - 1,))[0], "lock")


def test_door_access_terminal_intelligence_at_minus_two_opens_or_closes() -> None:
    start = walled(AT_POST, intelligence=7)
    opened, told = done(start, "use-terminal", (4, 5))
    assert (needs(told), is_open(opened, "lock")) == ("9+", True)
    assert not is_open(done(start, "use-terminal", (4, 4))[0], "lock")
    again = replace(opened, activation=start.activation)
    assert not is_open(done(again, "use-terminal", (6, 6))[0], "lock")


def test_a_door_that_opens_lets_in_who_looks() -> None:
    start = walled({**BESIDE, "bard": (10.7, 16.0)}, terminal=False)
    assert not sees(start, "rook", "bard")
    assert sees(done(start, "open-door")[0], "rook", "bard")


def test_ductway_crawl_through_to_the_other_side() -> None:
    after, _ = done(walled(AT_DUCT), "duct-crawl")
    assert after.model("rook").position == pytest.approx((18.0, 13.27 + R, 0.0), abs=0.01)
    assert after.activation is not None
    assert after.activation.left == 0
    assert "duct-crawl" not in open_to(walled(BESIDE), "rook")


def test_ductway_crawl_through_leaves_a_load_behind_but_what_is_light() -> None:
    x, y = AT_DUCT["rook"][:2]
    start = walled(AT_DUCT)
    light = TableObject("bag", (x, y, 0.0), light=True, holder="rook")
    after, _ = done(replace(start, things=(light,)), "duct-crawl")
    assert after.things == (replace(light, position=after.model("rook").position),)
    held = TableObject("casket", (x, y, 0.0), holder="rook")
    after, told = done(replace(start.changed("rook", carries="casket"), things=(held, light)), "duct-crawl")
    assert after.model("rook").carries == ""
    assert after.things == (replace(held, holder=""), replace(light, position=after.model("rook").position))
    assert told.said[0].text == "Rook drops casket"


def test_ductway_crawl_through_before_version_three_held_on_to_it() -> None:
    """Journals that were begun then go on as they were: rook holds what lies on the other side of the wall."""
    former = registry.system(ARBITER).battle_of(2)
    start = walled(AT_DUCT)
    held = TableObject("casket", (18.0, 10.0, 0.0), holder="rook")
    start = replace(start.changed("rook", carries="casket"), things=(held,), setting=replace(start.setting, parts=former))
    assert done(start, "duct-crawl")[0].things == (held,)


def test_ductway_shoot_through_hits_on_five_whoever_shoots_at_whatever_cover() -> None:
    start = walled({**AT_DUCT, "bard": (18.0, 18.0), "byre": (4.0, 18.0)}, weapon("carbine"), ballistic_skill=2)
    after, told = done(start, "duct-shoot", "bard", (5,), (1,))
    assert needs(told_of(told, "hit roll")) == "5+"
    assert after.model("bard").status == "pinned"
    missed, _ = done(start, "duct-shoot", "bard", (4,))
    assert missed.model("bard").status == "standing"


def test_ductway_shoot_through_is_no_shot_with_cover_and_chances_to_weigh() -> None:
    """The evidence on the targets of other shots would be wrong here."""
    start = walled({**AT_DUCT, "bard": (18.0, 18.0), "byre": (17.0, 16.0)}, weapon("carbine"), weapon("pistol"))
    procedure = shoot_through(start, "rook")
    arms = next(procedure)
    assert isinstance(arms, Choose)
    whom = procedure.send(arms.options[0].value)
    assert isinstance(whom, Choose)
    assert (arms.what, whom.what) == ("weapon through a ductway", "target through a ductway")
    assert [*asked_evidence(start, arms), *asked_evidence(start, whom)] == []


def told_of(told: Told, what: str) -> Told:
    found = Told()
    found += [one for one in told if one.what.startswith(what)]
    return found


def test_ductway_shoot_through_only_at_who_is_before_the_other_end_in_range() -> None:
    far = walled({**AT_DUCT, "bard": (18.0, 23.0)}, weapon("pistol", long=8.0))
    (why,) = verify(far, "rook", action(far, "duct-shoot"))
    assert why.text == "nobody is in range before the other end"


def test_ductway_shoot_through_flames_hit_all_within_two_inches_of_the_mouth() -> None:
    flamer = Weapon("flamer", (replace(profile("template"), short=None, long=0.0),))
    near = {"bard": (18.0, 15.5), "rein": (16.8, 14.6), "blot": (18.0, 17.0)}
    after, _ = done(walled({**AT_DUCT, **near}, flamer), "duct-shoot", (1,), (1,))
    assert {name: after.model(name).status for name in near} == {"bard": "pinned", "rein": "pinned", "blot": "standing"}


def with_casket(start: Battle, **fields: Any) -> Battle:  # noqa: ANN401
    x, y, z = start.model("rook").position
    return replace(start, things=(TableObject("box", (x + R + 0.5, y, z), locked=True, **fields),))


def test_loot_casket_bypass_lock_on_intelligence() -> None:
    start = with_casket(walled(AT_DUCT, intelligence=8))
    opened, told = done(start, "bypass-lock", (4, 4))
    assert (needs(told), opened.things[0].locked, opened.things[0].smashed) == ("8+", False, False)
    assert done(start, "bypass-lock", (4, 3))[0].things[0].locked
    assert "bypass-lock" not in open_to(replace(opened, activation=start.activation), "rook")


def test_loot_casket_smash_open_die_and_strength_of_six_and_one_less_of_what_is_in_it() -> None:
    start = with_casket(walled(AT_DUCT, strength=3))
    opened, told = done(start, "smash-casket", (3,))
    assert (needs(told), opened.things[0].locked, opened.things[0].smashed) == ("3+, 6 in all", False, True)
    assert done(start, "smash-casket", (2,))[0].things[0].locked


def test_set_door_is_refused_while_somebody_stands_in_it() -> None:
    opened = set_door(walled({**AT_POST, "bard": (10.7, 12.2)}), "lock", open_it=True)
    after, told = done(opened, "use-terminal", (6, 6))
    assert is_open(after, "lock")
    assert told.said[-1].text == "Bard stands in the doorway of lock"


def test_doors_go_by_names_and_rulings_take_them() -> None:
    """Table files give pieces ids; people read and type their words."""
    start = walled(BESIDE)
    leaf = replace(start.setting.table.piece("lock"), id="north-gate")
    others = tuple(piece for piece in start.setting.table.terrain.pieces if piece.id not in {"lock", "post"})
    table = replace(start.setting.table, terrain=Terrain((*others, leaf)))
    named = replace(start, setting=replace(start.setting, table=table))
    for typed in ("north gate", "North Gate", "north-gate"):
        after, words = applied(named, f"door {typed} open")
        assert words == "north gate is open"
        assert after.piece_state("north-gate") == "open"
    with pytest.raises(RulesError, match=r'there is no door "south gate"; there are: north gate'):
        applied(named, "door south gate open")
    _, told = done(named, "open-door")
    assert told.said[-1].text == "Rook opens north gate"
