"""Pieces, figures and points on a surveyed table."""
