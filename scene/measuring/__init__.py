"""Distances, and between which limits they lie on a scanned table."""
