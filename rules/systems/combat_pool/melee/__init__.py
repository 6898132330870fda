"""The combat phase: which combat, counters drawn in secret, initiative, attacks and ploys."""
