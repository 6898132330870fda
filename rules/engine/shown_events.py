"""What happens in a battle as values that can be drawn: a way that was gone, a fall, a shot. The log carries them."""

from dataclasses import dataclass

from scene.hazards.fall_landing import Fall
from scene.pathfinding.path_legs import Path


@dataclass(frozen=True)
class MoveShown:
    """Somebody went along a path.

    Attributes:
        fighter: his id.
        path: as far as he went.
    """

    fighter: str
    path: Path


@dataclass(frozen=True)
class FallShown:
    """Somebody fell.

    Attributes:
        fighter: his id.
        fall: from where to where.
    """

    fighter: str
    fall: Fall


@dataclass(frozen=True)
class ShotShown:
    """Somebody shot at somebody.

    Attributes:
        shooter, target: their ids.
        good: the natural faces of a die that hit, where the roll itself does not tell.
    """

    shooter: str
    target: str
    good: frozenset[int] = frozenset()
