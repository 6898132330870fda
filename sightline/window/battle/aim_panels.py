"""The panel of an aim, a marker or template before it is laid: whom it hits, how likely, what else may become of it."""

from collections.abc import Iterator

from rules.engine.procedure_steps import Choose
from rules.hazards.blast_odds import BlastOdds
from rules.hazards.flame_hits import Flame
from rules.percentages import percent
from rules.skirmish.shooting.flame_attack import LAY
from rules.skirmish.shooting.shot_hit_roll import Shot
from sightline.drawing.hazards.blast_picture import COLOURS, MEANING
from sightline.window.battle.snapshots.battle_snapshot import BattleSnapshot
from sightline.window.battle.template_aim import Aim, Laid, chances_of
from sightline.window.intents.intents import Cancel, Confirm
from sightline.window.intents.panel_widgets import (
    Button,
    Columns,
    PanelWidgets,
    RowWidget,
    Separator,
    TextWidget,
    Widget,
)


def aim_panel(shown: BattleSnapshot, aim: Aim) -> PanelWidgets:
    """A marker or a template where it is shown: chances of everybody, how it may end, and laying it there."""
    laid = aim.laid
    why_not = laid.why_not if laid is not None and aim.found else ""
    lay = Button("Lay it here", Confirm(), why_not, key="Return")
    # What is pressed stays where it is, whoever is hit there.
    rows: list[Widget] = [
        TextWidget("drag it, or click where it goes", "faint"),
        RowWidget([lay, Button("As offered", Cancel(), key="Esc")]),
        Separator(),
    ]
    if laid is None:
        rows.append(TextWidget("looking where it may end ...", "faint"))
    elif laid.why_not:
        rows.append(TextWidget(laid.why_not, "bad"))
    else:
        rows += _laid(shown, laid)
    if aim.agreed:
        rows.append(TextWidget("is laid as soon as that is known", "faint"))
    flame = isinstance(shown.question, Choose) and shown.question.what == LAY
    return PanelWidgets("Template" if flame else "Marker", "right", rows)


def _laid(shown: BattleSnapshot, laid: Laid) -> Iterator[Widget]:
    if laid.flame is not None:
        yield from _flame(laid.flame)
    if laid.shot is not None and laid.odds is not None:
        yield from _marker(laid.shot, laid.odds)
    rows = [_chance(shown, laid, name, share) for name, share in chances_of(laid).items()]
    yield Columns(("hit", "how likely"), rows) if rows else TextWidget("it hits nobody", "strong")
    if laid.odds is not None:
        yield from _ends(laid.odds)


def _flame(flame: Flame) -> Iterator[Widget]:
    if abs(flame.tilt) >= 0.05:
        yield TextWidget(f"its wide end is {'lifted' if flame.tilt > 0.0 else 'lowered'} by {abs(flame.tilt):.0f} degrees")
    for reason in flame.because:
        yield TextWidget(reason.text, "faint", tip=reason.source)


def _marker(shot: Shot, odds: BlastOdds) -> Iterator[Widget]:
    marker = shot.marker
    assert marker is not None
    for note in marker.notes:
        yield TextWidget(note.text, "faint", tip=note.source)
    why = "\n".join(f"{one.amount:+} {one.because.text}  [{one.because.source}]" for one in shot.modifiers)
    if marker.missed:
        yield TextWidget("it misses and scatters", "strong", tip=why)
    else:
        stays = percent(odds.ends.get("hit", 0.0))
        yield TextWidget(f"hit roll {shot.needed}+: stays where it is, {stays}", "strong", tip=why)


def _chance(shown: BattleSnapshot, laid: Laid, name: str, share: float) -> list[Widget]:
    shooter = laid.shot.shooter if laid.shot is not None else shown.acting
    own = shown.fighters[name].model.gang == shown.fighters[shooter].model.gang
    side = " (shooter)" if name == shooter else " (friend)" if own else ""
    return [TextWidget(f"{shown.fighters[name].name}{side}", "bad" if side else "plain"), TextWidget(percent(share), "strong")]


def _ends(odds: BlastOdds) -> Iterator[Widget]:
    """How it may end, in the colours of the cloud; to a tenth of a point or what the chances are exact to."""
    for end, share in odds.ends.items():
        if end != "hit":
            yield TextWidget(f"{MEANING[end]}: {percent(share)}", "faint", colour=COLOURS.get(end))
    yield TextWidget(f"chances are exact to {100.0 * max(odds.sure, 0.0005):.2f} points", "faint")
