"""The statuses of figures in table files, and the postures that they are shown by."""

from typing import Literal

from scene.table.table import Figure, Posture

Status = Literal["standing", "pinned", "seriously_injured"]

POSTURES: dict[Status, Posture] = {"standing": "upright", "pinned": "on_back", "seriously_injured": "on_face"}
_STATUSES: dict[Posture, Status] = {posture: status for status, posture in POSTURES.items()}


def status_of(figure: Figure) -> Status:
    """What a table file calls the way in which a figure stands or lies."""
    return _STATUSES[figure.posture]
