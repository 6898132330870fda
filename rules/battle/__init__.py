"""A battle by the main rulebook: its state as a value, and its procedures, one idea a module."""
