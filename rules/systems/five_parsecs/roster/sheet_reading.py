"""Reading what crew members and enemies have in common: their scores, species, saves, abilities, weapons, and their figures.

Source: five-parsecs, The reaction roll; Movement action; Cover and rolling to hit; Rolling for damage; Luck; Saving throws.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from rules.roster.figure_files import NAME, id_of, proxy_of, some_of
from rules.roster.gang import Fighter
from rules.roster.gang_reading import COLOURS
from rules.roster.profile import Profile
from rules.roster.toml_reading import names, nearest, target, whole, word
from rules.systems.five_parsecs.roster.combat_sheet import ABILITIES, ANATOMIES, SPECIES, BattleWeapon, CombatSheet
from scene.base.json_fields import Check, JsonField, WrongValue, choice, number
from scene.base.messages import shown_text

MOST_CARRIED = 6
MOST_SAVES = 3
SPEED = whole(1, 12)
COMBAT = whole(-3, 6)
TOUGHNESS = whole(1, 6)
LUCK = whole(0, 3)


def saving_throws(value: object) -> tuple[int, ...]:
    """A list of a few saving throws."""
    if not isinstance(value, list) or len(value) > MOST_SAVES:
        raise WrongValue(f'a list of up to {MOST_SAVES} saving throws such as "5+"')
    return tuple(map(SAVE, value))


SAVE: Check = target(2, 6)
FIGURE: Mapping[str, JsonField] = {
    "name": NAME,
    "id": JsonField(word),
    "speed": JsonField(SPEED, needed=True),
    "combat": JsonField(COMBAT, needed=True),
    "toughness": JsonField(TOUGHNESS, needed=True),
    "luck": JsonField(LUCK),
    "species": JsonField(choice(*SPECIES)),
    "anatomy": JsonField(choice(*ANATOMIES)),
    "saves": JsonField(saving_throws),
    "abilities": JsonField(some_of(ABILITIES)),
    "weapons": JsonField(names(MOST_CARRIED)),
    "proxy": replace(NAME, needed=False),
    "base_mm": JsonField(number(10, 170)),
}
"""The fields that crew members and enemies share."""
GANG: Mapping[str, JsonField] = {"name": NAME, "id": JsonField(word), "colour": JsonField(choice(*COLOURS))}
"""The fields that crews and enemies share."""


class FigureReader:
    """Reads figures; collects what is wrong.

    Attributes:
        weapons: that may be carried, by name in small letters.
        proxies: the figures that may stand for somebody, each with the diameter of its usual base in millimetres.
        faults: what is wrong so far.
    """

    def __init__(self, weapons: Mapping[str, BattleWeapon], proxies: Mapping[str, float], faults: list[str]) -> None:
        self.weapons, self.proxies, self.faults = weapons, proxies, faults

    def figure(self, found: Mapping[str, Any], where: str) -> Fighter:
        """The figure of those fields that are sound; what does not go together is added to the faults."""
        name = found.get("name", "").strip()
        proxy = proxy_of(found.get("proxy", "human"), self.proxies, where, self.faults)
        sheet = CombatSheet(
            speed=found.get("speed", 4),
            combat=found.get("combat", 0),
            toughness=found.get("toughness", 3),
            luck=found.get("luck", 0),
            species=found.get("species", "human"),
            anatomy=found.get("anatomy", "humanoid"),
            saves=found.get("saves", ()),
            abilities=found.get("abilities", frozenset()),
            weapons=self._weapons(found.get("weapons", ()), where),
        )
        if sheet.luck > 1 and sheet.species != "human":
            self.faults.append(f'{where}"luck" must be at most 1, not {sheet.luck}: only humans have more')
        own_id = id_of(found, where, self.faults)
        return Fighter(own_id, name, proxy=proxy, base_mm=found.get("base_mm", self.proxies.get(proxy, 25.0)), sheet=sheet)

    def _weapons(self, wanted: Iterable[str], where: str) -> tuple[BattleWeapon, ...]:
        """The weapons of these names; a second of the same kind gets a name of its own."""
        found: dict[str, BattleWeapon] = {}
        for name in wanted:
            weapon = self.weapons.get(name.strip().casefold())
            if weapon is None:
                hint = nearest(name, self.weapons, lambda key: self.weapons[key].name)
                said = hint or "; describe it in a [[weapon]] table"
                self.faults.append(f'{where}there is no weapon "{shown_text(name)}"{said}')
                continue
            called, count = weapon.name, 2
            while called in found or (called != weapon.name and called.casefold() in self.weapons):
                called, count = f"{weapon.name} {count}", count + 1
            found[called] = replace(weapon, name=called)
        return tuple(found.values())


def with_sheet(figure: Fighter, sheet: CombatSheet) -> Fighter:
    """A figure with its sheet, and what movement reads of it: the speed, and that nobody has wounds to spare."""
    return replace(figure, sheet=sheet, profile=Profile(movement=sheet.speed, wounds=1))
