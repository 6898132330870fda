"""Making a crew in a talk: what is asked, what may be answered, and going back."""

from collections.abc import Iterable, Iterator

import pytest

from rules.systems.five_parsecs.gangs import GANGS
from rules.systems.five_parsecs.roster.combat_sheet import CombatSheet
from rules.systems.five_parsecs.roster.crew_form import CREW_FORM
from rules.systems.five_parsecs.roster.crew_reading import MEMBER
from rules.systems.five_parsecs.roster.sheet_reading import GANG
from sightline.errors import CommandError
from sightline.session.gang_dialogue import MadeGang, Talk

HEAD = ["The Tin Kites", ""]
ADA = ["Ada Finch", "human", "2", "5", "1", "4", "-1", "3", "dock PISTOL, 1, Work knife", "5+", "1, jump", ""]
BO = ["Bo", "2", "", "", "", "", "", "1", "", "", "", "yes"]
END = [""]


def talk(typed: Iterable[str], *, strict: bool = True) -> tuple[MadeGang | None, list[str]]:
    """What comes of a talk, and what was said in it."""
    lines: Iterator[str] = iter(typed)
    said: list[str] = []
    return Talk(GANGS.formats[0], said.append, lambda: next(lines, None), strict=strict).made(), said


def refused(typed: Iterable[str]) -> tuple[str, ...]:
    with pytest.raises(CommandError) as raised:
        talk(typed)
    return raised.value.faults


def made(typed: Iterable[str], *, strict: bool = True) -> MadeGang:
    found, _ = talk(typed, strict=strict)
    assert found is not None
    return found


def test_what_is_answered_becomes_a_crew() -> None:
    found = made([*HEAD, *ADA, *BO, *END])
    assert found.gang.name == "The Tin Kites"
    ada, bo = found.gang.fighters
    assert isinstance(ada.sheet, CombatSheet)
    assert (ada.name, ada.sheet.species, ada.sheet.reactions, ada.sheet.speed) == ("Ada Finch", "human", 2, 5)
    assert (ada.sheet.combat, ada.sheet.toughness, ada.sheet.savvy, ada.sheet.luck) == (1, 4, -1, 3)
    assert [weapon.name for weapon in ada.sheet.weapons] == ["Dock pistol", "Dock pistol 2", "Work knife"]
    assert (ada.sheet.saves, sorted(ada.sheet.abilities), ada.sheet.waits) == ((5,), ["jump", "skulker"], False)
    assert bo.sheet == CombatSheet(species="feral", luck=1, waits=True)


def test_its_file_is_the_crews() -> None:
    found = made([*HEAD, *ADA, *BO, *END])
    again, _ = GANGS.formats[0].read(found.text.encode(), {"human": 25.0}, lambda name: SHIPPED[name])
    assert [one.sheet for one in again.fighters] == [one.sheet for one in found.gang.fighters]
    assert "spare = false" not in found.text
    assert found.text.count("weapons") == 1


SHIPPED = {
    "crews/armoury": b'[[weapon]]\nname = "Dock pistol"\nrange = 12\nshots = 1\ntraits = ["pistol"]\n'
    b'[[weapon]]\nname = "Work knife"\ntraits = ["melee"]\n',
    "crews/loot": b'[[loot]]\nrange = "1-100"\nname = "Dust"\n',
}


def test_the_answers_may_end_after_a_member_and_nowhere_else() -> None:
    assert len(made([*HEAD, *ADA]).gang.fighters) == 1
    assert len(made([*HEAD, *ADA, *BO]).gang.fighters) == 2
    for typed in ([], HEAD[:1], HEAD, [*HEAD, *ADA[:-1]], [*HEAD, *ADA, "Bo"]):
        assert refused(typed) == ("the answers end before there is a gang; answer every question, and a name of nobody last",)


def test_a_crew_is_shown_as_a_table() -> None:
    heading, ada, bo = made([*HEAD, *ADA, *BO, *END]).rows
    assert heading.split()[:3] == ["name", "species", "reactions"]
    assert "Ada Finch" in ada
    assert "Dock pistol, Dock pistol, Work knife" in ada
    assert bo.endswith("yes")
    assert ada.index("5+") == heading.index("saves") == bo.index("-", heading.index("saves"))


@pytest.mark.parametrize(
    ("place", "typed", "fault"),
    [
        (1, "hardcor", '"hardcor" will not do for the campaign\'s difficulty: it must be one of those, by name or number; '),
        (2, "!?", '"!?" will not do for name: it must be a name with a letter or a digit in it'),
        (2, "", '"" will not do for name: it must be 1 to 60 printable characters'),
        (3, "5", '"5" will not do for species: it must be one of those'),
        (4, "7", '"7" will not do for reactions, 1 to 6: it must be a whole number from 1 to 6'),
        (5, "fast", '"fast" will not do for speed in inches, 1 to 12: it must be a whole number from 1 to 12'),
        (
            10,
            "Dock pistl",
            '"Dock pistl" will not do for weapons: it must be one of those, by name or number; did you mean "Dock',
        ),
        (10, ", ".join("1" * 7), '"1, 1, 1, 1, 1, 1, 1" will not do for weapons: it must be a list of up to 6 names'),
        (11, "7+", '"7+" will not do for saving throws such as 5+: it must be a target number from "2+" to "6+"'),
        (13, "maybe", '"maybe" will not do for spare, who stays away until the crew is backed up: it must be yes or no'),
    ],
)
def test_what_will_not_do_is_told_and_asked_again_where_somebody_types(place: int, typed: str, fault: str) -> None:
    whole = [*HEAD, *ADA, *BO, *END]
    (told,) = refused([*whole[:place], typed, *whole[place:]])
    assert told.startswith(fault)
    found, said = talk([*whole[:place], typed, *whole[place:]], strict=False)
    assert told in said
    assert found is not None
    assert found.text == made(whole).text


def test_what_does_not_go_together_asks_for_the_member_again() -> None:
    lucky = [*BO[:7], "2", *BO[8:]]
    assert refused([*HEAD, *ADA, *lucky]) == ('member "Bo": "luck" must be at most 1, not 2: only humans have more',)
    found = made([*HEAD, *ADA, *lucky, *BO, *END], strict=False)
    assert found.text == made([*HEAD, *ADA, *BO, *END]).text
    assert refused([*HEAD, *ADA, *ADA])[0].startswith('member "Ada Finch": the id "ada-finch" is taken')


def test_back_asks_the_question_before_once_more() -> None:
    whole = made([*HEAD, *ADA, *BO, *END]).text
    assert made([*HEAD, *ADA[:5], "back", *ADA[4:], *BO, *END]).text == whole
    assert made(["Wrong", "back", *HEAD, *ADA, *BO, *END]).text == whole
    assert made([*HEAD, "Wrong", "back", *ADA, *BO, *END]).text == whole
    assert made([*HEAD, *BO[:-1], "no", "back", *ADA, *BO, *END]).text == whole
    assert made(["back", *HEAD, "back", *ADA, *BO, *END]).text == whole


def test_quit_leaves_without_a_crew() -> None:
    for typed in (["quit"], [*HEAD, "quit"], [*HEAD, *ADA, "quit"], [*HEAD, *ADA[:4], "quit"]):
        assert talk(typed)[0] is None


def test_no_more_are_asked_for_than_there_may_be() -> None:
    crowd = [line for number in range(CREW_FORM.most) for line in (f"M {number}", *ADA[1:])]
    assert len(made([*HEAD, *crowd]).gang.fighters) == CREW_FORM.most


def test_all_that_is_asked_is_a_field_of_the_file() -> None:
    assert {field.key for field in CREW_FORM.members} <= set(MEMBER)
    assert {field.key for field in CREW_FORM.gang} - {"difficulty"} <= set(GANG)
    needed = {key for key, field in MEMBER.items() if field.needed}
    assert needed <= {field.key for field in CREW_FORM.members}


def test_yes_is_usual_when_it_is_asked_whether_to_write() -> None:
    for typed, agrees in (("", True), ("y", True), ("YES", True), ("no", False), ("n", False), ("quit", False)):
        lines = iter([typed])
        assert Talk(GANGS.formats[0], lambda _: None, lines.__next__, strict=True).agreed("so?") is agrees
    answers = iter(["what", "no"])
    assert not Talk(GANGS.formats[0], lambda _: None, lambda: next(answers), strict=False).agreed("so?")
    with pytest.raises(CommandError, match='type "yes" or "no"'):
        Talk(GANGS.formats[0], lambda _: None, lambda: "what", strict=True).agreed("so?")
