"""The settings of the window: what people have chosen once and for all, kept between starts."""

import json
import math
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path

from platformdirs import user_config_path

from scene.base.errors import SceneError
from scene.base.json_fields import parse_json
from scene.base.safe_files import read_bytes, write_bytes
from sightline.window.intents.battle_intents import PACES, STEPWISE

MAX_BYTES = 100_000
Backdrop = tuple[float, float, float]
DAY, NIGHT = (0.86, 0.88, 0.90), (0.16, 0.17, 0.19)
"""Red, green and blue, 0 to 1, of what is behind the table."""


@dataclass(frozen=True)
class WindowSettings:
    """What can be chosen.

    Attributes:
        grid: whether the ground has its grid of inches.
        names: whether the names of all figures are shown.
        shadows: whether the sun casts shadows.
        materials: whether terrain and ground are worn, and darker where little of the sky is seen.
        hidden: whether figures are seen through what hides them.
        larger: whether figures are drawn larger than they are.
        photos: whether a scanned table has its ground in the colours of its photos, and their places round it.
        surface: whether a scanned table has the surface that its photos show, if that is kept beside it.
        haze: whether its space that is not known has a hatched haze then.
        centimetres: whether lengths are shown in centimetres.
        dark: whether panels and what is behind the table are dark.
        text: the size of the letters, 1 as usual.
        frames: the most frames in a second.
        measuring: whether one may measure before an action is declared.
        edges: whether figures are measured to the edges of their bases, not to the middles.
        inches: of movement that reach is painted for.
        motion: whether figures are shown on their way.
        follow: whether the view follows what the program does.
        pause: seconds that the program waits after each of its steps; `STEPWISE` until somebody asks for the next one.
        snap: whether what is built snaps to the grid and to what is beside it.
        left, right: letters that the panels at a side are wide; 0 where each is as wide as it comes.
        toured: whether the tour has been seen.
    """

    grid: bool = True
    names: bool = True
    shadows: bool = True
    materials: bool = True
    hidden: bool = True
    larger: bool = False
    photos: bool = True
    surface: bool = True
    haze: bool = True
    centimetres: bool = False
    dark: bool = False
    text: float = 1.0
    frames: float = 60.0
    measuring: bool = True
    edges: bool = True
    inches: float = 5.0
    motion: bool = True
    follow: bool = True
    pause: float = PACES["normal"]
    snap: bool = True
    left: float = 0.0
    right: float = 0.0
    toured: bool = False

    @property
    def backdrop(self) -> Backdrop:
        """What is behind the table."""
        return NIGHT if self.dark else DAY

    def with_choice(self, name: str, value: object) -> "WindowSettings":
        """The same but for one choice; what cannot be is left as it is."""
        before = getattr(self, name)
        if isinstance(before, bool):
            return replace(self, **{name: value}) if isinstance(value, bool) else self
        if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
            return self
        low, high = LIMITS[name]
        return replace(self, **{name: min(max(float(value), low), high)})  # type: ignore[arg-type]


LIMITS = {
    "text": (0.7, 2.5),
    "frames": (5.0, 240.0),
    "inches": (0.5, 36.0),
    "pause": (0.0, STEPWISE),
    "left": (0.0, 120.0),
    "right": (0.0, 120.0),
}


def settings_path() -> Path:
    """The file that they are kept in."""
    return user_config_path("sightline") / "window.json"


def load_settings(path: Path) -> WindowSettings:
    """What was chosen; what is missing or cannot be is as it comes."""
    try:
        written = parse_json(read_bytes(path, MAX_BYTES))
    except SceneError:
        return WindowSettings()
    found = WindowSettings()
    for one in fields(WindowSettings):
        if isinstance(written, dict) and one.name in written:
            found = found.with_choice(one.name, written[one.name])
    return found


def save_settings(settings: WindowSettings, path: Path) -> None:
    """Keep them; where that cannot be, they last as long as the window."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_bytes(path, json.dumps(asdict(settings), indent=2).encode(), overwrite=True)
    except (SceneError, OSError):
        return
