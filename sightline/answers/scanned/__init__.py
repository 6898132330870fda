"""Answers that come from photos: a scan, a whole table's surface, lines that photos see through, a shot measured by a card."""
