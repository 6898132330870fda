"""Attacks to be reckoned, many kinds of them, and attacks rolled for instead: the same procedures with dice from a seed."""

from collections import Counter
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np

from rules.engine.dice import SCATTER, dice_count, thrown
from rules.engine.procedure_steps import Call, Choose, Roll, chosen
from rules.roster.gang import Saves
from rules.roster.weapon import Strength, Trait, Weapon, WeaponProfile
from rules.skirmish.attack_odds import Attack, AttackOdds, fighting, shooting, summed_up, watched
from tests.rules.skirmish.guns import FULL, PARTIAL, card, duel, gun_of, rail, weapon

CONTACT = 25 / 25.4
COMPARED = ("hit", "pinned", "wound", "out_of_action", "seriously_injured", "flesh_wound", "out_of_ammo")
"""What of the odds is compared with dice."""
BLADE = Weapon("blade", (WeaponProfile(strength=Strength(0, wielders=True), ap=-1, traits=(("melee", 0),)),))
CLUB = Weapon("club", (WeaponProfile(strength=Strength(1, wielders=True), accuracy_short=1, traits=(("melee", 0),)),))
PISTOL = weapon("pistol", "sidearm", ("rapid fire", 1), ammo=5)


def rapid(dice: int) -> tuple[tuple[Trait, int], ...]:
    """Rapid fire with so many dice, or nothing."""
    return (("rapid fire", dice),) if dice else ()


def rolled(attack: Attack, times: int, seed: int) -> AttackOdds:
    """How often an attack did what, rolled for so many times."""
    rolling = _Rolling(attack, np.random.default_rng(seed))
    start = rolling.begun(Call(watched, (attack.what.procedure, attack.what.arguments, attack.target)))
    counts: Counter[int] = Counter(id(rolling.result(start)) for _ in range(times))
    return summed_up(attack, {rolling.kept[key]: Fraction(count, times) for key, count in counts.items()})


@dataclass
class _Place:
    """How far a procedure has come after some answers: what it asks, or in the end its result."""

    call: Call[Any]
    answers: tuple[Any, ...]
    dice: str = ""
    called: "_Place | None" = None
    result: Any = None
    next: dict[Any, "_Place"] = field(default_factory=dict)


class _Rolling:
    """Goes through procedures with rolled dice, and remembers where each answer leads: a procedure has no will of its own."""

    def __init__(self, attack: Attack, rng: np.random.Generator) -> None:
        self._attack = attack
        self._rng, self._arrows = rng, rng.spawn(1)[0]
        self._faces: list[int] = []
        self._begun: dict[Call[Any], _Place] = {}
        self._same: dict[Any, Any] = {}
        self.kept: dict[int, Any] = {}
        """Every result by its identity: equal ones are one."""

    def begun(self, call: Call[Any]) -> _Place:
        """Where a procedure begins."""
        if call not in self._begun:
            self._begun[call] = self._place(call, ())
        return self._begun[call]

    def result(self, place: _Place) -> Any:  # noqa: ANN401
        """What a procedure that has come so far ends in this time."""
        while place.dice or place.called:
            if place.called:
                answer = self.result(place.called)
                key: Any = id(answer)
            else:
                answer = key = self._rolled(place.dice)
            if key not in place.next:
                place.next[key] = self._place(place.call, (*place.answers, answer))
            place = place.next[key]
        return place.result

    def _rolled(self, dice: str) -> Any:  # noqa: ANN401
        if dice == SCATTER:
            return thrown(dice, self._arrows)
        count = dice_count(dice)
        if len(self._faces) < count:
            self._faces = self._rng.integers(1, 7, 100_000).tolist()
        return tuple(self._faces.pop() for _ in range(count))

    def _place(self, call: Call[Any], answers: tuple[Any, ...]) -> _Place:
        steps, left, reply = call.begin(), list(answers), None
        while True:
            try:
                request = steps.send(reply)
            except StopIteration as stop:
                result = self._same.setdefault(stop.value, stop.value)
                self.kept[id(result)] = result
                return _Place(call, answers, result=result)
            match request:
                case Choose():
                    ((key, _),) = self._attack.decide(request).items()
                    reply = chosen(request, key).value
                case _ if left:
                    reply = left.pop(0)
                case Roll():
                    return _Place(call, answers, dice=request.dice)
                case Call():
                    return _Place(call, answers, called=self.begun(request))


def situations() -> dict[str, Attack]:
    """Sixty attacks that differ in all that odds depend on."""
    return {**_plain_shots(), **_shots_among_others(), **_twin_shots(), **_fights()}


def _plain_shots() -> dict[str, Attack]:
    """Rapid fire or not, cover, saves, and what the target is like: 24 of them."""
    saves = {"bare": Saves(), "armour": Saves(armour=5), "all": Saves(armour=4, invulnerable=5, special_ranged=6)}
    found = {}
    for (dice, height, (name, save)), wounds in zip(
        product((0, 1, 2, 3), (None, FULL), saves.items()), [1, 2, 3, 1, 2] * 5, strict=False
    ):
        gun = weapon("gun", *rapid(dice), ammo=4, ap=-1, damage=1 + (dice == 1), strength=4)
        battle = duel(
            card("ann", gun, ballistic_skill=3),
            card("bill", saves=save, wounds=wounds),
            pieces=(rail(height),) if height else (),
        )
        where = "full cover" if height else "open"
        found[f"rapid fire {dice}, {where}, {name}"] = shooting(battle, "ann", "bill", (gun_of(battle),), aimed=dice == 2)
    return found


def _shots_among_others() -> dict[str, Attack]:
    """Into close combat and past friend and foe: 12 of them."""
    found = {}
    for dice, skill in product((0, 1, 2), (2, 5)):
        gun = weapon("gun", *rapid(dice), ammo=5)
        cards = (card("ann", gun, ballistic_skill=skill), card("bill", toughness=4))
        combat = duel(*cards, others={"rob": (20 + CONTACT, 10.0), "ben": (14.0, 10.7)})
        found[f"into combat, {dice}, {skill}+"] = shooting(combat, "ann", "bill", (gun_of(combat),))
        past = duel(*cards, others={"rob": (15.0, 10.8), "ben": (13.0, 9.2)}, pieces=(rail(PARTIAL),))
        found[f"past others, {dice}, {skill}+"] = shooting(past, "ann", "bill", (gun_of(past),))
    return found


def _twin_shots() -> dict[str, Attack]:
    """Two pistols, with and without a hard target, at strengths against toughness: 8 of them."""
    found = {}
    for strength, hard, dice in product((3, 6), (False, True), (0, 1)):
        pair = [weapon(name, "sidearm", *rapid(dice), strength=strength, ammo=4) for name in ("one", "two")]
        battle = duel(card("ann", *pair, ballistic_skill=3), card("bill", wounds=2, saves=Saves(armour=6)))
        battle = battle.changed("bill", hard_target=hard)
        guns = (gun_of(battle, 0), gun_of(battle, 1))
        found[f"two pistols, {strength}, hard {hard}, {dice}"] = shooting(battle, "ann", "bill", guns)
    return found


def _fights() -> dict[str, Attack]:
    """Bare hands, blades and pistols, charging, assisted, against defenders: 16 of them."""
    found = {}
    weapons = {"hands": (), "blade": ("blade",), "two": ("blade", "club"), "pistol": ("blade", "pistol")}
    for (name, held), (charged, defence) in product(weapons.items(), ((False, None), (True, None), (False, 1), (True, 2))):
        saves = Saves(armour=5, special_close=6 if charged else None)
        cards = (card("ann", BLADE, CLUB, PISTOL, attacks=2), card("bill", BLADE, CLUB, attacks=2, wounds=2, saves=saves))
        battle = duel(*cards, others={"rob": (10.0 + CONTACT, 10.0 + CONTACT)} if defence else None)
        battle = battle.changed("bill", position=(10.0 + CONTACT, 10.0, 0.0), facing=180.0)
        found[f"{name}, charged {charged}, defence {defence}"] = fighting(
            battle, "ann", "bill", held, charged=charged, defence=defence
        )
    return found
