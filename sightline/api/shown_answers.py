"""Answers that show themselves: as words when they are printed, and as a picture in a notebook."""

from dataclasses import fields
from typing import TYPE_CHECKING, Any, TypeVar

from scene.base.messages import shown_text
from scene.table.table import Table

if TYPE_CHECKING:
    from PIL import Image

Kind = TypeVar("Kind")

LONGEST = 100
"""Characters of the line that stands for an answer."""


class WordedAnswer:
    """An answer with words and facts."""

    table: Table
    """What it is about."""

    def lines(self) -> list[str]:
        """The answer for a person, a line each, the most important first."""
        raise NotImplementedError

    def document(self) -> dict[str, Any]:
        """The answer as the command prints it with ``--json``, without what was asked."""
        raise NotImplementedError

    def __str__(self) -> str:
        """The words."""
        return "\n".join(self.lines())

    def __repr__(self) -> str:
        """What it is, and the first of the words."""
        return f"<{type(self).__name__}: {shown_text(self.lines()[0], most=LONGEST)}>"


class ShownAnswer(WordedAnswer):
    """An answer with words, facts and a picture."""

    def picture(self) -> "Image.Image":
        """The answer drawn."""
        raise NotImplementedError

    def _repr_png_(self) -> bytes:
        """How a notebook shows it."""
        from sightline.drawing.rendering.png_bytes import png_bytes

        return png_bytes(self.picture())


def with_more(kind: type[Kind], value: Any, **more: Any) -> Kind:  # noqa: ANN401 - the fields of any value
    """A value as one of a class that adds fields to its own."""
    return kind(**{field.name: getattr(value, field.name) for field in fields(value)}, **more)
