"""``sightline blast``: where a blast marker ends and whom it hits, or the exact odds of it."""

from typing import Annotated

import numpy as np
import typer

from rules.blast import Marker, placed, resolved, rolled
from rules.blast_odds import scatter_odds
from scene.meshfile import MAX_FACES
from scene.table import Table
from sightline.blasts import document, odds_document, odds_words, words
from sightline.commands.options import (
    AsJson,
    MaxFaces,
    Overwrite,
    PicturePath,
    Rules,
    RuleSystem,
    Seed,
    TablePath,
    print_json,
    tell,
)
from sightline.commands.places import place_of
from sightline.errors import CommandError
from sightline.loading import load
from sightline.outputs import check_outputs, write_file

Shooter = Annotated[str, typer.Argument(metavar="SHOOTER", help="Who shoots or throws.", show_default=False)]
At = Annotated[
    tuple[float, float, float],
    typer.Option("--at", metavar="X Y Z", help="The middle of the marker: on a floor, or in the air.", show_default=False),
]
Size = Annotated[float, typer.Option("--size", help="The marker: 3 or 5 inches across.")]
Missed = Annotated[bool, typer.Option("--miss", help="The hit roll has failed: it scatters.")]
Reach = Annotated[
    tuple[float, float] | None,
    typer.Option("--range", metavar="S L", help="Short and long range of the weapon.", show_default=False),
]
Odds = Annotated[bool, typer.Option("--odds", help="The exact chances of a marker that scatters, instead of one blast.")]
HitRoll = Annotated[
    float, typer.Option("--hit-roll", min=0.0, max=1.0, help="With --odds: how likely the hit roll is to succeed.")
]


def command(
    table: TablePath,
    shooter: Shooter,
    *,
    at: At,
    size: Size = 3.0,
    rules: Rules = RuleSystem.MAIN_RULEBOOK,
    miss: Missed = False,
    range_: Reach = None,
    odds: Odds = False,
    hit_roll: HitRoll = 0.0,
    seed: Seed = 0,
    picture: PicturePath = None,
    overwrite: Overwrite = False,
    max_faces: MaxFaces = MAX_FACES,
    as_json: AsJson = False,
) -> None:
    """Where the blast marker of SHOOTER ends, placed at X Y Z, and whom it hits; with --odds how likely.

    Without --miss the hit roll has succeeded and the marker stays. One beyond the long range is pulled back and scatters.

    [bold]Examples[/bold]

      sightline blast sump.json jelena --at 24 18 3

      sightline blast sump.json jelena --at 24 18 3 --size 5 --miss --seed 7 --picture blast.png

      sightline blast sump.json jelena --at 24 18 3 --range 8 16 --odds --hit-roll 0.5 --json
    """
    if rules is not RuleSystem.MAIN_RULEBOOK:
        raise CommandError(f"{rules.value} has no rules for blasts here; give --rules main-rulebook")
    if range_ is not None and not 0.0 <= range_[0] <= range_[1]:
        raise CommandError("a range is two lengths, the short one first, such as --range 8 16")
    if hit_roll and not odds:
        raise CommandError("--hit-roll goes with --odds; of one blast --miss says that the roll has failed")
    place = place_of(*at, otherwise="")
    assert place is not None
    check_outputs(table, picture=picture, overwrite=overwrite)
    whole, warnings = load(table, max_faces=max_faces)
    marker = placed(whole, shooter, place, size, reach=range_)
    more = {"rules": rules.value, "shooter": shooter, "size": size, "warnings": list(warnings)}
    if odds:
        found = scatter_odds(whole, marker, hit_roll=hit_roll)
        if picture:
            from sightline.pictures.blast import cloud_picture
            from sightline.pictures.png import png_bytes

            write_file(picture, png_bytes(cloud_picture(whole, marker, found)))
        if as_json:
            print_json(odds_document(marker, found) | more)
        else:
            tell(odds_words(whole, marker, found))
        return
    one(whole, marker, np.random.default_rng(seed), more | {"seed": seed}, miss=miss, picture=picture, as_json=as_json)


def one(
    table: Table,
    marker: Marker,
    rng: np.random.Generator,
    more: dict[str, object],
    *,
    miss: bool,
    picture: PicturePath,
    as_json: bool,
) -> None:
    """One blast, told and drawn."""
    blast = resolved(table, marker, rolled(rng) if miss or marker.missed else None)
    if picture:
        from sightline.pictures.blast import blast_picture
        from sightline.pictures.png import png_bytes

        write_file(picture, png_bytes(blast_picture(table, marker, blast)))
    if as_json:
        print_json(document(blast) | more)
    else:
        tell(words(table, blast))
