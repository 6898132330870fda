"""Marks of figures and of sides: stun and shock, casualties, when somebody acts, and what battle events leave behind.

Sources: five-parsecs: Stun, Shock, Rolling for damage, The reaction roll, Snap fire rules, Enemy overwatch, Luck,
Battle events on round 2 and round 4.
"""

from rules.skirmish.state.battle_state import Mark

EVENTS = "Battle events on round 2 and round 4"

STUNNED = Mark("stunned", source="Stun")
"""He moves or makes a combat action, not both."""
SHOCKED = Mark("shocked", source="Shock")
"""He makes no combat action, and moves only for cover or out of sight."""
DAZED = Mark("dazed", source="Rolling for damage")
"""His next activation takes no stun marker away; also a temporary shutdown."""
WOUNDED = Mark("wounded", source="Rolling for damage")
"""Half speed, and combat skill one less; the next time he is gone."""
HAD_BEFORE = Mark("had before", source="Rolling for damage", about_somebody=True)
"""About other marks, by name: he had them when he was activated, so that they tell on this activation and not on the next."""
DAMAGED = Mark("damaged", source="Rolling for damage")
"""Each activation may be his last, and casualty rolls get +1."""
BLEEDING = Mark("bleeding", source="Rolling for damage", told="bleeds")
"""Rolls at the end of each later activation, and casualty rolls get +1."""
LUCK_USED = Mark("luck used", most=9, source="Luck", told="has used luck")
TOUGHER = Mark("tougher", most=3, source=EVENTS, told="is tougher than expected")

QUICK = Mark("acts quickly", until="round ends", source="The reaction roll", told="is quick")
SLOW = Mark("acts slowly", until="round ends", source="The reaction roll", told="is slow")
BOTH = Mark("acts twice", until="round ends", source=EVENTS, told="is quick and slow")
WATCHFUL = Mark("snap fire", until="round ends", source="Snap fire rules", told="waits to snap fire")
"""He has not acted and fires when an enemy moves, or acts in the slow actions phase."""
DELAYED = Mark("delays", until="round ends", source="Snap fire rules", told="waits for the slow actions phase")
IDLE = Mark("cannot act", until="round ends", source=EVENTS)
OVERWATCH = Mark("on overwatch", source="Enemy overwatch")
NO_FIRE = Mark("cannot fire", until="round ends", source="Snap fire rules", told="cannot fire this round")
LANDED = Mark("landed hard", until="round ends", source="Jumping", told="has jumped down")
FIRED = Mark("fired", source=EVENTS, about_thing=True, silent=True)
"""About the weapon: fired this round, or the one before."""
ATTACKED = Mark("attacks", until="round ends", source="Guardian", about_somebody=True, silent=True)
"""About the target: who is with him attacks the same one."""
LAST_SHOT = Mark("one shot left", source=EVENTS, told="has one shot left with", about_thing=True)
LOOTED = Mark("has found loot", source=EVENTS, told="has found", about_thing=True)
"""About what: by its name on the loot table."""

FIGURE_MARKS = (
    STUNNED,
    SHOCKED,
    DAZED,
    WOUNDED,
    DAMAGED,
    BLEEDING,
    LUCK_USED,
    TOUGHER,
    QUICK,
    SLOW,
    BOTH,
    WATCHFUL,
    DELAYED,
    IDLE,
    OVERWATCH,
    NO_FIRE,
    LANDED,
    FIRED,
    ATTACKED,
    LAST_SHOT,
    LOOTED,
)
"""All marks of figures, in the order in which people are told of them."""
