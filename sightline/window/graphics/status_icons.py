"""Icons of what is marked about a fighter: letters of the icon font that comes with Dear ImGui."""

from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path

from sightline.window.battle.snapshots.fighter_signs import Sign, SignKey

ICON_FONT = (
    Path(str(getattr(find_spec("imgui_bundle"), "origin", ""))).parent / "assets/fonts/Font_Awesome_6_Free-Solid-900.otf"
)
"""Font Awesome Free, of its SIL Open Font License; it is in the package of the panels' library, not in this one."""
ICONS = ICON_FONT.is_file()
"""Whether there is such a font; else words stand in their place."""
ACTIVE = "\uf0e7"
GLYPHS: Mapping[SignKey, str] = {
    "pinned": "\uf08d", "seriously_injured": "\uf728", "out_of_action": "\uf54c", "fled": "\uf70c", "reserve": "\uf254",
    "engaged": "\uf6de", "broken": "\uf7a9", "insane": "\uf5dc", "hard_target": "\uf3ed", "climbing": "\ue289",
    "in_air": "\uf52d", "out_of_ammo": "\uf05e", "wounded": "\uf043", "carrying": "\uf466", "aimed": "\uf05b",
    "marked": "\uf02b",
}  # fmt: skip
"""Each in the private letters of the font: a pin, a man with a bandage, a skull, one who runs, an hourglass, and so on."""


def icons_of(signs: Sequence[Sign], *, acting: bool) -> str:
    """One icon for each kind of sign, in their order; empty where there is no icon font."""
    if not ICONS:
        return ""
    return " ".join(dict.fromkeys([*([ACTIVE] if acting else []), *(GLYPHS[sign.key] for sign in signs)]))
