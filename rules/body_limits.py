"""What bodies can do at most, whoever's rules they move by: all rule systems share a table's navmeshes.

They are the main rulebook's numbers; the other systems allow no more, or do not say. Which of these moves a rule system knows,
and what they cost, is told by its own numbers. Sources: main-rulebook: Stepping up (``step``), Gaps in terrain (``squeezed``,
``widest_window``), Barricades and obstacles (``across``), Climbing (``overhang``).
"""

from scene.walkable.agent_limits import AgentLimits

LIMITS = AgentLimits(step=0.5, foothold=0.5, squeezed=0.75, across=2.0, overhang=1.0, widest_window=2.0, farthest_leap=8.0)
STEP = LIMITS.step
ACROSS = LIMITS.across
