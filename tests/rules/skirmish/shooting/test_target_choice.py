"""main-rulebook: Declare the shot; Target priority; Fighters in hiding."""

from dataclasses import replace

import pytest

from rules.engine.procedure_steps import Answer, Choose, chosen
from rules.errors import RulesError
from rules.skirmish.shooting import target_choice
from rules.skirmish.shooting.target_choice import declared, first_choice, foes, targets, why_not
from rules.skirmish.state.battle_state import Activation, Battle
from scene.table_io.table_statuses import Status
from tests.rules.skirmish.battles import Place, Told, gone_through
from tests.rules.skirmish.guns import CLOSED, FULL, PARTIAL, card, duel, gun_of, rail, weapon

BEN: dict[str, Place] = {"ben": (16.0, 13.0)}
"""Nearer to Ann than Bill is, and off the line to him."""


def declare(battle: Battle, *answers: Answer) -> tuple[Battle, str, Told]:
    (after, target), told = gone_through(declared(battle, "ann", (gun_of(battle),)), *answers)
    return after, target, told


def allowed(battle: Battle) -> set[str]:
    return set(first_choice(battle, "ann", (gun_of(battle),)))


def test_declare_the_shot_needs_a_line_of_sight() -> None:
    assert why_not(duel(), "ann", "bill") is None
    battle = duel(pieces=(rail(CLOSED, x=15.0),))
    assert why_not(battle, "ann", "bill") == "there is no line of sight to Bill"
    assert list(targets(battle, "ann")) == []


def test_declare_the_shot_at_somebody_behind_ones_back() -> None:
    """Line of sight is enough; then the shooter turns to him."""
    battle = duel().changed("ann", facing=180.0)
    after, target, _ = declare(battle)
    assert target == "bill"
    assert after.model("ann").facing == pytest.approx(0.0)


def test_declare_the_shot_at_whom_it_cannot_be_declared_is_refused_with_the_reason() -> None:
    """Bill hides behind a rail; Bob is behind a wall; Rob is a friend."""
    wall = rail(CLOSED, x=8.0)
    battle = duel(others={**BEN, "bert": (17.0, 16.0), "bob": (4.0, 10.0), "rob": (10.0, 14.0)}, pieces=(rail(PARTIAL), wall))
    battle = battle.changed("bill", status="pinned")
    for name, why in (
        ("bill", "in hiding"),
        ("bob", "no line of sight to Bob"),
        ("rob", "not offered"),
        ("nobody", "not offered"),
    ):
        with pytest.raises(RulesError, match=why):
            declare(battle, name)


@pytest.mark.parametrize("status", ["pinned", "seriously_injured"])
@pytest.mark.parametrize(("height", "targeted"), [(None, True), (0.3, False), (PARTIAL, False)])
def test_fighters_in_hiding_cannot_be_targeted(status: Status, height: float | None, targeted: bool) -> None:
    """Pinned or seriously injured, and in partial or full cover: 0.3" hides part of one who lies, 0.5" more than half."""
    battle = duel(pieces=(rail(height),) if height else ()).changed("bill", status=status)
    assert (list(targets(battle, "ann")) == ["bill"]) is targeted


def test_fighters_in_hiding_standing_in_full_cover_can_be_targeted() -> None:
    assert list(targets(duel(pieces=(rail(FULL),)), "ann")) == ["bill"]


def test_fighters_in_hiding_are_found_at_point_blank() -> None:
    """Within 3" nothing in between is cover."""
    battle = duel(pieces=(rail(0.5, x=13.2),)).changed("bill", status="pinned", position=(13.9, 10.0, 0.0))
    assert why_not(battle, "ann", "bill") is None
    assert why_not(battle.changed("bill", position=(14.1, 10.0, 0.0)), "ann", "bill") is not None


def test_target_priority_is_the_closest_visible_enemy() -> None:
    assert allowed(duel(others=BEN)) == {"ben"}


def test_target_priority_only_visible_enemies_count() -> None:
    """Ben stands at 45 degrees and more from the way to Bill, so turned to Bill Ann does not see him."""
    aside = duel(others={"ben": (11.0, 14.0)})
    assert allowed(aside) == {"bill"}


def test_target_priority_a_more_distant_enemy_who_is_easier_to_hit() -> None:
    """Ben's rail covers him; Bill stands in the open."""
    covered = duel(others={"ben": (16.0, 10.0)}, pieces=(rail(1.2, x=15.2),)).changed("bill", position=(18.0, 14.0, 0.0))
    assert allowed(covered) == {"ben", "bill"}
    assert allowed(covered.changed("bill", hard_target=True)) == {"ben", "bill"}, "-1 is easier than -2"


def test_target_priority_as_easy_is_not_easier() -> None:
    both = duel(others={"ben": (16.0, 12.0)}).changed("ben", hard_target=True).changed("bill", hard_target=True)
    assert allowed(both) == {"ben"}


def test_target_priority_out_of_range_is_not_easier() -> None:
    battle = duel(card("ann", weapon("pistol", short=3.0, long=8.0)), others={"ben": (16.0, 10.0)})
    near = battle.changed("ben", hard_target=True).changed("bill", position=(20.0, 12.0, 0.0))
    assert allowed(near) == {"ben"}


@pytest.mark.parametrize("status", ["pinned", "seriously_injured"])
def test_target_priority_pinned_and_seriously_injured_may_be_ignored_but_need_not_be(status: Status) -> None:
    assert allowed(duel(others=BEN).changed("ben", status=status)) == {"ben", "bill"}


def test_target_priority_a_more_distant_pinned_enemy_is_not_free() -> None:
    """Beyond short range he is harder to hit even in the open."""
    assert allowed(duel(others=BEN).changed("bill", status="pinned")) == {"ben"}


def test_target_priority_engaged_enemies_count() -> None:
    assert allowed(duel(others=BEN | {"rob": (16.0, 13.0 + 25 / 25.4)})) == {"ben"}


def test_declare_the_shot_a_willpower_check_overrules_target_priority() -> None:
    after, target, told = declare(duel(others=BEN), "bill", (3, 4))
    assert target == "bill"
    assert told.names() == ["target", "willpower check for target priority"]
    assert told.said[0].text == "Ben is closer to Ann than Bill, who is no easier to hit"
    assert after.model("ann").facing == pytest.approx(0.0)


def test_declare_the_shot_failing_the_willpower_check_priority_decides() -> None:
    after, target, told = declare(duel(others=BEN), "bill", (3, 3))
    assert target == "ben"
    assert told.names() == ["target", "willpower check for target priority"]
    assert after.model("ann").facing == pytest.approx(26.565, abs=0.001), "turned to Ben, 6 along and 3 across"


def test_declare_the_shot_failing_the_willpower_check_the_player_picks_among_those_allowed() -> None:
    """Ben and Bob are pinned in the open between; both may be shot at, like the nearest of those who stand."""
    battle = duel(others={"ben": (16.0, 13.0), "bob": (15.0, 8.0), "bo": (17.0, 7.0)})
    battle = battle.changed("bob", status="pinned").changed("ben", status="pinned")
    _, target, told = declare(battle, "bill", (1, 1), "bob")
    assert target == "bob"
    assert told.names() == ["target", "willpower check for target priority", "target by priority"]
    assert {option.key for option in told[2].options} == {"ben", "bob", "bo"}  # type: ignore[union-attr]


def test_declare_the_shot_at_the_closest_needs_no_check() -> None:
    _, target, told = declare(duel(others=BEN), "ben")
    assert (target, told.names()) == ("ben", ["target"])


def test_declare_the_shot_only_enemies_are_declared() -> None:
    assert foes(duel(others={"rob": (15.0, 12.0)}), "ann") == ("bill",)


def test_insane_fighters_take_their_own_gang_for_enemies() -> None:
    """Controlled by blue for this turn, Ann shoots at red."""
    battle = duel(others={"rob": (15.0, 12.0)})
    battle = replace(battle, activation=Activation("ann", 1, controller="blue"))
    assert foes(battle, "ann") == ("rob",)


def test_declare_the_shot_where_two_are_seen_well_nobody_else_is_looked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """It takes long to find out that somebody is behind a wall; whoever chooses the target need not wait for it."""
    wall = rail(CLOSED, x=8.0)
    battle = duel(others={**BEN, "bob": (4.0, 10.0)}, pieces=(wall,))
    asked: list[str] = []

    def looked_for(now: Battle, shooter: str, target: str) -> str | None:
        asked.append(target)
        return why_not(now, shooter, target)

    monkeypatch.setattr(target_choice, "why_not", looked_for)
    procedure = declared(battle, "ann", (gun_of(battle),))
    question = next(procedure)
    assert isinstance(question, Choose)
    assert asked == []
    assert chosen(question, "ben").value == "ben"
    assert asked == ["ben"]
    assert [option.key for option in question.options] == ["bill", "ben"]
    assert "bob" not in question
    assert sorted(asked) == ["ben", "bill", "bob"], "each once"
