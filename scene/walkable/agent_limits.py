"""The limits of agents: what bodies can do at most, whoever's rules they move by; navmeshes are built with these numbers.

They are the main rulebook's; the other systems allow no more, or do not say. Which of these moves a rule system knows, and what
they cost, is told by `rules`.
"""

EQUAL = 0.001
"""Inches: lengths that differ by less count as equal, so a deck at 3" is a drop of 3" also after rounding."""
STEP = 0.5
"""Inches that a figure steps up or down while walking. Source: main-rulebook, Stepping up."""
FOOTHOLD = 0.5
"""Part of a base's diameter that a floor has to be wide to stand on it."""
SQUEEZED = 0.75
"""Part of its base's diameter, and of its height, that a figure can make itself to get through an opening."""
ACROSS = 2.0
"""Inches; nobody crosses what is thicker in one go. Source: main-rulebook, Barricades and obstacles."""
OVERHANG = 1.0
"""Inches that what is above may stick out over the face that is climbed. Source: main-rulebook, Climbing."""
WIDEST_WINDOW = 2.0
"""Inches; wider openings are met by evenly spread places. Source: main-rulebook, Gaps in terrain."""
FARTHEST_LEAP = 8.0
"""Inches; nobody leaps farther."""
