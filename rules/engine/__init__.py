"""Rules as procedures: what they ask, who answers, how a game is kept, undone and replayed, and exact odds. Knows no game."""
