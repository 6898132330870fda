"""``sightline scan``: JSON, the table file, exit codes, and one line for each thing that cannot be."""

import json
import os
import shutil
from contextlib import redirect_stdout
from dataclasses import replace
from hashlib import blake2b
from io import BytesIO, StringIO
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from capture.photos.photo_reading import Photo
from capture.tags.photo_tags import PhotoTags, tags_in_photo
from scene.table_io.table_reading import load_document
from sightline.cli.command_line import run
from tests.capture.flatphotos import DEPTH, LENS, PLACES, WIDTH, photo, photos, views
from tests.capture.rendered import jpeg

Capture = pytest.CaptureFixture[str]
SEEN = dict[str, PhotoTags]()
"""The tags of pictures, by their digests."""


def seen_once(photo: Photo) -> PhotoTags:
    """As `tags_in_photo` has them, without a look at a picture that was looked at before."""
    digest = blake2b(photo.grey.tobytes()).hexdigest()
    if digest not in SEEN:
        SEEN[digest] = tags_in_photo(photo)
    return replace(SEEN[digest], photo=photo)


@pytest.fixture(autouse=True)
def pictures_seen_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Most scans here are of the same photos, whose tags take most of the time; these tests ask what becomes of them."""
    monkeypatch.setattr("capture.tags.photo_tags.tags_in_photo", seen_once)


@pytest.fixture(scope="module")
def shots(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    return photos(tmp_path_factory.mktemp("shots"))


@pytest.fixture(scope="module")
def straight(shots: list[Path]) -> dict[str, object]:
    """The JSON of a scan of all of them as they are."""
    with redirect_stdout(StringIO()) as out:
        assert run(["scan", *map(str, shots), "--no-rims", "--json"]) == 0
    found: dict[str, object] = json.loads(out.getvalue())
    return found


def scanned(capsys: Capture, *words: object) -> dict[str, object]:
    """The JSON of a scan that works."""
    assert run(["scan", *map(str, words), "--no-rims", "--json"]) == 0
    found: dict[str, object] = json.loads(capsys.readouterr().out, parse_constant=pytest.fail)
    return found


def refused(capsys: Capture, *words: object) -> list[str]:
    """The lines on standard error of a scan that does not."""
    assert run(["scan", *map(str, words)]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert "Traceback" not in err
    return [line.removeprefix("sightline: ") for line in err.splitlines()]


def places(answer: dict[str, object]) -> dict[int, list[float]]:
    return {tag["id"]: tag["position"] for tag in answer["tags"]}  # type: ignore[attr-defined]


def test_a_flat_table_comes_out_as_it_was_drawn(shots: list[Path], tmp_path: Path, capsys: Capture) -> None:
    table = tmp_path / "table.json"
    answer = scanned(capsys, *shots, "-o", table)
    assert answer["photos_used"] == len(shots)
    assert answer["table"]["size"] == pytest.approx([WIDTH, DEPTH], abs=0.03)  # type: ignore[index]
    assert answer["table"]["marked"] == ["left", "right", "near", "far"]  # type: ignore[index]
    for number, (x, y) in PLACES.items():
        assert places(answer)[number] == pytest.approx([x, y, 0.0], abs=0.03)
    document = load_document(table)
    assert document.scan is not None
    assert [each.file for each in document.scan.photos] == [path.name for path in shots]


@pytest.mark.long
def test_nothing_else_stands_there_only_if_it_is_said(shots: list[Path], tmp_path: Path, capsys: Capture) -> None:
    for known, words in {"pieces": [], "all": ["--nothing-else"]}.items():
        table = tmp_path / f"{known}.json"
        answer = scanned(capsys, *shots[:3], "-o", table, *words)
        assert (answer["terrain_known"], answer["loose_tags"]) == (known, [])
        scan = load_document(table).scan
        assert scan is not None
        assert scan.terrain_known == known


@pytest.mark.long
def test_who_looks_for_bases_is_told_that_some_may_be_missed_and_what_to_type(
    shots: list[Path], tmp_path: Path, capsys: Capture
) -> None:
    missed, report = "without base tags may have been missed", tmp_path / "scan.html"
    assert run(["scan", *map(str, shots[:3]), "--report", str(report)]) == 0
    (line,) = [line for line in capsys.readouterr().out.splitlines() if missed in line]
    assert line.startswith("note: ")
    assert missed in report.read_text(encoding="utf-8")
    # What it says to type is what the command takes.
    example = line[line.rindex("--base") :].split()
    assert run(["scan", *map(str, shots[:3]), "--json", *example]) == 0
    notes = json.loads(capsys.readouterr().out)["notes"]
    assert any(note.startswith('"ork": no round base') for note in notes)
    assert sum(missed in note for note in notes) == 1
    assert not any(missed in str(note) for note in scanned(capsys, *shots[:3])["notes"])  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (["--known-length", "0", "2"], "takes two tags and a length"),
        (["--known-length", "0", "2", "--json"], "takes two tags and a length"),
        (["--known-length", "0", "2", "nan"], "a length from 1 to 20,000 mm"),
        (["--known-length", "0", "2", "1412 ells"], "takes two tags and a length"),
        (["--known-length", "0", "0", "1412"], "two different tags"),
        (["--known-length", "-1", "2", "1412"], "from 0 to 586"),
        (["--known-length", "0", "587", "1412"], "from 0 to 586"),
        (["--known-length=0", "587", "1412"], "from 0 to 586"),
        (["--known-length", "0", "2", "1412"] * 51, "the limit is 50"),
        (["--tag-mm", "nan"], "--tag-mm"),
        (["--base", "a=nan,2"], "--base takes a name and a place"),
        (["--base", "a=1,2,0,nan"], "--base takes a name and a place"),
        (["--base", "a=1,2,0,-25"], "bases are 10 to 300 mm wide"),
        (["--base", "a=1,2", "--base", "a=3,4"], '"a" is given twice'),
        (["--base", "base-1=1,2"], "the scan itself gives such names"),
        (["--base", "figure-300=1,2"], "the scan itself gives such names"),
        (["--point", "tag-5=a:1,2;b:1,2"], "the scan itself gives such names"),
        (["--base", "a=1,2", "--point", "a=a:1,2;b:1,2"], "something else has that name already"),
        (["--base", "a\x1b[31m=1,2"], "can be printed"),
        (["--point", "p=:1,2"], "--point takes a name and pixels"),
        (["--point", "p=a.jpg:1,2~0;b.jpg:3,4"], "--point takes a name and pixels"),
        (["--point", "p=a.jpg:1,2~nan;b.jpg:3,4"], "--point takes a name and pixels"),
        (["--point", f"{'p' * 201}=a.jpg:1,2"], "at most 200 characters"),
        (["--name", "\udcff"], "can be printed"),
        (["--name", "x" * 201], "at most 200 characters"),
    ],
)
def test_words_that_cannot_be_are_one_line_each(words: list[str], line: str, shots: list[Path], capsys: Capture) -> None:
    (fault,) = refused(capsys, shots[0], *words)
    assert line in fault


def test_outputs_are_checked_before_the_work(shots: list[Path], tmp_path: Path, capsys: Capture) -> None:
    found = refused(capsys, "no-such.jpg", "-o", tmp_path / "no" / "t.json", "--report", shots[0], "--name", "\n")
    assert len(found) == 3
    assert "no-such" not in " ".join(found)
    (fault,) = refused(capsys, "no-such.jpg", "-o", shots[0], "--overwrite")
    assert ".json" in fault


def test_a_file_that_is_there_stays_as_it_was(shots: list[Path], tmp_path: Path, capsys: Capture) -> None:
    there = tmp_path / "t.json"
    there.write_text("mine", encoding="utf-8")
    (line,) = refused(capsys, *shots, "-o", there)
    assert "--overwrite" in line
    assert there.read_text(encoding="utf-8") == "mine"


@pytest.mark.skipif(os.name != "posix", reason="other systems have no such names")
def test_photos_with_odd_names_make_a_table_file_that_can_be_read(shots: list[Path], tmp_path: Path, capsys: Capture) -> None:
    names = [b"\xff\xfe.jpg", b"esc\x1b[31m.jpg", b"l" * 251 + b".jpg", "Плита 桌 🎲.jpg".encode(), b"- [x] {y}.jpg"]
    odd = [tmp_path / os.fsdecode(name) for name in names]
    for path, copy in zip(shots, odd, strict=True):
        shutil.copy(path, copy)
    spoilt = tmp_path / os.fsdecode(b"\xff.jpg")
    spoilt.write_bytes(b"no photo")
    table = tmp_path / "t.json"
    answer = scanned(capsys, *odd, spoilt, "-o", table)
    assert answer["photos_used"] == 5
    document = load_document(table)
    assert document.scan is not None
    assert len({each.file for each in document.scan.photos}) == 5


def test_of_two_photos_with_one_name_the_second_is_named_and_left_out(
    shots: list[Path], tmp_path: Path, capsys: Capture
) -> None:
    folders = [tmp_path / name for name in ("one", "two")]
    for folder, pair in zip(folders, (shots[:3], shots[3:]), strict=True):
        folder.mkdir()
        for i, path in enumerate(pair):
            shutil.copy(path, folder / f"IMG_{i}.jpg")
    again = [path for folder in folders for path in sorted(folder.iterdir())]
    answer = scanned(capsys, *again, again[0], "-o", tmp_path / "t.json")
    assert answer["photos_used"] == 3
    why = [each["why"] for each in answer["photos_rejected"]]  # type: ignore[attr-defined]
    assert sum("has the name of another photo" in each for each in why) == 2
    assert sum("is the same photo" in each for each in why) == 1
    assert load_document(tmp_path / "t.json").scan is not None


def stored_as(folder: Path, i: int, orientation: int) -> Path:
    """Photo ``i`` as a phone writes it that is held another way: turned in the file, with the note that turns it back."""
    view = views()[i]
    path = folder / f"turned-{i}.jpg"
    path.write_bytes(jpeg(photo(view, seed=i), lens=view.lens, orientation=orientation))
    return path


@pytest.mark.long
def test_photos_that_are_stored_upside_down_give_the_same_table(
    shots: list[Path], straight: dict[str, object], tmp_path: Path, capsys: Capture
) -> None:
    # The same sensor held upside down: its own frame is turned, and the lens's axis with it, which is in the middle here.
    turned = [stored_as(tmp_path, i, 3) if i % 2 else path for i, path in enumerate(shots)]
    first, second = places(straight), places(scanned(capsys, *turned))
    for number in PLACES:
        assert second[number] == pytest.approx(first[number], abs=0.02)


def turned_by_phone(path: Path, folder: Path, quarters: int) -> Path:
    """The photo of a phone that turns the pixels themselves, and notes that they are upright."""
    found = folder / path.name
    with Image.open(path) as image:
        turned = np.rot90(np.asarray(image), quarters)
        Image.fromarray(turned).save(found, quality=92, exif=image.getexif())
    return found


@pytest.mark.long
@pytest.mark.parametrize("upright", [(1, 3), (0, 2, 4)])
def test_photos_that_the_phone_has_turned_count_beside_the_others(
    shots: list[Path], straight: dict[str, object], tmp_path: Path, capsys: Capture, upright: tuple[int, ...]
) -> None:
    turned = [turned_by_phone(path, tmp_path, -1) if i in upright else path for i, path in enumerate(shots)]
    second = scanned(capsys, *turned)
    assert second["photos_used"] == len(shots)
    assert second["camera"]["image_size"] == list(LENS.size)  # type: ignore[index]
    for number in PLACES:
        assert places(second)[number] == pytest.approx(places(straight)[number], abs=0.01)


def without_notes(path: Path, folder: Path) -> Path:
    """The photo as a screenshot has it: the same pixels, and nothing noted of the lens."""
    found = folder / f"{path.stem}.png"
    with Image.open(path) as image:
        Image.fromarray(np.asarray(image)).save(found)
    return found


@pytest.mark.long
def test_screenshots_without_notes_of_the_lens(shots: list[Path], tmp_path: Path, capsys: Capture) -> None:
    answer = scanned(capsys, *(without_notes(path, tmp_path) for path in shots))
    focal = answer["camera"]["camera_matrix"][0][0]  # type: ignore[index]
    assert focal == pytest.approx(LENS.focal[0], rel=0.02)
    for number, (x, y) in PLACES.items():
        assert places(answer)[number] == pytest.approx([x, y, 0.0], abs=0.05)


def copied(path: Path, folder: Path, number: int, quality: int) -> Path:
    """The same picture in another file, as messengers and backups make it."""
    with Image.open(path) as image:
        exif = image.getexif()
        exif[37510 + number] = "made over"
        data = BytesIO()
        image.save(data, "JPEG", quality=quality, exif=exif)
    found = folder / f"copy-{number}.jpg"
    found.write_bytes(data.getvalue())
    return found


def test_a_picture_over_again_counts_once_and_says_little_of_lengths(
    shots: list[Path], tmp_path: Path, capsys: Capture
) -> None:
    answer = scanned(capsys, *(copied(shots[0], tmp_path, i, quality) for i, quality in enumerate((95, 95, 90, 80))))
    assert answer["photos_used"] == 1
    why = [each["why"] for each in answer["photos_rejected"]]  # type: ignore[attr-defined]
    assert why == ['is the same picture as "copy-0.jpg" in another file; it counts once'] * 3
    # One place tells little of lengths: what is said of the errors must allow for them.
    size, sigma = (np.array(answer["table"][key]) for key in ("size", "sigma"))  # type: ignore[index]
    assert (np.abs(size - (WIDTH, DEPTH)) < 4.0 * sigma + 0.02).all()


@pytest.mark.parametrize("number", range(5))
def test_one_photo_marks_the_edges_with_every_card_that_it_shows(number: int, shots: list[Path], capsys: Capture) -> None:
    answer = scanned(capsys, shots[number])
    size, sigma = (np.array(answer["table"][key]) for key in ("size", "sigma"))  # type: ignore[index]
    assert (np.abs(size - (WIDTH, DEPTH)) < 4.0 * sigma + 0.02).all()
    assert answer["table"]["marked"] == ["left", "right", "near", "far"]  # type: ignore[index]
    assert not [note for note in answer["notes"] if "not on the ground" in note]  # type: ignore[attr-defined]


@pytest.mark.long
def test_points_that_are_clicked_roughly_are_less_sure(shots: list[Path], capsys: Capture) -> None:
    x, y = PLACES[5]
    pixels = [view.project(np.array((x, y, 0.0))) for view in views()]
    places = [f"{path.name}:{u:.1f},{v:.1f}" for path, (u, v) in zip(shots, pixels, strict=True)]
    given = ["fine=" + ";".join(places), "rough=" + ";".join(f"{each}~8" for each in places)]
    found: Any = scanned(capsys, *shots, *(word for each in given for word in ("--point", each)))["points"]
    fine, rough = found
    np.testing.assert_allclose(fine["position"], (x, y, 0.0), atol=0.03)
    np.testing.assert_allclose(rough["position"], (x, y, 0.0), atol=0.03)
    # Most of the error is that of the clicks, one pixel or eight.
    assert 4.0 < np.linalg.norm(rough["sigma"]) / np.linalg.norm(fine["sigma"]) <= 8.0


@pytest.mark.long
def test_only_photos_beside_the_report_can_be_opened_from_it(shots: list[Path], tmp_path: Path, capsys: Capture) -> None:
    beside, elsewhere = shots[0].parent / "report.html", tmp_path / "report.html"
    for report in (beside, elsewhere):
        scanned(capsys, *shots, "--report", report)
    assert [f'data-file="{path.name}"' in beside.read_text(encoding="utf-8") for path in shots] == [True] * len(shots)
    assert elsewhere.read_text(encoding="utf-8").count('data-file=""') == len(shots)
    assert str(shots[0].parent) not in elsewhere.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "words", [["--known-length", "0 2 630.7"], pytest.param(["--known-length", "0", "2", "630.7"], marks=pytest.mark.long)]
)
def test_a_length_may_be_one_word_or_three_before_the_photos(shots: list[Path], capsys: Capture, words: list[str]) -> None:
    """The two tags are drawn 650.2 mm apart, so by this length they are printed at 97 %."""
    answer = scanned(capsys, *words, *shots, "--no-rims")
    assert answer["photos_used"] == len(shots)
    assert any("printed at 97.0 %" in note for note in answer["notes"])  # type: ignore[attr-defined]


@pytest.mark.parametrize("option", ["--camera", "--pieces"])
def test_the_table_replaces_no_file_that_is_read(option: str, tmp_path: Path, capsys: Capture) -> None:
    read = tmp_path / "read.json"
    read.write_text("mine")
    (tmp_path / "one.jpg").write_bytes(b"")
    (line,) = refused(capsys, tmp_path / "one.jpg", option, read, "-o", read, "--overwrite")
    assert "is one of the files that it would be made from" in line
    assert read.read_text() == "mine"
