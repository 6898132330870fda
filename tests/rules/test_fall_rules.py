"""Falls and jumps by the rules, paragraph by paragraph."""

import re
from dataclasses import fields

import numpy as np
import pytest

from rules.fall_rules import (
    FallNumbers,
    fall_damage,
    hazard_check,
    is_free,
    jump_check,
    jump_damage,
    jump_ends_round,
)
from rules.systems import registry

MAIN = registry.system("main-rulebook").movement.falls
PARSECS = registry.system("five-parsecs").movement.falls

# main-rulebook: Falling down, its table: least distance, penalty, strength, armour penetration, damage.
TABLE = [(3.0, -1, 3, 0, 1), (5.0, -2, 5, -1, 1), (7.0, -3, 7, -2, 2), (9.0, -4, 9, -3, 3)]


@pytest.mark.parametrize(("least", "penalty", "strength", "ap", "damage"), TABLE)
@pytest.mark.parametrize("further", [0.0, 1.0, 1.99])
def test_the_table_of_falls(least: float, penalty: int, strength: int, ap: int, damage: int, further: float) -> None:
    fall = fall_damage(MAIN, least + further)
    assert (fall.strength, fall.ap, fall.damage, fall.status) == (strength, ap, damage, "pinned")
    check = jump_check(MAIN, least + further)
    assert check is not None
    assert (check.characteristic, check.modifier) == ("initiative", penalty)
    assert check.if_failed == {
        "fall": least + further, "strength": strength, "ap": ap, "damage": damage, "status": "pinned",
    }  # fmt: skip


def test_falling_from_five_inches_strength_5_ap_minus_1() -> None:
    fall = fall_damage(MAIN, 5.0)
    assert (fall.strength, fall.ap, fall.damage, fall.source) == (5, -1, 1, "main-rulebook: Falling down")


@pytest.mark.parametrize("distance", [0.6, 1.0, 1.5, 2.99])
def test_falling_less_than_three_inches_pins_without_a_hit(distance: float) -> None:
    fall = fall_damage(MAIN, distance)
    assert not fall.hits
    assert (fall.strength, fall.ap, fall.damage, fall.status) == (None, None, None, "pinned")


@pytest.mark.parametrize("distance", [9.0, 11.0, 40.0])
def test_nine_inches_or_more_is_the_last_row(distance: float) -> None:
    fall = fall_damage(MAIN, distance)
    assert (fall.strength, fall.ap, fall.damage) == (9, -3, 3)


@pytest.mark.parametrize("drop", [0.0, 0.4, 1.0])
def test_jumping_down_an_inch_or_less_succeeds(drop: float) -> None:
    assert jump_check(MAIN, drop) is None
    assert is_free(MAIN, drop)


@pytest.mark.parametrize("drop", [1.01, 2.0, 2.99])
def test_jumping_down_more_than_an_inch_and_less_than_three_has_no_penalty(drop: float) -> None:
    check = jump_check(MAIN, drop)
    assert check is not None
    assert check.modifier == 0
    assert check.if_failed["damage"] is None


def test_jumping_down_after_climbing_down_to_less_than_three_inches_is_easier() -> None:
    """The rulebook's own example: from 3" there is a penalty of 1, an inch further down none."""
    assert [check and check.modifier for check in (jump_check(MAIN, 3.0), jump_check(MAIN, 2.0))] == [-1, 0]


def test_a_jump_that_succeeds_does_not_hurt_and_does_not_end_the_round() -> None:
    assert jump_damage(MAIN, 8.0) is None
    assert not jump_ends_round(MAIN, 8.0)


@pytest.mark.parametrize("least", [row[0] for row in TABLE])
def test_rounding_of_a_mesh_does_not_change_the_row(least: float) -> None:
    """A deck of 76.2 mm is 3 inches, whatever its float32 says."""
    rounded = float(np.float32(least * 25.4)) / 25.4
    for distance in (rounded, np.nextafter(least, 0.0), least - 0.0009):
        assert fall_damage(MAIN, distance).strength == fall_damage(MAIN, least).strength
    assert fall_damage(MAIN, least - 0.0011).strength != fall_damage(MAIN, least).strength


@pytest.mark.parametrize(("rail", "modifier"), [(False, 0), (True, 1)])
def test_a_rail_makes_the_check_at_the_edge_easier(rail: bool, modifier: int) -> None:
    check = hazard_check(MAIN, 5.2, rail=rail)
    assert check is not None
    assert (check.characteristic, check.modifier) == ("initiative", modifier)
    assert check.if_failed == {"fall": 5.2, "strength": 5, "ap": -1, "damage": 1, "status": "pinned"}


@pytest.mark.parametrize(
    ("distance", "damage"), [(1.5, None), (2.9, None), (3.0, 0), (4.9, 0), (5.0, 1), (7.0, 2), (8.9, 2), (9.0, 3), (21.0, 9)]
)
def test_five_parsecs_plus_one_damage_for_each_additional_two_inches(distance: float, damage: int | None) -> None:
    fall = fall_damage(PARSECS, distance)
    assert (fall.strength, fall.ap, fall.damage, fall.status) == (None, None, damage, None)
    assert jump_damage(PARSECS, distance) == fall, "a fall is a jump that was not intended"


def test_five_parsecs_jumping_needs_no_check_and_ends_the_round() -> None:
    assert jump_check(PARSECS, 6.0) is None
    assert jump_ends_round(PARSECS, 1.5)
    assert fall_damage(PARSECS, 1.5).ends_round


def test_five_parsecs_an_inch_or_less_is_free() -> None:
    assert not jump_ends_round(PARSECS, 1.0)
    assert jump_damage(PARSECS, 1.0) is None
    assert not fall_damage(PARSECS, 1.0).ends_round


def test_five_parsecs_knows_no_risk_at_edges() -> None:
    assert hazard_check(PARSECS, 5.0, rail=False) is None


def test_edges_are_a_risk_within_half_an_inch_of_them() -> None:
    """main-rulebook: Falling hazards. Five Parsecs has no such rule."""
    assert MAIN.edge == 0.5
    assert PARSECS.edge is None
    assert PARSECS.edge_check is None


def test_every_number_is_explained() -> None:
    attributes = (FallNumbers.__doc__ or "").split("Attributes:")[1]
    explained = re.findall(r"^ {8}(\w[\w, ]*):", attributes, re.MULTILINE)
    assert {name for names in explained for name in names.split(", ")} == {field.name for field in fields(FallNumbers)}


def test_law_further_falls_never_do_less() -> None:
    heights = np.arange(1.1, 14.0, 0.05)
    for system in (MAIN, PARSECS):
        damages = [fall_damage(system, float(height)).damage for height in heights]
        counted = [-1 if damage is None else damage for damage in damages]
        assert counted == sorted(counted)
    modifiers = [check.modifier for height in heights if (check := jump_check(MAIN, float(height)))]
    assert modifiers == sorted(modifiers, reverse=True)
    assert len(modifiers) == len(heights)
