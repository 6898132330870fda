"""Lens calibration: from photos of a board to the lens that took them."""
