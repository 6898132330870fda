"""Citations: a reason in words with the section of the rulebook it rests on; and the degrees of cover."""

from dataclasses import dataclass
from typing import Literal

Cover = Literal["open", "partial", "full", "none-seen"]
"""How well a target is covered; ``none-seen`` where there is no line of sight."""


@dataclass(frozen=True)
class Reason:
    """One reason of a verdict.

    Attributes:
        text: what is the case, with the ids and numbers it rests on.
        source: document and section, such as ``main-rulebook: Cover``.
    """

    text: str
    source: str
