"""A terrain kit of one piece and proxies of one shape, for tests of the table file."""

from collections.abc import Mapping

import numpy as np

from scene.base.errors import SceneError
from scene.geometry.mesh import Mesh, Point
from scene.table.table import Body, Ground, Kind, Posture, Stance

BOX_FACES = [
    [0, 2, 1], [0, 3, 2], [4, 5, 6], [4, 6, 7], [0, 1, 5], [0, 5, 4],
    [1, 2, 6], [1, 6, 5], [2, 3, 7], [2, 7, 6], [3, 0, 4], [3, 4, 7],
]  # fmt: skip


def box(x: float, y: float, z: float, *, at: tuple[float, float, float] = (0, 0, 0)) -> Mesh:
    """A closed box; ``at`` is the middle of its underside."""
    ring = [(-1, -1), (1, -1), (1, 1), (-1, 1)]
    corners = [[a * x / 2, b * y / 2, c * z] for c in (0, 1) for a, b in ring]
    return Mesh.of(np.array(corners) + np.array(at), BOX_FACES)


class PlainParts:
    """Satisfies `scene.table_io.table_reading.Parts`."""

    def piece(self, name: str, parameters: Mapping[str, float]) -> tuple[Mesh, Kind]:
        unknown = set(parameters) - {"length"}
        if unknown:
            raise SceneError(f'"{name}" has no parameter "{min(unknown)}"')
        return box(parameters.get("length", 2.0), 0.5, 1.0), "obstacle"

    def default_ground(self, name: str) -> Ground | None:
        return "dangerous" if name == "vat" else None

    def mouths(self, name: str, parameters: Mapping[str, float]) -> tuple[Point, Point] | None:
        reach = parameters.get("length", 2.0) / 2.0
        return ((-reach, 0.0, 0.5), (reach, 0.0, 0.5)) if name == "duct" else None

    def body(self, proxy: str, posture: Posture, stance: Stance) -> Body:
        assert (proxy, stance) != ("", "")
        height = 1.2 if posture == "upright" else 0.4
        return Body(box(0.3, 0.6, height), np.array([0.1, 0.0, 0.9 * height]))

    def default_base_mm(self, proxy: str) -> float:
        return 40.0 if proxy == "brute" else 25.0

    def piece_names(self) -> tuple[str, ...]:
        return ("barricade", "duct")

    def proxy_names(self) -> tuple[str, ...]:
        return ("human", "brute")


PARTS = PlainParts()
