"""Blasts, flames, falls and random moves."""
