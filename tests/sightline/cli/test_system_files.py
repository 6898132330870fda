"""System files on the command line, in functions and in battles: named by their path, told in answers, kept in journals."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import cast

import pytest

import sightline as sl
from rules.errors import RulesError
from rules.systems.registry import DEFAULT, names, system
from sightline.cli.command_line import load, run
from sightline.cli.commands import COMMANDS
from sightline.files.rule_systems import rules_kept
from sightline.window.battle.battle_game import opened
from tests.sightline.small_battle import gang, small_battle
from tests.sightline.tables import member, table_file

CLUB = 'base = "main-rulebook"\n[sight]\nfull_cover = 0.6\n[movement.costs]\nclimb = 1\n[falls]\nfree = 3\n'

ASKED = {
    "los": ["ann", "bill"],
    "field": ["bill", "--step", "6"],
    "path": ["ann", "6", "6", "0"],
    "reach": ["ann", "--inches", "2"],
    "drift": ["ann", "--inches", "2"],
    "fall": ["6", "6", "3"],
    "blast": ["ann", "--at", "12", "10", "0"],
    "flame": ["ann", "--at", "12", "10", "0"],
    "odds": ["ann", "bill", "--weapon", "Beam rifle"],
    "battle": [],
}

Capture = pytest.CaptureFixture[str]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a table, a battle and a system file, in which commands are given."""
    monkeypatch.chdir(tmp_path)
    table_file(tmp_path, member("ann", "red", 10, 10), member("bill", "blue", 14, 10), size=(24, 24))
    small_battle(tmp_path)
    (tmp_path / "our-club.toml").write_text(CLUB)
    return tmp_path


def table(folder: Path) -> str:
    (found,) = (one.name for one in folder.glob("*.json") if one.name != "yard.json")
    return found


def told(capsys: Capture, *words: str) -> str:
    assert run(words) == 0, capsys.readouterr().err
    return capsys.readouterr().out


def refused(capsys: Capture, *words: str) -> list[str]:
    assert run(words) == 2
    return capsys.readouterr().err.splitlines()


def test_every_command_with_rules_is_asked() -> None:
    assert {*ASKED, "play", "serve", "card-photo"} == {
        name for name in COMMANDS if any("--rules" in one.opts for one in load(name).params)
    }


@pytest.mark.parametrize("command", ASKED)
def test_every_command_goes_by_a_system_file_and_says_so(command: str, folder: Path, capsys: Capture) -> None:
    words = [command, "duel-at-the-wall.toml" if command == "battle" else table(folder), *ASKED[command]]
    answer = json.loads(told(capsys, *words, "--rules", "our-club.toml", "--json"))
    if command == "battle":
        assert "our-club.toml" in str(header(folder)["rules"])
    else:
        assert answer["rules"] == "our-club.toml"


@pytest.mark.parametrize("command", ASKED)
def test_what_is_wrong_with_a_file_is_told_at_once(command: str, folder: Path, capsys: Capture) -> None:
    (folder / "bad.toml").write_text('base = "main-rulebook"\n[sight]\nfull_covr = 2\n[movement]\napart = "far"\n')
    words = [command, "duel-at-the-wall.toml" if command == "battle" else table(folder), *ASKED[command]]
    assert refused(capsys, *words, "--rules", "bad.toml") == [
        'sightline: bad.toml: sight.full_covr: there is no such number or switch; did you mean "full_cover"?',
        'sightline: bad.toml: movement.apart: must be a number from 0 to 6, not "far"',
    ]
    assert refused(capsys, *words, "--rules", "none.toml") == ['sightline: "none.toml": there is no such file']
    assert not list(folder.glob("*.journal"))


@pytest.mark.parametrize("given", ["/", "house/rules", "yard"])
def test_what_does_not_end_as_files_do_is_no_system_file(given: str, folder: Path, capsys: Capture) -> None:
    (folder / "yard").write_text(CLUB)
    (found,) = refused(capsys, "los", table(folder), "ann", "bill", "--rules", given)
    assert found.startswith(f'sightline: --rules: "{given}" is not available; there are: main-rulebook, ')
    assert "; the name of a system file ends in .toml (" in found


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("text", "line"),
    [
        ('base = "../far.toml"', 'our-club.toml: base: "../far.toml" must lie beside it; write its name alone'),
        ('base = "gone.toml"', '"gone.toml": there is no such file'),
        ('base = "one.toml"', "our-club.toml: its base leads back to itself: our-club.toml, then one.toml, then our-club.toml"),
        (b"base = '\xff'", "our-club.toml: is not UTF-8 text (byte 8)"),
        ("x" * 100_001, '"our-club.toml" has 100,001 bytes; the limit is 100,000'),
        ('base = "geometry"', "our-club.toml says nothing about moving here"),
    ],
)
def test_a_file_that_cannot_be_gone_by(text: str | bytes, line: str, capsys: Capture) -> None:
    Path("our-club.toml").write_bytes(text if isinstance(text, bytes) else text.encode())
    Path("one.toml").write_text('base = "our-club.toml"')
    (found,) = Path().glob("table*.json")
    assert refused(capsys, "path", found.name, "ann", "6", "6", "0", "--rules", "our-club.toml") == [f"sightline: {line}"]


def test_changed_numbers_are_cited_and_count(folder: Path, capsys: Capture) -> None:
    deck = {"id": "deck", "kit": "platform", "position": [16, 10, 0]}
    high = table_file(folder, deck, member("ann", "red", 6, 10), size=(24, 24))
    words = ["path", high, "ann", "16", "10", "3", "--json", "--rules"]
    found = {rules: json.loads(told(capsys, *words, rules)) for rules in ("main-rulebook", "our-club.toml")}
    climbs = {rules: next(leg for leg in one["legs"] if leg["kind"] == "climb") for rules, one in found.items()}
    assert climbs["our-club.toml"]["cost"] == pytest.approx(climbs["main-rulebook"]["cost"] / 2)
    assert climbs["main-rulebook"]["source"] == "main-rulebook: Climbing"
    assert climbs["our-club.toml"]["source"] == "our-club.toml: movement.costs.climb (main-rulebook: Climbing)"


def test_functions_go_by_a_system_file(folder: Path) -> None:
    told_by = sl.line_of_sight(sl.load_table(table(folder)), "ann", "bill", rules="our-club.toml").verdict.rules
    assert (told_by.name, told_by.full_cover) == ("our-club.toml", 0.6)


def test_functions_refuse_what_commands_refuse(folder: Path) -> None:
    (folder / "bad.toml").write_text('base = "main-rulebok"')
    with pytest.raises(
        RulesError, match=r'^bad\.toml: base: main-rulebok: there is no such rule system; did you mean "main-ru'
    ):
        sl.line_of_sight(sl.load_table(table(folder)), "ann", "bill", rules="bad.toml")


def header(folder: Path) -> dict[str, object]:
    line = (folder / "duel-at-the-wall.journal").read_text().splitlines()[0]
    found: dict[str, object] = json.loads(line)[1]
    return found


def battle(capsys: Capture, *words: str) -> str:
    return told(capsys, "battle", "duel-at-the-wall.toml", *words)


def test_a_battle_goes_on_by_the_file_that_it_was_begun_by(folder: Path, capsys: Capture) -> None:
    (folder / "league.toml").write_text(CLUB)
    (folder / "our-club.toml").write_text('base = "league.toml"\n[sight]\nfull_cover = 0.7\n')
    played = battle(capsys, "--rules", "our-club.toml", "--auto", "--seed", "4", "--log")
    kept = header(folder)["rules"]
    assert isinstance(kept, dict)
    assert set(kept) == {"name", "version", "file", "bases"}
    for name in ("our-club.toml", "league.toml"):
        (folder / name).unlink()
    assert battle(capsys, "--log") == played


def test_a_battle_file_says_its_rules_and_a_command_may_say_others(folder: Path, capsys: Capture) -> None:
    path = folder / "duel-at-the-wall.toml"
    path.write_text(f'{path.read_text()}rules = "our-club.toml"\n')
    battle(capsys, "--json")
    assert header(folder)["rules"] == {"name": "our-club.toml", "version": system(DEFAULT).version, "file": CLUB}
    (folder / "duel-at-the-wall.journal").unlink()
    battle(capsys, "--json", "--rules", "main-rulebook")
    assert header(folder)["rules"] == {"name": "main-rulebook", "version": system(DEFAULT).version}
    path.write_text(path.read_text().replace("our-club.toml", "geometry"))
    (folder / "duel-at-the-wall.journal").unlink()
    assert refused(capsys, "battle", path.name, "--json") == [
        "sightline: duel-at-the-wall.toml: rules: geometry says nothing about battles here"
    ]


def test_a_journal_is_gone_on_with_by_no_other_rules(folder: Path, capsys: Capture) -> None:
    battle(capsys, "--rules", "our-club.toml", "--json")
    words, end = (
        ["battle", "duel-at-the-wall.toml", "--rules"],
        "; leave --rules out to go on, or give another --journal for a new",
    )
    (other,) = refused(capsys, *words, "main-rulebook")
    assert other.startswith(f'sightline: "duel-at-the-wall.journal" was begun by our-club.toml, not by main-rulebook{end}')
    battle(capsys, "--rules", "our-club.toml", "--json")
    (folder / "our-club.toml").write_text(f"{CLUB}# another word\n")
    (changed,) = refused(capsys, *words, "our-club.toml")
    said = 'sightline: "duel-at-the-wall.journal" was begun by our-club.toml, as its file was then: it says something else now'
    assert changed.startswith(f"{said}{end}")
    battle(capsys, "--json")


def test_a_journal_with_a_bare_name_is_of_the_first_version(folder: Path, capsys: Capture) -> None:
    from rules.engine.journal_format import begun

    battle(capsys, "--seed", "4", "--json")
    old = folder / "old.journal"
    told_before = header(folder) | {"rules": "main-rulebook"}
    line, _ = begun({key: one for key, one in told_before.items() if key not in {"format", "version"}})
    old.write_bytes(line)
    played = told(capsys, "battle", "old.journal", "--auto", "--log")
    assert told(capsys, "battle", "old.journal", "--rules", "main-rulebook", "--log") == played
    assert rules_kept("main-rulebook") == rules_kept({"name": "main-rulebook", "version": 1}) == (system(DEFAULT), 1)


@pytest.mark.parametrize(
    ("rules", "line"),
    [
        ({"name": "main-rulebook", "version": 99}, "there is no version 99 of main-rulebook here, only "),
        ({"name": "our-club.toml", "version": 1, "file": "base = 'x'"}, "our-club.toml: base: x: there is no such rule system"),
        ({"name": "our-club.toml", "version": 1}, 'is a battle by "our-club.toml"; only main-rulebook'),
        ({"name": "main-rulebook", "version": "1"}, "does not tell by which rules it was begun"),
        ("checkers", 'is a battle by "checkers"; only main-rulebook'),
        (None, 'is a battle by "None"; only main-rulebook'),
    ],
)
def test_a_journal_of_rules_that_are_not_known(rules: object, line: str, folder: Path, capsys: Capture) -> None:
    from rules.engine.journal_format import begun

    battle(capsys, "--json")
    kept = {key: one for key, one in header(folder).items() if key not in {"format", "version"}} | {"rules": rules}
    (folder / "odd.journal").write_bytes(begun(kept)[0])
    (found,) = refused(capsys, "battle", "odd.journal")
    assert found.startswith(f'sightline: "odd.journal": {line}')


@pytest.mark.parametrize(
    ("rules", "line"),
    [
        (
            "five-parsecs",
            "red.toml: the gang red is of five-parsecs, whose sheets main-rulebook cannot read; give another gang",
        ),
        ("checkers", 'red.toml: there are no rules "checkers"; there are: main-rulebook, '),
    ],
)
def test_a_gang_of_other_rules_is_refused_in_a_line(rules: str, line: str, folder: Path, capsys: Capture) -> None:
    (folder / "red.toml").write_text(f'rules = "{rules}"\n{gang("red", "anna", "alan")}')
    (found,) = refused(capsys, "battle", "duel-at-the-wall.toml")
    assert found.startswith(f"sightline: {line}")
    words: Sequence[str] = ["odds", table(folder), "ann", "bill", "--weapon", "Beam rifle", "--gang", "red.toml"]
    (found,) = refused(capsys, *words)
    assert found.startswith(f"sightline: {line}")


def test_gangs_of_the_same_sheet_fight_each_other(folder: Path, capsys: Capture) -> None:
    (folder / "red.toml").write_text(f'rules = "main-rulebook"\n{gang("red", "anna", "alan")}')
    battle(capsys, "--rules", "our-club.toml", "--json")
    assert 'rules = "main-rulebook"' in str(header(folder)["gangs"])


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (("yard.json", "--rules", "our-club.toml"), "--rules is about a battle; leave it out with a table"),
        (("duel-at-the-wall.toml", "--rules", "bad.toml"), "bad.toml: base: is missing; write for example base = "),
        (("duel-at-the-wall.toml", "--rules", "measured.toml"), "measured.toml says nothing about battles here"),
    ],
)
def test_the_window_is_told_rules_before_it_opens(words: tuple[str, ...], line: str, folder: Path, capsys: Capture) -> None:
    (folder / "bad.toml").write_text("title = 'nothing'")
    (folder / "measured.toml").write_text('base = "geometry"')
    (found,) = refused(capsys, "play", *words)
    assert found.startswith(f"sightline: {line}")


def test_the_window_begins_a_battle_by_a_system_file(folder: Path) -> None:
    opened("duel-at-the-wall.toml", rules="our-club.toml").close()
    assert CLUB in cast("dict[str, str]", header(folder)["rules"])["file"]


@pytest.mark.parametrize("base", names("numbers"))
def test_a_sixth_relative_is_one_file_and_plays_to_the_end(base: str, folder: Path, capsys: Capture) -> None:
    """Three changed numbers, no code: a battle by the program, to its end; the log says whose numbers they are."""
    changes = '[charge]\ndice = "2D6"\n[shooting]\naim = 2\n[retreat]\ninches = "movement"\n'
    (folder / "sixth.toml").write_text(f'base = "{base}"\ntitle = "A sixth relative"\n{changes}')
    answer = json.loads(battle(capsys, "--rules", "sixth.toml", "--auto", "--seed", "4", "--log", "--json"))
    assert answer["over"]
    sources = {str(line).rpartition("[")[2].rstrip("]") for line in answer["log"]}
    assert any(one.startswith("sixth.toml: ") and "shooting.aim" in one and f"({base}: " in one for one in sources), sources
    assert json.loads(battle(capsys, "--log", "--json"))["log"] == answer["log"]
