"""Work in the background: what takes longer than a frame."""
