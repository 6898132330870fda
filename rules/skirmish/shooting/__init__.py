"""Ranged attacks from the choice of a target to the hits."""
