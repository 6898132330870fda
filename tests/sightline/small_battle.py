"""A small battle in a folder: two gangs of two on a bare table with a wall, written as a player would write it."""

import json
from pathlib import Path

PROFILE = '{ M = 5, WS = "4+", BS = "3+", S = 3, T = 3, W = 1, I = "4+", A = 1, LD = "7+", CL = "7+", WIL = "7+", INT = "7+" }'


def gang(name: str, *fighters: str, deck: str = "") -> str:
    cards = (
        f'[[fighter]]\nid = "{one}"\nname = "{one.title()}"\ncost = 50\nprofile = {PROFILE}\nweapons = ["gun"]\n'
        for one in fighters
    )
    gun = '[[weapon]]\nname = "gun"\nrange = [8, 24]\nstrength = 4\nap = -1\ndamage = 2\nammo = "-"\n'
    return f'format = "sightline-gang"\nversion = 1\nname = "{name}"\nid = "{name}"\n{deck}{gun}{"".join(cards)}'


SCENARIO = """
format = "sightline-scenario"
version = 1
name = "Duel"
rounds = 3

[[area]]
low = [0, 0]
high = [0.3, 1]

[[area]]
low = [0.7, 0]
high = [1, 1]
"""

BATTLE = """
format = "sightline-battle"
version = 1
name = "Duel at the wall"
table = "yard.json"
gangs = ["red.toml", "blue.toml"]
scenario = "duel.toml"
"""


def with_cards(folder: Path) -> Path:
    """The same where each gang selects two tactic cards, of 18 that are called after its first fighter."""
    path = small_battle(folder)
    for name, *fighters in (("red", "anna", "alan"), ("blue", "bill", "bob")):
        cards = [f"{fighters[0]}'s trick {number:02}" for number in range(1, 19)]
        (folder / f"{name}.toml").write_text(gang(name, *fighters, deck=f"deck = {cards}\n"))
    (folder / "duel.toml").write_text(SCENARIO.replace("rounds = 3\n", "rounds = 3\ncards = 2\n"))
    return path


def small_battle(folder: Path) -> Path:
    """Writes table, gangs, scenario and battle file; the path of the last."""
    wall = {"id": "wall", "kit": "barricade", "position": [8, 8, 0], "turn": 90}
    table = {"format": "sightline-table", "version": 1, "size": [16, 16], "terrain": [wall], "figures": []}
    (folder / "yard.json").write_text(json.dumps(table))
    (folder / "red.toml").write_text(gang("red", "anna", "alan"))
    (folder / "blue.toml").write_text(gang("blue", "bill", "bob"))
    (folder / "duel.toml").write_text(SCENARIO)
    path = folder / "duel-at-the-wall.toml"
    path.write_text(BATTLE)
    return path
