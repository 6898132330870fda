"""Mesh files: what they may claim, how they are read and written."""
