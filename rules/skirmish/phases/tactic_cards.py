"""Tactic cards: drawn, discarded for another roll for priority, held in hand. Source: main-rulebook, Deck of tactic cards.

What the cards say is not in the rulebook; the players read it out and do it. Kept here are the decks and the hands. A gang
plays cards when it picks whom to activate.
"""

from rules.engine.procedure_steps import Choose, Option, Procedure, Roll, Say
from rules.errors import RulesError
from rules.skirmish.state.battle_state import Battle

DECK = "Deck of tactic cards"
SELECT = "Selecting tactic cards"
SITUATIONAL = "Making use of situational tactics"


def select(battle: Battle, gang: str, count: int) -> Procedure[Battle]:
    """A gang selects cards: one more than it keeps is drawn at random, and it discards one."""
    drawn: tuple[str, ...] = ()
    while len(drawn) <= count and battle.side(gang).deck:
        battle, card = yield from draw(battle, gang)
        drawn = (*drawn, card)
    if len(drawn) > count:
        options = tuple(Option(card, card, card) for card in drawn)
        gone: str = yield Choose("discard a tactic card", gang, options, source=SELECT)
        drawn = tuple(card for card in drawn if card != gone)
    return battle.side_changed(gang, hand=(*battle.side(gang).hand, *drawn))


def draw(battle: Battle, gang: str) -> Procedure[tuple[Battle, str]]:
    """The card that a D66 points at, counted round the deck, so that each is as likely as the dice allow; it leaves the deck.

    A deck in a fixed order is drawn from by dice, which every way of answering can give. Numbers beyond the last whole round
    are rolled again, so that no card is likelier than another.
    """
    deck = battle.side(gang).deck
    while True:
        faces = yield Roll("tactic card", "D66", gang, source=DECK)
        number = 6 * (faces[0] - 1) + faces[1] - 1
        if number < 36 - 36 % len(deck):
            break
    card = deck[number % len(deck)]
    left = tuple(one for one in deck if one != card)
    yield Say(f"{card} is drawn by {battle.called(gang)}", DECK)
    return battle.side_changed(gang, deck=left), card


def offer_discards(battle: Battle) -> Procedure[Battle]:
    """Before the roll for priority each gang with cards may discard one for the right to roll again."""
    for side in battle.sides:
        if side.hand:
            options = (Option("none", "keep all cards"), *(Option(card, card, card) for card in side.hand))
            card = yield Choose("discard a card to roll again for priority", side.id, options, source=SITUATIONAL)
            if card is not None:
                hand = tuple(one for one in side.hand if one != card)
                battle = battle.side_changed(side.id, hand=hand, reroll=True)
    return battle


def play_card(battle: Battle, gang: str, card: str) -> Procedure[Battle]:
    """A card is played: it leaves the hand for good. Its text is carried out by the players."""
    if card not in battle.side(gang).hand:
        raise RulesError(f'the card "{card[:60]}" is not in the hand of {battle.called(gang)}')
    hand = tuple(one for one in battle.side(gang).hand if one != card)
    battle = battle.side_changed(gang, hand=hand)
    yield Say(f"{card} is played by {battle.called(gang)}", DECK, battle)
    return battle
