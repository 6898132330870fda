"""Glances: who sees whom, in cover or not, as the rules judge it with less effort than for a verdict; for many pairs at once.

What a glance sees is seen: it has found a free line. What it overlooks are lines through slots that are thinner than a hair;
an enemy does not plan by these.

Sources: five-parsecs: Lines of sight, Cover, Battle events on round 2 and round 4 (visibility change).
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from rules.sight.sight_rulings import sight_rulings
from rules.sight.verdict import Effort, SightQuestion, SightRules
from rules.skirmish.state.battle_sight import table_of
from rules.skirmish.state.battle_state import Battle
from rules.systems.five_parsecs.conditions.battle_view import ROUNDING, vision
from scene.base.memo import memoized
from scene.measuring.distance import nearest
from scene.table.table import Figure, Table, Terrain
from scene.visibility.hidden_share import COARSE

EFFORT = Effort(COARSE, thorough=False)


@dataclass(frozen=True)
class Glance:
    """What a figure makes of another one.

    Attributes:
        seen: whether there is a line of sight.
        covered: whether the one looked at is in cover; False for who is not seen.
    """

    seen: bool
    covered: bool


UNSEEN = Glance(seen=False, covered=False)
MOST_KNOWN = 20_000
"""Glances that are kept for one terrain."""

_Looks = tuple[Figure, Figure, tuple[Figure, ...]]
"""Who looks at whom, and all others."""


def glances(battle: Battle, pairs: Sequence[tuple[Figure, Figure]]) -> list[Glance]:
    """What the first of each pair makes of the second, who is looked at; both may stand elsewhere than the battle has them.

    Lines are mutual: who is not seen by somebody does not see him.
    """
    table, far = table_of(battle), vision(battle) + ROUNDING
    known = _known(table.terrain)
    if len(known) > MOST_KNOWN:
        known.clear()
    looks = [_looks(table, *pair) for pair in pairs]
    new = [n for n, one in enumerate(looks) if one not in known and known.get((one[1], one[0], one[2])) != UNSEEN]
    questions = [SightQuestion(*pairs[n]) for n in new]
    rulings = sight_rulings(table, questions, rules=battle.setting.part(SightRules), effort=EFFORT)
    known |= {
        looks[n]: Glance(one.witness is not None, one.witness is not None and one.cover != "open")
        for n, one in zip(new, rulings, strict=True)
    }
    found = [known.get(one, UNSEEN) for one in looks]
    return [_ruled(battle, pair, glance, far) for pair, glance in zip(pairs, found, strict=True)]


def _looks(table: Table, one: Figure, other: Figure) -> _Looks:
    return one, other, tuple(figure for figure in table.figures if figure.id not in {one.id, other.id})


def _ruled(battle: Battle, pair: tuple[Figure, Figure], glance: Glance, far: float) -> Glance:
    """A glance with what a ruling of the table says of cover, and nothing beyond what anybody sees."""
    one, other = pair
    if not glance.seen or (not math.isinf(far) and nearest(one, other).distance > far):
        return UNSEEN
    ruled = battle.cover_ruled(one.id, other.id)
    return glance if ruled is None else Glance(seen=True, covered=ruled != "open")


@memoized
def _known(_terrain: Terrain) -> dict[_Looks, Glance]:
    """What was seen on a terrain so far; others that move elsewhere may still stop a line, and so are part of it."""
    return {}
