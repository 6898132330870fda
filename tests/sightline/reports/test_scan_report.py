"""The report of a scan: complete, safe, self-contained, and drawn to scale."""

import re
from base64 import b64decode, b64encode
from collections.abc import Sequence
from dataclasses import replace
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from lxml import html
from PIL import Image

from capture.adjustment.tag_survey import TagSurvey
from capture.objects.figure_placement import PlacedFigure
from capture.objects.pieces_file import TaggedPiece, TaggedPieces, TagPlace
from capture.objects.placed_objects import PlacedObject
from capture.objects.terrain_placement import place_pieces
from capture.photos.photo_reading import read_photo
from capture.results.tag_residuals import residuals
from capture.results.whole_scan import WholeScan
from scene.geometry.mesh import FloatArray
from scene.geometry.rigid_transform import RigidTransform
from scene.table_io.table_document import FigureEntry, PieceEntry
from sightline.answers.scanned.scan_answer import document
from sightline.reports.page_templates import said
from sightline.reports.scan_numbers import factor_below
from sightline.reports.scan_photo_sheets import photo_svg, scale_of
from sightline.reports.scan_plan import ellipse, plan, shortened
from sightline.reports.scan_plan_objects import PlanObject, base_circle
from sightline.reports.scan_report import scan_report
from tests.capture.made_scans import TAGS, made_scan, ring, view_from

EVIL = '"><img src=x onerror=alert(1)><title><script>alert("x")<script>\'&.jpg'
NAMES = (EVIL, "$style.jpg", "\u202egpj.exe", "\udce4.jpg", "x" * 250 + ".jpg", *(f"photo-{i}.jpg" for i in range(5, 8)))


def parsed(text: str) -> Any:  # noqa: ANN401 - lxml comes without types
    return html.fromstring(text)


def words(page: Any) -> str:  # noqa: ANN401
    return " ".join(page.text_content().split())


def page(scanned: TagSurvey, *, advice: Sequence[str] = (), **given: Any) -> Any:  # noqa: ANN401
    return parsed(scan_report(WholeScan(scanned, advice=tuple(advice)), **given))


@pytest.fixture(scope="module")
def scanned() -> TagSurvey:
    return made_scan(ring(8, away=38.0), names=NAMES, noise=0.2)


def stray_in(scanned: TagSurvey, photo: int) -> TagSurvey:
    """The same with one more tag in a photo, which is left out."""
    photo_tags = scanned.photo_tags[photo]
    stray = replace(photo_tags.tags[0], id=17)
    changed = (*scanned.photo_tags[:photo], replace(photo_tags, left_out=(stray,)), *scanned.photo_tags[photo + 1 :])
    return replace(scanned, photo_tags=changed)


def test_everything_is_told_in_its_order(scanned: TagSurvey) -> None:
    with_notes = replace(scanned, notes=("a note of the scan",), rejected=(("lost.jpg", "shows no tag"),))
    found = page(with_notes, advice=("take one from the north",), name="Sump")
    heads = [head.text_content() for head in found.iter("h2")]
    assert heads == [
        "The numbers", "What to do for a better scan", "Notes", "Plan", "Distances between tags on the ground", "Tags",
        "Measure a point", "Photos", "Photos that do not count", "The camera",
    ]  # fmt: skip
    told = words(found)
    for text in (
        "Scan of Sump", "take one from the north", "a note of the scan", "8 of 9", "lost.jpg", "it shows no tag",
        "Ellipses are drawn", "south-west corner", "lens on 35 mm film", "no length was measured",
    ):  # fmt: skip
        assert text in told, text
    focal = re.search(r"like a ([\d.]+) mm lens", told)
    assert focal is not None
    assert float(focal[1]) == pytest.approx(1250.0 * 43.27 / 2000.0, abs=0.5)


def test_without_advice_nothing_is_lacking(scanned: TagSurvey) -> None:
    assert "Nothing is lacking." in words(page(scanned))


def test_the_page_needs_and_runs_nothing_from_outside(scanned: TagSurvey) -> None:
    text = scan_report(WholeScan(stray_in(scanned, 1)), name=EVIL)
    found = parsed(text)
    assert not {element.tag for element in found.iter()} & {"link", "iframe", "object", "form", "a"}
    assert not [name for element in found.iter() for name in element.attrib if name.startswith("on")]
    addresses = [value for element in found.iter() for name, value in element.attrib.items() if name in {"src", "href"}]
    assert addresses
    assert all(address.startswith("data:image/jpeg;base64,") for address in addresses)
    assert not re.search(r"https?:|@import|javascript:|url\((?!#hatch)", re.sub(r"base64,[^\"]*", "", text))
    (policy,) = found.xpath("//meta[@http-equiv='Content-Security-Policy']/@content")
    assert "default-src 'none'" in policy
    # One script of our own runs, whatever the names of files say, and it fetches nothing.
    (script,) = found.xpath("//script/text()")
    digest = b64encode(sha256(script.encode()).digest()).decode()
    assert f"script-src 'sha256-{digest}'" in policy
    assert not re.search("fetch|XMLHttp|import|eval|innerHTML|cookie|location", script)


def test_names_of_strangers_are_words_and_nothing_else(scanned: TagSurvey) -> None:
    text = scan_report(WholeScan(replace(scanned, rejected=((EVIL, EVIL),), notes=(EVIL,)), advice=(EVIL,)), name=EVIL)
    found = parsed(text)
    assert len(found.xpath("//img")) == 0
    assert text.count("<script>") == 1
    assert "\u202e" not in text
    text.encode()  # no half letters of names that are not UTF-8
    captions = [each.text_content() for each in found.xpath("//figcaption/strong")]
    assert f"1 {EVIL}" in captions
    assert "2 $style.jpg" in captions
    assert "4 ?.jpg" in captions
    assert [item.text_content() for item in found.xpath("//ul[@class='todo']/li")] == [EVIL]


def test_rejected_photos_are_shown_where_they_can_be_read(scanned: TagSurvey, tmp_path: Path) -> None:
    seen, broken = tmp_path / "seen.jpg", tmp_path / "broken.jpg"
    Image.new("RGB", (1000, 500), (250, 10, 10)).save(seen)
    broken.write_bytes(b"no photo")
    (tmp_path / "more").mkdir()
    again = [tmp_path / "two.jpg", tmp_path / "more" / "two.jpg"]
    for i, path in enumerate(again):
        Image.new("RGB", (100, 50), (i, 10, 10)).save(path)
    rejected = (("seen.jpg", "shows no tag"), ("broken.jpg", "is not a photo"), ("two.jpg", "is too dark"))
    found = page(replace(scanned, rejected=rejected), photos=[seen, broken, *again])
    (image,) = found.xpath("//img")
    assert image.get("alt") == "seen.jpg"
    picture = Image.open(BytesIO(b64decode(image.get("src").split(",")[1])))
    assert picture.size == (320, 160)
    red, green, _ = np.asarray(picture)[80, 160].tolist()
    assert red > 240
    assert green < 20
    captions = [each.text_content() for each in found.xpath("//*[contains(@class, 'rejected')]//figcaption")]
    assert captions == ["✗ seen.jpgit shows no tag", "✗ broken.jpgit is not a photo", "✗ two.jpgit is too dark"]


def test_photos_are_in_colour_and_grey_where_the_file_has_changed(scanned: TagSurvey, tmp_path: Path) -> None:
    path = tmp_path / "photo.jpg"
    Image.new("RGB", (1600, 1200), (20, 40, 220)).save(path)
    photo = read_photo(path)
    photo_tags = replace(scanned.photo_tags[0], photo=photo)
    shot = residuals(replace(scanned, photo_tags=(photo_tags, *scanned.photo_tags[1:])))[0]
    assert _middle(photo_svg(shot, scale_of([shot])))[2] > 200
    Image.new("RGB", (1600, 1200), (250, 250, 250)).save(path)
    red, green, blue = _middle(photo_svg(shot, scale_of([shot])))
    assert red == green == blue == pytest.approx(float(photo.grey[600, 800]), abs=2)
    path.unlink()
    assert _middle(photo_svg(shot, scale_of([shot])))[0] == red


def _middle(svg: str) -> list[int]:
    picture = Image.open(BytesIO(b64decode(parsed(svg).xpath("//image/@href")[0].split(",")[1]))).convert("RGB")
    assert picture.size == (700, 525)
    red, green, blue = np.asarray(picture)[262, 350].tolist()
    return [int(red), int(green), int(blue)]


def points(path: str) -> FloatArray:
    """(n, 2) the points of an SVG path of straight lines."""
    return np.array(re.findall(r"-?[\d.]+", path), dtype=np.float64).reshape(-1, 2)


def test_tags_are_outlined_where_they_were_seen_and_residuals_are_as_long_as_said(scanned: TagSurvey) -> None:
    shots = residuals(scanned)
    scale = scale_of(shots)
    said_factor = re.search(r"([\d,]+) times as long", words(page(scanned)))
    assert said_factor is not None
    times = float(said_factor[1].replace(",", ""))
    assert times == scale.times
    drawn = parsed(photo_svg(shots[0], scale))
    groups = drawn.xpath("//g[contains(@class, 'tag')]")
    assert [group.xpath("./text/text()")[0] for group in groups] == [str(tag.id) for tag in shots[0].tags]
    for group, tag in zip(groups, shots[0].tags, strict=True):
        assert tag.shown is not None
        seen = points(group.xpath("./path[@class='seen']/@d")[0])
        assert seen == pytest.approx((tag.seen + 0.5) * 700 / 1600, abs=0.006)
        assert points(group.xpath("./path[@class='shown']/@d")[0]) == pytest.approx((tag.shown + 0.5) * 700 / 1600, abs=0.006)
        starts, ends = points(group.xpath("./path[@class='arrow']/@d")[0]).reshape(-1, 2, 2).swapaxes(0, 1)
        assert ends - starts == pytest.approx(times * (tag.shown - tag.seen) * 700 / 1600, abs=0.02)


def test_a_usual_residual_is_seen_and_does_not_cover_the_photo() -> None:
    for noise in (0.01, 0.1, 1.0):
        shots = residuals(made_scan(ring(6, away=38.0), noise=noise))
        scale = scale_of(shots)
        usual = np.median([tag.miss for shot in shots for tag in shot.tags]) * 700 / 1600
        assert 3.0 < usual * scale.times <= 9.0


def test_tags_that_are_left_out_are_crossed_and_say_why(scanned: TagSurvey) -> None:
    found = page(stray_in(scanned, 1))
    (group,) = found.xpath("//figure//g[@class='tag out']")
    assert len(group.xpath("./path[@class='cross']")) == 1
    assert group.xpath("./title/text()") == ["tag 17 is left out: it is left out of the whole scan"]
    assert "✗ tag 17 is left out" in words(found)


def test_photos_held_upright_are_shown_upright() -> None:
    shots = residuals(made_scan(ring(6, away=38.0), orientations=(6, 1, 8, 3, 6, 1)))
    sizes = [parsed(photo_svg(shot, scale_of(shots))).get("viewbox") for shot in shots]
    assert sizes == [f"0 0 {size}" for size in ("525 700", "700 525", "525 700", "700 525", "525 700", "700 525")]


def test_an_ellipse_is_that_of_its_covariance() -> None:
    """Along the axes: standard deviations times the square root of -2 log 0.05; turned, the same turned."""
    factor = np.sqrt(-2.0 * np.log(0.05))
    for angle in (0.0, 30.0, 100.0, 170.0):
        turn = np.array([[np.cos(a := np.radians(angle)), -np.sin(a)], [np.sin(a), np.cos(a)]])
        found = ellipse(turn @ np.diag([0.3**2, 0.1**2]) @ turn.T)
        assert (found.major, found.minor) == pytest.approx((0.3 * factor, 0.1 * factor))
        assert (found.angle - angle + 90.0) % 180.0 == pytest.approx(90.0)


def test_ninety_five_of_a_hundred_draws_are_inside() -> None:
    rng = np.random.default_rng(2)
    covariance = np.array([[0.04, 0.015], [0.015, 0.02]])
    one = ellipse(covariance)
    draws = rng.multivariate_normal((0.0, 0.0), covariance, 20_000)
    along = np.array([np.cos(np.radians(one.angle)), np.sin(np.radians(one.angle))])
    across = np.array([-along[1], along[0]])
    inside = (draws @ along / one.major) ** 2 + (draws @ across / one.minor) ** 2 < 1.0
    assert inside.mean() == pytest.approx(0.95, abs=4.0 * np.sqrt(0.95 * 0.05 / 20_000))


def table_unit(drawn: Any, width: float) -> float:  # noqa: ANN401
    """Units of the plan to an inch, from the table's outline."""
    corners = points(drawn.xpath("//path[@class='table']/@d")[0])
    return float(np.ptp(corners[:, 0])) / width


def test_the_plan_is_to_scale(scanned: TagSurvey) -> None:
    survey = scanned.survey
    found = plan(survey, NAMES)
    drawn = parsed(found.svg)
    unit = table_unit(drawn, float(survey.size[0]))
    corners = points(drawn.xpath("//path[@class='table']/@d")[0])
    left, bottom = corners[:, 0].min(), corners[:, 1].max()
    ellipses = drawn.xpath("//ellipse")
    assert len(ellipses) == len(TAGS)
    assert found.times > 1.0
    for i, each in enumerate(ellipses):
        x, y, _ = survey.tags[i].position
        assert float(each.get("cx")) == pytest.approx(left + x * unit, abs=0.2)
        assert float(each.get("cy")) == pytest.approx(bottom - y * unit, abs=0.2)
        slot = survey.tag_slot(i).start
        largest = np.linalg.eigvalsh(survey.covariance[slot : slot + 2, slot : slot + 2])[1]
        half = np.sqrt(largest * -2.0 * np.log(0.05)) * found.times * unit
        assert float(each.get("rx")) == pytest.approx(half, rel=1e-3, abs=2e-3)


def test_photos_are_on_their_side_of_the_plan_also_from_afar() -> None:
    views = [*(view_from(angle, away=36.0) for angle in (0.0, 90.0, 180.0)), view_from(270.0, away=90.0, height=60.0)]
    found = plan(made_scan(views).survey, ["east", "north", "west", "south"])
    drawn = parsed(found.svg)
    assert found.beyond
    table = points(drawn.xpath("//path[@class='table']/@d")[0])
    low, high = table.min(axis=0), table.max(axis=0)
    apexes = [points(path)[0] for path in drawn.xpath("//g[contains(@class, 'camera')]/path/@d")]
    assert apexes[0][0] > high[0]
    assert apexes[1][1] < low[1]
    assert apexes[2][0] < low[0]
    assert apexes[3][1] > high[1]
    width, height = (float(side) for side in drawn.get("viewbox").split()[2:])
    assert all(0 <= x <= width and 0 <= y <= height for x, y in apexes)
    kinds = [group.get("class") for group in drawn.xpath("//g[contains(@class, 'camera')]")]
    assert kinds == ["camera", "camera", "camera", "camera beyond"]
    # A wedge opens towards the table.
    wedges = [points(path) for path in drawn.xpath("//g[contains(@class, 'camera')]/path/@d")]
    middle = (low + high) / 2.0
    for wedge in wedges:
        assert np.linalg.norm(wedge[1:].mean(axis=0) - middle) < np.linalg.norm(wedge[0] - middle)


def test_words_for_the_sides_are_where_they_belong(scanned: TagSurvey) -> None:
    drawn = parsed(plan(scanned.survey, NAMES).svg)
    places = {each.text: (float(each.get("x")), float(each.get("y"))) for each in drawn.xpath("//text[@class='side']")}
    assert places["north"][1] < places["west"][1] < places["south"][1]
    assert places["west"][0] < places["north"][0] < places["east"][0]


def test_distances_are_those_of_the_output_corners_first(scanned: TagSurvey) -> None:
    found = page(scanned)
    rows = [[cell.text_content() for cell in row.iter("td")] for row in found.xpath("//table")[0].xpath(".//tbody/tr")]
    listed = {(one["a"], one["b"]): one for one in document(WholeScan(scanned))["distances"]}  # type: ignore[attr-defined]
    corners = [row[0] for row in rows[:6]]
    assert {frozenset(pair.split(" to ")) for pair in corners} == {frozenset((a, b)) for a in "0123" for b in "0123" if a != b}
    assert len(rows) == 7 * 6 / 2  # seven anchors; terrain is not on the ground
    for row in rows:
        a, b = map(int, row[0].split(" to "))
        one = listed[a, b]
        assert [cell.rstrip('"') for cell in row[1:4]] == [f"{one[key]:.3f}" for key in ("inches", "low", "high")]
    lengths = [float(row[1].rstrip('"')) for row in rows[6:]]
    assert lengths == sorted(lengths, reverse=True)


def test_every_tag_and_photo_is_listed(scanned: TagSurvey) -> None:
    found = page(scanned)
    rows = [[cell.text_content() for cell in row.iter("td")] for row in found.xpath("//table")[1].xpath(".//tbody/tr")]
    assert [int(row[0]) for row in rows] == sorted(TAGS)
    counts = np.bincount(scanned.adjusted.problem.tag)
    assert [int(row[6]) for row in rows] == [int(counts[scanned.survey.ids.index(int(row[0]))]) for row in rows]
    assert len(found.xpath("//svg[@class='photo' and @role='img']")) == len(scanned.photo_tags)


def test_pieces_and_points_are_on_the_plan() -> None:
    """A crate of the kit with a tag in the middle of its top: its outline is around the tag."""
    scanned = made_scan(ring(8, away=38.0))
    piece = TaggedPiece(PieceEntry("crate <1>", (0.0, 0.0, 0.0), kit="container"), (TagPlace(100, (0.0, 0.0, 5.0)),))
    pieces, _ = place_pieces(scanned.survey, TaggedPieces((piece,)))
    count = len(scanned.survey.covariance)
    point = PlacedObject("spot", "point", RigidTransform((30.0, 5.0, 0.0)), np.zeros((3, count)), np.eye(3) * 0.01)
    found = parsed(scan_report(WholeScan(scanned, pieces, points=(point,))))
    drawn = found.xpath("//svg[@class='plan']")[0]
    outline = points(drawn.xpath(".//path[@class='piece']/@d")[0])
    (mark,) = drawn.xpath(".//ellipse[title[starts-with(text(), 'tag 100')]]")
    middle = (outline.min(axis=0) + outline.max(axis=0)) / 2.0
    assert middle == pytest.approx((float(mark.get("cx")), float(mark.get("cy"))), abs=0.3)
    (spot,) = drawn.xpath(".//ellipse[title[starts-with(text(), 'spot')]]")
    assert float(spot.get("rx")) == pytest.approx(float(spot.get("ry")))
    assert "crate <1>" in words(found)


def test_figures_are_on_the_plan_as_large_as_their_bases(scanned: TagSurvey) -> None:
    thing = PlacedObject(
        "orc", "figure", RigidTransform((12.0, 9.0, 0.0)), np.zeros((6, len(scanned.survey.covariance))), np.eye(6) * 1e-4
    )
    figure = PlacedFigure(FigureEntry("orc", (12.0, 9.0, 0.0), base_mm=50.8), thing)
    found = parsed(scan_report(WholeScan(scanned, figures=(figure,))))
    drawn = found.xpath("//svg[@class='plan']")[0]
    circle = points(drawn.xpath(".//path[@class='figure']/@d")[0])
    assert np.ptp(circle, axis=0) == pytest.approx(2.0 * table_unit(drawn, float(scanned.survey.size[0])), abs=0.3)
    assert "orc its rim, base of 50.8 mm" in " ".join(" ".join(found.xpath("//tr[td='orc']/td/text()")).split())


def test_a_base_is_a_circle() -> None:
    (circle,) = base_circle((3.0, 4.0), 0.5)
    assert np.linalg.norm(circle - (3.0, 4.0), axis=1) == pytest.approx(np.full(len(circle), 0.5))


def test_one_photo_is_enough_for_a_report() -> None:
    assert "A table of" in words(page(made_scan([view_from(-90.0)])))


def test_helpers() -> None:
    assert said("<\u202e\n>") == "&lt;??&gt;"
    assert shortened("photo-00.jpg", 14) == "photo-00.jpg"
    assert len(shortened("IMG_20240501_123456.jpg", 14)) == 14
    assert shortened("IMG_20240501_123456.jpg", 14).endswith("456.jpg")
    assert [factor_below(most) for most in (0.3, 1.0, 4.99, 5.0, 99.0, 1e9)] == [1.0, 1.0, 2.0, 5.0, 50.0, 1e5]


def test_what_is_not_known_of_the_table_is_told(scanned: TagSurvey) -> None:
    found = page(scanned)
    (banner,) = found.xpath("//section[contains(@class, 'banner')]")
    assert "scenery without tags is not known" in words(banner)
    assert "tags 100 and 104 belong to no piece" in words(found)
    rows = [[cell.text_content() for cell in row.iter("td")] for row in found.xpath("//table")[1].xpath(".//tbody/tr")]
    assert [row[0] for row in rows if row[1] == "on no piece"] == ["100", "104"]
    said_all = parsed(scan_report(WholeScan(scanned, terrain_known="all")))
    assert "not known" not in words(said_all.xpath("//section[contains(@class, 'banner')]")[0])


CROWD = "Hub"
SIZES = {"id": 12.0, "name": 12.0, "photo": 11.0, "number": 11.0, "side": 15.0}
"""Of fonts, as the page's style has them."""


def crowded_plan() -> Any:  # noqa: ANN401
    """A plan with thirty things in one place, two cameras over one another, and cameras over edges and numbers."""
    views = (*ring(10, away=20.0), view_from(270.0, away=20.0), view_from(271.0, away=20.0), view_from(0.0, away=24.5))
    survey = made_scan(views).survey
    places = [(20.0 + 0.4 * (i % 6), 14.0 + 0.3 * (i // 6)) for i in range(30)]
    things = [
        PlanObject(f"{CROWD}-{i}", "figure", base_circle(place, 0.5), np.array(place), 1e-4 * np.eye(2))
        for i, place in enumerate(places)
    ]
    return parsed(plan(survey, [f"IMG_{2041 + i}.jpg" for i in range(len(views))], things).svg)


def boxes_of_words(drawn: Any) -> list[tuple[str, FloatArray]]:  # noqa: ANN401
    """What is written on a plan, with its box (left, top, right, bottom), letters taken for 0.55 of their font's size."""
    found = []
    for text in drawn.iter("text"):
        size, words = SIZES[text.get("class")], str(text.text)
        x, y, half = float(text.get("x")), float(text.get("y")), 0.275 * size * len(words)
        x += {"start": half, "end": -half}.get(text.get("text-anchor"), 0.0)
        box = np.array([x - half, y - 0.75 * size, x + half, y + 0.1 * size])
        if "rotate" in (text.get("transform") or ""):
            box = np.array([x - 0.4 * size, y - half, x + 0.4 * size, y + half])
        found.append((words, box))
    return found


def test_no_words_lie_over_one_another_on_a_crowded_plan() -> None:
    drawn = crowded_plan()
    found = boxes_of_words(drawn)
    assert sum(words.startswith(CROWD) for words, _ in found) == 30
    over = [
        (one, other)
        for number, (one, box) in enumerate(found)
        for other, beside in found[:number]
        if (box[:2] < beside[2:]).all() and (beside[:2] < box[2:]).all()
    ]
    assert over == []


def test_no_words_lie_over_tags_or_cameras_on_a_crowded_plan() -> None:
    drawn = crowded_plan()
    shapes = drawn.xpath("//path[@class='tag']") + drawn.xpath("//g[contains(@class,'camera')]/path")
    things = [np.array(re.findall(r"-?[\d.]+", shape.get("d")), dtype=np.float64).reshape(-1, 2) for shape in shapes]
    assert len(things) == len(TAGS) + 13
    for words, box in boxes_of_words(drawn):
        for thing in things:
            assert not ((box[:2] < thing.max(axis=0)).all() and (thing.min(axis=0) < box[2:]).all()), words


def test_a_line_leads_from_words_that_had_to_go_far(scanned: TagSurvey) -> None:
    assert crowded_plan().xpath("//path[@class='leader']")
    assert not parsed(plan(scanned.survey, NAMES).svg).xpath("//path[@class='leader']")
