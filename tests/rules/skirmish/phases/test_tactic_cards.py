"""main-rulebook: Deck of tactic cards."""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

import pytest

from rules.engine.exact_odds import odds
from rules.engine.procedure_steps import Choose
from rules.errors import RulesError
from rules.skirmish.opponent.program_player import decide
from rules.skirmish.phases.activation import next_activation
from rules.skirmish.phases.end_phase import end_of_round
from rules.skirmish.phases.tactic_cards import PLAY, draw, offer_discards, play_card, select
from rules.skirmish.state.battle_state import Battle
from tests.rules.skirmish.battles import battle, gone_through

DECK = tuple(f"card {number}" for number in range(18))


def holding(deck: tuple[str, ...] = DECK, hand: tuple[str, ...] = ()) -> Battle:
    return battle({"anna": (5, 5), "bill": (40, 40)}).side_changed("red", deck=deck, hand=hand)


def no_choice(request: Choose) -> Mapping[str, Fraction]:
    raise AssertionError(request)


def test_selecting_tactic_cards_one_more_is_drawn_and_one_discarded() -> None:
    after, told = gone_through(select(holding(), "red", 2), (1, 1), (1, 1), (1, 1), "card 1")
    assert after.side("red").hand == ("card 0", "card 2")
    assert len(after.side("red").deck) == 15
    assert told.names()[-1] == "discard a tactic card"
    assert all(question.secret for question in told)
    assert [line.text for line in told.said] == ["Red holds 2 tactic cards"]


@pytest.mark.parametrize("size", [18, 17, 5, 1])
def test_every_card_is_drawn_alike(size: int) -> None:
    start = holding(DECK[:size])

    def drawn(count: int):  # type: ignore[no-untyped-def]  # noqa: ANN202
        return (yield from draw(start, "red"))[1] if count else None

    # With a deck that divides 36 no roll is repeated, so the odds end.
    if 36 % size == 0:
        assert set(odds(no_choice, drawn, 1).values()) == {Fraction(1, size)}
    else:
        (_, card), told = gone_through(draw(start, "red"), (6, 6), (1, 1))
        assert (card, len(told)) == ("card 0", 2)


def test_making_use_of_situational_tactics_a_card_is_discarded_for_a_reroll() -> None:
    after, told = gone_through(offer_discards(holding(hand=("a", "b"))), "b")
    assert (after.side("red").hand, after.side("red").reroll) == (("a",), True)
    assert told[0].secret
    assert [line.text for line in told.said] == ["Red discards a tactic card, and may roll again for priority"]
    after, told = gone_through(offer_discards(holding(hand=("a", "b"))), "none")
    assert (after.side("red").hand, after.side("red").reroll) == (("a", "b"), False)
    assert [line.text for line in told.said] == ["Red keeps all tactic cards"]


def test_played_cards_do_not_come_back() -> None:
    after, _ = gone_through(play_card(holding(hand=("a", "b")), "red", "a"))
    assert after.side("red").hand == ("b",)
    with pytest.raises(RulesError, match="is not in the hand of"):
        gone_through(play_card(after, "red", "a"))


def test_gangs_without_cards_are_asked_nothing() -> None:
    start = holding()
    after, told = gone_through(offer_discards(start))
    assert told == []
    assert after == replace(start)


def test_playing_a_card_when_a_fighter_is_to_be_activated() -> None:
    start = holding(hand=("a", "b"))
    asked = ["who is activated", "which card is played", "who is activated", "who is activated"]
    after, told = gone_through(next_activation(start), PLAY, "a", "play B", "anna")
    assert told.names() == asked
    # Which cards there are stands in secret questions only.
    assert [question.secret for question in told] == [False, True, False, False]
    open_words = [
        str(option.text)
        for question in told
        if isinstance(question, Choose) and not question.secret
        for option in question.options
    ]
    assert open_words == ["Anna", "play a tactic card", "Anna", "play a tactic card", "Anna"]
    assert [(line.text, line.reveals) for line in told.said[:2]] == [("a is played by Red", True), ("b is played by Red", True)]
    assert after.side("red").hand == ()
    assert after.activation is not None
    assert after.activation.fighter == "anna"


def test_who_would_rather_play_no_card_holds_them_still() -> None:
    after, told = gone_through(next_activation(holding(hand=("a", "b"))), PLAY, "none", "anna")
    assert after.side("red").hand == ("a", "b")
    assert not any("played" in line.text for line in told.said)
    assert told.said[0].text == "Red plays no tactic card now", "the others are told what came of the secret choice"


@pytest.mark.parametrize("shows", [True, False])
def test_which_cards_were_drawn_is_told_once_the_battle_is_over_and_who_drew_them_agrees(shows: bool) -> None:
    start = battle({"anna": (5, 5)}).side_changed("red", deck=DECK[3:], hand=DECK[1:2])
    red = replace(start.setting.gangs[0], deck=DECK)
    over = replace(start, setting=replace(start.setting, gangs=(red, *start.setting.gangs[1:])))
    after, told = gone_through(end_of_round(over), "show" if shows else "keep")
    assert after.phase == "over"
    assert [question.who for question in told] == ["red"], "Blue has no cards"
    said = [(line.text, line.throughout) for line in told.said if line.source == "Deck of tactic cards"]
    names = "tactic cards that Red had drawn: card 0, card 1, card 2; still held: card 1"
    assert said == [(names, True) if shows else ("tactic cards stay secret, as Red keeps them so", False)]


@pytest.mark.parametrize("name", ["none", "Rule of thumb", "rule"])
def test_a_card_that_is_called_like_another_answer_can_be_discarded_and_played(name: str) -> None:
    start = holding(hand=("a", name))
    question = next(offer_discards(start))
    assert isinstance(question, Choose)
    (key,) = (option.key for option in question.options if option.text == name and option.key != "none")
    assert key.split()[0].casefold() != "rule", "that is how a ruling begins"
    for steps in (offer_discards(start), play_card(start, "red")):
        assert gone_through(steps, key)[0].side("red").hand == ("a",)
        assert gone_through(offer_discards(start), "none")[0].side("red").hand == ("a", name)


@pytest.mark.parametrize("text", ["play c", "b", "playb", "play "])
def test_tactical_blunder_a_card_that_is_not_held_is_refused_and_the_hand_is_kept(text: str) -> None:
    with pytest.raises(RulesError, match="a tactic card that is held") as caught:
        gone_through(next_activation(holding(hand=("Smoke", "Mirrors"))), text)
    assert not any(name in str(caught.value) for name in ("Smoke", "Mirrors"))


def test_playing_a_card_is_not_offered_without_any() -> None:
    for text in ("play a", PLAY):
        with pytest.raises(RulesError, match="not offered"):
            gone_through(next_activation(holding()), text)


def test_the_program_activates_somebody_with_cards_in_hand() -> None:
    question = next(next_activation(holding(hand=("a", "b"))))
    assert isinstance(question, Choose)
    assert decide(holding(hand=("a", "b")), question) == "anna"
