"""Crews and enemies: bundled ones, their battles, which gangs go with which rules, and what journals keep of them."""

import tomllib
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path

import pytest

from assets import battles, crews, enemies, gangs, tables
from assets.gang_folders import gang_folders
from rules.errors import RulesError
from rules.roster.gang import Fighter, Gang
from rules.roster.gang_reading import distinct
from rules.systems import registry
from rules.systems.five_parsecs.roster.combat_sheet import AI_TYPES, CombatSheet, CrewSheet, EnemySheet
from rules.systems.system_file import system_of
from scene.base.errors import SceneError
from sightline.session import battle_loading
from sightline.session.battle_loading import header_of, setting_of
from sightline.session.gang_loading import kept_gang, load_gang, text_of
from sightline.session.scenario_loading import load_scenario

FIVE = registry.system("five-parsecs")


def sheets(gang: Gang, *, there: bool = True) -> list[CombatSheet]:
    found = [one.sheet for one in gang.fighters if isinstance(one.sheet, CombatSheet)]
    return [one for one in found if not (there and one.waits)]


def names(fighters: Iterable[Fighter]) -> list[str]:
    return [one.name for one in fighters]


def test_the_bundled_crews_are_five_or_six_of_all_kinds() -> None:
    found = [load_gang(name, FIVE)[0] for name in crews.names()]
    assert len(found) == 2
    for crew in found:
        known = sheets(crew)
        assert len(known) in {5, 6}
        assert {"feral", "swift"} <= {one.species for one in known}
        pistols = [all("pistol" in weapon.traits for weapon in one.weapons) for one in known if one.weapons]
        assert any(pistols)
        for trait in ("melee", "heavy"):
            assert any(trait in weapon.traits for one in known for weapon in one.weapons), trait
    assert sum(one.waits for crew in found for one in sheets(crew, there=False)) == 1


def test_there_is_a_bundled_force_for_every_ai_type() -> None:
    found = [load_gang(name, FIVE)[0] for name in enemies.names()]
    assert sorted(force.sheet.ai for force in found if isinstance(force.sheet, EnemySheet)) == sorted(AI_TYPES)
    for force in found:
        known = sheets(force)
        assert 5 <= len(known) <= 8
        assert {one.role for one in known} & {"specialist", "lieutenant"}
    assert any(one.ward for force in found for one in sheets(force))


@pytest.mark.parametrize("name", [*crews.names(), *enemies.names()])
def test_what_a_journal_keeps_is_read_as_the_same(name: str) -> None:
    gang, warnings = load_gang(name)
    assert warnings == ()
    assert asdict(kept_gang(text_of(gang))) == asdict(gang)
    assert kept_gang(text_of(gang)).sheet == gang.sheet
    first, second = distinct([gang, gang])
    assert {one.id for one in first.fighters}.isdisjoint({one.id for one in second.fighters})
    assert asdict(kept_gang(text_of(second))) == asdict(second)


def test_no_two_bundled_gangs_have_the_same_name() -> None:
    known = [name for files in gang_folders().values() for name in files.names()]
    assert len(set(known)) == len(known)
    assert {*gangs.names(), *crews.names(), *enemies.names()} <= set(known)


def test_a_misspelt_name_is_looked_for_among_them_all() -> None:
    for name, meant in (("tol-keepers", "toll-keepers"), ("kestrel-leger", "kestrel-ledger"), ("net-lof", "net-loft")):
        with pytest.raises(SceneError, match=f'did you mean "{meant}"'):
            load_gang(name)


def test_a_crew_is_for_battles_by_its_own_rules_alone() -> None:
    for name, kind in (("kestrel-ledger", "a crew"), ("toll-keepers", "a force of enemies")):
        for other in ("main-rulebook", "arbiter"):
            with pytest.raises(RulesError) as raised:
                load_gang(name, registry.system(other))
            assert raised.value.faults == (
                f"{name}.toml: is {kind} for battles by five-parsecs; {other} cannot read it, give another gang",
            )
    assert load_gang("kestrel-ledger", FIVE)[0].name == "The Kestrel Ledger"
    house = system_of("house.toml", {"house.toml": 'format = "sightline-rules"\nversion = 1\nbase = "five-parsecs"\n'})
    assert house.gangs is FIVE.gangs
    assert registry.system("yce").gangs is None


@pytest.mark.parametrize("name", gangs.names())
def test_other_gangs_are_none_for_its_battles(name: str) -> None:
    assert FIVE.gangs is not None
    assert FIVE.gangs.told == 'a crew ("sightline-crew") and a force of enemies ("sightline-enemies")'
    with pytest.raises(RulesError) as raised:
        load_gang(name, FIVE)
    assert raised.value.faults == (
        f"{name}.toml: is no file for battles by five-parsecs, which take {FIVE.gangs.told}; give another one",
    )


def test_faults_begin_with_the_files_name_and_what_is_no_toml_is_told(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(crews.path("kestrel-ledger").read_text("utf-8").replace("toughness = 3", "toughness = 9"), encoding="utf-8")
    with pytest.raises(RulesError) as raised:
        load_gang(path, FIVE)
    assert len(raised.value.faults) == 5
    assert all(line.startswith('mine.toml: member "') for line in raised.value.faults)
    path.write_text("format = ", encoding="utf-8")
    with pytest.raises(RulesError, match=r"mine\.toml: is not TOML"):
        load_gang(path, FIVE)


def test_a_battle_is_one_crew_against_one_force() -> None:
    assert FIVE.gangs is not None
    crew, force = load_gang("kestrel-ledger")[0], load_gang("toll-keepers")[0]
    assert list(FIVE.gangs.misfits([crew, force])) == list(FIVE.gangs.misfits([force, crew])) == []
    told = "gangs: a battle is one crew against one force of enemies, not "
    assert list(FIVE.gangs.misfits([crew, crew])) == [f"{told}The Kestrel Ledger, The Kestrel Ledger against no enemies"]
    assert list(FIVE.gangs.misfits([force, force])) == [f"{told}no crew against The Toll Keepers, The Toll Keepers"]
    assert len(list(FIVE.gangs.misfits([crew, force, force]))) == 1


@pytest.mark.parametrize("name", [one for one in battles.names() if "five-parsecs" in battles.path(one).read_text("utf-8")])
def test_the_bundled_battles_have_a_crew_on_one_edge_and_enemies_on_the_opposite_one(name: str) -> None:
    written = tomllib.loads(battles.path(name).read_text("utf-8"))
    assert written["table"] in tables.names()
    crew, force = (load_gang(one, FIVE)[0] for one in written["gangs"])
    assert isinstance(crew.sheet, CrewSheet)
    assert isinstance(force.sheet, EnemySheet)
    scenario = load_scenario(written["scenario"])
    assert scenario.objectives
    own, other = scenario.areas
    assert (own.low[0], other.high[0]) == (0.0, 1.0)
    assert own.high[0] < other.low[0]


def test_there_are_three_such_battles() -> None:
    assert len([one for one in battles.names() if "five-parsecs" in battles.path(one).read_text("utf-8")]) == 3


def test_a_battles_header_keeps_its_crew_and_enemies(tmp_path: Path) -> None:
    header = header_of(battles.path("sump-signal"), tmp_path, FIVE)
    crew, force = map(kept_gang, header["gangs"])
    assert asdict(crew) == asdict(load_gang("kestrel-ledger")[0])
    assert asdict(force) == asdict(load_gang("signal-watch")[0])


def test_a_battle_of_two_crews_is_refused_new_and_from_its_journal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "own.toml"
    text = battles.path("sump-signal").read_text("utf-8").replace("signal-watch", "salt-meridian")
    path.write_text(text.replace("sump-lock", "disputed-shot"), encoding="utf-8")
    told = "gangs: a battle is one crew against one force of enemies, not The Kestrel Ledger, The Salt Meridian against "
    with pytest.raises(RulesError) as raised:
        header_of(path, tmp_path, FIVE)
    assert raised.value.faults == (f"own.toml: {told}no enemies",)
    texts = [text_of(load_gang(name)[0]) for name in crews.names()]
    monkeypatch.setattr(battle_loading, "rules_kept", lambda _: (FIVE, 1))
    with pytest.raises(RulesError) as raised:
        setting_of({"gangs": texts, "scenario": "", "table": "disputed-shot"}, tmp_path)
    assert raised.value.faults == (f"{told}no enemies",)
