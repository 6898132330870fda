"""Whose rules judge sight in a test."""

from rules.sight.verdict import SightRules
from rules.systems import registry


def judged(system: str, *, flat: bool = False) -> SightRules:
    """The sight rules of a system, or their variant for flat tables."""
    found = registry.system(system).sight
    if not flat:
        return found
    assert found.flat is not None
    return found.flat
