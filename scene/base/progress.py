"""Progress of what takes long: whoever waits is told which share of it is done."""

from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

Item = TypeVar("Item")
Tell = Callable[[float], None]
"""Is told the share of the work that is done, 0 to 1."""


def untold(_share: float) -> None:
    """For work that nobody waits for."""


def told(items: Sequence[Item], tell: Tell) -> Iterator[Item]:
    """The items, one after the other; it is told when work on each is done."""
    for number, item in enumerate(items, 1):
        yield item
        tell(number / len(items))


def stretch(tell: Tell, start: float, end: float) -> Tell:
    """What a part of the work tells, which goes on from one share of the whole to another."""
    return lambda share: tell(start + (end - start) * share)
