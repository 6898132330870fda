"""The tray of dice: how the last roll fell, large, with what was needed, every modifier and what came of it."""

from collections.abc import Iterator, Mapping

from rules.engine.dice import SCATTER, halved, plain_numbers, symbols
from rules.engine.procedure_steps import Roll
from sightline.window.battle.players_panel import BESIDE
from sightline.window.battle.snapshots.battle_snapshot import BattleSnapshot
from sightline.window.battle.snapshots.logged_lines import LogLine
from sightline.window.intents.panel_widgets import DiceWidget, DieFace, PanelWidgets, TextWidget, Widget


def tray_panel(shown: BattleSnapshot) -> PanelWidgets | None:
    """The last roll up to the moment that is shown; None before the first."""
    line = next((one for one in reversed(shown.log) if one.roll is not None and one.answers <= shown.at), None)
    if line is None or line.roll is None:
        return None
    return PanelWidgets("Dice", "left", list(_told(shown, line, line.roll)), width=BESIDE)


def _told(shown: BattleSnapshot, line: LogLine, roll: Roll) -> Iterator[Widget]:
    good = None if roll.good is None else roll.succeeds(line.faces)
    yield TextWidget(f"{shown.battle.called(roll.who)}: {roll.what}", "strong", tip=roll.source)
    yield DiceWidget(faces_shown(roll.dice, line.faces), good)
    if roll.needs:
        yield TextWidget(f"needs {roll.needs}")
    if roll.tells:
        yield TextWidget(roll.tells, "faint")
    yield from (TextWidget(f"{one.amount:+} {one.because.text}", "faint", tip=one.because.source) for one in roll.why)
    came = roll.meant_by(line.faces) if good is None else roll.called[0 if good else 1]
    if came:
        yield TextWidget(came, "plain" if good is None else "good" if good else "bad")


def faces_shown(dice: str, faces: tuple[int, ...]) -> tuple[DieFace, ...]:
    """How dice lie that show these natural faces: pips, symbols, a number or an arrow."""
    if dice == SCATTER:
        lowest, degrees = faces
        return (DieFace(arrow=float(degrees)), DieFace("hit" if lowest < symbols(dice)["arrow"] else f"{degrees}°"))
    if plain_numbers(dice) is not None:
        return tuple(DieFace(str(face)) for face in faces)
    if shown := symbols(dice):
        return tuple(DieFace(_symbol(shown, face)) for face in faces)
    if dice.endswith("D3"):
        return tuple(DieFace(str(halved(face)), face) for face in faces)
    return tuple(DieFace(pips=face) for face in faces)


def _symbol(shown: Mapping[str, int], face: int) -> str:
    """The symbol that a face stands for."""
    return max((low, name) for name, low in shown.items() if low <= face)[1]
