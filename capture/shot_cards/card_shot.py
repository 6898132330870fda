"""A shot that was measured itself: who shoots at whom, and what photos of a card in the target's place say."""

from dataclasses import dataclass

from capture.shot_cards.card_layout import CardLayout
from capture.shot_cards.card_reading import CardReading, CardResult
from capture.shot_cards.lamp_reading import LampReading
from scene.table.table import Figure


@dataclass(frozen=True, eq=False)
class CardShot:
    """What photos of a card say of a shot.

    Attributes:
        shooter, target: whose shot.
        layout: of the card.
        result: how much is hidden.
        readings: of photos through the lens in the eye's place.
        lamp: of photos of what a lamp in the eye's place lights, in place of these.
        notes: what the answer rests on.
    """

    shooter: Figure
    target: Figure
    layout: CardLayout
    result: CardResult
    readings: tuple[CardReading, ...]
    lamp: LampReading | None
    notes: tuple[str, ...]
