"""Falls and jumps down by the main rulebook."""

from rules.fall_rules import Band, FallNumbers

FALLS = FallNumbers(
    name="main-rulebook",
    free=1.0,
    bands=(
        Band(3.0, jump=-1, strength=3, ap=0, damage=1),
        Band(5.0, jump=-2, strength=5, ap=-1, damage=1),
        Band(7.0, jump=-3, strength=7, ap=-2, damage=2),
        Band(9.0, jump=-4, strength=9, ap=-3, damage=3),
    ),
    further=None,
    status="pinned",
    jump_check="initiative",
    jump_hurts=False,
    jump_ends_round=False,
    edge=0.5,
    edge_check="initiative",
    rail=1,
    shared=True,
    apart=1.0,
    pit="out_of_action",
    falling="main-rulebook: Falling down",
    hazards="main-rulebook: Falling hazards",
    pits="main-rulebook: Pits",
)
