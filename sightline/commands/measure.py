"""``sightline measure``: the distance between two figures, pieces or places, and what is in the way."""

from typing import Annotated

import typer

from scene.distance import Span, Thing, blocked_by, nearest
from scene.errors import SceneError
from scene.meshfile import MAX_FACES
from scene.table import Table, unknown_id
from sightline.commands.options import AsJson, MaxFaces, TablePath, answers, print_json
from sightline.commands.places import FARTHEST
from sightline.loading import load

Named = Annotated[str, typer.Argument(help="A figure, a terrain piece, or a place as x,y,z in inches.", show_default=False)]


def command(table: TablePath, a: Named, b: Named, *, max_faces: MaxFaces = MAX_FACES, as_json: AsJson = False) -> None:
    """The distance between the nearest points of A and B, and the terrain that the straight way goes through.

    Between bases, or bodies without bases; pieces are measured to their surface.

    [bold]Examples[/bold]

      sightline measure sump.json jelena kruger

      sightline measure sump.json jelena tower --json

      sightline measure sump.json jelena 24,18,3.5

      sightline measure sump.json -- -2,0,0 jelena   [dim](-- before a place that begins with a minus)[/dim]
    """
    whole, _ = load(table, max_faces=max_faces)
    one, other = things(whole, a, b)
    span, blocked = nearest(one, other), blocked_by(whole.terrain, one, other)
    if as_json:
        print_json(document(span, blocked))
    else:
        answers().print(f"{a} to {b}: {in_words(span, blocked)}")


def things(table: Table, *names: str) -> list[Thing]:
    """What the names stand for; a `SceneError` with all that stand for nothing."""
    found, faults = list[Thing](), list[str]()
    known: dict[str, Thing] = {piece.id: piece for piece in table.terrain.pieces}
    known.update((figure.id, figure) for figure in table.figures)
    for name in names:
        thing = known.get(name, _place(name))
        if thing is None:
            faults.append(unknown_id("figure or terrain piece", name, list(known)))
        elif isinstance(thing, tuple) and any(abs(value) > FARTHEST for value in thing):
            faults.append(f'the place "{name}" is too far off; coordinates are inches from {-FARTHEST:,} to {FARTHEST:,}')
        else:
            found.append(thing)
    if faults:
        raise SceneError(faults)
    return found


def _place(name: str) -> tuple[float, ...] | None:
    """The place that ``x,y,z`` says, or None if it is nothing of the kind."""
    parts = name.split(",")
    try:
        return tuple(float(part) for part in parts) if len(parts) > 1 else None
    except ValueError:
        return None


def document(span: Span, blocked: tuple[str, ...]) -> dict[str, object]:
    """The answer as JSON has it."""
    return {
        "distance": span.distance,
        "horizontal": span.horizontal,
        "vertical": span.vertical,
        "blocked_by": list(blocked),
        "from": list(span.from_),
        "to": list(span.to),
    }


def in_words(span: Span, blocked: tuple[str, ...]) -> str:
    """The answer for a person."""
    way = f'{span.distance:.2f}" ({span.horizontal:.2f}" level, {span.vertical:.2f}" in height)'
    return f"{way}, through {', '.join(blocked)}" if blocked else f"{way}, nothing in the way"
