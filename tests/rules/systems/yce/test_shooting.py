"""yce: Shooting, and with blast weapons. Beside it, what the main rulebook says.

Ann stands at (10, 10) and Bill 10 inches off along x, unless said otherwise.
"""

from dataclasses import replace

import pytest

from rules.errors import RulesError
from rules.roster.weapon import Weapon
from rules.skirmish.shooting.shoot_actions import SHOOT
from rules.skirmish.shooting.shot_hit_roll import shot_at
from rules.skirmish.shooting.target_choice import first_choice
from rules.skirmish.state.action import do
from rules.skirmish.state.battle_state import Battle
from rules.systems.registry import system
from scene.table_io.table_statuses import Status
from tests.plain_scenes import block
from tests.rules.skirmish.battles import Place, Told, gone_through
from tests.rules.skirmish.guns import FULL, PARTIAL, card, duel, gun_of, rail, weapon

CONTACT = 25 / 25.4
BOTH = ("yce", "main-rulebook")
LAUNCHER: Weapon = weapon("launcher", ("blast", 3))


def allowed(battle: Battle) -> set[str]:
    return set(first_choice(battle, "ann", (gun_of(battle),)))


def shoot(battle: Battle, *answers: object) -> tuple[Battle, Told]:
    return gone_through(do(battle, "ann", SHOOT), *answers, always={"target": "bill", "nerve test": (6, 6)})  # type: ignore[arg-type]


# Declare the shot


@pytest.mark.parametrize(("rules", "bill"), [("yce", True), ("main-rulebook", False)])
def test_declare_the_shot_enemies_who_are_not_active_are_ignored(rules: str, *, bill: bool) -> None:
    """Ben is nearer, on his feet and engaged with Rob: not active."""
    others: dict[str, Place] = {"ben": (14.0, 13.0), "rob": (14.0, 13.0 + CONTACT)}
    state = duel(others=others, rules=rules)
    assert ("bill" in allowed(state)) is bill
    assert "ben" in allowed(state)
    free = state.changed("rob", position=(30.0, 30.0, 0.0))
    assert allowed(free) == {"ben"}


@pytest.mark.parametrize("status", ["pinned", "seriously_injured"])
@pytest.mark.parametrize("rules", BOTH)
def test_declare_the_shot_who_lies_is_ignored(rules: str, status: Status) -> None:
    state = duel(others={"ben": (14.0, 13.0)}, rules=rules)
    assert "bill" in allowed(state.changed("ben", status=status))


@pytest.mark.parametrize(("rules", "bill"), [("yce", False), ("main-rulebook", True)])
def test_declare_the_shot_only_enemies_who_are_harder_to_hit_are_ignored(rules: str, *, bill: bool) -> None:
    """Ben, the nearest, is in full cover; Bob is next, in the open as Bill is, who is farther off: Bob is no harder to hit."""
    cover = block("wall", (13.3, 12.0, 0.0), (13.5, 14.5, FULL + 0.2))
    others: dict[str, Place] = {"ben": (14.4, 13.2), "bob": (17.0, 8.0)}
    state = duel(others=others, pieces=(cover,), rules=rules)
    ben, bob = (shot_at(state, "ann", name, gun_of(state)).needed for name in ("ben", "bob"))
    assert ben > bob
    assert ("bill" in allowed(state)) is bill
    assert {"ben", "bob"} <= allowed(state)


@pytest.mark.parametrize(("rules", "bill"), [("yce", False), ("main-rulebook", True)])
def test_declare_the_shot_who_is_closer_behind_ones_back_counts_as_one_pivots_last(rules: str, *, bill: bool) -> None:
    """Ann faces Bill, who is 10 inches off; Ben stands 5 inches behind her."""
    state = duel(others={"ben": (5.0, 10.0)}, rules=rules)
    assert ("bill" in allowed(state)) is bill
    _, told = shoot(state, *([] if bill else [(6, 6)]), (1,))
    assert told.names() == [*([] if bill else ["willpower check for target priority"]), "hit roll, carbine"]


def test_journals_begun_before_go_on_by_whom_the_shooter_sees_once_he_has_turned() -> None:
    state = duel(others={"ben": (5.0, 10.0)}, rules="yce")
    before = replace(state, setting=replace(state.setting, parts=system("yce").battle_of(1)))
    assert (allowed(before), allowed(state)) == ({"bill"}, {"ben"})


@pytest.mark.parametrize("rules", BOTH)
def test_fighters_in_hiding_are_no_targets(rules: str) -> None:
    state = duel(pieces=(rail(PARTIAL),), rules=rules).changed("bill", status="pinned")
    assert allowed(state) == set()
    assert allowed(duel(rules=rules).changed("bill", status="pinned")) == {"bill"}


# Hit roll and firepower dice roll


@pytest.mark.parametrize(("far", "yce", "main"), [(18.0, 5, 5), (6.0, 5, 4), (3.0, 5, 4)])
def test_hit_roll_who_lies_in_the_open_is_harder_to_hit_within_range(far: float, yce: int, main: int) -> None:
    """Short range is up to 8 inches; -1 counts at long range only by the main rulebook, as it is read here."""
    for rules, needed in (("yce", yce), ("main-rulebook", main)):
        state = duel(rules=rules).changed("bill", status="pinned", position=(10.0 + far, 10.0, 0.0))
        assert shot_at(state, "ann", "bill", gun_of(state)).needed == needed, rules


@pytest.mark.parametrize("rules", BOTH)
def test_hit_roll_cover_and_natural_twos(rules: str) -> None:
    for height, needed, failing in ((None, 4, 1), (PARTIAL, 5, 1), (FULL, 6, 2)):
        state = duel(pieces=(rail(height),) if height else (), rules=rules)
        shot = shot_at(state, "ann", "bill", gun_of(state))
        assert (shot.needed, shot.failing) == (needed, failing)


@pytest.mark.parametrize("rules", BOTH)
def test_point_blank_nothing_in_between_counts_but_a_hard_target(rules: str) -> None:
    near = duel(pieces=(rail(FULL, 11.5),), rules=rules).changed("bill", position=(13.5, 10.0, 0.0))
    assert shot_at(near, "ann", "bill", gun_of(near)).needed == 4
    assert shot_at(near.changed("bill", hard_target=True), "ann", "bill", gun_of(near)).needed == 5


@pytest.mark.parametrize("rules", BOTH)
def test_target_is_pinned_unless_engaged(rules: str) -> None:
    after, _ = shoot(duel(rules=rules), (6,), (1,))
    assert after.model("bill").status == "pinned"
    fighting = duel(others={"rob": (20.0 + CONTACT, 10.0)}, rules=rules)
    after, told = shoot(fighting, (6,), (4,), (1,))
    assert told.names() == ["hit roll, carbine", "shot into close combat", "wound roll"]
    assert after.model("bill").status == "standing"


@pytest.mark.parametrize("rules", BOTH)
def test_stray_shot_hits_others_beside_the_line(rules: str) -> None:
    after, told = shoot(duel(others={"rob": (14.0, 10.8)}, rules=rules), (1,), (3,), (1,))
    assert told.names() == ["hit roll, carbine", "stray shot", "wound roll"]
    assert after.model("rob").status == "pinned"


# Shooting with blast weapons


def test_blast_the_marker_need_only_touch_the_base_and_hits_whoever_it_touches() -> None:
    """Its edge reaches 1.5 inches, and half a base is 0.49: touching at 1.99 inches."""
    state = duel(card("ann", LAUNCHER), others={"bob": (23.95, 10.0)}, rules="yce")
    after, _ = shoot(state, "21.97 10", (6,), (1,), (1,))
    assert {model.id for model in after.models if model.status == "pinned"} == {"bill", "bob"}
    with pytest.raises(RulesError, match="over the base of Bill"):
        shoot(state, "22.01 10")


@pytest.mark.parametrize(("rules", "hits"), [("yce", True), ("main-rulebook", False)])
def test_blast_in_mid_air_goes_off(rules: str, *, hits: bool) -> None:
    """Bill stands at the edge of a platform; the marker over him scatters an inch beyond it, and still touches him."""
    high = block("platform", (19.0, 5.0, 0.0), (30.0, 15.0, 4.0))
    state = duel(card("ann", LAUNCHER), pieces=(high,), rules=rules)
    state = state.changed("bill", position=(19.6, 10.0, 4.0))
    scatter = ("19.6 10 4", (1,), (3, 180), (1,))
    always = {"target": "bill", "nerve test": (6, 6), "falling hazard": (6,)}
    after, told = gone_through(do(state, "ann", SHOOT), *scatter, *([(1,)] if hits else []), always=always)  # type: ignore[arg-type]
    assert ("wound roll" in told.names()) is hits
    assert (after.model("bill").status == "pinned") is hits


@pytest.mark.parametrize(("face", "pinned"), [(2, set()), (1, {"ann"})])
def test_blast_a_hit_symbol_with_a_one_is_a_dud_or_a_misfire(face: int, pinned: set[str]) -> None:
    """Faces 1 and 2 of the scatter die show the hit symbol."""
    state = duel(card("ann", LAUNCHER), rules="yce")
    after, _ = shoot(state, "20 10", (1,), (1, 0), (1,), (face,), *([(1,)] if pinned else []))
    assert {model.id for model in after.models if model.status == "pinned"} == pinned


def test_blast_beyond_the_long_range_is_pulled_back_and_scatters() -> None:
    """Bill is 25.5 inches off, base to base 24.5; over him the marker is beyond 24 inches."""
    state = duel(card("ann", LAUNCHER), rules="yce").changed("bill", position=(35.5, 10.0, 0.0))
    _, told = shoot(state, "35.5 10", (3, 90), (6,))
    assert told.names() == ["where to put the marker", "scatter die", "scatter"]


def test_blast_everybody_in_one_close_combat_is_hit_once() -> None:
    chain: dict[str, Place] = {"rob": (20.0 + CONTACT, 10.0), "bob": (20.0 + 2 * CONTACT, 10.0)}
    state = duel(card("ann", LAUNCHER), others=chain, rules="yce")
    _, told = shoot(state, "18.5 10", (6,), (1,), (1,), (1,))
    assert sorted(one.who for one in told if one.what == "wound roll") == ["bill", "bob", "rob"]
