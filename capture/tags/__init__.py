"""Printed tags: the sheets that they are on, and how they are found in a photo."""
