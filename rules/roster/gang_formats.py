"""Gang files that only one rule system has: their formats, how they are read and written, and which of them meet.

A rule system without any goes by the gang files of all (`rules.roster.gang_reading`).
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rules.errors import RulesError
from rules.roster.gang import Gang
from rules.roster.gang_form import GangForm
from rules.roster.toml_reading import parse_toml

Shipped = Callable[[str], bytes]
"""The content of a file that is shipped beside bundled gangs, by its folder and its name, such as ``crews/armoury``."""
ReadGang = Callable[[bytes, Mapping[str, float], Shipped], tuple[Gang, tuple[str, ...]]]
"""From a file, the proxies with their usual bases in millimetres, and what is shipped: the gang, and warnings."""


@dataclass(frozen=True, eq=False)
class GangFormat:
    """A format of gang files.

    Attributes:
        name: what files have as their ``format``.
        called: what such a file is, such as ``a crew``.
        sheet: the class of the sheet that such gangs have, and no others.
        read: reads a file; a `RulesError` has everything that is wrong with it.
        write: the file of a gang; reading it gives an equal one.
        form: what to ask somebody who wants such a gang; None where nobody is asked.
    """

    name: str
    called: str
    sheet: type
    read: ReadGang
    write: Callable[[Gang], str]
    form: GangForm | None = None


@dataclass(frozen=True, eq=False)
class GangFormats:
    """The formats of a rule system.

    Attributes:
        formats: each of them.
        misfits: why gangs of these cannot meet in a battle, a line each.
        weapons: a row of fields for each weapon of the shipped armoury, by what is shipped; one is its ``name``.
        weapon_line: a line for people of such a row, which begins with the name.
    """

    formats: tuple[GangFormat, ...]
    misfits: Callable[[Sequence[Gang]], Iterable[str]]
    weapons: Callable[[Shipped], Sequence[Mapping[str, Any]]]
    weapon_line: Callable[[Mapping[str, Any]], str]

    @property
    def told(self) -> str:
        """What its files are, for people."""
        return " and ".join(f'{one.called} ("{one.name}")' for one in self.formats)


def format_of(data: bytes) -> str:
    """What a file has as its ``format``, as far as it can be read; empty for none."""
    try:
        found = parse_toml(data).get("format")
    except RulesError:
        return ""
    return found if isinstance(found, str) else ""
