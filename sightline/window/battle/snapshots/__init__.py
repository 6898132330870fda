"""A battle as the window has it, as values: one moment with all before it, fighters with what is marked about them, the log."""
