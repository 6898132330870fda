"""Cards that stand in figures' places: printed, photographed, and read for how much of a figure can be seen."""
