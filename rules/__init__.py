"""What the games say: verdicts, dice, fighters. Asks scene, draws nothing."""
