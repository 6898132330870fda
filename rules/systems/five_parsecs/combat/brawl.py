"""Brawling combat: weapons, the rolls of both, hits, several opponents, following up.

Sources: five-parsecs: Brawling combat, Stun and shock, Following up, Multiple opponents.
"""

from dataclasses import dataclass

from rules.citations import Reason
from rules.engine.procedure_steps import Choose, Modifier, Option, Procedure, Roll, Say, call
from rules.skirmish.moving.own_movement import moved_as
from rules.skirmish.state.battle_rules import counted
from rules.skirmish.state.battle_sight import apart
from rules.skirmish.state.battle_state import Battle
from rules.systems.five_parsecs.conditions.battle_view import faced
from rules.systems.five_parsecs.conditions.figure_now import combat_now, is_crew, usable, weapon_of
from rules.systems.five_parsecs.conditions.marks import OVERWATCH, SHOCKED, STUNNED
from rules.systems.five_parsecs.harm.hits import SIDES, BattleHit, falls_down, resolve_hit
from rules.systems.five_parsecs.harm.pushes import pushed
from rules.systems.five_parsecs.moving.asked_moves import asks_where
from rules.systems.five_parsecs.moving.closing_in import closes_in, in_contact_with, reaches, way_to_contact
from rules.systems.five_parsecs.moving.species_rules import moves_as
from rules.systems.five_parsecs.roster.combat_sheet import IMPROVISED, BattleWeapon, crew_of

BRAWL = "Brawling combat"
SEVERAL = "Multiple opponents"
MOST_OPPONENTS = 2
"""No more fight a single one. Source: five-parsecs, Multiple opponents."""
STUNNED_BONUS, OUTNUMBERING = 1, 1
FOLLOW_UP = 2.0
"""Inches. Source: five-parsecs, Following up."""


@dataclass(frozen=True)
class Brawler:
    """One side of a brawl.

    Attributes:
        fighter: who.
        weapon: with what; "improvised" for bare hands.
        damage: of that.
        why: what is added to the roll.
    """

    fighter: str
    weapon: str
    damage: int
    why: tuple[Modifier, ...]

    @property
    def bonus(self) -> int:
        """All that is added."""
        return sum(one.amount for one in self.why)


@dataclass(frozen=True)
class Brawled:
    """What came of a brawl.

    Attributes:
        battle: after it.
        winner: who had the higher score; empty for a draw.
    """

    battle: Battle
    winner: str


def brawls(battle: Battle, fighter: str, moved: bool = True) -> Procedure[Battle]:  # noqa: FBT001, FBT002 - by position
    """A figure fights those in contact with it: the first of two by chance, then perhaps the other.

    Args:
        battle: with the figures in contact.
        fighter: whose brawl it is.
        moved: whether it has moved into contact, so that it is better against the stunned.
    """
    battle = yield from _no_more_than_two(battle, fighter)
    foes = in_contact_with(battle, fighter)
    if not foes:
        return battle
    alone = len(foes) > 1
    first = foes[0]
    if alone:
        names = tuple((battle.called(foe), ((place,),)) for place, foe in enumerate(foes, 1))
        (number,) = yield Roll("who fights first", f"1 of {len(foes)}", fighter, source=SEVERAL, means=names)
        first = foes[number - 1]
    helped = "" if alone else _helper(battle, fighter, first)
    more = first if alone else fighter if helped else ""
    fought: Brawled = yield from call(brawl, battle, fighter, first, moved, more)
    battle = fought.battle
    # The single one of three, and whom he has not fought yet.
    lone, other = (fighter, next(foe for foe in foes if foe != first)) if alone else (first, helped)
    if other and fought.winner == lone and other in in_contact_with(battle, lone):
        battle = (yield from call(brawl, battle, lone, other, False, "")).battle
        return (yield from _follows_up(battle, lone, other))
    return (yield from _follows_up(battle, fighter, first))


def _follows_up(battle: Battle, one: str, other: str) -> Procedure[Battle]:
    """Whoever has eliminated the opponent may move 2", perhaps into another brawl. Source: Following up."""
    for fighter, foe in ((one, other), (other, one)):
        if battle.model(fighter).on_table and battle.model(foe).whereabouts == "out_of_action":
            stood = battle.model(fighter).position
            if not is_crew(battle, fighter):
                battle = moved_as((yield from _next_brawl(moves_as(battle, fighter), fighter)), battle)
                return (yield from call(brawls, battle, fighter)) if in_contact_with(battle, fighter) else battle
            able = moves_as(battle, fighter)
            moved = yield from asks_where(able, fighter, FOLLOW_UP, "where to follow up", "Following up")
            battle = moved_as(moved, battle)
            goes = battle.model(fighter).position != stood and in_contact_with(battle, fighter)
            return (yield from call(brawls, battle, fighter)) if goes else battle
    return battle


def _next_brawl(battle: Battle, fighter: str) -> Procedure[Battle]:
    """An enemy follows up into another brawl where it can; else it stays."""
    foes = sorted(battle.foes(battle.model(fighter).gang), key=lambda foe: apart(battle, fighter, foe.id))
    for foe in foes:
        planned = way_to_contact(battle, fighter, foe.id) if apart(battle, fighter, foe.id) <= FOLLOW_UP else None
        if planned is not None and reaches(battle, fighter, foe.id, FOLLOW_UP):
            return (yield from closes_in(battle, fighter, planned, FOLLOW_UP))
    return battle


def _no_more_than_two(battle: Battle, fighter: str) -> Procedure[Battle]:
    """Of three or more in contact one after the other is pushed back, by chance."""
    while len(foes := in_contact_with(battle, fighter)) > MOST_OPPONENTS:
        means = tuple((battle.called(foe), ((place,),)) for place, foe in enumerate(foes, 1))
        (number,) = yield Roll("who is pushed back", f"1 of {len(foes)}", fighter, source=SEVERAL, means=means)
        foe = foes[number - 1]
        before = battle.model(foe).position
        battle, fall = pushed(battle, foe, battle.model(fighter).position)
        yield Say(f"{battle.called(foe)} is pushed back", SEVERAL, battle)
        if fall is not None:
            battle = yield from call(falls_down, battle, foe, fall)
        if battle.model(foe).position == before:
            return battle
    return battle


def _helper(battle: Battle, fighter: str, foe: str) -> str:
    """A friend of whoever has moved who is in contact with the same enemy; empty for none."""
    return next((name for name in in_contact_with(battle, foe) if name != fighter), "")


def brawl(battle: Battle, mover: str, other: str, moved: bool, outnumbering: str) -> Procedure[Brawled]:  # noqa: FBT001 - by position
    """One brawl of two.

    Args:
        battle: with the two in contact.
        mover, other: who moved to engage whom.
        moved: whether he has, so that he is better against the stunned.
        outnumbering: who of them has the bonus of the side that is more; empty for nobody.
    """
    for one, foe in ((mover, other), (other, mover)):
        battle = faced(battle, one, foe).marked(one, OVERWATCH, 0)
    sides = []
    for one, foe in ((mover, other), (other, mover)):
        weapon = yield from call(picked_weapon, battle, one)
        sides.append(brawler(battle, one, foe, weapon, moved=moved and one == mover, more=one == outnumbering))
    return (yield from call(fought, battle, sides[0], sides[1]))


def fought(battle: Battle, mover: Brawler, other: Brawler) -> Procedure[Brawled]:
    """The rolls of both sides of a brawl, and the hits."""
    faces = {}
    for side in (mover, other):
        added = f"{side.bonus:+d}" if side.bonus else ""
        needs = f"the higher score{' with ' + added if added else ''}; a 6 hits, a 1 is hit"
        (faces[side.fighter],) = yield Roll(f"brawl, {side.weapon}", "D6", side.fighter, needs, side.why, BRAWL)
    score = {side.fighter: faces[side.fighter] + side.bonus for side in (mover, other)}
    hits = hits_of(mover, other, faces[mover.fighter], faces[other.fighter])
    ahead = score[mover.fighter] - score[other.fighter]
    winner = "" if ahead == 0 else mover.fighter if ahead > 0 else other.fighter
    said = f"{battle.called(winner)} wins" if winner else "a draw"
    taken = [(foe, [hit.target for hit in hits].count(foe)) for foe in (mover.fighter, other.fighter)]
    told = "; ".join(f"{battle.called(foe)} is hit {counted(count)}" for foe, count in taken if count)
    yield Say(f"{said}, {max(score.values())} to {min(score.values())}: {told or 'no hits'}", BRAWL)
    for hit in hits:
        battle = yield from call(resolve_hit, battle, hit)
    return Brawled(battle, winner)


def hits_of(mover: Brawler, other: Brawler, mine: int, theirs: int) -> tuple[BattleHit, ...]:
    """All hits of a brawl by its two natural faces: of the higher score, or of both, and of each 6 and each 1."""
    ahead = mine + mover.bonus - theirs - other.bonus
    found = []
    for side, foe, face, other_face, lead in ((mover, other, mine, theirs, ahead), (other, mover, theirs, mine, -ahead)):
        count = (lead >= 0) + (face == SIDES) + (other_face == 1)
        found += [(side, foe)] * count
    return tuple(BattleHit(foe.fighter, side.damage, side.fighter, weapon=side.weapon) for side, foe in found)


def picked_weapon(battle: Battle, fighter: str) -> Procedure[str]:
    """The weapon for a brawl: enemies take the best, the player picks where there is a choice."""
    arms = brawl_weapons(battle, fighter)
    best = max(arms, key=lambda weapon: (weapon.brawl_bonus, weapon.damage))
    if not is_crew(battle, fighter) or len(arms) == 1:
        return best.name
    options = tuple(Option(one.name, f"{one.name} ({one.brawl_bonus:+d}, damage {one.damage:+d})", one.name) for one in arms)
    return str((yield Choose("weapon for the brawl", crew_of(battle.setting), options, about=fighter, source=BRAWL)))


def brawl_weapons(battle: Battle, fighter: str) -> tuple[BattleWeapon, ...]:
    """What a figure can brawl with, the best first; bare hands where it has nothing suitable."""
    arms = [weapon for weapon in usable(battle, fighter) if weapon.suits_brawls]
    return tuple(sorted(arms, key=lambda one: (-one.brawl_bonus, -one.damage))) or (IMPROVISED,)


def brawler(battle: Battle, fighter: str, foe: str, weapon: str, *, moved: bool = False, more: bool = False) -> Brawler:
    """One side of a brawl, with all that is added to its roll.

    Args:
        battle: before it.
        fighter, foe: who fights whom.
        weapon: with what.
        moved: whether he has moved to engage.
        more: whether he has the bonus of the side that is more.
    """
    arm = IMPROVISED if weapon == IMPROVISED.name else weapon_of(battle, fighter, weapon)
    model = battle.model(foe)
    helpless = bool(moved and (model.has(STUNNED) or model.has(SHOCKED)))
    added = (
        (combat_now(battle, fighter), "combat skill", BRAWL),
        (arm.brawl_bonus, weapon, BRAWL),
        (STUNNED_BONUS * helpless, f"{battle.called(foe)} is stunned or shocked", "Stun and shock"),
        (OUTNUMBERING * more, "more than one against one", SEVERAL),
    )
    why = tuple(Modifier(amount, Reason(text, source)) for amount, text, source in added if amount)
    return Brawler(fighter, weapon, arm.damage, why)
