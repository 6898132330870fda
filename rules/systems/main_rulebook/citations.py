"""Where the main rulebook says what: procedures name its sections as their topics."""

from types import MappingProxyType

from rules.citations import Citations

ACTIONS = dict.fromkeys(("Aim", "Charge", "Reload", "Shoot", "Take cover"), "Active") | {"Fight": "Engaged"}
"""The actions by the statuses whose lists they stand in."""

CITATIONS = Citations(
    "main-rulebook",
    MappingProxyType({"Cover against templates": "Shooting with template weapons", "Rally": "Broken"} | ACTIONS),
)
"""What only a relative has a section for stands where this document would say it."""
