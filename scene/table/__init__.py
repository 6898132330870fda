"""The table as a value: pieces, figures, what a scan measured of them, and their outlines in plan."""
