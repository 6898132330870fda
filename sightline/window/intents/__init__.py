"""Intents: what people want done, as values: by the mouse, by keys, and by the controls of panels."""
