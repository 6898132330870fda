"""Reading what crew members and enemies have in common: their scores, species, saves, abilities, weapons, and their figures.

Source: five-parsecs, The reaction roll; Movement action; Cover and rolling to hit; Rolling for damage; Luck; Saving throws.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from rules.roster.armoury import given_name
from rules.roster.gang import Fighter, Gang
from rules.roster.gang_reading import COLOURS
from rules.roster.profile import Profile
from rules.roster.toml_reading import MAX_BYTES, names, nearest, target, whole, word, word_of
from rules.systems.five_parsecs.roster.battle_weapons import NAME, some_of
from rules.systems.five_parsecs.roster.combat_sheet import ABILITIES, ANATOMIES, SPECIES, BattleWeapon, CombatSheet
from scene.base.json_fields import Check, JsonField, JsonObject, WrongValue, choice, number, sound_fields
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
        proxy = self._proxy(found.get("proxy", "human"), where)
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
        own_id = found.get("id") or word_of(name)
        if name and not own_id:
            self.faults.append(f'{where}needs an "id": its name has neither letters nor digits')
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

    def _proxy(self, name: str, where: str) -> str:
        if name not in self.proxies:
            hint = nearest(name, self.proxies) or f"; there are {', '.join(self.proxies)}"
            self.faults.append(f'{where}there is no proxy "{shown_text(name)}"{hint}')
        return name

    def no_id_twice(self, what: str, tables: Iterable[object]) -> None:
        """Ids, given or made from names, are unique in a file."""
        seen: set[str] = set()
        for value in tables:
            given = sound_fields(value, FIGURE).get("id") if isinstance(value, JsonObject) else None
            own_id = given or word_of(given_name(value) or "")
            if own_id and own_id in seen:
                called = shown_text(given_name(value) or own_id)
                self.faults.append(f'{what} "{called}": the id "{own_id}" is taken; give one of them another name or "id"')
            seen.add(own_id)


def with_sheet(figure: Fighter, sheet: CombatSheet) -> Fighter:
    """A figure with its sheet, and what movement reads of it: the speed, and that nobody has wounds to spare."""
    return replace(figure, sheet=sheet, profile=Profile(movement=sheet.speed, wounds=1))


def check_names(head: Mapping[str, Any], value: JsonObject, faults: list[str]) -> str:
    """The id of a gang, given or made from its name."""
    own_id: str = head.get("id") or word_of(head.get("name", ""))
    if head.get("name") and "id" not in value and not own_id:
        faults.append('needs an "id": its name has neither letters nor digits')
    return own_id


def check_length(gang: Gang, written: str, faults: list[str]) -> None:
    """A gang whose file, with everybody told by himself, could not be read again is refused."""
    if len(written.encode()) > MAX_BYTES:
        count = len(gang.fighters)
        faults.append(
            f"its {count} figures take more than {MAX_BYTES:,} bytes, each told by itself; give shorter names or fewer"
        )
