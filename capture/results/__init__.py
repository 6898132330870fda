"""Results of a whole scan: what it says, how good it is, and what is written down of it."""
