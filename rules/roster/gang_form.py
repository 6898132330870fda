"""What to ask somebody who wants a gang and does not write its file: fields, each with a question and what may be answered."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from scene.base.json_fields import Check

if TYPE_CHECKING:
    from rules.roster.gang_formats import Shipped


@dataclass(frozen=True, eq=False)
class FormField:
    """A field of the file.

    Attributes:
        key: its name in the file.
        question: what is asked, for people.
        check: what the file takes for it; raises what else must be answered.
        usual: what holds when nothing is answered, as it would be typed; None: there has to be an answer.
        several: whether several answers may be given, with commas between.
        offered: the answers to choose from, if they are few; by what is shipped.
    """

    key: str
    question: str
    check: Check
    usual: str | None = None
    several: bool = False
    offered: "Callable[[Shipped], tuple[str, ...]] | None" = None


@dataclass(frozen=True, eq=False)
class GangForm:
    """What is asked for a gang.

    Attributes:
        head: values of the file's top, asked once.
        gang: fields of the gang.
        entry: the name of the tables of its members in the file, which is what they are called.
        members: fields of each member; the first is the name.
        most: how many members there may be.
    """

    head: Mapping[str, object]
    gang: tuple[FormField, ...]
    entry: str
    members: tuple[FormField, ...]
    most: int
