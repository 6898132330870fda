"""The answer about a scan: what a person is told, in words."""

from dataclasses import replace

import numpy as np
import pytest

from capture.adjustment.outlier_rejection import ScanWarnings
from capture.adjustment.prior_knowledge import PriorKnowledge
from capture.adjustment.tag_survey import scan_photo_tags
from capture.objects.pieces_file import TaggedPiece, TaggedPieces, TagPlace
from capture.objects.terrain_placement import place_pieces
from capture.results.whole_scan import WholeScan
from scene.geometry.rigid_transform import RigidTransform
from scene.table_io.table_document import PieceEntry
from sightline.answers.scanned.scan_answer import document, words
from tests.capture.made_scans import TAGS, made_scan, ring
from tests.capture.made_up import made_up


def test_a_tag_that_one_photo_has_elsewhere_is_told() -> None:
    """Tag 5 lay three inches farther on when one of eight photos was taken."""
    made = made_up(np.random.default_rng(3), anchors=8, others=0, photos=8)
    x, y, _ = made.tags[5].position
    made = replace(made, moved={(4, 5): RigidTransform.turned((x + 3.0, y, 0.0), 10.0)})
    found = scan_photo_tags(made.photo_tags(np.random.default_rng(0), missed=0.0), PriorKnowledge(), ScanWarnings())
    told = [line for line in words(WholeScan(found)) if line.startswith("note: tag")]
    where = 'note: tag 5 does not count in "photo-04.jpg", where it is not in its place'
    assert told == [f"{where}; was it bent, moved, half hidden, or is it on the table twice?"]


def test_tags_that_belong_to_no_piece_are_listed_with_what_it_means() -> None:
    tags = TAGS | {57: RigidTransform.turned((10.0, 12.0, 4.0), 30.0)}
    scanned = made_scan(ring(8, away=38.0), tags=tags)
    piece = TaggedPiece(PieceEntry("crate", (0.0, 0.0, 0.0), kit="container"), (TagPlace(100, (0.0, 0.0, 5.0)),))
    pieces, _ = place_pieces(scanned.survey, TaggedPieces((piece,)))
    found = WholeScan(scanned, pieces)
    assert [tag["id"] for tag in document(found)["loose_tags"]] == [57, 104]  # type: ignore[attr-defined]
    for tag in document(found)["loose_tags"]:  # type: ignore[attr-defined]
        assert tag["position"] == pytest.approx(tags[tag["id"]].position, abs=0.05)
    means = "whatever they are glued to is not on this table"
    line = f"note: tags 57 and 104 belong to no piece of the pieces file: {means}"
    assert line in words(found)
    # Somebody who says that nothing else stands there is told what speaks against it.
    assert f"{line}, though nothing else is said to stand there" in words(replace(found, terrain_known="all"))
    without = next(line for line in words(WholeScan(scanned)) if "57" in line and line.startswith("note:"))
    assert without == f"note: tags 57, 100 and 104 belong to no piece, as no pieces file names them: {means}"


def test_what_is_known_of_the_scenery_is_told() -> None:
    found = WholeScan(made_scan(ring(8, away=38.0), tags={i: pose for i, pose in TAGS.items() if i < 100}))
    assert (document(found)["terrain_known"], document(found)["loose_tags"]) == ("pieces", [])
    free = "lines and ways are free of the measured pieces only"
    assert f"note: {free}; scenery without tags is not known (if there is none, give --nothing-else)" in words(found)
    sure = replace(found, terrain_known="all")
    assert document(sure)["terrain_known"] == "all"
    assert "note: nothing but the pieces is said to stand on this table" in words(sure)
    for each in (found, sure):
        scan = each.document().scan
        assert scan is not None
        assert scan.terrain_known == each.terrain_known
