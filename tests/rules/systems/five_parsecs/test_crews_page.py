"""docs/crews.md: its examples are read, and every field stands on it."""

import re
from collections.abc import Mapping
from pathlib import Path

import pytest

from assets import battles, crews, enemies
from rules.systems.five_parsecs.roster.battle_weapons import WEAPON
from rules.systems.five_parsecs.roster.combat_sheet import (
    ABILITIES,
    AI_TYPES,
    ANATOMIES,
    BATTLE_TRAITS,
    DIFFICULTIES,
    ROLES,
    SPECIES,
)
from rules.systems.five_parsecs.roster.crew_reading import FIELDS as CREW_FIELDS
from rules.systems.five_parsecs.roster.crew_reading import MEMBER
from rules.systems.five_parsecs.roster.enemy_reading import FIELDS as ENEMIES_FIELDS
from rules.systems.five_parsecs.roster.enemy_rows import ENEMY
from rules.systems.five_parsecs.roster.escalation import KEYS, OWN_ROW
from rules.systems.five_parsecs.roster.loot import LOOT
from scene.base.json_fields import JsonField
from tests.rules.systems.five_parsecs.roster_files import read

PAGE = (Path(__file__).parents[4] / "docs" / "crews.md").read_text("utf-8")
EXAMPLES = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)


def test_the_pages_examples_are_read() -> None:
    _, crew, force, escalation, loot = EXAMPLES
    assert [one.name for one in read(crew).fighters] == ["Ada Finch", "Tom"]
    assert [one.name for one in read(force).fighters][:7] == [*(f"Porter {n}" for n in range(1, 6)), "Gate keeper", "Watch dog"]
    assert read(f"{crew}\n{loot}").sheet != read(crew).sheet
    assert read(f"{force}\n{escalation}").sheet != read(force).sheet


@pytest.mark.parametrize("fields", [CREW_FIELDS, MEMBER, WEAPON, ENEMIES_FIELDS, ENEMY])
def test_every_field_is_on_the_page(fields: Mapping[str, JsonField]) -> None:
    assert [name for name in fields if not re.search(rf"`(\[\[)?{name}(\]\])?`", PAGE)] == []


@pytest.mark.parametrize("fields", [OWN_ROW, LOOT])
def test_every_field_of_a_table_of_a_die_is_in_its_example(fields: Mapping[str, JsonField]) -> None:
    assert [name for name in fields if f"\n{name} = " not in "".join(EXAMPLES[-2:])] == []


@pytest.mark.parametrize("words", [AI_TYPES, ANATOMIES, SPECIES, BATTLE_TRAITS, ABILITIES, DIFFICULTIES, ROLES])
def test_every_word_that_may_be_chosen_is_on_the_page(words: tuple[str, ...]) -> None:
    assert [word for word in words if f'`"{word}"`' not in PAGE] == []


def test_every_effect_and_every_bundled_file_is_on_the_page() -> None:
    own = [name for name in battles.names() if "five-parsecs" in battles.path(name).read_text("utf-8")]
    for name in (*KEYS, *crews.names(), *enemies.names(), *own):
        assert f"`{name}`" in PAGE, name
