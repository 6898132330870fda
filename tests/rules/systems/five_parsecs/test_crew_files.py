"""Crew files: what they say, how they are written, and every fault of them at once."""

from dataclasses import asdict, replace

import pytest

from rules.roster.gang_reading import distinct
from rules.systems.five_parsecs.roster.battle_weapons import MAX_WEAPONS, parse_battle_armoury
from rules.systems.five_parsecs.roster.combat_sheet import BattleWeapon, CombatSheet, CrewSheet
from rules.systems.five_parsecs.roster.crew_reading import MOST_MEMBERS
from rules.systems.five_parsecs.roster.sheet_writing import crew_text
from sightline.session.gang_loading import shipped
from tests.rules.systems.five_parsecs.roster_files import CREW_FILE, changer, faults, read

changed = changer(CREW_FILE)


def test_a_crew_has_what_its_file_says() -> None:
    crew = read(CREW_FILE)
    assert (crew.id, crew.name, crew.colour, crew.rules) == ("ladder", "The Long Ladder", "green", "five-parsecs")
    assert isinstance(crew.sheet, CrewSheet)
    assert crew.sheet.difficulty == "insanity"
    ada, tom = crew.fighters
    assert (ada.id, tom.id, ada.proxy, ada.base_mm, tom.base_mm) == ("ada-finch", "old-tom", "brute", 40.0, 25.0)
    kettle = BattleWeapon("Kettle gun", 18.0, 2, 1, frozenset({"heavy"}))
    pistol = BattleWeapon("Dock pistol", 12.0, 1, 0, frozenset({"pistol"}))
    assert ada.sheet == CombatSheet(
        reactions=2,
        speed=5,
        combat=1,
        toughness=4,
        savvy=-1,
        luck=3,
        saves=(5, 6),
        abilities=frozenset({"skulker", "jump"}),
        weapons=(kettle, pistol, replace(pistol, name="Dock pistol 2")),
    )
    assert tom.sheet == CombatSheet(species="feral", anatomy="cybernetic", waits=True)


def test_what_movement_reads_is_the_speed_and_nobody_has_wounds_to_spare() -> None:
    assert [(one.profile.movement, one.profile.wounds) for one in read(CREW_FILE).fighters] == [(5, 1), (4, 1)]


def test_a_crew_written_is_read_as_the_same() -> None:
    crew = read(CREW_FILE)
    text = crew_text(crew)
    assert asdict(read(text)) == asdict(crew)
    assert read(text).sheet == crew.sheet
    assert crew_text(read(text)) == text
    long = "é" * 60
    strange = read(changed("The Long Ladder", long).replace("Kettle gun", 'Ke\\"tle').replace("kettle gun", 'ke\\"tle'))
    assert strange.name == long
    assert asdict(read(crew_text(strange))) == asdict(strange)


def test_weapons_of_its_own_go_before_those_of_the_armoury() -> None:
    own = changed("[[weapon]]", '[[weapon]]\nname = "dock pistol"\nrange = 5\n\n[[weapon]]')
    sheet = read(own).fighters[0].sheet
    assert isinstance(sheet, CombatSheet)
    assert [weapon.inches for weapon in sheet.weapons] == [18.0, 5.0, 5.0]


def test_a_second_weapon_of_a_kind_takes_no_name_of_another_kind() -> None:
    own = '\n[[weapon]]\nname = "Dock pistol 2"\nrange = 3\n'
    sheet = read(CREW_FILE + own).fighters[0].sheet
    assert isinstance(sheet, CombatSheet)
    assert [weapon.name for weapon in sheet.weapons] == ["Kettle gun", "Dock pistol", "Dock pistol 3"]


def test_every_fault_is_told_at_once() -> None:
    text = (
        changed('name = "The Long Ladder"', 'name = ""\nnam = "x"')
        .replace("insanity", "insane")
        .replace("shots = 2", "shots = 7")
    )
    text = text.replace("reactions = 2", "reactions = 7").replace("speed = 5", "speed = 13").replace("combat = 1", "combat = 7")
    text = text.replace("toughness = 4", "toughness = 0").replace("savvy = -1", "savvy = -4").replace('"5+"', '"1+"')
    text = text.replace('"jump"', '"jmp"').replace('"brute"', '"brut"').replace('"feral"', '"ferral"\nluck = 4')
    text = text.replace("toughness = 3\n", "")
    told = faults(text)
    for fault in (
        '"name" must be 1 to 60 printable characters',
        'there is no field "nam"; did you mean "name"?',
        '"difficulty" must be "normal" or "hardcore" or "insanity" (did you mean "insanity"?)',
        'weapon "Kettle gun": "shots" must be a whole number from 1 to 6, or "-", not 7',
        'member "Ada Finch": "reactions" must be a whole number from 1 to 6, not 7',
        'member "Ada Finch": "speed" must be a whole number from 1 to 12, not 13',
        'member "Ada Finch": "combat" must be a whole number from -3 to 6, not 7',
        'member "Ada Finch": "toughness" must be a whole number from 1 to 6, not 0',
        'member "Ada Finch": "savvy" must be a whole number from -3 to 6, not -4',
        'member "Ada Finch": "saves" must be a target number from "2+" to "6+"',
        'member "Ada Finch": "abilities" must be "skulker" or "teleport" or "jump" (did you mean "jump"?)',
        'member "Ada Finch": there is no proxy "brut"; did you mean "brute"?',
        'member "Tom": "luck" must be a whole number from 0 to 3, not 4',
        'member "Tom": "species" must be "human" or "feral" or "swift" or "other" (did you mean "feral"?)',
        'member "Tom": "toughness" is missing',
    ):
        assert any(line.startswith(fault) for line in told), fault
    assert len(told) == 15


def test_only_humans_have_more_than_one_point_of_luck() -> None:
    for luck, fine in ((1, True), (2, False)):
        text = changed('"feral"', f'"feral"\nluck = {luck}')
        if fine:
            assert read(text).fighters
        else:
            assert faults(text) == ('member "Tom": "luck" must be at most 1, not 2: only humans have more',)


@pytest.mark.parametrize(
    ("weapon", "fault"),
    [
        ("range = 8\nshots = '-'", '"range" needs "shots" of 1 or more'),
        ("shots = 1\ntraits = ['melee']", '"shots" needs a "range"'),
        ("damage = 1", 'needs a "range", or the trait "melee"'),
        ("traits = ['melee', 'pistol']", '"pistol" needs a "range"'),
        ("traits = ['melee', 'heavy']", '"heavy" needs a "range"'),
        ("traits = ['melee', 'grenade']", '"grenade" needs a "range"'),
    ],
)
def test_what_in_a_weapon_does_not_go_together(weapon: str, fault: str) -> None:
    assert faults(f'{CREW_FILE}\n[[weapon]]\nname = "X"\n{weapon}') == (f'weapon "X": {fault}',)


def test_names_that_are_taken_or_unknown() -> None:
    assert faults(f'{CREW_FILE}\n[[weapon]]\nname = "kettle GUN"\nrange = 3') == (
        'weapon "kettle GUN" is there more than once',
    )
    assert faults(f'{CREW_FILE}\n[[weapon]]\nname = "Improvised"\nrange = 3')[0].startswith(
        'weapon "Improvised": "improvised" is what'
    )
    assert faults(changed('"old-tom"', '"ada-finch"')) == (
        'member "Tom": the id "ada-finch" is taken; give one of them another name or "id"',
    )
    assert faults(changed('"kettle gun"', '"ketle gun"')) == (
        'member "Ada Finch": there is no weapon "ketle gun"; did you mean "Kettle gun"?',
    )
    assert faults(changed('"kettle gun"', '"xyz"')) == (
        'member "Ada Finch": there is no weapon "xyz"; describe it in a [[weapon]] table',
    )
    assert faults(changed('name = "Ada Finch"', 'name = "!?"')) == (
        'member "!?": needs an "id": its name has neither letters nor digits',
    )


def test_a_crew_of_nobody_is_refused() -> None:
    head = CREW_FILE[: CREW_FILE.index("[[member]]")]
    assert faults(f"member = []\n{head}") == ('a crew of nobody: "member" needs at least one table',)
    assert faults(head) == ('"member" is missing',)
    told = faults(changed('proxy = "brute"', 'proxy = "brute"\nspare = true'))
    assert told == ('a crew of nobody: all its members are "spare"; at least one has to take part',)


def test_limits() -> None:
    member = '\n[[member]]\nname = "M {}"\nreactions = 1\nspeed = 4\ncombat = 0\ntoughness = 3\n'
    more = "".join(member.format(number) for number in range(MOST_MEMBERS - 1))
    assert faults(CREW_FILE + more) == (f'"member": has {MOST_MEMBERS + 1} entries; the limit is {MOST_MEMBERS}',)
    assert len(read(CREW_FILE + more.removeprefix(member.format(0))).fighters) == MOST_MEMBERS
    guns = "".join(f'\n[[weapon]]\nname = "G {number}"\nrange = 3\n' for number in range(MAX_WEAPONS))
    assert faults(CREW_FILE + guns)[0] == f'"weapon": has {MAX_WEAPONS + 1} entries; the limit is {MAX_WEAPONS}'
    assert faults(changed('"kettle gun", ', '"kettle gun", ' * 5))[0].startswith(
        'member "Ada Finch": "weapons" must be a list of up to 6 names'
    )


def test_a_crew_whose_journal_could_not_be_read_again_is_refused() -> None:
    """Its file is just short enough; told with all that it leaves out it is too long."""
    long = "\U0001f52b" * 55
    text = CREW_FILE + "".join(f'\n[[weapon]]\nname = "{long}{n}"\nrange = 3\n' for n in range(90))
    armed = ", ".join(f'"{long}{n}"' for n in range(6))
    for n in range(MOST_MEMBERS - 2):
        text += f'\n[[member]]\nname = "{long}{n}"\nid = "m{n}"\nreactions = 1\nspeed = 4\ncombat = 0\ntoughness = 3\n'
        text += f"weapons = [{armed}]\n"
    for n in range(1, 101):
        text += f'\n[[loot]]\nrange = {n}\nname = "{long}{n}"\ntext = "{long[:1] * 197}"\nweapon = "{long}{n % 90}"\n'
    assert len(text.encode()) < 200_000
    assert faults(text) == ("its 30 figures take more than 200,000 bytes, each told by itself; give shorter names or fewer",)


def test_crews_that_meet_have_ids_of_their_own() -> None:
    crew = read(CREW_FILE)
    assert [[one.id for one in gang.fighters] for gang in distinct([crew, crew])] == [
        ["ada-finch", "old-tom"],
        ["ada-finch-2", "old-tom-2"],
    ]


def test_the_armoury_has_each_kind_of_weapon_under_names_that_differ_in_small_letters() -> None:
    weapons = parse_battle_armoury(shipped("crews/armoury"))
    assert {trait for weapon in weapons.values() for trait in weapon.traits} == {"pistol", "melee", "heavy", "grenade"}
    assert {weapon.shots for weapon in weapons.values()} == {0, 1, 2, 3}
    assert all(key == weapon.name.casefold() for key, weapon in weapons.items())
