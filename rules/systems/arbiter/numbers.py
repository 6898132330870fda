"""What the Arbiter's rules say of a battle otherwise than the main rulebook, in numbers and switches."""

from rules.skirmish.state.skirmish_rules import (
    Activations,
    Carrying,
    Charge,
    CloseCombat,
    Flight,
    Moves,
    Nerve,
    Recovery,
    Retreat,
    Shooting,
    SkirmishRules,
)

NUMBERS = SkirmishRules(
    activations=Activations(groups=False),
    moves=Moves(engage=False, hard_target=False, engaged_turn=False, take_cover="basic"),
    charge=Charge(times=1, dice="D3", most=48.0, pinned=0),
    carrying=Carrying(action=True, strength=False, locks=True),
    retreat=Retreat(reactions="who pass a check"),
    close_combat=CloseCombat(
        turning="hit rolls",
        unarmed_ap=0,
        defend="nobody",
        interference="enemies in contact only with him",
        reactions="all who are engaged",
        coup_de_grace=0.0,
        consolidate=2.0,
        consolidate_engages=False,
    ),
    shooting=Shooting(
        full_cover_misses=1,
        lying="never",
        engaged="modifier",
        engaged_modifier=-1,
        stray=False,
        ignored="nobody",
        easier="nobody",
        willpower=False,
        template_save=(0, 1, 2),
    ),
    nerve=Nerve(
        steadied_by="standing friends who are not broken",
        rallies="in the end phase",
        runs_at_once=True,
        running="double",
        engaged="runs for cover",
    ),
    recovery=Recovery(hindered_by="nobody"),
    flight=Flight(test="by a die", alone=False, give_up=False, may_fail=True),
)
