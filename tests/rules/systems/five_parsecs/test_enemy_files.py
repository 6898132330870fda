"""Enemies files: rows and figures, guardians and their wards, who comes later, and every fault at once."""

from dataclasses import asdict

import pytest

from rules.roster.gang_reading import distinct
from rules.skirmish.state.initial_state import MOST_FIGHTERS
from rules.systems.five_parsecs.roster.combat_sheet import CombatSheet, EnemySheet
from rules.systems.five_parsecs.roster.crew_reading import MOST_MEMBERS
from rules.systems.five_parsecs.roster.enemy_rows import MOST_FIGURES
from rules.systems.five_parsecs.roster.sheet_writing import enemies_text
from tests.rules.systems.five_parsecs.roster_files import ENEMIES_FILE, changer, faults, read, sheets

changed = changer(ENEMIES_FILE)


def test_a_force_has_what_its_file_says() -> None:
    force = read(ENEMIES_FILE)
    sheet = force.sheet
    assert isinstance(sheet, EnemySheet)
    assert (sheet.ai, sheet.panic, sheet.initiative, sheet.hired, sheet.grenades) == ("defensive", 3, -2, True, True)
    assert (force.id, force.rules) == ("night-gate", "five-parsecs")
    there = {name: sheet for name, sheet in sheets(force).items() if not sheet.waits}
    assert list(there) == ["Porter 1", "Porter 2", "Porter 3", "Door gunner", "Gate keeper", "Watch dog 1", "Watch dog 2"]
    assert [one.role for one in there.values()] == ["basic"] * 3 + ["specialist", "lieutenant"] + ["basic"] * 2
    assert [one.ai for one in there.values()] == ["defensive"] * 5 + ["guardian"] * 2
    assert [one.ward for one in there.values()] == [""] * 5 + ["gate-keeper"] * 2
    assert (there["Gate keeper"].boss, there["Porter 1"].boss) == (True, False)
    assert [one.id for one in force.fighters[:3]] == ["porter-1", "porter-2", "porter-3"]
    assert [(one.profile.movement, one.profile.wounds) for one in force.fighters[3:5]] == [(4, 1), (5, 1)]


def test_lieutenants_are_fearless() -> None:
    told = sheets(read(changed('name = "Door gunner"', 'name = "Door gunner"\nfearless = true')))
    assert {name for name, one in told.items() if one.fearless} >= {"Gate keeper", "Door gunner"}
    assert not told["Porter 1"].fearless
    assert faults(changed('role = "lieutenant"', 'role = "lieutenant"\nfearless = false')) == (
        'enemy "Gate keeper": lieutenants are always fearless; leave "fearless" out',
    )


@pytest.mark.parametrize(
    ("written", "panic"), [('"1-2"', 2), ("0", 0), ('"0"', 0), ("3", 3), ('"1"', 1), ('"1-6"', 6), ('"1 – 3"', 3)]
)
def test_panic_ranges(written: str, panic: int) -> None:
    sheet = read(changed('"1-3"', written)).sheet
    assert isinstance(sheet, EnemySheet)
    assert sheet.panic == panic


@pytest.mark.parametrize("written", ['"3-1"', '"2-3"', "7", '"1-7"', '""', "true", '"0-2"', "1.5"])
def test_panic_ranges_that_are_none(written: str) -> None:
    (told,) = faults(changed('"1-3"', written))
    assert told.startswith('"panic" must be 0 to 6, or a range of faces from 1 on such as "1-2", not ')


def test_who_comes_later_unless_the_file_says_otherwise() -> None:
    later = {name: one for name, one in sheets(read(ENEMIES_FILE)).items() if one.waits}
    roles = [one.role for one in later.values()]
    assert [roles.count(role) for role in ("basic", "specialist", "unique", "vermin")] == [8, 2, 1, 3]
    assert list(later)[:10] == [*(f"Porter {n}" for n in range(4, 12)), "Door gunner 2", "Door gunner 3"]
    assert list(later)[10:] == ["Lone rival", "Vent crawler 1", "Vent crawler 2", "Vent crawler 3"]
    crawler, rival = later["Vent crawler 1"], later["Lone rival"]
    assert (crawler.ai, crawler.anatomy, crawler.species) == ("beast", "beast", "other")
    assert (rival.ai, rival.role) == ("defensive", "unique")


OWN = """
[[enemy]]
name = "Night shift"
count = 2
waits = true
speed = 4
combat = 0
toughness = 3

[[enemy]]
name = "The auditor"
role = "unique"
waits = true
speed = 5
combat = 3
toughness = 4
"""


def test_of_each_kind_that_a_file_has_waiting_none_is_added() -> None:
    later = [name for name, one in sheets(read(ENEMIES_FILE + OWN)).items() if one.waits]
    assert later == ["Night shift 1", "Night shift 2", "The auditor", "Door gunner 2", "Door gunner 3"] + [
        f"Vent crawler {number}" for number in (1, 2, 3)
    ]


def test_a_force_without_basic_figures_or_specialists_gets_basic_ones_like_its_first() -> None:
    head = ENEMIES_FILE[: ENEMIES_FILE.index("[[enemy]]")]
    keeper = ENEMIES_FILE[
        ENEMIES_FILE.index('[[enemy]]\nname = "Gate keeper"') : ENEMIES_FILE.index('[[enemy]]\nname = "Watch')
    ]
    told = sheets(read(head + keeper))
    more = told["Gate keeper 2"]
    assert (more.role, more.boss, more.fearless, more.toughness) == ("basic", False, False, 5)
    assert [one.role for one in told.values() if one.waits].count("basic") == 8
    assert "specialist" not in {one.role for one in told.values()}


def test_ids_of_those_who_come_later_are_nobody_elses() -> None:
    other = changed('name = "Door gunner"\nrole = "specialist"', 'name = "Porter 5"').replace("Watch dog", "Vent crawler")
    force = read(other)
    assert len({one.id for one in force.fighters}) == len(force.fighters)
    assert [one.name for one in force.fighters if one.name.startswith("Porter")] == (
        ["Porter 1", "Porter 2", "Porter 3", "Porter 5", *(f"Porter {n}" for n in range(6, 14))]
    )
    assert [one.name for one in force.fighters if one.name.startswith("Vent")] == [f"Vent crawler {n}" for n in range(1, 6)]


def test_a_force_written_is_read_as_the_same_with_those_who_come_later() -> None:
    for text in (ENEMIES_FILE, ENEMIES_FILE + OWN, changed("count = 2", "count = 9").replace("3\nspeed", "7\nspeed")):
        force = read(text)
        written = enemies_text(force)
        assert asdict(read(written)) == asdict(force)
        assert read(written).sheet == force.sheet
        assert [one.sheet for one in read(written).fighters] == [one.sheet for one in force.fighters]
        assert enemies_text(read(written)) == written


GUARDS = """
[[enemy]]
name = "Shadow"
count = 5
ai = "guardian"
ward = "Porter"
speed = 4
combat = 0
toughness = 3
"""


def test_guardians_of_several_figures_are_spread_over_them() -> None:
    told = sheets(read(ENEMIES_FILE + GUARDS))
    assert [told[f"Shadow {n}"].ward for n in range(1, 6)] == ["porter-1", "porter-2", "porter-3", "porter-1", "porter-2"]
    alone = sheets(read(ENEMIES_FILE + GUARDS.replace('"Porter"', '"porter 2"')))
    assert {alone[f"Shadow {n}"].ward for n in range(1, 6)} == {"porter-2"}


def test_wards_follow_when_ids_change() -> None:
    force = read(ENEMIES_FILE)
    _, second = distinct([force, force])
    dog = next(one for one in second.fighters if one.name == "Watch dog 1")
    assert isinstance(dog.sheet, CombatSheet)
    assert (dog.id, dog.sheet.ward) == ("watch-dog-1-2", "gate-keeper-2")
    assert asdict(read(enemies_text(second))) == asdict(second)


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ('ward = "Gate keeper"\n', "", 'a guardian needs a "ward": the name of the figure that it is attached to'),
        ('ward = "Gate keeper"', 'ward = "Gate kepper"', 'its ward "Gate kepper" is not there; did you mean "Gate keeper"?'),
        ('ward = "Gate keeper"', 'ward = "xyz"', 'its ward "xyz" is not there'),
        ('ward = "Gate keeper"', 'ward = "Watch dog"', 'its ward "Watch dog" is a guardian too; name somebody who is none'),
        ('ai = "guardian"', 'ai = "beast"', '"ward" goes with ai = "guardian" only'),
    ],
)
def test_faults_of_wards(old: str, new: str, fault: str) -> None:
    assert faults(changed(old, new)) == (f'enemy "Watch dog": {fault}',)


def test_a_ward_who_comes_later_does_for_those_who_come_later_alone() -> None:
    assert faults(ENEMIES_FILE + OWN + GUARDS.replace("Porter", "The auditor")) == (
        'enemy "Shadow": its ward "The auditor" comes later; name somebody who is there from the start',
    )
    told = sheets(read(ENEMIES_FILE + OWN + GUARDS.replace("Porter", "The auditor").replace("count = 5", "waits = true")))
    assert told["Shadow"].ward == "the-auditor"


def test_every_fault_is_told_at_once() -> None:
    text = changed('ai = "defensive"', 'ai = "defencive"').replace('"1-3"', '"3-1"').replace('"specialist"', '"special"')
    text = text.replace('ward = "Gate keeper"\n', "").replace(
        "combat = 2", "combat = 2\nsavvy = 1\nluck = 2\nspecies = 'swift'"
    )
    text = text.replace('"Crew rifle"', '"Crew rfle"').replace("count = 3", "count = 41")
    told = faults(text)
    for fault in (
        '"ai" must be "cautious" or "aggressive" or "tactical" or "defensive" or ',
        '"panic" must be 0 to 6',
        'enemy "Porter": "count" must be a whole number from 1 to 40, not 41',
        'enemy "Porter": there is no weapon "Crew rfle"; did you mean "Crew rifle"?',
        'enemy "Door gunner": "role" must be "basic" or "specialist" or "lieutenant" or "unique" or "vermin" (did you mean',
        'enemy "Gate keeper": there is no field "savvy"',
        'enemy "Gate keeper": "luck" must be at most 1, not 2: only humans have more',
        'enemy "Watch dog": a guardian needs a "ward"',
    ):
        assert any(line.startswith(fault) for line in told), fault
    assert len(told) == 8
    assert '(did you mean "defensive"?), not "defencive"' in told[0]


def test_enemies_of_nobody_are_refused() -> None:
    head = ENEMIES_FILE[: ENEMIES_FILE.index("[[enemy]]")]
    assert faults(f"enemy = []\n{head}") == ('enemies of nobody: "enemy" needs at least one table',)
    assert faults(head) == ('"enemy" is missing',)
    assert faults(head + OWN) == ('enemies of nobody: all of them have "waits"; at least one has to be there from the start',)


def test_too_many_and_twice_the_same() -> None:
    row = '\n[[enemy]]\nname = "Crowd {}"\ncount = 40\nspeed = 4\ncombat = 0\ntoughness = 3\n'
    crowd = "".join(row.format(letter) for letter in "abcd")
    assert faults(ENEMIES_FILE + crowd) == (f"there are 181 enemies, with those who come later; the limit is {MOST_FIGURES}",)
    assert MOST_FIGURES + MOST_MEMBERS == MOST_FIGHTERS
    twice = '\n[[enemy]]\nname = "porter"\nspeed = 4\ncombat = 0\ntoughness = 3\n'
    assert faults(ENEMIES_FILE + twice) == ('enemy "porter": the id "porter" is taken; give one of them another name or "id"',)
    assert faults(ENEMIES_FILE + twice.replace("porter", "Porter 2")) == (
        'enemy "Porter 2": the id "porter-2" is taken; give one of them another name or "id"',
    )


def test_a_crowd_with_the_longest_names_is_written_and_read_again() -> None:
    text = ENEMIES_FILE
    for number in range(4):
        name = f"{'n' * 59}{number}"
        guns = "".join(f'\n[[weapon]]\nname = "{"g" * 58}{number}{n}"\nrange = 4\n' for n in range(6))
        armed = ", ".join(f'"{"g" * 58}{number}{n}"' for n in range(6))
        row = f'[[enemy]]\nname = "{name}"\nid = "{number}{"i" * 59}"\ncount = 36\nspeed = 4\ncombat = 0\ntoughness = 3\n'
        text += f"{guns}\n{row}weapons = [{armed}]\n"
    force = read(text)
    assert len(force.fighters) == 165
    assert asdict(read(enemies_text(force))) == asdict(force)


def test_a_crowd_that_could_not_be_read_again_is_refused() -> None:
    name = "\U0001f52b" * 58
    row = '\n[[enemy]]\nname = "{}"\nid = "{}"\ncount = 40\nspeed = 4\ncombat = 0\ntoughness = 3\nweapons = [{}]\n'
    guns = "".join(f'\n[[weapon]]\nname = "{name}{n}"\nrange = 4\n' for n in range(6))
    armed = ", ".join(f'"{name}{n}"' for n in range(6))
    crowd = ENEMIES_FILE + guns + "".join(row.format(name + letter, letter, armed) for letter in "abc")
    assert faults(crowd) == ("its 141 figures take more than 200,000 bytes, each told by itself; give shorter names or fewer",)
