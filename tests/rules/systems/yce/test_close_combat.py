"""yce: Close combat, step by step. Beside it, what the main rulebook says.

Anna stands at (10, 10) and Bill in front of her, face to face; both have 4+ and a knife unless said otherwise.
"""

from dataclasses import replace

import pytest

from rules.engine.procedure_steps import Answer, Choose, Roll
from rules.roster.gang import Fighter
from rules.roster.profile import Profile
from rules.roster.weapon import Strength, Weapon, WeaponProfile
from rules.skirmish.melee.close_combat import attack, defended, fight
from rules.skirmish.melee.melee_blows import Stance, company_in_combat, defence_roll
from rules.skirmish.moving.facing_action import FACE
from rules.skirmish.state.action import can, verify
from rules.skirmish.state.battle_state import Activation, Battle
from tests.rules.skirmish.battles import Told, battle, gone_through

KNIFE = Weapon("knife", (WeaponProfile(strength=Strength(0, wielders=True), traits=(("melee", 0),)),))
APART = 25 / 25.4
BOTH = ("yce", "main-rulebook")
NAMES = ("anna", "alan", "bill", "bob", "bert")


def brawl(
    rules: str = "yce",
    *,
    armed: str = "anna alan bill bob bert",
    attacks: int = 1,
    skill: int = 4,
    **others: tuple[float, float],
) -> Battle:
    """Anna, who acts, and Bill in contact, face to face; others face along +x."""
    profile = replace(Profile(), attacks=attacks, weapon_skill=skill)
    cards = [Fighter(name, name.title(), profile=profile, weapons=(KNIFE,) if name in armed.split() else ()) for name in NAMES]
    places = {"anna": (10.0, 10.0), "bill": (10.0 + APART, 10.0), **others}
    start = battle(places, cards=cards, rules=rules).changed("bill", facing=180.0)
    return replace(start, activation=Activation("anna", 1, controller="red"))


def needs(told: Told) -> list[str]:
    """What the rolls in close combat need, each with who rolls."""
    return [f"{one.who} {one.needs}" for one in told if isinstance(one, Roll) and one.what.startswith(("hit roll", "defence"))]


KNIVES: dict[str, Answer] = {"weapons": "knife"}


# Turn to face


@pytest.mark.parametrize(("rules", "first"), [("yce", "anna 5+"), ("main-rulebook", "anna 4+")])
def test_turn_to_face_costs_whoever_attacks_one_of_the_weapon_skill(rules: str, first: str) -> None:
    state = brawl(rules).changed("anna", facing=180.0)
    _, told = gone_through(fight(state, "anna"), (1,), (1,), always=KNIVES)
    assert needs(told) == [first, "bill 4+"]
    turns, strikes = (say for say in told.said if say.text.startswith(("Anna turns to face Bill", "Anna strikes at Bill")))
    assert turns.state is None, "what is known of her weapons counts that she turns"
    assert isinstance(strikes.state, Battle)
    assert strikes.state.model("anna").facing == pytest.approx(0.0), "and what is known of the answer that she has turned"
    _, told = gone_through(fight(brawl(rules), "anna"), (1,), (1,), always=KNIVES)
    assert needs(told) == ["anna 4+", "bill 4+"], "who sees him need not turn"


@pytest.mark.parametrize(("rules", "second"), [("yce", "bill 5+"), ("main-rulebook", "bill 6+")])
def test_turn_to_face_to_react_costs_weapon_skill_which_is_never_worse_than_six(rules: str, second: str) -> None:
    """Bill has 6+ and turns. He stays at 6+, and Bert's help makes that 5+; a hit roll of 6+ at -1 and +1 is 6+."""
    state = brawl(rules, skill=6, bert=(10.0, 10.0 - APART)).changed("bill", facing=0.0)
    _, told = gone_through(
        fight(state, "anna"), "bill", (1,), "turn", (1,), always={**KNIVES, "dice with knife against Bert": "0"}
    )
    assert needs(told)[1] == second


def test_turn_to_face_only_visible_enemies_are_attacked() -> None:
    """Bob stands behind Anna: she attacks Bill alone, and Bob does not react."""
    state = brawl(bob=(10.0 - APART, 10.0), alan=(10.0 + 2 * APART, 10.0))
    _, told = gone_through(fight(state, "anna"), "stay", (1,), (1,), always=KNIVES)
    assert [one.who for one in told if isinstance(one, Roll)] == ["anna", "bill"]


@pytest.mark.parametrize(("rules", "may"), [("yce", False), ("main-rulebook", True)])
def test_turn_to_face_nobody_turns_for_free_who_is_engaged(rules: str, *, may: bool) -> None:
    """Else nobody would ever pay for it."""
    state = brawl(rules)
    acting = replace(state, activation=Activation("anna", 2, controller="red"))
    assert can(acting, "anna", FACE) is may
    assert [reason.source for reason in verify(acting, "anna", FACE)] == ([] if may else ["yce: Turn to face"])
    free = state.changed("anna", position=(2.0, 2.0, 0.0))
    assert can(replace(free, activation=Activation("anna", 2, controller="red")), "anna", FACE)


# Declare targets


@pytest.mark.parametrize(
    ("rules", "rolled"),
    [
        ("yce", ["anna", "bill", "bill", "anna", "bob", "bob"]),  # attack and reaction with each
        ("main-rulebook", ["anna", "anna", "bill", "bill", "bob", "bob"]),  # all attacks, then all reactions
    ],
)
def test_declare_targets_each_is_seen_to_before_the_next(rules: str, rolled: list[str]) -> None:
    """Bill and Bob stand at 45 degrees to either side of Anna, who has a die for each; both strike back with two."""
    off = APART * 2**-0.5
    state = brawl(rules, attacks=2, bob=(10.0 + off, 10.0 + off)).changed("bill", position=(10.0 + off, 10.0 - off, 0.0))
    state = state.changed("bob", facing=225.0).changed("bill", facing=135.0)
    always = {**KNIVES, "dice with knife against Bill": "1", "defend": "no"}
    _, told = gone_through(fight(state, "anna"), "stay", *[(1,)] * 6, always=always)
    assert [one.who for one in told if isinstance(one, Roll)] == rolled


def test_declare_targets_who_goes_down_by_the_first_reaction_attacks_nobody_else() -> None:
    off = APART * 2**-0.5
    state = brawl(attacks=2, bob=(10.0 + off, 10.0 + off)).changed("bill", position=(10.0 + off, 10.0 - off, 0.0))
    state = state.changed("bob", facing=225.0).changed("bill", facing=135.0)
    always: dict[str, Answer] = {**KNIVES, "dice with knife against Bill": "1", "defend": "no"}
    after, told = gone_through(fight(state, "anna"), "stay", (1,), (6,), (1,), (6,), (6,), always=always)
    assert after.model("anna").whereabouts == "out_of_action"
    assert [one.who for one in told if isinstance(one, Roll)][:1] == ["anna"]
    assert "bob" not in [one.who for one in told if isinstance(one, Roll)]


# Unarmed attacks


@pytest.mark.parametrize(("rules", "saves"), [("yce", []), ("main-rulebook", ["armour save"])])
def test_unarmed_attacks_have_no_armour_penetration(rules: str, saves: list[str]) -> None:
    """A save of 7+ becomes 6+ by AP +1."""
    _, told = gone_through(
        attack(brawl(rules, armed=""), "anna", False), (6,), (6,), *[(1,) for _ in saves], (3,), always={"nerve test": (6, 6)}
    )
    assert [one.what for one in told] == ["hit roll, bare hands", "wound roll", *saves, "injury"]


# Determine attack dice


def test_determine_attack_dice_one_more_for_a_charge_and_one_for_two_weapons() -> None:
    pair = (KNIFE, Weapon("club", KNIFE.profiles))
    state = battle({"anna": (10, 10), "bill": (10 + APART, 10)}, cards=[Fighter("anna", "Anna", weapons=pair)], rules="yce")
    for charged, dice in ((False, 2), (True, 3)):
        answers = [(1,)] * dice
        _, told = gone_through(
            attack(state, "anna", charged), *answers, always={"weapons": "knife+club", "dice of the first weapon": "1"}
        )
        assert len(needs(told)) == dice


# Choosing to defend


@pytest.mark.parametrize(
    ("rules", "asked"),
    [
        ("yce", ["anna weapons", "bill weapons", "hit roll, knife", "hit roll, knife"]),
        ("main-rulebook", ["anna weapons", "hit roll, knife", "bill weapons", "hit roll, knife"]),
    ],
)
def test_choosing_to_defend_every_target_picks_weapons_first(rules: str, asked: list[str]) -> None:
    answers = ("knife", "knife", (1,), (1,)) if rules == "yce" else ("knife", (1,), "knife", (1,))
    _, told = gone_through(fight(brawl(rules), "anna"), *answers)
    assert [f"{one.about} {one.what}" if isinstance(one, Choose) else one.what for one in told] == asked


@pytest.mark.parametrize(
    ("attacks", "armed", "sees", "yce", "main"),
    [
        (2, True, True, True, True),
        (1, True, True, False, False),  # no second die
        (2, True, False, False, True),  # who does not see the attacker cannot defend
        (2, False, True, True, False),  # no weapon is asked for
    ],
)
def test_choosing_to_defend_by_who_sees_the_attacker_and_has_more_than_one_die(
    attacks: int, *, armed: bool, sees: bool, yce: bool, main: bool
) -> None:
    for rules, defends in (("yce", yce), ("main-rulebook", main)):
        state = brawl(rules, attacks=attacks, armed="anna bill" if armed else "anna")
        state = state if sees else state.changed("bill", facing=0.0)
        answers = ("yes", "1") if defends else ()
        defence, _ = gone_through(defended(state, "bill", 2, "anna"), *answers, always=KNIVES)
        assert defence.stance.defends is defends, rules


def test_choosing_to_defend_costs_weapon_skill_to_the_end_of_the_fight_and_leaves_a_die() -> None:
    """Two attacks each: Bill defends with one die at 5+, and strikes back with the other at 5+."""
    state = brawl(attacks=2)
    _, told = gone_through(fight(state, "anna"), "yes", "1", (1,), (1,), (1,), (1,), always=KNIVES)
    assert needs(told) == ["bill 5+", "anna 4+", "anna 4+", "bill 5+"]
    asked = [one for one in told if isinstance(one, Choose) and one.what == "defence dice"]
    assert [option.key for option in asked[0].options] == ["0", "1"], "he keeps at least one"


def test_choosing_to_defend_no_more_defence_dice_than_the_attacker_has() -> None:
    _, told = gone_through(defended(brawl(attacks=4), "bill", 2, "anna"), "yes", "2", always=KNIVES)
    assert isinstance(told[-1], Choose)
    assert [option.key for option in told[-1].options] == ["0", "1", "2"]


# Hit rolls and defence rolls


@pytest.mark.parametrize(("parry", "wounds"), [(6, 0), (5, 1)])
def test_hit_rolls_a_natural_six_is_cancelled_by_a_natural_six_only(parry: int, wounds: int) -> None:
    """Anna rolls 6 and 1."""
    after_parry = [(1,)] * wounds  # the wound roll
    _, told = gone_through(
        attack(brawl(attacks=2), "anna", False), "yes", "1", (parry,), (6,), (1,), *after_parry, always=KNIVES
    )
    assert [one.what for one in told].count("wound roll") == wounds


def test_hit_rolls_the_lowest_is_cancelled_first() -> None:
    """4 and 6 against a defence of 6: the 4 goes."""
    _, told = gone_through(attack(brawl(attacks=2), "anna", False), "yes", "1", (6,), (4,), (6,), (1,), always=KNIVES)
    assert [say.text for say in told.said if "parries" in say.text] == ["Bill parries a 4 rolled with knife"]


def test_defence_rolls_of_several_dice_need_the_same_with_each() -> None:
    _, told = gone_through(defence_roll(brawl(attacks=3), Stance("bill", defends=True), 2, "anna"), (1, 5))
    assert needs(told) == ["bill 5+ with each die"]


# Weapon skill modifiers


@pytest.mark.parametrize(("rules", "defence"), [("yce", "4+"), ("main-rulebook", "5+")])
def test_assistance_also_for_the_defender(rules: str, defence: str) -> None:
    """Bob is engaged with Anna alone: Bill's defence is at 4+, worse for defending, better for Bob."""
    state = brawl(rules, attacks=2, bob=(10.0, 10.0 + APART))
    _, told = gone_through(defence_roll(state, Stance("bill", defends=True), 1, "anna"), (1,))
    assert needs(told) == [f"bill {defence}"]


@pytest.mark.parametrize(("rules", "defence"), [("yce", "6+"), ("main-rulebook", "5+")])
def test_interference_also_for_the_defender(rules: str, defence: str) -> None:
    """Alan is engaged with Bill alone, beside Anna."""
    state = brawl(rules, attacks=2, alan=(10.0 + APART, 10.0 + APART))
    _, told = gone_through(defence_roll(state, Stance("bill", defends=True), 1, "anna"), (1,))
    assert needs(told) == [f"bill {defence}"]


def modifiers(state: Battle) -> list[int]:
    """What others do to Anna's attack on Bill."""
    return [one.amount for one in company_in_combat(state, "anna", "bill")]


@pytest.mark.parametrize(("rules", "found"), [("yce", []), ("main-rulebook", [-1])])
def test_interference_not_by_an_enemy_whom_an_ally_keeps_busy(rules: str, found: list[int]) -> None:
    """Bob is engaged with Anna, and with Alan too."""
    alone = brawl(rules, bob=(10.0, 10.0 + APART))
    assert modifiers(alone) == [-1]
    busy = brawl(rules, bob=(10.0, 10.0 + APART), alan=(10.0, 10.0 + 2 * APART))
    assert modifiers(busy) == found


@pytest.mark.parametrize(("rules", "found"), [("yce", [-1]), ("main-rulebook", [])])
def test_interference_by_enemies_of_every_gang(rules: str, found: list[int]) -> None:
    """Bob is of a third gang."""
    assert modifiers(brawl(rules, bob=(10.0, 10.0 + APART)).changed("bob", gang="green")) == found


@pytest.mark.parametrize("rules", BOTH)
def test_assistance_by_operational_allies_who_are_engaged_with_nobody_else(rules: str) -> None:
    state = brawl(rules, alan=(10.0 + 2 * APART, 10.0))
    assert modifiers(state) == [1]
    assert modifiers(state.changed("alan", broken=True)) == []
    assert modifiers(brawl(rules, alan=(10.0 + 2 * APART, 10.0), bert=(10.0 + 3 * APART, 10.0))) == []


# Reaction attacks


def test_reaction_attacks_with_the_dice_that_are_left_and_no_defence_against_them() -> None:
    """Bill keeps one of three dice; Anna has two and is not asked whether she defends."""
    _, told = gone_through(fight(brawl(attacks=3), "anna"), "yes", "2", (1, 1), (1,), (1,), (1,), (1,), always=KNIVES)
    assert [one.who for one in told if isinstance(one, Roll)] == ["bill", "anna", "anna", "anna", "bill"]


# Consolidate or coup de grace


@pytest.mark.parametrize(("where", "hard"), [("7 10", True), ("engage bob", False)])
def test_consolidate_three_inches_as_a_hard_target_or_into_the_next_combat(where: str, *, hard: bool) -> None:
    """Bill is taken out of action at once: 4+, 4+ and a 6."""
    always: dict[str, Answer] = {**KNIVES, "nerve test": (6, 6)}
    answers = ((6,), (6,), (6,), "consolidate", where)
    after, _ = gone_through(fight(brawl(bob=(12.5, 10.0)), "anna"), *answers, always=always)
    assert after.model("anna").hard_target is hard
    x = after.model("anna").position[0]
    assert x == pytest.approx(7.0 if hard else 12.5 - APART, abs=0.02)


def test_coup_de_grace_instead_against_somebody_visible_within_an_inch() -> None:
    """A 4 on the injury die is a serious injury."""
    always: dict[str, Answer] = {**KNIVES, "nerve test": (6, 6)}
    after, _ = gone_through(fight(brawl(), "anna"), (6,), (6,), (4,), "coup-de-grace", "bill", always=always)
    assert after.model("bill").whereabouts == "out_of_action"
