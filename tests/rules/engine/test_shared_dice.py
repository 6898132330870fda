"""Dice drawn by two devices: the vectors that the page must give too, uniformity, and messages that are refused."""

import hashlib
import json
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from scipy.stats import chisquare

from rules.engine.dice import fault, outcomes
from rules.engine.shared_dice import RollBinding, SharedRoll, commitment_of, drawn_faces, received
from rules.errors import RulesError

VECTORS: list[dict[str, Any]] = json.loads((Path(__file__).parent / "shared_dice_vectors.json").read_text("utf-8"))["vectors"]
BOUND = RollBinding(hashlib.sha256(b"game").digest(), 17, "hit roll", "2D6", "tovio", "red", "blue")
SECRET, ANSWER = b"\x01" * 32, b"\x02" * 32
COMMITMENT = commitment_of(BOUND, SECRET)
STEPS = [("red", "commitment", COMMITMENT), ("blue", "answer", ANSWER), ("red", "reveal", SECRET)]


def bound_of(vector: dict[str, Any]) -> RollBinding:
    words = (vector[name] for name in ("number", "what", "dice", "who", "by", "beside"))
    return RollBinding(bytes.fromhex(vector["game"]), *words)


@pytest.mark.parametrize("vector", VECTORS, ids=[vector["why"] for vector in VECTORS])
def test_the_vectors_of_another_program(vector: dict[str, Any]) -> None:
    bound, secret = bound_of(vector), bytes.fromhex(vector["secret"])
    assert commitment_of(bound, secret).hex() == vector["commitment"]
    faces = drawn_faces(bound, secret, bytes.fromhex(vector["answer"]))
    assert list(faces) == vector["faces"]
    assert fault(bound.dice, faces) is None


def test_every_kind_of_dice_has_a_vector() -> None:
    assert {vector["dice"] for vector in VECTORS} >= {
        "D6", "2D6", "60D6", "D66", "D3", "injury", "2 injury", "firepower", "scatter", "direction", "D100", "1 of 1",
        "1 of 999",
    }  # fmt: skip


@pytest.mark.parametrize("dice", ["D6", "D66", "scatter", "D100", "1 of 7", "direction"])
def test_faces_fall_alike_often(dice: str) -> None:
    """Chi-square over all outcomes that there are, of 20,000 rolls with fixed secrets; scatter: its face and its way apart."""
    rolls = [drawn_faces(replace(BOUND, dice=dice, number=number), SECRET, ANSWER) for number in range(20_000)]
    if dice == "scatter":
        assert chisquare([times for _, times in sorted(Counter(face for face, _ in rolls).items())]).pvalue > 0.001
        rolls = [(way,) for _, way in rolls]
        dice = "direction"
    found = Counter(rolls)
    assert found.keys() == {faces for faces, _ in outcomes(dice)}
    assert 0.001 < chisquare(list(found.values())).pvalue < 0.999


def test_any_change_of_what_a_roll_is_bound_to_changes_commitment_and_stream() -> None:
    others = [
        replace(BOUND, game=hashlib.sha256(b"other").digest()), replace(BOUND, number=18), replace(BOUND, what="hit rol"),
        replace(BOUND, what="hit rolltovio", who=""), replace(BOUND, who="tovi", by="ored"),
        replace(BOUND, by="blue", beside="red"), replace(BOUND, dice="60D6"),
    ]  # fmt: skip
    many = [replace(one, dice="60D6") for one in [BOUND, *others[:-1]]]
    assert len({commitment_of(one, SECRET) for one in [BOUND, *others]}) == len(others) + 1
    assert len({drawn_faces(one, SECRET, ANSWER) for one in many}) == len(many)
    assert len({drawn_faces(many[0], SECRET, ANSWER), drawn_faces(many[0], ANSWER, SECRET)}) == 2


def sent(*steps: tuple[str, str, bytes]) -> SharedRoll:
    roll = SharedRoll(BOUND)
    for seat, step, value in steps:
        roll = received(roll, seat, 17, step, value.hex())
    return roll


def test_a_roll_tells_whose_message_is_owed_until_its_faces_are_there() -> None:
    told = [(sent(*STEPS[:done]).owes, sent(*STEPS[:done]).waits_for) for done in range(4)]
    assert told == [("red", "commitment"), ("blue", "answer"), ("red", "reveal"), ("", "")]
    assert sent(*STEPS).faces == drawn_faces(BOUND, SECRET, ANSWER)


@pytest.mark.parametrize(
    ("done", "message", "says"),
    [
        (0, ("blue", 17, "answer", ANSWER.hex()), "the commitment of red is owed"),
        (0, ("blue", 17, "commitment", ANSWER.hex()), "the commitment of red is owed"),
        (1, ("red", 17, "answer", ANSWER.hex()), "the answer of blue is owed"),
        (1, ("red", 17, "commitment", ANSWER.hex()), 'the commitment for "hit roll" is there already'),
        (1, ("red", 17, "reveal", SECRET.hex()), "the answer of blue is owed"),
        (2, ("blue", 17, "answer", SECRET.hex()), 'the answer for "hit roll" is there already'),
        (2, ("blue", 17, "reveal", SECRET.hex()), "the reveal of red is owed"),
        (2, ("red", 17, "reveal", ANSWER.hex()), 'another number for "hit roll" than it had committed to'),
        (3, ("red", 17, "reveal", SECRET.hex()), 'the reveal for "hit roll" is there already'),
        (2, ("red", 16, "reveal", SECRET.hex()), "late: that roll is over; now it is number 17"),
        (2, ("red", 18, "reveal", SECRET.hex()), "foreign: there is no such roll"),
        (2, ("red", "17", "reveal", SECRET.hex()), "foreign"),
        (2, ("red", True, "reveal", SECRET.hex()), "foreign"),
        (2, ("green", 17, "reveal", SECRET.hex()), 'green has no part in "hit roll": it is drawn by red and blue'),
        (2, ("red", 17, "open", SECRET.hex()), 'no step "open"'),
        (2, ("red", 17, ["reveal"], SECRET.hex()), "no step"),
        (2, ("red", 17, "reveal", SECRET.hex()[:-2]), "not 32 bytes"),
        (2, ("red", 17, "reveal", "0x" + SECRET.hex()[2:]), "not 32 bytes"),
        (2, ("red", 17, "reveal", SECRET.hex() + "\n"), "not 32 bytes"),
        (2, ("red", 17, "reveal", COMMITMENT.hex().upper()), "not 32 bytes"),
        (2, ("red", 17, "reveal", None), "not 32 bytes"),
    ],
)
def test_forged_repeated_late_and_foreign_messages_are_refused(
    done: int, message: tuple[str, object, object, object], says: str
) -> None:
    with pytest.raises(RulesError, match=says) as caught:
        received(sent(*STEPS[:done]), *message)
    assert len(caught.value.faults) == 1


def test_gangs_are_called_by_their_names() -> None:
    names = {"red": "The Reds", "blue": "The Blues"}
    with pytest.raises(RulesError, match=r"The Blues cannot give the commitment .* of The Reds is owed"):
        received(sent(), "blue", 17, "commitment", SECRET.hex(), called=names.__getitem__)


def test_what_was_committed_to_for_another_roll_cannot_be_revealed() -> None:
    """A commitment that somebody copies from another roll, or another game, fits no secret here."""
    for other in (replace(BOUND, number=16), replace(BOUND, game=b"\x00" * 32), replace(BOUND, by="blue", beside="red")):
        copied = sent(("red", "commitment", commitment_of(other, SECRET)), STEPS[1])
        with pytest.raises(RulesError, match="another number"):
            received(copied, "red", 17, "reveal", SECRET.hex())


def test_neither_device_brings_about_a_face_by_choosing_its_number() -> None:
    """Whatever one holds fixed, the other's numbers give each face: 3,000 of either, chi-square."""

    def numbers(word: str) -> list[bytes]:
        return [hashlib.sha256(f"{word} {number}".encode()).digest() for number in range(3000)]

    one = replace(BOUND, dice="D6")
    for rolls in (
        [drawn_faces(one, SECRET, answer) for answer in numbers("answer")],
        [drawn_faces(one, secret, ANSWER) for secret in numbers("secret")],
    ):
        assert chisquare(list(Counter(rolls).values())).pvalue > 0.001
