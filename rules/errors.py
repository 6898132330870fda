"""Errors of the rules: the one that leaves this package, something a user can put right."""

from scene.base.errors import Error


class RulesError(Error):
    """What a rule system cannot do with what it was asked, in the user's own words."""
