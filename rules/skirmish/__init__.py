"""A battle as a value, and its procedures."""
