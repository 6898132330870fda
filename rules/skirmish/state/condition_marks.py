"""Conditions that not every relative knows, as marks: what they do stands where they do it.

Source: arbiter, Status & Conditions; Skill Actions.
"""

from rules.skirmish.state.battle_state import Mark

BLIND = Mark("blind", until="round ends", source="Blind")
"""He has lost his ready marker, and his reaction attacks hit on a natural 6 only."""
DAZZLED = Mark("dazzled", source="Blind")
"""He loses his next ready marker, and is blind from then on."""
BLAZE = Mark("blaze", source="Blaze", told="is on fire")
"""He burns: when he is activated he is hit, runs about, and lies down."""
WEBBED = Mark("webbed", source="Webbed", status="seriously_injured")
"""He counts as seriously injured until a recovery roll frees him."""
IMMOVABLE = Mark("immovable", until="activation begins", source="Tank")
"""His armour is better by two, and nothing moves or pins him."""
ALL_ROUND = Mark("all-round vision", until="round ends", source="Comm", told="sees all round")
"""His vision arc goes all round."""
RESTRAINS = Mark("restrains", most=20, source="Restrain", told="has restrained")
"""How often he has restrained somebody; counts after the battle."""
BOLTS = Mark("runs for cover at once", source="Nerve tests")
"""He has just been broken, and runs before anything else is done."""

CHALLENGED = Mark(
    "challenged",
    until="activation ends",
    source="Issue Challenge",
    told="has to take up the challenge of",
    about_somebody=True,
)
"""He shoots at nobody else and charges nobody else than those whom it is about, while he can."""

CONDITIONS = (BLIND, DAZZLED, BLAZE, WEBBED, IMMOVABLE, ALL_ROUND, RESTRAINS, CHALLENGED)
