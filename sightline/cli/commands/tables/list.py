"""``sightline list``: what is bundled."""

from typing import Annotated

import typer

from scene.base.messages import shown_text
from sightline.cli import completion
from sightline.cli.options import AsJson
from sightline.cli.usage_errors import MOST_SHOWN
from sightline.console import answers, print_json
from sightline.session.bundled_lists import lists, words


def _one_of(given: str | None) -> str | None:
    """A list as it was given; a usage error for one that there is not."""
    if given is None or given in lists():
        return given
    there = ", ".join(lists())
    raise typer.BadParameter(f'WHAT: "{shown_text(given, most=MOST_SHOWN)}" is not available; there are: {there}')


What = Annotated[
    str | None,
    typer.Argument(
        metavar="WHAT",
        help=f"One of these alone: {', '.join(lists())}.",
        show_default="all of them",
        callback=_one_of,
        autocompletion=completion.lists,
    ),
]


def command(what: What = None, *, as_json: AsJson = False) -> None:
    """What is bundled: tables, battles, gangs of all kinds, their weapons, kit (terrain), proxies (bodies), systems (rules).

    Crews and enemies, and what they carry (crew-weapons), are for battles of a crew against enemies that the program plays.

    [bold]Examples[/bold]

      sightline list

      sightline list weapons

      sightline list kit --json
    """
    wanted = [what] if what else list(lists())
    if as_json:
        found = lists()
        print_json({one: found[one].rows() for one in wanted})
        return
    for number, one in enumerate(wanted):
        heading, *rows = words(one)
        answers().print(("\n" if number else "") + heading, style="bold")
        for row in rows:
            answers().print(row)
