"""The navigation mesh of a table: built, shared out to helper processes, kept on disk."""
