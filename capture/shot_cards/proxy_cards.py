"""Cards for any figure of a kind: the silhouettes of the usual proxies, from straight before on a level with their eyes."""

from dataclasses import replace

import numpy as np

from assets.figures.figure_proxies import PROXIES, body
from assets.tag_scheme import CARD_TAGS, PROXY_CARDS
from capture.shot_cards.card_layout import CardLayout, card_layout
from scene.geometry.mesh import FloatArray
from scene.table.table import MM_PER_INCH, Figure

LEVEL_MM = 500.0
"""From how far they are seen."""
KINDS = tuple(PROXIES)
"""In the order of their tags."""


def tags_of_kind(kind: str) -> range:
    """The tags of the card for any figure of a kind."""
    first = PROXY_CARDS.start + CARD_TAGS * KINDS.index(kind)
    return range(first, first + CARD_TAGS)


def kind_of(tag: int) -> str | None:
    """Whose card a tag is on; None for tags of no such card."""
    number = (tag - PROXY_CARDS.start) // CARD_TAGS
    return KINDS[number] if tag in PROXY_CARDS and number < len(KINDS) else None


def proxy_layout(kind: str) -> CardLayout:
    """The card for any figure of a kind."""
    figure = Figure(kind, body(kind), (0.0, 0.0, 0.0), name=f"any {kind}", base_mm=PROXIES[kind].base_mm)
    return card_layout(figure, straight_before(figure), tags_of_kind(kind), behind=True)


def in_place_of(layout: CardLayout, kind: str) -> CardLayout:
    """That card in the place of a figure, for the eye that another card is laid out for."""
    printed = proxy_layout(kind)
    eye = layout.to_table(layout.eye)
    stood = card_layout(layout.target, eye, tags_of_kind(kind), behind=True)
    return replace(stood, outline=printed.outline, cut_off=0.0, tags=printed.tags)


def straight_before(figure: Figure) -> FloatArray:
    """(3,) inches: the place of an eye that looks at a figure from before, on a level with its own."""
    turn = np.radians(figure.facing)
    ahead = np.array([np.cos(turn), np.sin(turn)]) * LEVEL_MM / MM_PER_INCH
    return np.append(np.asarray(figure.position[:2]) + ahead, figure.eye[2])
