"""What holds of models and warbands now: marks, and values with what changes them."""
