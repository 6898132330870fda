"""A moment shared: one file of what is shown, and such a file opened."""
