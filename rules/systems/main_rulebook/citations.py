"""Where the main rulebook says what: procedures name its sections as their topics."""

from types import MappingProxyType

from rules.citations import Citations

CITATIONS = Citations("main-rulebook", MappingProxyType({"Cover against templates": "Shooting with template weapons"}))
"""What only a relative has a section for stands where this document would say it."""
