"""Whether two bodies see one another, with proof: a free line, or surfaces that stop every line, or how much stays open.

A line counts if a thread of `THREAD_MM` can follow it. The middle of such a thread stays free if what it passes comes nearer
by less than its radius, and so does the line between ends that are moved by less than that. So what hides may grow by a hair,
and bodies be lifted off what they stand on: if then no line is free, no thread could pass before.

A guide with a figure: docs/guides/proof-of-no.md.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

import numpy as np

from scene.base.memo import memoized
from scene.geometry.mesh import FloatArray, IntArray
from scene.geometry.rigid_transform import RigidTransform
from scene.proof.body_cells import Cells
from scene.proof.occluding_union import GROWN, Placed, placed_surface, union_surface
from scene.proof.shaft_search import ShaftTree, search_shafts
from scene.proof.shafts import shaft_planes
from scene.proof.surface_complex import Complex
from scene.proof.volume_mesh import volume_mesh
from scene.table.table import Figure, Terrain
from scene.visibility.line_of_sight import Pair, Witness, first_free
from scene.visibility.occluders import occluders

THREAD_MM = 0.01
"""Millimetres: a line of sight is one that a thread so thick can follow."""
LIFTED = 8e-5
"""Inches (0.002 mm) by which bodies are lifted off what they stand on."""
FIRST_WORK = 100_000
"""Faces that are looked at in shafts among the surfaces as they are, before they are joined: a twentieth of a second."""
WORK = 4_500_000
"""Those among joined ones, if nothing else is said: some seconds."""


@dataclass(frozen=True)
class Certainty:
    """How sure it is that there is no line.

    Attributes:
        kind: ``proven``: none can be; ``searched``: none was found.
        open: the share of all shafts between the two bodies in which lines were only searched, 0..1.
        thinner_than_mm: a line that may be there all the same is thinner than this; None where it may be of any thickness.
    """

    kind: Literal["proven", "searched"]
    open: float
    thinner_than_mm: float | None


SEEN = Certainty("proven", 0.0, 0.0)
"""That of a line which was found, and of an answer in closed form."""
SEARCHED = Certainty("searched", 1.0, None)
"""That of a search which found nothing."""
NO_FACES = np.zeros((0, 2), dtype=np.int64)


@dataclass(frozen=True, eq=False)
class Proof:
    """What came of looking for a line, or for a proof that there is none.

    Attributes:
        line: a free line from the first figure to the second, or None.
        certainty: how sure it is.
        stopping: (n, 2) the faces that stop lines: the number of a mesh, as `Scenery` has them, and of its face.
        shafts: how many shafts were looked at.
        asked: the question that it answers; None where only a search was made.
        work: how many faces were to be looked at in shafts at most.
    """

    line: Witness | None
    certainty: Certainty
    stopping: IntArray = field(default_factory=lambda: NO_FACES)
    shafts: int = 0
    asked: "Asked | None" = None
    work: int = 0

    @staticmethod
    def of(line: Witness | None) -> "Proof":
        """What a search alone came to."""
        return Proof(line, SEEN if line else SEARCHED)

    @property
    def settled(self) -> bool:
        """Whether nothing is left to look for."""
        return self.certainty.kind == "proven"

    @property
    def at_once(self) -> bool:
        """Whether a quick look has proven that there is no line."""
        return self.settled and self.line is None and 0 < self.work <= FIRST_WORK

    @property
    def stopping_triangles(self) -> FloatArray:
        """(n, 3, 3) the faces of the scenery that stop lines, where they stand."""
        meshes = self.asked.scenery.meshes if self.asked else ()
        found = [np.zeros((0, 3, 3))]
        for number in np.unique(self.stopping[:, 0]).tolist():
            placed = meshes[number]
            faces = placed.mesh.faces[self.stopping[self.stopping[:, 0] == number, 1]]
            found.append(placed.pose.to_table(placed.mesh.vertices)[faces])
        return np.concatenate(found)

    def reversed(self) -> "Proof":
        """The same from the other end."""
        return replace(self, line=self.line.reversed()) if self.line else self


@dataclass(frozen=True, eq=False)
class Scenery:
    """What may hide two bodies from one another.

    Attributes:
        meshes: of the pieces that hide, in the order of `Occluders.pieces`, of what else stops lines, of figures that block.
        boxes: (n, 2, 3) around them.
    """

    meshes: tuple[Placed, ...]
    boxes: FloatArray

    def near(self, pair: Pair) -> list[Placed]:
        """Those whose boxes meet the shaft between two bodies."""
        planes = shaft_planes(*(figure.box[None] + np.array([[[-LIFTED], [LIFTED]]]) for figure in pair))[0]
        low, high = self.boxes[:, 0] - GROWN, self.boxes[:, 1] + GROWN
        normal, offset = planes[:, :3], planes[:, 3]
        least = np.minimum(normal, 0.0) @ high.T + np.maximum(normal, 0.0) @ low.T
        near = np.flatnonzero((least <= offset[:, None]).all(axis=0))
        return [self.meshes[i].of_shaft(planes) for i in near.tolist()]

    def with_figures(self, figures: Sequence[Figure]) -> "Scenery":
        """The same with the bodies of figures."""
        more = [Placed(len(self.meshes) + i, figure.body.counts, figure.pose) for i, figure in enumerate(figures)]
        boxes = np.array([figure.box for figure in figures]).reshape(-1, 2, 3)
        return Scenery((*self.meshes, *more), np.concatenate([self.boxes, boxes]))


@memoized
def scenery_of(terrain: Terrain) -> Scenery:
    """What hides of a terrain, and the sides of what lines may not enter."""
    found, here = occluders(terrain), RigidTransform()
    placed = []
    for number, (piece, mesh) in enumerate(zip(found.pieces, found.meshes, strict=True)):
        plain = piece.see_through_gaps and not piece.infinite_height
        placed.append(Placed(number, piece.shape if plain else mesh, piece.pose if plain else here))
    meshes = [*found.meshes, *map(volume_mesh, terrain.volumes)]
    placed += [Placed(number, mesh, here) for number, mesh in enumerate(meshes) if number >= len(placed)]
    return Scenery(tuple(placed), np.array([mesh.bounds for mesh in meshes]).reshape(-1, 2, 3))


def prove(terrain: Terrain, pair: Pair, *, blocking: Sequence[Figure] = (), work: int = WORK, joined: bool = True) -> Proof:
    """A free line between two bodies, or the proof that there is none, or how much stays open.

    Args:
        blocking: figures whose bodies stop a line too; those of the pair never do.
        work: how many faces are looked at in shafts, about.
        joined: whether solids are joined where their surfaces as they are do not do; False for a quick look.
    """
    if not all(len(figure.body.counts.faces) for figure in pair):
        return Proof(None, Certainty("proven", 0.0, THREAD_MM))
    asked = Asked.of(terrain, pair, blocking)
    result = asked.search(placed_surface(asked.near), min(FIRST_WORK, work))
    result = result if asked.pair[0] is pair[0] else result.reversed()
    return prove_joined(result, pair, work=work) if joined else result


def prove_joined(quick: Proof, pair: Pair, *, work: int = WORK) -> Proof:
    """What a quick look has settled, or else the same as by `prove` once solids are joined."""
    asked = quick.asked
    # Lines that fog stops meet no surface: there would be no end of them.
    if quick.settled or asked is None or asked.terrain.fogs:
        return quick
    result = asked.search(asked.joined, work)
    return result if asked.pair[0] is pair[0] else result.reversed()


def proof_document(proof: Proof) -> dict[str, Any] | None:
    """The certificate of a proof that there is no line.

    None where it is none, and where the side of a region stops lines: only rules know of it, so nothing could be held
    against it.
    """
    from scene.proof.certificate import certificate

    asked = proof.asked
    if asked is None or proof.line is not None or not proof.settled:
        return None
    for joined, work in ((False, FIRST_WORK), (True, proof.work)):
        surface, tree = asked.joined if joined else placed_surface(asked.near), ShaftTree()
        if asked.search(surface, work, tree).settled:
            slack = {"lifted": LIFTED, "thread_mm": THREAD_MM}
            document = certificate(asked.pair, surface, tree, asked.scenery.meshes, asked.called, **slack)
            regions = range(first := len(occluders(asked.terrain).pieces), first + len(asked.terrain.volumes))
            return None if any(piece["number"] in regions for piece in document["scenery"]) else document
    return None


@dataclass(frozen=True, eq=False)
class Asked:
    """A question: two figures, the one whose id comes first before the other, and what may hide them.

    Attributes:
        others: figures whose bodies block.
        near: what of the scenery may be between them.
    """

    terrain: Terrain
    pair: Pair
    others: tuple[Figure, ...]
    scenery: Scenery
    near: tuple[Placed, ...]

    @staticmethod
    def of(terrain: Terrain, pair: Pair, blocking: Sequence[Figure]) -> "Asked":
        """About two figures, asked either way."""
        ordered = pair if pair[0].id <= pair[1].id else (pair[1], pair[0])
        others = tuple(figure for figure in blocking if figure.id not in (pair[0].id, pair[1].id))
        scenery = scenery_of(terrain).with_figures(others)
        return Asked(terrain, ordered, others, scenery, tuple(scenery.near(ordered)))

    @property
    def called(self) -> tuple[str, ...]:
        """What each mesh of the scenery is, as an id."""
        regions = [f"region {number + 1}" for number in range(len(self.terrain.volumes))]
        return (*(piece.id for piece in occluders(self.terrain).pieces), *regions, *(figure.id for figure in self.others))

    @property
    def joined(self) -> Complex:
        """The surfaces of what may be between them, solids joined."""
        return union_surface(self.near, np.array([figure.box for figure in self.pair]))

    def search(self, surface: Complex, work: int, tree: ShaftTree | None = None) -> Proof:
        """What is found among surfaces by looking at so many faces in shafts; the tree is filled."""
        lift = np.array([0.0, 0.0, LIFTED])
        a, b = (Cells(figure.placed.triangles + lift) for figure in self.pair)

        def free_line(starts: FloatArray, ends: FloatArray) -> Witness | None:
            return first_free(self.terrain, [self.pair], (starts - lift)[None], (ends - lift)[None], blocking=self.others)[0]

        found = search_shafts(surface, a, b, free_line, work, tree)
        if found.line is not None:
            return Proof(found.line, SEEN, shafts=found.shafts, asked=self, work=work)
        certainty = Certainty("searched", found.open, None) if found.open else Certainty("proven", 0.0, THREAD_MM)
        return Proof(None, certainty, np.unique(surface.source[found.faces], axis=0), found.shafts, self, work)
