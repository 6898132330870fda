"""The program as it played before checks had their price, read out of the repository's history, to be played against.

It answers the questions of now: names that have changed since are changed in its text, and nothing else.
"""

import importlib
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from rules.engine.procedure_steps import Choose
from rules.skirmish.state.battle_state import Battle

COMMIT = "ba6df742^"
"""The last one in which every check cost the same, nobody turned to the helpless, and whoever could was taken along."""
FOLDER = "rules/skirmish/opponent"
NAME = "former_program_player"
SINCE = (
    ("rules.skirmish.opponent", NAME),
    ("from rules.sight.verdict_reasons import POINT_BLANK_INCHES", "POINT_BLANK_INCHES = 3.0"),
    ("from rules.skirmish.melee.close_combat import MERCY", "MERCY = 1.0"),
    ("from rules.skirmish.moving.charge_action import FARTHEST", "FARTHEST = 12.0"),
    ("from rules.skirmish.melee.consolidation import INCHES as CONSOLIDATED", "CONSOLIDATED = 3.0"),
    ("import COVER, Gun, Shot", "import Gun, Shot"),
    ("COVER[cover]", '{"open": 0, "partial": -1, "full": -2}[cover]'),
    ('charge_inches(battle, fighter, single=battle.model(fighter).status == "pinned")', "charge_inches(battle, fighter)"),
    ('"where is he set up"', '"where to set up"'),
    ('"where does he arrive"', '"where to arrive"'),
    ('"bottle test"', '"who takes the bottle test"'),
    ('charge_inches(battle, fighter, single=model.status == "pinned")', "charge_inches(battle, fighter)"),
    # Heights of regions, which slope since.
    ("self.navmesh.heights[self.region[near]]", "self.navmesh.heights(self.region[near], start)"),
    ("self.navmesh.heights[self.region]", "self.navmesh.heights(self.region, self.xy)"),
    ("self.navmesh.heights[self.goal.region]", "self.navmesh.heights(np.array(self.goal.region), np.asarray(self.goal.xy))"),
)
"""Texts, and what stands for them now."""


def former_decide() -> Callable[[Battle, Choose], str]:
    """Its answers. Without that history it ends with a line that says so."""
    root = Path(__file__).resolve().parents[1]
    with tempfile.TemporaryDirectory() as folder:
        package = Path(folder) / NAME
        package.mkdir()
        for path in _shown(root, "ls-tree", "--name-only", COMMIT, f"{FOLDER}/").splitlines():
            text = _shown(root, "show", f"{COMMIT}:{path}")
            for old, new in SINCE:
                text = text.replace(old, new)
            (package / Path(path).name).write_text(text, encoding="utf-8")
        sys.path.insert(0, folder)
        try:
            decide: Callable[[Battle, Choose], str] = importlib.import_module(f"{NAME}.program_player").decide
        finally:
            sys.path.remove(folder)
    return decide


def _shown(root: Path, *words: str) -> str:
    done = subprocess.run(["git", *words], cwd=root, capture_output=True, text=True, encoding="utf-8", check=False)
    if done.returncode:
        raise SystemExit(f"the former program is in the history of the repository, which is not here: {done.stderr.strip()}")
    return done.stdout
