"""Fighters, weapons and gangs as values, and the files that they are written in."""
