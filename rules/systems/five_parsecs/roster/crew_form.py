"""What is asked for a new crew, with the usual answers: those of ordinary people, which are ours."""

from rules.roster.figure_files import NAME, some_of
from rules.roster.gang_form import FormField, GangForm
from rules.roster.gang_formats import Shipped
from rules.roster.toml_reading import names, word_of
from rules.systems.five_parsecs.roster.battle_weapons import parse_battle_armoury
from rules.systems.five_parsecs.roster.combat_sheet import ABILITIES, DIFFICULTIES, SPECIES
from rules.systems.five_parsecs.roster.crew_reading import MOST_MEMBERS, REACTIONS, SAVVY
from rules.systems.five_parsecs.roster.sheet_reading import COMBAT, LUCK, MOST_CARRIED, SPEED, TOUGHNESS, saving_throws
from rules.systems.five_parsecs.roster.sheet_writing import CREW, VERSION
from scene.base.json_fields import WrongValue, choice


def _armed(shipped: Shipped) -> tuple[str, ...]:
    return tuple(weapon.name for weapon in parse_battle_armoury(shipped("crews/armoury")).values())


def _called(value: object) -> str:
    """A name from which an id can be made."""
    name: str = NAME.check(value)
    if not word_of(name):
        raise WrongValue("a name with a letter or a digit in it")
    return name


def _yes(value: object) -> bool:
    said = value.strip().casefold() if isinstance(value, str) else ""
    if said not in {"yes", "no", "y", "n"}:
        raise WrongValue("yes or no")
    return said in {"yes", "y"}


CREW_FORM = GangForm(
    head={"format": CREW, "version": VERSION},
    gang=(
        FormField("name", "the crew's name", _called),
        FormField("difficulty", "the campaign's difficulty", choice(*DIFFICULTIES), "normal", offered=lambda _: DIFFICULTIES),
    ),
    entry="member",
    members=(
        FormField("name", "name", _called),
        FormField("species", "species", choice(*SPECIES), "human", offered=lambda _: SPECIES),
        FormField("reactions", "reactions, 1 to 6", REACTIONS, "1"),
        FormField("speed", "speed in inches, 1 to 12", SPEED, "4"),
        FormField("combat", "combat skill, -3 to 6", COMBAT, "0"),
        FormField("toughness", "toughness, 1 to 6", TOUGHNESS, "3"),
        FormField("savvy", "savvy, -3 to 6", SAVVY, "0"),
        FormField("luck", "points of luck, 0 to 3; at most 1 for others than humans", LUCK, "0"),
        FormField("weapons", "weapons", names(MOST_CARRIED), "", several=True, offered=_armed),
        FormField("saves", "saving throws such as 5+", saving_throws, "", several=True),
        FormField("abilities", "abilities", some_of(ABILITIES), "", several=True, offered=lambda _: ABILITIES),
        FormField("spare", "spare, who stays away until the crew is backed up", _yes, "no"),
    ),
    most=MOST_MEMBERS,
)
