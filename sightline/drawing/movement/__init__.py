"""Paths and reachable ground."""
