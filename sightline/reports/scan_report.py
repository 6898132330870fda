"""The report of a scan: one HTML page with the plan, every photo and what to do better; it needs nothing else."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from string import Template

import numpy as np

from capture.objects.figure_placement import PlacedFigure
from capture.photos.photo_reading import name_of
from capture.results.scan_writing import size_sigma
from capture.results.tag_residuals import PhotoResiduals, residuals
from capture.results.whole_scan import WholeScan
from scene.table.scan_measurements import NOT_KNOWN, UNKNOWN_TURN
from scene.table.table import MM_PER_INCH
from sightline.answers.scan_answer import SURE, thing_sigma
from sightline.reports.html_markup import said
from sightline.reports.report_style import PAGE, STYLE
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
from sightline.reports.scan_point_picker import IMAGES, SCRIPT, SCRIPTS, SECTION, pickable
from sightline.reports.scan_point_picker import STYLE as PICK_STYLE
from sightline.reports.scan_report_style import SCAN_STYLE
from sightline.version import __version__

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
    sections = [
        _banner(found, rows),
        _numbers(found, rows),
        _list("What to do for a better scan", found.advice, otherwise="Nothing is lacking.", kind="todo"),
        _list("Notes", found.notes),
        _plan(found, beside),
        _distances(rows),
        _objects(found),
        _tags(found, shots),
        _photos(shots, folder),
        _rejected(found, photos),
        _camera(found),
    ]
    return Template(PAGE).substitute(
        title=said(f"Scan of {name}" if name else "A scan of a table"), table="Sightline scan",
        style=STYLE + SCAN_STYLE + PICK_STYLE, images=IMAGES, scripts=SCRIPTS,
        content="\n".join(section for section in sections if section), version=said(__version__),
    )  # fmt: skip


def _banner(found: WholeScan, rows: Sequence[Distance]) -> str:
    usual = usual_margin(list(rows))
    sign, kind, word = ("✓", "yes", "A good scan")
    if usual * MM_PER_INCH > GOOD_MM:
        sign, kind, word = ("≈", "close", "A usable scan")
    if usual * MM_PER_INCH > USABLE_MM:
        sign, kind, word = ("✗", "no", "A poor scan")
    width, depth = found.scanned.survey.size.tolist()
    size = f'{width:.2f}" x {depth:.2f}" ({width * MM_PER_INCH:.0f} x {depth * MM_PER_INCH:.0f} mm)'
    known = f"; {NOT_KNOWN}" if found.terrain_known == "pieces" else ""
    sure = f"distances are usually sure to ± {mm(usual)} mm" if rows else "there is only one tag, and no distance"
    return (
        f'<section class="banner {kind}"><span class="sign" aria-hidden="true">{sign}</span>'
        f'<div><p class="verdict">{word}: {sure}</p><p>A table of {said(size)}{known}</p></div></section>'
    )


def _numbers(found: WholeScan, rows: Sequence[Distance]) -> str:
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
    told = "".join(
        f"<div><dt>{said(what)}</dt><dd>{said(value)}<small>{said(more)}</small></dd></div>" for what, value, more in cells
    )
    return (
        f'<section><h2>The numbers</h2><dl class="numbers">{told}</dl>'
        "<p>What follows ± holds on either side in 95 of 100 cases.</p></section>"
    )


def _list(title: str, lines: Iterable[str], *, otherwise: str = "", kind: str = "notes") -> str:
    items = "".join(f"<li>{said(line)}</li>" for line in lines)
    if not items:
        return f"<section><h2>{title}</h2><p>{otherwise}</p></section>" if otherwise else ""
    return f'<section><h2>{title}</h2><ul class="{kind}">{items}</ul></section>'


def _plan(found: WholeScan, beside: Path | None) -> str:
    names = [each.photo.name for each in found.scanned.photo_tags]
    drawn = plan(found.scanned.survey, names, things_on(found, beside))
    beyond = " Dashed wedges: taken from farther away than drawn." if drawn.beyond else ""
    return (
        f"<section><h2>Plan</h2><figure>{drawn.svg}<figcaption>The table from above; the grid is 6 inches wide, and numbers are"
        " inches from the corner at the lower left, where x and y are 0. Squares are tags with their numbers."
        f" <strong>Ellipses are drawn {drawn.times:,.0f} times as large as they are</strong>: the middle of a thing lies"
        " inside its true ellipse in 95 of 100 cases. They grow away from the corner, where the table is held; neighbours"
        " are surer to one another than that. Wedges are photos, with their numbers and names, and open to where the camera"
        f" looked.{beyond}</figcaption></figure>"
        "<p>North, east, south and west are not those of a compass: on the plan, <strong>north</strong> is up, the far end of"
        " the y side; <strong>south</strong> is the x side with the corner at 0; <strong>east</strong> is the end of the x"
        " side; <strong>west</strong> is the y side with the corner at 0. The card with tag 0 lies in the south-west corner,"
        " 1 in the south-east, 2 in the north-east and 3 in the north-west.</p></section>"
    )


def _table(title: str, heads: Sequence[str], rows: Iterable[Sequence[str]], *, after: str = "", words: int = 1) -> str:
    """A table of texts; the first ``words`` columns are words, the others numbers."""
    kinds = ["" if i < words else ' class="number"' for i in range(len(heads))]
    head = "".join(f"<th{kind}>{said(text)}</th>" for kind, text in zip(kinds, heads, strict=True))
    body = "".join(
        "<tr>" + "".join(f"<td{kind}>{said(text)}</td>" for kind, text in zip(kinds, row, strict=True)) + "</tr>"
        for row in rows
    )
    more = f"<p>{said(after)}</p>" if after else ""
    return (
        f'<section><h2>{title}</h2><div class="wide"><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'
        f"{more}</section>"
    )


def _distances(rows: Sequence[Distance]) -> str:
    if not rows:
        return ""
    told = [
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
    return _table("Distances between tags on the ground", heads, told, after=after)


def _objects(found: WholeScan) -> str:
    objects = [(each.thing, _seen_by(each.tags, each.left_out)) for each in found.pieces]
    objects += [(each.thing, _base_words(each)) for each in found.figures]
    objects += [(point, "a point") for point in found.points]
    rows = []
    for placed, by in objects:
        sigma = SURE * thing_sigma(found, placed)
        turned = f"± {np.degrees(sigma[5]):.2f}°" if len(sigma) == 6 and np.degrees(sigma[5]) < UNKNOWN_TURN else ""
        places = [f'{value:.2f}"' for value in _plain(placed.pose.position)]
        rows.append((placed.id, by, *places, f"± {mm(float(sigma[:3].max()))} mm", turned))
    return _table("On the table", ("What", "Found by", "x", "y", "z", "Limits", "Turn"), rows, words=2) if rows else ""


def _seen_by(tags: Sequence[int], left_out: Sequence[int]) -> str:
    without = f", without {', '.join(map(str, left_out))}" if left_out else ""
    return f"tag{'s' if len(tags) > 1 else ''} {', '.join(map(str, tags))}{without}"


def _base_words(figure: PlacedFigure) -> str:
    by = "its rim" if figure.tag is None else f"tag {figure.tag}"
    return f"{by}, base of {figure.entry.base_mm:g} mm" if figure.entry.base_mm else by


def _tags(found: WholeScan, shots: tuple[PhotoResiduals, ...]) -> str:
    loose = set(found.loose_tags)
    rows = [
        (
            str(row.id), "on no piece" if row.id in loose else row.what,
            *(f'{value:.2f}"' for value in _plain(row.place)), f"± {mm(float(row.margins.max()))} mm",
            f"{row.photos}" + (f" ({row.left_out} left out)" if row.left_out else ""),
            px(row.rms),
        )
        for row in tag_rows(found.scanned.survey, shots)
    ]  # fmt: skip
    return _table("Tags", ("Tag", "What", "x", "y", "z", "Limits", "Photos", "Rms"), rows, words=2)


def _plain(place: Iterable[float]) -> list[float]:
    """Without a minus before what is shown as zero."""
    return [round(value, 2) + 0.0 for value in place]


_KEY = (
    ("usual", "as far off as usual", '<path class="seen" d="M4 4H32V16H4Z"/>'),
    ("off", "more than twice as far", '<path class="seen" d="M4 4H32V16H4Z"/>'),
    ("far", "more than four times as far", '<path class="seen" d="M4 4H32V16H4Z"/>'),
    ("out", "left out", '<path class="seen" d="M4 4H32V16H4Z"/><path class="cross" d="M4 4L32 16M32 4L4 16"/>'),
)


def _photos(shots: tuple[PhotoResiduals, ...], folder: Path | None) -> str:
    scale = scale_of(shots)
    key = "".join(
        f'<li><svg class="photo" viewBox="0 0 36 20" aria-hidden="true"><g class="{kind}">{drawn}</g></svg>{words}</li>'
        for kind, words, drawn in _KEY
    )
    photos = "".join(_photo(i, shot, scale, longest_for(len(shots)), folder) for i, shot in enumerate(shots))
    return (
        f"{SECTION}<section><h2>Photos</h2>"
        "<p>Tags are outlined where they were seen, and dashed in white where the scan has them."
        " The lines at their corners point from the one to the other,"
        f" <strong>{scale.times:,.0f} times as long</strong> as in the picture, but no longer than {LONGEST_ARROW:.0f} of its"
        " pixels; for tags that are left out they are in true length.</p>"
        f'<ul class="key">{key}</ul></section>'
        f'<section class="photos">{photos}</section><script>{SCRIPT}</script>'
    )


def _photo(index: int, shot: PhotoResiduals, scale: ResidualScale, longest: int, folder: Path | None) -> str:
    x, y, z = shot.pose.position
    down = np.degrees(np.arcsin(np.clip(-shot.pose.matrix[2, 2], -1.0, 1.0)))
    said_of = [f"{len(shot.counted)} tags"]
    if shot.worst is not None:
        said_of += [f"{px(shot.rms)} rms", f"most {px(shot.worst.miss)} (tag {shot.worst.id})"]
    said_of += [f"blur {shot.photo_tags.blur:.1f} px", f"taken from {x:.1f}, {y:.1f}, {z:.1f} inches, looking {down:.0f}° down"]
    lines = [f"✗ tag {tag.id} is left out: {tag.why}" for tag in shot.left_out]
    far = sorted((tag for tag in shot.counted if tag.weight < LITTLE), key=lambda tag: -tag.miss)
    lines += [f"tag {tag.id} is {px(tag.miss)} off and counts for {100 * tag.weight:.0f} %" for tag in far[:MOST_FAR]]
    out = "".join(f"<li>{said(line)}</li>" for line in lines)
    name, listed = said(shot.photo_tags.photo.name), f"<ul>{out}</ul>" if out else ""
    told = f"<strong>{index + 1} {name}</strong><br>{said('; '.join(said_of))}{listed}"
    svg = photo_svg(shot, scale, longest=longest)
    return f"<figure{pickable(shot, folder)}>{svg}<figcaption>{told}</figcaption></figure>"


def _rejected(found: WholeScan, photos: Sequence[Path]) -> str:
    if not found.scanned.rejected:
        return ""
    used = {each.photo.path for each in found.scanned.photo_tags}
    paths: dict[str, list[Path]] = {}
    for path in photos:
        if path not in used:
            paths.setdefault(name_of(path), []).append(path)
    figures = []
    for i, (name, why) in enumerate(found.scanned.rejected):
        # Of two files of one name nobody knows which is meant, so none is shown.
        known = paths.get(name, [])
        source = rejected_picture(known[0]) if len(known) == 1 and i < MOST_REJECTED else None
        picture = f'<img src="{source}" alt="{said(name)}">' if source else ""
        figures.append(f"<figure>{picture}<figcaption><strong>✗ {said(name)}</strong><br>it {said(why)}</figcaption></figure>")
    return f'<section><h2>Photos that do not count</h2></section><section class="photos rejected">{"".join(figures)}</section>'


def _camera(found: WholeScan) -> str:
    rows = [*camera_words(found.scanned.survey), ("Print of the tags", print_words(found))]
    if found.scanned.widening > 1.0:
        times = f"{found.scanned.widening:.2f} times: so much more the tags move when single photos are left out"
        rows.append(("Limits were widened", times))
    body = "".join(f'<tr><th scope="row">{said(what)}</th><td>{said(words)}</td></tr>' for what, words in rows)
    return f"<section><h2>The camera</h2><table><tbody>{body}</tbody></table></section>"
