"""``sightline blast``: its JSON, its words, its pictures, and what is asked wrongly."""

from functools import partial
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from assets.tables import path as bundled
from sightline.cli.command_line import run
from tests.plain_scenes import box
from tests.sightline.tables import json_answer, member, table_file

Capture = pytest.CaptureFixture[str]
CRATE = {"id": "crate", "mesh": "crate.obj", "units": "inch", "anchor": "origin", "position": [0, 0, 0]}


@pytest.fixture
def table(tmp_path: Path) -> str:
    """A wall 3 inches high at x = 26; Kruger before it, Reina behind it, and Jelena far off."""
    figures = [member("jelena", "red", 10, 18), member("kruger", "blue", 25.4, 18), member("reina", "blue", 26.8, 18)]
    return table_file(tmp_path, CRATE, *figures, size=(48, 36), crate=box((26, 10, 0), (26.2, 26, 3)))


def asked(table: str, *words: str) -> list[str]:
    return ["blast", table, "jelena", *words]


def test_one_blast_in_json(table: str, capsys: Capture) -> None:
    answer = partial(json_answer, capsys, "blast", table, "jelena")
    found = answer("--at", "25", "18", "0", "--size", "3")
    assert {name: found[name] for name in ("centre", "stopped_by", "ended", "hits", "shielded")} == {
        "centre": [25, 18, 0], "stopped_by": None, "ended": "hit", "hits": ["kruger"], "shielded": ["reina"],
    }  # fmt: skip
    assert found["rolls"] is None


def test_yce_and_a_house_rule_have_it_go_off_in_mid_air(tmp_path: Path, capsys: Capture) -> None:
    """Kruger stands on a pillar of 1.3 inches: wherever it scatters to, it hangs in the air, after 1 or 2 inches over him."""
    figures = [member("jelena", "red", 10, 18), member("kruger", "blue", 0, 0) | {"position": [26, 18, 4]}]
    pillar = box((25.35, 17.35, 0), (26.65, 18.65, 4))
    table = table_file(tmp_path, CRATE, *figures, size=(48, 36), crate=pillar)
    club = tmp_path / "our-club.toml"
    club.write_text('base = "main-rulebook"\n[shooting]\nmid_air = "goes off"\n')
    answer = partial(json_answer, capsys, "blast", table, "jelena", "--at", "26", "18", "4", "--odds", "--rules")
    main, yce, house = (answer(rules)["hit_chance"]["kruger"] for rules in ("main-rulebook", "yce", str(club)))
    assert main == 0
    assert yce == house == pytest.approx(1 / 6 * 2 / 3 + 1 / 6, abs=1e-4)  # with a hit symbol, 1 is a misfire


def test_a_miss_scatters_by_its_seed(table: str, capsys: Capture) -> None:
    words = ("--at", "24", "18", "0", "--miss")
    ends = [json_answer(capsys, "blast", table, "jelena", *words, "--seed", str(seed)) for seed in range(40)]
    again = json_answer(capsys, "blast", table, "jelena", *words, "--seed", "7")
    assert again == ends[7]
    assert {one["ended"] for one in ends} >= {"scattered"}
    stopped = [one for one in ends if one["stopped_by"] == "crate"]
    assert stopped
    assert all(25.9 < one["centre"][0] < 26 for one in stopped)


def test_without_a_seed_the_dice_are_fresh_and_say_theirs(table: str, capsys: Capture) -> None:
    words = ("--at", "24", "18", "0", "--miss")
    ends = [json_answer(capsys, "blast", table, "jelena", *words) for _ in range(4)]
    assert len({one["rolls"]["degrees"] for one in ends}) > 1
    assert len({one["seed"] for one in ends}) == 4
    assert json_answer(capsys, "blast", table, "jelena", *words, "--seed", str(ends[0]["seed"])) == ends[0]
    assert run(asked(table, *words)) == 0
    *told, again = capsys.readouterr().out.splitlines()
    assert again.endswith(" rolls the same dice again")
    assert run(asked(table, *words, *again.split()[:2])) == 0
    assert capsys.readouterr().out.splitlines() == [*told, again]


def test_what_takes_no_dice_has_no_seed_unless_one_is_given(table: str, capsys: Capture) -> None:
    words = ("blast", table, "jelena", "--at", "24", "18", "0")
    assert json_answer(capsys, *words)["seed"] is None
    assert json_answer(capsys, *words, "--seed", "0")["seed"] == 0
    assert run(words) == 0
    out = capsys.readouterr().out
    assert "--seed" not in out
    assert "the hit roll is taken as made; --miss rolls" in out
    assert run([*words, "--seed", "4"]) == 0
    assert "--seed 4 has no effect" in capsys.readouterr().out


def test_odds_in_json_and_in_words(table: str, capsys: Capture) -> None:
    found = json_answer(capsys, "blast", table, "jelena", "--at", "24", "18", "0", "--odds")
    assert list(found["hit_chance"]) == ["jelena", "kruger", "reina"]
    assert found["hit_chance"]["reina"] == 0
    assert sum(found["ends"].values()) == pytest.approx(1, abs=1e-4)
    # Half of the shots hit, and Kruger with them.
    half = json_answer(capsys, "blast", table, "jelena", "--at", "24", "18", "0", "--odds", "--hit-roll", "0.5")
    assert half["hit_chance"]["kruger"] == pytest.approx(0.5 + found["hit_chance"]["kruger"] / 2, abs=1e-4)
    assert run(asked(table, "--at", "24", "18", "0", "--odds")) == 0
    out = capsys.readouterr().out
    assert "kruger is hit in" in out
    assert "the hit roll is taken as failed; --hit-roll" in out
    assert (found["hit_roll"], half["hit_roll"]) == (0, 0.5)


def test_beyond_the_range_it_is_pulled_back_and_misses(table: str, capsys: Capture) -> None:
    found = json_answer(capsys, "blast", table, "jelena", "--at", "25", "18", "0", "--range", "4", "8", "--seed", "2")
    assert found["ended"] != "hit"
    assert "pulled back" in found["because"][0]["text"]
    assert run(asked(table, "--at", "25", "18", "0", "--range", "4", "8")) == 0
    assert "beyond the long range" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("--at", "24", "18", "-2"), "under the floor"),
        (("--at", "99", "18", "0"), "off the table"),
        (("--at", "26.1", "18", "1"), "inside crate"),
        (("--at", "24", "18", "0", "--size", "0"), "inches across"),
        (("--at", "24", "18", "0", "--range", "9", "3"), "short one first"),
        (("--at", "nan", "18", "0"), "is no place"),
        (("--at", "24", "18", "0", "--hit-roll", "0.5"), "goes with --odds"),
        ((), "or --best"),
        (("--best", "--at", "24", "18", "0", "--miss"), "leave out --at and --miss"),
        (("--best", "--seed", "0"), "leave out --seed"),
        (("--at", "24", "18", "0", "--odds", "--seed", "0"), "leave --seed out"),
        (("--best", "--size", "4"), "inches across"),
        (("--best", "--target", "jelena"), "on the side of jelena"),
        (("--best", "--target", "nobody"), "no figure"),
        (("--at", "24", "18", "0", "--target", "kruger"), "goes with --best"),
    ],
)
def test_what_is_asked_wrongly_is_told_in_one_line(table: str, words: tuple[str, ...], why: str, capsys: Capture) -> None:
    assert run(asked(table, *words)) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert why in err


@pytest.mark.long
@pytest.mark.parametrize("words", [("--odds",), pytest.param(("--miss", "--seed", "3"), marks=pytest.mark.long)])
def test_pictures_show_the_cloud_and_the_blast(words: tuple[str, ...], tmp_path: Path, capsys: Capture) -> None:
    path = tmp_path / "blast.png"
    town: Any = str(bundled("gantry-town"))
    given = ["blast", town, "gorm", "--at", "24.2", "9.2", "3", *words, "--picture", str(path)]
    assert run(given) == 0
    with Image.open(path) as drawn:
        assert drawn.size == (1200, 925 if "--odds" in words else 900)  # the cloud's legend has a second row
        # Orange is in it, of the cloud or of the circle.
        colours = drawn.convert("RGB").getcolors(2**24) or []
        assert sum(count for count, colour in colours if colour == (213, 94, 0)) > 100
    assert run(given) == 2
    assert "exists" in capsys.readouterr().err


def test_the_best_place_is_told_with_its_odds_and_its_measure(table: str, capsys: Capture) -> None:
    found = json_answer(capsys, "blast", table, "jelena", "--best", "--hit-roll", "0.7")
    first = found["best"][0]
    assert first["target"] == "kruger"
    assert first["centre"][0] < 26
    assert first["value"] == pytest.approx(first["hit_chance"]["kruger"] - first["hit_chance"]["jelena"], abs=1e-4)
    assert first["value"] > 0.7
    assert [one["value"] for one in found["best"]] == sorted((one["value"] for one in found["best"]), reverse=True)
    assert found["hit_roll"] == 0.7
    assert "friends" in found["measure"]
    again = json_answer(capsys, "blast", table, "jelena", "--odds", "--hit-roll", "0.7", "--at", *map(str, first["centre"]))
    assert again["hit_chance"]["kruger"] == pytest.approx(first["hit_chance"]["kruger"], abs=0.01)
    assert run(asked(table, "--best", "--target", "kruger")) == 0
    assert "1. " in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "why"), [(("--target", "reina"), "no line of sight to reina"), (("--range", "1", "3"), "within the range")]
)
def test_without_a_place_one_line_says_why(table: str, words: tuple[str, ...], why: str, capsys: Capture) -> None:
    assert run(asked(table, "--best", *words)) == 1
    out, err = capsys.readouterr()
    assert out.count("\n") == 1
    assert why in out
    assert err == ""
