"""System files: what they change and nothing else, what they cite, and all that is wrong with them at once."""

from dataclasses import replace
from typing import get_args

import pytest

from rules.errors import RulesError
from rules.named_numbers import named_numbers
from rules.roster.gang import Fighter
from rules.roster.profile import Profile
from rules.skirmish.shooting.shot_hit_roll import Gun
from rules.skirmish.shooting.target_choice import declared
from rules.skirmish.state.battle_rules import BattleRules, expired
from rules.skirmish.state.condition_marks import ALL_ROUND, CHALLENGED, IMMOVABLE
from rules.skirmish.state.rulings import applied
from rules.skirmish.state.skirmish_rules import SkirmishRules
from rules.systems import registry
from rules.systems.rule_system import Part, RuleSystem
from rules.systems.system_file import MAX_BYTES, MOST_BASES, system_of
from tests.rules.skirmish.battles import battle, gone_through
from tests.rules.skirmish.guns import weapon

MAIN = registry.system(registry.DEFAULT)
HOUSE = """
base = "main-rulebook"
title = "Our club"
phases = ["priority", "flee", "action", "recovery", "bottle"]

[charge]
dice = "D3"
times = 1

[shooting]
template_save = [0, 1, 2]
stray = false

[reinforcements]
together = "none"

[sight]
full_cover = 0.6

[movement]
passed = "nobody"

[movement.costs]
climb = 1.5

[falls]
edge = 1
bands = [{ least = 4, jump = -1, strength = 4, ap = -1, damage = 2 }]
"""


def house(text: str = HOUSE, **bases: str) -> RuleSystem:
    return system_of("our-club.toml", {"our-club.toml": text} | {f"{name}.toml": one for name, one in bases.items()})


def part(system: RuleSystem, kind: type) -> object:
    (found,) = (one for one in system.battle if isinstance(one, kind))
    return found


def faults(text: str, **bases: str) -> tuple[str, ...]:
    with pytest.raises(RulesError) as refused:
        house(text, **bases)
    return refused.value.faults


def test_what_is_written_is_changed_and_nothing_else() -> None:
    system = house()
    assert (system.name, system.title, system.version) == ("our-club.toml", "Our club", MAIN.version)
    usual = MAIN.numbers
    assert system.numbers == replace(
        usual,
        charge=replace(usual.charge, dice="D3", times=1),
        shooting=replace(usual.shooting, template_save=(0, 1, 2), stray=False),
        reinforcements=replace(usual.reinforcements, together=None),
    )
    before, after = ({one.path: one.value for one in named_numbers(of.movement)} for of in (MAIN, system))
    assert {path for path in before if before[path] != after[path]} == {"passed", "costs.climb", "falls.edge", "falls.bands"}
    assert (after["passed"], after["costs.climb"], after["falls.edge"]) == ("nobody", 1.5, 1.0)
    assert [(band.least, band.damage) for band in system.movement.falls.bands] == [(4.0, 2)]
    assert (system.sight.full_cover, MAIN.sight.full_cover) == (0.6, 0.5)


def test_phases_are_picked_by_their_names() -> None:
    rules = part(house(), BattleRules)
    assert isinstance(rules, BattleRules)
    assert [phase.key for phase in rules.phases] == ["priority", "flee", "action", "recovery", "bottle"]


def test_it_answers_as_the_others_do() -> None:
    """All that a system holds is its own, and the same each time."""
    system = house()
    assert {system.sight.name, system.movement.name, system.movement.falls.name} == {"our-club.toml"}
    assert system.movement.falls is system.falls
    assert system.random_moves.movement is system.movement
    assert {system.sight, system.movement, system.numbers} <= set(system.battle)
    assert any(one is system.numbers for one in system.battle)
    assert system.sight.flat is not None
    assert system.sight.flat.name == "our-club.toml"
    assert all(system.has(one) == MAIN.has(one) for one in get_args(Part))


def test_a_changed_number_is_cited_by_its_file() -> None:
    system = house()
    cites = system.citations.of
    assert cites("Aim") == "main-rulebook: Active"
    assert cites("Charge") == "our-club.toml: charge.dice, charge.times (main-rulebook: Active)"
    assert cites("Wound roll") == "main-rulebook: Wound roll"
    assert cites("Climbing") == "our-club.toml: movement.costs.climb (main-rulebook: Climbing)"
    assert cites("Game structure") == "our-club.toml: phases (main-rulebook: Game structure)"
    assert system.sight.sections["cover"] == "our-club.toml: sight.full_cover (main-rulebook: Cover)"
    assert system.movement.costs.sections["climb"] == cites("Climbing")
    assert system.movement.costs.sections["leap"] == "main-rulebook: Leaping gaps"
    assert system.movement.falls.falling == "our-club.toml: falls.bands (main-rulebook: Falling down)"
    assert system.movement.falls.hazards == "our-club.toml: falls.edge (main-rulebook: Falling hazards)"
    assert system.citations in system.battle


def test_a_number_that_stays_the_same_is_not_cited() -> None:
    assert house('base = "main-rulebook"\n[charge]\ntimes = 2').citations.of("Charge") == "main-rulebook: Active"


def test_a_file_of_a_file_has_what_both_change() -> None:
    league = 'base = "main-rulebook"\nname = "The league"\n[charge]\ndice = "D6"\nmost = 18\n[sight]\nfull_cover = 0.7'
    system = house('base = "league.toml"\n[charge]\ndice = "D3"', league=league)
    charge = system.numbers.charge
    assert (charge.dice, charge.most, charge.times) == ("D3", 18.0, 2)
    assert system.sight.sections["cover"] == "The league: sight.full_cover (main-rulebook: Cover)"
    assert system.sight.name == "our-club.toml"


def test_every_fault_is_told_at_once_and_where_it_stands() -> None:
    wrong = """
base = "main-rulebook"
name = "main-rulebook"
phases = ["prio", "action", "action"]
fallz = 1
[charge]
time = 1
dice = "D4"
times = 1.5
most = "far"
[shooting]
template_save = [1, 2]
stray = "no"
[sight]
full_cover = nan
[movement]
falls = 3
[movement.costs]
climb = true
[falls]
bands = [{ least = 3, jump = 0 }]
"""
    found = faults(wrong)
    assert all(line.startswith("our-club.toml: ") for line in found)
    told = "\n".join(line.removeprefix("our-club.toml: ") for line in found)
    for line in (
        'name: "main-rulebook" is a rule system already; give it a name of its own',
        'phases: prio: there is no such name; did you mean "priority"?',
        'phases: "action" stands there more than once',
        'fallz: there is no such table; did you mean "falls"?',
        'charge.time: there is no such number or switch; did you mean "times"?',
        'charge.dice: must be "none" or "D3" or "D6" or "2D6", not "D4"',
        "charge.times: must be a whole number from 1 to 3, not 1.5",
        'charge.most: must be a number from 0 to 48, not "far"',
        "shooting.template_save: must be a list of 3, not [1, 2]",
        'shooting.stray: must be true or false, not "no"',
        "sight.full_cover: must be a number from 0.05 to 1, not NaN",
        "movement.falls: there is no such number or switch; ",
        "movement.costs.climb: must be a number from 0.25 to 10, not true",
        "falls.bands: must be a list, of which each is a table with least, jump, strength, ap, damage, not ",
    ):
        assert line in told
    assert len(found) == 14


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("", 'our-club.toml: base: is missing; write for example base = "main-rulebook"'),
        ("base = 3", "our-club.toml: base: must be the name of a rule system, not 3"),
        ('base = "main-rulebok"', 'our-club.toml: base: main-rulebok: there is no such rule system; did you mean "main'),
        ('base = "our-club.toml"', "our-club.toml: its base leads back to itself: our-club.toml, then our-club.toml"),
        ('base = "one.toml"', "our-club.toml: its base leads back to itself: our-club.toml, then one.toml, then our-club.toml"),
        ('base = "two.toml"', 'two.toml: charge.tims: there is no such number or switch; did you mean "times"?'),
        ('base = "geometry"\n[charge]\ntimes = 1', "our-club.toml: charge: geometry says nothing about battles"),
        ('base = "geometry"\n[movement]\napart = 2', "our-club.toml: movement: geometry says nothing about that, so there is"),
        ('base = "geometry"\n[falls]\nrail = 2', "our-club.toml: falls: geometry says nothing about that, so there is nothing"),
        ('base = "main-rulebook"\ncharge = 3', "our-club.toml: charge: must be a table of numbers, not 3"),
        ('base = "main-rulebook"\nname = "a: b"', "our-club.toml: name: must be up to 40 letters, digits, spaces"),
        ('base = "main-rulebook"\nphases = "action"', "our-club.toml: phases: must be a list of names among priority, "),
        ('base = "main-rulebook"\nphases = ["action"]', 'our-club.toml: phases: "priority" is missing; no round goes without'),
        ('base = "main-rulebook"\nphases = ["action", "priority"]', 'our-club.toml: phases: "priority" must come first'),
        ('base = "main-rulebook"\n[falls]\nbands = [{least=3, jump=0, strength="none", ap="none", damage=1}]', "our-club"),
        ('base = "main-rulebook"\nbase = 1', "our-club.toml: is not TOML: "),
        (f"a = {'[' * 2_000}", "our-club.toml: line 1 has 2,004 characters; the limit is 1,000"),
        (f"a = {'[' * 900}", "our-club.toml: is not TOML"),
        ("# a line of words\n" * 6001, f"our-club.toml: has 108,018 bytes; the limit is {MAX_BYTES:,}"),
        ('format = "sightline-battle"', 'our-club.toml: "format" must be "sightline-rules", not "sightline-battle"'),
        ('format = "sightline-rules"\nversion = 2', "our-club.toml: is of version 2 of the format; this Sightline"),
    ],
)  # fmt: skip
def test_what_is_no_system_file_is_refused_in_a_line(text: str, line: str) -> None:
    (found,) = faults(text, one='base = "our-club.toml"', two='base = "main-rulebook"\n[charge]\ntims = 1')
    assert found.startswith(line)


def test_files_do_not_rest_on_each_other_without_end() -> None:
    chain = {f"f{n}": f'base = "f{n + 1}.toml"' for n in range(MOST_BASES + 2)}
    (found,) = faults('base = "f0.toml"', **chain)
    assert found == f"our-club.toml: more than {MOST_BASES} files rest on each other"


def test_every_named_number_can_be_written_as_it_is() -> None:
    """What the reader takes and what the values hold are the same: a file that says all numbers as they are changes none."""
    for name in registry.names("battle"):
        lines = [f'base = "{name}"']
        for system_part in registry.system(name).battle:
            prefix = {"SightRules": "sight.", "MovementRules": "movement."}.get(type(system_part).__name__, "")
            for one in named_numbers(system_part, prefix):
                lines.append(f"{one.path.replace('movement.falls', 'falls')} = {written(one.value)}")
        system = house("\n".join(lines))
        relative = system.has("numbers")
        assert len(lines) > (80 if relative else 25)
        assert dict(system.citations.changed) == {}
        if relative:
            assert system.numbers == registry.system(name).numbers


def written(value: object) -> str:
    """A value as a file writes it."""
    if value is None:
        return '"none"'
    if isinstance(value, bool | str):
        return f'"{value}"' if isinstance(value, str) else str(value).lower()
    if isinstance(value, tuple | frozenset):
        return f"[{', '.join(map(written, value))}]"
    if isinstance(value, int | float):
        return str(value)
    return "{ " + ", ".join(f"{key} = {written(one)}" for key, one in vars(value).items()) + " }"


def test_a_former_version_of_its_base_can_be_played(monkeypatch: pytest.MonkeyPatch) -> None:
    from rules.systems.main_rulebook import battle

    sooner = 99.0
    former = tuple(
        replace(one, charge=replace(one.charge, most=sooner)) if isinstance(one, SkirmishRules) else one for one in battle.PARTS
    )
    monkeypatch.setattr(battle, "FORMER", {0: former}, raising=False)
    for system, most, times in ((MAIN, sooner, 2), (house(), sooner, 1)):
        (rules,) = (one for one in system.battle_of(0) if isinstance(one, SkirmishRules))
        assert (rules.charge.most, rules.charge.times) == (most, times)
    with pytest.raises(RulesError, match=r"there is no version 7 of main-rulebook here, only 0 and \d; get a newer Sightline"):
        MAIN.battle_of(7)


def test_actions_are_picked_by_their_names_from_all_relatives() -> None:
    """Three dots stand for what the base has."""
    rules = part(house('base = "main-rulebook"\nactions = ["...", "carry"]\n[carrying]\naction = true'), BattleRules)
    usual = part(MAIN, BattleRules)
    assert isinstance(rules, BattleRules)
    assert isinstance(usual, BattleRules)
    assert rules.actions[:-1] == usual.actions
    assert rules.actions[-1].key == "carry"
    assert (
        house('base = "main-rulebook"\nactions = ["move"]')
        .citations.of("Types of actions")
        .startswith("our-club.toml: actions (")
    )


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("[carrying]\naction = true", "carrying.action: nobody could carry anything; have that action, with actions = "),
        ('[nerve]\nrallies = "in the end phase"', "nerve.rallies: nobody could rally; have that phase, with phases = "),
        ('actions = ["...", "move"]', 'actions: "move" stands there more than once'),
        ('actions = ["mov"]', 'actions: mov: there is no such name; did you mean "move"?'),
    ],
)  # fmt: skip
def test_what_does_not_go_together_is_told(text: str, line: str) -> None:
    (found,) = faults(f'base = "main-rulebook"\n{text}')
    assert found.startswith(f"our-club.toml: {line}")


def test_phases_that_are_put_in_another_order_stay_those_of_the_base() -> None:
    """Who is dazzled gets no ready marker in the Arbiter's priority phase, wherever the others come."""
    order = '["priority", "flee", "action", "recovery", "bottle", "rally"]'
    rules, usual = (
        part(one, BattleRules) for one in (house(f'base = "arbiter"\nphases = {order}'), registry.system("arbiter"))
    )
    assert isinstance(rules, BattleRules)
    assert isinstance(usual, BattleRules)
    assert rules.phases[0] is usual.phases[0]
    assert sorted(one.key for one in rules.phases) == sorted(one.key for one in usual.phases)


def test_marks_come_along_with_the_actions_that_bring_them() -> None:
    """Whoever is immovable is so until activated again, can be ruled so, and sees all round for one round."""
    rules = house('base = "yce"\nactions = ["...", "tank", "comm"]').battle
    start = battle({"ann": (10.0, 10.0), "bill": (20.0, 10.0)})
    start = replace(start, setting=replace(start.setting, parts=rules))
    marked, words = applied(start, "ann immovable")
    assert words == "Ann is immovable"
    assert not expired(marked, "activation begins", "ann").model("ann").has(IMMOVABLE)
    assert not expired(start.marked("ann", ALL_ROUND), "round ends").model("ann").has(ALL_ROUND)
    usual = part(registry.system("yce"), BattleRules)
    assert isinstance(usual, BattleRules)
    assert usual.marks == ()


def test_who_is_challenged_shoots_at_nobody_else_by_rules_that_have_that_action() -> None:
    rules = house('base = "yce"\nactions = ["...", "challenge"]').battle
    cards = [Fighter("bill", "Bill", profile=Profile(), weapons=(weapon("carbine"),))]
    start = battle({"ann": (10.0, 10.0), "abe": (17.0, 13.0), "bill": (20.0, 10.0)}, cards=cards)
    start = replace(start, setting=replace(start.setting, parts=rules)).marked("bill", CHALLENGED, about="ann")
    gun = Gun("carbine", start.card("bill").weapons[0].profiles[0])
    (_, target), told = gone_through(declared(start, "bill", (gun,)))
    assert (target, told.names()) == ("ann", [])


def test_hard_targets_can_be_ruled_where_a_file_has_them() -> None:
    start = battle({"ann": (10.0, 10.0), "bill": (20.0, 10.0)})
    rules = house('base = "arbiter"\n[moves]\nhard_target = true').battle
    assert applied(replace(start, setting=replace(start.setting, parts=rules)), "ann hard target")[1] == "Ann is a hard target"


def test_what_does_not_go_together_is_told_beside_what_is_wrong_elsewhere() -> None:
    text = 'base = "arbiter"\ntitel = "x"\nname = 3\nactions = ["move", "shoot"]'
    assert faults(text)[1:] == (
        'our-club.toml: titel: there is no such table; did you mean "title"?',
        'our-club.toml: carrying.action: nobody could carry anything; have that action, by naming "carry" among its actions',
    )


@pytest.mark.parametrize("none", ['"none"', '""'])
def test_no_dice_are_written_as_no_number_is(none: str) -> None:
    assert house(f'base = "arbiter"\n[charge]\ndice = {none}').numbers.charge.dice == ""
