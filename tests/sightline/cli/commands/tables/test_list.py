"""``sightline list``: everything that is bundled, by the names that commands take."""

import json

import pytest

from assets import battles, tables
from assets.figures.figure_proxies import PROXIES
from assets.gang_folders import gang_folders
from assets.kit import KIT
from rules.systems.five_parsecs.roster.battle_weapons import parse_battle_armoury
from rules.systems.registry import names
from sightline.cli.command_line import run
from sightline.session.bundled_lists import lists
from sightline.session.gang_loading import armoury, shipped


def test_all_that_is_bundled_is_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["list", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    listed = {what: list(dict.fromkeys(row["name"] for row in rows)) for what, rows in told.items()}
    known = {
        "tables": list(tables.names()),
        "battles": list(battles.names()),
        **{name: list(files.names()) for name, files in gang_folders().items()},
        "weapons": [weapon.name for weapon in armoury().weapons.values()],
        "crew-weapons": [weapon.name for weapon in parse_battle_armoury(shipped("crews/armoury")).values()],
        "kit": list(KIT),
        "proxies": list(PROXIES),
        "systems": list(names()),
    }
    assert {what: listed[what] for what in known} == known
    assert {"gangs", "crews", "enemies"} <= set(known)
    assert all(what.endswith("-weapons") for what in set(listed) - set(known))


def test_words_name_each_of_them(capsys: pytest.CaptureFixture[str]) -> None:
    for what, found in lists().items():
        rows = found.rows
        assert run(["list", what]) == 0
        heading, *lines = capsys.readouterr().out.splitlines()
        assert heading.startswith(f"{what}, as in: sightline ")
        assert len(lines) == len(rows())
        assert all(line.startswith(f"  {row['name']}") for line, row in zip(lines, rows(), strict=True))


def test_what_crews_carry_is_told_in_a_line_each(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["list", "crew-weapons"]) == 0
    told = capsys.readouterr().out
    for line in (
        '  Dock pistol: 12", 1 shot, damage +0; pistol',
        '  Deck repeater: 30", 3 shots, damage +0; heavy',
        "  Hull cutter: brawls only, damage +3; melee",
        '  Crew rifle: 24", 1 shot, damage +0',
    ):
        assert f"{line}\n" in told
