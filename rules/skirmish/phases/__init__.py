"""The phases of a round from set-up to its end, and whose turn it is."""
