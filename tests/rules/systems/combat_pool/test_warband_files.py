"""Warband files: what is wrong is told in a line each, all of it at once; what is right is written and read again."""

from collections.abc import Mapping

import pytest

from assets import warbands
from assets.figures.figure_proxies import PROXIES
from assets.gang_folders import shipped_file
from rules.errors import RulesError
from rules.roster.gang import Gang
from rules.systems.combat_pool.gangs import misfits
from rules.systems.combat_pool.roster.pool_sheet import PoolSheet, WarbandSheet
from rules.systems.combat_pool.roster.warband_reading import read_warband
from rules.systems.combat_pool.roster.warband_writing import warband_text

BASES: Mapping[str, float] = {name: proxy.base_mm for name, proxy in PROXIES.items()}
HEAD = 'format = "sightline-warband"\nversion = 1\nname = "Furrow"\nmorale = 7\n'
SCORES = "move = 5\nfight = 3\nshoot = 1\narmour = 2\ninitiative = 2\npool = 3\nwounds = 2\n"
LEADER = f'[[model]]\nname = "Agnes"\nrank = "leader"\n{SCORES}weapons = ["Sword"]\nploys = ["Guard"]\n'


def shipped(name: str) -> bytes:
    return shipped_file(name).read_bytes()


def read(text: str) -> Gang:
    return read_warband(text.encode(), BASES, shipped)[0]


def faults(text: str) -> tuple[str, ...]:
    with pytest.raises(RulesError) as error:
        read(text)
    return tuple(error.value.faults)


@pytest.mark.parametrize("name", warbands.names())
def test_those_that_ship_are_sound_and_written_as_they_are_read(name: str) -> None:
    gang = read(warbands.path(name).read_text("utf-8"))
    again = read_warband(warband_text(gang).encode(), BASES, lambda _name: b"")[0]
    assert warband_text(again) == warband_text(gang)
    sheets = [one.sheet for one in gang.fighters if isinstance(one.sheet, PoolSheet)]
    assert len(sheets) == len(gang.fighters) >= 5
    assert any(sheet.mount for sheet in sheets)
    assert any(sheet.missiles for sheet in sheets)


def test_two_bundled_warbands_meet() -> None:
    gangs = [read(warbands.path(name).read_text("utf-8")) for name in warbands.names()]
    assert len(gangs) >= 2
    assert list(misfits(gangs[:2])) == []
    assert list(misfits(gangs[:1])) == ["gangs: a battle is between two warbands, not 1"]


def test_a_warband_brings_weapons_and_ploys_of_its_own() -> None:
    own = '[[weapon]]\nname = "Flail"\nwound = 2\n[[ploy]]\nname = "Wall"\ndeclared = "defending"\ndefence = 2\n'
    gang = read(HEAD + own + LEADER.replace("Sword", "Flail").replace("Guard", "wall"))
    sheet = gang.fighters[0].sheet
    assert isinstance(sheet, PoolSheet)
    assert (sheet.hand_weapon.wound, sheet.ploys) == (2, ("Wall",))
    assert isinstance(gang.sheet, WarbandSheet)
    assert (gang.sheet.attack_counters, gang.sheet.ploy_counters) == (10, 3)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (HEAD + LEADER.replace('rank = "leader"\n', ""), 'has no leader; give one model, and only one, rank = "leader"'),
        (HEAD + LEADER + LEADER.replace("Agnes", "Berta"), "has 2 leaders: Agnes, Berta; give one model"),
        (HEAD + "model = []\n", "a warband of nobody"),
        (HEAD + LEADER.replace("Guard", "Gaurd"), 'model "Agnes": there is no ploy "Gaurd"; did you mean "Guard"?'),
        (HEAD + LEADER.replace("Sword", "Sord"), 'model "Agnes": there is no weapon "Sord"; did you mean "Sword"?'),
        (
            HEAD + "[counters]\nattack = 1\nploy = 1\n" + LEADER,
            'model "Agnes": its pool of 3 is larger than there are counters: 1 attack counters and 1 of each of its ploys',
        ),
        (HEAD + LEADER.replace("pool = 3", "pool = 9"), 'model "Agnes": "pool" must be a whole number from 0 to 8'),
        (HEAD.replace("7", "13") + LEADER, '"morale" must be a whole number from 2 to 12'),
        (HEAD + LEADER + "mount_move = 8\n", 'model "Agnes": "mount_move" needs a "mount"'),
        (HEAD + '[[ploy]]\nname = "Idle"\ndeclared = "attacking"\n' + LEADER, 'ploy "Idle": does nothing'),
        (HEAD + '[[ploy]]\nname = "X"\ndeclared = "defending"\ncancels = true\n' + LEADER, "only the attacker undoes ploys"),
        (HEAD + '[[ploy]]\nname = "Attack"\ndeclared = "attacking"\nattack = 1\n' + LEADER, '"Attack" is an answer'),
        (HEAD + '[[weapon]]\nname = "X"\nreload = 2\n' + LEADER, 'weapon "X": "reload" needs a "range"'),
        (HEAD + '[[weapon]]\nname = "X"\nrange = 8\nattack = 1\n' + LEADER, '"attack" is for combats'),
        (HEAD + LEADER + LEADER.replace("leader", "warrior"), 'model "Agnes": the id "agnes" is taken'),
        (HEAD + LEADER.replace("Agnes", "Nobody"), 'model "Nobody": the id "nobody" is an answer; give another "id"'),
        (HEAD + LEADER + 'proxy = "hroseman"\n', "there is no proxy"),
    ],
)
def test_what_is_wrong_is_told_in_a_line(text: str, says: str) -> None:
    found = faults(text)
    assert len(found) == 1
    assert says in found[0]


def test_all_faults_are_told_at_once() -> None:
    wrong = LEADER.replace("Guard", "Gaurd").replace("Sword", "Sord").replace('rank = "leader"\n', "")
    assert len(faults(HEAD.replace("7", "13") + wrong)) == 4
