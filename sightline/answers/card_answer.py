"""What photos of a card say of a shot, as JSON and in words."""

from typing import Any

from capture.shot_cards.card_shot import CardShot
from rules.citations import Cover
from rules.sight.verdict import SightRules

CLEAR, BLOCKED = 0.99, 0.995
"""Of what is hidden: with no more than the first something is seen for sure, with no less than the second next to nothing."""
NOTHING_BETWEEN = "nothing stands in between, as the table has it"
SOME = 0.01
"""Less hidden than this is no cover."""


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
    result, target, shooter = shot.result, shot.target.called, shot.shooter.called
    share, low, high = (f"{100 * one:.0f} %" for one in (result.share, result.low, result.high))
    lines = [f"{target} is {share} hidden from {shooter}'s eye ({low} to {high})", _cover(shot, rules)]
    if shot.lamp is not None:
        lines.append(
            f'counted: what the lamp lights of {_card(shot)} in "{shot.lamp.lit.photo.name}", less the light of the room'
        )
    elif len(shot.readings) > 1:
        each = ", ".join(f"{100 * one.hidden:.0f}" for one in shot.readings)
        lines.append(f"counted: the magenta of {_card(shot)} in {len(shot.readings)} photos, which say {each} %")
    else:
        lines.append(f'counted: the magenta of {_card(shot)} in "{shot.readings[0].view.photo.name}"')
    if shot.lamp is not None and result.measured:
        lines.append(f"the lamp was {result.off_mm:.1f} mm beside the eye, as tags of its stand and of the scan tell")
    elif shot.lamp is not None:
        lines.append("no photo tells where the lamp was; the limits are for one within a millimetre of the hole")
    elif result.measured:
        lines.append(f"the lens was {result.off_mm:.1f} mm beside the eye, as tags of the scan tell")
    else:
        lines.append("nothing in the photo tells where the lens was; the limits are for one within a millimetre of the hole")
    if result.nearest_mm is None and result.known_by != "assumed":
        lines.append("nothing stands in between, as you measured" if result.known_by == "told" else NOTHING_BETWEEN)
    if result.nearest_mm is not None and result.known_by != "assumed":
        told = "as you measured" if result.known_by == "told" else "as the table has it"
        lines.append(f"the nearest thing in between is {result.nearest_mm:.0f} mm from the eye, {told}")
    return [*lines, *shot.notes]


def _card(shot: CardShot) -> str:
    tags = shot.layout.tags
    return f"the card for {shot.target.called} (tags {tags[0].id} to {tags[-1].id})"


def _cover(shot: CardShot, rules: SightRules) -> str:
    found = [rules.covers[cover] for cover in covers(shot, rules)]
    line = {
        "clear": "something of it is seen",
        "blocked": "nothing of it is seen",
        "unknown": "whether anything is seen is open",
    }
    if len(found) == 1:
        return f"{line[known(shot)]}; cover by {rules.name}: {found[0]}"
    return f"{line[known(shot)]}; cover by {rules.name} is too close to call: {' or '.join(found)}"
