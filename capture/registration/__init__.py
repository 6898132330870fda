"""Scans that others made, put on a table."""
