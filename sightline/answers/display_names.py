"""Display names: how figures are called in answers and pictures."""

from scene.table.table import Figure


def called(figure: Figure) -> str:
    """A figure's name, with the id that commands take where the two differ by more than capitals."""
    if not figure.name:
        return figure.id
    return figure.name if figure.name.casefold() == figure.id.casefold() else f"{figure.name} ({figure.id})"
