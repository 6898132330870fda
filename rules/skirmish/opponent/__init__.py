"""The program as a player."""
