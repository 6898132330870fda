"""Makes every picture of the README and of docs/ by running the program's own commands.

python docs/make_images.py            # all of them, into docs/images/
python docs/make_images.py field      # those whose name holds this word
"""

import json
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from base64 import b64decode
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from importlib import import_module
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

from PIL import Image

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from rules.engine.procedure_steps import Choose
    from rules.skirmish.state.battle_state import Battle

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from sightline.cli.command_line import run  # noqa: E402 - the program of this folder, not one that is installed

IMAGES = ROOT / "docs" / "images"
TABLES = ROOT / "assets" / "tables"
DISPUTED = str(TABLES / "disputed-shot.json")
TOWN = str(TABLES / "gantry-town.json")
FOUNDRY = str(TABLES / "high-foundry.json")
WARREN = str(TABLES / "sluice-warren.json")
LOCK = str(TABLES / "sump-lock.json")
ABBEY = str(TABLES / "broken-abbey.json")
WIDTH = 1100
"""Pixels; pages are hardly ever shown wider."""
FILM, SECOND = 900, 10
"""Pixels, and pictures of a second; a film is loaded with the page."""


def picture(*words: str) -> Callable[[Path], Image.Image]:
    """The picture that a command writes with ``--picture``."""

    def make(folder: Path) -> Image.Image:
        path = folder / "picture.png"
        _run(*words, "--picture", str(path))
        return Image.open(path)

    return make


def profile(*words: str) -> Callable[[Path], Image.Image]:
    """What ``--profile`` draws."""

    def make(folder: Path) -> Image.Image:
        _run(*words, "--profile", str(folder / "side.png"))
        return Image.open(folder / "side.png")

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
from sightline.window.window_app import opened
from sightline.window.view.camera_orbit import Orbit
from sightline.window.table_opening import draft_of
from sightline.window.intents.battle_intents import LookNow
from sightline.window.intents.building_intents import Take
from sightline.window.intents.intents import *
from sightline.window.intents.photo_intents import *

draft = draft_of(sys.argv[1])
table = draft.table
app = opened(draft)
app.state.do(Tour(-1))
app.state.do(Choice("shadows", True))
for _ in range(4):
    app.draw()
for intent in WANTED:
    if callable(intent):
        intent = intent()
    if isinstance(intent, Orbit):
        app.state.show(orbit=intent)
        app.state.homing = False
    else:
        app.state.do(intent)
    while app.state.busy:
        app.state.tick()
        time.sleep(0.01)
app.state.do(Dismiss())
app.draw()
app.state.ahead()
while app.state.busy:
    app.state.tick()
    time.sleep(0.01)
for _ in range(200):
    app.window.dispatch_events()
    app.state.tick()
    app.draw()
    if app.imgui_panels.settled and not app.state.busy:
        break
# While the board moves, and a little longer, it is drawn coarsely; and what is read was drawn before the last picture.
time.sleep(0.5)
for _ in range(3):
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


def window_looks(folder: Path) -> Image.Image:
    """The same board as it was drawn at first, with all that came later turned off, and as it is drawn now."""
    later, there = ("names", "shadows", "materials", "hidden"), 'Select("vesna"), Orbit((22.0, 10.5, 1.5), 26.0, 250.0, 30.0)'
    plain = ", ".join(f"Choice({name!r}, False)" for name in later)
    pictures = []
    for number, wanted in enumerate((f"[{plain}, {there}]", f"[{there}]")):
        (folder / str(number)).mkdir()
        pictures.append(window(TOWN, wanted)(folder / str(number)).resize((900, 562), Image.Resampling.LANCZOS))
    both = Image.new("RGB", (1806, 562), "white")
    for number, one in enumerate(pictures):
        both.paste(one, (906 * number, 0))
    return both


def window_battle(folder: Path) -> Image.Image:
    """The window with a battle that the program has played, as it was in the middle."""
    journal = folder / "standoff.journal"
    _run("battle", "gantry-standoff", "--auto", "--seed", "7", "--journal", str(journal))
    return window(TOWN, f"[Open({str(journal)!r}), GoTo(150)]")(folder)


def window_blast(folder: Path) -> Image.Image:
    """The window with a battle that the program has played until a grenade is thrown at somebody near."""
    from rules.skirmish.opponent.program_player import decide
    from rules.skirmish.shooting.blast_attack import PUT
    from rules.skirmish.shooting.shot_hit_roll import range_to

    def wanted(question: "Choose", battle: "Battle") -> bool:
        shot = question.options[0].value
        return question.what == PUT and range_to(battle, shot.shooter, shot.target) <= 9.0

    journal, question = played("gantry-standoff", 1, decide, folder, wanted)
    there = f"Orbit(app.state.view.table.figure({question.options[0].value.target!r}).position, 26.0, 270.0, 62.0)"
    return window(TOWN, f"[Open({str(journal)!r}), CutAbove(2.4), lambda: {there}]")(folder)


Wanted = Callable[["Choose", "Battle"], bool]
SEEDS = 12
"""Battles that are played at most to find a moment for a picture."""


def played(
    battle: str, seed: int, decide: Callable[["Battle", "Choose"], str], folder: Path, wanted: Wanted
) -> tuple[Path, "Choose"]:
    """The journal of a battle that is answered until a question is as wanted, and it; the first seed that has one."""
    from rules.engine.procedure_steps import Roll
    from sightline.session.battle_keeping import kept, play_of

    for number in range(seed, seed + SEEDS):
        journal = folder / f"{battle}-{number}.journal"
        with kept(battle, journal, number) as file:
            play = play_of(file, typed=False)
            while (question := play.game.pending) is not None:
                if isinstance(question, Roll):
                    play.roll(question)
                elif wanted(question, play.game.state):
                    return journal, question
                else:
                    play.give(decide(play.game.state, question))
    raise AssertionError("nothing like that is asked in these battles")


def played_alone(folder: Path, wanted: Wanted) -> tuple[Path, "Choose"]:
    """The journal of a battle alone against enemies, played by the program until a question is as wanted."""
    from rules.skirmish.opponent.program_player import decide

    return played("foundry-relay", 4, decide, folder, wanted)


def played_warbands(folder: Path, wanted: Wanted) -> tuple[Path, "Choose"]:
    """The journal of a battle of warbands, played by the program until a question is as wanted."""
    from rules.systems.combat_pool.program.program_answers import decide

    return played("abbey-hill", 5, decide, folder, wanted)


def window_riders(folder: Path) -> Image.Image:
    """The window with riders who fight on a hill, while somebody is asked what to do."""

    def wanted(question: "Choose", battle: "Battle") -> bool:
        from rules.skirmish.state.battle_sight import is_engaged

        up = [model for model in battle.on_table() if model.proxy == "rider" and model.position[2] > 0.2]
        fight = [model for model in up if is_engaged(battle, model.id)]
        return question.what == "action" and len(fight) > 1 and any(one.key == "shoot" for one in question.options)

    journal, _ = played_warbands(folder, wanted)
    return window(ABBEY, f"[Open({str(journal)!r}), lambda: Orbit((20.6, 12.6, 1.2), 22.0, 325.0, 28.0)]")(folder)


def window_ploys(folder: Path) -> Image.Image:
    """The window while a player who looks alone declares what he has drawn in secret."""

    def wanted(question: "Choose", _battle: "Battle") -> bool:
        return question.secret and question.what.startswith("declare a ploy against") and len(question.options) > 2

    journal, question = played_warbands(folder, wanted)
    there = f"Orbit(app.state.view.table.figure({question.about!r}).position, 22.0, 262.0, 40.0)"
    return window(ABBEY, f"[Open({str(journal)!r}), lambda: {there}, LookNow({question.who!r})]")(folder)


def window_enemy(folder: Path) -> Image.Image:
    """The window while an enemy is about to move and fire, with its way drawn."""

    def wanted(question: "Choose", battle: "Battle") -> bool:
        plan = question.options[0].value
        return question.deed and battle.round > 1 and hasattr(plan, "fire") and bool(plan.fire and plan.path.cost > 2.0)

    journal, question = played_alone(folder, wanted)
    there = f"Orbit(app.state.view.table.figure({question.about!r}).position, 26.0, 250.0, 55.0)"
    return window(FOUNDRY, f"[Open({str(journal)!r}), CutAbove(2.4), lambda: {there}]")(folder)


def window_crew(folder: Path) -> Image.Image:
    """The window while one of the crew is asked what to do, with his card and his targets."""

    def wanted(question: "Choose", battle: "Battle") -> bool:
        return question.what == "action" and battle.round > 2 and any(one.key == "fire" for one in question.options)

    journal, question = played_alone(folder, wanted)
    there = f"Orbit(app.state.view.table.figure({question.about!r}).position, 30.0, 245.0, 48.0)"
    return window(FOUNDRY, f"[Open({str(journal)!r}), CutAbove(2.4), lambda: {there}]")(folder)


def readme_example(folder: Path) -> Image.Image:
    """What the README's own table shows."""
    table = str(folder / "yard.json")
    for line in re.findall(r"^sightline ((?:new|place) .*)$", (ROOT / "README.md").read_text(encoding="utf-8"), re.MULTILINE):
        _run(*(table if word == "yard.json" else word for word in shlex.split(line)))
    return picture("los", table, "ada", "bruno")(folder)


def on_photo(folder: Path) -> Image.Image:
    """A shot on a photo of a table that was scanned: drawn by the tests' renderer, from a place that is known exactly."""
    import hashlib
    from dataclasses import replace

    import numpy as np

    from assets.mesh_library import LIBRARY
    from scene.geometry.camera_model import CameraView
    from scene.table.scan_measurements import ScanPhoto
    from scene.table_io.table_document import write_document
    from scene.table_io.table_reading import load_document, load_table
    from tests.capture.rendered import Light, Noise, Scenery, Stage, jpeg, looking, phone_lens, photograph
    from tests.sightline.photographed import scan_of

    table = load_table(DISPUTED, LIBRARY)
    lens, pose = phone_lens((1400, 1050)), looking((8.0, -6.5, 13.5), (12.2, 11.2, 1.2), roll=2.0)
    render_scene = Stage(Scenery(table), Light())
    photo = photograph(render_scene, CameraView(lens, pose), noise=Noise(), gamma=2.2, rng=np.random.default_rng(0))
    file, place = folder / "IMG_2041.jpg", folder / "table.json"
    file.write_bytes(jpeg(photo, lens=lens))
    known = ScanPhoto(file.name, hashlib.sha256(file.read_bytes()).hexdigest(), 0, pose)
    write_document(replace(load_document(DISPUTED), scan=scan_of(table, (known,), (lens,))), place)
    return picture("los", str(place), "jelena", "kruger", "--photo", str(file))(folder)


def sheets(folder: Path) -> Image.Image:
    """Four of the printed sheets, side by side."""
    import pypdfium2

    file = folder / "tags.pdf"
    _run("markers", "-o", str(file))
    document = pypdfium2.PdfDocument(file)
    pages = [document[i].render(scale=1.2).to_pil() for i in (0, 1, 3, 4)]
    gap = 12
    whole = Image.new("RGB", (sum(page.width + gap for page in pages) + gap, pages[0].height + 2 * gap), (120, 120, 120))
    for i, page in enumerate(pages):
        whole.paste(page, (gap + i * (page.width + gap), gap))
    return whole


def card_sheets(folder: Path) -> Image.Image:
    """The upper parts of a card's pages, side by side."""
    import pypdfium2

    file = folder / "card.pdf"
    _run("card", DISPUTED, "kruger", "--seen-from", "jelena", "-o", str(file))
    pages = [page.render(scale=1.6).to_pil() for page in pypdfium2.PdfDocument(file)]
    parts = [page.crop((0, 0, page.width, page.height // 2)) for page in pages]
    whole = Image.new("RGB", (sum(part.width + 12 for part in parts) + 12, parts[0].height + 24), (120, 120, 120))
    for i, part in enumerate(parts):
        whole.paste(part, (12 + i * (part.width + 12), 12))
    return whole


@cache
def hall() -> tuple[tempfile.TemporaryDirectory[str], Path]:
    """A folder with photos of the tests' standard table, drawn by their renderer, and the scan that was made of them."""
    import numpy as np

    from tests.capture.rendered import Light, Noise, Stage, jpeg, phone_lens, photograph, round_the_table, standard_table
    from tests.capture.rendered.tables import KIT

    keeper = tempfile.TemporaryDirectory()
    folder, rng = Path(keeper.name), np.random.default_rng(12)
    made, lens = standard_table(rng), phone_lens((1600, 1200))
    render_scene = Stage(made.scenery, Light())
    names = []
    for i, view in enumerate(round_the_table(10, lens, rng)):
        names.append(folder / f"IMG_20{41 + i}.jpg")
        photo = photograph(render_scene, view, noise=Noise(), blur_px=0.7, gamma=2.2, rng=rng)
        names[-1].write_bytes(jpeg(photo, lens=lens))
    pieces = []
    for piece, (kit, parameters) in zip(made.scenery.table.terrain.pieces, KIT, strict=True):
        tags = [
            {
                "id": tag.id,
                "position": piece.pose.to_own(tag.pose.position).tolist(),
                "turn": _turn(tag.pose.matrix) - _turn(piece.pose.matrix),
            }
            for tag in made.terrain_tags[piece.id]
        ]
        pieces.append({"id": piece.id, "kit": kit, "parameters": parameters, "tags": tags})
    known = {"format": "sightline-tagged-pieces", "version": 1, "pieces": pieces}
    (folder / "pieces.json").write_text(json.dumps(known), encoding="utf-8")
    files = ("--pieces", str(folder / "pieces.json"), "-o", str(folder / "hall.json"), "--report", str(folder / "scan.html"))
    _run("scan", *map(str, names), *files, "--nothing-else")
    return keeper, folder


def _turn(matrix: "NDArray[np.float64]") -> float:
    """Degrees: the turn of a rotation about z."""
    import numpy as np

    return float(np.degrees(np.arctan2(matrix[1, 0], matrix[0, 0])))


def tagged_table(_: Path) -> Image.Image:
    """One of the photos that the scan is made of."""
    whole = Image.open(hall()[1] / "IMG_2043.jpg")
    return whole.crop((0, 240, *whole.size))


def scan_plan(folder: Path) -> Image.Image:
    """The plan in the report of a scan, as a browser shows it."""
    report = (hall()[1] / "scan.html").read_text(encoding="utf-8")
    style = re.search(r"<style>.*?</style>", report, re.DOTALL)
    plan = max(re.findall(r"<svg[^>]*>.*?</svg>", report.split("Plan</h2>")[1].split("</section>")[0], re.DOTALL), key=len)
    width, height = (float(each) for each in re.findall(r'viewBox="[-\d.]+ [-\d.]+ ([\d.]+) ([\d.]+)"', plan)[0])
    page, picture = folder / "plan.html", folder / "plan.png"
    page.write_text(
        f"<meta charset=utf-8>{style[0] if style else ''}<body style='margin:0;max-width:none'>{plan}", encoding="utf-8"
    )
    browsers = [found for name in ("chromium", "chromium-browser", "google-chrome") if (found := shutil.which(name))]
    if not browsers:
        raise SystemExit("the plan of a scan is drawn by Chromium, which is not installed")
    words = ["--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", f"--user-data-dir={folder / 'profile'}"]
    size = [f"--window-size={WIDTH},{round(height * WIDTH / width)}", f"--screenshot={picture}"]
    subprocess.run([browsers[0], *words, *size, page.as_uri()], check=True, capture_output=True)  # noqa: S603 - our own page
    return Image.open(picture)


def scan_shot(folder: Path) -> Image.Image:
    """A shot on the scanned table that cannot be told from the scan, drawn on one of its photos."""
    there, path = hall()[1], folder / "shot.png"
    on_it = ("--photo", str(there / "IMG_2041.jpg"), "--picture", str(path))
    _run("los", str(there / "hall.json"), "base-1", "base-2", *on_it)
    whole = Image.open(path)
    return whole.crop((0, whole.height // 20, *whole.size))


def window_photos(folder: Path) -> Image.Image:
    """The window with a container whose upper corners were clicked in three photos of a scan."""
    import numpy as np

    from scene.table_io.table_document import write_document
    from scene.table_io.table_reading import load_document
    from sightline.drafts.draft_table import open_draft

    there = hall()[1]
    table = open_draft(there / "hall.json").table
    (piece,) = (one for one in table.terrain.pieces if "container" in one.id or one.id == "piece-3")
    document = load_document(there / "hall.json")
    bare = tuple(one for one in document.terrain if one.id != piece.id)
    write_document(replace(document, terrain=bare), there / "bare.json", overwrite=True)
    assert table.scan is not None
    (low, high), order = piece.shape.bounds, ((0, 0), (1, 0), (1, 1))
    corners = piece.pose.to_table(np.array([[(low, high)[x][0], (low, high)[y][1], high[2]] for x, y in order]))
    steps, used = (
        [],
        [i for i, view in enumerate(table.scan.views.values()) if np.isfinite(view.project(corners)).all()][::2][:3],
    )
    views = list(table.scan.views.values())
    for photo in used:
        steps.append(f"LookAtPhoto({photo})")
        steps += [
            f"ClickInPhoto({(float(x), float(y))!r}, {corner})" for corner, (x, y) in enumerate(views[photo].project(corners))
        ]
    x, y = views[used[-1]].project(corners)[2].tolist()
    shown = f'[SetMode("photos"), {", ".join(steps)}, LookAtPhoto({used[0]}), PointInPhoto({(x, y)!r})]'
    return window(str(there / "bare.json"), shown)(folder)


def window_scanned(folder: Path) -> Image.Image:
    """The window with a table that was scanned, of which no piece is on it yet."""
    from scene.table_io.table_document import write_document
    from scene.table_io.table_reading import load_document

    there = hall()[1]
    write_document(replace(load_document(there / "hall.json"), terrain=()), there / "empty.json", overwrite=True)
    return window(str(there / "empty.json"), "[Orbit((24.0, 17.0, 0.0), 66.0, 262.0, 42.0)]")(folder)


def guide(name: str) -> Callable[[Path], Image.Image]:
    """The figure of a guide."""

    def make(_: Path) -> Image.Image:
        found: Image.Image = import_module(f"docs.figures.{name}").figure()
        return found

    return make


GUIDES = (
    "hidden_share", "thin_slots", "proof_of_no", "string_pulling", "link_sliding", "movement_costs",
    "bundle_adjustment", "rim_detection", "shot_cards", "dense_look",
)  # fmt: skip


def on_phones(name: str) -> Callable[[Path], Image.Image]:
    """Phones as a browser shows them."""

    def make(folder: Path) -> Image.Image:
        shown = import_module("tests.sightline.server.pictured")
        made: Image.Image = getattr(shown, name)(folder)
        return made

    return make


PICTURES: dict[str, Callable[[Path], Image.Image]] = {
    "phone-sight": on_phones("sight"),
    "phone-battle": on_phones("battle"),
    "phone-card": on_phones("card"),
    "phone-photo": on_phones("photo"),
    "disputed-shot": picture("los", DISPUTED, "jelena", "kruger"),
    "on-the-photo": on_photo,
    "scan-sheets": sheets,
    "card-sheets": card_sheets,
    "scan-photo": tagged_table,
    "scan-plan": scan_plan,
    "scan-shot": scan_shot,
    "disputed-shot-table": reported("los", DISPUTED, "jelena", "kruger"),
    "disputed-shot-plan": picture("show", DISPUTED, "--from", "above", "--names"),
    "window-sight": window(
        DISPUTED,
        '[Select("jelena"), PointAt("kruger", table.figure("kruger").position), Orbit((13.2, 10.6, 0.8), 30.5, 274.0, 38.0)]',
    ),
    "window-move": window(
        DISPUTED, '[Orbit((8.0, 7.2, 1.0), 18.5, 318.0, 36.0), Select("jelena"), DragTo((9.5, 8.0, 0.0), done=True)]'
    ),
    "window-reach": window(
        TOWN,
        '[Select("vesna"), ShowOverlay("reach"), Choice("inches", 8.0), Orbit((23.6, 8.6, 1.2), 27.0, 285.0, 48.0)]',
    ),
    "window-watched": window(
        ABBEY, '[Select("osric"), Choice("inches", 5.0), ShowOverlay("watched"), Orbit((9.0, 14.0, 0.6), 24.0, 285.0, 55.0)]'
    ),
    "window-looks": window_looks,
    "window-build": window(
        DISPUTED, '[SetMode("build"), Take("kit", "stairs"), Select("deck-crate"), PointAt("", (10.0, 4.0, 0.0))]'
    ),
    "window-battle": window_battle,
    "window-blast": window_blast,
    "window-riders": window_riders,
    "window-ploys": window_ploys,
    "window-enemy": window_enemy,
    "window-photos": window_photos,
    "window-scanned": window_scanned,
    "window-crew": window_crew,
    "crane-yard": readme_example,
    "disputed-shot-side": profile("los", DISPUTED, "jelena", "kruger"),
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
    "sump-lock": picture("show", LOCK),
    "broken-abbey": picture("show", ABBEY),
    **{f"guide-{name.replace('_', '-')}": guide(name) for name in GUIDES},
}
"""Every picture by its name in docs/images/."""


def tour(folder: Path) -> list[Image.Image]:
    """The film of the window, picture by picture."""
    from tests.sightline.window.screen import screen, script

    with screen(folder) as on:
        script(
            on,
            "import sys; from docs.window_film import main; main(*sys.argv[1:])",
            DISPUTED,
            str(folder),
            str(SECOND),
            seconds=580.0,
        )
    return [Image.open(path).convert("RGB") for path in sorted(folder.glob("film-*.png"))]


FILMS: dict[str, Callable[[Path], list[Image.Image]]] = {"tour": tour}
"""Every film by its name in docs/images/."""


def small(whole: Image.Image) -> bytes:
    """A PNG no wider than `WIDTH`, with the 256 colours that come closest to all of its colours."""
    size = (WIDTH, round(whole.height * WIDTH / whole.width))
    less = whole.convert("RGB").resize(size, Image.Resampling.LANCZOS)
    few = less.quantize(256, method=Image.Quantize.MAXCOVERAGE, kmeans=3, dither=Image.Dither.NONE)
    content = BytesIO()
    few.save(content, format="PNG", optimize=True)
    return content.getvalue()


def film(pictures: list[Image.Image]) -> bytes:
    """A WebP that moves and begins anew, `FILM` pixels wide: a third of what the same would be as a GIF."""
    size = (FILM, round(pictures[0].height * FILM / pictures[0].width))
    first, *others = (one.resize(size, Image.Resampling.LANCZOS) for one in pictures)
    content = BytesIO()
    first.save(
        content, format="WEBP", save_all=True, append_images=others, duration=1000 // SECOND, loop=0, quality=45, method=4
    )
    return content.getvalue()


def main(wanted: list[str]) -> None:
    """Makes the pictures and films whose names hold one of the ``wanted`` words; all without any."""
    IMAGES.mkdir(exist_ok=True)
    for name, make in PICTURES.items():
        if wanted and not any(word in name for word in wanted):
            continue
        with tempfile.TemporaryDirectory() as folder:
            content = small(make(Path(folder)))
        (IMAGES / f"{name}.png").write_bytes(content)
        sys.stdout.write(f"docs/images/{name}.png: {len(content) // 1000} kB\n")
    for name, shoot in FILMS.items():
        if wanted and not any(word in f"film {name}" for word in wanted):
            continue
        with tempfile.TemporaryDirectory() as folder:
            content = film(shoot(Path(folder)))
        (IMAGES / f"{name}.webp").write_bytes(content)
        sys.stdout.write(f"docs/images/{name}.webp: {len(content) // 1000} kB\n")


def _run(*words: str) -> None:
    if run(words) != 0:
        raise SystemExit(f"sightline {' '.join(words)} failed")


if __name__ == "__main__":
    main(sys.argv[1:])
