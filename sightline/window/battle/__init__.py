"""A battle in the window: its thread, what is shown of it, its panels."""
