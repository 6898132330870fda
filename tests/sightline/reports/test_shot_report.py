"""The report of a shot: complete, safe and self-contained."""

import copy
import json
import re
from base64 import b64decode
from html.parser import HTMLParser
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from sightline import __version__
from sightline.files.output_files import write_file
from sightline.reports.shot_report import headline, report_html

NASTY = '<script>alert("x")</script>'
DIGEST = "0f" * 32

FACTS: dict[str, Any] = {
    "shooter": "jelena", "target": "kruger", "rules": "main-rulebook", "line_of_sight": True,
    "witness": [[6.1, 18.0, 1.125], [39.8, 18.1, 0.9]],
    "hidden": {
        "share": 0.412, "low": 0.41, "high": 0.414, "from": "eye",
        "by": [{"id": "rail", "kind": "terrain", "share": 0.102}, {"id": "tower", "kind": "terrain", "share": 0.31}],
    },
    "cover": "partial", "in_vision_arc": True, "visible": True, "distance": 32.7, "distance_blocked": True,
    "steady": {"tolerance_mm": 2, "verdict_holds": 0.97, "otherwise": {"full": 0.03}},
    "because": [{"text": "less than half is hidden", "source": "main-rulebook: Cover"}],
}  # fmt: skip


class Reader(HTMLParser):
    """Keeps tags, words and attributes, and that all tags close in order."""

    VOID = frozenset({"meta", "img", "br", "link", "rect", "hr"})

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.words = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if "style" not in self.open:
            self.words += data + " "


def page(facts: dict[str, Any], **other: Any) -> tuple[str, Reader]:  # noqa: ANN401
    given: dict[str, Any] = {
        "title": "Does Jelena see Kruger?", "eye_picture": Image.new("RGB", (40, 30), "red"),
        "overview_picture": Image.new("RGB", (20, 10)), "digest": DIGEST, "command": "sightline los t.json a b",
    }  # fmt: skip
    text = report_html(facts=facts, **(given | other))
    reader = Reader()
    reader.feed(text)
    assert reader.open == []
    return text, reader


def test_all_the_evidence_is_there() -> None:
    _, found = page(FACTS, table_name="Sump bridge")
    for words in (
        "Sump bridge", "Does Jelena see Kruger?", "Line of sight, target in partial cover", "41.2 %",
        "between 41.0 % and 41.4 %", "tower", "31.0 %", "rail", "10.2 %", "main-rulebook: Cover", "32.70 inches",
        "the straight way is blocked", "within 2 mm", "97.0 %", "in full cover: 3.0 %", "1.125", "39.800", DIGEST,
        "sightline los t.json a b", __version__,
    ):  # fmt: skip
        assert words in found.words, words
    assert found.words.index("tower") < found.words.index("rail")


def test_the_pictures_are_inside_and_have_words_for_those_who_cannot_see_them() -> None:
    _, found = page(FACTS)
    images = [attributes for tag, attributes in found.tags if tag == "img"]
    sizes = []
    for image in images:
        head, content = str(image["src"]).split(",")
        assert head == "data:image/png;base64"
        sizes.append(Image.open(BytesIO(b64decode(content))).size)
    assert sizes == [(40, 30), (20, 10)]
    assert "41.2 %" in str(images[0]["alt"])
    assert "witness ray" in str(images[1]["alt"])


def test_the_page_needs_and_runs_nothing_from_outside() -> None:
    text, found = page(FACTS)
    assert not re.search(r"https?:|//[a-z]|@import|javascript:", re.sub(r"base64,[^\"]*", "", text))
    assert {tag for tag, _ in found.tags}.isdisjoint({"script", "link", "iframe", "object", "form"})
    assert not [name for _, attributes in found.tags for name in attributes if name.startswith("on")]
    policy = next(str(a["content"]) for _, a in found.tags if a.get("http-equiv") == "Content-Security-Policy")
    assert "default-src 'none'" in policy
    assert "script-src" not in policy


def test_names_from_the_table_cannot_become_markup() -> None:
    facts = json.loads(json.dumps(FACTS).replace("jelena", "J").replace("kruger", "K"))
    facts |= {"shooter": NASTY, "target": '"><img src=x onerror=1>', "rules": NASTY, "cover": NASTY}
    facts["hidden"]["by"][0]["id"] = facts["hidden"]["by"][0]["kind"] = NASTY
    facts["because"] = [{"text": NASTY, "source": NASTY}]
    facts["steady"]["otherwise"] = {NASTY: 0.03}
    text, found = page(facts, title=NASTY + "$style", command=NASTY, digest=NASTY, table_name=NASTY + "$content")
    assert "<script" not in text
    assert NASTY in found.words
    assert [tag for tag, _ in found.tags].count("img") == 2


def test_too_close_to_call_is_shown_as_such() -> None:
    _, found = page(FACTS | {"too_close_to_call": True})
    assert headline(FACTS | {"too_close_to_call": True}) == "Too close to call"
    assert "Exactly as the figures stand in the file: Line of sight, target in partial cover." in found.words
    assert "Too close to call" not in page(FACTS)[1].words


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"line_of_sight": False, "witness": None, "cover": "none-seen"}, "No line of sight"),
        ({"in_vision_arc": False, "visible": False}, "Line of sight, but outside the vision arc"),
        ({"cover": "full"}, "Line of sight, target in full cover"),
        ({"cover": None, "in_vision_arc": None, "visible": None, "steady": None, "because": []}, "Line of sight"),
    ],
)
def test_the_headline(change: dict[str, Any], words: str) -> None:
    assert headline(FACTS | change) == words
    assert words in page(FACTS | change)[1].words


def test_answers_without_body_blockers_or_pictures() -> None:
    assert "no body to be seen" in page(FACTS | {"hidden": None}, eye_picture=None, overview_picture=None)[1].words
    nothing = copy.deepcopy(FACTS)
    nothing["hidden"] |= {"share": 0.0, "low": 0.0, "high": 0.001, "by": []}
    assert "Nothing hides any of the body." in page(nothing)[1].words


def test_bars_are_as_long_as_their_shares() -> None:
    _, found = page(FACTS)
    widths = [str(attributes["width"]) for tag, attributes in found.tags if tag == "rect" and "x" in attributes]
    assert widths == ["31.000%", "10.200%", "97.000%", "3.000%"]


def test_writing_leaves_one_file(tmp_path: Path) -> None:
    path = tmp_path / "report.html"
    write_file(path, "Ä ≈")
    assert [found.name for found in tmp_path.iterdir()] == ["report.html"]
    assert path.read_text(encoding="utf-8") == "Ä ≈"
