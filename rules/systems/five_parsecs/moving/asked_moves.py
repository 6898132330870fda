"""Moves of the player's figures: where to is asked, and may be seen before it is done.

Sources: five-parsecs: Movement action, Following up.
"""

from fractions import Fraction

from rules.engine.procedure_steps import Choose, Option, Procedure
from rules.movement.engaging_paths import Engagement
from rules.skirmish.moving.facing_action import decides
from rules.skirmish.moving.move_actions import Manner, planned
from rules.skirmish.moving.walk_preview import WalkPreview, preview_walk
from rules.skirmish.state.battle_state import Battle
from rules.systems.five_parsecs.moving.closing_in import closes_in, contact_seen
from rules.systems.five_parsecs.moving.walks import can_go_on, to_landing, walks, within_round
from scene.pathfinding.path_legs import Path

MOVE = "Movement action"
HINT = 'x y or x y z; "safe" with it for the way without jumps that hurt'
ENGAGING = "engage ENEMY for a brawl; "


def asks_where(
    battle: Battle, fighter: str, inches: float, what: str, source: str = MOVE, *, engages: bool = True
) -> Procedure[Battle]:
    """Asks where a figure moves, or whom it engages, and moves it as far as the inches last."""
    manner = Manner(what, source, engages=engages)
    hint = (ENGAGING if engages else "") + HINT

    def free(key: str) -> Option:
        steps = planned(battle, fighter, key, inches, manner)
        if len(steps) == 1 and isinstance(steps[0], Path):
            steps = (within_round(battle, fighter, steps[0], inches, safe="safe" in key.split()),)
        return Option(key, key, steps)

    steps = yield Choose(
        f'{what}, up to {inches:g}"',
        decides(battle, fighter),
        (Option("stay", "stay", ()),),
        free,
        fighter,
        source,
        hint,
        preview=lambda option: _preview(battle, fighter, option.value, inches),
        shown=((inches, Fraction(1)),),
        kind=what,
    )
    for number, step in enumerate(steps):
        # Shock that he had before, as who follows up may, keeps him from nothing that he is asked about.
        if number and not can_go_on(battle, fighter):
            return battle
        if isinstance(step, Engagement):
            return (yield from closes_in(battle, fighter, step, inches))
        if isinstance(step, Path):
            battle = yield from walks(battle, fighter, step, inches)
            inches -= min(step.cost, inches)
    return battle


def _preview(battle: Battle, fighter: str, steps: tuple[object, ...], inches: float) -> WalkPreview | None:
    """How far the first path of an answer leads, or the way into contact; None without one."""
    step = next((step for step in steps if isinstance(step, Path | Engagement)), None)
    if isinstance(step, Engagement):
        return contact_seen(battle, fighter, step, inches)
    return None if step is None else preview_walk(battle, fighter, to_landing(step), inches)
