"""``sightline crew``: makes a crew in a talk, and writes its file."""

from pathlib import Path
from typing import Annotated

import typer

from rules.roster.gang_formats import GangFormat
from rules.systems.registry import gang_formats
from sightline.cli.options import AsJson, Overwrite
from sightline.console import answers, print_json, words
from sightline.files.output_files import check_file, write_file
from sightline.session.gang_dialogue import Talk
from sightline.session.terminal_screen import at_terminal, from_terminal

File = Annotated[Path, typer.Argument(metavar="FILE", help="The file to make, which ends in .toml.", show_default=False)]

CREW = "sightline-crew"
"""The format of the file that is made."""


def command(file: File, *, overwrite: Overwrite = False, as_json: AsJson = False) -> None:
    """Make a crew: who is in it, what they can do and what they carry is asked, shown, and written to a file.

    Answers may be typed, or come from a file (< answers.txt), a line each; then the first that will not do ends it.

    [bold]Examples[/bold]

      sightline crew my-crew.toml

      sightline crew my-crew.toml --overwrite

    [bold]What there is to carry[/bold]

      sightline list crew-weapons
    """
    check_file(file, what="crews are TOML files", ends=(".toml",), overwrite=overwrite)
    say = words().print if as_json else answers().print
    talk = Talk(asked_for(), say, from_terminal, strict=not at_terminal())
    say("what weapons do: sightline list crew-weapons")
    made = talk.made()
    for row in made.rows if made else ():
        say(row)
    if made is None or not talk.agreed(f"{made.gang.name}: write {file}?"):
        say("nothing is written")
        if as_json:
            print_json({"file": None})
        return
    write_file(file, made.text)
    if as_json:
        print_json({"file": str(file), "name": made.gang.name, "members": [one.name for one in made.gang.fighters]})
    else:
        begins = f"--table sump-lock --gang {file.name} --gang toll-keepers --scenario two-caches"
        say(f"next, in the same folder: sightline battle my-battle.toml {begins}")


def asked_for() -> GangFormat:
    """The format of crews, about which somebody can be asked."""
    return next(form for _, form in gang_formats() if form.name == CREW and form.form is not None)
