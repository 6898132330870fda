"""The panels of places: what the floors are painted with and what its signs mean, and all enemies from one place."""

from collections.abc import Iterator, Sequence

import numpy as np

from rules.percentages import percent
from rules.sight.verdict import Verdict
from rules.skirmish.state.battle_rules import battle_rules
from scene.geometry.mesh import IntArray
from sightline.drawing.movement.reach_paint import cost_colour
from sightline.drawing.rendering import palette
from sightline.drawing.rendering.palette import Rgb
from sightline.session.targets.evidence_words import NONE, bound_words, remarks
from sightline.session.targets.target_evidence import HiddenShare
from sightline.window.battle.fighter_panels import way_of
from sightline.window.intents.intents import AskAbout, AskFromHere, Cancel, Choice, Overlay, PointAt, ShowOverlay
from sightline.window.intents.key_bindings import key_of
from sightline.window.intents.panel_widgets import (
    Button,
    Columns,
    PanelWidgets,
    RowWidget,
    Slider,
    TextWidget,
    Widget,
)
from sightline.window.stand_points.stand_answers import FoeAnswer
from sightline.window.stand_points.stand_question import meant_place
from sightline.window.stand_points.threat_places import ThreatPlaces
from sightline.window.stand_points.watched_places import EYE_LINES, WatchedPlaces
from sightline.window.view.window_view import CHECKED_TILE, SEEN_TILES, WindowView

WATCHED: frozenset[Overlay] = frozenset({"watched", "cover", "chance"})
"""What is painted from one and the same look."""
Sign = tuple[str, Rgb, float]
"""What a square means, its colour, and how wide it is as a part of the distance between places."""
WATCHED_SIGNS: tuple[Sign, ...] = (
    ("seen by nobody", palette.GREEN, 1.0),
    ("by nobody as far as was looked", palette.GREEN, 0.3),
    ("seen by one", palette.YELLOW, 0.8),
    ("seen by more", palette.VERMILLION, 0.6),
)
COVER_SIGNS: tuple[Sign, ...] = (
    ("full cover from all who see", palette.BLUE, 1.0),
    ("partial cover from somebody", palette.SKY, 0.8),
    ("in the open for somebody", palette.ORANGE, 0.6),
)
CHANCE_TILES = ((2.0 / 3.0, 1.0), (1.0 / 3.0, 0.7), (0.0, 0.4))
"""From which part of the best chance on a square is how wide."""
THREAT_SIGNS: tuple[Sign, ...] = (
    ("less than one enemy", palette.YELLOW, 0.4),
    ("one to two enemies", palette.ORANGE, 0.7),
    ("two and more", palette.VERMILLION, 0.92),
)
THREAT_FROM = (0.0, 1.0, 2.0)
"""Above how many enemies on average each of these begins."""
CHOICES: tuple[tuple[str, Overlay, str], ...] = (
    ("Reach", "reach", "all that can be reached, by its cost"),
    ("Seen from", "seen", "from where it is seen, and how well"),
    ("Watched", "watched", "who sees the figure at the places in its reach"),
    ("Cover", "cover", "its cover there from those who see it"),
    ("Chance", "chance", "its best chance to hit somebody from there"),
    ("Threat", "threat", "where enemies can shoot at it next turn"),
)
WIDE = 34.0
WAIT = "..."
"""What is being worked out."""


def why_no_chances(view: WindowView) -> str:
    """Why no chances of shots are told from other places; empty where they are."""
    figure, shown = view.figure, view.battle
    if figure is None:
        return "select a figure first"
    if shown is None or figure.id not in shown.fighters:
        return "chances are told in a battle, where weapons are known"
    if battle_rules(shown.battle).targets is not None:
        return "these rules tell chances from where somebody stands only"
    way = way_of(shown, figure.id, view.way_label)
    return "" if way is not None and way.guns else f"{shown.fighters[figure.id].name} has nothing to shoot with now"


def floors_panel(view: WindowView) -> PanelWidgets:
    """What the floors are painted with, where no card of a figure has it."""
    return PanelWidgets("Floors", "left", list(floor_widgets(view)), ShowOverlay("none"), width=WIDE)


def floor_widgets(view: WindowView) -> Iterator[Widget]:
    """The choice of what the floors are painted with, and what the signs mean."""
    yield RowWidget([_choice(view, *each) for each in CHOICES])
    if view.overlay in {"reach", *WATCHED} or (view.overlay == "threat" and view.battle is None):
        yield Slider("inches of movement", view.settings.inches, 0.5, 24.0, lambda inches: Choice("inches", inches))
    if view.overlay == "reach":
        yield from _reach(view)
    elif view.overlay == "seen":
        yield from _seen(view)
    elif (view.overlay in WATCHED and view.watched is None) or (view.overlay == "threat" and view.threat is None):
        yield TextWidget("looking ...", "faint")
    elif view.overlay in WATCHED and view.watched is not None:
        yield from _watched(view, view.watched)
    elif view.overlay == "threat" and view.threat is not None:
        yield from _threat(view, view.threat)


def _choice(view: WindowView, label: str, overlay: Overlay, tip: str) -> Button:
    intent = ShowOverlay(overlay)
    why = why_no_chances(view) if overlay == "chance" else ""
    return Button(label, intent, why, tip, key_of(intent), view.overlay == overlay, marker=f"floors {overlay}")


def _reach(view: WindowView) -> Iterator[Widget]:
    if view.reach is None:
        yield TextWidget("working out what can be reached ...", "faint")
        return
    yield TextWidget(f'{view.reach.area:.0f} square inches within {view.settings.inches:g}" of movement')
    for share, said in ((0.0, "near"), (0.5, "for half of that"), (1.0, "for all of it")):
        yield TextWidget(said, "faint", cost_colour(share))
    if int((view.reach.checks > 0).sum()):
        yield TextWidget("small: needs a dice check", "faint", cost_colour(0.5), mark=CHECKED_TILE)
    else:
        yield TextWidget("no dice check anywhere", "faint")


def _seen(view: WindowView) -> Iterator[Widget]:
    if view.seen is None:
        yield TextWidget("looking from everywhere ...", "faint")
        return
    count = int(np.isfinite(view.seen.hidden).sum())
    yield TextWidget(f"seen from {count:,} of {len(view.seen.places):,} places")
    meant = ("in the open", "less than half hidden", "half or more hidden")
    for (least, most, size), said in zip(SEEN_TILES, meant, strict=True):
        share = (max(least, 0.0) + min(most, 1.0)) / 2.0
        yield TextWidget(said, "faint", palette.mixed(palette.VISIBLE, palette.HIDDEN, share), mark=size)


def _watched(view: WindowView, found: WatchedPlaces) -> Iterator[Widget]:
    """What the squares of places in reach mean, how many there are of each, and how sure that is."""
    if view.overlay == "chance" and found.chances is None:
        yield TextWidget(why_no_chances(view), "bad")
    elif view.overlay == "chance":
        most = float(found.best.max(initial=0.0))
        yield TextWidget(f"best chance to hit somebody: {percent(most)}" if most else "nobody can be hit from anywhere here")
        for least, size in CHANCE_TILES if most else ():
            # The colour of the best of them.
            colour = chance_colour(min(least + 1.0 / len(CHANCE_TILES), 1.0))
            yield TextWidget(f"from {percent(least * most)} on" if least else "less", "faint", colour, mark=size)
    elif view.overlay == "cover":
        for number, (said, colour, size) in enumerate(COVER_SIGNS, 1):
            yield TextWidget(f"{said}: {int((found.worst == number).sum()):,}", "faint", colour, mark=size)
        yield TextWidget(f"seen by nobody: {int((found.by == 0).sum()):,}, not painted", "faint")
    else:
        counts = np.bincount(watched_classes(found), minlength=len(WATCHED_SIGNS)).tolist()
        for (said, colour, size), count in zip(WATCHED_SIGNS, counts, strict=True):
            if count or size != WATCHED_SIGNS[1][2]:
                yield TextWidget(f"{said}: {count:,}", "faint", colour, mark=size)
    yield TextWidget(_watched_here(view, found), lines=3)
    yield from _how_sure(found)


def _how_sure(found: WatchedPlaces) -> Iterator[Widget]:
    """By how many lines it was told, and how far the closer look is."""
    if found.question.sight.in_plan:
        yield TextWidget("judged from above, exactly", "faint")
        return
    yield TextWidget(
        f"colours by {EYE_LINES} lines from eye to body either way; a click with From there tells exactly", "faint"
    )
    hidden, left = int(found.hidden.sum()), len(found.open)
    if not left:
        told = f"each of the {hidden:,} that nobody sees was asked about exactly" if hidden else "somebody sees every place"
        yield TextWidget(told, "faint")
    elif found.settled:
        yield TextWidget(f"{left:,} small green ones by {found.lines:,} lines an enemy only", "faint")
    else:
        asked = hidden + int(((found.looked > 0).any(axis=1) & (found.by > 0)).sum())
        rest = f", some {found.seconds / asked * left:.0f} s to go" if asked else ""
        yield TextWidget(f"looking closer at {left:,} places{rest} ...", "faint")


def _watched_here(view: WindowView, found: WatchedPlaces) -> str:
    """Who sees the place under the cursor, and how."""
    row = meant_place(found.places, found.step, view.pointed.place)
    if row is None:
        return "point at a painted place: by whom it is seen"
    if not found.by[row]:
        return f"there: seen by nobody{'' if found.hidden[row] else ' as far as was looked'}"
    names = [foe.called for foe, seen in zip(found.question.foes, found.seen[row].tolist(), strict=True) if seen]
    best = ""
    if found.chances is not None and found.best[row] > 0.0:
        foe = found.question.foes[int(found.chances[row].argmax())]
        best = f"; best shot at {foe.called}: {percent(float(found.best[row]))} hit"
    return f"there: seen by {', '.join(names)}{best}"


def watched_classes(found: WatchedPlaces) -> IntArray:
    """(n,) which of `WATCHED_SIGNS` each place has."""
    return np.asarray(np.where(found.by == 0, np.where(found.hidden, 0, 1), np.where(found.by == 1, 2, 3)), dtype=np.int64)


def chance_colour(share: float) -> Rgb:
    """The colour of a chance, as a part of the best one."""
    return cost_colour(1.0 - share)


def _threat(view: WindowView, found: ThreatPlaces) -> Iterator[Widget]:
    """What the squares of threatened floors mean, what each enemy can do, and how sure that is."""
    any_ = int((found.shares > 0.0).any(axis=1).sum())
    yield TextWidget(f"{any_:,} of {len(found.places):,} places can be shot at next turn; by how many on average:")
    for said, colour, size in THREAT_SIGNS:
        yield TextWidget(said, "faint", colour, mark=size)
    yield TextWidget(_threatened_here(view, found), lines=3)
    rows: list[list[Widget]] = []
    for number, threat in enumerate(found.threats):
        count = int((found.shares[:, number] > 0.0).sum())
        points = PointAt(threat.foe.id, None) if view.pointed.owner != threat.foe.id else None
        button = Button(threat.foe.called, AskAbout(threat.foe.id), marker=f"threat {threat.foe.id}", points=points)
        reach = "any" if np.isinf(threat.reach) else f'{threat.reach:g}"'
        cells = (f'{threat.inches:g}"', reach, f"{count:,}")
        rows.append([button, *(TextWidget(cell) for cell in cells)])
    yield Columns(("enemy", "moves", "range", "places"), rows)
    stands = max((len(some) for some in found.stands), default=0)
    yield TextWidget(
        f"from up to {stands} places of each one's reach, {found.lines} lines from each; a place that is not painted may still "
        "be seen from between them",
        "faint",
    )


def _threatened_here(view: WindowView, found: ThreatPlaces) -> str:
    """Who can shoot at the place under the cursor, from how many of the places that were tried."""
    row = meant_place(found.places, 1.0, view.pointed.place)
    if row is None:
        return "point at an enemy: his part alone; at a place: by whom"
    shares = found.shares[row].tolist()
    told = [
        f"{threat.foe.called} ({percent(share)})"
        for threat, share in sorted(zip(found.threats, shares, strict=True), key=lambda one: -one[1])
        if share > 0.0
    ]
    return f"there: {', '.join(told)} of the places tried" if told else "there: nobody from the places tried"


def there_panel(view: WindowView) -> PanelWidgets:
    """All enemies and the selected figure where it is taken to stand."""
    assert view.there is not None
    found, name = view.there, view.there.question.figure.called
    known = [found.answers[foe.id] for foe in found.question.foes if foe.id in found.answers]
    shots = bool(found.question.guns)
    heads = ("enemy", "sees the place", "seen from it", *(("hit", "wound", "out") if shots else ()))
    rows: list[list[Widget]] = [_foe(view, answer, shots=shots) for answer in known]
    rows += [
        [TextWidget(foe.called), *(TextWidget(WAIT, "faint") for _ in heads[1:])] for foe in found.question.foes[len(known) :]
    ]
    names = ", ".join(answer.foe.called for answer in known if answer.seen_by.line_of_sight)
    seeing = f"{name} there: seen by {names or 'nobody'}"
    first = seeing if len(known) == len(found.question.foes) else f"{name} there: looking ..."
    widgets: list[Widget] = [TextWidget(first, "strong", lines=2)]
    if shots:
        widgets.append(TextWidget(f"with {' and '.join(gun.label for gun in found.question.guns)}", "faint"))
    widgets.append(Columns(heads, rows, wrap=19.0))
    widgets += [TextWidget(line, "faint") for line in _remarks(known)]
    widgets.append(TextWidget("whichever way they look; a name shows its line of sight", "faint"))
    widgets.append(Button("Back", AskFromHere(), tip="where it really stands", key=key_of(AskFromHere())))
    return PanelWidgets("From there", "left" if view.battle is None else "right", widgets, Cancel(), width=WIDE)


def _foe(view: WindowView, answer: FoeAnswer, *, shots: bool) -> list[Widget]:
    foe = answer.foe
    points = PointAt(foe.id, None) if view.pointed.owner != foe.id else None
    row: list[Widget] = [
        Button(foe.called, AskAbout(foe.id), marker=f"there {foe.id}", chosen=view.pinned == foe.id, points=points)
    ]
    row += [_looks(answer, answer.seen_by), _looks(answer, answer.sees)]
    if shots:
        odds = answer.shot.chances if answer.shot is not None else None
        waits = answer.sees.line_of_sight and "shot" not in answer.done
        nothing = (WAIT if waits else NONE,) * 3
        told = nothing if odds is None else tuple(percent(float(one)) for one in (odds.hit, odds.wound, odds.out_of_action))
        row += [TextWidget(text, "faint" if odds is None else "plain") for text in told]
    return row


def _looks(answer: FoeAnswer, verdict: Verdict) -> TextWidget:
    """The cover that somebody is in, and the hidden share with its bound."""
    if not verdict.line_of_sight:
        if "prove" not in answer.done:
            return TextWidget(f"not seen {WAIT}", "faint", tip="no line was found; being looked for once more, and for a proof")
        proven = verdict.ruling.certainty.kind == "proven"
        return TextWidget("not seen", "faint", tip="proven" if proven else "no line was found, nor a proof that there is none")
    words = verdict.rules.covers[verdict.ruling.cover] if verdict.ruling.cover is not None else "seen"
    hidden = verdict.ruling.geometry
    if hidden is not None:
        words += f", {percent(hidden.share)} hidden{bound_words(HiddenShare(hidden.share, hidden.low, hidden.high))}"
    tip = "" if verdict.in_arc else f"outside of {verdict.question.shooter.called}'s vision arc as he looks now"
    return TextWidget(words, tip=tip)


def _remarks(answers: Sequence[FoeAnswer]) -> Iterator[str]:
    """What is to be said of shots besides the numbers, each with whom it is about."""
    said: dict[str, list[str]] = {}
    for answer in answers:
        # What is not seen stands in the table.
        if answer.shot is not None and answer.sees.line_of_sight:
            for remark in remarks(answer.shot):
                said.setdefault(remark, []).append(answer.foe.called)
    for remark, names in said.items():
        yield f"{', '.join(names)}: {remark}"
