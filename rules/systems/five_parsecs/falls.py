"""Falls and jumps down by Five Parsecs From Home."""

from rules.fall_rules import Band, FallNumbers

FALLS = FallNumbers(
    name="five-parsecs",
    free=1.0,
    bands=(Band(3.0, jump=0, strength=None, ap=None, damage=0),),
    further=(2.0, 1),
    status=None,
    jump_check=None,
    jump_hurts=True,
    jump_ends_round=True,
    edge=None,
    edge_check=None,
    rail=0,
    shared=False,
    apart=0.0,
    pit=None,
    falling="five-parsecs: Falling",
    hazards="five-parsecs: Falling",
    pits="five-parsecs: Falling",
)
