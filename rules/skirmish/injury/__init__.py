"""Hits and falls, and what they do: wounds, saves, who goes down."""
