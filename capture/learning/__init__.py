"""Learning where the tags sit on a piece of terrain."""
