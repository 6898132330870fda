"""What commands offer for ``--rules``: just what they can answer."""

import re
from pathlib import Path

import pytest

from rules.systems.registry import names
from sightline.cli.command_line import load, run
from sightline.cli.commands import COMMANDS
from tests.plain_scenes import box
from tests.sightline.small_battle import small_battle
from tests.sightline.tables import member, table_file

ALL = (*names(), "checkers")
SIGHT, MOVES, RANDOM_MOVES, FALLS = (names(part) for part in ("sight", "movement", "random_moves", "falls"))
ATTACKS, BATTLES, OWN_ODDS = names("numbers"), names("battle"), names("odds")
ODDS = tuple(name for name in names() if name in {*ATTACKS, *OWN_ODDS})

ASKED = {
    "los": (["ann", "bill"], SIGHT),
    "field": (["bill", "--step", "6"], SIGHT),
    "path": (["ann", "6", "6", "0"], MOVES),
    "reach": (["ann", "--inches", "2"], MOVES),
    "drift": (["ann", "--inches", "2"], RANDOM_MOVES),
    "fall": (["6", "6", "3"], FALLS),
    "blast": (["ann", "--at", "12", "10", "0"], ATTACKS),
    "flame": (["ann", "--at", "12", "10", "0"], ATTACKS),
    "odds": (["ann", "bill", "--weapon", "Beam rifle"], ODDS),
    "battle": (["--json"], BATTLES),
}


@pytest.fixture
def table(tmp_path: Path) -> str:
    wall = {"id": "wall", "mesh": "wall.obj", "units": "inch", "position": [20, 20, 0]}
    figures = [member("ann", "red", 10, 10), member("bill", "blue", 14, 10)]
    return table_file(tmp_path, wall, *figures, size=(24, 24), wall=box((0, 0, 0), (3, 1, 3)))


def test_every_command_with_rules_is_looked_at() -> None:
    assert {*ASKED, "play", "serve", "card-photo"} == {
        name for name in COMMANDS if any("--rules" in one.opts for one in load(name).params)
    }


@pytest.mark.parametrize("command", ASKED)
def test_a_command_answers_what_it_offers_and_refuses_all_else(
    command: str, table: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    words, offered = ASKED[command]
    asked = [command, str(small_battle(tmp_path)) if command == "battle" else table, *words]
    assert run([command, "--help"]) == 0
    listed = re.search(r"│ +(?:\* +)?--rules +(\S+)", capsys.readouterr().out)
    assert listed is not None
    assert tuple(listed[1].split("|")) == offered
    there = f"are: {', '.join(offered)}" if len(offered) > 1 else f"is only {offered[0]}"
    for rules in ALL:
        (tmp_path / "duel-at-the-wall.journal").unlink(missing_ok=True)  # a battle goes on by what it was begun by
        code = run([*asked, "--rules", rules])
        err = capsys.readouterr().err
        if command == "battle" and rules in set(BATTLES) - set(ATTACKS):
            assert code == 2
            assert f"is no file for battles by {rules}" in err
        elif command == "odds" and rules in OWN_ODDS:
            assert code == 2
            assert "have no sheet; give --gang" in err
        elif rules in offered:
            assert code == 0, err
        else:
            assert code == 2
            assert err.startswith(f'sightline: --rules: "{rules}" is not available; there {there} (')
