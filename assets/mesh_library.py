"""The library of parts that table files may name without bringing a mesh: kit pieces and figure proxies, as one object."""

from collections.abc import Mapping
from dataclasses import dataclass

from assets import kit
from assets.figures import figure_proxies
from scene.geometry.mesh import Mesh, Point
from scene.table.table import Body, Ground, Kind, Posture, Stance


@dataclass(frozen=True)
class Library:
    """The terrain kit and the figure proxies by name."""

    def piece(self, name: str, parameters: Mapping[str, float]) -> tuple[Mesh, Kind]:
        """The kit piece of that name, inches, its anchor at the origin, and its kind; see `assets.kit.piece`."""
        return kit.piece(name, parameters)

    def default_ground(self, name: str) -> Ground | None:
        """What walking on the kit piece of that name is like, unless the table file says otherwise; None is open ground."""
        return kit.KIT[name].ground

    def mouths(self, name: str, parameters: Mapping[str, float]) -> tuple[Point, Point] | None:
        """The middles of the openings of a ductway, inches in its own frame; None for a kit piece that is none."""
        return kit.KIT[name].mouths(**parameters)

    def body(self, proxy: str, posture: Posture, stance: Stance) -> Body:
        """The proxy's body in the pose of a posture, inches; see `assets.figures.figure_proxies.body`."""
        return figure_proxies.body(proxy, posture, stance)

    def default_base_mm(self, proxy: str) -> float:
        """The diameter of the proxy's usual base in millimetres; `SceneError` for an unknown proxy."""
        return figure_proxies.named(proxy).base_mm

    def piece_names(self) -> tuple[str, ...]:
        """All kit pieces."""
        return tuple(kit.KIT)

    def proxy_names(self) -> tuple[str, ...]:
        """All proxies."""
        return tuple(figure_proxies.PROXIES)


LIBRARY = Library()
