"""Clicked scenery: pieces nobody has a mesh of, from the same corners clicked in several photos of a scan."""
