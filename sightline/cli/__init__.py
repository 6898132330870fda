"""The command line: its commands are in ``commands/``, what they share is beside it."""
