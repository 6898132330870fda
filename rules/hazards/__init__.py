"""Blast markers, flame templates and random moves: resolved, their odds, and where they are placed best."""
