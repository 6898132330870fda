"""Warbands: the sheets of models, their weapons and ploys, and the files that have them."""
