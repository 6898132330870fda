"""The panel that hands the screen over: before the secret choices of one player, and once he is done."""

from sightline.session.secret_choices import HandOver
from sightline.window.battle.snapshots.battle_snapshot import BattleSnapshot
from sightline.window.intents.battle_intents import LookNow
from sightline.window.intents.intents import Confirm
from sightline.window.intents.key_bindings import key_of
from sightline.window.intents.panel_widgets import Button, PanelWidgets, TextWidget

WIDE = 56.0
"""Letters."""


def hand_over_panel(shown: BattleSnapshot, hand: HandOver) -> PanelWidgets:
    """Who is to look at the screen and who is not, in place of the question; nothing of that is told."""
    to, done = shown.battle.called(hand.to), shown.battle.called(hand.done)
    words = [f"The choice of {done} is made."] if hand.done else []
    if hand.to:
        words.append(f"A secret choice of {to}. Everybody else looks away.")
        label = f"I play {to}: show it"
    else:
        words.append("Everybody looks again.")
        label = "Go on"
    faults = [TextWidget(fault, "bad") for fault in shown.faults]
    waits = [TextWidget(f"{shown.owed}; it is waited for")] if shown.owed else []
    told = [*waits, *(TextWidget(line, "strong") for line in words)]
    button = Button(label, LookNow(hand.to), key=key_of(Confirm()))
    return PanelWidgets("One screen for all", "middle", [*told, button, *faults], width=WIDE)
