"""``sightline card`` and ``card-photo``: what is printed is of true size, and what a photo says is told and drawn."""

import hashlib
import json
from base64 import b64decode
from io import BytesIO
from pathlib import Path

import numpy as np
import pypdfium2
import pytest
from PIL import Image

from scene.table_io.table_reading import table_digest
from sightline.cli.command_line import run
from tests.capture.shot_cards.carded import photo_file, shot
from tests.sightline.reports.test_shot_report import Reader
from tests.sightline.tables import member, table_file

Capture = pytest.CaptureFixture[str]


def test_the_printed_silhouette_is_of_true_size(tmp_path: Path, capsys: Capture) -> None:
    path = tmp_path / "card.pdf"
    assert run(["card", "disputed-shot", "kruger", "--seen-from", "jelena", "-o", str(path), "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert [len(page["tags"]) for page in answer["pages"]] == [5, 4]
    scale = 8.0
    picture = pypdfium2.PdfDocument(path)[0].render(scale=scale * 25.4 / 72).to_pil().convert("RGB")
    # In the middle are the bars under the tags above the head, then the silhouette down to its soles.
    middle = picture.width // 2
    column = picture.crop((middle - 60, 0, middle + 60, picture.height))
    rows = [y for y in range(column.height) if any(_loud(column.getpixel((x, y))) for x in range(0, 120, 4))]
    bar = max(i for i in range(1, len(rows)) if rows[i] > rows[i - 1] + 8)
    high = (rows[-1] - rows[bar]) / scale
    silhouette = answer["silhouette_mm"]
    assert high == pytest.approx(silhouette["high"] - silhouette["low"], abs=0.4)


def test_a_photo_is_settled_told_and_drawn(tmp_path: Path, capsys: Capture) -> None:
    one = shot(((9.0, 8.0, 0.0), (9.4, 12.0, 1.25)))
    photo = photo_file(tmp_path, one)
    table = _two_figures(tmp_path)
    words = ["card-photo", table, "ann", "bob", str(photo), "--nearest-mm", "125"]
    assert run([*words, "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["hidden"]["low"] <= one.true <= answer["hidden"]["high"]
    assert answer["hidden"]["share"] == pytest.approx(one.true, abs=0.02)
    assert answer["known"] == "clear"
    assert answer["nearest_known_by"] == "told"
    assert answer["lens_off_mm"] > 0.0
    report = tmp_path / "seen.html"
    assert run([*words, "--picture", str(tmp_path / "seen.png"), "--report", str(report)]) == 0
    out, _ = capsys.readouterr()
    assert "hidden from" in out.splitlines()[0]
    assert "the card for bob (tags 45 to 49)" in out
    assert "the print's scale was not checked" in out
    assert "partial cover or full cover" in out or "full cover" in out
    seen, hidden = _shares(tmp_path / "seen.png")
    assert seen > 0.005, "what is seen is green"
    assert hidden > 0.01, "what is hidden is yellow"
    page = _read(report)
    assert out.splitlines()[1] in page.words
    assert f"sightline card-photo {table} ann bob {photo} --nearest-mm 125 --rules main-rulebook" in page.words
    assert table_digest(Path(table)) in page.words
    assert hashlib.sha256(photo.read_bytes()).hexdigest() in page.words
    assert json.loads(page.words[page.words.index("{") : page.words.rindex("}") + 1]) == answer


def test_the_report_of_a_lamp_shows_both_photos_and_says_what_is_open(tmp_path: Path, capsys: Capture) -> None:
    one = shot(((9.0, 8.0, 0.0), (9.4, 12.0, 1.25)))
    x, y, z = one.layout.to_table(one.layout.eye + np.array([25.0, 20.0, -60.0])).tolist()
    lit = photo_file(tmp_path, one, name="lit.jpg", eye=(x, y, z), lamp=True)
    dark = photo_file(tmp_path, one, name="dark.jpg", eye=(x, y, z))
    report = tmp_path / "lamp.html"
    words = ["card-photo", _two_figures(tmp_path), "ann", "bob", str(dark), str(lit), "--lamp", "--report", str(report)]
    assert run(words) == 0
    page = _read(report)
    assert ("section", {"class": "banner close"}) in page.tags, "how near the nearest thing is is not known"
    assert "whether anything is seen is open" in page.words
    assert "assumed, not measured" in page.words
    pictures = [
        _shares(BytesIO(b64decode(str(attributes["src"]).partition(",")[2]))) for tag, attributes in page.tags if tag == "img"
    ]
    assert [seen > 0.005 and hidden > 0.01 for seen, hidden in pictures] == [False, True, False], "plain, counted, without"
    assert page.words.index("lit.jpg : with the lamp") < page.words.index("dark.jpg : without")
    capsys.readouterr()
    assert run(words) == 2
    assert "--overwrite" in capsys.readouterr().err


def test_names_in_any_letters_can_be_printed(tmp_path: Path) -> None:
    people = [
        member("ann", "red", 4, 10) | {"name": "\u042f\u0440\u043e\u0441\u043b\u0430\u0432 \u2014 \U0001f916"},
        member("bob", "blue", 14, 10),
    ]
    table = table_file(tmp_path, *people, size=(24, 20))
    assert run(["card", table, "ann", "--seen-from", "bob", "-o", str(tmp_path / "card.pdf")]) == 0


def _two_figures(folder: Path) -> str:
    """The table of `shot`, with nothing on it but both figures."""
    people = [
        {"id": "ann", "side": "red", "proxy": "human", "position": [4, 10, 0]},
        {"id": "bob", "side": "blue", "proxy": "human", "position": [14, 10, 0], "facing": 180},
    ]
    document = {"format": "sightline-table", "version": 1, "size": [24, 20], "terrain": [], "figures": people}
    path = folder / "table.json"
    path.write_text(json.dumps(document))
    return str(path)


def _read(report: Path) -> Reader:
    page = Reader()
    page.feed(report.read_text(encoding="utf-8"))
    return page


def _shares(file: Path | BytesIO) -> tuple[float, float]:
    """The shares of a picture that are as green as what is seen, and as yellow as what is hidden."""
    with Image.open(file) as picture:
        red, green, blue = np.moveaxis(np.asarray(picture.convert("RGB"), dtype=int), 2, 0)
    seen, hidden = (green > red + 40) & (green > blue + 40), (red > blue + 60) & (green > blue + 40)
    return float(seen.mean()), float(hidden.mean())


def _loud(pixel: object) -> bool:
    assert isinstance(pixel, tuple)
    red, green, blue = pixel
    return bool(red > 180 and green < 90 and blue > 80)
