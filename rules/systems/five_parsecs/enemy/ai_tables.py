"""The tables of the AI types as data: base conditions, rows with the faces that lead to them, and what each makes enemies do.

Sources: five-parsecs: Cautious, Aggressive, Tactical, Defensive, Rampaging, Beast, Guardian.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

from rules.systems.five_parsecs.roster.combat_sheet import AiType

Behaviour = Literal[
    "retreat",
    "remain",
    "manoeuvre",
    "advance to twelve",
    "advance, in cover if possible",
    "forward position",
    "forward position or flank",
    "advance in cover",
    "advance",
    "dash",
    "most distant position",
    "engage",
    "rampage",
    "stalk",
    "guard",
    "chase",
]
"""Names of what rows make an enemy do; `plan_making` has the functions."""
Condition = Literal["can engage", "near in cover", "sees somebody in the open"]
"""Names of base conditions; `base_conditions` has the functions."""


@dataclass(frozen=True)
class Instruction:
    """A row of a table, or what a base condition or an AI type without a table says.

    Attributes:
        section: of the text.
        words: what it makes an enemy do, in words of our own.
        behaviour: the name of that.
        faces: of the die; none for what is not rolled for.
    """

    section: str
    words: str
    behaviour: Behaviour
    faces: tuple[int, ...] = ()


@dataclass(frozen=True)
class AiTable:
    """What an AI type does.

    Attributes:
        condition: the name of its base condition; None: it always does what its base says.
        holds: the condition in words of our own.
        base: what it does where that holds.
        rows: what it does otherwise, by a die; none where there is no table.
    """

    condition: Condition | None
    holds: str
    base: Instruction
    rows: tuple[Instruction, ...] = ()

    def row(self, face: int) -> Instruction:
        """The row of a face."""
        return next(row for row in self.rows if face in row.faces)


def _row(section: str, faces: tuple[int, ...], behaviour: Behaviour, words: str) -> Instruction:
    return Instruction(section, words, behaviour, faces)


NEAR = 12.0
"""Inches within which visible opponents are near. Source: five-parsecs, Cautious; Tactical."""

_SHIFT = "shifts within its cover for the best shot"
_FORWARD = "goes on to the next position in cover"
_USING = "advances on the nearest opponent from cover to cover, and fires"

AI_TABLES: Mapping[AiType, AiTable] = MappingProxyType(
    {
        "cautious": AiTable(
            "near in cover",
            'in cover, with opponents in sight within 12"',
            Instruction("Cautious", "backs off as far as cover, range and sight allow, and fires", "most distant position"),
            (
                _row("Cautious", (1,), "retreat", "falls back a full move within cover, keeping opponents in sight if it can"),
                _row("Cautious", (2, 3), "manoeuvre", f"stays or {_SHIFT}"),
                _row("Cautious", (4, 5), "advance to twelve", 'advances within cover up to 12" from the nearest, and fires'),
                _row(
                    "Cautious",
                    (6,),
                    "advance, in cover if possible",
                    "advances on the nearest, into cover if it can, and fires",
                ),
            ),
        ),
        "aggressive": AiTable(
            "can engage",
            "an opponent can be reached for a brawl in this round",
            Instruction("Aggressive", "goes for a brawl", "engage"),
            (
                _row("Aggressive", (1, 2), "manoeuvre", _SHIFT),
                _row("Aggressive", (3,), "forward position", f"{_FORWARD}, and fires if it may"),
                _row("Aggressive", (4,), "advance in cover", _USING),
                _row("Aggressive", (5,), "advance", "advances on the nearest opponent by the fastest route, and fires"),
                _row("Aggressive", (6,), "dash", "dashes toward the nearest opponent by the fastest route"),
            ),
        ),
        "tactical": AiTable(
            "near in cover",
            'in cover, with opponents in sight within 12"',
            Instruction("Tactical", "stays and fires", "remain"),
            (
                _row("Tactical", (1,), "remain", "stays and fires"),
                _row("Tactical", (2,), "manoeuvre", _SHIFT),
                _row("Tactical", (3, 4), "forward position or flank", f"{_FORWARD}, or to a flank"),
                _row("Tactical", (5, 6), "advance in cover", _USING),
            ),
        ),
        "defensive": AiTable(
            "sees somebody in the open",
            "in cover, with opponents in the open in sight",
            Instruction("Defensive", "stays and fires", "remain"),
            (
                _row("Defensive", (1,), "remain", "stays and fires"),
                _row("Defensive", (2, 3, 4), "manoeuvre", _SHIFT),
                _row("Defensive", (5,), "forward position", _FORWARD),
                _row("Defensive", (6,), "advance in cover", _USING),
            ),
        ),
        "rampaging": AiTable(
            None, "", Instruction("Rampaging", "makes for the closest opponent as fast as it can, for a brawl", "rampage")
        ),
        "beast": AiTable(
            None, "", Instruction("Beast", "stalks the nearest opponent, in cover or out of sight until it can strike", "stalk")
        ),
        "guardian": AiTable(None, "", Instruction("Guardian", "keeps with its ward, and attacks whom it attacks", "guard")),
    }
)
"""What each AI type does."""
