"""Answers as JSON and in words."""
