"""Whole turns of ten enemies by their tables on the largest table, beside judging who sees whom of both sides once.

python -m benchmarks.enemy_turns [--short] [--seed N]
"""

import time
from dataclasses import replace
from functools import cache

import numpy as np
from rich.table import Table as Rows

from assets import tables
from benchmarks.scenes import arguments, console
from rules.engine.dice import thrown
from rules.engine.procedure_steps import Call, Choose, Procedure, Roll
from rules.sight.shot_verdicts import settle_shots
from rules.sight.verdict import SightQuestion
from rules.skirmish.state.battle_sight import table_of
from rules.skirmish.state.battle_state import Battle
from rules.skirmish.state.placement import good_places
from rules.systems import registry
from rules.systems.five_parsecs.enemy.enemy_activation import enemy_acts
from rules.systems.five_parsecs.roster.combat_sheet import AI_TYPES, AiType, CombatSheet
from rules.systems.five_parsecs.turns.round_phases import ready_enemies
from scene.mesh_io.mesh_reading import MAX_FACES
from scene.table.table import Table
from sightline.files.table_loading import load
from tests.rules.systems.five_parsecs.battle_scenes import HAND, RAIDER, scene

TABLE = "high-foundry"
ENEMIES, CREW = 10, 6
PLACEMENTS, SHORT = 5, 1
MOST_SECONDS = 2.0


@cache
def board() -> Table:
    """The table, read once, as a battle reads it once."""
    return replace(load(tables.path(TABLE), max_faces=MAX_FACES)[0], figures=())


def placed(ai: AiType, rng: np.random.Generator) -> Battle:
    """Both sides somewhere on their halves of the table."""
    sheet: CombatSheet = replace(RAIDER, ai=ai)
    crew = {f"crew{number}": (0.0, 0.0, 0.0) for number in range(CREW)}
    foes = {f"enemy{number}": (0.0, 0.0, 0.0) for number in range(ENEMIES)}
    bare = scene(crew, foes, sheets=dict.fromkeys(foes, sheet) | dict.fromkeys(crew, HAND))
    setting = replace(bare.setting, table=board())
    battle = replace(bare, setting=setting, models=tuple(replace(one, whereabouts="reserve") for one in bare.models))
    for model in battle.models:
        places = good_places(battle, model.id, ())
        half = places[(places[:, 0] < setting.table.size[0] / 2) == (model.id in crew)]
        x, y, z = half[rng.integers(len(half))].tolist()
        battle = battle.changed(model.id, position=(x, y, z), whereabouts="table")
    return battle


def gone_through(procedure: Procedure[Battle], rng: np.random.Generator) -> Battle:
    """What comes of a procedure with dice by chance, where nobody overrules anything."""
    reply: object = None
    while True:
        try:
            request = procedure.send(reply)
        except StopIteration as stop:
            found: Battle = stop.value
            return found
        match request:
            case Roll():
                reply = thrown(request.dice, rng)
            case Choose():
                reply = request.options[0].value
            case Call():
                reply = gone_through(request.begin(), rng)
            case _:
                reply = None


def turn(battle: Battle, rng: np.random.Generator) -> float:
    """Processor seconds of a whole turn of the enemies."""
    begin = time.process_time()
    while ready := ready_enemies(battle):
        battle = gone_through(enemy_acts(battle, ready[0]), rng)
    return time.process_time() - begin


def all_pairs(battle: Battle) -> float:
    """Processor seconds of judging once who of both sides sees whom."""
    table = table_of(battle)
    foes = [one for one in table.figures if one.id.startswith("enemy")]
    asked = [SightQuestion(foe, one) for foe in foes for one in table.figures if one not in foes]
    begin = time.process_time()
    settle_shots(table, asked, rules=registry.system("five-parsecs").sight)
    return time.process_time() - begin


def main() -> None:
    """Times turns of every AI type."""
    given = arguments(__doc__).parse_args()
    rng = np.random.default_rng(given.seed)
    turn(placed("tactical", rng), rng)  # what is worked out once for a table
    rows = Rows("AI type", "seconds a turn", "most", "times all pairs")
    for ai in AI_TYPES:
        if ai == "guardian":
            continue  # who keeps with a ward does what it does
        battles = [placed(ai, rng) for _ in range(SHORT if given.short else PLACEMENTS)]
        seconds, pairs = [turn(one, rng) for one in battles], [all_pairs(one) for one in battles]
        mark = "" if max(seconds) <= MOST_SECONDS else f" (more than {MOST_SECONDS:g})"
        rows.add_row(ai, f"{np.mean(seconds):.2f}", f"{max(seconds):.2f}{mark}", f"{np.mean(seconds) / np.mean(pairs):.2f}")
    console().print(rows)


if __name__ == "__main__":
    main()
