"""Sight by combat-pool: the main rulebook's lines and cover, and models that hide."""

from dataclasses import replace

import pytest

from rules.sight.shot_verdicts import settle_shots
from rules.sight.verdict import SightQuestion, Verdict
from rules.skirmish.state.battle_sight import figure_of, table_of, verdict
from rules.systems import registry
from rules.systems.combat_pool.conditions.model_marks import HIDDEN
from tests.plain_scenes import block
from tests.rules.systems.combat_pool.pool_scenes import scene
from tests.rules.systems.combat_pool.test_shooting import FAR

WALL = block("wall", (18.5, 16.0, 0.0), (18.8, 20.0, 0.7))


def judged(rules: str, *, hides: bool = False, ann: float = 5.0, facing: float = 0.0) -> Verdict:
    table = table_of(scene({**FAR, "ann": (ann, 18.0, 0.0)}, pieces=(WALL,)))
    asked = SightQuestion(replace(table.figure("ann"), facing=facing), replace(table.figure("bob"), hides=hides))
    (found,) = settle_shots(table, [asked], rules=registry.system(rules).sight)
    return found


def test_lines_and_cover_are_the_main_rulebooks() -> None:
    own, main = judged("combat-pool"), judged("main-rulebook")
    assert (own.ruling.witness, own.ruling.cover, own.ruling.geometry) == (
        main.ruling.witness,
        main.ruling.cover,
        main.ruling.geometry,
    )
    # Ranges are measured whatever stands between, and nothing is point blank.
    assert not any("measured through" in reason.text or "point blank" in reason.text for reason in own.because)


@pytest.mark.parametrize(("ann", "visible"), [(5.0, False), (14.0, True)])
def test_who_hides_is_found_within_six_inches(ann: float, *, visible: bool) -> None:
    found = judged("combat-pool", hides=True, ann=ann)
    assert found.line_of_sight
    assert found.visible == visible
    assert found.hides != visible
    assert any("hides" in reason.text and reason.source.endswith("hiding") for reason in found.because)


@pytest.mark.parametrize("ann", [5.0, 14.0])
def test_in_a_battle_the_figures_of_those_who_hide_do(ann: float) -> None:
    """What the window shows of a battle is worked out from its table and its figures."""
    battle = scene({**FAR, "ann": (ann, 18.0, 0.0)}, pieces=(WALL,)).marked("bob", HIDDEN)
    assert [one.hides for one in (figure_of(battle, "bob"), *table_of(battle).figures)] == [True, False, True]
    assert verdict(battle, "ann", "bob").hides == (ann == 5.0)


def test_no_verdict_hangs_on_where_a_shooter_faces() -> None:
    table = table_of(scene({**FAR, "ann": (5.0, 18.0, 0.0)}))
    behind = SightQuestion(replace(table.figure("ann"), facing=180.0), table.figure("bob"))
    (own,) = settle_shots(table, [behind], rules=registry.system("combat-pool").sight)
    (main,) = settle_shots(table, [behind], rules=registry.system("main-rulebook").sight)
    assert (own.visible, main.visible) == (True, False)
    assert any("may turn to" in reason.text for reason in own.because)


def test_rules_that_know_no_hiding_pass_over_it() -> None:
    assert judged("main-rulebook", hides=True).visible


def test_who_looks_may_turn_so_that_facing_plays_no_part() -> None:
    found = judged("combat-pool", facing=180.0)
    assert found.in_arc
    assert found.visible
    assert any("may turn" in reason.text for reason in found.because)
    assert not judged("main-rulebook", facing=180.0).visible
