"""Tables of a die: their ranges, what overlaps and what is left out; the escalation table and loot."""

import pytest

from rules.errors import RulesError
from rules.roster.gang import Gang
from rules.skirmish.state.battle_state import Setting
from rules.skirmish.state.initial_state import new_battle
from rules.systems.five_parsecs.events.escalation_checks import TABLE, rows_for
from rules.systems.five_parsecs.roster.combat_sheet import AI_TYPES, AiType, CrewSheet, EnemySheet
from rules.systems.five_parsecs.roster.die_table import DieRange, DieTable, die_misfits, die_range
from rules.systems.five_parsecs.roster.escalation import COLUMNS, KEYS, escalation_ai, escalation_effect, parse_escalation
from rules.systems.five_parsecs.roster.loot import LootItem, loot_item, loot_words, parse_loot
from rules.systems.five_parsecs.roster.sheet_writing import enemies_text
from scene.base.json_fields import WrongValue
from scene.table.table import Body, Table, Terrain
from scene.table_io.table_statuses import Status
from sightline.session.gang_loading import load_gang, shipped
from tests.rules.systems.five_parsecs.roster_files import CREW_FILE, ENEMIES_FILE, changer, faults, read

PRINTED = """
morale_increase        01-15  01-10  01-20  01-10  01-10  01-10
fighting_intensifies   16-30  11-15  21-40  11-20  11-25  11-15
reinforcements         31-45  16-40  41-50  21-45  26-30  16-35
regroup                -      41-55  51-65  -      31-45  -
sniper                 -      56-70  66-75  -      46-60  -
ambush                 46-60  -      -      46-60  -      36-80
covering_fire          61-70  71-80  76-90  -      61-85  -
unconventional_tactics 71-80  81-100 91-100 61-65  86-100 -
rush_attack            81-100 -      -      66-100 -      81-100
"""
"""The escalation table as the text has it."""
ORDER: tuple[AiType, ...] = ("aggressive", "cautious", "defensive", "rampaging", "tactical", "beast")


@pytest.mark.parametrize(
    ("written", "low", "high"),
    [("01-15", 1, 15), ("7", 7, 7), (7.0, 7, 7), ("81-00", 81, 100), ("00", 100, 100), ("31 – 45", 31, 45), ("1-100", 1, 100)],
)
def test_a_range_is_read_as_tables_have_it(written: object, low: int, high: int) -> None:
    assert die_range(100)(written) == DieRange(low, high)


@pytest.mark.parametrize("written", ["3-1", "0-4", "0", "96-101", "", "1-", "a-b", "1-2-3", 1.5, 0.0, True, ["1-2"], None])
def test_what_is_no_range_is_refused(written: object) -> None:
    with pytest.raises(WrongValue, match=r"a range within 1 to 100 .* the lower number first"):
        die_range(100)(written)


def test_the_hundred_of_a_d100_is_no_face_of_a_d6() -> None:
    with pytest.raises(WrongValue):
        die_range(6)("00")


@pytest.mark.parametrize(
    ("ranges", "told"),
    [
        ("1-3 4-6", []),
        ("4-6 1-3", []),
        ("2-3 4-6", ["nothing is said for 01"]),
        ("1-2 4-6", ["nothing is said for 03"]),
        ("1-3 4", ["nothing is said for 05-06"]),
        ("1-4 4-6", ['"a" and "b" overlap: both are there for 04']),
        ("1-6 2-3", ['"a" and "b" overlap: both are there for 02-03']),
        ("1-6 2-3 5", ['"a" and "b" overlap: both are there for 02-03', '"a" and "c" overlap: both are there for 05']),
        ("", ["nothing is said for 01-06"]),
    ],
)
def test_overlaps_and_gaps_are_told(ranges: str, told: list[str]) -> None:
    rows = [(die_range(6)(one), name) for one, name in zip(ranges.split(), "abc", strict=False)]
    assert list(die_misfits(rows, 6)) == told


def test_a_table_says_what_each_face_brings() -> None:
    table = DieTable(((DieRange(1, 2), "low"), (DieRange(3, 6), "high")))
    assert [table.at(face) for face in range(1, 7)] == ["low"] * 2 + ["high"] * 4


def test_escalation_table_each_row_of_each_column() -> None:
    table = parse_escalation(shipped("enemies/escalation"))
    for line in PRINTED.split("\n")[1:-1]:
        key, *columns = line.split()
        for ai, written in zip(ORDER, columns, strict=True):
            held = [face for face in range(1, 101) if table.effect(ai, face).key == key]
            faces = die_range(100)(written) if written != "-" else None
            assert held == (list(range(faces.low, faces.high + 1)) if faces else []), (key, ai)
    assert set(ORDER) == set(COLUMNS) == set(AI_TYPES) - {"guardian"}
    assert {effect.key for effect in table.effects} == set(KEYS)
    assert all(effect.name and effect.text for effect in table.effects)


def test_a_battles_rows_are_those_of_the_enemies_file_with_what_they_do() -> None:
    plain, own = read(ENEMIES_FILE), read(ENEMIES_FILE + OWN)
    for ai in COLUMNS:
        rows = rows_for(new_battle(met(read(CREW_FILE), plain)), ai)
        assert [(row.key, row.text, row.does, faces) for row, faces in rows] == [
            (row.key, row.text, row.does, row.faces(ai)) for row in TABLE
        ]
    held = {row.key: len(faces) for row, faces in rows_for(new_battle(met(read(CREW_FILE), own)), "cautious")}
    assert {key: count for key, count in held.items() if count} == {"ambush": 50, "sniper": 50}


def test_a_shipped_escalation_table_with_faults_is_refused_column_by_column() -> None:
    text = shipped("enemies/escalation").decode()
    broken = text.replace('rampaging = "66-100"', 'rampaging = "67-100"').replace('cautious = "11-15"', 'cautious = "10-15"')
    with pytest.raises(RulesError) as raised:
        parse_escalation(broken.encode())
    assert raised.value.faults == (
        'cautious: "morale_increase" and "fighting_intensifies" overlap: both are there for 10',
        "rampaging: nothing is said for 66",
    )
    head, _, rest = text.rpartition("[[effect]]")
    with pytest.raises(RulesError, match="once each: rush_attack"):
        parse_escalation(head.encode())
    with pytest.raises(RulesError, match=r'"key" must be .*did you mean "rush_attack"'):
        parse_escalation(f"{head}[[effect]]{rest.replace('rush_attack', 'rush_atack')}".encode())


OWN = """
[[escalation]]
effect = "sniper"
range = "51-00"

[[escalation]]
effect = "ambush"
range = "1-50"
"""


def test_a_force_may_bring_a_column_of_its_own_which_is_written_with_it() -> None:
    force = read(ENEMIES_FILE + OWN)
    again = read(ENEMIES_FILE.replace("The Night Gate", "Others"))
    for gang, said in ((force, ["ambush", "sniper"]), (again, ["fighting_intensifies", "regroup"])):
        assert isinstance(gang.sheet, EnemySheet)
        assert gang.sheet.escalation is not None
        assert [gang.sheet.escalation.effect("defensive", face).key for face in (40, 51)] == said
    assert isinstance(force.sheet, EnemySheet)
    assert force.sheet.escalation is not None
    assert force.sheet.escalation.effect("beast", 50).key == "ambush"
    assert read(enemies_text(force)).sheet == force.sheet


def test_faults_of_an_own_column() -> None:
    told = faults(ENEMIES_FILE + OWN.replace("51-00", "45-99").replace('"ambush"', '"ambsh"'))
    assert len(told) == 1
    assert told[0].startswith('escalation 2: "effect" must be')
    assert told[0].endswith('(did you mean "ambush"?), not "ambsh"')
    assert faults(ENEMIES_FILE + OWN.replace("51-00", "45-99")) == (
        'escalation: "ambush" and "sniper" overlap: both are there for 45-50',
        "escalation: nothing is said for 100",
    )


def test_the_shipped_loot_table_has_ten_rows_and_arms_people() -> None:
    table = parse_loot(shipped("crews/loot"), shipped("crews/armoury"))
    assert len(table.rows) == 10
    found = {table.at(face) for face in range(1, 101)}
    assert len(found) == 10
    assert {item.weapon.name for item in found if item.weapon} >= {"Burst carbine", "Shard pots"}
    assert {item.save for item in found} == {0, 4, 5}
    with pytest.raises(RulesError, match="nothing is said for 91-100"):
        parse_loot(shipped("crews/loot").replace(b'"91-100"', b'"90"'), shipped("crews/armoury"))
    with pytest.raises(RulesError, match='"loot" is missing'):
        parse_loot(b"", shipped("crews/armoury"))


LOOT = """
[[loot]]
range = "1-60"
name = "Coin"

[[loot]]
range = "61-100"
name = "A kettle gun"
text = "Still warm."
weapon = "Kettle gun"
save = "6+"
"""


def test_a_crew_may_bring_a_loot_table_of_its_own() -> None:
    crew = read(CREW_FILE + LOOT)
    assert isinstance(crew.sheet, CrewSheet)
    assert crew.sheet.loot is not None
    coin, gun = crew.sheet.loot.at(60), crew.sheet.loot.at(61)
    assert coin == LootItem("Coin")
    assert (gun.text, gun.save) == ("Still warm.", 6)
    assert gun.weapon is not None
    assert gun.weapon.shots == 2


def test_faults_of_an_own_loot_table() -> None:
    broken = LOOT.replace("61-100", "60-90").replace('"Kettle gun"', '"Kettle gum"')
    assert faults(CREW_FILE + broken) == (
        'loot "A kettle gun": there is no weapon "Kettle gum"; did you mean "kettle gun"?',
        'loot: "Coin" and "A kettle gun" overlap: both are there for 60',
        "loot: nothing is said for 91-100",
    )
    assert faults(changer(CREW_FILE + LOOT)('save = "6+"', "save = 7")) == (
        'loot 2: "save" must be a target number from "2+" to "6+", not 7',
    )
    both = broken.replace('"6+"', "7")
    assert [one.partition(":")[2].strip()[:12] for one in faults(CREW_FILE + both)] == ['"save" must ', "there is no "]


def no_body(proxy: str, status: Status) -> Body:
    raise AssertionError(proxy, status)


def met(*gangs: Gang) -> Setting:
    return Setting(Table((12.0, 12.0), Terrain(())), gangs, no_body, ())


def test_a_battle_escalates_by_the_main_ai_type_of_its_enemies() -> None:
    setting = met(read(CREW_FILE), read(ENEMIES_FILE))
    assert escalation_effect(setting, 40).key == "fighting_intensifies"
    assert escalation_effect(setting, 40, "cautious").key == "reinforcements"
    assert escalation_effect(setting, 41).name == "Reinforcements"


def test_guardians_escalate_as_the_first_ward_does_or_aggressively() -> None:
    crew = read(CREW_FILE)
    watch = load_gang("signal-watch")[0]
    assert escalation_ai(met(crew, watch)) == "tactical"
    assert escalation_ai(met(crew, watch), "beast") == "beast"
    assert escalation_ai(met(crew, Gang("g", "G", sheet=EnemySheet(ai="guardian")))) == "aggressive"
    assert escalation_ai(met(crew, read(ENEMIES_FILE)), "guardian") == "defensive"


def test_loot_is_what_the_crews_table_has() -> None:
    setting = met(read(CREW_FILE + LOOT), read(ENEMIES_FILE))
    assert [loot_item(setting, face).name for face in (1, 60, 61, 100)] == ["Coin", "Coin", "A kettle gun", "A kettle gun"]
    assert [loot_words(setting, face) for face in (1, 100)] == ["Coin", "A kettle gun. Still warm."]
    assert loot_item(met(read(CREW_FILE), read(ENEMIES_FILE)), 15).name == "Burst carbine"


def test_gangs_that_came_from_no_file_have_no_tables() -> None:
    setting = met(Gang("c", "Crew", sheet=CrewSheet()), Gang("e", "Enemies", sheet=EnemySheet()))
    with pytest.raises(RulesError, match="there is no loot table for Crew"):
        loot_item(setting, 1)
    with pytest.raises(RulesError, match="there is no escalation table for Enemies"):
        escalation_effect(setting, 1)
    assert loot_words(setting, 1) == ""
