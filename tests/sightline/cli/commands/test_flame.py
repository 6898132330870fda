"""``sightline flame``: its JSON, its words, its pictures, and what is asked wrongly."""

from pathlib import Path

import pytest
from PIL import Image

from assets.tables import path as bundled
from sightline.cli.command_line import run
from tests.plain_scenes import box
from tests.sightline.tables import draws_once, json_answer, member, table_file

Capture = pytest.CaptureFixture[str]
Pixel = tuple[int, int, int]
WALL = {"id": "wall", "mesh": "wall.obj", "units": "inch", "anchor": "origin", "position": [0, 0, 0]}
DECK = {"id": "deck", "mesh": "deck.obj", "units": "inch", "anchor": "origin", "position": [0, 0, 0]}
VERMILLION: Pixel = (213, 94, 0)


@pytest.fixture
def table(tmp_path: Path) -> str:
    """Jelena looks along x; Kruger before a wall, Reina behind it, Odo of her side aside; Mott on a deck to the left."""
    figures = [
        member("jelena", "red", 10, 18),
        member("kruger", "blue", 15, 18),
        member("reina", "blue", 17, 18),
        member("odo", "red", 14, 15),
        member("mott", "blue", 14, 20.2, position=[14, 20.2, 3]),
    ]
    wall, deck = box((16, 17, 0), (16.2, 30, 3)), box((13, 19.6, 2.8), (15.5, 24, 3))
    return table_file(tmp_path, WALL, DECK, *figures, size=(48, 36), wall=wall, deck=deck)


@pytest.fixture
def alone(tmp_path: Path) -> str:
    """Nobody but Jelena."""
    return table_file(tmp_path, member("jelena", "red", 10, 18), size=(48, 36))


def test_one_template_in_json(table: str, capsys: Capture) -> None:
    found = json_answer(capsys, "flame", table, "jelena", "--at", "20", "18", "0")
    asked = ("tip", "toward", "tilt", "hits", "shielded", "string")
    assert {name: found[name] for name in asked} == {
        "tip": [10.5, 18, 0.118], "toward": 0, "tilt": 0, "hits": ["kruger"], "shielded": ["reina"], "string": False,
    }  # fmt: skip
    assert any("wholly in between: reina" in one["text"] for one in found["because"])
    assert all(one["source"].startswith("main-rulebook: Shooting with template weapons") for one in found["because"])


def test_one_template_in_words(table: str, capsys: Capture) -> None:
    assert run(["flame", table, "jelena", "--at", "14", "20.2", "3"]) == 0
    out = capsys.readouterr().out
    assert "Hit: mott" in out
    assert "lifted by 3" in out


def test_the_string_is_drawn_to_one(table: str, capsys: Capture) -> None:
    found = json_answer(capsys, "flame", table, "jelena", "--at", "15", "18", "0", "--string")
    assert (found["hits"], found["string"]) == (["kruger"], True)
    assert '4.00" away' in found["because"][0]["text"]


def test_the_best_template_hits_enemies_and_no_friend(table: str, capsys: Capture) -> None:
    found = json_answer(capsys, "flame", table, "jelena", "--best")
    assert found["value"] >= 1
    assert "odo" not in found["hits"]
    worths = [one["value"] for one in found["others"]]
    assert worths == sorted(worths, reverse=True)
    assert found["value"] >= worths[0]
    # What it says can be asked for.
    again = json_answer(capsys, "flame", table, "jelena", "--at", *map(str, found["at"]))
    assert again["hits"] == found["hits"]
    assert run(["flame", table, "jelena", "--best"]) == 0
    assert "worth +" in capsys.readouterr().out


def test_where_nobody_can_be_hit_the_answer_is_no(alone: str, tmp_path: Path, capsys: Capture) -> None:
    picture = tmp_path / "none.png"
    found = json_answer(capsys, "flame", alone, "jelena", "--best", "--picture", str(picture), code=1)
    assert (found["hits"], found["at"], found["value"]) == ([], None, 0)
    assert not picture.exists()
    assert run(["flame", alone, "jelena", "--best"]) == 1
    assert "hits anybody" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ((), "either --at X Y Z or --best"),
        (("--best", "--at", "20", "18", "0"), "not both"),
        (("--best", "--string"), "--string goes with --at"),
        (("--at", "10", "18", "0"), "on jelena's own base"),
        (("--at", "10.2", "18", "5"), "straight above jelena's own base"),
        (("--at", "10", "30", "0"), "stick out of jelena's vision arc by"),
        (("--at", "99", "18", "0"), "off the table"),
        (("--at", "20", "18", "-2"), "under the floor"),
        (("--at", "20", "18", "500"), "higher than anything"),
        (("--at", "12", "18", "9"), "60 degrees at most"),
        (("--at", "nan", "18", "0"), "is no place"),
        (("--at", "20", "20", "0", "--string"), "nobody stands at"),
    ],
)
def test_what_is_asked_wrongly_is_told_in_one_line(table: str, words: tuple[str, ...], why: str, capsys: Capture) -> None:
    assert run(["flame", table, "jelena", *words]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert why in err


def test_a_shooter_who_lies_or_is_unknown_is_told(tmp_path: Path, capsys: Capture) -> None:
    path = table_file(tmp_path, member("jelena", "red", 10, 18, status="pinned"), size=(48, 36))
    for words, why in ((("jelena", "--best"), "has no vision arc"), (("jelana", "--best"), 'did you mean "jelena"')):
        assert run(["flame", path, *words]) == 2
        assert why in capsys.readouterr().err


def colours(path: Path, height: int = 925) -> dict[Pixel, int]:
    """How often each colour is in a picture of that height; a legend of two rows adds 25 pixels."""
    with Image.open(path) as drawn:
        assert drawn.size == (1200, height)
        found = drawn.convert("RGB").getcolors(2**24) or []
    return {(colour[0], colour[1], colour[2]): count for count, colour in found if isinstance(colour, tuple)}


@pytest.mark.long
@pytest.mark.parametrize("aimed", [("20", "18", "0"), pytest.param(("14", "20.2", "3"), marks=pytest.mark.long)])
def test_the_picture_shows_the_template_level_or_with_a_view_from_the_side(
    aimed: tuple[str, ...], table: str, tmp_path: Path, capsys: Capture
) -> None:
    path = tmp_path / "flame.png"
    draws_once(capsys, path, "flame", table, "jelena", "--at", *aimed)
    found = colours(path, 900 if aimed[2] == "3" else 925)
    assert found[VERMILLION] > 800
    # The sky of the view from the side is there if the template is tilted.
    assert (found.get((236, 238, 239), 0) > 50_000) is (aimed[2] == "3")


@pytest.mark.long
def test_pictures_of_a_string_and_of_the_best_template_on_a_real_table(table: str, tmp_path: Path, capsys: Capture) -> None:
    string, best = tmp_path / "string.png", tmp_path / "best.png"
    assert run(["flame", table, "jelena", "--at", "15", "18", "0", "--string", "--picture", str(string)]) == 0
    # A line has far less colour than a template.
    assert colours(string, 900)[VERMILLION] > 500
    assert run(["flame", str(bundled("sluice-warren")), "kesh", "--best", "--picture", str(best)]) == 0
    assert "Hit: Tamar" in capsys.readouterr().out
    assert colours(best, 900)[VERMILLION] > 3000


def test_aims_that_are_printed_are_taken_as_they_stand(tmp_path: Path, capsys: Capture) -> None:
    """Up and down at the steepest, at the rim of the table, at the edge of the arc, from a floor of an odd height."""
    floor, roof = box((9, 17, 2.8), (11, 19, 3.127)), box((12, 17, 8), (14, 19, 8.3))
    around = [member(f"foe{turn}", "blue", 14.37, 18.2 + turn) for turn in (-4, -2, 0, 2, 4)]
    above = member("above", "blue", 13, 18, position=[13.1, 18.4, 8.3])
    shooters = (
        member("jelena", "red", 10, 18, position=[10.013, 18.007, 3.127]),
        member("jelena", "red", 10.01, 18.003),
        member("jelena", "red", 9.017, 18.012, position=[9.017, 18.012, 0], facing=1),
        member("jelena", "red", 10.533, 18.007, facing=4),
        member("jelena", "red", 46.993, 18.003, facing=21),
    )
    for number, shooter in enumerate(shooters):
        (tmp_path / str(number)).mkdir()
        foes = [*around, above, member("rim", "blue", 47.4, 19.1)]
        table = table_file(tmp_path / str(number), DECK, WALL, shooter, *foes, size=(48, 36), deck=floor, wall=roof)
        printed(table, "jelena", capsys)


@pytest.mark.parametrize(
    ("name", "who"),
    [
        ("disputed-shot", "kruger"),
        pytest.param("gantry-town", "gorm", marks=pytest.mark.long),
        pytest.param("sluice-warren", "kesh", marks=pytest.mark.long),
    ],
)
def test_aims_on_a_bundled_table_are_taken_as_they_stand(name: str, who: str, capsys: Capture) -> None:
    printed(str(bundled(name)), who, capsys)


def printed(table: str, shooter: str, capsys: Capture) -> None:
    """Every aim that is told hits again those whom it was told to hit."""
    assert run(["flame", table, shooter, "--best"]) == 0
    best, aim, *rest = capsys.readouterr().out.splitlines()
    told = [(aim, best.split(": ")[1].rsplit(", worth", 1)[0])]
    told += [(line, line.split(": ")[1].split(", aimed")[0]) for line in rest if "--at" in line]
    for line, hit in told:
        assert run(["flame", table, shooter, "--at", *line.split("--at ")[1].split()]) == 0
        assert capsys.readouterr().out.splitlines()[0] == f"Hit: {hit}"
