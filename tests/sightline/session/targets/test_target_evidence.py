"""The evidence on targets: distance, cover with its bound, doubts, exact chances, the way of a charge, and its words."""

import json
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

import sightline as sl
from rules.citations import Citations
from rules.engine.exact_odds import odds
from rules.engine.procedure_steps import Choose
from rules.skirmish.attack_odds import shooting_odds
from rules.skirmish.melee.close_combat import coup_de_grace
from rules.skirmish.moving.charge_action import charge
from rules.skirmish.shooting.blast_attack import aimed_blast, scatter, scatter_shares
from rules.skirmish.shooting.shoot_actions import shoot
from rules.skirmish.shooting.shot_hit_roll import turned_to
from rules.skirmish.shooting.target_choice import declared
from rules.skirmish.state.battle_state import Activation, Battle
from rules.skirmish.state.rulings import applied
from sightline.session.answer_sources import question_lines
from sightline.session.targets.decision_evidence import asked_evidence, candidates, evidence, is_target_choice
from sightline.session.targets.evidence_order import best_first
from sightline.session.targets.evidence_words import WIDE, document, in_a_line
from sightline.session.targets.target_evidence import TargetEvidence, of_shot
from tests.plain_scenes import block
from tests.rules.skirmish.battles import battle
from tests.rules.skirmish.guns import FULL, PARTIAL, card, duel, gun_of, rail, weapon
from tests.sightline.tables import json_answer
from tests.sightline.window.boards import SET_UP, yard

BASE = 25 / 25.4
HALF = 0.945
"""Inches of rail that hide half of Bill, as nearly as nobody can tell."""
BOB = {"bob": (20.0, 14.0)}


def asked(procedure: object) -> Choose:
    """The first question of a procedure."""
    request = next(one for one in iter(procedure) if isinstance(one, Choose))  # type: ignore[call-overload]
    assert isinstance(request, Choose)
    return request


def targets(now: Battle) -> tuple[TargetEvidence, ...]:
    """What is known of everybody at whom Ann may shoot."""
    return tuple(evidence(now, asked(declared(now, "ann", (gun_of(now),)))))


# Shots


def test_a_choice_of_a_target_shows_distance_cover_share_with_bound_and_exact_chances() -> None:
    now = duel(others=BOB, pieces=(rail(PARTIAL),))
    bill, bob = targets(now)
    assert (bill.name, bob.name) == ("Bill", "Bob")
    assert bill.distance == pytest.approx(10.0 - BASE, abs=0.01)
    assert (bill.cover, bob.cover) == ("partial", "open")
    assert bill.hidden is not None
    # A rail of half an inch hides a seventh, or a little more.
    assert 1 / 7 - 0.02 < bill.hidden.low <= bill.hidden.share <= bill.hidden.high < 1 / 7 + 0.02
    assert bill.chances == shooting_odds(now, "ann", "bill", (gun_of(now),))
    # BS 4+ with -1 for partial cover.
    assert bill.chances.hit == Fraction(1, 3)
    assert bill.doubt == ""
    assert bill.check is None
    # Bob is farther off, but easier to hit.
    assert bob.check is None


def test_who_is_neither_the_closest_nor_easier_to_hit_takes_a_willpower_check_first() -> None:
    (_, bob) = targets(duel(others=BOB))
    # 2D6 of 7 or more, as on the rulebook's example card.
    assert bob.check == pytest.approx(21 / 36)


def test_who_is_offered_by_priority_needs_no_check_for_it() -> None:
    now = duel(others=BOB)
    question = replace(asked(declared(now, "ann", (gun_of(now),))), what="target by priority")
    assert [found.check for found in evidence(now, question)] == [None, None]


def test_half_hidden_is_too_close_to_call_and_the_rulebook_settles_it_or_the_table_does() -> None:
    now = duel(others=BOB, pieces=(rail(HALF),))
    question = asked(declared(now, "ann", (gun_of(now),)))
    bill, bob = evidence(now, question)
    assert "full cover in " in bill.doubt
    assert "partial cover in " in bill.doubt
    assert bob.doubt == ""
    said = " ".join(line.strip() for line in asked_evidence(now, question))
    assert "Bill: too close to call: " in said
    source = now.setting.part(Citations).of("Most important rule")
    assert f'settle it by a roll-off [{source}], or agree and rule: "rule cover of Bill open", partial or full' in said
    assert document(bill)["too_close_to_call"] is True
    assert "; too close to call; " in in_a_line(bill)


def test_nothing_is_doubted_within_point_blank() -> None:
    now = duel(pieces=(rail(HALF, x=10.9),)).changed("bill", position=(12.5, 10.0, 0.0))
    found = of_shot(now, "ann", "bill", (gun_of(now),))
    assert (found.cover, found.doubt, found.notes) == ("open", "", ("point blank: nothing in between gives cover",))


def test_a_hard_target_counts_as_better_covered() -> None:
    now = duel(pieces=(rail(PARTIAL),)).changed("bill", hard_target=True)
    found = of_shot(now, "ann", "bill", (gun_of(now),))
    assert found.cover == "partial"
    assert found.notes == ("counts as full cover as a hard target",)


def test_with_a_choice_of_weapons_each_is_told_of_with_the_target_that_it_is_best_for() -> None:
    """The pistol reaches Bill alone; the rifle hits Bob more easily, who stands in the open."""
    pistol, rifle = weapon("pistol", long=12.0), weapon("rifle", long=40.0, strength=5)
    now = duel(card("ann", pistol, rifle), others={"bob": (20.0, 24.0)}, pieces=(rail(FULL),))
    question = asked(shoot(now, "ann"))
    assert question.what == "weapon"
    one, other = evidence(now, question)
    assert [(found.key, found.way, found.name) for found in (one, other)] == [
        ("pistol", "pistol", "Bill"),
        ("rifle", "rifle", "Bob"),
    ]
    assert one.chances == shooting_odds(now, "ann", "bill", (gun_of(now, 0),))


def test_who_is_not_seen_has_no_cover_but_the_reason() -> None:
    wall = block("wall", (13.0, 0.0, 0.0), (13.5, 40.0, 6.0))
    for now, reason in (
        (duel(pieces=(wall,)), "there is no line of sight to Bill"),
        (applied(duel(), "fog 13 10 1")[0], "fog hides Bill"),
    ):
        found = of_shot(now, "ann", "bill", (gun_of(now),))
        assert (found.cover, found.hidden, found.why_not) == (None, None, reason)


def test_who_is_out_of_range_is_told_so() -> None:
    now = duel(card("ann", weapon("carbine", short=2.0, long=5.0)), others=BOB)
    assert "all: out of range" in [line.strip() for line in asked_evidence(now, asked(declared(now, "ann", (gun_of(now),))))]


def test_a_scatter_at_once_is_what_going_through_its_dice_gives() -> None:
    now = turned_to(duel(card("ann", weapon("launcher", ("blast", 3))), others={"bob": (21.5, 11.0)}), "ann", "bill")
    shot = aimed_blast(now, "ann", "bill", gun_of(now))
    assert scatter_shares(now, shot) == odds(lambda _: {}, scatter, now, shot)


def test_the_number_of_a_grenade_says_for_which_place_of_its_marker_it_is() -> None:
    now = duel(card("ann", weapon("launcher", ("blast", 3))), others=BOB)
    said = [line.strip() for line in asked_evidence(now, asked(declared(now, "ann", (gun_of(now),))))]
    assert "all: with the marker over the middle of the target; where it goes is asked next" in said


# Charges and close combat


def charging(*pieces: object, x: float = 12.0, **changes: object) -> TargetEvidence:
    """What is known of Bill, along x from Ann at (4, 8), who may charge ten inches."""
    now = battle({"ann": (4.0, 8.0), "bill": (x, 8.0)}, pieces=pieces, activation=Activation("ann", 2, controller="red"))  # type: ignore[arg-type]
    (found,) = evidence(now.changed("bill", **changes) if changes else now, asked(charge(now, "ann")))
    return found


def test_a_charge_tells_the_way_the_chance_to_arrive_and_what_the_free_attack_does() -> None:
    found = charging()
    assert found.arrival is not None
    assert found.arrival.cost == pytest.approx(8.0 - BASE, abs=0.02)
    assert (found.arrival.least, found.arrival.most, found.arrival.checks, found.arrival.chance) == (10.0, 10.0, (), 1.0)
    # Two dice, 4+ to hit each.
    assert found.chances is not None
    assert found.chances.hit == Fraction(3, 4)
    assert in_a_line(found).startswith('7.0" away; path 7.0 of 10", arrives 100 %; hit 75.0 %')


@pytest.mark.parametrize(("x", "chance"), [(13.5, 0.5), (12.5, 1.0)])
def test_a_failed_check_on_the_way_matters_only_where_it_costs_too_much(x: float, chance: float) -> None:
    """A fence takes two inches more unless an initiative check of 4+ is passed."""
    found = charging(block("fence", (8.0, 0.0, 0.0), (8.2, 16.0, 1.0), kind="obstacle"), x=x)
    assert found.arrival is not None
    assert [name for name, _ in found.arrival.checks] == ["initiative"]
    assert found.arrival.checks[0][1] == 0.5
    assert found.arrival.chance == chance


def test_who_is_too_far_off_is_told_so_without_a_search() -> None:
    found = charging(x=17.0)
    assert (found.arrival, found.chances) == (None, None)
    assert found.why_not == f'out of reach with 10": {13.0 - 25.0 / 25.4:.1f}" away'


def test_who_would_be_met_instead_is_told() -> None:
    now = battle({"ann": (4.0, 8.0), "bill": (8.0, 8.0), "bob": (11.0, 8.0)}, activation=Activation("ann", 2, controller="red"))
    _, bob = evidence(now, asked(charge(now, "ann")))
    assert bob.why_not == "Bill would be met on the way"


def test_a_charge_at_the_helpless_ends_in_a_coup_de_grace() -> None:
    found = charging(status="seriously_injured")
    assert found.chances is None
    assert found.notes == ("a coup de grace follows: out of action without a roll",)


def test_a_charge_at_the_helpless_that_ends_at_somebody_else_says_so() -> None:
    start = battle(
        {"ann": (4.0, 8.0), "bill": (8.5, 9.3), "bob": (9.0, 8.0)}, activation=Activation("ann", 2, controller="red")
    )
    now = start.changed("bob", status="seriously_injured")
    bob = next(one for one in evidence(now, asked(charge(now, "ann"))) if one.key == "bob")
    assert bob.notes == ("it ends at Bill, at whom the blows go",)


def test_a_coup_de_grace_rolls_nothing() -> None:
    now = battle({"ann": (10.0, 8.0), "bill": (11.2, 8.0)}, activation=Activation("ann", 2, controller="red"))
    now = now.changed("bill", status="seriously_injured")
    (found,) = evidence(now, asked(coup_de_grace(now, "ann")))
    assert found.notes == ("out of action without a roll",)


# Words


def test_the_lines_are_aligned_and_no_wider_than_they_may_be() -> None:
    gun = weapon("Very long gun of the very first founders of the guild", ammo=4)
    crowd = {f"b{number}": (20.0 + number % 3, 4.0 + 2.0 * number) for number in range(8)}
    now = duel(card("ann", gun), others=crowd, pieces=(rail(HALF),))
    question = asked(declared(now, "ann", (gun_of(now),)))
    told = [*question_lines(question, now.called), *asked_evidence(now, question)]
    assert max(map(len, told)) <= WIDE
    rows = [line for line in asked_evidence(now, question) if '"' in line and "hidden" in line]
    assert len(rows) == len(question.options) == 9
    assert len({row.index('"') for row in rows}) == 1
    assert sorted(int(row.split()[0]) for row in rows) == list(range(1, 10)), "each with the number that answers it"


def test_the_best_stand_first_then_who_needs_a_check_or_cannot_be_chosen() -> None:
    crowd = {"boo": (12.0, 4.0), "bea": (20.0, 12.0), "ben": (20.0, 4.0)}
    now = duel(card("ann", weapon("gun")), others=crowd)
    found = tuple(evidence(now, asked(declared(now, "ann", (gun_of(now),)))))
    order = best_first((replace(found[1], why_not="hidden", chances=None), found[0], *found[2:]))
    worth = [
        0.0 if one.chances is None else float(one.chances.hit) * (1.0 if one.check is None else one.check) for one in order
    ]
    assert worth == sorted(worth, reverse=True)
    assert len(set(worth)) > 2
    assert order[-1].why_not == "hidden"
    guns = (replace(order[-1], key="rifle"), replace(order[0], key="grenades"))
    assert best_first(guns) == guns, "weapons are no candidates, also where each is told of against somebody else"


def test_other_questions_have_no_evidence() -> None:
    for question in (None, Choose("action", "red", ()), Choose("where to", "red", ())):
        assert not is_target_choice(question)
        assert candidates(question) == ()
        assert list(evidence(duel(), question)) == []
        assert list(asked_evidence(duel(), question)) == []


# A battle that is played


@pytest.fixture
def playing(tmp_path: Path) -> Iterator[sl.Battle]:
    with sl.Battle.open(yard(tmp_path), seed=4, typed=True) as found:
        for answer in (*SET_UP, "anna", "shoot"):
            found.answer(answer)
        yield found


def test_python_and_terminal_have_the_same(playing: sl.Battle) -> None:
    bill, bob = playing.evidence()
    assert (bill["answer"], bill["target"], bill["name"], bill["with"]) == ("bill", "bill", "Bill", "gun")
    assert bill["cover"] == "partial"
    low, share, high = (bill["hidden"][key] for key in ("low", "share", "high"))
    assert 0.0 < low <= share <= high < 0.5
    assert f"partial, {100 * share:.1f} % hidden (" in str(playing)
    assert bob["willpower"] == pytest.approx(21 / 36)
    assert json.loads(json.dumps(playing.evidence())) == playing.evidence()


def test_the_log_keeps_what_was_shown_and_the_journal_does_not(playing: sl.Battle) -> None:
    bill, _ = playing.evidence()
    playing.answer("bill")
    (shot,) = (line for line in playing.log if "shoots at" in line)
    assert shot.startswith('Anna shoots at Bill with gun: 8.2" away; partial, ')
    assert f"hit {100 * bill['hit']:.1f} %, wound {100 * bill['wound']:.1f} %" in shot
    assert "hidden" not in playing.journal.read_text()
    assert playing.evidence() == []
    playing.undo()
    assert playing.evidence()[0] == bill


def test_the_command_has_it_as_json(playing: sl.Battle, capsys: pytest.CaptureFixture[str]) -> None:
    expected, journal = playing.evidence(), playing.journal
    playing.close()
    assert json_answer(capsys, "battle", str(journal))["pending"]["evidence"] == expected
