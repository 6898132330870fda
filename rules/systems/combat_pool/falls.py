"""Falls and jumps down. The reference says nothing of them: what a jump of three inches or more does is Sightline's own."""

from rules.fall_rules import Band, FallNumbers
from rules.systems.combat_pool.citations import own

FALLS = FallNumbers(
    name="combat-pool",
    free=2.0,
    bands=(Band(3.0, jump=0, strength=None, ap=None, damage=2),),
    further=(1.0, 1),
    status=None,
    jump_check=None,
    jump_hurts=True,
    jump_ends_round=False,
    edge=None,
    edge_check=None,
    rail=0,
    shared=False,
    apart=0.0,
    pit=None,
    falling=own("jumps and falls"),
    hazards=own("jumps and falls"),
    pits=own("jumps and falls"),
    told="a wound score of {}, less AR",
)
"""The damage is a basic wound score: two at three inches, and one more for each further inch."""
