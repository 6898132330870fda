"""Whole verdicts on shots: the vision arc, what is visible, what may be measured, and that the reasons are true.

Jelena stands at the origin and looks along x at Kruger, 10 inches off; both on bases of one inch radius.
"""

import re
from dataclasses import replace

import pytest

from rules.sight.shot_verdicts import settle_shots
from rules.sight.verdict import SightQuestion, Verdict
from rules.sight.verdict_reasons import says_share
from rules.systems import registry
from scene.table.table import Figure, Piece
from scene.table_io.table_statuses import POSTURES, Status
from tests.plain_scenes import block, bodiless, figure, table
from tests.rules.shots import JELENA, KRUGER, closed, giant, screen, shaped
from tests.rules.sight.judged import judged

SECTIONS = {
    "Vision arc", "Line of sight", "Visible", "Cover", "Base to base", "Impassable terrain", "Point blank",
    "Measuring through walls and solid terrain features", "Fighter's models as cover",
    "Line of sight and cover in Zone Mortalis",
}  # fmt: skip
"""The headings of the rulebook that a verdict can rest on."""


def verdict(
    *things: Piece | Figure,
    shooter: Figure = JELENA,
    target: Figure = KRUGER,
    system: str = "main-rulebook",
    flat: bool = False,
) -> Verdict:
    scene = table(shooter, target, *things)
    found = settle_shots(scene, [SightQuestion(shooter, target)], rules=judged(system, flat=flat))[0]
    names = {"main-rulebook: " + section for section in SECTIONS} if system == "main-rulebook" else {"geometry"}
    assert {reason.source for reason in found.because} <= names
    return found


def said(found: Verdict, section: str) -> list[str]:
    return [reason.text for reason in found.because if reason.source.endswith(f": {section}")]


@pytest.mark.parametrize(
    ("facing", "wall", "visible"), [(0, False, True), (180, False, False), (0, True, False), (180, True, False)]
)
def test_visible_is_in_the_vision_arc_and_in_line_of_sight(facing: float, wall: bool, visible: bool) -> None:
    found = verdict(*([closed()] if wall else []), shooter=replace(JELENA, facing=facing))
    assert (found.in_arc, found.line_of_sight, found.visible) == (facing == 0, not wall, visible)
    (text,) = said(found, "Visible")
    assert ("not visible" in text) is not visible
    assert ("out of the vision arc" in text) is (facing == 180)
    assert ("out of line of sight" in text) is wall


def test_line_of_sight_is_with_the_head_turned_around() -> None:
    """An enemy behind the back is in line of sight, and his cover is judged."""
    behind = verdict(screen("crates", 0.3), shooter=replace(JELENA, facing=180))
    assert behind.line_of_sight
    assert behind.ruling.cover in {"partial", "full"}


@pytest.mark.parametrize("status", ["pinned", "seriously_injured"])
def test_vision_arc_a_pinned_or_seriously_injured_fighter_has_none(status: Status) -> None:
    found = verdict(shooter=figure("jelena", 0, 0, posture=POSTURES[status]))
    assert (found.in_arc, found.line_of_sight, found.visible) == (False, True, False)
    assert said(found, "Vision arc") == [f"jelena is {status.replace('_', ' ')} and has no vision arc"]


def test_measuring_distances_are_from_base_to_base() -> None:
    assert verdict().distance == pytest.approx(8)
    assert verdict(target=replace(KRUGER, position=(3, 4, 0))).distance == pytest.approx(3)
    assert verdict(target=bodiless("kruger", 10, 0)).distance == pytest.approx(9)


def test_measuring_not_through_walls_and_solid_terrain() -> None:
    found = verdict(block("wall", (5, -1, 0), (5.2, 1, 1), kind="wall"), block("crate", (7, -1, 0), (8, 1, 0.5)))
    assert found.in_the_way == ("wall", "crate")
    (text,) = said(found, "Measuring through walls and solid terrain features")
    assert text == "the straight way to kruger goes through wall, crate, and the range must not be measured through terrain"
    assert verdict(block("wall", (5, 1, 0), (5.2, 9, 1), kind="wall")).in_the_way == ()
    assert verdict(block("arch", (5, -1, 0.5), (5.2, 1, 1), kind="wall")).in_the_way == ()
    assert said(verdict(), "Measuring through walls and solid terrain features") == []


def test_measuring_open_doors_and_fighters_are_no_hindrance() -> None:
    door = block("door", (5, -1, 0), (5.2, 1, 2), kind="door", open=True)
    assert verdict(door, figure("reina", 7, 0)).in_the_way == ()
    assert verdict(replace(door, open=False)).in_the_way == ("door",)


@pytest.mark.parametrize(("gap", "told"), [(2.9, True), (3.0, True), (3.1, False)])
def test_point_blank_within_three_inches_is_told_and_changes_no_cover(gap: float, told: bool) -> None:
    target = replace(KRUGER, position=(2 + gap, 0, 0))
    found = verdict(block("rail", (gap, -3, 0), (gap + 0.1, 3, 1.0)), target=target)
    assert found.ruling.cover in {"partial", "full"}
    assert bool(said(found, "Point blank")) is told
    assert said(verdict(closed(gap), target=target), "Point blank") == []


def reasons_to_test_in_the_open() -> None:
    found = verdict()
    assert said(found, "Cover")[-1] == "nothing that counts hides kruger: in the open"
    assert re.fullmatch(r"the line from jelena at \(0\.10, 0\.00, 1\.22\) .* is free", said(found, "Line of sight")[0])


def reasons_to_test_name_the_share_its_bound_and_what_hides() -> None:
    (text, step) = said(verdict(screen("crates", 0.3)), "Cover")
    numbers = [float(number) for number in re.findall(r"([\d.]+) %", text)]
    share, low, high, blamed = numbers
    assert low <= 30.0 <= high
    assert abs(share - 30.0) < 0.2
    assert blamed == share
    assert text.endswith(f"by crates {blamed} %")
    assert step.endswith("% of kruger is hidden, less than half: partial cover")


@pytest.mark.parametrize("system", ["main-rulebook", "geometry"])
def reasons_to_test_that_repeat_the_share_are_known_from_the_others_whatever_ids_say(system: str) -> None:
    odd = replace(KRUGER, id="kruger whose body is hidden (between walls")
    found = verdict(screen("crates", 0.3), target=odd, system=system)
    (repeats,) = [reason.text for reason in found.because if says_share(reason, found)]
    assert "crates" in repeats
    assert re.match(r"(29|30)\.\d % of kruger", repeats)


def reasons_to_test_full_cover_is_by_terrain() -> None:
    assert said(verdict(screen("crates", 0.7)), "Cover")[-1].endswith("half or more: full cover")


def reasons_to_test_a_fighter_in_the_way() -> None:
    found = verdict(giant(5), screen("crates", 0.3, x=8))
    texts = said(found, "Fighter's models as cover")
    assert texts[0] == "giant is in the way, and fighters never give better than partial"
    assert re.fullmatch(r"terrain alone hides (29\.\d|30\.\d) % of kruger, less than half: partial cover", texts[1])


def reasons_to_test_those_who_do_not_count_and_why() -> None:
    mira = shaped(figure("mira", 2, 0, side="red"), (-0.1, -0.5, 0), (0.1, 0.5, 2))
    found = verdict(mira, figure("reina", 5, 0, posture="on_back"), figure("ortega", 7, 0, posture="on_face"))
    assert found.ruling.cover == "open"
    assert said(found, "Cover")[1:-1] == ["mira is a friend in base contact with the shooter and does not count"]
    found = verdict(figure("reina", 5, 0, posture="on_back"))
    assert "reina is pinned and does not count" in said(found, "Cover")
    found = verdict(figure("ortega", 5, 0, posture="on_face"))
    assert "ortega is seriously injured and does not count" in said(found, "Cover")
    assert said(found, "Fighter's models as cover") == []


def reasons_to_test_a_fighter_who_counts_is_never_said_not_to() -> None:
    """Seen past the barricade beside the shooter, only his scalp shows above it at first."""
    barricade = block("barricade", (1.2, -3, 0), (1.3, 3, 1.3))
    found = verdict(barricade, figure("reina", 5, 0), target=shaped(KRUGER, (-0.2, -0.3, 0), (0.2, 0.3, 2)))
    assert found.ruling.cover == "partial"
    assert "jelena stands behind barricade and sticks out: there it does not count" in said(found, "Line of sight")
    assert not any("reina is" in text and "does not count" in text for text in said(found, "Cover"))
    assert said(found, "Fighter's models as cover")[0].startswith("reina is in the way")


def reasons_to_test_only_terrain_beside_the_shooter_is_said_to_be_stood_behind() -> None:
    pieces = [screen("far", 0.3), screen("farther", 0.5, x=7)]
    for found in (verdict(*pieces), verdict(*pieces, block("beside", (1.2, 2, 0), (1.3, 3, 3)))):
        assert found.ruling.allowed == ()
        assert "stands behind" not in " ".join(reason.text for reason in found.because)


def reasons_to_test_within_the_bound_of_one_half() -> None:
    texts = said(verdict(screen("crates", 0.5)), "Cover")
    assert texts[-1].endswith("which may be less than half or not: too close to call")
    assert "50.0 % of kruger is hidden, less than half" not in " ".join(texts)
    assert not any("too close" in reason.text for reason in verdict(screen("crates", 0.45)).because)


def reasons_to_test_none_seen() -> None:
    found = verdict(closed())
    assert said(found, "Line of sight") == ["no free line was found from any part of jelena's body to any part of kruger's"]
    assert said(found, "Cover") == ["100 % of kruger's body is hidden (between 99.9 % and 100.0 %), by wall 100 %"]
    assert "kruger has no body that could be seen" in said(verdict(target=bodiless("kruger", 10, 0)), "Line of sight")


def test_geometry_says_what_was_measured_and_names_no_rulebook() -> None:
    found = verdict(screen("crates", 0.6), figure("reina", 5, 3), system="geometry")
    assert (found.ruling.cover, found.line_of_sight, found.in_arc) == (None, True, True)
    assert "by crates" in found.because[1].text
    assert found.in_the_way == ("crates",)


def test_zone_mortalis_reasons_speak_of_bases_and_not_of_bodies() -> None:
    """The wall hides the bodies and ends at the middle of the base: exactly half of it is reached."""
    wall = block("wall", (5, 0, 0), (5, 30, 3), kind="wall")
    found = verdict(wall, flat=True)
    assert found.ruling.cover == "partial"
    assert not found.ruling.undecided
    zone = said(found, "Line of sight and cover in Zone Mortalis")
    assert "cover (all terrain counts): lines reach 50.0 % of kruger's base; the rest is hidden by wall 50.0 %" in zone
    assert zone[0] == "--flat is the variant for flat tables: all of it is judged from above"
    assert zone[1] == (
        "line of sight (only walls and closed doors stop it): a line from the middle of jelena's base reaches kruger's base"
    )
    assert said(found, "Cover") == said(found, "Line of sight") == []
    assert verdict(closed(kind="wall"), flat=True).ruling.cover == "none-seen"


def test_verdicts_come_in_the_order_of_the_questions() -> None:
    scene = table(JELENA, KRUGER, figure("reina", 0, 9), closed())
    questions = [SightQuestion(one, other) for one in scene.figures for other in scene.figures if one is not other]
    found = settle_shots(scene, questions, rules=registry.system("main-rulebook").sight)
    assert [one.question for one in found] == questions
    assert [one.line_of_sight for one in found] == [
        {one.question.shooter.id, one.question.target.id} == {"jelena", "reina"} for one in found
    ]


def test_every_reason_is_a_line_of_its_own() -> None:
    for found in (verdict(), verdict(giant(5)), verdict(closed()), verdict(flat=True), verdict(system="geometry")):
        assert all(reason.text and "\n" not in reason.text for reason in found.because)
        assert len({reason.text for reason in found.because}) == len(found.because)
