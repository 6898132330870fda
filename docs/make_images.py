"""Makes every picture of the README and of docs/ by running the program's own commands.

python docs/make_images.py            # all of them, into docs/images/
python docs/make_images.py field      # those whose name holds this word
"""

import re
import sys
import tempfile
from base64 import b64decode
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

from PIL import Image

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from sightline.cli import run  # noqa: E402 - the program of this folder, not one that is installed

IMAGES = ROOT / "docs" / "images"
TABLES = ROOT / "assets" / "tables"
DISPUTED = str(TABLES / "disputed-shot.json")
TOWN = str(TABLES / "gantry-town.json")
FOUNDRY = str(TABLES / "high-foundry.json")
WARREN = str(TABLES / "sluice-warren.json")
WIDTH = 1100
"""Pixels; pages are hardly ever shown wider."""


def picture(*words: str) -> Callable[[Path], Image.Image]:
    """The picture that a command writes with ``--picture``."""

    def make(folder: Path) -> Image.Image:
        path = folder / "picture.png"
        _run(*words, "--picture", str(path))
        return Image.open(path)

    return make


def reported(*words: str) -> Callable[[Path], Image.Image]:
    """The overview of the table that a report carries."""

    def make(folder: Path) -> Image.Image:
        path = folder / "report.html"
        _run(*words, "--report", str(path))
        pictures = re.findall(r'src="data:image/png;base64,([^"]+)"', path.read_text(encoding="utf-8"))
        return Image.open(BytesIO(b64decode(pictures[1])))

    return make


WINDOW = """
import sys, time
from pathlib import Path
from PIL import Image
import pyglet
from sightline.window.app import opened
from sightline.window.files import draft_of
from sightline.window.building_intents import Take
from sightline.window.intents import *

draft = draft_of(sys.argv[1])
table = draft.table
app = opened(draft)
app.desk.do(Tour(-1))
app.desk.do(Choice("shadows", True))
for intent in WANTED:
    app.desk.do(intent)
    while app.desk.busy:
        app.desk.tick()
        time.sleep(0.01)
app.desk.do(Dismiss())
for _ in range(200):
    app.window.dispatch_events()
    app.desk.tick()
    app.draw()
    if app.panes.settled and not app.desk.busy:
        break
app.draw()
app.window.switch_to()
pyglet.image.get_buffer_manager().get_color_buffer().save(sys.argv[2])
"""


def window(table: str, wanted: str) -> Callable[[Path], Image.Image]:
    """The window with a table in it, once people have wanted some things: intents, as Python writes them."""

    def make(folder: Path) -> Image.Image:
        from tests.sightline.window.screen import screen, script

        with screen(folder) as on:
            script(on, WINDOW.replace("WANTED", wanted), table, str(folder / "window.png"))
        return Image.open(folder / "window.png").convert("RGB")

    return make


def window_battle(folder: Path) -> Image.Image:
    """The window with a battle that the program has played, as it was in the middle."""
    journal = folder / "standoff.journal"
    _run("battle", "gantry-standoff", "--auto", "--seed", "7", "--journal", str(journal))
    return window(TOWN, f"[Open({str(journal)!r}), GoTo(150)]")(folder)


def window_blast(folder: Path) -> Image.Image:
    """The window with a battle that the program has played until a grenade is thrown."""
    from rules.battle.blasting import PUT
    from rules.battle.program import decide
    from rules.engine.asks import Roll
    from sightline.kept import kept, play_of

    journal = folder / "standoff.journal"
    with kept("gantry-standoff", journal, 1) as file:
        play = play_of(file, typed=False)
        while (question := play.game.pending) is not None and question.what != PUT:
            if isinstance(question, Roll):
                play.roll(question)
            else:
                play.give(decide(play.game.state, question))
    return window(TOWN, f"[Open({str(journal)!r}), Select('nettie-spoke'), FrameSelection()]")(folder)


def readme_example(folder: Path) -> Image.Image:
    """What the README's own table shows."""
    table = folder / "yard.json"
    table.write_text(first_json(ROOT / "README.md"), encoding="utf-8")
    return picture("los", str(table), "ada", "bruno")(folder)


def on_photo(folder: Path) -> Image.Image:
    """A shot on a photo of a table that was scanned: drawn by the tests' renderer, from a place that is known exactly."""
    import hashlib
    from dataclasses import replace

    import numpy as np

    from assets.library import LIBRARY
    from scene.document import write_document
    from scene.lens import View
    from scene.scan import Photo
    from scene.tablefile import load_document, load_table
    from tests.capture.rendered import Light, Noise, Scenery, Stage, jpeg, looking, phone_lens, photograph
    from tests.sightline.photographed import scan_of

    table = load_table(DISPUTED, LIBRARY)
    lens, pose = phone_lens((1400, 1050)), looking((8.0, -6.5, 13.5), (12.2, 11.2, 1.2), roll=2.0)
    stage = Stage(Scenery(table), Light())
    photo = photograph(stage, View(lens, pose), noise=Noise(), gamma=2.2, rng=np.random.default_rng(0))
    file, place = folder / "IMG_2041.jpg", folder / "table.json"
    file.write_bytes(jpeg(photo, lens=lens))
    known = Photo(file.name, hashlib.sha256(file.read_bytes()).hexdigest(), 0, pose)
    write_document(replace(load_document(DISPUTED), scan=scan_of(table, (known,), (lens,))), place)
    return picture("los", str(place), "jelena", "kruger", "--photo", str(file))(folder)


def first_json(page: Path) -> str:
    """The first block of JSON on a page."""
    found = re.search(r"```json\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)
    if not found:
        raise SystemExit(f"{page} has no JSON")
    return found[1]


PICTURES: dict[str, Callable[[Path], Image.Image]] = {
    "disputed-shot": picture("los", DISPUTED, "jelena", "kruger"),
    "on-the-photo": on_photo,
    "disputed-shot-table": reported("los", DISPUTED, "jelena", "kruger"),
    "disputed-shot-plan": picture("show", DISPUTED, "--from", "above", "--names"),
    "window-sight": window(DISPUTED, '[Select("jelena"), PointAt("kruger", table.figure("kruger").position)]'),
    "window-move": window(DISPUTED, '[Select("jelena"), DragTo((9.5, 8.0, 0.0), done=True)]'),
    "window-reach": window(TOWN, '[Select("vesna"), ShowOverlay("reach"), Choice("inches", 8.0), FrameSelection()]'),
    "window-build": window(
        DISPUTED, '[SetMode("build"), Take("kit", "stairs"), Select("deck-crate"), PointAt("", (10.0, 4.0, 0.0))]'
    ),
    "window-battle": window_battle,
    "window-blast": window_blast,
    "crane-yard": readme_example,
    "too-close": picture("los", TOWN, "vesna", "hadrik"),
    "gantry-town": picture("show", TOWN),
    "field": picture("field", TOWN, "hadrik"),
    "path": picture("path", FOUNDRY, "sable", "14.1", "18", "3"),
    "reach": picture("reach", TOWN, "vesna", "--inches", "6"),
    "reach-corridors": picture("reach", WARREN, "tamar", "--inches", "6"),
    "fall": picture("fall", FOUNDRY, "8.2", "15.6", "6"),
    "blast": picture("blast", TOWN, "gorm", "--at", "24.2", "9.2", "3", "--odds"),
    "blast-best": picture("blast", TOWN, "gorm", "--best", "--size", "5", "--hit-roll", "0.5"),
    "blast-one": picture("blast", TOWN, "gorm", "--at", "24.2", "9.2", "3", "--miss", "--seed", "3"),
    "flame": picture("flame", DISPUTED, "kruger", "--at", "10.45", "9.8", "0"),
    "flame-best": picture("flame", WARREN, "kesh", "--best"),
    "drift": picture("drift", TOWN, "vesna", "--dice", "2D6", "--odds"),
    "high-foundry": picture("show", FOUNDRY),
    "sluice-warren": picture("show", WARREN),
}
"""Every picture by its name in docs/images/."""


def small(whole: Image.Image) -> bytes:
    """A PNG no wider than `WIDTH`, with the 256 colours that come closest to all of its colours."""
    size = (WIDTH, round(whole.height * WIDTH / whole.width))
    less = whole.convert("RGB").resize(size, Image.Resampling.LANCZOS)
    few = less.quantize(256, method=Image.Quantize.MAXCOVERAGE, kmeans=3, dither=Image.Dither.NONE)
    content = BytesIO()
    few.save(content, format="PNG", optimize=True)
    return content.getvalue()


def main(wanted: list[str]) -> None:
    """Makes the pictures whose names hold one of the ``wanted`` words; all without any."""
    IMAGES.mkdir(exist_ok=True)
    for name, make in PICTURES.items():
        if wanted and not any(word in name for word in wanted):
            continue
        with tempfile.TemporaryDirectory() as folder:
            content = small(make(Path(folder)))
        (IMAGES / f"{name}.png").write_bytes(content)
        sys.stdout.write(f"docs/images/{name}.png: {len(content) // 1000} kB\n")


def _run(*words: str) -> None:
    if run(words) != 0:
        raise SystemExit(f"sightline {' '.join(words)} failed")


if __name__ == "__main__":
    main(sys.argv[1:])
