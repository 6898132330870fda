"""The answer about a line of sight: a settled shot, as JSON and in words."""

from math import floor
from typing import Any

from rules.citations import Reason
from rules.percentages import between, percent
from rules.sight.sensitivity import AtLeast, FromScan, Sensitivity
from rules.sight.verdict import COVERS, SightRules, Verdict
from rules.sight.verdict_reasons import allowance_words, limit_words, share_left
from rules.systems import registry
from rules.systems.rule_system import RuleSystem
from scene.proof.sight_proof import Certainty
from scene.table.scan_measurements import NOT_KNOWN
from scene.visibility.hidden_share import Hidden
from scene.visibility.vantage_point import Vantage
from sightline.errors import CommandError

TOO_CLOSE = "TOO CLOSE TO CALL: "
"""How the answer begins where a small shift changes it."""

UNTOLD = "CANNOT BE TOLD FROM THIS SCAN: "
"""How the answer begins on a scanned table whose errors change it."""

UNSURE = "CANNOT BE TOLD FOR SURE FROM THIS SCAN: "
"""How it begins where only errors that are larger than the scan says, but not much, change it."""

UNKNOWN = "NOT KNOWN FROM THIS SCAN: "
"""How it begins where the scan's errors change nothing, and scenery that it did not measure may."""

TOLERANCE_MM = 2.0
"""How far figures may stand from where the file says, on tables that were not scanned, unless told otherwise."""


def sight_rules(system: RuleSystem, *, flat: bool) -> SightRules:
    """How a rule system judges sight, or its variant for flat tables; a `CommandError` where it has none."""
    found = system.sight
    if not flat:
        return found
    if found.flat is None:
        known = [one for one in map(registry.system, registry.names("sight")) if one.sight.flat]
        raise CommandError(f"--flat is a variant of {known[0].title}; give --rules {known[0].name}")
    return found.flat


def document(verdict: Verdict, steady: Sensitivity | None, vantage: Vantage | None = None) -> dict[str, Any]:
    """The answer as the command prints it with ``--json``."""
    ruling = verdict.ruling
    answer: dict[str, Any] = {
        "shooter": verdict.question.shooter.id,
        "target": verdict.question.target.id,
        "rules": verdict.rules.name,
        "flat": verdict.rules.in_plan,
        "line_of_sight": verdict.line_of_sight,
        "witness": [list(ruling.witness.start), list(ruling.witness.end)] if ruling.witness else None,
        "certainty": _certainty(ruling.certainty),
        "hidden": _hidden(ruling.geometry, "eye") | {"high": verdict.most_hidden} if ruling.geometry else None,
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
    if verdict.rules.covers != COVERS:
        answer["covers"] = dict(verdict.rules.covers)
    if (settled := settled_in_doubt(verdict, steady)) is not None:
        answer["in_doubt"] = {"text": settled.text, "source": settled.source}
    if verdict.known:
        answer["known"] = verdict.known
        answer["reservation"] = reservation(verdict) if verdict.known == "unknown" else None
    if steady and steady.scan:
        least = steady.scan.at_least
        answer["sure"] = steady.scan.sure
        answer["at_least"] = {"cover": least.cover, "hidden": least.hidden} if least else None
    if verdict.known == "unknown":
        answer["at_most"] = {"cover": verdict.most_cover, "hidden": verdict.most_hidden}
    if vantage:
        answer["hidden_from_best"] = _hidden(vantage.hidden, "body") | {"point": list(vantage.point)}
    return answer


def _certainty(certainty: Certainty) -> dict[str, Any]:
    return {"kind": certainty.kind, "open": certainty.open, "thinner_than_mm": certainty.thinner_than_mm}


def _hidden(hidden: Hidden, looked_from: str) -> dict[str, Any]:
    return {
        "share": hidden.share,
        "low": hidden.low,
        "high": hidden.high,
        "from": looked_from,
        "by": [{"id": blocker.id, "kind": blocker.kind, "share": blocker.share} for blocker in hidden.by],
        "rays": hidden.rays,
    }


def _steady(steady: Sensitivity | None) -> dict[str, Any] | None:
    if steady is None:
        return None
    said: dict[str, Any] = {
        "tolerance_mm": steady.tolerance_mm,
        "verdict_holds": steady.holds,
        "otherwise": steady.otherwise,
        "draws": steady.draws,
        "from": "scan" if steady.scan else "tolerance",
    }
    if steady.scan:
        scan = steady.scan
        said["agree"] = scan.agree
        said["widened"] = {"times": scan.times, "otherwise": scan.wider, "draws": scan.draws}
        blame = {"id": scan.blame, "settles": scan.settles, "unseen_facing": scan.unseen_facing}
        said["blame"] = blame if scan.blame else None
    return said


def words(verdict: Verdict, steady: Sensitivity | None, *, share: bool = True, briefly: bool = False) -> list[str]:
    """The answer in a few lines: the verdict first, or that it is too close to call, and then what it is as they stand.

    Args:
        share: say also how much is hidden and by what.
        briefly: say in a few words, in place of all reasons, why the cover is another than this share would give.
    """
    said = verdict_words(verdict)
    why = allowance_words(verdict) if briefly else None
    if why:
        said += f" ({why})"
    begin, doubt = doubt_words(verdict, steady)
    stand = {TOO_CLOSE: "exactly as they stand", UNKNOWN: "as far as measured"}.get(begin, "exactly as measured")
    lines = [f"{begin}{doubt}", f"{stand}, {said}"] if doubt else [said]
    if (settled := settled_in_doubt(verdict, steady)) is not None:
        lines.append(f"{settled.text} ({settled.source})")
    if verdict.hides:
        lines.append(f'{verdict.question.target.called} hides, and is found within {verdict.rules.found:g}" only')
    if doubt and begin != UNKNOWN and verdict.terrain_known == "pieces" and verdict.known != "clear":
        lines.append(reservation(verdict))
    if share and verdict.ruling.geometry:
        lines.append(_share_words(verdict.ruling.geometry, measured=verdict.known == "unknown"))
        lines += [] if briefly else _at_most_words(verdict)
    if steady and steady.scan:
        lines += [] if briefly else scan_words(verdict, steady, steady.scan)
    elif steady and not steady.too_close_to_call:
        lines.append(steady_words(steady, verdict.rules))
    return lines


def doubt_words(verdict: Verdict, steady: Sensitivity | None) -> tuple[str, str]:
    """How an answer in doubt begins, and why it is in doubt; nothing twice where it is not."""
    reason = too_close_words(verdict, steady)
    scan = steady.scan if steady else None
    if reason:
        return UNTOLD if scan else TOO_CLOSE, reason
    if steady is None or scan is None or scan.agree:
        return (UNKNOWN, reservation(verdict)) if verdict.known == "unknown" else ("", "")
    scenes = f"{steady.draws} scenes drawn from its errors{_beyond(steady)}"
    now = f"most likely {_now(verdict)}, as in {percent(steady.holds)} of {scenes}"
    if scan.wider:
        became = ", ".join(f"{_in_words(word, verdict.rules)} in {percent(share)}" for word, share in scan.wider.items())
        return UNSURE, f"{now}, but {became} of {scan.draws} with errors {scan.times:g} times as large"
    if steady.otherwise:
        return UNSURE, f"{now}, but " + ", ".join(
            f"{_in_words(word, verdict.rules)} in {percent(s)}" for word, s in steady.otherwise.items()
        )
    return UNSURE, f"{now}, but what is hidden is next to nothing or nothing"


def reservation(verdict: Verdict) -> str:
    """What is said of a verdict on a table of which only the pieces are known."""
    if not verdict.line_of_sight:
        return NOT_KNOWN
    hidden, cover = verdict.ruling.geometry, verdict.ruling.cover
    free = (hidden is None or hidden.share == 0.0) and cover in {None, "open"}
    return f"{'no line is' if free else 'not every line is'} blocked by the measured pieces; {NOT_KNOWN}"


def scan_words(verdict: Verdict, steady: Sensitivity, scan: FromScan) -> list[str]:
    """What the scan's own errors do to a verdict, and what would help."""
    scenes = f"{steady.draws + scan.draws} scenes drawn from its errors{_beyond(steady)}"
    least = _at_least_words(scan.at_least, verdict.rules)
    if scan.sure:
        # What the pieces hide stays hidden; what was seen through has nothing else in it.
        blocked = verdict.terrain_known == "pieces" and verdict.known == "blocked"
        more = ", and scenery without tags could only hide more" if blocked else ""
        return [f"sure from this scan: {scenes} change nothing{more}"]
    holds = [f"sure from this scan: {least}, in all {scenes}"] if least else []
    if scan.agree:
        return holds or [f"{scenes} change nothing of that"]
    if scan.blame is None:
        return [*holds, "no single thing decides it; more photos of all that stands there may help"]
    better = f"{scan.blame_called}, by another photo or a tag on it"
    if scan.unseen_facing:
        better = f"to say where {scan.blame_called} faces, which was not measured"
    settles = percent(scan.settles)
    return [*holds, f"what would help most: {better}; that would settle {settles} of the scenes that went otherwise"]


def _at_least_words(least: AtLeast | None, rules: SightRules) -> str:
    """What is hidden for certain; empty where that is nothing."""
    said = []
    if least and least.cover in {"partial", "full"}:
        said.append(f"at least {rules.covers[least.cover]}")
    if least and least.hidden and (tenths := floor(1000.0 * least.hidden)):
        # Rounded down, so that it still holds.
        said.append(f"at least {percent(tenths / 1000.0)} of the body hidden")
    return ", ".join(said)


def _at_most_words(verdict: Verdict) -> list[str]:
    """What may be hidden besides, where photos were looked through and some of it is free for sure."""
    if verdict.known != "unknown" or verdict.unseen >= 1.0 or verdict.most_hidden is None or verdict.ruling.geometry is None:
        return []
    between_them = between(verdict.ruling.geometry.low, verdict.most_hidden)
    most = f": {verdict.rules.covers[verdict.most_cover]} at most" if verdict.most_cover else ""
    return [f"with what was not measured, as far as the photos show, {between_them} of the body is hidden{most}"]


def _beyond(steady: Sensitivity) -> str:
    return f" and shifts within {steady.tolerance_mm:g} mm" if steady.tolerance_mm else ""


def verdict_words(verdict: Verdict) -> str:
    """The verdict as the figures stand, in one line."""
    one, other = verdict.question.shooter.called, verdict.question.target.called
    if not verdict.line_of_sight:
        return f"{one} does not see {other}{_proven_words(verdict)}"
    cover = f": {verdict.rules.covers[verdict.ruling.cover]}" if verdict.ruling.cover else ""
    return f"{one} sees {other}{cover}" + ("" if verdict.in_arc else ", but out of the vision arc")


def _proven_words(verdict: Verdict) -> str:
    """How sure it is that nobody is seen; nothing on a scan, which says itself how sure it is."""
    if verdict.terrain_known:
        return ""
    certainty = verdict.ruling.certainty
    if certainty.kind == "proven":
        return " (proven)"
    known = "" if certainty.open >= 1.0 else f"; {share_left(certainty)} of all lines only searched"
    return f" (no free line was found{known})"


def settled_in_doubt(verdict: Verdict, steady: Sensitivity | None) -> Reason | None:
    """How the rules settle a verdict that is too close to call; None where it is not, or they leave that to the players."""
    return verdict.rules.in_doubt if too_close_words(verdict, steady) else None


def too_close_words(verdict: Verdict, steady: Sensitivity | None) -> str:
    """Why a verdict is too close to call; nothing where it is not."""
    limit = limit_words(verdict.rules.full_cover)
    reasons = [f"as much as {limit} may be hidden by terrain, or a little less"] if verdict.ruling.undecided else []
    if steady and steady.too_close_to_call:
        shares = [
            (_now(verdict), steady.holds),
            *((_in_words(word, verdict.rules), share) for word, share in steady.otherwise.items()),
        ]
        became = ", ".join(f"{word} in {percent(share)}" for word, share in shares)
        tried = f"scenes drawn from its errors{_beyond(steady)}" if steady.scan else f"shifts within {steady.tolerance_mm:g} mm"
        reasons.append(f"{became} of {steady.draws} {tried}")
    return "; ".join(reasons)


def _now(verdict: Verdict) -> str:
    """What the verdict is without a shift, in the words of what it becomes with one."""
    if not verdict.line_of_sight:
        return verdict.rules.covers["none-seen"]
    word = verdict.rules.covers[verdict.ruling.cover] if verdict.ruling.cover else "seen"
    return word if verdict.in_arc else f"{word} but out of the vision arc"


def _share_words(hidden: Hidden, *, measured: bool) -> str:
    """How much is hidden, and by what; ``measured``: something else may hide more."""
    share = percent(hidden.share)
    said = f"what was measured hides {share} of the body" if measured else f"{share} of the body is hidden"
    bound = f"{said} ({between(hidden.low, hidden.high)})"
    named = [f"{blocker.called} {percent(blocker.share)}" for blocker in hidden.by[:6]]
    return f"{bound}: {', '.join(named)}" if named else bound


def steady_words(steady: Sensitivity, rules: SightRules) -> str:
    """How a verdict that is not too close to call fares under small shifts."""
    shift = f"a shift of {steady.tolerance_mm:g} mm"
    if not steady.otherwise:
        return f"steady: {shift} changes nothing ({steady.draws} tried)"
    become = ", ".join(f"{_in_words(word, rules)} in {percent(share)}" for word, share in steady.otherwise.items())
    holds = f"the verdict holds in {percent(steady.holds)} of {steady.draws} tries"
    return f"fairly steady: with {shift} {holds}; otherwise {become}"


def _in_words(word: str, rules: SightRules) -> str:
    """What a verdict becomes, as players say it."""
    cover, _, out_of_arc = word.partition(", ")
    said = next((called for one, called in rules.covers.items() if one == cover), cover)
    return f"{said} but out of the vision arc" if out_of_arc else said
