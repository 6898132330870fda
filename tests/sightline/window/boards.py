"""Small battles for the window: two gangs of two in a yard with a wall, a deck and a ladder up to it."""

import json
from collections.abc import Sequence
from pathlib import Path

from rules.engine.procedure_steps import Answer
from sightline.window.battle.battle_game import BattleGame
from sightline.window.battle.snapshots.battle_snapshot import BattleSnapshot
from sightline.window.intents.intents import Give, GiveText
from sightline.window.intents.panel_widgets import Button, PanelWidgets, every
from tests.sightline.small_battle import gang, small_battle

SET_UP = ("5", "2", "4 8 0", "13 6 0", "3 3 0", "13 12 0", "6", "1")
"""With typed dice: red begins to set up and has priority. Anna stands at the foot of the ladder, and faces Bill."""
ON_DECK = (4.0, 9.6, 3.0)
"""At the top of the ladder."""
SPECIAL = '[[weapon]]\nname = "sprayer"\nrange = [4, 12]\nstrength = 3\nammo = "5+"\ntraits = ["rapid fire (2)"]\n'


def yard(folder: Path, gangs: Sequence[str] = ()) -> Path:
    """The files of a battle; its path.

    Args:
        folder: where they go.
        gangs: more gangs of one each, in corners of their own.
    """
    path = small_battle(folder)
    table = json.loads((folder / "yard.json").read_text())
    bare = dict.fromkeys(("rail_front", "rail_back", "rail_left", "rail_right"), 0)
    table["terrain"] += [
        {"id": "deck", "kit": "platform", "parameters": bare, "position": [4, 12, 0]},
        {"id": "ladder", "kit": "ladder", "parameters": {"height": 3.2}, "position": [4, 8.88, 0]},
    ]
    (folder / "yard.json").write_text(json.dumps(table))
    for number, name in enumerate(gangs):
        (folder / f"{name}.toml").write_text(gang(name, f"{name}-one"))
        low = 0.35 + 0.15 * number
        area = f"\n[[area]]\nlow = [{low}, 0]\nhigh = [{low + 0.1}, 0.3]\n"
        (folder / "duel.toml").write_text((folder / "duel.toml").read_text() + area)
    files = json.dumps(["red.toml", "blue.toml", *(f"{name}.toml" for name in gangs)])
    path.write_text(path.read_text().replace('["red.toml", "blue.toml"]', files))
    return path


def given(battling: BattleGame, *answers: Answer) -> BattleSnapshot:
    """The battle after these answers, all of which are taken."""
    shown = battling.shown()
    for answer in answers:
        shown = battling.carry_out(GiveText(answer) if isinstance(answer, str) else Give(answer))
        assert shown.faults == (), (answer, shown.faults)
    return shown


def pressed(battling: BattleGame, panel: PanelWidgets, label: str) -> BattleSnapshot:
    """The battle after a button is pressed."""
    (button,) = (one for one in every(panel.widgets) if isinstance(one, Button) and one.label == label)
    assert button.enabled, button.why_not
    return battling.carry_out(button.intent)


def why_not(panel: PanelWidgets) -> dict[str, str]:
    """The buttons that cannot be pressed, each with the reason."""
    return {one.label: one.why_not for one in every(panel.widgets) if isinstance(one, Button) and one.why_not}


SOLO = """
format = "sightline-battle"
version = 1
name = "Alone in the yard"
rules = "five-parsecs"
table = "yard.json"
gangs = ["own.toml", "raid.toml"]
scenario = "duel.toml"
"""
OWN = """
format = "sightline-crew"
version = 1
name = "The Own"

[[member]]
name = "Anna"
reactions = 2
speed = 5
combat = 1
toughness = 3
weapons = ["Crew rifle", "Work knife"]

[[member]]
name = "Alan"
reactions = 2
speed = 5
combat = 0
toughness = 3
luck = 1
weapons = ["Boat hook"]
"""
RAID = """
format = "sightline-enemies"
version = 1
name = "The Raid"
ai = "tactical"
panic = "1-2"

[[enemy]]
name = "Bill"
speed = 4
combat = 0
toughness = 3
weapons = ["Crew rifle"]

[[enemy]]
name = "Bob"
speed = 4
combat = 0
toughness = 3
weapons = ["Crew rifle"]
"""
AT_ANNA = ("3 8 0", "4 3 0", "3 2", "6 1", "best")
"""With typed dice: Anna acts before the enemies, Alan after them; she is asked what she does."""
FIRST_ENEMY = (*AT_ANNA, "end", "5")
"""The first enemy has rolled, and it is asked whether it does what its row says."""


def solo(folder: Path) -> Path:
    """The files of a crew of two against two enemies in the yard; the path of the battle."""
    yard(folder)
    for name, text in (("own.toml", OWN), ("raid.toml", RAID), ("alone.toml", SOLO)):
        (folder / name).write_text(text)
    return folder / "alone.toml"
