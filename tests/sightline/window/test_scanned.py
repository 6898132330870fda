"""The window on a scanned table: the scan survives saving and building, and answers come from it."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from rules.sight.verdict import SightQuestion
from scene.base.errors import SceneError
from scene.measuring.scan_samples import scanned
from scene.table.scan_measurements import Scan, ScanMeasurement
from scene.table_io.table_document import write_document
from scene.table_io.table_reading import load_document
from sightline.drafts.draft_saving import DraftKeeper, left_behind, recover, save
from sightline.drafts.draft_table import Draft, changed, open_draft
from sightline.drafts.figure_edits import place_figure
from sightline.drafts.move_edits import delete, move, place_kit
from sightline.drafts.piece_edits import rename
from sightline.window.controllers.evidence_export import write_question
from sightline.window.view import table_questions
from tests.sightline.window.drafts_to_test import on_table

pytestmark = pytest.mark.usefixtures("coarse_pictures")


@pytest.fixture
def draft(tmp_path: Path) -> Draft:
    """Two crates and two figures, all measured, and a tag."""
    plain = place_figure(on_table(("crate", 5, 5), ("crate", 20, 5)), (10.0, 5.0, 0.0), side="red")
    plain = place_figure(plain, (15.0, 5.0, 0.0), side="blue", facing=180.0)
    things = [ScanMeasurement(entry.id, "piece", entry.position) for entry in plain.document.terrain]
    things += [ScanMeasurement(entry.id, "figure", entry.position) for entry in plain.document.figures]
    things.append(ScanMeasurement("tag", "tag", (1.0, 1.0, 0.0)))
    scan = Scan(tuple(things), np.diag(np.full(27, 1e-4)), notes=("made up",), terrain_known="all")
    path = tmp_path / "scanned.json"
    write_document(replace(plain.document, scan=scan), path)
    return open_draft(path)


def ids(draft: Draft) -> list[str]:
    return [entry.id for entry in draft.entries]


@pytest.mark.parametrize("ending", [".json", ".sightline"])
def test_the_scan_is_saved_with_the_table(draft: Draft, ending: str, tmp_path: Path) -> None:
    path = tmp_path / f"copy{ending}"
    moved = move(draft, [ids(draft)[0]], (6.0, 9.0, 0.0))
    save(moved, path)
    assert load_document(path) == moved.document
    again = open_draft(path)
    assert again.document.scan == draft.document.scan
    assert again.table.scan is again.document.scan
    # What was moved is exact from then on, all else as uncertain as before.
    assert set(scanned(again.table)) == set(ids(draft)) - {ids(draft)[0]}


def test_a_crash_keeps_it(draft: Draft, tmp_path: Path) -> None:
    keeper = DraftKeeper(tmp_path / "drafts" / "one")
    keeper.keep(draft)
    keeper.close()
    (left,) = left_behind(tmp_path / "drafts")
    found, keeper = recover(left)
    keeper.close()
    assert found.document.scan == draft.document.scan


def test_what_is_taken_away_and_put_back_does_no_harm(draft: Draft) -> None:
    crate = ids(draft)[0]
    gone = delete(draft, [crate])
    assert gone.table.scan == draft.table.scan
    assert crate not in scanned(gone.table)
    back = place_kit(gone, "crate", (30.0, 20.0, 0.0))
    assert crate in ids(back)
    assert crate not in scanned(back.table)


@pytest.mark.parametrize("ending", [".json", ".sightline"])
def test_what_is_built_onto_a_scan_does_not_make_the_scenery_known(draft: Draft, ending: str, tmp_path: Path) -> None:
    scan = draft.document.scan
    assert scan is not None
    known = replace(scan, terrain_known="pieces")
    pieces = replace(draft, document=replace(draft.document, scan=known), table=replace(draft.table, scan=known))
    for number, before in enumerate((pieces, draft)):
        built = rename(place_kit(before, "crate", (30.0, 20.0, 0.0)), ids(before)[0], "reactor")
        built = delete(move(built, ["reactor"], (6.0, 9.0, 0.0)), [ids(before)[1]])
        path = tmp_path / f"built-{number}{ending}"
        save(built, path)
        for found in (built.table, open_draft(path).table):
            assert found.terrain_known == ("pieces", "all")[number]


def test_a_renamed_piece_is_still_measured(draft: Draft, tmp_path: Path) -> None:
    named = rename(draft, ids(draft)[0], "reactor")
    assert "reactor" in scanned(named.table)
    save(named, tmp_path / "named.json")
    assert "reactor" in scanned(open_draft(tmp_path / "named.json").table)


def test_nothing_new_is_called_as_a_tag_is(draft: Draft) -> None:
    with pytest.raises(SceneError, match='"tag" already'):
        rename(draft, ids(draft)[0], "tag")
    assert "tag-2" in ids(place_figure(draft, (30.0, 20.0, 0.0), name="Tag"))
    entry = replace(draft.document.terrain[0], id="tag")
    with pytest.raises(SceneError, match="id of a tag or point of the scan"):
        changed(draft, terrain=[entry, *draft.document.terrain[1:]])


def test_sight_and_its_evidence_come_from_the_scan(draft: Draft, tmp_path: Path) -> None:
    shooter, target = draft.table.figures
    verdict = table_questions.sight(draft.table, SightQuestion(shooter, target))
    steady = table_questions.steady(draft.table, verdict)
    assert steady is not None
    assert steady.scan is not None
    report = write_question(draft, verdict, steady, tmp_path)
    assert "--tolerance-mm" not in report.read_text(encoding="utf-8")
    assert open_draft(report.with_suffix(".sightline")).document.scan == draft.document.scan
    # Asked from where it does not stand, the shooter is exact.
    elsewhere = shooter.moved((10.0, 12.0, 0.0))
    found = table_questions.steady(draft.table, table_questions.sight(draft.table, SightQuestion(elsewhere, target)))
    assert found is not None
    assert found.scan is not None
