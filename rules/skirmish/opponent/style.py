"""The style in which the program plays: a few numbers that a user picks by name."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from rules.errors import RulesError


@dataclass(frozen=True)
class Style:
    """How the program weighs what it may win against what it may lose; 1 is as it is reckoned.

    Attributes:
        name: by which it is picked.
        words: what it is, for people.
        caution: what danger counts against what is won.
        goals: how much loot, places to hold and the way home count.
        eager: how much going for the enemy counts.
        risks: how much counts what failing a check costs.
        flat_check: what any check counts whatever failing it brings; None: what failing costs.
    """

    name: str
    words: str
    caution: float = 0.6
    goals: float = 1.0
    eager: float = 0.8
    risks: float = 1.0
    flat_check: float | None = None

    @property
    def goes_around(self) -> bool:
        """Whether ways without checks are looked for: not where all checks are alike."""
        return self.flat_check is None


BALANCED = Style("balanced", "neither too bold nor too shy")
STYLES: Mapping[str, Style] = MappingProxyType(
    {
        style.name: style
        for style in (
            BALANCED,
            Style("careful", "keeps out of danger, and takes no chances with checks", caution=0.9, eager=0.6, risks=1.6),
            Style("aggressive", "goes for the enemy", caution=0.35, goals=0.7, eager=1.2, risks=0.85),
            Style("objective", "goes for what the scenario gives points for", caution=0.5, goals=1.7, eager=0.6),
        )
    }
)
"""All styles by name, the default first."""


def style_named(name: str) -> Style:
    """The style of a name.

    Raises:
        RulesError: there is none.
    """
    found = STYLES.get(name.strip().casefold())
    if found is None:
        raise RulesError(f'there is no style "{name[:40]}"; there are: {", ".join(STYLES)}')
    return found


@dataclass(frozen=True)
class Styles:
    """How the program plays each gang.

    Attributes:
        usual: those that are not named.
        of_gangs: styles of gangs, by id.
    """

    usual: Style = BALANCED
    of_gangs: tuple[tuple[str, Style], ...] = ()

    def of(self, gang: str) -> Style:
        """The style of a gang."""
        return dict(self.of_gangs).get(gang, self.usual)

    def with_gang(self, gang: str, style: Style) -> "Styles":
        """The same with another style for a gang."""
        return replace(self, of_gangs=tuple((dict(self.of_gangs) | {gang: style}).items()))


USUAL = Styles()


def read_styles(texts: tuple[str, ...], gangs: tuple[str, ...]) -> Styles:
    """The styles that a user names: ``careful`` for all gangs, ``lantern-ferry=careful`` for one.

    Raises:
        RulesError: with all that is wrong with them.
    """
    usual, of_gangs, faults = BALANCED, dict[str, Style](), list[str]()
    for text in texts:
        gang, _, name = text.rpartition("=")
        try:
            style = style_named(name)
        except RulesError as error:
            faults += error.faults
            continue
        if gang and gang.strip() not in gangs:
            faults.append(f'there is no gang "{gang.strip()[:40]}" to play {style.name}; there are: {", ".join(gangs)}')
        elif gang:
            of_gangs[gang.strip()] = style
        else:
            usual = style
    if faults:
        raise RulesError(faults)
    return Styles(usual, tuple(of_gangs.items()))
