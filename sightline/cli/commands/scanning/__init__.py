"""The commands about photos and scans; the only ones that import capture."""
