"""The panel of the players: which gangs the program plays and in which style; who rolls the dice, and the program's pace."""

from rules.skirmish.opponent.style import STYLES, Style
from rules.skirmish.state.battle_rules import battle_rules
from sightline.window.battle.snapshots.battle_snapshot import BattleSnapshot
from sightline.window.intents.battle_intents import PACES, NextStep, PlayInStyle, StopProgram, TypeDice
from sightline.window.intents.intents import Choice, PlayedBy
from sightline.window.intents.key_bindings import key_of
from sightline.window.intents.panel_widgets import Button, PanelWidgets, RowWidget, Switch, Widget

STOP = "the program does nothing until it goes on, or is to do its next step"
BESIDE = 40.0
"""Letters that the panels of a battle are wide."""


def players_panel(shown: BattleSnapshot) -> PanelWidgets:
    """Who plays whom; folded once the battle is on."""
    return PanelWidgets("Players", "left", _players(shown), width=BESIDE, folded=bool(shown.battle.round))


def _players(shown: BattleSnapshot) -> list[Widget]:
    found: list[Widget] = []
    battle = shown.battle
    played = battle_rules(battle).played(battle.setting)
    styled = battle_rules(battle).decides is None
    for side in (side for side in battle.sides if side.id not in played):
        gang, program = shown.battle.called(side.id), side.id in shown.program
        found.append(Switch(f"the program plays {gang}", program, PlayedBy(side.id, not program)))
        if program and styled:
            now = shown.styles.of(side.id)
            found.append(RowWidget([_style_button(side.id, style, chosen=style == now) for style in STYLES.values()]))
    return found


def own_dice(shown: BattleSnapshot) -> Switch:
    """Whether people roll the dice."""
    tip = "type the dice that fell on your table; else the program rolls them"
    return Switch("we roll the dice ourselves", shown.typed, TypeDice(not shown.typed), tip)


def pace_widgets(pause: float, *, stopped: bool = False) -> list[Widget]:
    """How fast the program's steps follow one another, and whether people have ``stopped`` it."""
    steps = [Button(name, Choice("pause", wait), chosen=wait == pause, marker="pace") for name, wait in PACES.items()]
    after = Button("Next step", NextStep(), tip="what the program does next, at once", key=key_of(NextStep()))
    stop = Button("Go on" if stopped else "Stop", StopProgram(), tip=STOP, key=key_of(StopProgram()), chosen=stopped)
    return [RowWidget(steps), RowWidget([stop, after])]


def _style_button(gang: str, style: Style, *, chosen: bool) -> Button:
    return Button(style.name, PlayInStyle(gang, style.name), tip=style.words, chosen=chosen, marker=gang)
