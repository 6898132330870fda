"""The shaft between two figures: little of a large mesh is looked at, and no answer differs from that of the whole."""

import numpy as np
import pytest

from rules.sight.verdict import SightQuestion
from rules.systems import registry
from scene.geometry.mesh import joined
from scene.mesh_io import mesh_reading
from scene.mesh_io.mesh_reading import parse_mesh
from scene.table.table import Figure, Piece, Table, Terrain
from scene.visibility.occluders import occluders
from scene.visibility.shaft import asked_in_shaft
from sightline.api.sight_questions import SightAnswer, settled
from tests.scene.mesh_io.test_mesh_reading import binary_stl
from tests.scene.scenes import MANIKIN, random_boxes


def table(seed: int, *, large: bool) -> Table:
    """Boxes all over the place as one mesh, and four figures among them."""
    rng = np.random.default_rng(seed)
    boxes = joined(*random_boxes(rng, 60))
    data = binary_stl((boxes.triangles * [3.0, 3.0, 1.0] + [12.0, 12.0, 0.0]).astype(np.float32))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(mesh_reading, "LARGE", 1 if large else 10**9)
        mesh = parse_mesh(data, "yard.stl", units="inch").mesh
    places = rng.uniform(4.0, 20.0, (4, 2))
    figures = tuple(Figure(f"f{i}", MANIKIN, (float(x), float(y), 0.0), side=str(i)) for i, (x, y) in enumerate(places))
    return Table((24.0, 24.0), Terrain((Piece("yard", mesh),)), figures)


def answers(of: Table) -> list[dict[str, object]]:
    found = []
    for one in of.figures:
        for other in of.figures:
            if one is not other:
                question, rules = [SightQuestion(one, other)], registry.system("main-rulebook").sight
                assert rules is not None
                ((verdict, steady),) = settled(of, question, rules, tolerance_mm=2.0, seed=0, in_shaft=True)
                found.append(SightAnswer(of, verdict, steady).document())
    return found


@pytest.mark.parametrize("seed", range(3))
def test_answers_are_those_of_the_whole_table(seed: int) -> None:
    assert answers(table(seed, large=True)) == answers(table(seed, large=False))


def test_little_is_looked_at_unless_a_ray_leads_out() -> None:
    yard = table(1, large=True)
    pair, faces = (yard.figures[0], yard.figures[1]), []
    starts = np.array([pair[0].eye, [0.0, 0.0, 1.0]])
    ends = np.array([pair[1].eye, [24.0, 24.0, 1.0]])

    def ask(of: Table, count: int) -> list[bool]:
        faces.append(of.terrain.pieces[0].shape.most_triangles)
        blocked: list[bool] = occluders(of.terrain).rays.blocked(starts[:count], ends[:count]).tolist()
        return blocked

    whole = ask(yard, 2)
    assert asked_in_shaft(yard, pair, 0.0, lambda of: ask(of, 1)) == whole[:1]
    assert asked_in_shaft(yard, pair, 0.0, lambda of: ask(of, 2)) == whole
    assert faces[1] < faces[0] / 2
    assert faces[1] == faces[2] < faces[3] <= faces[4] == faces[0]
