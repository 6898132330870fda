"""``sightline blast``: where a blast marker ends and whom it hits, or the exact odds of it."""

from dataclasses import replace
from pathlib import Path
from typing import Annotated

import numpy as np
import typer

from rules.engagement import enemies
from rules.hazards.blast_marker import SIZES, Blast, Marker
from rules.hazards.blast_odds import BlastOdds
from rules.hazards.blast_placement import best_placements
from rules.systems.rule_system import RuleSystem
from scene.base.messages import plain
from scene.mesh_io.mesh_reading import MAX_FACES
from scene.table.table import Table
from scene.visibility.line_of_sight import find_lines
from sightline.answers.as_measured import as_measured
from sightline.answers.blast_answer import (
    best_document,
    best_words,
    odds_assumption,
    odds_words,
    words,
)
from sightline.api.blast_questions import BlastAnswer, blast, blast_odds, goes_off_in_air
from sightline.cli.dice_seed import DiceSeed, check_no_seed
from sightline.cli.options import (
    USUAL_RULES,
    AsJson,
    HazardRules,
    MaxFaces,
    Overwrite,
    PhotoPath,
    PicturePath,
    Seed,
    ShooterId,
    TablePath,
)
from sightline.cli.typed_places import TypedPlace, placed_by
from sightline.console import print_json, tell, warn
from sightline.errors import CommandError
from sightline.files.output_files import check_outputs, write_file
from sightline.files.rule_systems import rule_system
from sightline.files.scan_photo_lookup import Taken, better_photos, check_photo, taken
from sightline.files.table_loading import load

At = Annotated[
    TypedPlace | None,
    typer.Option(
        "--at",
        metavar="X Y Z",
        parser=placed_by("--at"),
        help="The middle of the marker: on a floor, or in the air; without Z on the upper floor there.",
        show_default=False,
    ),
]
Size = Annotated[float, typer.Option("--size", help="The marker: 3 or 5 inches across.")]
Missed = Annotated[bool, typer.Option("--miss", help="The hit roll has failed: it scatters.")]
Reach = Annotated[
    tuple[float, float] | None,
    typer.Option("--range", metavar="S L", help="Short and long range of the weapon.", show_default=False),
]
Odds = Annotated[bool, typer.Option("--odds", help="The exact chances of a marker that scatters, instead of one blast.")]
HitRoll = Annotated[
    float | None,
    typer.Option(
        "--hit-roll",
        min=0.0,
        max=1.0,
        help="With --odds or --best: how likely the hit roll is to succeed; 0 for --odds and 0.5 for --best, unless given.",
        show_default=False,
    ),
]
Best = Annotated[bool, typer.Option("--best", help="Where to put it: most enemies hit, less friends hit.")]
Target = Annotated[str | None, typer.Option("--target", metavar="FIGURE", help="With --best: the enemy.", show_default=False)]
EVEN = 0.5
"""How likely the hit roll is to succeed for --best, where it is not given."""


def command(
    table: TablePath,
    shooter: ShooterId,
    *,
    at: At = None,
    size: Size = 3.0,
    rules: HazardRules = USUAL_RULES,
    miss: Missed = False,
    range_: Reach = None,
    odds: Odds = False,
    hit_roll: HitRoll = None,
    best: Best = False,
    target: Target = None,
    seed: Seed = None,
    picture: PicturePath = None,
    photo: PhotoPath = None,
    overwrite: Overwrite = False,
    max_faces: MaxFaces = MAX_FACES,
    as_json: AsJson = False,
) -> None:
    """Where the blast marker of SHOOTER ends, placed at X Y Z, and whom it hits; --odds: how likely; --best: where to put it.

    Without --miss the hit roll is taken as made and the marker stays: no dice. One beyond the long range is pulled back and
    scatters. With --odds the hit roll is taken as failed, unless --hit-roll says how likely it is to be made.

    [bold]Examples[/bold]

      sightline blast gantry-town gorm --at 24.2 9.2 3

      sightline blast gantry-town gorm --at 24.2 9.2 --size 5 --miss --seed 7 --picture blast.png --overwrite

      sightline blast gantry-town gorm --at 24.2 9.2 3 --range 8 16 --odds --hit-roll 0.5 --json

      sightline blast gantry-town gorm --best --size 5 --hit-roll 0.5

    [bold]With photos and files of your own[/bold]

      sightline blast hall.json jelena --at 24 18 3 --odds --photo photos/IMG_2041.jpg --picture cloud.png
    """
    told_by = rule_system(rules)
    told_by.check("numbers")
    if range_ is not None and not 0.0 <= range_[0] <= range_[1]:
        raise CommandError("a range is two lengths, the short one first, such as --range 8 16")
    if best:
        _check_best(at, miss=miss, odds=odds, seed=seed)
    elif target is not None:
        raise CommandError("--target goes with --best")
    elif hit_roll and not odds:
        raise CommandError("--hit-roll goes with --odds and --best; of one blast --miss says that the roll has failed")
    elif at is None:
        raise CommandError("give a place for the marker, such as --at 24 18 3, or --best")
    elif odds:
        check_no_seed(seed)
    check_photo(photo, picture)
    check_outputs(table, picture=picture, overwrite=overwrite)
    whole, warnings = load(table, max_faces=max_faces)
    on = taken(whole, photo) if photo else None
    shooter = whole.meant(shooter).id
    more = {"rules": told_by.name, "shooter": shooter, "size": size, "warnings": list(warnings)}
    if at is None:
        chance = EVEN if hit_roll is None else hit_roll
        victim = target and whole.meant(target).id
        best_of(whole, shooter, size, victim, chance, range_, told_by, more, picture=picture, photo=on, as_json=as_json)
        return
    place = at.on(whole)
    if odds:
        chance = hit_roll or 0.0
        found = blast_odds(whole, shooter, place, size=size, hit_roll=chance, reach=range_, rules=rules)
        if picture:
            _draw_cloud(whole, found.marker, found, odds_words(whole, found.marker, found), picture, on)
        if as_json:
            print_json(found.document() | {"hit_roll": chance} | more)
        else:
            tell([*odds_words(whole, found.marker, found), odds_assumption(found.marker, hit_roll), *as_measured(whole)])
        return
    chosen = DiceSeed.of(seed)
    one = blast(whole, shooter, place, size=size, rng=chosen.generator(), missed=miss, reach=range_, rules=rules)
    tell_one(one, chosen, more, picture=picture, photo=on, as_json=as_json)


def _check_best(at: At, *, miss: bool, odds: bool, seed: int | None) -> None:
    given = {"--at": at is not None, "--miss": miss, "--seed": seed is not None, "--odds": odds}
    wrong = [name for name, there in given.items() if there]
    if wrong:
        raise CommandError(f"--best looks for the place and tells its odds itself; leave out {' and '.join(wrong)}")


def best_of(
    table: Table,
    shooter: str,
    size: float,
    target: str | None,
    chance: float,
    reach: Reach,
    told_by: RuleSystem,
    more: dict[str, object],
    *,
    picture: PicturePath,
    photo: Taken | None,
    as_json: bool,
) -> None:
    """The best places, told, and the best of them drawn; exit code 1 where there is none."""
    if size not in SIZES:
        raise CommandError(f"a blast marker is {' or '.join(map(plain, SIZES))} inches across, not {plain(size)}")
    targets, why = targets_of(table, shooter, target)
    told = told_by.citations.reasons
    bursts = goes_off_in_air(told_by)
    found = (
        best_placements(table, shooter, size, targets=targets, reach=reach, hit_roll=chance, goes_off=bursts) if targets else ()
    )
    found = tuple(replace(one, marker=replace(one.marker, notes=told(one.marker.notes))) for one in found)
    if not found:
        why = why or f"{table.called(shooter)} has no place for a marker within the range that is in sight"
    if found and picture:
        best = found[0]
        _draw_cloud(table, best.marker, best.odds, odds_words(table, best.marker, best.odds), picture, photo)
    if as_json:
        print_json(best_document(found, chance, why) | more)
    else:
        tell((best_words(table, found, chance) if found else [why]) + as_measured(table))
    if not found:
        raise typer.Exit(1)


def targets_of(table: Table, shooter: str, target: str | None) -> tuple[tuple[str, ...], str]:
    """The enemies that a figure may shoot at, or the one that is asked for; else why there is none.

    Raises:
        CommandError: the one that is asked for is no enemy.
    """
    figure = table.figure(shooter)
    if target is not None and not enemies(figure, table.figure(target)):
        raise CommandError(f"{table.called(target)} is on the side of {figure.called}; give an enemy for --target")
    foes = [one for one in table.figures if enemies(figure, one) and target in {None, one.id}]
    lines = find_lines(table.terrain, [(figure, foe) for foe in foes])
    seen = tuple(foe.id for foe, line in zip(foes, lines, strict=True) if line)
    whom = "any enemy" if target is None else table.called(target)
    return seen, "" if seen else f"{figure.called} has no line of sight to {whom}"


def tell_one(
    found: BlastAnswer, seed: DiceSeed, more: dict[str, object], *, picture: PicturePath, photo: Taken | None, as_json: bool
) -> None:
    """One blast, told and drawn."""
    table, marker = found.table, found.marker
    if picture:
        from sightline.drawing.rendering.png_bytes import png_bytes

        if photo:
            from sightline.drawing.on_photo.photo_blast import blast_on_photo

            _warn_aside(table, marker, photo)
            drawn = blast_on_photo(table, photo, marker, found, words(table, found))
        else:
            drawn = found.picture()
        write_file(picture, png_bytes(drawn))
    diced = found.rolls is not None
    if as_json:
        print_json(found.document() | more | seed.document(rolled=diced))
    else:
        tell([*words(table, found), *assumption(found, seed), *seed.words(rolled=diced), *as_measured(table)])


def assumption(blast: Blast, seed: DiceSeed) -> list[str]:
    """What was taken for granted where no dice were rolled, and that a seed does nothing then."""
    if blast.rolls is not None:
        return []
    idle = [f"  nothing was rolled: --seed {seed.number} has no effect without --miss"] if seed.given else []
    return ["  the hit roll is taken as made; --miss rolls one that has failed, --odds counts them all", *idle]


def _draw_cloud(table: Table, marker: Marker, found: BlastOdds, lines: list[str], picture: Path, photo: Taken | None) -> None:
    from sightline.drawing.hazards.blast_picture import cloud_picture
    from sightline.drawing.rendering.png_bytes import png_bytes

    if photo:
        from sightline.drawing.on_photo.photo_blast import cloud_on_photo

        _warn_aside(table, marker, photo)
        drawn = cloud_on_photo(table, photo, marker, found, lines)
    else:
        drawn = cloud_picture(table, marker, found)
    write_file(picture, png_bytes(drawn))


def _warn_aside(table: Table, marker: Marker, photo: Taken) -> None:
    warn(better_photos(table, photo, [("the marker", np.array([marker.middle]))]))
