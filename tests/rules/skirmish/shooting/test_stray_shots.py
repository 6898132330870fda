"""main-rulebook: Stray shot."""

import pytest

from rules.engine.procedure_steps import Roll
from rules.skirmish.shooting.stray_shots import at_risk, stray, strays
from scene.table_io.table_statuses import Status
from tests.plain_scenes import block
from tests.rules.skirmish.battles import Place, gone_through
from tests.rules.skirmish.guns import CLOSED, duel

RADIUS = 12.5 / 25.4


def names(others: dict[str, Place], **changes: object) -> list[str]:
    battle = duel(others=others)
    for fighter in others:
        battle = battle.changed(fighter, **changes)
    return [one.fighter for one in at_risk(battle, "ann", "bill")]


@pytest.mark.parametrize(("aside", "risky"), [(0.0, True), (0.99, True), (1.01, False)])
def test_stray_shot_within_an_inch_of_the_measured_line(aside: float, risky: bool) -> None:
    assert (names({"ben": (15.0, 10.0 + RADIUS + aside)}) == ["ben"]) is risky


@pytest.mark.parametrize(("x", "risky"), [(20 - RADIUS + 1.0 + RADIUS, True), (20 - RADIUS + 1.02 + RADIUS, False)])
def test_stray_shot_the_line_ends_at_the_targets_base(x: float, risky: bool) -> None:
    """Ben stands on the line carried on, beyond Bill's nearest point; that he would stand in Bill does not matter here."""
    assert (names({"ben": (x, 10.0)}) == ["ben"]) is risky


def test_stray_shot_fighters_on_another_level_are_not_beside_the_line() -> None:
    assert names({"ben": (15.0, 10.0, 3.0)}) == []


def test_stray_shot_friend_or_foe_the_closest_to_the_attacker_first() -> None:
    assert names({"ben": (17.0, 10.8), "rob": (13.0, 10.8), "bo": (15.0, 9.2)}) == ["rob", "bo", "ben"]


def test_stray_shot_fighters_engaged_with_the_target_are_ignored() -> None:
    contact = (20.0, 10.0 + 2 * RADIUS)
    assert names({"rob": contact}) == []


def test_stray_shot_whoever_the_shooter_cannot_see_is_not_at_risk() -> None:
    box = block("box", (5.0, 10.7, 0.0), (25.0, 10.9, CLOSED))
    battle = duel(others={"ben": (15.0, 10.95 + RADIUS)}, pieces=(box,))
    assert at_risk(battle, "ann", "bill") == ()


@pytest.mark.parametrize("status", ["pinned", "seriously_injured"])
@pytest.mark.parametrize(("face", "hit"), [(1, "ben"), (2, "")])
def test_stray_shot_two_more_on_the_roll_for_those_who_lie(status: Status, face: int, hit: str) -> None:
    battle = duel(others={"ben": (15.0, 11.0)}).changed("ben", status=status)
    assert gone_through(stray(at_risk(battle, "ann", "bill")), (face,))[0] == hit


@pytest.mark.parametrize(
    ("height", "highest"), [(None, 3), (0.5, 2), (1.0, 1)], ids=["in the open", "partial cover", "full cover"]
)
def test_stray_shot_one_more_in_partial_and_two_more_in_full_cover(height: float | None, highest: int) -> None:
    """Ben stands behind a short rail of his own."""
    pieces = (block("low", (13.9, 10.8, 0.0), (14.1, 13.0, height)),) if height else ()
    battle = duel(others={"ben": (15.0, 11.4)}, pieces=pieces)
    risks = at_risk(battle, "ann", "bill")
    assert [gone_through(stray(risks), (face,))[0] for face in range(1, 7)] == ["ben"] * highest + [""] * (6 - highest)


def test_stray_shot_a_hard_target_is_not_targeted_and_so_no_better_covered() -> None:
    battle = duel(others={"ben": (15.0, 11.0)}).changed("ben", hard_target=True)
    assert at_risk(battle, "ann", "bill")[0].modifiers == ()


def test_stray_shot_rulebook_example() -> None:
    """The closer one is pinned and hit on a 1 only, the other in partial cover on 1 and 2, if the first is not hit."""
    low = block("low", (15.9, 10.8, 0.0), (16.1, 13.0, 0.5))
    battle = duel(others={"bo": (13.0, 9.0), "ben": (17.0, 11.4)}, pieces=(low,)).changed("bo", status="pinned")
    risks = at_risk(battle, "ann", "bill")
    assert [one.fighter for one in risks] == ["bo", "ben"]
    assert gone_through(stray(risks), (1,))[0] == "bo"
    assert gone_through(stray(risks), (2,), (2,))[0] == "ben"
    assert gone_through(stray(risks), (2,), (3,))[0] == ""


def test_stray_shot_every_hit_follows_the_sequence() -> None:
    battle = duel(others={"ben": (13.0, 10.8), "bo": (15.0, 9.2)})
    tally, told = gone_through(strays(battle, "ann", "bill", 3), (3,), (4,), (1,), (6,), (6,))
    assert tally == (("ben", 1), ("bo", 1))
    assert [question.who for question in told] == ["ben", "ben", "bo", "ben", "bo"]
    rolls = [one for one in told if isinstance(one, Roll)]
    came = [one.called[not one.succeeds((face,))] for one, face in zip(rolls, (3, 4, 1, 6, 6), strict=True)]
    assert came == ["Ben is hit", "not hit", "Bo is hit", "not hit", "not hit"]


def test_stray_shot_with_nobody_beside_the_line_nothing_is_rolled() -> None:
    assert gone_through(strays(duel(), "ann", "bill", 3))[0] == ()
