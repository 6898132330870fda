"""What the quick reference for YCE says of a battle otherwise than the main rulebook, in numbers and switches."""

from rules.skirmish.state.skirmish_rules import (
    Carrying,
    CloseCombat,
    Flight,
    Moves,
    Recovery,
    Reinforcements,
    Retreat,
    Shooting,
    SkirmishRules,
)

NUMBERS = SkirmishRules(
    reinforcements=Reinforcements(together=None, enemies=6.0, in_turn=True),
    moves=Moves(engaged_turn=False, take_cover="basic"),
    carrying=Carrying(action=True, reach=1.0),
    retreat=Retreat(inches="movement", pivot=True),
    close_combat=CloseCombat(
        turning="weapon skill",
        turning_to_react="weapon skill",
        unarmed_ap=0,
        defend="who sees the attacker",
        defence_assistance=True,
        one_by_one=True,
        targets_pick=True,
        interference="enemies of all gangs in contact with no friend of his",
    ),
    shooting=Shooting(
        lying="within range",
        aim_for="the next action",
        ignored="who are not active",
        easier="who is easier to hit than all closer ones",
        compared="who is in line of sight",
        mid_air="goes off",
    ),
    recovery=Recovery(hindered_by="operational enemies"),
    flight=Flight(share=2, alone=False, give_up=False, example="may stay"),
)
