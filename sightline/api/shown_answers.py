"""Answers that show themselves: as words when they are printed, and as a picture in a notebook."""

from dataclasses import fields
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from PIL import Image

Answer = TypeVar("Answer")


class ShownAnswer:
    """An answer with words, facts and a picture."""

    def lines(self) -> list[str]:
        """The answer for a person, a line each, the most important first."""
        raise NotImplementedError

    def document(self) -> dict[str, Any]:
        """The answer as the command prints it with ``--json``, without what was asked."""
        raise NotImplementedError

    def picture(self) -> "Image.Image":
        """The answer drawn."""
        raise NotImplementedError

    def __str__(self) -> str:
        """The words."""
        return "\n".join(self.lines())

    def _repr_png_(self) -> bytes:
        """How a notebook shows it."""
        from sightline.drawing.rendering.png_bytes import png_bytes

        return png_bytes(self.picture())


def with_more(kind: type[Answer], value: Any, **more: Any) -> Answer:  # noqa: ANN401 - the fields of any value
    """A value as one of a class that adds fields to its own."""
    return kind(**{field.name: getattr(value, field.name) for field in fields(value)}, **more)
