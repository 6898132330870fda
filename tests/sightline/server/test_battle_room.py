"""Seats of a battle: who may answer what, what each is told, and dice that nobody can forge."""

import json
import re
import secrets
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from rules.engine.procedure_steps import Roll
from rules.engine.shared_dice import RollBinding, commitment_of
from rules.errors import RulesError
from rules.skirmish.opponent.program_player import decide
from sightline.errors import CommandError
from sightline.server.seat_links import Seat
from sightline.server.seats.battle_room import MOST_RULINGS, BattleRoom
from sightline.server.seats.kept_links import kept_links
from sightline.server.seats.open_room import open_room
from sightline.server.seats.refused_messages import MOST_TOLD
from sightline.session.battle_keeping import kept, play_of
from tests.sightline.secret_toy import ROW, TELLING, toy_rules
from tests.sightline.server.served import serving_battle
from tests.sightline.small_battle import small_battle, with_cards

__all__ = ["toy_rules"]

RED, BLUE = Seat("red", "red"), Seat("blue", "blue")
WATCHER = Seat("spectator", asks=False)
OTHER = {RED.gang: BLUE, BLUE.gang: RED}
SEATS = {RED.gang: RED, BLUE.gang: BLUE}


@pytest.fixture
def room(tmp_path: Path) -> Iterator[BattleRoom]:
    one, _, seats = open_room(str(small_battle(tmp_path)), journal=tmp_path / "one.journal", seed=7)
    assert [seat.gang for seat in seats] == [RED.gang, BLUE.gang, ""]
    yield one
    one.close()


def told(room: BattleRoom, seat: Seat) -> dict[str, Any]:
    found = room.told(seat)["battle"]
    json.dumps(found, allow_nan=False)
    assert isinstance(found, dict)
    return found


def message(room: BattleRoom, seat: Seat, step: str, value: bytes) -> None:
    number = told(room, seat)["dice"]["roll"]["number"]
    room.changed(seat, {"change": "dice", "number": number, "step": step, "value": value.hex()})


def committed(room: BattleRoom, secret: bytes) -> tuple[Seat, Seat]:
    """Has the roller commit to a secret; the roller and the other one."""
    roll = told(room, RED)["dice"]["roll"]
    names = ("what", "dice", "who", "by", "beside")
    bound = RollBinding(bytes.fromhex(roll["game"]), roll["number"], *(roll[name] for name in names))
    message(room, SEATS[roll["by"]], "commitment", commitment_of(bound, secret))
    return SEATS[roll["by"]], SEATS[roll["beside"]]


def drawn(room: BattleRoom) -> None:
    """Has both draw what is asked for."""
    secret = secrets.token_bytes(32)
    by, beside = committed(room, secret)
    message(room, beside, "answer", secrets.token_bytes(32))
    message(room, by, "reveal", secret)


def answered(room: BattleRoom, seat: Seat, text: str) -> str:
    said: str = room.changed(seat, {"change": "answer", "text": text, "count": told(room, seat)["count"]})["said"]
    return said


def begun(room: BattleRoom) -> Seat:
    """Rolls until somebody chooses; whose seat that is."""
    while isinstance(room._question, Roll):
        drawn(room)
    return SEATS[told(room, RED)["asked"]["gang"]]


def test_forged_repeated_late_and_foreign_messages_are_refused(room: BattleRoom, capsys: pytest.CaptureFixture[str]) -> None:
    roll = told(room, RED)["dice"]["roll"]
    by, beside = SEATS[roll["by"]], SEATS[roll["beside"]]
    one, other = secrets.token_bytes(32), secrets.token_bytes(32)
    with pytest.raises(RulesError, match="to answer"):
        message(room, beside, "answer", one)  # early
    with pytest.raises(RulesError):
        message(room, beside, "commitment", one)  # of the wrong seat
    with pytest.raises(CommandError, match="only be watched"):
        message(room, WATCHER, "commitment", one)
    for number in (roll["number"] + 1, -1, "0", None, True, 1e300):
        with pytest.raises(RulesError):
            room.changed(by, {"change": "dice", "number": number, "step": "commitment", "value": one.hex()})
    for value in ("", "zz" * 32, one.hex().upper(), one.hex() + "00", 7, None, {"a": 1}):
        with pytest.raises(RulesError):
            room.changed(by, {"change": "dice", "number": roll["number"], "step": "commitment", "value": value})
    message(room, by, "commitment", one)
    with pytest.raises(RulesError, match="there already"):
        message(room, by, "commitment", other)
    with pytest.raises(RulesError):
        message(room, by, "reveal", one)  # before there is an answer
    assert told(room, by)["dice"]["roll"]["answer"] == ""
    message(room, beside, "answer", other)
    assert told(room, by)["dice"]["roll"]["answer"] == other.hex()
    for forged in (one, secrets.token_bytes(32)):
        with pytest.raises(RulesError, match="another number"):
            message(room, by, "reveal", forged)
    assert told(room, by)["dice"]["roll"]["owes"] == by.gang
    for seat in (by, beside):
        with pytest.raises(RulesError, match="owes the reveal"):
            answered(room, seat, 'rule "we play on"')
    said = capsys.readouterr().err
    assert said.count(f"refused from {by.name}, dice: {by.name} reveals another number") == 2
    assert said.count("there already") == 1
    assert f"refused from {beside.name}, dice: that is for {by.name} to answer" in said
    assert "we play on" not in said


def test_what_is_refused_is_told_so_often_and_says_nothing_to_the_terminal(
    room: BattleRoom, capsys: pytest.CaptureFixture[str]
) -> None:
    for _ in range(3 * MOST_TOLD):
        with pytest.raises(RulesError):
            room.changed(RED, {"change": "dice", "number": "\x1b[2J\n\x07", "step": "commitment", "value": ""})
    said = capsys.readouterr().err.splitlines()
    assert len(said) == MOST_TOLD + 1
    assert all(line.isprintable() for line in said)
    capsys.readouterr()


def test_typed_dice_are_of_ones_own_rolls(tmp_path: Path) -> None:
    room, _, _ = open_room(str(small_battle(tmp_path)), journal=tmp_path / "one.journal", seed=7, dice="typed")
    first = SEATS[told(room, RED)["asked"]["gang"]]
    with pytest.raises(RulesError, match=f"are for {OTHER[first.gang].name} to type; nothing was taken"):
        answered(room, first, "6 1")
    assert told(room, first)["count"] == 0
    answered(room, first, "6")
    answered(room, OTHER[first.gang], "1")
    assert told(room, first)["count"] == 2
    room.close()


def test_answers_that_come_late_are_told_and_what_the_rules_forbid_is_not(
    room: BattleRoom, capsys: pytest.CaptureFixture[str]
) -> None:
    seat = begun(room)
    capsys.readouterr()
    count = told(room, seat)["count"]
    with pytest.raises(RulesError):
        answered(room, seat, "99 99")
    assert capsys.readouterr().err == ""
    with pytest.raises(RulesError, match="gone on meanwhile"):
        room.changed(seat, {"change": "answer", "text": "1", "count": count - 1})
    with pytest.raises(RulesError, match="to answer"):
        room.changed(OTHER[seat.gang], {"change": "answer", "text": "1", "count": count})
    said = capsys.readouterr().err
    assert f"refused from {seat.name}, answer: the battle has gone on meanwhile" in said
    assert f"refused from {OTHER[seat.gang].name}, answer: that is for {seat.name} to answer" in said


def test_a_roll_that_is_owed_is_owed_after_the_server_was_started_again(tmp_path: Path) -> None:
    journal, secret = tmp_path / "one.journal", secrets.token_bytes(32)
    room, _, _ = open_room(str(small_battle(tmp_path)), journal=journal, seed=7)
    number = told(room, RED)["dice"]["roll"]["number"]
    by, beside = committed(room, secret)
    message(room, beside, "answer", secrets.token_bytes(32))
    room.close()
    room, _, _ = open_room(str(journal))
    again = told(room, WATCHER)["dice"]["roll"]
    assert (again["number"], again["waits_for"], again["owes"]) == (number, "reveal", by.gang)
    message(room, by, "reveal", secret)
    assert told(room, WATCHER)["dice"]["drawn"][-1]["secret"] == secret.hex()
    room.close()


def test_only_who_is_asked_answers_and_only_what_is_asked_now(room: BattleRoom) -> None:
    seat = begun(room)
    other = OTHER[seat.gang]
    asked = told(room, seat)["asked"]
    assert (asked["mine"], told(room, other)["asked"]["mine"], told(room, WATCHER)["asked"]["mine"]) == (True, False, False)
    first = asked["options"][0]["key"]
    for wrong in (other, WATCHER):
        with pytest.raises((RulesError, CommandError)):
            answered(room, wrong, first)
    count = told(room, seat)["count"]
    answered(room, seat, first)
    with pytest.raises(RulesError, match="gone on meanwhile"):
        room.changed(seat, {"change": "answer", "text": first, "count": count})  # twice
    with pytest.raises(RulesError, match="only what you answered last"):
        room.changed(other, {"change": "undo", "count": told(room, other)["count"]})
    room.changed(seat, {"change": "undo", "count": told(room, seat)["count"]})
    assert told(room, seat)["asked"] == asked
    for text in (None, 7, "x" * 5000, "no such answer"):
        with pytest.raises((RulesError, CommandError)):
            room.changed(seat, {"change": "answer", "text": text, "count": told(room, seat)["count"]})
    assert "ruling by red" in str(answered(room, RED, 'rule "we agree"')) + "".join(told(room, BLUE)["log"])


def test_a_ruling_by_one_is_told_to_the_other_who_may_take_it_back(room: BattleRoom) -> None:
    seat = begun(room)
    other = OTHER[seat.gang]
    answered(room, seat, told(room, seat)["asked"]["options"][0]["key"])
    answered(room, seat, 'rule "we agree"')
    (mine,), (theirs,) = told(room, seat)["rulings"], told(room, other)["rulings"]
    assert (mine["mine"], theirs["mine"], theirs["by"], theirs["last"]) == (True, False, room._battle.called(seat.gang), True)
    assert "we agree" in theirs["text"]
    assert [told(room, one)["undo"] for one in (seat, other, WATCHER)] == [True, True, False]
    room.changed(other, {"change": "undo", "count": told(room, other)["count"]})
    assert told(room, seat)["rulings"] == []
    assert not told(room, other)["undo"]


def test_of_many_rulings_the_latest_are_told(room: BattleRoom) -> None:
    begun(room)
    for number in range(MOST_RULINGS + 5):
        answered(room, BLUE, f'rule "number {number}"')
    found = told(room, RED)["rulings"]
    assert [one["text"].strip('"') for one in found] == [f"number {number}" for number in range(5, MOST_RULINGS + 5)]
    assert [one["last"] for one in found] == [False] * (MOST_RULINGS - 1) + [True]


def test_rulings_of_one_seat_do_not_fill_the_journal_of_both(room: BattleRoom, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sightline.server.seats.battle_room.MOST_MADE", 3)
    for number in range(3):
        answered(room, RED, f'rule "number {number}"')
    with pytest.raises(RulesError, match="make more at the computer"):
        answered(room, RED, 'rule "one more"')
    answered(room, BLUE, 'rule "by the other"')


def test_nothing_is_taken_back_once_dice_have_fallen(room: BattleRoom) -> None:
    seat = begun(room)
    while not isinstance(room._question, Roll):
        asked = told(room, RED)["asked"]
        seat = SEATS[asked["gang"]]
        answered(room, seat, told(room, seat)["asked"]["options"][0]["key"])
    assert told(room, seat)["undo"]
    drawn(room)
    for one in (RED, BLUE):
        assert not told(room, one)["undo"]
        with pytest.raises(RulesError, match="before dice have fallen"):
            room.changed(one, {"change": "undo", "count": told(room, one)["count"]})


def test_what_a_tap_would_come_to_is_told_and_nothing_is_done(room: BattleRoom) -> None:
    seat = begun(room)
    count, offered = told(room, seat)["count"], told(room, seat)["asked"]["options"][0]["key"]
    place = room.changed(seat, {"change": "preview", "at": [float(word) for word in offered.split()], "count": count})
    assert place["answer"] == offered
    assert [float(word) for word in offered.split()] == list(place["stops"])
    far = room.changed(seat, {"change": "preview", "figure": "nobody", "count": count})
    assert far["answer"] == ""
    assert told(room, seat)["count"] == count
    with pytest.raises(RulesError, match="to answer"):
        room.changed(OTHER[seat.gang], {"change": "preview", "at": [3, 26, 0], "count": count})


def test_places_to_set_up_have_numbers_and_words_that_hold_however_the_table_is_turned(room: BattleRoom) -> None:
    seat = begun(room)
    asked = told(room, OTHER[seat.gang])["asked"]
    low, high = {"red": (0.0, 4.8), "blue": (11.2, 16.0)}[seat.gang]
    assert np.allclose(asked["area"], [[low, 0.0], [high, 16.0]])
    assert [one["mark"] for one in asked["options"]] == [str(number) for number in range(1, len(asked["options"]) + 1)]
    for one in asked["options"]:
        assert one["key"] == " ".join(f"{inches:g}" for inches in one["place"])
        assert one["text"].startswith(f"{one['mark']}: ")
        assert not any(word in one["text"] for word in ("near", "far", "left", "right", one["key"]))
    with pytest.raises(RulesError, match="outside the area in which"):
        answered(room, seat, "8 4 0")
    answered(room, seat, asked["options"][0]["key"])
    assert re.match(r"(Anna|Bill) is placed  \[", told(room, seat)["log"][-1])
    assert not any("where to set up" in line for line in told(room, seat)["log"])


def test_the_program_plays_its_gang_and_rolls_for_itself(tmp_path: Path) -> None:
    room, _, seats = open_room(str(small_battle(tmp_path)), journal=tmp_path / "a.journal", seed=7, program=["Blue"])
    assert [seat.gang for seat in seats] == [RED.gang, ""]
    for _ in range(6):
        while room.go_on():
            pass
        asked = told(room, RED)["asked"]
        assert asked["gang"] == RED.gang
        change = {"change": "roll"} if asked["kind"] == "roll" else {"change": "answer", "text": asked["options"][0]["key"]}
        room.changed(RED, change | {"count": told(room, RED)["count"]})
    room.close()
    with pytest.raises(CommandError, match="nobody has a seat"):
        open_room(str(small_battle(tmp_path)), journal=tmp_path / "b.journal", program=[RED.gang, BLUE.gang])
    # What does not go together leaves nothing behind.
    assert not (tmp_path / "b.journal").exists()
    with pytest.raises(CommandError, match="there are red"):
        open_room(str(small_battle(tmp_path)), journal=tmp_path / "c.journal", program=["nobody"])


def test_what_other_programs_answer_is_told_and_what_was_meant_before_is_refused(room: BattleRoom, tmp_path: Path) -> None:
    heard: list[int] = []
    room.listen(lambda: heard.append(len(room._play.file.journal.entries)))
    secret = secrets.token_bytes(32)
    committed(room, secret)
    del heard[:]
    with kept(str(tmp_path / "one.journal")) as file:
        other = play_of(file, typed=False)
        while isinstance(other.game.pending, Roll):
            other.roll(other.game.pending)
        room.look()
        room.look()
        assert len(heard) == 1, "all rolls at once, and once"
        assert told(room, RED)["dice"]["roll"] is None
        seat = SEATS[told(room, RED)["asked"]["gang"]]
        first, second = (one["key"] for one in told(room, seat)["asked"]["options"][:2])
        wanted = {"change": "answer", "text": first, "count": told(room, seat)["count"]}
        other.give(second)
        with pytest.raises(RulesError, match="gone on meanwhile"):
            room.changed(seat, wanted)
        assert room._play.game.answers == other.game.answers
        room.changed(seat, {"change": "undo", "count": told(room, seat)["count"]})
        room.changed(seat, {**wanted, "count": told(room, seat)["count"]})
        other.catch_up()
        assert other.game.answers[-1] == first
        file.path.rename(tmp_path / "old.journal")
        room.look()
        assert any("moved or replaced" in line for line in room.doubts())
        (tmp_path / "old.journal").rename(file.path)
        room.look()
        assert not room.doubts()


def test_a_roll_whose_reveal_is_owed_is_over_where_another_program_takes_back(room: BattleRoom, tmp_path: Path) -> None:
    drawn(room)
    secret = secrets.token_bytes(32)
    by, beside = committed(room, secret)
    message(room, beside, "answer", secrets.token_bytes(32))
    with kept(str(tmp_path / "one.journal")) as file:
        play_of(file, typed=False).take_back(1)
    room.look()
    assert told(room, by)["dice"]["roll"] is None, "the first roll falls again as it did"


def test_the_program_on_two_servers_answers_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    journal = tmp_path / "one.journal"
    one, _, _ = open_room(str(small_battle(tmp_path)), journal=journal, seed=7, program=["blue"])
    other, _, _ = open_room(str(journal), program=["blue"])
    while told(one, RED)["asked"]["gang"] == RED.gang or told(one, RED)["asked"]["kind"] == "roll":
        if not one.go_on():
            change = {"change": "roll"} if isinstance(one._question, Roll) else {"change": "answer", "text": "1"}
            one.changed(RED, change | {"count": told(one, RED)["count"]})
    other.look()

    def slow(*given: Any) -> str:  # noqa: ANN401
        monkeypatch.setattr("rules.skirmish.opponent.program_player.decide", decide)
        other.go_on()
        return decide(*given)

    count = len(one._play.game.answers)
    monkeypatch.setattr("rules.skirmish.opponent.program_player.decide", slow)
    assert one.go_on()
    assert one._play.game.answers == other._play.game.answers
    assert len(one._play.game.answers) == count + 1
    one.close()
    other.close()


def test_a_server_looks_by_itself_whether_other_programs_have_answered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    battle = small_battle(tmp_path)
    with serving_battle(battle) as (_, room), kept(str(battle)) as file:
        other, number = play_of(file, typed=False), room.now.number
        assert isinstance(other.game.pending, Roll)
        other.roll(other.game.pending)
        end = time.monotonic() + 30.0
        while room.now.number == number:
            assert time.monotonic() < end, "nobody looks"
            time.sleep(0.02)


@pytest.mark.usefixtures("toy_rules")
def test_a_secret_choice_is_told_to_whose_it_is(tmp_path: Path) -> None:
    room, _, seats = open_room(str(small_battle(tmp_path)))
    by_gang = {seat.gang: seat for seat in seats}
    answered(room, by_gang["red"], "sun")
    for gang, other, answers in (("red", "blue", ROW[:2]), ("blue", "red", ROW[2:])):
        for answer in answers:
            assert told(room, by_gang[gang])["asked"]["kind"] == "choice"
            for seat in (by_gang[other], WATCHER):
                assert told(room, seat)["asked"]["kind"] == "hidden"
                assert room.changed(seat, {"change": "why"})["lines"] == []
                seen = json.dumps(room.told(seat))
                assert [word for word in TELLING if word in seen] == []
            with pytest.raises(RulesError, match="to answer"):
                room.changed(by_gang[other], {"change": "preview", "text": answer, "count": told(room, WATCHER)["count"]})
            answered(room, by_gang[gang], answer)
    assert "the fox" in json.dumps(room.told(WATCHER))
    room.close()


def test_tactic_cards_are_drawn_discarded_and_held_in_secret_until_they_are_played(tmp_path: Path) -> None:
    room, _, _ = open_room(str(with_cards(tmp_path)), journal=tmp_path / "one.journal", seed=7)
    others: dict[Seat, str] = {RED: "bill's trick", BLUE: "anna's trick"}

    def nothing_told() -> None:
        for seat, word in others.items():
            assert word not in json.dumps(room.told(seat))
        assert " trick " not in json.dumps(room.told(WATCHER))

    for gang in ("red", "blue"):
        rolled = set[int]()
        while isinstance(room._question, Roll):
            assert room._question.who == gang
            drawn(room)
            rolled.add(told(room, RED)["count"])
            for seat in (RED, BLUE, WATCHER):
                # Who is told what fell can reckon which card it was: the deck is known.
                secret = [one["what"] for one in told(room, seat)["dice"]["drawn"] if one["by"] != seat.gang]
                assert secret == []
            nothing_told()
        assert len(told(room, SEATS[gang])["dice"]["drawn"]) == len(rolled) >= 3
        assert told(room, OTHER[gang])["asked"]["kind"] == told(room, WATCHER)["asked"]["kind"] == "hidden"
        options = told(room, SEATS[gang])["asked"]["options"]
        answered(room, SEATS[gang], options[0]["key"])
        nothing_told()
        assert set(told(room, SEATS[gang])["cards"]["held"]) == {one["key"] for one in options[1:]}
    assert told(room, WATCHER)["cards"] == {"held": [], "others": ["red holds 2 tactic cards", "blue holds 2 tactic cards"]}
    assert sum("tactic card: hidden" in line for line in told(room, RED)["log"]) >= 8
    # Until somebody is activated.
    while (asked := told(room, WATCHER)["asked"])["text"] != f"{asked['whose']}: who is activated?":
        seat = SEATS[asked["gang"]]
        question = room._question
        if isinstance(question, Roll):
            drawn(room)
        elif asked["kind"] == "hidden":
            answered(room, seat, "none")
        else:
            assert question is not None
            answered(room, seat, decide(room._battle, question))
        nothing_told()
    seat = SEATS[asked["gang"]]
    card, kept_card = told(room, seat)["cards"]["held"]
    gang, other = seat.gang, SEATS[OTHER[seat.gang].gang]
    for guess in (card, kept_card, "smoke"):
        with pytest.raises(RulesError, match="which tactic cards are played says") as caught:
            answered(room, other, f"rule {gang} plays {guess}")
        assert "holds no" not in str(caught.value), "it would tell the hand"
    answered(room, seat, "play a card")
    assert told(room, WATCHER)["asked"]["kind"] == "hidden"
    answered(room, seat, card)
    for one in (RED, BLUE, WATCHER):
        assert f"{card} is played by" in json.dumps(room.told(one))
    assert kept_card not in json.dumps(room.told(OTHER[seat.gang]))
    assert told(room, seat)["cards"]["held"] == [kept_card]
    # At any time, as in answer to somebody else.
    answered(room, seat, f"rule {gang} plays {kept_card}")
    assert told(room, seat)["cards"]["held"] == []
    assert f"{kept_card} is played by {gang}" in json.dumps(room.told(other))
    room.close()


def test_a_card_that_was_drawn_and_taken_back_is_told_to_nobody_else(tmp_path: Path) -> None:
    room, _, _ = open_room(str(with_cards(tmp_path)), journal=tmp_path / "one.journal", seed=7)
    while isinstance(room._question, Roll):
        drawn(room)
    answered(room, RED, told(room, RED)["asked"]["options"][0]["key"])
    drawn(room)
    by, beside = committed(room, secrets.token_bytes(32))
    message(room, beside, "answer", secrets.token_bytes(32))
    assert (by, beside) == (BLUE, RED)
    # Who waits for a reveal may take back, and then his own choice before: nothing that stands tells of what blue has drawn.
    for _ in range(2):
        room.changed(RED, {"change": "undo", "count": told(room, RED)["count"]})
    assert told(room, RED)["asked"]["text"] == "red: discard a tactic card?"
    for seat in (RED, WATCHER):
        assert [one for one in told(room, seat)["dice"]["drawn"] if one["by"] == BLUE.gang] == []
    assert len([one for one in told(room, BLUE)["dice"]["drawn"] if one["by"] == BLUE.gang]) == 1
    room.close()


def test_a_tactic_card_is_played_before_anybody_is_set_up(tmp_path: Path) -> None:
    room, _, _ = open_room(str(with_cards(tmp_path)), journal=tmp_path / "one.journal", seed=7)
    for seat in (RED, BLUE):
        while room._question is not None and room._question.what == "tactic card":
            drawn(room)
        answered(room, seat, told(room, seat)["asked"]["options"][0]["key"])
    for seat in (BLUE, RED):
        first, second = told(room, seat)["cards"]["held"]
        answered(room, seat, f"rule {seat.gang} plays {first}")
        assert told(room, seat)["cards"]["held"] == [second]
    assert room._question is not None
    assert room._question.what == "who sets up first"
    room.close()


def test_links_of_a_battle_stay_and_are_nobody_elses(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    seats = (RED, BLUE, WATCHER)
    first = kept_links(tmp_path / "a.journal", seats)
    assert len(set(first.seats)) == 3
    assert kept_links(tmp_path / "a.journal", seats).seats == first.seats
    assert not set(kept_links(tmp_path / "b.journal", seats).seats) & set(first.seats)
    assert not set(kept_links(tmp_path / "a.journal", seats[1:]).seats) & set(first.seats)
    place = next((tmp_path / "sightline").glob("*.json"))
    assert place.stat().st_mode & 0o077 == 0
    for damaged in ("", "[]", "{", '{"a": {"b": "short"}}', json.dumps({str((tmp_path / "a.journal").resolve()): {"x": 1}})):
        place.write_text(damaged)
        assert len(kept_links(tmp_path / "a.journal", seats).seats) == 3
