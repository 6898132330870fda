"""The state of a battle as a value, what can be asked of it, and how it begins."""
