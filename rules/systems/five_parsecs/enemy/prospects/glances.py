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
from scene.measuring.distance import nearest
from scene.table.table import Figure
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


def glances(battle: Battle, pairs: Sequence[tuple[Figure, Figure]]) -> list[Glance]:
    """What the first of each pair makes of the second, who is looked at; both may stand elsewhere than the battle has them."""
    far = vision(battle) + ROUNDING
    near = [n for n, (one, other) in enumerate(pairs) if math.isinf(far) or nearest(one, other).distance <= far]
    questions = [SightQuestion(*pairs[n]) for n in near]
    rulings = sight_rulings(table_of(battle), questions, rules=battle.setting.part(SightRules), effort=EFFORT)
    found = [UNSEEN] * len(pairs)
    for n, question, ruling in zip(near, questions, rulings, strict=True):
        if ruling.witness is not None:
            ruled = battle.cover_ruled(question.shooter.id, question.target.id) or ruling.cover
            found[n] = Glance(seen=True, covered=ruled != "open")
    return found
