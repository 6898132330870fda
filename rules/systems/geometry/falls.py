"""Falls as they are measured: how far, and onto what."""

from rules.fall_rules import FallNumbers

FALLS: FallNumbers | None = None
