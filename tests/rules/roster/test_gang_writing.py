"""Gangs written back to files, and gangs of the same ids in one battle."""

from dataclasses import asdict

import pytest

from assets import gangs
from rules.roster.armoury import Armoury
from rules.roster.gang import Fighter, Gang
from rules.roster.gang_reading import distinct, parse_gang
from rules.roster.gang_writing import gang_text
from tests.rules.roster.gang_texts import ARMOURY, GOOD, PROXIES, changed, read


def equal(one: Gang, other: Gang) -> bool:
    return asdict(one) == asdict(other)


@pytest.mark.parametrize("name", gangs.names())
def test_a_gang_written_is_read_as_the_same_without_the_armoury(name: str) -> None:
    gang, _ = parse_gang(gangs.path(name).read_bytes(), ARMOURY, proxies=PROXIES)
    again, warnings = parse_gang(gang_text(gang).encode(), Armoury(), proxies=PROXIES, traits=("blaze", "flash", "web"))
    assert equal(gang, again)
    assert warnings == ()


def test_what_is_strange_in_a_gang_is_written_and_read_as_the_same() -> None:
    text = changed('"Rapid Fire (1)"', '"Tox\\"in (x)", "combi (2)"').replace('["test gun"]', '["test gun", "Test gun"]')
    long = "[" + ",\n".join(f'"{"é" * 150}{one}"' for one in range(8)) + "]"
    deck = [f"{'ö' * 190} {one}" for one in range(36)]
    gang, _ = read(
        text.replace('["Test vest"]', long).replace('colour = "green"', "deck = [" + ",\n".join(map(repr, deck)) + "]")
    )
    assert gang.deck == tuple(deck)
    assert len(gang.fighters[0].wargear) == 8
    assert equal(read(gang_text(gang))[0], gang)


def test_the_rules_that_a_gang_was_made_for_are_kept() -> None:
    gang, _ = read(GOOD.replace('colour = "green"', 'colour = "green"\nrules = "other-rules"'))
    assert gang.rules == "other-rules"
    assert equal(read(gang_text(gang))[0], gang)


def test_gangs_that_meet_have_ids_of_their_own() -> None:
    gang, _ = read(GOOD)
    met = distinct([gang, gang, gang])
    assert [one.id for one in met] == ["choir", "choir-2", "choir-3"]
    assert [fighter.id for one in met for fighter in one.fighters] == ["jelena", "jelena-2", "jelena-3"]
    assert [one.name for one in met] == ["Sump Choir"] * 3
    named = Gang("a", "A", (Fighter("b", "B"), Fighter("b-2", "B")))
    assert [fighter.id for one in distinct([named, named]) for fighter in one.fighters] == ["b", "b-2", "b-3", "b-2-2"]
