"""The window before it is filled: it is there before all that draws in it is imported, with a line in its middle."""

import json

from tests.sightline.window.screen import SIZE, Screen, script

OPENING = """
import json, os, sys
from PIL import ImageGrab
from sightline.window.first_window import first_window
from sightline.window.view.window_settings import WindowSettings

from sightline.window.table_opening import draft_of

window = first_window("Opening gantry-town ...", WindowSettings(dark=True))
picture = ImageGrab.grab(xdisplay=os.environ["DISPLAY"]).convert("L")
found = {level: sum(value > level for value in picture.get_flattened_data()) for level in (30, 200)}
box = picture.point(lambda value: 255 * (value > 200)).getbbox()
window.close()
first_window("Opening gantry-town ...", WindowSettings(dark=True), draft_of("gantry-town").table)
table = ImageGrab.grab(xdisplay=os.environ["DISPLAY"]).convert("L")
colours = len(table.getcolors(256) or ())
line = table.point(lambda value: 255 * (value > 200)).crop((0, 0, table.width, 60)).getbbox()
imported = [name for name in ("pyrender", "trimesh", "scipy", "imgui_bundle") if name in sys.modules]
print(json.dumps([found, box, colours, line is not None, imported]))
"""


def test_it_says_what_is_being_opened_before_what_draws_is_imported(on: Screen) -> None:
    found, (left, top, right, bottom), colours, line, imported = json.loads(script(on, OPENING)[-1])
    assert not imported
    assert found["30"] == SIZE[0] * SIZE[1]
    assert 500 < found["200"] < 5000
    assert abs((left + right) / 2 - SIZE[0] / 2) < 4
    assert abs((top + bottom) / 2 - SIZE[1] / 2) < 8
    assert right - left > 5 * (bottom - top)
    assert colours > 100, "the table is seen"
    assert line, "and what is being opened, above it"
