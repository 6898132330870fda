"""A shot of a scanned table that is not known, measured by a card from the window."""

import re
from pathlib import Path

import numpy as np
import pypdfium2
import pytest
from PIL import Image

from scene.table.scan_measurements import Scan, ScanMeasurement
from scene.table_io.table_document import FigureEntry, TableDocument, write_document
from sightline.drafts.draft_table import open_draft
from sightline.window.controllers.window_state import WindowState
from sightline.window.intents.card_intents import (
    AddCardPhotos,
    ByLamp,
    CountCard,
    LeaveOutPhoto,
    MeasureByCard,
    NearestThing,
    ShowCounted,
    WriteCard,
)
from sightline.window.intents.intents import Cancel, ClickAt, Select
from sightline.window.intents.panel_widgets import ImageWidget, PanelWidgets, buttons, every, words
from sightline.window.view.camera_orbit import home
from sightline.window.view.panels.all_panels import panels
from sightline.window.view.window_view import WindowView
from tests.capture.shot_cards.carded import photo_file, shot
from tests.sightline.window.window_states import SIZE, done, now

BLOCKER = ((9.0, 8.0, 0.0), (9.4, 12.0, 1.25))
BUTTON = "Measure it with a card ..."


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Ann looks at Bob on a scanned table of which only the pieces are known."""
    one = shot(BLOCKER)
    scan = Scan(
        tuple(ScanMeasurement(figure.id, "figure", figure.position) for figure in one.table.figures),
        np.diag(np.full(12, 1e-4)),
        terrain_known="pieces",
    )
    people = [
        FigureEntry(one.id, one.position, one.name, one.side, proxy="human", facing=one.facing) for one in one.table.figures
    ]
    write_document(TableDocument((24.0, 20.0), figures=tuple(people), scan=scan), tmp_path / "yard.json")
    return tmp_path


def _asked(folder: Path) -> WindowState:
    """The window with the answer about Ann and Bob pinned."""
    found = open_draft(folder / "yard.json")
    state = WindowState(WindowView(found.table, home(found.table, SIZE), SIZE))
    state.show_table(found)
    done(state, Select("ann"), ClickAt("bob", (14.0, 10.0, 0.5)))
    return state


def _panel(state: WindowState) -> PanelWidgets:
    """The panel at the right."""
    return next(one for one in panels(now(state)) if one.place == "right")


def _press(state: WindowState, label: str) -> None:
    button = buttons(_panel(state))[label]
    assert button.enabled, button.why_not
    done(state, button.intent)


def _told(state: WindowState) -> tuple[str, bool]:
    message = now(state).message
    assert message is not None
    return message.text, message.bad


def test_a_shot_that_the_scan_leaves_open_is_measured_by_a_card(folder: Path) -> None:
    one, state = shot(BLOCKER), _asked(folder)
    (folder / "photos").mkdir()
    photo_file(folder / "photos", one)
    Image.new("RGB", (400, 300), (90, 90, 90)).save(folder / "grey.png")
    assert words(_panel(state)).startswith("NOT KNOWN FROM THIS SCAN")
    _press(state, BUTTON)
    _press(state, "Write ann-bob-card.pdf")
    card = folder / "ann-bob-card.pdf"
    assert len(pypdfium2.PdfDocument(card)) == 2
    assert "is written in" in words(_panel(state))
    done(state, AddCardPhotos((str(folder / "none.jpg"),)))
    assert _told(state) == ('there is no photo or folder "none.jpg"', True)
    done(state, AddCardPhotos(("~nobody/" + "a" * 300,)))
    assert _told(state)[0].startswith("there is no photo or folder")
    done(state, NearestThing("near"))
    assert "is no distance" in _told(state)[0]
    # What is no photo of the card is told in the window's own words, and nothing that was given is lost.
    done(state, NearestThing("125 mm"), AddCardPhotos((str(folder / "grey.png"),)), CountCard())
    text, bad = _told(state)
    assert bad
    assert "grey.png" in text
    assert "--" not in text
    done(state, AddCardPhotos((str(folder / "photos"),)), LeaveOutPhoto(0), ByLamp(on=True))
    assert buttons(_panel(state))["Count what is hidden"].why_not.startswith("a lamp takes two photos")
    done(state, ByLamp(on=False))
    _press(state, "Count what is hidden")
    said, pictures = words(_panel(state)).splitlines(), _pictures(_panel(state))
    found = re.fullmatch(r"(\d+) % hidden, (\d+) % to (\d+) %: full cover", said[0])
    assert found is not None
    share, low, high = map(float, found.groups())
    true = 100.0 * one.true
    assert share == pytest.approx(true, abs=2.0)
    assert low <= true <= high
    assert "the nearest thing in between is 125 mm from the eye, as you measured" in said
    assert "NOT KNOWN FROM THIS SCAN" in words(_panel(state)), "what the scan alone says is still told"
    assert len(pictures) == 1
    assert pictures[0].intent is not None
    done(state, pictures[0].intent)
    (large,) = [one for one in panels(now(state)) if one.name == "shot.jpg"]
    assert len(_pictures(large)) == 2
    done(state, Cancel())
    assert now(state).counted is None
    # Another shot is not measured by that.
    done(state, Select("bob"), ClickAt("ann", (4.0, 10.0, 0.5)))
    assert BUTTON in buttons(_panel(state))
    assert not _pictures(_panel(state))


def test_a_card_that_is_there_is_replaced_only_when_asked(folder: Path) -> None:
    state, card = _asked(folder), folder / "ann-bob-card.pdf"
    card.write_bytes(b"mine")
    done(state, MeasureByCard(), WriteCard())
    assert card.read_bytes() == b"mine"
    _press(state, "Replace it")
    assert card.read_bytes().startswith(b"%PDF")
    done(state, Cancel())
    assert BUTTON in buttons(_panel(state)), "Esc goes back to the answer"


def _pictures(panel: PanelWidgets) -> list[ImageWidget]:
    """Those of photos; the line of sight from the side is no photo."""
    found = [one for one in every(panel.widgets) if isinstance(one, ImageWidget)]
    return [one for one in found if one.intent is None or isinstance(one.intent, ShowCounted)]
