"""Controllers of what is done to many pieces at once: framed, copied, and half a table mirrored."""
