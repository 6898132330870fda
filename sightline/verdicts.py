"""A settled question as JSON and in words."""

from typing import Any

from rules.shares import between, percent
from rules.steadiness import Steadiness
from rules.verdict import Verdict
from scene.sight import Hidden
from scene.vantage import Vantage

COVERS = {"open": "in the open", "partial": "partial cover", "full": "full cover", "none-seen": "not seen"}
"""Covers as players say them."""

TOO_CLOSE = "TOO CLOSE TO CALL: "
"""How a line begins that says why."""


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


def words(verdict: Verdict, steady: Steadiness | None) -> list[str]:
    """The answer in a few lines, the verdict first."""
    shooter, target = verdict.question.shooter, verdict.question.target
    one, other = shooter.name or shooter.id, target.name or target.id
    seen = f"{one} sees {other}" if verdict.line_of_sight else f"{one} does not see {other}"
    if verdict.line_of_sight and verdict.ruling.cover:
        seen += f": {COVERS[verdict.ruling.cover]}"
    if verdict.line_of_sight and not verdict.in_arc:
        seen += ", but out of the vision arc"
    lines = [seen]
    hidden = verdict.ruling.geometry
    if hidden:
        bound = f"{percent(hidden.share)} of the body is hidden ({between(hidden.low, hidden.high)})"
        named = [f"{blocker.id} {percent(blocker.share)}" for blocker in hidden.by[:6]]
        lines.append(f"{bound}: {', '.join(named)}" if named else bound)
    if verdict.ruling.undecided:
        lines.append(f"{TOO_CLOSE}as much as half may be hidden by terrain, or a little less")
    if steady:
        lines.append(steady_words(steady))
    return lines


def steady_words(steady: Steadiness) -> str:
    """How the verdict fares under small shifts."""
    shift = f"a shift of {steady.tolerance_mm:g} mm"
    if not steady.otherwise:
        return f"steady: {shift} changes nothing ({steady.draws} tried)"
    become = ", ".join(f"{_in_words(word)} in {percent(share)}" for word, share in steady.otherwise.items())
    sign = f"{TOO_CLOSE}with" if steady.too_close_to_call else "fairly steady: with"
    return f"{sign} {shift} the verdict holds in {percent(steady.holds)} of {steady.draws} tries; otherwise {become}"


def _in_words(word: str) -> str:
    """What a verdict becomes, as players say it."""
    cover, _, out_of_arc = word.partition(", ")
    said = COVERS.get(cover, cover)
    return f"{said} but out of the vision arc" if out_of_arc else said
