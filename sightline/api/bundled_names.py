"""The names of what comes with the program."""

from typing import Literal, get_args

from assets import battles, gangs, tables
from rules.systems import registry
from sightline.api.given_values import wrong
from sightline.session.gang_loading import armoury

Kind = Literal["battles", "gangs", "rules", "tables", "weapons"]


def names(kind: Kind) -> tuple[str, ...]:
    """The names of all bundled battles, gangs, rule systems, tables, or weapons of the armoury, as other functions take them.

    Raises:
        CommandError: there is no such kind.
    """
    if kind == "rules":
        return registry.names()
    if kind == "weapons":
        return tuple(weapon.name for weapon in armoury().weapons.values())
    for shipped, what in ((battles, "battles"), (gangs, "gangs"), (tables, "tables")):
        if kind == what:
            return tuple(shipped.names())
    raise wrong("kind", kind, ", ".join(f'"{one}"' for one in get_args(Kind)))
