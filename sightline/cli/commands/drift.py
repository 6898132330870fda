"""``sightline drift``: a random move: where a figure gets that is moved in a random direction, or the odds of it."""

import re
from collections.abc import Iterator, Mapping
from typing import Annotated

import numpy as np
import typer

from rules.hazards.random_move import RandomMoveRules, random_move
from rules.hazards.random_move_odds import Throws, random_move_odds, shift_odds, thrown
from rules.hazards.scatter_die import any_direction
from rules.movement.path_rules import agent_of
from rules.movement.spatial_shift import Throw, shifted
from rules.systems.registry import names, system
from scene.geometry.mesh import Point
from scene.mesh_io.mesh_reading import MAX_FACES
from scene.table.table import Table
from sightline.answers.as_measured import as_measured
from sightline.answers.random_move_answer import document, odds_document, odds_words, shift_document, shift_words, words
from sightline.cli.dice_seed import DiceSeed, check_no_seed
from sightline.cli.options import (
    USUAL_RULES,
    AsJson,
    MaxFaces,
    MoverId,
    Overwrite,
    PicturePath,
    RandomRules,
    Seed,
    TablePath,
)
from sightline.cli.typed_places import TypedPlace, on_table, placed_by
from sightline.console import print_json, tell
from sightline.errors import CommandError
from sightline.files.output_files import check_outputs, write_file
from sightline.files.rule_systems import rule_system
from sightline.files.table_loading import load, load_navmesh

Inches = Annotated[float | None, typer.Option("--inches", min=0.0, max=100.0, help="How far it moves.", show_default=False)]
Dice = Annotated[str | None, typer.Option("--dice", help="The dice of that instead, such as 2D6.", show_default=False)]
Degrees = Annotated[
    float | None,
    typer.Option("--degrees", help="The direction that was rolled, anticlockwise from +x.", show_default=False),
]
Shifted = Annotated[
    bool, typer.Option("--shifted", help="Of five-parsecs: a spatial shift, it appears there, and again until it has room.")
]
At = Annotated[
    TypedPlace | None,
    typer.Option(
        "--at",
        metavar="X Y Z",
        parser=placed_by("--at"),
        help="With --shifted: the place where it would have materialised.",
        show_default=False,
    ),
]
Odds = Annotated[bool, typer.Option("--odds", help="The chances over all directions and dice, instead of one roll.")]

MOST_DICE = 6
SHIFT_DICE = "2D6"
"""How far a spatial shift goes. Source: five-parsecs, Alternative movement actions."""


def command(
    table: TablePath,
    figure: MoverId,
    *,
    inches: Inches = None,
    dice: Dice = None,
    degrees: Degrees = None,
    shift: Shifted = False,
    at: At = None,
    rules: RandomRules = USUAL_RULES,
    odds: Odds = False,
    seed: Seed = None,
    picture: PicturePath = None,
    overwrite: Overwrite = False,
    max_faces: MaxFaces = MAX_FACES,
    as_json: AsJson = False,
) -> None:
    """Where FIGURE gets that is moved in a random direction: running on fire, fleeing a grenade, shifted in space.

    What is not given is rolled: the direction, and with --dice how far. The answer tells what stops it, the check at an edge
    with the fall if that is failed, and where it stands when it has been given room.

    [bold]Examples[/bold]

      sightline drift gantry-town vesna --dice 2D6 --seed 7

      sightline drift gantry-town vesna --inches 6 --degrees 45 --rules five-parsecs --json

      sightline drift gantry-town vesna --dice 2D6 --odds --picture drift.png --overwrite

      sightline drift gantry-town vesna --shifted --rules five-parsecs --at 20 12 3
    """
    told_by = rule_system(rules).random_moves
    check_wishes(told_by, inches, dice, degrees, at, shift=shift, odds=odds)
    if odds:
        check_no_seed(seed)
    check_outputs(table, picture=picture, overwrite=overwrite)
    whole, warnings = load(table, max_faces=max_faces)
    who, place = whole.meant(figure), on_table(at, whole)
    figure = who.id
    if not shift:
        load_navmesh(whole, agent_of(who))
    text = dice or (f"{inches:g}" if inches is not None else SHIFT_DICE)
    throws: Throws = {inches: 1.0} if inches is not None else thrown(dice_count(text))
    more = {"rules": told_by.movement.name, "warnings": list(warnings)}
    if odds:
        told = shift_odds(whole, figure, throws, at=place) if shift else random_move_odds(whole, figure, throws, rules=told_by)
        if picture:
            from sightline.drawing.hazards.random_move_picture import cloud_picture
            from sightline.drawing.rendering.png_bytes import png_bytes

            write_file(picture, png_bytes(cloud_picture(whole, who.moved(place or who.position), told, text)))
        if as_json:
            print_json(odds_document(figure, told) | more)
        else:
            tell(odds_words(whole, who, told, text) + as_measured(whole))
        return
    chosen, by_dice = DiceSeed.of(seed), degrees is None or len(throws) > 1
    rolls = rolled(chosen.generator(), throws, degrees)
    if shift:
        one_shift(whole, figure, rolls, place, told_by, chosen, more, picture, by_dice=by_dice, as_json=as_json)
    else:
        one_walk(whole, figure, next(rolls), told_by, chosen, more, picture, by_dice=by_dice, as_json=as_json)


def check_wishes(
    rules: RandomMoveRules,
    inches: float | None,
    dice: str | None,
    degrees: float | None,
    at: TypedPlace | None,
    *,
    shift: bool,
    odds: bool,
) -> None:
    """Raises a `CommandError` for what does not go together."""
    if inches is not None and dice is not None:
        raise CommandError("--inches and --dice both say how far it moves; give one of them")
    if inches is None and dice is None and not shift:
        raise CommandError("how far does it move? give --inches, or the dice of it such as --dice 2D6")
    if dice is not None:
        dice_count(dice)
    if degrees is not None and not np.isfinite(degrees):
        raise CommandError("--degrees is a direction, such as 45; 0 is along the table's first side")
    if degrees is not None and odds:
        raise CommandError("--odds counts all directions; leave --degrees out")
    if shift and not rules.shifts:
        known = [name for name in names("random_moves") if system(name).random_moves.shifts]
        raise CommandError(f"only {' and '.join(known)} knows spatial shifts; give --rules {known[0]}")
    if at is not None and not shift:
        raise CommandError("--at goes with --shifted; all others move from where they stand")


def dice_count(dice: str) -> int:
    """How many D6 are meant by ``D6``, ``2D6`` and so on; a `CommandError` for what is none."""
    found = re.fullmatch(r"([1-9]?)[dD]6", dice)
    count = int(found[1] or 1) if found else 0
    if not 1 <= count <= MOST_DICE:
        raise CommandError(f'there are no dice "{dice[:20]}" here; give D6, 2D6, up to {MOST_DICE}D6')
    return count


def rolled(rng: np.random.Generator, throws: Throws, degrees: float | None) -> Iterator[Throw]:
    """Throw after throw; the direction that was given is that of the first."""
    inches, chances = np.array(list(throws)), np.array(list(throws.values()))
    while True:
        turn = any_direction(rng)
        yield Throw(turn if degrees is None else degrees % 360.0, float(rng.choice(inches, p=chances)))
        degrees = None


def one_walk(
    table: Table,
    figure: str,
    throw: Throw,
    rules: RandomMoveRules,
    seed: DiceSeed,
    more: Mapping[str, object],
    picture: PicturePath,
    *,
    by_dice: bool,
    as_json: bool,
) -> None:
    """One random move, told and drawn."""
    found = random_move(table, figure, throw.degrees, throw.inches, rules=rules)
    if picture:
        from sightline.drawing.hazards.random_move_picture import random_move_picture
        from sightline.drawing.rendering.png_bytes import png_bytes

        write_file(picture, png_bytes(random_move_picture(table, found)))
    if as_json:
        print_json({**document(found, rules.movement.falls), **more, **seed.document(rolled=by_dice)})
    else:
        tell(words(table, found, rules.movement.falls) + seed.words(rolled=by_dice) + as_measured(table))


def one_shift(
    table: Table,
    figure: str,
    throws: Iterator[Throw],
    at: Point | None,
    rules: RandomMoveRules,
    seed: DiceSeed,
    more: Mapping[str, object],
    picture: PicturePath,
    *,
    by_dice: bool,
    as_json: bool,
) -> None:
    """One spatial shift, told and drawn; whatever it was begun by, where it is shifted again the dice say."""
    found = shifted(table, figure, throws, at=at)
    diced = by_dice or len(found.hops) > 1
    if picture:
        from sightline.drawing.hazards.random_move_picture import shift_picture
        from sightline.drawing.rendering.png_bytes import png_bytes

        write_file(picture, png_bytes(shift_picture(table, found, at)))
    if as_json:
        print_json({**shift_document(found, rules.movement.falls), **more, **seed.document(rolled=diced)})
    else:
        tell(shift_words(table, found, rules.movement.falls) + seed.words(rolled=diced) + as_measured(table))
