"""The links of a battle or a table, kept beside its file's name, so that phones find it when the server is started anew."""

import json
import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from platformdirs import user_state_path

from scene.base.errors import SceneError
from scene.base.json_fields import parse_json
from scene.base.safe_files import read_bytes, write_bytes
from sightline.server.seat_links import Links, Seat, new_links

FILE = "served-battles.json"
MOST_BYTES = 2**20
MOST_KEPT = 100
_SECRET = re.compile(r"[A-Za-z0-9_-]{20}")


def kept_links(served: Path, seats: Sequence[Seat]) -> Links:
    """The links of a battle's journal or of a table as they were, or new ones, kept from now on.

    They are in the user's state folder, in a file that nobody else may read; where it cannot be written, links are new each
    time.
    """
    place, name = _place(), str(served.resolve())
    known = _read(place)
    found = known.get(name, {})
    if set(found) != {seat.name for seat in seats}:
        fresh = new_links(*seats)
        found = {seat.name: fresh.secret(seat.name) for seat in seats}
        others = [(other, secrets) for other, secrets in known.items() if other != name]
        _write(place, dict([*others[1 - MOST_KEPT :], (name, found)]))
    return Links({found[seat.name]: seat for seat in seats})


def _place() -> Path:
    return user_state_path("sightline") / FILE


def _read(place: Path) -> dict[str, dict[str, str]]:
    """What is kept; what is no such thing counts as nothing."""
    with suppress(OSError):
        place.chmod(0o600)
    try:
        raw = parse_json(read_bytes(place, MOST_BYTES))
    except SceneError:
        return {}
    if not isinstance(raw, dict):
        return {}
    return {name: found for name, found in raw.items() if isinstance(found, dict) and _sound(found)}


def _sound(found: Mapping[str, object]) -> bool:
    secrets = list(found.values())
    sound = all(isinstance(secret, str) and _SECRET.fullmatch(secret) for secret in secrets)
    return sound and len(set(secrets)) == len(secrets)


def _write(place: Path, kept: Mapping[str, Mapping[str, str]]) -> None:
    with suppress(OSError, SceneError):
        place.parent.mkdir(parents=True, exist_ok=True)
        write_bytes(place, json.dumps(kept, indent=1).encode(), overwrite=True)
        place.chmod(0o600)
