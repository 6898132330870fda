"""Tactic cards: drawn in secret, discarded for another roll for priority, held in hand, played.

What the cards say is not in the rulebook; the players read it out and do it. Kept here are the decks and the hands. A gang
plays cards when it picks whom to activate; until then nobody else is told which it holds.

Source: main-rulebook, Deck of tactic cards.
"""

from dataclasses import dataclass

from rules.engine.procedure_steps import Choose, Option, Procedure, Roll, Say
from rules.errors import RulesError
from rules.skirmish.state.battle_state import Battle, GangState
from rules.skirmish.state.scenario import of

DECK = "Deck of tactic cards"
SELECT = "Selecting tactic cards"
SITUATIONAL = "Making use of situational tactics"
ALONE = "in secret: nobody else is told how it falls"
PLAY = "play a card"
"""The key of playing one, in place of picking somebody; no fighter's id has blanks in it."""
UNTOLD = frozenset({PLAY})
"""What comes of it is told next."""


@dataclass(frozen=True)
class Card:
    """A tactic card to be played; without a name its player is asked which."""

    name: str = ""


def select(battle: Battle, gang: str, count: int) -> Procedure[Battle]:
    """A gang selects cards: one more than it keeps is drawn at random, and it discards one."""
    drawn: tuple[str, ...] = ()
    while len(drawn) <= count and battle.side(gang).deck:
        battle, card = yield from draw(
            battle, gang, f"card {len(drawn) + 1} of {count + 1}, one of which is discarded; {ALONE}"
        )
        drawn = (*drawn, card)
    if len(drawn) > count:
        options = tuple(map(_option, drawn))
        gone: str = yield Choose("discard a tactic card", gang, options, source=SELECT, secret=True)
        drawn = tuple(card for card in drawn if card != gone)
    battle = battle.side_changed(gang, hand=(*battle.side(gang).hand, *drawn))
    yield Say(hand_words(battle, gang), SELECT, battle)
    return battle


def draw(battle: Battle, gang: str, tells: str = ALONE) -> Procedure[tuple[Battle, str]]:
    """The card that a D66 points at, counted round the deck, so that each is as likely as the dice allow; it leaves the deck.

    A deck in a fixed order is drawn from by dice, which every way of answering can give. Numbers beyond the last whole round
    are rolled again, so that no card is likelier than another.
    """
    deck = battle.side(gang).deck
    while True:
        faces = yield Roll("tactic card", "D66", gang, source=DECK, tells=tells, secret=True)
        number = 6 * (faces[0] - 1) + faces[1] - 1
        if number < 36 - 36 % len(deck):
            break
    card = deck[number % len(deck)]
    left = tuple(one for one in deck if one != card)
    return battle.side_changed(gang, deck=left), card


def offer_discards(battle: Battle) -> Procedure[Battle]:
    """Before the roll for priority each gang with cards may discard one for the right to roll again."""
    for side in battle.sides:
        if side.hand:
            options = (Option("none", "keep all cards"), *map(_option, side.hand))
            card = yield Choose("discard a card to roll again for priority", side.id, options, source=SITUATIONAL, secret=True)
            does = "keeps all tactic cards" if card is None else "discards a tactic card, and may roll again for priority"
            if card is not None:
                hand = tuple(one for one in side.hand if one != card)
                battle = battle.side_changed(side.id, hand=hand, reroll=True)
            yield Say(f"{battle.called(side.id)} {does}", SITUATIONAL, battle)
    return battle


def _option(card: str) -> Option:
    """The option of a card: its name, unless that would answer something else."""
    taken = card == "none" or card.partition(" ")[0].casefold() == "rule"
    return Option(f"card {card}" if taken else card, card, card)


def may_play(battle: Battle, gang: str) -> tuple[Option, ...]:
    """The option of playing a card, or of looking at those that are held, where there are any."""
    count = len(battle.side(gang).hand)
    return (Option(PLAY, "play a tactic card", Card(), f"there are {count}; nobody else sees which"),) if count else ()


def play_card(battle: Battle, gang: str, card: str = "") -> Procedure[Battle]:
    """A card is played: it leaves the hand for good. Its text is carried out by the players.

    Args:
        battle: how things are.
        gang: whose card it is.
        card: its name; empty to have its player picked out of his hand, and none if he would rather not.
    """
    held = battle.side(gang).hand
    if not card:
        options = (*map(_option, held), Option("none", "none of them now", ""))
        card = yield Choose("which card is played", gang, options, source=DECK, secret=True)
    if card and card not in held:
        raise RulesError(f'the card "{card[:60]}" is not in the hand of {battle.called(gang)}')
    if card:
        battle = battle.side_changed(gang, hand=tuple(one for one in held if one != card))
        yield Say(f"{card} is played by {battle.called(gang)}", DECK, battle, reveals=True)
    else:
        yield Say(f"{battle.called(gang)} plays no tactic card now", DECK)
    return battle


def are_drawn(battle: Battle) -> bool:
    """Whether gangs draw tactic cards in a battle: dice that fall again as they did would tell which."""
    scenario = of(battle)
    return scenario is not None and scenario.cards > 0 and any(gang.deck for gang in battle.setting.gangs)


def offer_to_show(battle: Battle) -> Procedure[None]:
    """Once the battle is over those who drew cards are asked whether everybody is told which; one who would not keeps all.

    Nobody is told them without being asked: a ruling by one player alone may have ended the battle.
    """
    drew = tuple((side, cards) for side in battle.sides if (cards := _drawn(battle, side)))
    for side, _ in drew:
        options = (Option("show", "show them", value=True), Option("keep", "keep them secret", value=False))
        if not (yield Choose("are the tactic cards shown that were drawn", side.id, options, source=DECK)):
            yield Say(f"tactic cards stay secret, as {battle.called(side.id)} keeps them so", DECK)
            return
    for side, cards in drew:
        held = f"; still held: {', '.join(side.hand)}" if side.hand else ""
        told = f"tactic cards that {battle.called(side.id)} had drawn: {', '.join(cards)}{held}"
        yield Say(told, DECK, reveals=True, throughout=True)


def _drawn(battle: Battle, side: GangState) -> list[str]:
    deck = next(gang.deck for gang in battle.setting.gangs if gang.id == side.id)
    return [card for card in deck if card not in side.deck]


def hand_words(battle: Battle, gang: str) -> str:
    """How many cards a gang holds, which everybody may know; empty for none."""
    count = len(battle.side(gang).hand)
    return f"{battle.called(gang)} holds {count} tactic card{'s' * (count != 1)}" if count else ""
