"""Answers drawn on the photos of a scan."""
