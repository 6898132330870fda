"""The moment of an attack: a table as a battle, its figures with the cards of their gangs, and what they hold."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from assets.mesh_library import LIBRARY
from rules.roster.gang import Fighter, Gang
from rules.roster.toml_reading import nearest
from rules.roster.weapon import Weapon
from rules.skirmish.state.battle_state import Battle, FighterState, GangState, Setting
from scene.base.messages import shown_text
from scene.table.table import Body, Figure, Table
from scene.table_io.table_statuses import POSTURES, Status, status_of
from sightline.errors import CommandError
from sightline.session.gang_loading import armoury

USUAL = "human"
"""The figure in whose place a figure lies that the table has standing."""
OWN = "own body of "
"""Before the id of a figure: the name of the body that the table gives it, which no built-in figure has."""


def moment(table: Table, cards: Mapping[str, Fighter], parts: tuple[object, ...]) -> Battle:
    """A battle in which all figures of a table are as they stand there.

    Figures without a card have the rulebook's example profile and no weapons. Each side is a gang, and so is everybody without.
    """
    fighters = {figure.id: card_of(figure, cards.get(figure.id)) for figure in table.figures}
    sides = {figure.id: figure.side or f"{figure.id} alone" for figure in table.figures}
    named = {figure.side or f"{figure.id} alone": figure.side or f"{figure.called} alone" for figure in table.figures}
    gangs = tuple(
        Gang(side, name, tuple(fighters[one] for one in fighters if sides[one] == side)) for side, name in named.items()
    )
    models = tuple(
        FighterState(
            figure.id,
            sides[figure.id],
            figure.position,
            figure.facing,
            status_of(figure),
            wounds=fighters[figure.id].profile.wounds,
        )
        for figure in table.figures
    )
    setting = Setting(table, gangs, _bodies(table), parts)
    order = tuple(gang.id for gang in gangs)
    return Battle(setting, models, tuple(GangState(gang) for gang in order), round=1, phase="action", order=order)


def card_of(figure: Figure, card: Fighter | None) -> Fighter:
    """The card of a figure, the rulebook's example without one; it goes by the figure's own body, name and base."""
    name = figure.name or (card.name if card else figure.id)
    return replace(card or Fighter(figure.id, name), id=figure.id, name=name, proxy=f"{OWN}{figure.id}", base_mm=figure.base_mm)


def _bodies(table: Table) -> Callable[[str, Status], Body]:
    """The bodies of a table's figures, the built-in figure's where one lies whom the table has standing; and built-in ones."""
    figures = {f"{OWN}{figure.id}": figure for figure in table.figures}

    def body(proxy: str, status: Status) -> Body:
        if proxy not in figures:
            return LIBRARY.body(proxy, POSTURES[status], "upright")
        figure = figures[proxy]
        return figure.body if status_of(figure) == status else LIBRARY.body(USUAL, POSTURES[status], "upright")

    return body


def armed(card: Fighter, names: Sequence[str], profile: str | None = None) -> tuple[Fighter, tuple[str, ...]]:
    """A card with the weapons of these names, and what they are called on it.

    What is not on the card comes from the armoury.

    Args:
        card: of a fighter.
        names: capitals do not matter; a name given twice means two weapons of the kind.
        profile: leave of each weapon that has more than one only the profile of this name.

    Raises:
        CommandError: with all that there is not.
    """
    held: dict[str, Weapon] = {}
    faults: list[str] = []
    for name in names:
        weapon = _found(card, name, frozenset(held))
        if isinstance(weapon, str):
            faults.append(weapon)
        else:
            held[weapon.name] = weapon
    if profile is not None:
        if held and not any(_has_profile(weapon, profile) for weapon in held.values()):
            faults += [_no_profile(weapon, profile) for weapon in held.values()]
        held = {name: _narrowed(weapon, profile, faults) for name, weapon in held.items()} if not faults else held
    if faults:
        raise CommandError(faults)
    others = tuple(weapon for weapon in card.weapons if weapon.name not in held)
    return replace(card, weapons=(*held.values(), *others)), tuple(held)


def _found(card: Fighter, name: str, held: frozenset[str]) -> Weapon | str:
    own = {weapon.name.casefold(): weapon for weapon in card.weapons}
    common = armoury().weapons
    weapon = own.get(name.casefold()) or common.get(name.casefold())
    if weapon is None:
        hint = nearest(name, {**common, **own}, lambda key: (own.get(key) or common[key]).name)
        first = ", ".join(weapon.name for weapon in [*{**own, **common}.values()][:8])
        hint = hint or f"; there are {first} ...: sightline list weapons tells all"
        return f'neither {card.name} nor the armoury has a weapon "{shown_text(name)}"{hint}'
    if weapon.name not in held:
        return weapon
    another = f"{weapon.name} 2"
    return own.get(another.casefold()) or replace(weapon, name=another)


def _narrowed(weapon: Weapon, profile: str, faults: list[str]) -> Weapon:
    if len(weapon.profiles) > 1 and not _has_profile(weapon, profile):
        faults.append(_no_profile(weapon, profile))
    if len(weapon.profiles) == 1 or not _has_profile(weapon, profile):
        return weapon
    return replace(weapon, profiles=tuple(one for one in weapon.profiles if one.name.casefold() == profile.casefold())[:1])


def _has_profile(weapon: Weapon, profile: str) -> bool:
    return any(one.name.casefold() == profile.casefold() for one in weapon.profiles)


def _no_profile(weapon: Weapon, profile: str) -> str:
    named = ", ".join(shown_text(one.name) for one in weapon.profiles if one.name)
    has = f"it has {named}" if named else "it has one only; leave that out"
    return f'{weapon.name} has no profile "{shown_text(profile)}"; {has}'
