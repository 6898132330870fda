"""Words, lines and frames on a picture."""
