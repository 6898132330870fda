"""The evidence on targets in words: an aligned table for the terminal, a few words for the log, and as JSON."""

import textwrap
from collections.abc import Iterator, Sequence
from math import ceil, floor
from typing import Any

from rules.citations import Citations
from rules.engine.procedure_steps import Choose
from rules.percentages import percent
from rules.skirmish.attack_odds import AttackOdds
from rules.skirmish.state.battle_state import Battle
from sightline.session.targets.evidence_order import best_first, by_weapon
from sightline.session.targets.target_evidence import SETTLED_BY, Arrival, HiddenShare, TargetEvidence

WIDE = 100
"""Letters that a line has at most."""
INDENT = " " * 6
LONGEST, SHORT = 26, 20
"""Letters of a name, or of weapons, in a table; the rest is cut off. Fewer where the table would be too wide."""
KEPT = "\u00a0"
"""A blank at which no line is broken."""
NONE = "-"
"""What does not matter for a candidate."""


def cover_words(found: TargetEvidence) -> str:
    """The cover with the hidden share and its bound, such as "partial, 38.2 % hidden (37.9 to 38.4 %)"."""
    if found.cover is None:
        return NONE
    return found.cover if found.hidden is None else f"{found.cover}, {hidden_words(found.hidden)}"


def hidden_words(hidden: HiddenShare) -> str:
    """How much is hidden, with its bound rounded outwards."""
    return f"{percent(hidden.share)} hidden{bound_words(hidden)}"


def bound_words(hidden: HiddenShare) -> str:
    """The bound of a share in brackets, rounded outwards; nothing where it leaves no room."""
    low, high = floor(1000.0 * hidden.low + 1e-9) / 10.0, ceil(1000.0 * hidden.high - 1e-9) / 10.0
    return f" ({low:.1f} to {high:.1f} %)" if low != high else ""


def doubt_remark(found: TargetEvidence) -> str:
    """That it is too close to call, and why; empty where it can be called."""
    return f"too close to call: {found.doubt}" if found.doubt else ""


def settled(battle: Battle, found: Sequence[TargetEvidence]) -> str:
    """How the rulebook settles what is too close to call, or the table does; empty where all can be called."""
    doubtful = [one.name for one in found if one.doubt]
    if not doubtful:
        return ""
    source = battle.setting.part(Citations).of(SETTLED_BY)
    return f'settle it by a roll-off [{source}], or agree and rule: "rule cover of {doubtful[0]} open", partial or full'


def remarks(found: TargetEvidence) -> Iterator[str]:
    """What is to be said of a candidate besides the numbers."""
    if found.doubt:
        yield doubt_remark(found)
    if found.why_not:
        yield found.why_not
    yield from found.notes
    if found.arrival is not None and found.arrival.checks:
        passed = ", ".join(f"{name} {percent(chance)}" for name, chance in found.arrival.checks)
        yield f"checks on the way: {passed}"
    if found.check == 0.0:
        yield "not the closest, whom target priority is for"
    elif found.check is not None:
        yield f"not the closest: a willpower check first, {percent(found.check)}, which is not in these chances"
    if found.chances is not None and found.chances.conditions:
        yield f"besides: {', '.join(conditions_words(found.chances))}"
    if found.chances is not None and found.chances.hit == 0:
        # Even the most improbable shot hits now and then.
        yield "out of range"
    elif found.chances is not None and found.chances.out_of_ammo:
        yield f"out of ammo {percent(float(found.chances.out_of_ammo))}"


def conditions_words(odds: AttackOdds) -> list[str]:
    """What traits of the weapon bring the target, each with its chance."""
    return [f"{name} {percent(float(share))}" for name, share in odds.conditions]


def all_remarks(battle: Battle, found: Sequence[TargetEvidence]) -> Iterator[str]:
    """The remarks on all candidates, those that are alike in one, and how what is too close to call is settled."""
    said: dict[str, list[str]] = {}
    for one in found:
        for remark in remarks(one):
            said.setdefault(remark, []).append(one.way if by_weapon(found) and one.way else one.name)
    doubts = {doubt_remark(one) for one in found}
    for remark, own in sorted(said.items(), key=lambda each: each[0] not in doubts):
        yield f"{'all' if 1 < len(own) == len(found) else ', '.join(dict.fromkeys(own))}: {remark}"
    if way := settled(battle, found):
        yield way


def out_of_reach(found: TargetEvidence) -> bool:
    """Whether nothing is known of a candidate but why nothing comes of it: then a table of numbers does without."""
    return bool(found.why_not) and found.chances is None and found.arrival is None and found.cover is None


def evidence_lines(battle: Battle, question: Choose, found: Sequence[TargetEvidence]) -> Iterator[str]:
    """An aligned table of all candidates, the best first, and below it what is to be said of them; no wider than `WIDE`."""
    found = best_first(found)
    if rows := [one for one in found if not out_of_reach(one)]:
        table = _table(question, rows, longest=LONGEST)
        if max(map(len, table)) > WIDE:
            table = _table(question, rows, longest=SHORT, ways=False)
        yield from table
    for line in all_remarks(battle, found):
        yield from _wrapped(line)


def _wrapped(line: str) -> Iterator[str]:
    """A line in several, none of which parts a number from its unit."""
    whole = line.replace(" %", f"{KEPT}%").replace(" mm", f"{KEPT}mm")
    for part in textwrap.wrap(whole, WIDE, initial_indent=INDENT, subsequent_indent=f"{INDENT}  ", break_on_hyphens=False):
        yield part.replace(KEPT, " ")


def _table(question: Choose, found: Sequence[TargetEvidence], *, longest: int, ways: bool = True) -> list[str]:
    """The table, each candidate with the number of the option; without the weapons, where they would make it too wide."""
    numbers = {option.key: str(number) for number, option in enumerate(question.options, 1)}
    with_ways = ways and len({one.way for one in found if one.way}) > 1 and not by_weapon(found)
    columns = [("", [f"{numbers.get(one.key, ''):>2}" for one in found])]
    columns += [("target", [_cut(one.name, longest) for one in found])]
    columns += [("with", [_cut(one.way, longest) for one in found])] if with_ways else []
    columns += [*_numbers(found)]
    wide = [max(len(head), *map(len, texts)) for head, texts in columns]
    # Numbers are read from their last figure, all else from its first letter.
    right = [head in {"", "away", "arrives", "hit", "then hit", "wound", "out"} for head, _ in columns]
    rows = [[head for head, _ in columns], *zip(*(texts for _, texts in columns), strict=True)]
    lined = ([text.rjust(w) if r else text.ljust(w) for text, w, r in zip(row, wide, right, strict=True)] for row in rows)
    return [f"  {'  '.join(row)}".rstrip() for row in lined]


def _numbers(found: Sequence[TargetEvidence]) -> Iterator[tuple[str, list[str]]]:
    """The columns that anybody has something in, each with its head."""
    for head, texts in zip(heads(found), zip(*map(cells, found), strict=True), strict=True):
        if any(text != NONE for text in texts):
            yield head, list(texts)


def heads(found: Sequence[TargetEvidence]) -> tuple[str, ...]:
    """The heads of the columns of `cells`."""
    return ("away", "path", "arrives", "cover", "then hit" if any(one.arrival for one in found) else "hit", "wound", "out")


def cells(one: TargetEvidence) -> tuple[str, ...]:
    """What is known of a candidate: distance, way, chance to arrive, cover, and the chances to hit, wound and take out."""
    odds, arrival = one.chances, one.arrival
    return (
        NONE if one.distance is None else f'{one.distance:.1f}"',
        NONE if arrival is None else way_words(arrival),
        NONE if arrival is None else percent(arrival.chance),
        cover_words(one),
        *((percent(float(share)) for share in (odds.hit, odds.wound, odds.out_of_action)) if odds else (NONE, NONE, NONE)),
    )


def way_words(arrival: Arrival) -> str:
    """What the way of a charge takes of the movement that there is."""
    most = f"{arrival.least:g}" if arrival.least == arrival.most else f"{arrival.least:g} to {arrival.most:g}"
    return f'{arrival.cost:.1f} of {most}"'


def _cut(text: str, longest: int) -> str:
    return text if len(text) <= longest else text[: longest - 3].rstrip() + "..."


def in_a_line(found: TargetEvidence) -> str:
    """The evidence in brackets behind a line of the log."""
    said = [] if found.distance is None else [f'{found.distance:.1f}" away']
    if found.arrival is not None:
        way = found.arrival
        said.append(f"path {way_words(way)}, arrives {percent(way.chance)}")
    if found.cover is not None:
        said.append(cover_words(found))
    if found.doubt:
        said.append("too close to call")
    if found.chances is not None:
        odds = found.chances
        shares = (("hit", odds.hit), ("wound", odds.wound), ("out", odds.out_of_action))
        said.append(", ".join((*(f"{name} {percent(float(share))}" for name, share in shares), *conditions_words(odds))))
    return "; ".join(said)


def document(found: TargetEvidence) -> dict[str, Any]:
    """The evidence on a candidate as JSON has it."""
    odds, hidden, arrival = found.chances, found.hidden, found.arrival
    return {
        "answer": found.key,
        "target": found.target,
        "name": found.name,
        "with": found.way or None,
        "distance": None if found.distance is None else round(found.distance, 4),
        "cover": found.cover,
        "hidden": None if hidden is None else {"share": hidden.share, "low": hidden.low, "high": hidden.high},
        "too_close_to_call": bool(found.doubt),
        "doubt": found.doubt or None,
        "hit": None if odds is None else float(odds.hit),
        "wound": None if odds is None else float(odds.wound),
        "outcomes": None
        if odds is None
        else {name: float(getattr(odds, name)) for name in ("out_of_action", "seriously_injured", "flesh_wound")},
        "conditions": None if odds is None else {name: float(share) for name, share in odds.conditions},
        "willpower": found.check,
        "arrival": None
        if arrival is None
        else {
            "cost": arrival.cost,
            "inches": [arrival.least, arrival.most],
            "checks": [{"characteristic": name, "passed": chance} for name, chance in arrival.checks],
            "chance": arrival.chance,
        },
        "notes": list(found.notes),
        "why_not": found.why_not or None,
    }
