"""Close combat, and getting into and out of it."""
