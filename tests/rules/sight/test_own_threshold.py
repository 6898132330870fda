"""A rule system whose full cover begins elsewhere: its own number decides, is looked at closely, and is what reasons say."""

from collections.abc import Sequence
from dataclasses import replace
from types import MappingProxyType

import numpy as np
import pytest

from rules.sight.sensitivity import sensitivity
from rules.sight.shifted_verdicts import CLOSE
from rules.sight.shot_verdicts import settle_shots
from rules.sight.verdict import Effort, SightQuestion, SightRules, SightRuling, Verdict
from rules.skirmish.opponent.sight_estimate import COVERS, covers
from scene.table.table import Table
from scene.visibility.line_of_sight import Witness
from sightline.answers.sight_answer import too_close_words
from tests.plain_scenes import table
from tests.rules.shots import JELENA, KRUGER, giant, screen
from tests.rules.sight.judged import judged

QUARTER = replace(
    judged("main-rulebook"),
    name="toy-rules",
    full_cover=0.25,
    sections=MappingProxyType({topic: f"toy-rules: {topic}" for topic in judged("main-rulebook").sections}),
    flat=None,
)


def verdict(share: float, rules: SightRules = QUARTER) -> Verdict:
    return settle_shots(table(JELENA, KRUGER, screen("crates", share)), [SightQuestion(JELENA, KRUGER)], rules=rules)[0]


def said(found: Verdict) -> str:
    return "\n".join(reason.text for reason in found.because)


@pytest.mark.parametrize(("share", "cover"), [(0.23, "partial"), (0.27, "full"), (0.49, "full")])
def test_its_own_threshold_decides(share: float, cover: str) -> None:
    found = verdict(share)
    assert (found.ruling.cover, found.ruling.undecided) == (cover, False)
    assert ("25 % or more: full cover" if cover == "full" else "less than 25 %: partial cover") in said(found)
    assert "half" not in said(found)


def test_what_is_at_its_own_threshold_is_too_close_to_call_and_a_half_is_not() -> None:
    found = verdict(0.25)
    assert found.ruling.undecided
    assert "which may be less than 25 % or not: too close to call" in said(found)
    assert too_close_words(found, None) == "as much as 25 % may be hidden by terrain, or a little less"
    assert not verdict(0.5).ruling.undecided


@pytest.mark.parametrize(("share", "close"), [(0.25, True), (0.5, False)])
def test_shifts_near_its_own_threshold_get_a_closer_look_and_others_none(share: float, close: bool) -> None:
    efforts = list[Effort]()

    def judge(
        rules: SightRules, table: Table, questions: Sequence[SightQuestion], effort: Effort, known: Sequence[Sequence[Witness]]
    ) -> list[SightRuling]:
        efforts.append(effort)
        return QUARTER.judge(rules, table, questions, effort, known)

    scene = table(JELENA, KRUGER, screen("crates", share))
    asked = settle_shots(scene, [SightQuestion(JELENA, KRUGER)], rules=replace(QUARTER, judge=judge))
    (found,) = sensitivity(scene, asked, tolerance_mm=2.0)
    assert (CLOSE in efforts) is close
    assert found.too_close_to_call is close


def test_what_fighters_hide_beyond_it_is_partial_at_most() -> None:
    scene = table(JELENA, KRUGER, giant(5))
    (found,) = settle_shots(scene, [SightQuestion(JELENA, KRUGER)], rules=QUARTER)
    assert found.ruling.cover == "partial"
    assert "terrain alone hides 0 % of kruger, less than 25 %: partial cover" in said(found)


def test_every_reason_names_its_own_sections() -> None:
    for share in (0.1, 0.25, 0.9):
        assert {reason.source.split(":")[0] for reason in verdict(share).because} == {"toy-rules"}
    assert all(reason.source == "geometry" for reason in verdict(0.9, judged("geometry")).because)


def test_the_program_guesses_by_the_same_threshold() -> None:
    seen, far, main = np.array([0.9, 0.7, 0.5, 0.0]), np.full(4, 10.0), judged("main-rulebook")
    quarter = replace(main, full_cover=0.25)
    assert [COVERS[one] for one in covers(seen, far, quarter)] == ["partial", "full", "full", "none-seen"]
    assert [COVERS[one] for one in covers(seen, far, main)] == ["partial", "partial", "full", "none-seen"]
