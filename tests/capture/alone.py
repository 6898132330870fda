"""Photos of a piece that stands alone: on a sheet with anchor tags beside it and its own tags on it."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from assets.mesh_library import LIBRARY
from capture.adjustment.rotation_vectors import pose_of
from scene.geometry.camera_model import CameraView
from scene.geometry.rigid_transform import RigidTransform
from scene.table.table import MM_PER_INCH, Piece, Table, Terrain
from tests.capture.rendered import Light, Noise, PrintedTag, Stage, jpeg, phone_lens, photograph, round_the_table
from tests.capture.rendered.scenery import Scenery

SHEET = (15.0, 13.0)


@dataclass(frozen=True, eq=False)
class Alone:
    """A piece with its tags on a sheet.

    Attributes:
        piece: as it stands.
        tags: where its tags sit on it, by id.
        stage: what photos are taken of.
    """

    piece: Piece
    tags: dict[int, RigidTransform]
    stage: Stage

    def photos(
        self, folder: Path, rng: np.random.Generator, *, count: int, width: int = 1400, orientation: int = 1
    ) -> tuple[list[Path], tuple[CameraView, ...]]:
        """Photos from all around as files, and how they were taken."""
        lens = phone_lens((width, width * 3 // 4))
        views = round_the_table(count, lens, rng, size=SHEET, far=(17.0, 23.0), above=(28.0, 50.0))
        paths = []
        for number, view in enumerate(views):
            path = folder / f"view-{number}.jpg"
            picture = photograph(self.stage, view, noise=Noise(), blur_px=0.7, rng=rng)
            path.write_bytes(jpeg(picture, lens=lens, orientation=orientation))
            paths.append(path)
        return paths, views


def piece_alone(
    name: str,
    parameters: dict[str, float],
    tags: dict[int, RigidTransform],
    *,
    turn: float,
    place: tuple[float, float] = (7.6, 6.4),
) -> Alone:
    """A piece of the kit, turned, in the middle of a sheet, with tags at poses of its own frame; anchors 5, 6, 7 beside it."""
    shape, kind = LIBRARY.piece(name, parameters)
    piece = Piece(name, shape, RigidTransform.turned((*place, 0.0), turn), kind)
    papers = [
        PrintedTag(
            number,
            30.0,
            pose_of(piece.pose.matrix @ pose.matrix, piece.pose.to_table(pose.position)),
            card_mm=40.0,
        )
        for number, pose in tags.items()
    ]
    edge = 45.0 / MM_PER_INCH
    places = ((edge, edge), (SHEET[0] - edge, edge), (edge, SHEET[1] - edge))
    anchors = [
        PrintedTag(5 + i, 60.0, RigidTransform.turned((*at, 0.0), 20.0 * i), card_mm=80.0) for i, at in enumerate(places)
    ]
    scenery = Scenery(Table(SHEET, Terrain((piece,))), (*anchors, *papers))
    return Alone(piece, tags, Stage(scenery, Light()))
