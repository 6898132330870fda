"""The aim of markers and templates in a battle: shown with their chances, dragged, laid once that is confirmed."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from rules.engine.procedure_steps import Choose, Roll
from rules.hazards.blast_odds import scatter_odds
from rules.skirmish.state.battle_sight import table_of
from sightline.window.battle.aim_panels import aim_panel
from sightline.window.battle.template_aim import Aim, chances_of, covers
from sightline.window.controllers.aim_controller import place_under
from sightline.window.controllers.window_state import WindowState
from sightline.window.graphics.shapes.place_labels import labels
from sightline.window.graphics.shapes.view_shapes import things
from sightline.window.intents.battle_intents import PickArrow, TypeDice
from sightline.window.intents.intents import (
    Cancel,
    ClickAt,
    Confirm,
    DragTo,
    Give,
    GiveText,
    GoTo,
    Open,
    ResetView,
    SetMode,
    Undo,
)
from sightline.window.intents.panel_widgets import Columns, TextWidget, buttons, every
from sightline.window.view.panels.all_panels import panels
from tests.sightline.window.boards import SET_UP, yard
from tests.sightline.window.window_states import done, rest, shown, window_state

BEGUN = ("anna", "shoot", "bill")
LAUNCHER, FLAMER = '["blast (3)"]', '["template"]'


def opened(folder: Path, traits: str, answers: tuple[str, ...]) -> WindowState:
    """A battle with Anna's gun of some traits, after the answers; Bill stands 9.2 inches from her."""
    battle = yard(folder)
    red = folder / "red.toml"
    gun = '[[weapon]]\nname = "gun"\nrange = [8, 24]\n' if "blast" in traits else '[[weapon]]\nname = "gun"\nrange = "T"\n'
    text = red.read_text().replace('[[weapon]]\nname = "gun"\nrange = [8, 24]\n', f"{gun}traits = {traits}\n")
    red.write_text(text)
    one = window_state()
    done(one, Open(str(battle)), TypeDice(on=True))
    for answer in (*SET_UP, *answers):
        done(one, GiveText(answer))
        assert shown(one).faults == (), (answer, shown(one).faults)
    return one


@pytest.fixture(scope="module")
def aimed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WindowState]:
    """As `blasting`; tests that have it change nothing."""
    one = opened(tmp_path_factory.mktemp("aimed"), LAUNCHER, BEGUN)
    yield one
    one.close()


@pytest.fixture
def blasting(tmp_path: Path) -> Iterator[WindowState]:
    """Anna is to put the marker of her gun somewhere over Bill."""
    one = opened(tmp_path, LAUNCHER, BEGUN)
    yield one
    one.close()


def aim(one: WindowState) -> Aim:
    assert one.view.aim is not None
    return one.view.aim


def test_the_marker_is_shown_over_the_target_with_the_chances_of_everybody(aimed: WindowState) -> None:
    found, bill = aim(aimed), shown(aimed).battle.model("bill").position
    assert found.place == pytest.approx(bill)
    assert found.laid is not None
    assert found.laid.shot is not None
    assert found.laid.shot.marker is not None
    assert found.laid.odds is not None
    table, chance = table_of(shown(aimed).battle), float(found.laid.shot.chance)
    expected = scatter_odds(table, found.laid.shot.marker, hit_roll=chance)
    assert chances_of(found.laid) == {name: share for name, share in expected.hit.items() if share > 0.0}
    assert sum(found.laid.odds.ends.values()) == pytest.approx(1.0)
    text = " ".join(one.words for one in every(aim_panel(shown(aimed), found).widgets) if isinstance(one, TextWidget))
    assert f"hit roll {found.laid.shot.needed}+" in text
    assert any("hit" in label.text and "%" in label.text for label in labels(aimed.view))


def test_the_cloud_is_drawn_where_the_marker_may_end(aimed: WindowState) -> None:
    laid = aim(aimed).laid
    assert laid is not None
    assert laid.odds is not None
    drawn = np.concatenate([one.shape.places for name, one in things(aimed.view).items() if name[0] == "over"])  # type: ignore[index]
    low, high = laid.odds.cloud.min(axis=0), laid.odds.cloud.max(axis=0)
    assert np.all(drawn.min(axis=0)[:2] <= low[:2] + 0.01)
    assert np.all(drawn.max(axis=0)[:2] >= high[:2] - 0.01)
    over = [one for name, one in things(aimed.view).items() if name[0] == "over"]  # type: ignore[index]
    faint = [one for one in over if one.behind and np.ptp(one.shape.places[:, 0]) > 2.0]
    assert faint, "it is seen through what hides it"
    assert max(float(one.shape.colours[:, 3].max()) for one in faint) < 0.4


@pytest.mark.long
def test_dragged_it_is_laid_where_it_was_dragged_to_once_that_is_confirmed(blasting: WindowState) -> None:
    x, y, z = aim(blasting).place
    before = shown(blasting).answers
    assert blasting.drags("", (x + 1.0, y, z)), "a drag that begins on the marker moves it"
    assert not blasting.drags("", (x + 2.0, y, z))
    done(blasting, DragTo((x - 0.6, y, z)), DragTo((x - 0.8, y + 0.5, z)), DragTo((x - 0.8, y + 0.5, z), done=True))
    assert shown(blasting).answers == before
    found = aim(blasting).laid
    assert found is not None
    assert found.shot is not None
    assert found.shot.marker is not None
    assert found.shot.marker.middle == pytest.approx((x - 0.8, y + 0.5, z), abs=0.001)
    done(blasting, Confirm())
    assert shown(blasting).answers == before + 1
    assert blasting.view.aim is None
    done(blasting, Undo())
    assert aim(blasting).place == pytest.approx((x, y, z))


def lowest(one: WindowState, x: float) -> float:
    """The least y of all that lies over the table within an inch and a half of x."""
    drawn = np.concatenate([one.shape.places for name, one in things(one.view).items() if name[0] == "over"])  # type: ignore[index]
    return float(drawn[np.abs(drawn[:, 0] - x) < 1.5, 1].min())


def test_the_arrow_of_the_real_die_is_turned_on_the_table(blasting: WindowState) -> None:
    """Seen from above; a drag from anywhere in reach of the marker points it, a click too."""
    x, y, z = aim(blasting).place
    assert not blasting.view.picked
    done(blasting, Confirm(), GiveText("1"))
    assert blasting.view.orbit.elevation > 80.0
    assert blasting.view.picked[1] == 0, "there is an arrow to take hold of"
    done(blasting, TypeDice(on=False), ResetView())
    assert blasting.view.orbit.elevation < 80.0
    done(blasting, TypeDice(on=True))
    assert blasting.view.orbit.elevation > 80.0, "whoever takes up their own die then sees it so, too"
    assert blasting.drags("", (x + 2.0, y, z))
    assert not blasting.drags("", (x + 20.0, y, z))
    done(blasting, DragTo((x, y - 3.0, z)))
    assert blasting.view.picked[1] == 270
    assert lowest(blasting, x) == pytest.approx(y - 6.0, abs=0.2), "and is seen to"
    before = shown(blasting).answers
    done(blasting, ClickAt("", (x - 2.0, y, z)))
    assert blasting.view.picked[1] == 180
    assert shown(blasting).answers == before, "nothing is given before it is confirmed"


@pytest.mark.long
def test_where_a_marker_was_laid_went_and_ended_stays_until_the_next_choice(blasting: WindowState) -> None:
    """The hit roll fails; the arrow points to -y while it is entered, and the marker goes four inches along it."""
    x, y, _ = aim(blasting).place
    done(blasting, Confirm())
    assert lowest(blasting, x) == pytest.approx(y - 1.5, abs=0.1), "where it was laid, while the hit roll is asked"
    done(blasting, GiveText("1"))
    question = shown(blasting).question
    assert isinstance(question, Roll)
    assert question.what == "scatter die"
    assert lowest(blasting, x) == pytest.approx(y - 1.5, abs=0.1), "where it was laid"
    done(blasting, PickArrow(270.0))
    assert lowest(blasting, x) == pytest.approx(y - 6.0, abs=0.2), "its arrow"
    done(blasting, GiveText("arrow 270"), GiveText("4"))
    ends = [label for label in labels(blasting.view) if label.text.startswith("blast: ")]
    assert [label.text for label in ends] == ["blast: goes off there"]
    assert ends[0].place[:2] == pytest.approx((x, y - 4.0), abs=0.01)
    assert lowest(blasting, x) == pytest.approx(y - 5.5, abs=0.1), "the marker where it has ended"
    now = shown(blasting)
    assert now.happened
    done(blasting, GoTo(now.answers - 1))
    assert not shown(blasting).happened, "it had not happened then"
    done(blasting, GoTo(now.answers))
    assert shown(blasting).happened == now.happened
    question = shown(blasting).question
    assert isinstance(question, Choose)
    done(blasting, Give(question.options[0].key))
    assert not shown(blasting).happened


def test_off_its_target_it_is_refused_with_the_reason(blasting: WindowState) -> None:
    before = shown(blasting)
    done(blasting, ClickAt("", (9.0, 14.0, 0.0)))
    found = aim(blasting).laid
    assert found is not None
    assert "over the base of Bill" in found.why_not
    assert buttons(aim_panel(before, aim(blasting)))["Lay it here"].why_not == found.why_not
    done(blasting, Confirm())
    assert shown(blasting) is before
    assert blasting.view.message is not None
    assert "over the base" in blasting.view.message.text
    done(blasting, Cancel())
    assert aim(blasting).place == pytest.approx(before.battle.model("bill").position)
    done(blasting, SetMode("measure"), Cancel())
    assert blasting.view.mode == "look", "Esc goes on to other things once the marker is back"


@pytest.mark.long
def test_confirmed_before_its_chances_are_known_it_is_laid_once_they_are(blasting: WindowState) -> None:
    before, (x, y, z) = shown(blasting).answers, aim(blasting).place
    blasting.do(DragTo((x + 0.5, y, z)))
    blasting.do(Confirm())
    rest(blasting)
    assert shown(blasting).answers == before + 1


def test_a_marker_that_is_dragged_stays_on_its_level(aimed: WindowState) -> None:
    place = place_under(aimed, tuple(aimed.view.orbit.camera(aimed.view.size).project([[13.0, 7.0, 0.0]])[0][0]))
    assert place is not None
    assert place == pytest.approx((13.0, 7.0, aim(aimed).place[2]), abs=0.01)


def test_the_marker_stays_when_something_else_is_not_understood_and_is_not_shown_in_the_past(blasting: WindowState) -> None:
    done(blasting, DragTo((12.5, 6.0, 0.0)), GiveText("nowhere"))
    assert shown(blasting).faults
    assert aim(blasting).place == pytest.approx((12.5, 6.0, 0.0))
    assert any(panel.name == "Marker" for panel in panels(blasting.view))
    done(blasting, GoTo(3))
    assert blasting.view.aim is None
    assert not any(panel.name == "Marker" for panel in panels(blasting.view))


def test_a_template_is_shown_laid_and_turned(tmp_path: Path) -> None:
    one = opened(tmp_path, FLAMER, ("anna",))
    try:
        # Bill comes near enough in this test by Anna walking up to him.
        done(one, GiveText("move"), GiveText("9.5 5.2 0"))
        while shown(one).question is not None and shown(one).question.what != "action":  # type: ignore[union-attr]
            done(one, GiveText(shown(one).question.options[0].key))  # type: ignore[union-attr]
        done(one, GiveText("shoot"))
        laid = aim(one).laid
        assert laid is not None
        assert laid.flame is not None
        assert chances_of(laid) == {"bill": 1.0}
        assert covers(laid, shown(one).battle.model("bill").position)
        (table,) = (row for row in every(aim_panel(shown(one), aim(one)).widgets) if isinstance(row, Columns))
        assert len(table.rows) == 1
        before = shown(one).answers
        done(one, DragTo((0.5, 15.0, 0.0)))
        found = aim(one).laid
        assert found is not None
        assert found.why_not
        assert aim_panel(shown(one), aim(one)).name == "Template"
        done(one, ClickAt("bill", shown(one).battle.model("bill").position), Confirm())
        assert shown(one).answers == before + 1
    finally:
        one.close()
