"""Scenario files: every field, every fault at once, and the way back to text."""

import re
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assets import scenarios
from rules.errors import RulesError
from rules.skirmish.state.scenario import Area, Objective, Scenario
from rules.skirmish.state.scenario_reading import AREA, OBJECTIVE, SCENARIO, parse_scenario, scenario_text
from scene.base.json_fields import JsonField

GOOD = """
format = "sightline-scenario"
version = 1
name = " The toll bridge "
description = "Hold it."
victory = "points"
rounds = 6
crew = 5
reinforcements_from = 2
points_for_casualties = 1
cards = 2

[[area]]
low = [0, 0]
high = [0.25, 1]

[[area]]
low = [0.75, 0]
high = [1, 1]

[[objective]]
id = "bridge"
position = [0.5, 0.5]

[[objective]]
id = "strongbox"
position = [0.5, 0.2]
points = 5
loot = true
light = true
"""


def read(text: str) -> Scenario:
    return parse_scenario(text.encode())


def changed(old: str, new: str) -> str:
    assert GOOD.count(old) == 1
    return GOOD.replace(old, new)


def faults(data: str | bytes) -> tuple[str, ...]:
    with pytest.raises(RulesError) as raised:
        parse_scenario(data.encode() if isinstance(data, str) else data)
    return raised.value.faults


def equal(one: Scenario, other: Scenario) -> bool:
    return asdict(one) == asdict(other)


def test_every_field() -> None:
    expected = Scenario(
        "The toll bridge",
        (Area((0.0, 0.0), (0.25, 1.0)), Area((0.75, 0.0), (1.0, 1.0))),
        rounds=6,
        crew=5,
        reinforcements_from=2,
        objectives=(Objective("bridge", (0.5, 0.5)), Objective("strongbox", (0.5, 0.2), 5, loot=True, light=True)),
        victory="points",
        points_for_casualties=1,
        cards=2,
        description="Hold it.",
    )
    assert equal(read(GOOD), expected)


def test_what_may_be_left_out() -> None:
    areas = GOOD[GOOD.index("[[area]]") : GOOD.index("[[objective]]")]
    found = read(f'format = "sightline-scenario"\nversion = 1\nname = "Plain"\n{areas}')
    assert equal(found, Scenario("Plain", found.areas))
    assert len(found.areas) == 2


FAULTS = [
    ("version = 1", "version = 2", "is of version 2 of the format; this Sightline reads version 1, get a newer one"),
    ('"sightline-scenario"', '"sightline-gang"', '"format" must be "sightline-scenario", not "sightline-gang"'),
    ("version = 1\n", "", '"version" is missing'),
    ('name = " The toll bridge "', "", '"name" is missing'),
    ('name = " The', 'nam = " The', 'there is no field "nam"; did you mean "name"?'),
    ('"points"\n', '"point"\n', '"victory" must be "last standing" or "points" (did you mean "points"?), not "point"'),
    ("rounds = 6", "rounds = -1", '"rounds" must be a whole number from 0 to 100, not -1'),
    ("rounds = 6", "rounds = 1.5", '"rounds" must be a whole number from 0 to 100, not 1.5'),
    ("crew = 5", "crew = 61", '"crew" must be a whole number from 0 to 60, not 61'),
    ("crew = 5\n", "", '"reinforcements_from" needs a "crew": without one everybody is there from the start'),
    ("crew = 5", "crew = 0", '"reinforcements_from" needs a "crew" of 1 or more: 0 is everybody'),
    ("reinforcements_from = 2", "reinforcements_from = 7", '"reinforcements_from" must be at most 6, the last round, not 7'),
    ("cards = 2", "cards = 18", '"cards" must be a whole number from 0 to 17, not 18'),
    ("points_for_casualties = 1", "points_for_casualties = true", '"points_for_casualties" must be a whole number'),
    ("high = [0.25, 1]", "high = [0.25, 1.5]", 'area 1: "high" must be a list of 2 numbers from 0 to 1, not [0.25, 1.5]'),
    ("high = [0.25, 1]", "", 'area 1: "high" is missing'),
    ("high = [1, 1]", "high = [0.75, 1]", 'area 2: "low" must be less than "high" in both numbers'),
    ("low = [0.75, 0]", "low = [nan, 0]", 'area 2: "low" must be a list of 2 numbers from 0 to 1'),
    ("[[area]]\nlow = [0.75, 0]\nhigh = [1, 1]\n", "", '"area": there must be 2 to 4 [[area]] tables, one for each gang'),
    ("[[area]]\nlow = [0.75", "[area]\nlow = [0.75", "is not TOML"),
    ('id = "bridge"', "", 'objective 1: "id" is missing'),
    ('id = "bridge"', 'id = "the bridge"', 'objective 1: "id" must be 1 to 60 letters, digits, hyphens and underscores'),
    ('id = "bridge"', 'id = "strongbox"', 'objective "strongbox" is there more than once'),
    ("position = [0.5, 0.5]", "position = [0.5]", 'objective "bridge": "position" must be a list of 2 numbers from 0 to 1'),
    ("points = 5", "points = 0", 'objective "strongbox": "points" must be a whole number from 1 to 100, not 0'),
    ("loot = true", "loot = 1", 'objective "strongbox": "loot" must be true or false, not 1'),
    ("loot = true\n", "", 'objective "strongbox": "light" goes with "loot = true" only'),
    ("light = true", "light = true\nlocked = true", 'objective "strongbox": "locked" does not go with "light"'),
    ("loot = true\nlight = true", "locked = true", 'objective "strongbox": "locked" goes with "loot = true" only'),
    ("loot = true", "lot = true", 'objective "strongbox": there is no field "lot"; did you mean "loot"?'),
]


@pytest.mark.parametrize(("old", "new", "fault"), FAULTS, ids=[new.replace("\n", " ") or f"no {old}" for old, new, _ in FAULTS])
def test_each_fault_with_its_place(old: str, new: str, fault: str) -> None:
    assert [line for line in faults(changed(old, new)) if fault in line], faults(changed(old, new))


def test_more_areas_than_there_may_be_gangs() -> None:
    assert '"area": has 5 entries; the limit is 4' in faults(GOOD + "\n[[area]]\nlow = [0, 0]\nhigh = [1, 1]\n" * 3)


def test_points_for_nothing() -> None:
    text = changed("points_for_casualties = 1", "")
    assert faults(text[: text.index("[[objective]]")]) == (
        '"victory": for "points" there must be an [[objective]] or "points_for_casualties"',
    )


def test_all_faults_at_once() -> None:
    text = GOOD.replace("rounds = 6", 'rounds = "six"').replace("crew = 5", "crw = 5").replace("low = [0, 0]", "low = [1, 0]")
    found = faults(text.replace("position", "place").replace("points = 5", "points = 500"))
    assert len(found) == 9
    assert {line.split(":")[0] for line in found if line.startswith(("area", "objective"))} == {
        "area 1",
        'objective "bridge"',
        'objective "strongbox"',
    }


@pytest.mark.parametrize("data", [b"\xff", b"[" * 5000, b"= 1", b"a" * 2000, b"", b" " * 300_000])
def test_what_is_no_scenario_is_refused_by_faults_alone(data: bytes) -> None:
    assert faults(data)


@pytest.mark.parametrize("name", scenarios.names())
def test_a_scenario_written_is_read_as_the_same(name: str) -> None:
    scenario = parse_scenario(scenarios.path(name).read_bytes())
    assert equal(read(scenario_text(scenario)), scenario)


SHARE = st.floats(0.0, 1.0)
PRINTABLE = st.text(st.characters(exclude_categories=["C", "Z"]), min_size=1, max_size=30)


@st.composite
def some_scenarios(draw: st.DrawFn) -> Scenario:
    def area() -> Area:
        x, y = (sorted(draw(st.lists(SHARE, min_size=2, max_size=2, unique=True))) for _ in "xy")
        return Area((x[0], y[0]), (x[1], y[1]))

    def objective(number: int) -> Objective:
        loot = draw(st.booleans())
        light = loot and draw(st.booleans())
        locked = loot and not light and draw(st.booleans())
        place, points = (draw(SHARE), draw(SHARE)), draw(st.integers(1, 100))
        return Objective(f"o-{number}", place, points, loot=loot, light=light, locked=locked)

    later = draw(st.integers(0, 9))
    return Scenario(
        draw(PRINTABLE),
        tuple(area() for _ in range(draw(st.integers(2, 4)))),
        draw(st.sampled_from([0, *range(later, 100)])),
        draw(st.integers(1, 60)),
        later,
        tuple(objective(number) for number in range(draw(st.integers(1, 20)))),
        draw(st.sampled_from(["last standing", "points"])),
        draw(st.integers(0, 100)),
        draw(st.integers(0, 17)),
        draw(PRINTABLE),
    )


@settings(max_examples=60, deadline=None)
@given(scenario=some_scenarios())
def test_any_scenario_written_is_read_as_the_same(scenario: Scenario) -> None:
    assert equal(read(scenario_text(scenario)), scenario)


@settings(max_examples=150, deadline=None)
@given(at=st.integers(0, len(GOOD)), cut=st.integers(0, 40), new=st.binary(max_size=8))
def test_a_damaged_file_is_read_or_refused_with_faults(at: int, cut: int, new: bytes) -> None:
    data = GOOD.encode()[:at] + new + GOOD.encode()[at + cut :]
    try:
        found = parse_scenario(data)
    except RulesError as error:
        assert all("\n" not in line and line.isprintable() for line in error.faults)  # noqa: PT017
    else:
        assert equal(read(scenario_text(found)), found)


PAGE = (Path(__file__).parents[4] / "docs" / "scenarios.md").read_text("utf-8")


def test_the_pages_example_is_read() -> None:
    (example,) = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)
    assert [one.id for one in read(example).objectives] == ["bridge", "strongbox"]


@pytest.mark.parametrize("fields", [SCENARIO, AREA, OBJECTIVE])
def test_every_field_is_on_the_page(fields: Mapping[str, JsonField]) -> None:
    assert [name for name in fields if not re.search(rf"`(\[\[)?{name}(\]\])?`", PAGE)] == []


def test_every_bundled_scenario_is_on_the_page() -> None:
    assert [name for name in scenarios.names() if f"`{name}`" not in PAGE] == []
