"""The report of a shot: one HTML page that holds all the evidence and needs nothing else."""

import json
from base64 import b64encode
from collections.abc import Callable, Mapping
from typing import Any

from PIL import Image

from rules.percentages import between, percent
from scene.table.scan_measurements import NOT_KNOWN
from sightline.drawing.rendering.png_bytes import png_bytes
from sightline.reports.page_templates import rendered

Facts = Mapping[str, Any]
"""The document of ``sightline los --json``."""

COVER_WORDS = {
    "open": "in the open",
    "partial": "in partial cover",
    "full": "in full cover",
    "none-seen": "out of sight",
}
HIDDEN_NAMES = ("Hidden", "Hidden by what was measured")


def report_html(
    *,
    title: str,
    facts: Facts,
    eye_picture: Image.Image | None,
    overview_picture: Image.Image | None,
    side_picture: Image.Image | None = None,
    photos_picture: Image.Image | None = None,
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
        side_picture: the line of sight from the side.
        photos_picture: the plan of the table as the photos of its scan show it.
        digest: the table's SHA-256.
        command: the command line that repeats it.
        table_name: the table's name.
        called: what sentences call figures and pieces, by id.
    """
    told = _with_names(facts, called)
    steady, witness = told.get("steady"), told.get("witness")
    sign, kind = ("≈", "close") if _doubtful(told) else ("✓", "yes") if told.get("line_of_sight") else ("✗", "no")
    otherwise = list((steady or {}).get("otherwise", {}).items()) if steady else []
    return rendered(
        "shot_report.html.j2",
        title=title,
        table=table_name or "A table without a name",
        images="",
        scripts="",
        shooter=told["shooter"],
        target=told["target"],
        rules=told["rules"],
        sign=sign,
        kind=kind,
        verdict=headline(told),
        but=_but(told),
        warnings=list(told.get("warnings") or ()),
        unknown=_unknown(told),
        hidden=told.get("hidden"),
        numbers=_numbers(told),
        strong=HIDDEN_NAMES,
        because=told.get("because"),
        steady=steady,
        steady_words=_sensitivity(told, steady) if steady else "",
        steady_parts=[("plain", steady["verdict_holds"]), *(("hatch", share) for _, share in otherwise)] if steady else [],
        otherwise=[(_outcome_words(told, str(outcome)), float(share)) for outcome, share in otherwise],
        proof=_proof(told),
        witness=list(zip((told["shooter"], told["target"]), witness, strict=True)) if witness else [],
        eye=_drawn(eye_picture),
        eye_words=_eye_words(told),
        above=_drawn(overview_picture),
        side=_drawn(side_picture),
        side_words=f"The line of sight from {told['shooter']} to {told['target']} from the side, with heights in inches.",
        from_photos=_drawn(photos_picture),
        photos_words="The plan of the table as the photos of its scan show it, with the heights of its decks.",
        command=command,
        digest=digest,
        document=json.dumps(facts, indent=1, ensure_ascii=False, default=str),
    )


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
    return f"Line of sight, target {_covers(facts).get(str(cover), str(cover))}" if cover else "Line of sight"


def _covers(facts: Facts) -> Mapping[str, str]:
    """What the degrees of cover are called, also by rules that call them otherwise."""
    return COVER_WORDS | dict(facts.get("covers") or {})


def _outcome_words(facts: Facts, outcome: str) -> str:
    """What a verdict became under a shift, as ``otherwise`` has it, in words."""
    cover, comma, rest = outcome.partition(",")
    return _covers(facts).get(cover, cover) + comma + rest


def _but(facts: Facts) -> list[str]:
    """What the answer would be where the figures stand, if that is in doubt, and why scenery may change it."""
    if not _doubtful(facts):
        return []
    stands = headline({**facts, "too_close_to_call": False, "sure": None, "known": None})
    if not _unknown(facts):
        settled = [f"{_capital(facts['in_doubt']['text'])}."] if facts.get("in_doubt") else []
        return [f"Exactly as the figures stand in the file: {stands}.", *settled]
    looked = [f"{_capital(line)}." for line in (facts.get("seen_through") or {}).get("words", ())]
    return [f"As far as measured: {stands}.", f"{_capital(str(facts['reservation']))}.", *looked]


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


def _proof(facts: Facts) -> str:
    """How sure it is that nobody is seen, in words; empty where somebody is."""
    certainty = facts.get("certainty")
    if facts.get("line_of_sight") or not certainty:
        return ""
    if certainty["kind"] != "proven":
        left = percent(float(certainty["open"]))
        return f"No line from body to body was found. Of all lines between them {left} were only searched; there is no proof."
    thread = certainty["thinner_than_mm"]
    how = f", not even for a thread of {thread:g} mm: the surfaces coloured above stop all of them" if thread else ""
    return f"Proven: no line passes from body to body{how}."


def _numbers(facts: Facts) -> list[tuple[str, str, str]]:
    """What is told of each number: its name, its value, and what is said smaller."""
    hidden, unknown = facts.get("hidden"), _unknown(facts)
    rows = [("Line of sight", *_yes_no(facts.get("line_of_sight"), unknown=unknown))]
    if hidden:
        most = f"{between(hidden['low'], hidden['high'])}{' with what was not measured' if unknown else ''}"
        rows.append((HIDDEN_NAMES[unknown], percent(hidden["share"]), most))
    else:
        rows.append(("Hidden", "there is no body to be seen", ""))
    if facts.get("cover"):
        rows.append(("Cover", *_cover(facts)))
    for name, key in (("In the vision arc", "in_vision_arc"), ("Visible by the rules", "visible")):
        if facts.get(key) is not None:
            rows.append((name, *_yes_no(facts[key], unknown=unknown and key == "visible")))
    if facts.get("distance") is not None:
        blocked = "the straight way is blocked" if facts.get("distance_blocked") else ""
        rows.append(("Distance", f"{float(facts['distance']):.2f} inches", blocked))
    return rows


def _cover(facts: Facts) -> tuple[str, str]:
    """The cover; where more may hide than was measured, the least that it is in all scenes drawn."""
    if not _unknown(facts):
        return _called(facts, str(facts["cover"])).replace("none-seen", "none seen"), ""
    least = (facts.get("at_least") or {}).get("cover")
    if least in {"partial", "full"}:
        return f"at least {_called(facts, least)}", ""
    return "not known", f"{_called(facts, str(facts['cover']))}, as far as measured"


def _called(facts: Facts, cover: str) -> str:
    """A degree of cover in the words of rules that have words of their own."""
    return str((facts.get("covers") or {}).get(cover, cover))


def _sensitivity(facts: Facts, steady: Facts) -> str:
    """How sure the verdict is, in words."""
    holds = percent(float(steady["verdict_holds"]))
    within = f"both figures shifted and turned within {float(steady['tolerance_mm']):g} mm"
    if steady.get("from") != "scan":
        return f"With {within} the verdict holds in {holds} of the placements tried."
    besides = f", and {within}," if steady["tolerance_mm"] else ""
    said = f"With all that was measured moved by errors as the scan has them{besides} the verdict holds in {holds}"
    said += f" of {steady['draws']} scenes.{_widened(steady)}"
    return said + (f" Scenery that was not measured is in none of them: {NOT_KNOWN}." if _unknown(facts) else "")


def _widened(steady: Facts) -> str:
    """How the verdict fares with larger errors, and what would help."""
    wide, blame = steady["widened"], steady.get("blame")
    if not wide["draws"]:
        return ""
    holds = percent(1.0 - sum(wide["otherwise"].values()))
    said = f" With errors {wide['times']:g} times as large it holds in {holds} of {wide['draws']}."
    return said + (f" To measure {blame['id']} better would help most." if blame else "")


def _drawn(picture: Image.Image | None) -> dict[str, object] | None:
    if picture is None:
        return None
    return {
        "source": b64encode(png_bytes(picture)).decode("ascii"), "width": picture.width, "height": picture.height
    }  # fmt: skip


def _eye_words(facts: Facts) -> str:
    """The eye picture for those who cannot see it."""
    said = f"{facts['target']} through the eye of {facts['shooter']}. "
    hidden = facts.get("hidden")
    if not hidden:
        return said + "There is no body to be seen."
    said += f"{percent(hidden['share'])} of the body is hidden"
    by = ", ".join(f"{one['id']} {percent(one['share'])}" for one in hidden["by"])
    return said + (f": {by}." if by else ".")


def _yes_no(value: object, *, unknown: bool = False) -> tuple[str, str]:
    """Yes or no; ``unknown``: what was not measured may make a no of a yes."""
    if value and unknown:
        return "not known ≈", "yes, as far as measured"
    return ("yes ✓" if value else "no ✗"), ""
