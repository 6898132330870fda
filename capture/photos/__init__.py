"""Photos from files: read with limits, upright and grey."""
