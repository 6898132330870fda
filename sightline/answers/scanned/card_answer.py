"""What photos of a card say of a shot, as JSON and in words."""

from typing import Any, Literal

from capture.shot_cards.card_shot import CardShot
from rules.citations import Cover
from rules.sight.verdict import SightRules
from scene.table.table import MM_PER_INCH, Figure

CLEAR, BLOCKED = 0.99, 0.995
"""Of what is hidden: with no more than the first something is seen for sure, with no less than the second next to nothing."""
NOTHING_BETWEEN = "nothing stands in between, as the table has it"
SOME = 0.01
"""Less hidden than this is no cover."""
SEEN_WORDS = {
    "clear": "something of it is seen",
    "blocked": "nothing of it is seen",
    "unknown": "whether anything is seen is open",
}

LENS_MM = 15.0
"""Lower than this hardly any phone's lens gets."""
SAID_HERE = {
    "give --nearest-mm": "type it under 2",
    "--nearest-mm": "the distance under 2",
    " (--lamp)": "",
    "--lamp takes": "a lamp takes",
    "--lamp": "a lamp",
    "that takes --camera": "a calibrated lens does that, with the command card-photo",
}
"""What options of the command are called in the window and on the page of phones."""


def said_here(line: str) -> str:
    """A line of the command in the words of the window and of the page of phones."""
    for option, words in SAID_HERE.items():
        line = line.replace(option, words)
    return line


def low_eye(shooter: Figure) -> str:
    """What to do where an eye is so low that hardly any phone's lens gets there; empty where one does."""
    up = (float(shooter.eye[2]) - shooter.position[2]) * MM_PER_INCH
    return f"The eye is {up:.0f} mm up; where no lens gets there, use a lamp" if up < LENS_MM else ""


def known(shot: CardShot) -> str:
    """Whether a line from the eye to the body is clear or blocked, or not known."""
    result = shot.result
    if result.known_by == "assumed":
        # What stands right before the eye can hide all, and a lens beside it see past it.
        return "unknown"
    return "clear" if result.high <= CLEAR else "blocked" if result.low >= BLOCKED else "unknown"


def covers(shot: CardShot, rules: SightRules) -> tuple[Cover, ...]:
    """The degrees of cover that the limits leave, the least first."""
    low, high, full = shot.result.low, shot.result.high, rules.full_cover
    found: list[Cover] = []
    if low <= SOME:
        found.append("open")
    if high > SOME and low < full:
        found.append("partial")
    if high >= full:
        found.append("full")
    return tuple(found)


def document(shot: CardShot, rules: SightRules) -> dict[str, Any]:
    """The answer as JSON has it."""
    result = shot.result
    views = [(one.view, one.hidden, one.off_mm) for one in shot.readings]
    lamps = [] if shot.lamp is None else [(shot.lamp.lit, shot.lamp.hidden(), None), (shot.lamp.dark, None, None)]
    return {
        "shooter": shot.shooter.id,
        "target": shot.target.id,
        "by": "lens" if shot.lamp is None else "lamp",
        "hidden": {"share": round(result.share, 4), "low": round(result.low, 4), "high": round(result.high, 4)},
        "cover": list(covers(shot, rules)),
        "rules": rules.name,
        "known": known(shot),
        "lens_off_mm": round(result.off_mm, 2),
        "lens_off": {"right": round(result.right_mm, 2), "up": round(result.up_mm, 2), "measured": result.measured},
        "nearest_mm": None if result.nearest_mm is None else round(result.nearest_mm, 1),
        "nearest_known_by": result.known_by,
        "photos": [
            {
                "file": view.photo.name,
                "tags": [tag.id for tag in view.tags],
                "hidden": None if hidden is None else round(hidden, 4),
                "lens_off_mm": None if off is None else round(off, 2),
            }
            for view, hidden, off in (*views, *lamps)
        ],
        "notes": list(shot.notes),
    }


def words(shot: CardShot, rules: SightRules) -> list[str]:
    """The answer for a person, a line each."""
    lines = [f"{shot.target.called} is {share_words(shot)}", cover_words(shot, rules), counted_words(shot), place_words(shot)]
    return [*lines, *nearest_words(shot), *shot.notes]


def standing(shot: CardShot, rules: SightRules) -> Literal["clear", "blocked", "open"]:
    """Whether it is settled that something is seen and how it is covered, or that nothing is; or neither."""
    told = known(shot)
    if told == "unknown" or len(covers(shot, rules)) > 1:
        return "open"
    return "clear" if told == "clear" else "blocked"


def headline(shot: CardShot, rules: SightRules) -> str:
    """The answer in a few words, with its limits."""
    found = covers(shot, rules)
    cover = rules.covers[found[0]] if len(found) == 1 else "too close to call"
    said = cover if known(shot) == "clear" else _seen_words(shot)
    return f"{percentage(shot.result.share)} hidden, {limit_words(shot)}: {said}"


def _seen_words(shot: CardShot) -> str:
    """Whether anything is seen; where that is open only as a distance is assumed, what would tell it."""
    words = SEEN_WORDS[known(shot)]
    return (
        f"{words} until the distance to the nearest thing in between is measured"
        if shot.result.known_by == "assumed"
        else words
    )


def share_words(shot: CardShot) -> str:
    """How much is hidden, from whose eye, and with which limits."""
    return f"{percentage(shot.result.share)} hidden from {shot.shooter.called}'s eye ({limit_words(shot)})"


def limit_words(shot: CardShot) -> str:
    """The limits of what is hidden."""
    return f"{percentage(shot.result.low)} to {percentage(shot.result.high)}"


def percentage(share: float) -> str:
    """A share that was counted in a photo, 0 to 1."""
    return f"{100.0 * share:.0f} %"


def cover_words(shot: CardShot, rules: SightRules) -> str:
    """Whether anything is seen, and the cover that the rules give."""
    found = [rules.covers[cover] for cover in covers(shot, rules)]
    by = f"{_seen_words(shot)}; cover by {rules.name}"
    return f"{by}: {found[0]}" if len(found) == 1 else f"{by} is too close to call: {' or '.join(found)}"


def counted_words(shot: CardShot) -> str:
    """What was counted, in which photos."""
    tags = shot.layout.tags
    card = f"the card for {shot.target.called} (tags {tags[0].id} to {tags[-1].id})"
    if shot.lamp is not None:
        return f'counted: what the lamp lights of {card} in "{shot.lamp.lit.photo.name}", less the light of the room'
    if len(shot.readings) > 1:
        each = ", ".join(f"{100 * one.hidden:.0f}" for one in shot.readings)
        return f"counted: the magenta of {card} in {len(shot.readings)} photos, which say {each} %"
    return f'counted: the magenta of {card} in "{shot.readings[0].view.photo.name}"'


def place_words(shot: CardShot) -> str:
    """How far the lens or the lamp was from the eye, and what tells that."""
    off, told = f"{shot.result.off_mm:.1f} mm beside the eye", shot.result.measured
    if shot.lamp is not None and told:
        return f"the lamp was {off}, as tags of its stand and of the scan tell"
    if shot.lamp is not None:
        return "no photo tells where the lamp was; the limits are for one within a millimetre of the hole"
    if told:
        return f"the lens was {off}, as tags of the scan tell"
    return "nothing in the photo tells where the lens was; the limits are for one within a millimetre of the hole"


def nearest_words(shot: CardShot) -> list[str]:
    """How far the nearest of what is between is, and how that is known; where it is assumed, the notes say so."""
    result = shot.result
    if result.known_by == "assumed":
        return []
    if result.nearest_mm is None:
        return ["nothing stands in between, as you measured" if result.known_by == "told" else NOTHING_BETWEEN]
    told = "as you measured" if result.known_by == "told" else "as the table has it"
    return [f"the nearest thing in between is {result.nearest_mm:.0f} mm from the eye, {told}"]
