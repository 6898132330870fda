"""Actions that move a fighter, moves not of his own will, and what he carries."""
