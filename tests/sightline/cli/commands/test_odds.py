"""``sightline odds``: its JSON, its words, and what is asked wrongly.

Ann stands 10 inches from Bill, with bases of one inch across between them; Rob touches Bill. The bodies are boxes.
"""

from pathlib import Path
from typing import Any

import pytest

from sightline.cli.command_line import run
from tests.plain_scenes import box
from tests.sightline.tables import json_answer, member, table_file

Capture = pytest.CaptureFixture[str]

FIELDS = ["hit", "pinned", "wound", "outcomes", "steps"]
RIFLE = ("--weapon", "Beam rifle", "--rules", "main-rulebook")

GANG = """
format = "sightline-gang"
version = 1
name = "The Testers"

[[fighter]]
id = "ann"
name = "Ann"
cost = 75
profile = { M = 5, WS = "4+", BS = "2+", S = 4, T = 3, W = 1, I = "4+", A = 2, LD = "7+", CL = "7+", WIL = "7+", INT = "7+" }
weapons = ["Twin barrels", "Pry bar"]

[[fighter]]
id = "bill"
name = "Bill"
cost = 50
profile = { M = 5, WS = "4+", BS = "4+", S = 3, T = 4, W = 1, I = "4+", A = 1, LD = "7+", CL = "7+", WIL = "7+", INT = "7+" }
wargear = ["Plate vest"]

[[weapon]]
name = "Twin barrels"
cost = 25
profile = [
    { name = "one", range = [8, 24], strength = 4, ap = -1, damage = 1, ammo = "-" },
    { name = "both", range = [8, 12], strength = 8, ap = -1, damage = 1, ammo = "-" },
]
"""


@pytest.fixture
def table(tmp_path: Path) -> str:
    return table_file(tmp_path, member("ann", "red", 10, 10), member("bill", "blue", 20, 10), size=(48, 36))


@pytest.fixture
def melee(tmp_path: Path) -> str:
    figures = [member("ann", "red", 19, 10), member("bill", "blue", 20, 10), member("ben", "blue", 30, 20)]
    return table_file(tmp_path, *figures, size=(48, 36))


@pytest.fixture
def gang(tmp_path: Path) -> str:
    path = tmp_path / "testers.toml"
    path.write_text(GANG, encoding="utf-8")
    return str(path)


def answer(capsys: Capture, *words: str, code: int = 0) -> dict[str, Any]:
    return json_answer(capsys, "odds", *words, code=code)


def test_the_document_of_a_shot(table: str, capsys: Capture) -> None:
    """4+ and +1 at short range, 4+ to wound; the firepower die is an ammo symbol on 1, and 2+ is failed on 1."""
    found = answer(capsys, table, "ann", "bill", *RIFLE)
    assert list(found)[:5] == FIELDS
    assert [found[name] for name in FIELDS[:3]] == pytest.approx([4 / 6, 4 / 6, 2 / 6])
    outcomes = {"out_of_action": 2 / 6 / 6, "seriously_injured": 2 / 6 / 2, "flesh_wound": 2 / 6 / 3}
    assert found["outcomes"] == pytest.approx(outcomes)
    assert (found["expected_wounds"], found["out_of_ammo"]) == pytest.approx((2 / 6, 1 / 36))
    assert (found["possible"], found["others"], found["cover"]) == (True, {}, "open")
    assert found["distance"] == pytest.approx(9.0)
    assert found["priority"] == {"allowed": True, "first": ["bill"], "willpower": pytest.approx(21 / 36)}
    assert (found["shooter"], found["target"], found["weapons"]) == ("ann", "bill", ["Beam rifle"])


def test_the_steps_are_rolls_with_needs_modifiers_and_reasons(table: str, capsys: Capture) -> None:
    first, *others = answer(capsys, table, "ann", "bill", *RIFLE)["steps"]
    assert first == {
        "roll": "hit roll, Beam rifle", "for": "ann", "dice": "D6", "need": "3+",
        "modifiers": [{"amount": 1, "text": "Beam rifle at short range", "source": "main-rulebook: Weapon profiles"}],
        "source": "main-rulebook: Make the hit roll and firepower dice roll",
    }  # fmt: skip
    assert [one["roll"] for one in others] == ["firepower", "ammo check, Beam rifle", "wound roll", "injury"]


def test_aim_adds_one(table: str, capsys: Capture) -> None:
    assert answer(capsys, table, "ann", "bill", *RIFLE, "--aim")["hit"] == pytest.approx(5 / 6)


def test_cover_counts(tmp_path: Path, capsys: Capture) -> None:
    """A sheet before Bill's lower half: of 1.2 inches, 0.5 are hidden."""
    sheet = {"id": "sheet", "mesh": "sheet.obj", "units": "inch", "anchor": "origin", "position": [0, 0, 0]}
    low = box((19, 8, 0), (19.1, 12, 0.6))
    table = table_file(tmp_path, sheet, member("ann", "red", 10, 10), member("bill", "blue", 20, 10), size=(48, 36), sheet=low)
    found = answer(capsys, table, "ann", "bill", *RIFLE)
    assert (found["cover"], found["hit"]) == ("partial", pytest.approx(3 / 6))


def test_figures_with_the_id_of_a_fighter_have_his_card(table: str, gang: str, capsys: Capture) -> None:
    """Ballistic skill 2+; strength 4 against toughness 4 on 4+, saved on 5+ at -1. Names of weapons know no capitals."""
    found = answer(capsys, table, "ann", "bill", "--weapon", "twin barrels", "--profile", "one", "--gang", gang)
    assert (found["hit"], found["wound"]) == pytest.approx((5 / 6, 5 / 6 * 3 / 6 * 5 / 6))
    both = answer(capsys, table, "ann", "bill", "--weapon", "twin barrels", "--profile", "both", "--gang", gang)
    assert both["wound"] == pytest.approx(5 / 6 * 5 / 6 * 5 / 6), "strength 8 is twice toughness 4"


def test_two_pistols(table: str, capsys: Capture) -> None:
    """Spark pistols at long range: 4+ with -1 each."""
    found = answer(capsys, table, "ann", "bill", "--weapon", "Spark pistol", "--weapon", "spark pistol")
    assert found["weapons"] == ["Spark pistol", "Spark pistol 2"]
    assert found["hit"] == pytest.approx(1 - (4 / 6) ** 2)


def test_a_fight(melee: str, gang: str, capsys: Capture) -> None:
    """Two dice at 4+; strength 4 + 1 against toughness 4 on 3+, saved on 5+."""
    found = answer(capsys, melee, "ann", "bill", "--weapon", "Pry bar", "--fight", "--gang", gang)
    assert (found["hit"], found["pinned"], found["distance"]) == pytest.approx((3 / 4, 0, 0))
    assert found["wound"] == pytest.approx(1 - (1 - 1 / 2 * 4 / 6 * 4 / 6) ** 2)
    assert found["fight"] is True


def test_a_fight_with_bare_hands(melee: str, capsys: Capture) -> None:
    """AP+1 gives whoever has no armour a save of 6+."""
    found = answer(capsys, melee, "ann", "bill", "--fight")
    assert found["wound"] == pytest.approx(1 / 2 * 1 / 2 * 5 / 6)


def test_in_words(table: str, capsys: Capture) -> None:
    assert run(["odds", table, "ann", "bill", *RIFLE]) == 0
    lines = capsys.readouterr().out.splitlines()
    source = "main-rulebook: Make the hit roll and firepower dice roll"
    assert lines[:4] == [
        'ann attacks bill, 9.00" away, with Beam rifle: hit 66.7 %, wound 33.3 %',
        "pinned 66.7 %, out of action 5.6 %, seriously injured 16.7 %, flesh wound 11.1 %",
        "0.33 points of damage on average; out of ammo 2.8 %",
        f"  hit roll, Beam rifle (D6) for ann: 3+; +1 Beam rifle at short range  [{source}]",
    ]


def test_target_priority_is_told(tmp_path: Path, capsys: Capture) -> None:
    figures = [member("ann", "red", 10, 10), member("bill", "blue", 20, 10), member("ben", "blue", 16, 12)]
    table = table_file(tmp_path, *figures, size=(48, 36))
    found = answer(capsys, table, "ann", "bill", *RIFLE)["priority"]
    assert found == {"allowed": False, "first": ["ben"], "willpower": pytest.approx(21 / 36)}
    assert run(["odds", table, "ann", "bill", *RIFLE]) == 0
    assert capsys.readouterr().out.splitlines()[-1].startswith("target priority is for ben: this shot needs a willpower check")
    assert run(["odds", table, "ann", "bill", *RIFLE, "--rules", "arbiter"]) == 0
    assert capsys.readouterr().out.splitlines()[-1].startswith("target priority is for ben: this shot is not allowed")


def test_a_blast_names_all_whom_it_may_hit(tmp_path: Path, capsys: Capture) -> None:
    figures = [member("ann", "red", 10, 10), member("bill", "blue", 16, 10), member("ben", "blue", 18.5, 10)]
    table = table_file(tmp_path, *figures, size=(48, 36))
    weapon = ["--weapon", "Splinter grenades"]
    over, between = (answer(capsys, table, "ann", "bill", *weapon, *words) for words in ([], ["--at", "17.3", "10", "0"]))
    assert set(over["others"]) == {"ann", "ben"}
    assert over["hit"] > 0.5 > over["others"]["ben"]
    assert between["others"]["ben"] > 0.5
    assert "scatter die" in [step["roll"] for step in over["steps"]]


def test_a_flame_template_needs_neither_sight_nor_hit_roll(tmp_path: Path, capsys: Capture) -> None:
    figures = [member("ann", "red", 10, 10), member("bill", "blue", 16, 10), member("ben", "blue", 17.5, 10)]
    found = answer(capsys, table_file(tmp_path, *figures, size=(48, 36)), "ann", "bill", "--weapon", "Weed burner")
    assert (found["hit"], found["others"], found["distance"]) == (1.0, {"ben": 1.0}, pytest.approx(5.0))
    assert "priority" not in found
    figures[1] = member("bill", "blue", 24, 10)
    table = table_file(tmp_path, *figures, size=(48, 36))
    found = answer(capsys, table, "ann", "bill", "--weapon", "Weed burner", code=1)
    assert found["why"] == "no flame template can be laid so that it hits bill"


@pytest.mark.parametrize(
    ("words", "why", "distance"),
    [
        (["ann", "ben", *RIFLE], "ann is engaged; only active fighters shoot", 221**0.5 - 1),
        (["ben", "bill", *RIFLE], "bill is on ben's side", 200**0.5 - 1),
        (["ann", "ben", "--fight"], "ann is not engaged with ben", 221**0.5 - 1),
    ],
)
def test_what_cannot_be_done_is_an_honest_no(melee: str, words: list[str], why: str, distance: float, capsys: Capture) -> None:
    """With the distance: Ben stands 11 and 10 inches off Ann, 10 and 10 off Bill."""
    found = answer(capsys, melee, *words, code=1)
    assert (found["possible"], found["why"]) == (False, why)
    assert found["distance"] == pytest.approx(distance, abs=1e-3)
    assert run(["odds", melee, *words]) == 1
    assert capsys.readouterr().out == f'that cannot be done: {why}; {words[1]} is {distance:.2f}" away\n'


def test_beyond_the_long_range_it_says_how_far_it_is_and_beyond_which_range(tmp_path: Path, capsys: Capture) -> None:
    """Bill stands 29 inches from Ann, base to base; a beam rifle reaches 24, a splinter grenade 9, a slug pistol 12."""
    table = table_file(tmp_path, member("ann", "red", 10, 10), member("bill", "blue", 40, 10), size=(48, 36))
    found = answer(capsys, table, "ann", "bill", *RIFLE)
    assert (found["hit"], found["distance"]) == (0.0, pytest.approx(29.0, abs=1e-3))
    text = 'Beam rifle: 29.00" away is beyond the long range of 24": the shot misses'
    assert found["because"] == [{"text": text, "source": "main-rulebook: Check the range"}]
    assert run(["odds", table, "ann", "bill", *RIFLE]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[:2] == [
        'ann attacks bill, 29.00" away, with Beam rifle: hit 0 %, wound 0 %',
        f"{text}  [main-rulebook: Check the range]",
    ]
    grenade = answer(capsys, table, "ann", "bill", "--weapon", "Splinter grenades")["because"]
    assert [one["text"].partition(" is ")[0] for one in grenade] == ['the marker of Splinter grenades: 29.50" away']
    two = answer(capsys, table, "ann", "bill", "--weapon", "Slug pistol", "--weapon", "Slug pistol")["because"]
    assert [one["text"].partition(":")[0] for one in two] == ["Slug pistol", "Slug pistol 2"]


def test_what_is_only_just_too_far_does_not_look_as_if_it_were_not(tmp_path: Path, capsys: Capture) -> None:
    table = table_file(tmp_path, member("ann", "red", 10, 10), member("bill", "blue", 35.001, 10), size=(48, 36))
    (why,) = answer(capsys, table, "ann", "bill", *RIFLE)["because"]
    assert why["text"].startswith("Beam rifle: 24.00100")
    near = table_file(tmp_path, member("ann", "red", 10, 10), member("bill", "blue", 35, 10), size=(48, 36))
    assert answer(capsys, near, "ann", "bill", *RIFLE)["because"] == []


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ([], "--weapon is missing"),
        (["--weapon", "Beem rifle"], 'did you mean "Beam rifle"?'),
        (["--weapon", "Pump gun"], "give --profile slug or shot"),
        (["--weapon", "Pump gun", "--profile", "ball"], 'Pump gun has no profile "ball"; it has slug, shot'),
        (["--weapon", "Splinter grenades", "--at", "30", "10", "0"], "has to be over the base of bill"),
        (["--weapon", "Splinter grenades", "--at", "20", "nan", "0"], "--at: "),
        ([*RIFLE, "--at", "20", "10", "0"], "--at is for blast markers and flame templates"),
        ([*RIFLE, "--fight", "--at", "20", "10", "0"], "there are no markers in close combat"),
        (["--weapon", "Pry bar"], "Pry bar cannot be shot"),
        (["--weapon", "Beam rifle", "--weapon", "Slug pistol"], "only two sidearms are fired together"),
        (["--weapon", "a", "--weapon", "b", "--weapon", "c"], "3 weapons cannot be used together"),
        ([*RIFLE, "--aim", "--fight"], "nobody aims in close combat"),
        ([*RIFLE, "--gang", "nosuch"], 'no bundled gang "nosuch"'),
    ],
)
def test_asked_wrongly_is_one_line(table: str, words: list[str], says: str, capsys: Capture) -> None:
    assert run(["odds", table, "ann", "bill", *words]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert says in err


def test_a_weapon_that_stabs_and_cuts_needs_its_profile(melee: str, tmp_path: Path, capsys: Capture) -> None:
    ways = [f'{{ name = "{name}", range = "E", strength = {force}, damage = 1, traits = ["melee"] }}' for name, force in
            (("stab", 3), ("cut", 8))]  # fmt: skip
    path = tmp_path / "testers.toml"
    path.write_text(GANG + f'\n[[weapon]]\nname = "Halberd"\ncost = 25\nprofile = [{", ".join(ways)}]\n')
    words = ["ann", "bill", "--fight", "--gang", str(path), "--weapon", "Halberd"]
    path.write_text(path.read_text().replace('"Pry bar"]', '"Halberd"]'))
    assert run(["odds", melee, *words]) == 2
    assert "Halberd can be used in several ways; give --profile stab or cut" in capsys.readouterr().err
    stab, cut = (answer(capsys, melee, *words, "--profile", name)["wound"] for name in ("stab", "cut"))
    assert 0.0 < stab < cut


def test_nobody_of_that_id(table: str, capsys: Capture) -> None:
    assert run(["odds", table, "ann", "bil", *RIFLE]) == 2
    assert 'did you mean "bill"?' in capsys.readouterr().err


def test_nobody_shoots_himself(table: str, capsys: Capture) -> None:
    assert run(["odds", table, "ann", "ann", *RIFLE]) == 2
    assert capsys.readouterr().err == 'sightline: "ann" cannot be both SHOOTER and TARGET; name two figures\n'
