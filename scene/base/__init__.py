"""What everything rests on: the error, messages, files, JSON fields, what is remembered in memory and on disk."""
