"""Clicked scenery in drafts: whatever it is called and however often it is clicked, its table can be saved and read again."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from capture.clicking.click_shapes import SHAPES
from capture.clicking.clickable_photos import ClickablePhotos
from capture.clicking.clicked_base import ClickedBase
from capture.clicking.shape_fit import ShapeFit, fit_shape
from capture.results.scan_writing import document_of
from scene.base.errors import SceneError
from scene.base.json_fields import MAX_TEXTS
from scene.table_io.table_document import write_document
from sightline.drafts.clicked_scenery import place_base, place_clicked, scan_photos_of
from sightline.drafts.draft_saving import save
from sightline.drafts.draft_table import Draft, open_draft, without
from tests.capture.clicking.clicked import clicks_on, drawn_numbers
from tests.capture.made_scans import made_scan, ring

VIEWS = ring(4)
BASE = ClickedBase((20.0, 20.0, 0.0), 32.0, 0.05, np.zeros((6, 24)), np.eye(6) * 1e-4, ())


@pytest.fixture(scope="module")
def draft(tmp_path_factory: pytest.TempPathFactory) -> Draft:
    path = tmp_path_factory.mktemp("scanned") / "hall.json"
    write_document(document_of(made_scan(VIEWS)), path)
    return open_draft(path)


@pytest.fixture(scope="module")
def ladder(draft: Draft) -> ShapeFit:
    rng, shape = np.random.default_rng(0), SHAPES["ladder"]
    photos = ClickablePhotos.of(draft.document.scan)
    return fit_shape(photos, shape, clicks_on(shape, drawn_numbers("ladder", rng), VIEWS, (0, 1, 2), rng, 0.5))


@pytest.mark.parametrize("name", ["l" * 150, "\u6f22" * 300, "../../l", "l\n", "\u202e"])
def test_a_piece_of_any_name_is_saved_and_read_again(draft: Draft, ladder: ShapeFit, name: str, tmp_path: Path) -> None:
    after = place_clicked(draft, ladder, name)
    save(after, tmp_path / "table.json")
    assert open_draft(tmp_path / "table.json").table.scan == after.table.scan


def test_more_notes_than_a_file_may_have_are_left_out(draft: Draft, ladder: ShapeFit, tmp_path: Path) -> None:
    scan = draft.document.scan
    assert scan is not None
    noted = replace(scan, notes=tuple(f"note {number}" for number in range(MAX_TEXTS)))
    full = replace(draft, document=replace(draft.document, scan=noted))
    save(place_base(place_clicked(full, ladder), BASE), tmp_path / "table.json")
    assert len(open_draft(tmp_path / "table.json").ids) == 2


def test_a_figure_that_was_taken_off_is_clicked_again(draft: Draft, tmp_path: Path) -> None:
    moved = replace(BASE, position=(21.0, 20.0, 0.0))
    save(place_base(without(place_base(draft, BASE, "ork"), ["ork"]), moved, "ork"), tmp_path / "table.json")
    scan = open_draft(tmp_path / "table.json").table.scan
    assert scan is not None
    assert [thing.position for thing in scan.things if thing.of == "figure"] == [moved.position]


@pytest.mark.parametrize("folder", ["~nobody-is-called-so", "a" * 5000, "\0"])
def test_a_folder_that_cannot_be_is_told(draft: Draft, folder: str) -> None:
    with pytest.raises(SceneError, match="none of the scan's photos"):
        scan_photos_of(draft.document.scan, draft.path, Path(folder))


def test_a_mesh_whose_name_no_file_can_have_is_refused(draft: Draft) -> None:
    with pytest.raises(SceneError, match="it is too long"):
        draft.meshes.with_file("b" * 300 + ".stl", b"solid")
