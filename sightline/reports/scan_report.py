"""The report of a scan: one HTML page with the plan, every photo and what to do better; it needs nothing else."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from markupsafe import Markup

from capture.objects.figure_placement import PlacedFigure
from capture.photos.photo_reading import name_of
from capture.results.scan_writing import size_sigma
from capture.results.tag_residuals import PhotoResiduals, residuals
from capture.results.whole_scan import WholeScan
from scene.table.scan_measurements import NOT_KNOWN, UNKNOWN_TURN
from scene.table.table import MM_PER_INCH
from sightline.answers.scanned.scan_answer import SURE, thing_sigma
from sightline.reports.page_templates import rendered, source
from sightline.reports.scan_numbers import (
    MOST_DISTANCES,
    Distance,
    camera_words,
    distances,
    mm,
    print_words,
    px,
    tag_rows,
    usual_margin,
)
from sightline.reports.scan_photo_sheets import (
    LONGEST_ARROW,
    MOST_REJECTED,
    ResidualScale,
    longest_for,
    photo_svg,
    rejected_picture,
    scale_of,
)
from sightline.reports.scan_plan import plan
from sightline.reports.scan_plan_objects import things_on
from sightline.reports.scan_point_picker import IMAGES, address, allowed

LITTLE, MOST_FAR = 0.5, 4
"""Tags in a photo that count for less are named, so many at most."""

GOOD_MM, USABLE_MM = 1.0, 3.0
"""Usual margins of a distance up to which a scan is called good, and usable."""


def scan_report(
    found: WholeScan, *, name: str = "", photos: Sequence[Path] = (), beside: Path | None = None, folder: Path | None = None
) -> str:
    """The report as one HTML page.

    Args:
        found: the scan.
        name: the table's.
        photos: the files that were given, of which those that do not count are shown as well.
        beside: the file beside which the meshes of the pieces lie.
        folder: where the report will lie; photos there and below can be opened from it in full size.
    """
    shots, rows = residuals(found.scanned), distances(found)
    names = [each.photo.name for each in found.scanned.photo_tags]
    drawn, scale, script = (
        plan(found.scanned.survey, names, things_on(found, beside)),
        scale_of(shots),
        source("point_picker.js"),
    )
    return rendered(
        "scan_report.html.j2",
        title=f"Scan of {name}" if name else "A scan of a table",
        table="Sightline scan",
        images=IMAGES,
        scripts=allowed(script),
        script=Markup(script),  # noqa: S704 - ours
        **_banner(found, rows),
        numbers=_numbers(found, rows),
        advice=found.advice,
        notes=found.notes,
        plan=drawn.svg,
        times=f"{drawn.times:,.0f}",
        beyond=drawn.beyond,
        distances=_distances(rows),
        objects=_objects(found),
        tags=_tags(found, shots),
        arrow_times=f"{scale.times:,.0f}",
        longest=f"{LONGEST_ARROW:.0f}",
        photos=[_photo(shot, scale, longest_for(len(shots)), folder) for shot in shots],
        rejected=_rejected(found, photos),
        camera=_camera(found),
    )


def _banner(found: WholeScan, rows: Sequence[Distance]) -> dict[str, str]:
    usual = usual_margin(list(rows))
    sign, kind, word = ("✓", "yes", "A good scan")
    if usual * MM_PER_INCH > GOOD_MM:
        sign, kind, word = ("≈", "close", "A usable scan")
    if usual * MM_PER_INCH > USABLE_MM:
        sign, kind, word = ("✗", "no", "A poor scan")
    width, depth = found.scanned.survey.size.tolist()
    size = f'A table of {width:.2f}" x {depth:.2f}" ({width * MM_PER_INCH:.0f} x {depth * MM_PER_INCH:.0f} mm)'
    known = f"; {NOT_KNOWN}" if found.terrain_known == "pieces" else ""
    sure = f"distances are usually sure to ± {mm(usual)} mm" if rows else "there is only one tag, and no distance"
    return {"sign": sign, "kind": kind, "verdict": f"{word}: {sure}", "size": size + known}


def _numbers(found: WholeScan, rows: Sequence[Distance]) -> list[tuple[str, str, str]]:
    scanned = found.scanned
    across, along = (SURE * each for each in size_sigma(scanned.survey))
    count, out = len(scanned.photo_tags), len(scanned.rejected)
    width, depth = scanned.survey.size.tolist()
    cells = [
        ("Table", f'{width:.2f}" x {depth:.2f}"', f"± {mm(across)} and {mm(along)} mm"),
        ("Photos that count", f"{count} of {count + out}", f"{out} left out" if out else "all of them"),
        ("Tags", f"{len(scanned.survey.ids)}", f"{len(scanned.adjusted.problem.photo)} times in the photos"),
        ("Tags are met to", px(scanned.adjusted.rms), "root mean square over their corners"),
    ]
    if rows:
        worst = max(rows, key=lambda row: row.margin)
        most = f"at most ± {mm(worst.margin)} mm, from tag {worst.one} to tag {worst.other}"
        cells.append(("A distance, usually", f"± {mm(usual_margin(list(rows)))} mm", most))
    return cells


@dataclass(frozen=True)
class _Grid:
    """A table of texts; the first ``words`` columns are words, the others numbers."""

    heads: tuple[str, ...]
    rows: list[tuple[str, ...]]
    after: str = ""
    words: int = 2


def _distances(rows: Sequence[Distance]) -> _Grid | None:
    told: list[tuple[str, ...]] = [
        (
            f"{row.one} to {row.other}", f'{row.inches:.3f}"', f'{row.inches - row.margin:.3f}"',
            f'{row.inches + row.margin:.3f}"', f"{row.inches * MM_PER_INCH:.1f} mm", f"± {mm(row.margin)} mm",
            f"{row.together}",
        )
        for row in rows[:MOST_DISTANCES]
    ]  # fmt: skip
    rest = len(rows) - len(told)
    heads = ("Tags", "Distance", "At least", "At most", "In mm", "Limits", "Photos with both")
    after = f"From corner to corner first, then the largest; {rest} more are in the output of --json." if rest > 0 else ""
    return _Grid(heads, told, after, words=1) if rows else None


def _objects(found: WholeScan) -> _Grid | None:
    objects = [(each.thing, _seen_by(each.tags, each.left_out)) for each in found.pieces]
    objects += [(each.thing, f"its look, {each.points} points") for each in found.by_look]
    objects += [(each.thing, _base_words(each)) for each in found.figures]
    objects += [(point, "a point") for point in found.points]
    rows: list[tuple[str, ...]] = []
    for placed, by in objects:
        sigma = SURE * thing_sigma(found, placed)
        turned = f"± {np.degrees(sigma[5]):.2f}°" if len(sigma) >= 6 and np.degrees(sigma[5]) < UNKNOWN_TURN else ""
        places = [f'{value:.2f}"' for value in _plain(placed.pose.position)]
        rows.append((placed.id, by, *places, f"± {mm(float(sigma[:3].max()))} mm", turned))
    return _Grid(("What", "Found by", "x", "y", "z", "Limits", "Turn"), rows) if rows else None


def _seen_by(tags: Sequence[int], left_out: Sequence[int]) -> str:
    without = f", without {', '.join(map(str, left_out))}" if left_out else ""
    return f"tag{'s' if len(tags) > 1 else ''} {', '.join(map(str, tags))}{without}"


def _base_words(figure: PlacedFigure) -> str:
    by = "its rim" if figure.tag is None else f"tag {figure.tag}"
    return f"{by}, base of {figure.entry.base_mm:g} mm" if figure.entry.base_mm else by


def _tags(found: WholeScan, shots: tuple[PhotoResiduals, ...]) -> _Grid:
    loose = set(found.loose_tags)
    rows: list[tuple[str, ...]] = [
        (
            str(row.id), "on no piece" if row.id in loose else row.what,
            *(f'{value:.2f}"' for value in _plain(row.place)), f"± {mm(float(row.margins.max()))} mm",
            f"{row.photos}" + (f" ({row.left_out} left out)" if row.left_out else ""),
            px(row.rms),
        )
        for row in tag_rows(found.scanned.survey, shots)
    ]  # fmt: skip
    return _Grid(("Tag", "What", "x", "y", "z", "Limits", "Photos", "Rms"), rows)


def _plain(place: Iterable[float]) -> list[float]:
    """Without a minus before what is shown as zero."""
    return [round(value, 2) + 0.0 for value in place]


def _photo(shot: PhotoResiduals, scale: ResidualScale, longest: int, folder: Path | None) -> dict[str, object]:
    x, y, z = shot.pose.position
    down = np.degrees(np.arcsin(np.clip(-shot.pose.matrix[2, 2], -1.0, 1.0)))
    said_of = [f"{len(shot.counted)} tags"]
    if shot.worst is not None:
        said_of += [f"{px(shot.rms)} rms", f"most {px(shot.worst.miss)} (tag {shot.worst.id})"]
    said_of += [f"blur {shot.photo_tags.blur:.1f} px", f"taken from {x:.1f}, {y:.1f}, {z:.1f} inches, looking {down:.0f}° down"]
    lines = [f"✗ tag {tag.id} is left out: {tag.why}" for tag in shot.left_out]
    far = sorted((tag for tag in shot.counted if tag.weight < LITTLE), key=lambda tag: -tag.miss)
    lines += [f"tag {tag.id} is {px(tag.miss)} off and counts for {100 * tag.weight:.0f} %" for tag in far[:MOST_FAR]]
    photo = shot.photo_tags.photo
    return {
        "name": photo.name,
        "size": "{} {}".format(*photo.size),
        "file": address(photo.path, folder),
        "svg": photo_svg(shot, scale, longest=longest),
        "told": "; ".join(said_of),
        "lines": lines,
    }


def _rejected(found: WholeScan, photos: Sequence[Path]) -> list[tuple[str, str, str | None]]:
    """Their names, why they do not count, and small pictures of them."""
    used = {each.photo.path for each in found.scanned.photo_tags}
    paths: dict[str, list[Path]] = {}
    for path in photos:
        if path not in used:
            paths.setdefault(name_of(path), []).append(path)
    shown = []
    for i, (name, why) in enumerate(found.scanned.rejected):
        # Of two files of one name nobody knows which is meant, so none is shown.
        known = paths.get(name, [])
        shown.append((name, why, rejected_picture(known[0]) if len(known) == 1 and i < MOST_REJECTED else None))
    return shown


def _camera(found: WholeScan) -> list[tuple[str, str]]:
    rows = [*camera_words(found.scanned.survey), ("Print of the tags", print_words(found))]
    if found.scanned.widening > 1.0:
        times = f"{found.scanned.widening:.2f} times: so much more the tags move when single photos are left out"
        rows.append(("Limits were widened", times))
    return rows
