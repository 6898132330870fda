"""Missile weapons: at whom, with what modifiers, and what comes of a shot."""
