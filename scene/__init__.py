"""The table as geometry: what stands where, what sees what, what can be reached. Knows no game."""
