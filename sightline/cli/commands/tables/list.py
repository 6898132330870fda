"""``sightline list``: what is bundled."""

from typing import Annotated

import typer

from sightline.cli.options import AsJson
from sightline.console import answers, print_json
from sightline.session.bundled_lists import LISTS, Listed, words

What = Annotated[Listed | None, typer.Argument(metavar="WHAT", help="One of these alone.", show_default="all of them")]


def command(what: What = None, *, as_json: AsJson = False) -> None:
    """What is bundled: tables, battles, gangs, crews, enemies, their weapons, kit (terrain), proxies (bodies), systems (rules).

    Crews and enemies, and what they carry (crew-weapons), are for battles of a crew against enemies that the program plays.

    [bold]Examples[/bold]

      sightline list

      sightline list weapons

      sightline list kit --json
    """
    wanted = [what] if what else list(LISTS)
    if as_json:
        print_json({one: LISTS[one]() for one in wanted})
        return
    for number, one in enumerate(wanted):
        heading, *rows = words(one)
        answers().print(("\n" if number else "") + heading, style="bold")
        for row in rows:
            answers().print(row)
