"""A settled question as JSON and in words."""

from typing import Any

from rules.reasons import allowance_words
from rules.shares import between, percent
from rules.steadiness import Steadiness
from rules.verdict import Verdict
from scene.sight import Hidden
from scene.vantage import Vantage
from sightline.naming import called

COVERS = {"open": "in the open", "partial": "partial cover", "full": "full cover", "none-seen": "not seen"}
"""Covers as players say them."""

TOO_CLOSE = "TOO CLOSE TO CALL: "
"""How the answer begins where a small shift changes it."""


def document(verdict: Verdict, steady: Steadiness | None, vantage: Vantage | None = None) -> dict[str, Any]:
    """The answer as the command prints it with ``--json``."""
    ruling = verdict.ruling
    answer: dict[str, Any] = {
        "shooter": verdict.question.shooter.id,
        "target": verdict.question.target.id,
        "rules": verdict.system,
        "flat": verdict.flat,
        "line_of_sight": verdict.line_of_sight,
        "witness": [list(ruling.witness.start), list(ruling.witness.end)] if ruling.witness else None,
        "hidden": _hidden(ruling.geometry, "eye") if ruling.geometry else None,
        "cover": ruling.cover,
        "in_vision_arc": verdict.in_arc,
        "visible": verdict.visible,
        "distance": round(verdict.distance, 4),
        "distance_blocked": bool(verdict.in_the_way),
        "distance_blocked_by": list(verdict.in_the_way),
        "steady": _steady(steady),
        "too_close_to_call": ruling.undecided or bool(steady and steady.too_close_to_call),
        "because": [{"text": reason.text, "source": reason.source} for reason in verdict.because],
    }
    if vantage:
        answer["hidden_from_best"] = _hidden(vantage.hidden, "body") | {"point": list(vantage.point)}
    return answer


def _hidden(hidden: Hidden, looked_from: str) -> dict[str, Any]:
    return {
        "share": hidden.share,
        "low": hidden.low,
        "high": hidden.high,
        "from": looked_from,
        "by": [{"id": blocker.id, "kind": blocker.kind, "share": blocker.share} for blocker in hidden.by],
        "rays": hidden.rays,
    }


def _steady(steady: Steadiness | None) -> dict[str, Any] | None:
    if steady is None:
        return None
    return {
        "tolerance_mm": steady.tolerance_mm,
        "verdict_holds": steady.holds,
        "otherwise": steady.otherwise,
        "draws": steady.draws,
    }


def words(verdict: Verdict, steady: Steadiness | None, *, share: bool = True, briefly: bool = False) -> list[str]:
    """The answer in a few lines: the verdict first, or that it is too close to call, and then what it is as they stand.

    Args:
        share: say also how much is hidden and by what.
        briefly: say in a few words, in place of all reasons, why the cover is another than this share would give.
    """
    doubt = too_close_words(verdict, steady)
    said = verdict_words(verdict)
    why = allowance_words(verdict) if briefly else None
    if why:
        said += f" ({why})"
    lines = [f"{TOO_CLOSE}{doubt}", f"exactly as they stand, {said}"] if doubt else [said]
    if share and verdict.ruling.geometry:
        lines.append(_share_words(verdict.ruling.geometry))
    if steady and not steady.too_close_to_call:
        lines.append(steady_words(steady))
    return lines


def verdict_words(verdict: Verdict) -> str:
    """The verdict as the figures stand, in one line."""
    one, other = called(verdict.question.shooter), called(verdict.question.target)
    if not verdict.line_of_sight:
        return f"{one} does not see {other}"
    cover = f": {COVERS[verdict.ruling.cover]}" if verdict.ruling.cover else ""
    return f"{one} sees {other}{cover}" + ("" if verdict.in_arc else ", but out of the vision arc")


def too_close_words(verdict: Verdict, steady: Steadiness | None) -> str:
    """Why a verdict is too close to call; nothing where it is not."""
    reasons = ["as much as half may be hidden by terrain, or a little less"] if verdict.ruling.undecided else []
    if steady and steady.too_close_to_call:
        shares = [(_now(verdict), steady.holds), *((_in_words(word), share) for word, share in steady.otherwise.items())]
        became = ", ".join(f"{word} in {percent(share)}" for word, share in shares)
        reasons.append(f"{became} of {steady.draws} shifts within {steady.tolerance_mm:g} mm")
    return "; ".join(reasons)


def _now(verdict: Verdict) -> str:
    """What the verdict is without a shift, in the words of what it becomes with one."""
    if not verdict.line_of_sight:
        return COVERS["none-seen"]
    word = COVERS.get(verdict.ruling.cover or "", "seen")
    return word if verdict.in_arc else f"{word} but out of the vision arc"


def _share_words(hidden: Hidden) -> str:
    bound = f"{percent(hidden.share)} of the body is hidden ({between(hidden.low, hidden.high)})"
    named = [f"{blocker.id} {percent(blocker.share)}" for blocker in hidden.by[:6]]
    return f"{bound}: {', '.join(named)}" if named else bound


def steady_words(steady: Steadiness) -> str:
    """How a verdict that is not too close to call fares under small shifts."""
    shift = f"a shift of {steady.tolerance_mm:g} mm"
    if not steady.otherwise:
        return f"steady: {shift} changes nothing ({steady.draws} tried)"
    become = ", ".join(f"{_in_words(word)} in {percent(share)}" for word, share in steady.otherwise.items())
    holds = f"the verdict holds in {percent(steady.holds)} of {steady.draws} tries"
    return f"fairly steady: with {shift} {holds}; otherwise {become}"


def _in_words(word: str) -> str:
    """What a verdict becomes, as players say it."""
    cover, _, out_of_arc = word.partition(", ")
    said = COVERS.get(cover, cover)
    return f"{said} but out of the vision arc" if out_of_arc else said
