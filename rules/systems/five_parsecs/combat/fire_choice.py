"""What the player fires, and at whom: weapons, the first target, and where further shots go.

Sources: five-parsecs: Eligibility to fire, Target selection, Gun slinging, Panic fire.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial

from rules.engine.procedure_steps import Choose, Option, Procedure, Say, chosen
from rules.errors import RulesError
from rules.percentages import percent
from rules.skirmish.state.battle_sight import apart
from rules.skirmish.state.battle_state import Battle
from rules.skirmish.state.typed_names import fighters_meant
from rules.systems.five_parsecs.combat.fire_attack import allowed_targets, attack_with, beside, why_not
from rules.systems.five_parsecs.combat.fire_odds import fire_odds
from rules.systems.five_parsecs.combat.hit_rolls import FireAttack, Manner, good_faces, good_shot
from rules.systems.five_parsecs.conditions.battle_view import faced, in_arc, in_cover, vision
from rules.systems.five_parsecs.conditions.figure_now import guns_of
from rules.systems.five_parsecs.conditions.too_close import counts_as_cover, is_too_close
from rules.systems.five_parsecs.roster.combat_sheet import BattleWeapon, crew_of

ELIGIBLE, TARGETS = "Eligibility to fire", "Target selection"
WHOM = "whom to fire at"
"""The question for a target."""


@dataclass(frozen=True)
class Armed:
    """What is fired together.

    Attributes:
        weapons: one weapon, or two pistols.
        panic: whether a pistol is emptied.
    """

    weapons: tuple[BattleWeapon, ...]
    panic: bool = False

    @property
    def names(self) -> tuple[str, ...]:
        """The weapons by name."""
        return tuple(weapon.name for weapon in self.weapons)

    @property
    def reach(self) -> BattleWeapon:
        """The one whose range is shorter."""
        return min(self.weapons, key=lambda weapon: weapon.inches)

    @property
    def label(self) -> str:
        """For people."""
        dice = sum(weapon.shots + self.panic for weapon in self.weapons)
        shots = "1 shot" if dice == 1 else f"{dice} shots"
        text = f"{' and '.join(self.names)}: {shots}"
        if self.panic:
            return f"{text} in panic, of no use afterwards"
        return f"{text} at one target, without combat skill" if len(self.weapons) > 1 else text


def ways_to_fire(battle: Battle, fighter: str, *, turns: bool = False) -> Iterator[tuple[str, Armed]]:
    """All that a figure can fire at somebody now, each with its key."""
    guns = [gun for gun in guns_of(battle, fighter) if allowed_targets(battle, fighter, gun, turns=turns)]
    for gun in guns:
        yield gun.name, Armed((gun,))
    pistols = [gun for gun in guns if "pistol" in gun.traits]
    for gun in pistols:
        yield f"{gun.name} in panic", Armed((gun,), panic=True)
    for place, one in enumerate(pistols):
        for other in pistols[place + 1 :]:
            both = Armed((one, other))
            if allowed_targets(battle, fighter, both.reach, turns=turns):
                yield f"{one.name} and {other.name}", both


def ways_asked(battle: Battle, fighter: str, *, turns: bool = False) -> tuple[tuple[str, Armed], ...]:
    """What a figure is offered to fire: where nobody can be fired at for certain, at whom it is too close to call."""
    return tuple(ways_to_fire(battle, fighter, turns=turns)) or tuple(_doubtful_ways(battle, fighter, turns=turns))


def asks_fire(battle: Battle, fighter: str, manner: Manner = "fire", *, turns: bool = False) -> Procedure[FireAttack | None]:
    """Asks with what a figure of the crew fires and at whom; None where it can fire at nobody, or the player lets it be."""
    ways = ways_asked(battle, fighter, turns=turns)
    if not ways:
        yield Say(f"{battle.called(fighter)} can fire at nobody", ELIGIBLE)
        return None
    crew = crew_of(battle.setting)
    options = tuple(Option(key, way.label, way) for key, way in ways)
    armed: Armed = options[0].value
    if len(options) > 1:
        armed = yield Choose("weapon to fire", crew, options, about=fighter, source=ELIGIBLE)
    first = yield from _first_target(battle, fighter, armed, manner, turns=turns)
    if not first:
        return None
    further = yield from further_targets(battle, fighter, armed, first, turns=turns)
    attack = attack_with(battle, fighter, armed.names, (first, *further), panic=armed.panic)
    return replace(attack, manner=manner)


def _first_target(battle: Battle, fighter: str, armed: Armed, manner: Manner, *, turns: bool) -> Procedure[str]:
    names = allowed_targets(battle, fighter, armed.reach, turns=turns)
    names = names or _doubtful_targets(battle, fighter, armed.reach, turns=turns)
    options = [Option(name, target_words(battle, fighter, armed, name, manner), name) for name in names]
    options.append(Option("nobody", "at nobody after all", ""))
    asked = Choose(WHOM, crew_of(battle.setting), tuple(options), about=fighter, source=TARGETS, shown=armed)
    return str((yield replace(asked, free=partial(_refused, battle, asked, armed, turns))))


def _doubtful_ways(battle: Battle, fighter: str, *, turns: bool) -> Iterator[tuple[str, Armed]]:
    """What can be fired at somebody of whom it is too close to call if he is seen."""
    for gun in guns_of(battle, fighter):
        if _doubtful_targets(battle, fighter, gun, turns=turns):
            yield gun.name, Armed((gun,))


def _doubtful_targets(battle: Battle, fighter: str, weapon: BattleWeapon, *, turns: bool) -> tuple[str, ...]:
    foes = (foe.id for foe in battle.foes(battle.model(fighter).gang))
    return tuple(foe for foe in foes if is_in_doubt(battle, fighter, foe, weapon, turns=turns))


def _refused(battle: Battle, asked: Choose, armed: Armed, turns: bool, key: str) -> Option:  # noqa: FBT001 - by position
    """A target that is not offered: a `RulesError` that says why, unless that is too close to call."""
    foes = [foe.id for foe in battle.foes(battle.model(asked.about).gang)]
    meant = fighters_meant(battle, key.split(), foes)
    if len(meant) == 1 and meant[0] in foes:
        why = why_not(battle, asked.about, meant[0], armed.reach, turns=turns)
        if why is not None and is_in_doubt(battle, asked.about, meant[0], armed.reach, turns=turns):
            # In doubt the shot is allowed.
            return Option(meant[0], battle.called(meant[0]), meant[0])
        raise RulesError(why or f'somebody else is within 3" of {battle.called(asked.about)} and closer')
    return chosen(asked, key)


def is_in_doubt(battle: Battle, shooter: str, target: str, weapon: BattleWeapon, *, turns: bool = False) -> bool:
    """Whether all that keeps somebody from being fired at is a line of sight that is too close to call.

    Source: five-parsecs: Adjudicating line of sight and cover.
    """
    aims = faced(battle, shooter, target) if turns else battle
    if not in_arc(aims, shooter, target) or apart(battle, shooter, target) > min(weapon.inches, vision(battle)):
        return False
    return is_too_close(battle, shooter, target)


def target_words(battle: Battle, fighter: str, armed: Armed, target: str, manner: Manner = "fire") -> str:
    """A target with all that tells on the choice: distance, cover, what hits, and the exact chances."""
    return f"{_briefly(battle, fighter, target)}, {chance_words(battle, fighter, armed, target, manner)}"


def chance_words(battle: Battle, fighter: str, armed: Armed, target: str, manner: Manner = "fire") -> str:
    """What hits a target, and the exact chances."""
    attack = replace(attack_with(battle, fighter, armed.names, (target,), panic=armed.panic), manner=manner)
    faces = good_faces(battle, attack, target)
    hits = f"hits on {min(faces)}+" if faces else "cannot hit"
    if faces and manner != "hits by itself" and good_shot(battle, fighter, target) is not None:
        hits = f"{hits}, good shot"
    found = fire_odds(battle, attack, target)
    return f"{hits}; a hit {percent(float(found.hit))}, out of action {percent(float(found.out))}"


def _briefly(battle: Battle, fighter: str, target: str) -> str:
    """A target with how far off and how well covered it is."""
    return f'{battle.called(target)}: {apart(battle, fighter, target):.1f}", {cover_words(battle, fighter, target)}'


def cover_words(battle: Battle, fighter: str, target: str) -> str:
    """How well a target is covered, and whether that is too close to call."""
    if in_cover(battle, fighter, target):
        return "in cover"
    return "too close to call and so in cover" if counts_as_cover(battle, fighter, target) else "in the open"


def further_targets(
    battle: Battle, fighter: str, armed: Armed, first: str, *, turns: bool = False
) -> Procedure[tuple[str, ...]]:
    """Where the shots after the first go: to the first target, or to others within 3" of it."""
    count = sum(weapon.shots + armed.panic for weapon in armed.weapons) - 1
    others = beside(battle, fighter, first, armed.reach, turns=turns) if len(armed.weapons) == 1 else ()
    found: tuple[str, ...] = ()
    while others and len(found) < count:
        options = tuple(Option(name, _briefly(battle, fighter, name), name) for name in (first, *others))
        asked = Choose(f"target of shot {len(found) + 2}", crew_of(battle.setting), options, about=fighter, source=TARGETS)
        found = (*found, (yield replace(asked, kind="target of a further shot")))
    # Shots at the same target are rolled together, in the order in which targets were named.
    return tuple(sorted(found, key=(first, *others).index)) or (first,) * bool(count)
