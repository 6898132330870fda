"""The report of a shot: one HTML page that holds all the evidence and needs nothing else."""

import json
from base64 import b64encode
from collections.abc import Callable, Mapping, Sequence
from html import escape
from string import Template
from typing import Any

from PIL import Image

from rules.percentages import between, percent
from scene.table.scan_measurements import NOT_KNOWN
from sightline.drawing.rendering.png_bytes import png_bytes
from sightline.reports.report_style import PAGE, STYLE
from sightline.version import __version__

Facts = Mapping[str, Any]
"""The document of ``sightline los --json``."""

COVER_WORDS = {
    "open": "in the open",
    "partial": "in partial cover",
    "full": "in full cover",
    "none-seen": "out of sight",
}


def report_html(
    *,
    title: str,
    facts: Facts,
    eye_picture: Image.Image | None,
    overview_picture: Image.Image | None,
    digest: str,
    command: str,
    table_name: str = "",
    called: Callable[[str], str] = str,
) -> str:
    """The report as one HTML page.

    Args:
        title: the question in words.
        facts: the answer, as ``sightline los --json`` gives it; with ``"too_close_to_call": true`` it is shown as such.
        eye_picture: what the shooter's eye sees.
        overview_picture: the table with the witness ray and the two figures.
        digest: the table's SHA-256.
        command: the command line that repeats it.
        table_name: the table's name.
        called: what sentences call figures and pieces, by id.
    """
    told = _with_names(facts, called)
    shooter, target = told["shooter"], told["target"]
    sections = [
        _banner(told),
        _doubts(told),
        _figure(eye_picture, _eye_words(told), f"What the eye of {shooter} sees of {target}."),
        _numbers(told),
        _blockers(told),
        _reasons(told),
        _sensitivity(told),
        _figure(
            overview_picture,
            f"Overview of the table with {shooter}, {target} and the witness ray between them.",
            "The table, the two figures and the witness ray; dashed where it runs behind something.",
        ),
        _witness(told),
        _repeat(facts, digest, command),
    ]
    return Template(PAGE).substitute(
        title=escape(title), table=escape(table_name or "A table without a name"), style=STYLE, images="", scripts="",
        content="\n".join(section for section in sections if section), version=escape(__version__),
    )  # fmt: skip


def _with_names(facts: Facts, called: Callable[[str], str]) -> dict[str, Any]:
    """The facts for sentences: names in place of ids."""
    told = dict(facts) | {key: called(str(facts[key])) for key in ("shooter", "target")}
    if hidden := facts.get("hidden"):
        told["hidden"] = {**hidden, "by": [{**one, "id": called(str(one["id"]))} for one in hidden["by"]]}
    steady = facts.get("steady")
    if steady and (blame := steady.get("blame")):
        told["steady"] = {**steady, "blame": {**blame, "id": called(str(blame["id"]))}}
    return told


def headline(facts: Facts) -> str:
    """The answer in a few words."""
    if facts.get("sure") is False and not _agrees(facts):
        return "Cannot be told from this scan" if facts.get("too_close_to_call") else "Cannot be told for sure from this scan"
    if facts.get("too_close_to_call"):
        return "Too close to call"
    if _unknown(facts):
        return "Not known from this scan"
    if not facts.get("line_of_sight"):
        return "No line of sight"
    if facts.get("in_vision_arc") is False:
        return "Line of sight, but outside the vision arc"
    cover = facts.get("cover")
    return f"Line of sight, target {COVER_WORDS.get(str(cover), str(cover))}" if cover else "Line of sight"


def in_words(outcome: str) -> str:
    """What a verdict became under a shift, as ``otherwise`` has it, in words."""
    cover, comma, rest = outcome.partition(",")
    return COVER_WORDS.get(cover, cover) + comma + rest


def _banner(facts: Facts) -> str:
    sign, kind = ("✓", "yes") if facts.get("line_of_sight") else ("✗", "no")
    if _doubtful(facts):
        sign, kind = "≈", "close"
    said = f"{facts['shooter']} looks at {facts['target']}, by {facts['rules']}"
    return (
        f'<section class="banner {kind}"><span class="sign" aria-hidden="true">{sign}</span>'
        f"<div><p class='verdict'>{escape(headline(facts))}</p><p>{escape(said)}</p>{_but(facts)}</div></section>"
    )


def _but(facts: Facts) -> str:
    """What the answer would be where the figures stand, if that is in doubt, and why scenery may change it."""
    if not _doubtful(facts):
        return ""
    stands = headline({**facts, "too_close_to_call": False, "sure": None, "known": None})
    if not _unknown(facts):
        return f"<p>Exactly as the figures stand in the file: {escape(stands)}.</p>"
    return f"<p>As far as measured: {escape(stands)}.</p><p>{escape(_capital(str(facts['reservation'])))}.</p>"


def _doubtful(facts: Facts) -> bool:
    """Whether a small shift, the errors of a scan, or what it did not measure may change the answer."""
    return bool(facts.get("too_close_to_call")) or facts.get("sure") is False or _unknown(facts)


def _agrees(facts: Facts) -> bool:
    """Whether the errors of a scan change nothing."""
    return bool((facts.get("steady") or {}).get("agree"))


def _unknown(facts: Facts) -> bool:
    """Whether scenery that was not measured may change the answer."""
    return facts.get("known") == "unknown"


def _capital(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]


def _doubts(facts: Facts) -> str:
    """What looks wrong with the table."""
    items = "".join(f"<li>{escape(str(warning))}</li>" for warning in facts.get("warnings") or ())
    return f"<section><h2>Warnings</h2><ul>{items}</ul></section>" if items else ""


def _numbers(facts: Facts) -> str:
    hidden = facts.get("hidden")
    unknown = _unknown(facts)
    rows = [("Line of sight", _yes_no(facts.get("line_of_sight"), unknown=unknown))]
    if hidden:
        bound = between(hidden["low"], hidden["high"])
        what = "Hidden by what was measured" if unknown else "Hidden"
        rows.append((what, f"<strong>{escape(percent(hidden['share']))}</strong> <small>{escape(bound)}</small>"))
    else:
        rows.append(("Hidden", "there is no body to be seen"))
    if facts.get("cover"):
        rows.append(("Cover", _cover(facts)))
    for name, key in (("In the vision arc", "in_vision_arc"), ("Visible by the rules", "visible")):
        if facts.get(key) is not None:
            rows.append((name, _yes_no(facts[key], unknown=unknown and key == "visible")))
    if facts.get("distance") is not None:
        blocked = " <small>the straight way is blocked</small>" if facts.get("distance_blocked") else ""
        rows.append(("Distance", f"{float(facts['distance']):.2f} inches{blocked}"))
    cells = "".join(f"<div><dt>{name}</dt><dd>{value}</dd></div>" for name, value in rows)
    return f"<section><h2>The numbers</h2><dl class='numbers'>{cells}</dl></section>"


def _cover(facts: Facts) -> str:
    """The cover; where more may hide than was measured, the least that it is in all scenes drawn."""
    if not _unknown(facts):
        return escape(str(facts["cover"]).replace("none-seen", "none seen"))
    least = (facts.get("at_least") or {}).get("cover")
    if least in {"partial", "full"}:
        return f"at least {least}"
    return f"not known <small>{escape(str(facts['cover']))}, as far as measured</small>"


def _blockers(facts: Facts) -> str:
    hidden = facts.get("hidden")
    if not hidden:
        return ""
    if not hidden["by"]:
        what = "Nothing that was measured" if _unknown(facts) else "Nothing"
        return f"<section><h2>What hides</h2><p>{what} hides any of the body.</p></section>"
    rows = "".join(
        f"<tr><td>{escape(str(one['id']))}</td><td>{escape(str(one['kind']))}</td>"
        f"<td class='number'>{escape(percent(one['share']))}</td><td>{_bar([('hatch', one['share'])])}</td></tr>"
        for one in sorted(hidden["by"], key=lambda one: -float(one["share"]))
    )
    return (
        "<section><h2>What hides</h2><table><thead><tr><th>What</th><th>Kind</th><th class='number'>Of the body</th>"
        f"<th><span class='unseen'>As a bar</span></th></tr></thead><tbody>{rows}</tbody></table></section>"
    )


def _reasons(facts: Facts) -> str:
    because = facts.get("because") or []
    if not because:
        return ""
    items = "".join(f"<li>{escape(str(one['text']))} <cite>{escape(str(one['source']))}</cite></li>" for one in because)
    head = "Why, as far as measured" if _unknown(facts) else "Why"
    return f"<section><h2>{head}</h2><ol class='reasons'>{items}</ol></section>"


def _sensitivity(facts: Facts) -> str:
    steady = facts.get("steady")
    if not steady:
        return ""
    holds, otherwise = float(steady["verdict_holds"]), dict(steady.get("otherwise") or {})
    parts = [("plain", holds)] + [("hatch", float(share)) for share in otherwise.values()]
    within = f"both figures shifted and turned within {float(steady['tolerance_mm']):g} mm"
    said = f"With {within} the verdict holds in {percent(holds)} of the placements tried."
    if steady.get("from") == "scan":
        besides = f", and {within}," if steady["tolerance_mm"] else ""
        said = f"With all that was measured moved by errors as the scan has them{besides} the verdict holds in {percent(holds)}"
        said += f" of {steady['draws']} scenes.{_widened(steady)}"
        said += f" Scenery that was not measured is in none of them: {NOT_KNOWN}." if _unknown(facts) else ""
    turned = "".join(
        f"<li>{escape(in_words(str(name)))}: {escape(percent(float(share)))}</li>" for name, share in otherwise.items()
    )
    instead = f"<p>Otherwise it becomes</p><ul>{turned}</ul>" if turned else ""
    return f"<section><h2>Sensitivity</h2><p>{escape(said)}</p>{_bar(parts, wide=True)}{instead}</section>"


def _widened(steady: Facts) -> str:
    """How the verdict fares with larger errors, and what would help."""
    wide, blame = steady["widened"], steady.get("blame")
    if not wide["draws"]:
        return ""
    holds = percent(1.0 - sum(wide["otherwise"].values()))
    said = f" With errors {wide['times']:g} times as large it holds in {holds} of {wide['draws']}."
    return said + (f" To measure {blame['id']} better would help most." if blame else "")


def _witness(facts: Facts) -> str:
    witness = facts.get("witness")
    if not witness:
        return "<section><h2>Witness</h2><p>No ray from body to body was found that nothing crosses.</p></section>"
    rows = "".join(
        f"<tr><th scope='row'>{escape(str(name))}</th>"
        + "".join(f"<td class='number'>{float(value):.3f}</td>" for value in point)
        + "</tr>"
        for name, point in zip((facts["shooter"], facts["target"]), witness, strict=True)
    )
    meets = "meets nothing that hides. Anyone can check it with a thread."
    if _unknown(facts):
        meets = "meets none of the measured pieces. A thread on the real table shows whether something else is in its way."
    return (
        f"<section><h2>Witness</h2><p>The straight line between these two body points {meets} "
        "Inches from the table's corner; z is the height above the table.</p>"
        "<table><thead><tr><th>On the body of</th><th class='number'>x</th><th class='number'>y</th>"
        f"<th class='number'>z</th></tr></thead><tbody>{rows}</tbody></table></section>"
    )


def _repeat(facts: Facts, digest: str, command: str) -> str:
    document = escape(json.dumps(facts, indent=1, ensure_ascii=False, default=str))
    return (
        "<section><h2>Repeat it</h2>"
        f"<pre class='command'>{escape(command)}</pre>"
        "<p>In a checkout of the source, <code>python3 start.py</code> takes the place of <code>sightline</code>.</p>"
        f"<p>Table and meshes, SHA-256: <code>{escape(digest)}</code></p>"
        f"<details><summary>The whole answer as data</summary><pre>{document}</pre></details></section>"
    )


def _figure(picture: Image.Image | None, alternative: str, caption: str) -> str:
    if picture is None:
        return ""
    source = b64encode(png_bytes(picture)).decode("ascii")
    return (
        f'<figure><img src="data:image/png;base64,{source}" alt="{escape(alternative)}" '
        f'width="{picture.width}" height="{picture.height}"><figcaption>{escape(caption)}</figcaption></figure>'
    )


def _eye_words(facts: Facts) -> str:
    """The eye picture for those who cannot see it."""
    said = f"{facts['target']} through the eye of {facts['shooter']}. "
    hidden = facts.get("hidden")
    if not hidden:
        return said + "There is no body to be seen."
    said += f"{percent(hidden['share'])} of the body is hidden"
    by = ", ".join(f"{one['id']} {percent(one['share'])}" for one in hidden["by"])
    return said + (f": {by}." if by else ".")


def _bar(parts: Sequence[tuple[str, float]], *, wide: bool = False) -> str:
    """A bar of shares 0..1, plain or hatched; what the parts leave stays empty."""
    pieces, x = [], 0.0
    for kind, share in parts:
        length = max(0.0, min(share, 1.0 - x))
        pieces.append(f'<rect class="{kind}" x="{100 * x:.3f}%" y="0" width="{100 * length:.3f}%" height="100%"/>')
        x += length
    return f'<svg class="bar{" wide" if wide else ""}" role="presentation">{"".join(pieces)}</svg>'


def _yes_no(value: object, *, unknown: bool = False) -> str:
    """Yes or no; ``unknown``: what was not measured may make a no of a yes."""
    if value and unknown:
        return "not known ≈ <small>yes, as far as measured</small>"
    return "yes ✓" if value else "no ✗"
