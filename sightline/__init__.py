"""The program a person starts: command line, pictures and reports."""

__version__ = "0.1.0"
