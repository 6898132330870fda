"""Who sees whom, how much is hidden, and by what."""
