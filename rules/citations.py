"""Citations: a reason in words with the section of the rulebook it rests on; and the degrees of cover."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Literal

Cover = Literal["open", "partial", "full", "none-seen"]
"""How well a target is covered; ``none-seen`` where there is no line of sight."""

CITED = ": "
"""Between document and section; what has it is cited already."""


@dataclass(frozen=True)
class Reason:
    """One reason of a verdict.

    Attributes:
        text: what is the case, with the ids and numbers it rests on.
        source: document and section, such as ``main-rulebook: Cover``; within procedures the topic alone, such as ``Cover``.
    """

    text: str
    source: str


@dataclass(frozen=True, eq=False)
class Citations:
    """Where a rule system says what procedures only name a topic of.

    Attributes:
        name: of the document.
        sections: its sections by topic; topics are called as in the document of the base.
        base: whose rules hold where the document says nothing; None: every topic is a section of this document.
        changed: topics of which somebody has changed a number, each with where it stands.
    """

    name: str
    sections: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    base: "Citations | None" = None
    changed: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))

    def of(self, topic: str) -> str:
        """Document and section of a topic; what is cited already, or says nothing, stays as it is, unless it is changed."""
        stands = topic if not topic or CITED in topic else self._stands(topic)
        return f"{self.changed[topic]} ({stands})" if topic in self.changed else stands

    def _stands(self, topic: str) -> str:
        section = self.sections.get(topic)
        if section is not None:
            return f"{self.name}{CITED}{section}"
        if self.base is None:
            return f"{self.name}{CITED}{topic}"
        return f"{self.base.of(topic)} ({self.name} says nothing)"

    def reason(self, reason: Reason) -> Reason:
        """A reason with document and section in place of its topic."""
        return Reason(reason.text, self.of(reason.source))

    def reasons(self, reasons: tuple[Reason, ...]) -> tuple[Reason, ...]:
        """Reasons with document and section in place of their topics."""
        return tuple(map(self.reason, reasons))
