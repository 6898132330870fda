"""The answer about a scan: what a person is told, in words."""

from dataclasses import replace

import numpy as np

from capture.adjustment.outlier_rejection import ScanWarnings
from capture.adjustment.prior_knowledge import PriorKnowledge
from capture.adjustment.tag_survey import scan_photo_tags
from capture.results.whole_scan import WholeScan
from scene.geometry.rigid_transform import RigidTransform
from sightline.answers.scan_answer import words
from tests.capture.made_up import made_up


def test_a_tag_that_one_photo_has_elsewhere_is_told() -> None:
    """Tag 5 lay three inches farther on when one of eight photos was taken."""
    made = made_up(np.random.default_rng(3), anchors=8, others=2, photos=8)
    x, y, _ = made.tags[5].position
    made = replace(made, moved={(4, 5): RigidTransform.turned((x + 3.0, y, 0.0), 10.0)})
    found = scan_photo_tags(made.photo_tags(np.random.default_rng(0), missed=0.0), PriorKnowledge(), ScanWarnings())
    told = [line for line in words(WholeScan(found)) if line.startswith("note:")]
    where = 'note: tag 5 does not count in "photo-04.jpg", where it is not in its place'
    assert told == [f"{where}; was it bent, moved, half hidden, or is it on the table twice?"]
