"""Markup of HTML pages: words that are safe whatever a file is called, and numbers."""

from html import escape

STEPS = (1.0, 2.0, 5.0)


def said(text: str) -> str:
    """Any text for an HTML page or an SVG picture, also in an attribute; what cannot be printed becomes a question mark."""
    return escape("".join(letter if letter.isprintable() else "?" for letter in text))


def shortened(text: str, most: int) -> str:
    """A name with at most so many letters, cut in its middle: names of photos differ at their ends."""
    return text if len(text) <= most else f"{text[: most // 2 - 1]}…{text[-(most - most // 2) :]}"


def factor_below(most: float) -> float:
    """The largest of 1, 2, 5, 10, 20, 50 and so on that is not above ``most``; never less than 1, nor more than 100,000."""
    found = 1.0
    for power in range(6):
        for step in STEPS:
            if step * 10.0**power <= min(most, 1e5):
                found = step * 10.0**power
    return found
