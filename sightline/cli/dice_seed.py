"""The seed of the dice of one answer: fresh unless one is given, and told, so that the same dice can be rolled again."""

import secrets
from dataclasses import dataclass

import numpy as np

from sightline.errors import CommandError

BITS = 32
"""Of a fresh seed: more than there are throws, and short enough to be typed."""


@dataclass(frozen=True)
class DiceSeed:
    """A seed.

    Attributes:
        number: the seed.
        given: whether it was asked for.
    """

    number: int
    given: bool

    @classmethod
    def of(cls, seed: int | None) -> "DiceSeed":
        """The seed that was asked for; a fresh one by chance, if none was."""
        return cls(secrets.randbits(BITS), given=False) if seed is None else cls(seed, given=True)

    def generator(self) -> np.random.Generator:
        """What rolls by it, from the beginning."""
        return np.random.default_rng(self.number)

    def document(self, *, rolled: bool) -> dict[str, int | None]:
        """The seed as JSON has it; null where no dice were ``rolled`` and none was asked for."""
        return {"seed": self.number if rolled or self.given else None}

    def words(self, *, rolled: bool) -> list[str]:
        """How to see the same dice again; nothing where none were ``rolled``."""
        return [f"  --seed {self.number} rolls the same dice again"] if rolled else []


def check_no_seed(seed: int | None) -> None:
    """A `CommandError` for a seed where all dice are counted."""
    if seed is not None:
        raise CommandError("--odds counts all dice and rolls none; leave --seed out")
