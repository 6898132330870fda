"""Folders of bundled gangs are found, not named: one more, with a rule system that reads it, is there at once."""

import json
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import assets
import rules.systems
from assets.gang_folders import gang_folders, shipped_file
from rules.systems import registry
from scene.base.errors import SceneError
from sightline.cli.command_line import run
from sightline.session.gang_loading import load_gang, shipped

FOLDER = '''"""Ready-made troupes, and what they throw."""

from assets.shipped_files import ShippedFiles

GANGS = ShippedFiles(__name__, "troupe", ".toml", ("armoury", "tricks"), used="sightline list troupes")
'''
SYSTEM = '''"""Rules for troupes, who have a format of their own."""

from rules.systems.rule_system import RuleSystem

SYSTEM = RuleSystem("a-circus", "the circus")
'''
READER = '''"""Troupes: a name, and as many throwers."""

from rules.roster.gang import Fighter, Gang
from rules.roster.gang_formats import GangFormat, GangFormats
from rules.roster.toml_reading import parse_toml


def read(data, proxies, shipped):
    """The troupe of a file."""
    thrown = shipped("troupes/armoury").decode().split()
    name = parse_toml(data)["name"]
    members = tuple(Fighter(one.casefold(), f"Thrower of {one}") for one in thrown)
    return Gang(name.casefold(), name, members, "", rules="a-circus", sheet=object()), ()


GANGS = GangFormats(
    (GangFormat("sightline-troupe", "a troupe", object, read, str),),
    lambda gangs: (),
    lambda shipped: [{"name": one} for one in shipped("troupes/armoury").decode().split()],
    lambda row: f"{row['name']}: thrown",
)
'''


@pytest.fixture
def troupes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder of gangs with an armoury of the same name as others have, and a rule system before all others by its name."""
    folder, system = tmp_path / "assets" / "troupes", tmp_path / "systems" / "a_circus"
    for made, texts in (
        (
            folder,
            {
                "__init__.py": FOLDER,
                "armoury.toml": "Plates Knives",
                "tricks.toml": "Juggling",
                "jolly.toml": 'format = "sightline-troupe"\nname = "Jolly"\n',
            },
        ),
        (system, {"__init__.py": SYSTEM, "gangs.py": READER}),
    ):
        made.mkdir(parents=True)
        for name, text in texts.items():
            (made / name).write_text(text, encoding="utf-8")
    monkeypatch.setattr(assets, "__path__", [*assets.__path__, str(folder.parent)])
    monkeypatch.setattr(rules.systems, "__path__", [*rules.systems.__path__, str(system.parent)])
    shipped.cache_clear()
    yield folder
    for name in ("assets.troupes", "rules.systems.a_circus", "rules.systems.a_circus.gangs"):
        sys.modules.pop(name, None)
    for package, name in ((assets, "troupes"), (rules.systems, "a_circus")):
        if hasattr(package, name):
            delattr(package, name)
    registry.system.cache_clear()
    shipped.cache_clear()


def test_the_folders_that_there_are() -> None:
    found = gang_folders()
    assert next(iter(found)) == "gangs"
    assert {"gangs", "crews", "enemies"} <= set(found)
    # Other files have names as well, and are no gangs.
    assert {"tables", "battles", "scenarios", "kit", "figures"}.isdisjoint(found)


@pytest.mark.parametrize("name", ["crews/kestrel-ledger", "crews/escalation", "tables/disputed-shot", "armoury", ""])
def test_what_is_not_shipped_beside_gangs_is_not_found(name: str) -> None:
    with pytest.raises(KeyError):
        shipped_file(name)


def test_files_of_the_same_name_do_not_mix(troupes: Path) -> None:
    assert shipped("troupes/armoury") == b"Plates Knives"
    assert b"Dock pistol" in shipped("crews/armoury")
    assert shipped_file("troupes/tricks") == troupes / "tricks.toml"


@pytest.mark.usefixtures("troupes")
def test_gangs_of_one_more_folder_go_by_their_names() -> None:
    gang, _ = load_gang("jolly", registry.system("a-circus"))
    assert [one.name for one in gang.fighters] == ["Thrower of Plates", "Thrower of Knives"]
    with pytest.raises(SceneError, match='there is no bundled troupe "joly"; did you mean "jolly"'):
        load_gang("joly")
    # Crews are still read by their own rules.
    assert load_gang("kestrel-ledger")[0].name == "The Kestrel Ledger"


@pytest.mark.usefixtures("troupes")
def test_they_and_what_they_carry_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["list", "troupes"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "troupes, as in: sightline list troupes",
        "  jolly: Jolly; Thrower of Plates, Thrower of Knives",
    ]
    assert run(["list", "troupe-weapons"]) == 0
    assert capsys.readouterr().out.splitlines()[1:] == ["  Plates: thrown", "  Knives: thrown"]
    assert run(["list", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    there = list(told)
    assert there.index("enemies") < there.index("troupes") < there.index("weapons")
    assert there.index("crew-weapons") < there.index("troupe-weapons") < there.index("kit")
    assert "Plates" not in {row["name"] for row in told["crew-weapons"]}


def test_a_folder_that_no_rules_read_yet_has_no_weapons(
    troupes: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(rules.systems, "__path__", rules.systems.__path__[:-1])
    (troupes / "jolly.toml").unlink()
    for what in ("troupes", "troupe-weapons"):
        assert run(["list", what, "--json"]) == 0
        assert json.loads(capsys.readouterr().out) == {what: []}


@pytest.mark.usefixtures("troupes")
def test_crews_are_still_what_the_command_for_crews_makes() -> None:
    from sightline.cli.commands.crew import asked_for

    assert asked_for().name == "sightline-crew"
