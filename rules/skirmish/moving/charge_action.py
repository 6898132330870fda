"""The Charge action: into contact with one enemy or several, and the free attack that follows.

Source: main-rulebook, Active; Pinned; The 1" rule and engaging enemies.
"""

import math
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache

from rules.engine.dice import Faces, halved, outcomes
from rules.engine.procedure_steps import Choose, Option, Procedure, Roll, Say
from rules.errors import RulesError
from rules.movement.engaging_paths import Engagement
from rules.movement.path_rules import NoPath
from rules.skirmish.moving.carrying import left_behind, movement, taken_on_the_way
from rules.skirmish.moving.contact_resolution import approach, engagement, touching
from rules.skirmish.moving.facing_action import decides
from rules.skirmish.moving.walk_preview import WalkPreview, preview_contact
from rules.skirmish.state.action import Action
from rules.skirmish.state.battle_sight import is_engaged
from rules.skirmish.state.battle_state import Battle
from rules.skirmish.state.characteristics import profile_now
from rules.skirmish.state.condition_marks import CHALLENGED
from rules.skirmish.state.skirmish_rules import skirmish_rules
from rules.skirmish.state.status_changes import stood_up
from rules.skirmish.state.typed_names import fighters_meant

SOURCE = "Charge"


def charge_inches(battle: Battle, fighter: str, *, lying: bool | None = None, more: float | None = None) -> float:
    """Inches of a charge: so many times the movement characteristic, then changed by what changes it.

    Args:
        battle, fighter: who charges.
        lying: whether from the ground; as he lies by default.
        more: inches that dice give besides; what they give on average by default.
    """
    number = skirmish_rules(battle).charge
    lies = battle.model(fighter).status == "pinned" if lying is None else lying
    times = number.pinned if lies else number.times
    extra = _mean(number.dice) if more is None else more
    now = profile_now(battle, fighter).movement
    loaded = bool(battle.model(fighter).carries) and taken_on_the_way(battle)
    if lies or loaded:
        return min(number.most, (movement(battle, fighter) if loaded else float(now)) * times + extra)
    card = battle.card(fighter).profile.movement
    return min(number.most, float(times * card + (now - card)) + extra)


@cache
def _mean(dice: str) -> float:
    """What dice add on average; 0 for none."""
    return float(sum(share * int(_added(dice, faces)) for faces, share in outcomes(dice))) if dice else 0.0


def charge(battle: Battle, fighter: str) -> Procedure[Battle]:
    """The Charge action. Whoever is pinned stands up for free first, and gets half as far."""
    after = yield from _declared(battle, fighter)
    return battle if after is None else after


def _declared(battle: Battle, fighter: str) -> Procedure[Battle | None]:
    """The same; None where it is declared at nobody, which costs nothing."""
    pinned, at_no_cost = battle.model(fighter).status == "pinned", skirmish_rules(battle).charge.taken_back
    if pinned:
        battle = stood_up(battle, fighter)
    planned = yield from _whom(battle, fighter, charge_reach(battle, fighter, lying=pinned))
    if planned is None and at_no_cost:
        return None
    if pinned:
        yield Say(f"{battle.called(fighter)} stands up", "Pinned", battle)
    if planned is None:
        return battle
    battle = yield from left_behind(battle, fighter)
    more = yield from _more_inches(battle, fighter)
    gone = yield from approach(battle, fighter, planned, charge_inches(battle, fighter, lying=pinned, more=more))
    return _free_attack(gone.battle, fighter)


def _more_inches(battle: Battle, fighter: str) -> Procedure[float]:
    """What dice add to a charge, where they add anything."""
    dice = skirmish_rules(battle).charge.dice
    if not dice:
        return 0.0
    faces: Faces = yield Roll("charge", dice, fighter, source=SOURCE, tells="inches beside the movement")
    return _added(dice, faces)


def _added(dice: str, faces: Faces) -> float:
    return float(halved(faces[0]) if dice == "D3" else sum(faces))


def charge_reach(battle: Battle, fighter: str, *, lying: bool) -> tuple[tuple[float, Fraction], ...]:
    """The inches that a charge may have, each with its chance; the dice that add to it fall once it is known at whom."""
    dice = skirmish_rules(battle).charge.dice
    found: dict[float, Fraction] = defaultdict(Fraction)
    for more, share in [(_added(dice, faces), share) for faces, share in outcomes(dice)] if dice else [(0.0, Fraction(1))]:
        found[charge_inches(battle, fighter, lying=lying, more=more)] += share
    return tuple(sorted(found.items()))


def _whom(battle: Battle, fighter: str, reach: tuple[tuple[float, Fraction], ...]) -> Procedure[Engagement | None]:
    """Whom to charge, with inches that it may have; those to whom there proves to be no path are not asked for again."""
    foes = sorted(
        battle.foes(battle.model(fighter).gang), key=lambda foe: math.dist(foe.position, battle.model(fighter).position)
    )
    called = _challengers(battle, fighter)
    options = [Option(foe.id, battle.called(foe.id), (foe.id,)) for foe in foes if not called or foe.id in called]
    while True:
        asked = Choose(
            "whom to charge",
            decides(battle, fighter),
            (*options, Option("stay", "nobody, at no cost" if skirmish_rules(battle).charge.taken_back else "nobody", ())),
            lambda key: Option(key, key, several(battle, fighter, key)),
            fighter,
            SOURCE,
            'several enemies with blanks between; "safe" for the way without checks',
            preview=lambda option: _preview(battle, fighter, option.value, reach),
            shown=reach,
        )
        picked: Engagement | tuple[str, ...] = yield asked
        if isinstance(picked, Engagement):
            return picked
        if not picked:
            return None
        found = engagement(battle, fighter, picked)
        if isinstance(found, Engagement):
            return found
        options = [option for option in options if option.value != picked]
        yield Say(found.why, SOURCE)


def _preview(
    battle: Battle, fighter: str, picked: Engagement | tuple[str, ...], reach: tuple[tuple[float, Fraction], ...]
) -> WalkPreview | NoPath | None:
    """The way of a charge as far as the fewest inches that it may have; why there is none; None of no charge."""
    if not picked:
        return None
    found = picked if isinstance(picked, Engagement) else engagement(battle, fighter, picked)
    if isinstance(found, NoPath):
        return found
    return preview_contact(battle, fighter, found, reach[0][0], most=reach[-1][0] if len(reach) > 1 else None)


def _challengers(battle: Battle, fighter: str) -> tuple[str, ...]:
    """Those whose challenges he has to take up, and to whom there is a path."""
    called = battle.model(fighter).about(CHALLENGED)
    foes = (foe.id for foe in battle.foes(battle.model(fighter).gang) if foe.id in called)
    return tuple(foe for foe in foes if isinstance(engagement(battle, fighter, (foe,)), Engagement))


def several(battle: Battle, fighter: str, text: str) -> Engagement:
    """The charge at several enemies at once, or without checks.

    Raises:
        RulesError: there is no such enemy, or no path.
    """
    words = text.replace(",", " ").split()
    names = [word for word in words if word != "safe"]
    foes, called = _foes(battle, fighter, names), _challengers(battle, fighter)
    if called and not set(foes) <= set(called):
        raise RulesError(f"{battle.called(fighter)} has to take up the challenge of {battle.all_called(called)}")
    found = engagement(battle, fighter, foes, safe="safe" in words)
    if isinstance(found, NoPath):
        raise RulesError(found.why)
    return found


def _foes(battle: Battle, fighter: str, words: Sequence[str]) -> Sequence[str]:
    foes = [foe.id for foe in battle.foes(battle.model(fighter).gang)]
    names = fighters_meant(battle, words, foes)
    unknown = [name for name in names if name not in foes]
    if unknown or not names:
        there = ", ".join(map(battle.called, foes))
        raise RulesError(
            f'there is no enemy "{unknown[0][:40]}"; there are: {there}' if unknown else f"name an enemy of: {there}"
        )
    return names


def _free_attack(battle: Battle, fighter: str) -> Battle:
    """A free Fight for whoever is engaged; a free coup de grace for whoever is in contact with the helpless only."""
    acting = battle.activation
    if acting is None or battle.model(fighter).status != "standing" or not battle.model(fighter).on_table:
        return battle
    if is_engaged(battle, fighter):
        return replace(battle, activation=replace(acting, free=(*acting.free, "fight"), charged=True))
    if touching(battle, fighter):
        return replace(battle, activation=replace(acting, free=(*acting.free, "coup-de-grace")))
    return battle


def _hindrance(battle: Battle, fighter: str) -> str | None:
    if battle.model(fighter).status == "pinned" and not skirmish_rules(battle).charge.pinned:
        return f"{battle.called(fighter)} is pinned; nobody charges from the ground"
    return None if any(battle.foes(battle.model(fighter).gang)) else "there is no enemy on the table"


CHARGE = Action("charge", "Charge", "double", frozenset({"active", "pinned"}), _hindrance, _declared, SOURCE, climbing=True)
