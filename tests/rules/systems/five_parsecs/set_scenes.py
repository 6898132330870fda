"""Fifty set scenes of enemies, as data: who stands where, what the die shows, and what the row of the table makes of it.

The crew is in the south and faces north, the enemies in the north and face south. Barricades are an inch high, give cover and
block no line; walls are nine inches high, block lines and cannot be climbed.
"""

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from rules.movement.engaging_paths import Engagement
from rules.skirmish.opponent.distance_estimate import route_cost
from rules.skirmish.state.battle_sight import apart
from rules.systems.five_parsecs.conditions.battle_view import foes_in_sight, from_flank, in_cover
from rules.systems.five_parsecs.conditions.marks import OVERWATCH, STUNNED
from rules.systems.five_parsecs.roster.combat_sheet import AiType, CombatSheet
from scene.geometry.mesh import Point
from scene.table.table import Piece
from tests.plain_scenes import block
from tests.rules.systems.five_parsecs.battle_scenes import BLADE, PISTOL, RAIDER, RIFLE
from tests.rules.systems.five_parsecs.enemy_turns import EnemyTurn

Check = Callable[[EnemyTurn], bool]
LONG = replace(RIFLE, inches=40.0)
HEAVY = replace(RIFLE, name="heavy gun", traits=frozenset({"heavy"}))


def barricade(name: str, x: float, y: float, wide: float = 4.0) -> Piece:
    """Across the way north, its middle at x and y."""
    return block(name, (x - wide / 2, y - 0.2, 0.0), (x + wide / 2, y + 0.2, 1.0), kind="obstacle", feature="linear")


def wall(name: str, x: float, y: float, wide: float = 8.0) -> Piece:
    """The same, too high to look or to climb over."""
    return block(name, (x - wide / 2, y - 0.2, 0.0), (x + wide / 2, y + 0.2, 9.0), kind="wall")


AT = barricade("barricade", 24.0, 30.0)
"""Behind which an enemy at (24, 30.9) stands."""
NEXT = barricade("next barricade", 24.0, 26.0)
LEFT, RIGHT = barricade("left barricade", 19.5, 30.0, 3.0), barricade("right barricade", 29.0, 30.0, 3.0)
BACK = barricade("back barricade", 24.0, 34.0)
NORTH: Point = (24.0, 30.9, 0.0)
PLAIN: tuple[Piece, ...] = ()
HIDING = wall("wall", 24.0, 30.0, 6.0)


@dataclass(frozen=True)
class SetScene:
    """A scene.

    Attributes:
        why: what the enemy does there, and why.
        ai: its type.
        face: of the die for the table; 0 where none may be rolled.
        crew: where its members stand.
        pieces: the terrain.
        checks: what must have come of it.
        place: of the enemy "gor".
        sheet: of all enemies; by default a raider with a rifle.
        others: where other enemies stand.
        crew_sheet: of the crew, if it matters.
        facing: degrees, of figures.
        stunned: whether "gor" is.
    """

    why: str
    ai: AiType
    face: int
    crew: dict[str, Point]
    pieces: tuple[Piece, ...]
    checks: tuple[Check, ...]
    place: Point = NORTH
    sheet: CombatSheet = RAIDER
    others: dict[str, Point] = field(default_factory=dict)
    facing: dict[str, float] = field(default_factory=dict)
    stunned: bool = False


def moved(turn: EnemyTurn) -> bool:
    return turn.after.model("gor").position != turn.before.model("gor").position


def stays(turn: EnemyTurn) -> bool:
    return not moved(turn)


def fires(turn: EnemyTurn) -> bool:
    return turn.plan.fire is not None and any("fires at" in text for text in turn.said)


def holds_fire(turn: EnemyTurn) -> bool:
    return turn.plan.fire is None and not any("fires at" in text for text in turn.said)


def dashes(turn: EnemyTurn) -> bool:
    return turn.plan.dash and turn.plan.path.cost > 5.0


def walks(turn: EnemyTurn) -> bool:
    return moved(turn) and not turn.plan.dash and turn.plan.path.cost <= turn.after.card("gor").profile.movement + 0.02


def brawls(turn: EnemyTurn) -> bool:
    return isinstance(turn.plan.where, Engagement) and any(what.startswith("brawl") for what in turn.rolls)


def no_brawl(turn: EnemyTurn) -> bool:
    return not brawls(turn)


def nearest(turn: EnemyTurn, *, after: bool) -> float:
    battle = turn.after if after else turn.before
    return min(apart(battle, "gor", foe.id) for foe in turn.before.on_table("crew"))


def nearer(turn: EnemyTurn) -> bool:
    return nearest(turn, after=True) < nearest(turn, after=False) - 0.3


def farther(turn: EnemyTurn) -> bool:
    return nearest(turn, after=True) > nearest(turn, after=False) + 0.3


def covered(turn: EnemyTurn) -> bool:
    seen = foes_in_sight(turn.after, "gor")
    return bool(seen) and all(in_cover(turn.after, foe, "gor") for foe in seen)


def unseen(turn: EnemyTurn) -> bool:
    return not foes_in_sight(turn.after, "gor")


def safe(turn: EnemyTurn) -> bool:
    return unseen(turn) or covered(turn)


def exposed(turn: EnemyTurn) -> bool:
    return not safe(turn)


def on_flank(turn: EnemyTurn) -> bool:
    return any(from_flank(turn.after, "gor", foe) for foe in foes_in_sight(turn.after, "gor"))


def rolled(turn: EnemyTurn) -> bool:
    return any(what.endswith("enemies") for what in turn.rolls)


def by_base(turn: EnemyTurn) -> bool:
    return not rolled(turn)


def asked_for_overwatch(turn: EnemyTurn) -> bool:
    return "overwatch" in turn.rolls and not turn.after.model("gor").has(OVERWATCH)


def asked_for_skulking(turn: EnemyTurn) -> bool:
    return "skulking" in turn.rolls


def was_stunned(turn: EnemyTurn) -> bool:
    return not turn.after.model("gor").has(STUNNED)


def at(*names: str) -> Check:
    """Fires at one of these first."""

    def check(turn: EnemyTurn) -> bool:
        return turn.plan.fire is not None and set(turn.plan.fire.first) <= set(names)

    return check


def engages(name: str) -> Check:
    def check(turn: EnemyTurn) -> bool:
        return isinstance(turn.plan.where, Engagement) and name in turn.plan.where.engaged

    return check


def ends_within(inches: float, name: str) -> Check:
    def check(turn: EnemyTurn) -> bool:
        return apart(turn.after, "gor", name) <= inches + 0.01

    return check


def ends_beyond(inches: float, name: str) -> Check:
    def check(turn: EnemyTurn) -> bool:
        return apart(turn.after, "gor", name) > inches

    return check


def south_of(y: float) -> Check:
    def check(turn: EnemyTurn) -> bool:
        return turn.after.model("gor").position[1] < y

    return check


def north_of(y: float) -> Check:
    def check(turn: EnemyTurn) -> bool:
        return turn.after.model("gor").position[1] > y

    return check


def shorter_way(turn: EnemyTurn) -> bool:
    ahead = turn.before.model("ann").position
    return route_cost(turn.after, "gor", ahead) < route_cost(turn.before, "gor", ahead) - 3.0


def _ann(y: float, x: float = 24.0) -> dict[str, Point]:
    return {"ann": (x, y, 0.0)}


PIT = block("lava", (14.0, 24.0, 0.0), (34.0, 28.0, 0.05), kind="area", ground="dangerous")
LEDGE = block("deck", (18.0, 26.0, 0.0), (30.0, 36.0, 5.0))
CLAWS = CombatSheet(speed=6, combat=1, toughness=4, anatomy="beast", weapons=(BLADE,))
THUG = CombatSheet(speed=5, combat=1, toughness=3, weapons=(BLADE,))
SHOOTER = CombatSheet(speed=5, combat=0, toughness=3, weapons=(PISTOL,))
FAR_GUN = CombatSheet(speed=5, combat=0, toughness=3, weapons=(LONG,))
GUNNER = CombatSheet(speed=5, combat=0, toughness=3, weapons=(HEAVY,))

CAUTIOUS = (
    SetScene(
        "Behind a barricade with Ann 8 inches off, it falls back to the barricade behind, from where it still sees her.",
        "cautious",
        0,
        _ann(22.0),
        (AT, BACK),
        (by_base, walks, farther, covered, fires),
    ),
    SetScene(
        "With no cover behind it, it stays behind its barricade and fires: there is no more distant place in cover.",
        "cautious",
        0,
        _ann(22.0),
        (AT, wall("behind", 24.0, 32.4, 40.0)),
        (by_base, covered, fires),
    ),
    SetScene(
        "A 1 makes it fall back a full move; Ann is too far off for the base condition.",
        "cautious",
        1,
        _ann(10.0),
        (AT, BACK),
        (rolled, walks, farther, safe, ends_beyond(23.0, "ann")),
    ),
    SetScene(
        "In the open it cannot fall back within cover, and looks for cover first.",
        "cautious",
        1,
        _ann(12.0),
        (LEFT,),
        (rolled, moved, safe),
    ),
    SetScene(
        "A 2 leaves it behind its barricade, from where it fires.",
        "cautious",
        2,
        _ann(14.0),
        (AT,),
        (rolled, covered, fires),
    ),
    SetScene(
        "A 3 does the same: a wall hides Ann, so it shifts along its barricade until it sees her.",
        "cautious",
        3,
        {"ann": (23.0, 12.0, 0.0)},
        (barricade("barricade", 26.0, 30.0, 10.0), wall("wall", 22.0, 20.0, 6.0)),
        (rolled, moved, covered, fires),
    ),
    SetScene(
        "In the open, a 3 makes it find cover.",
        "cautious",
        3,
        _ann(14.0),
        (RIGHT,),
        (rolled, walks, covered, fires),
    ),
    SetScene(
        "A 4 brings it forward within cover, no nearer than 12 inches.",
        "cautious",
        4,
        _ann(12.0),
        (AT, NEXT),
        (rolled, nearer, safe, ends_beyond(11.0, "ann")),
    ),
    SetScene(
        "A 5 does not bring it forward without cover: it stays and fires.",
        "cautious",
        5,
        _ann(14.0),
        (AT,),
        (rolled, safe, fires),
    ),
    SetScene(
        "Within 12 inches already but in no one's sight, a 5 leaves it as far off as it is.",
        "cautious",
        5,
        _ann(22.0),
        (HIDING,),
        (rolled, safe),
    ),
    SetScene(
        "A 6 brings it forward, to the next barricade since there is one.",
        "cautious",
        6,
        _ann(10.0),
        (AT, NEXT),
        (rolled, nearer, covered, fires),
    ),
    SetScene(
        "Without any cover ahead, a 6 brings it forward in the open.",
        "cautious",
        6,
        _ann(8.0),
        PLAIN,
        (rolled, walks, nearer, exposed, fires),
    ),
)
AGGRESSIVE = (
    SetScene(
        "Ann is 4 inches off, so that it can brawl, and it does without a roll.",
        "aggressive",
        0,
        _ann(26.0),
        PLAIN,
        (by_base, brawls, engages("ann")),
    ),
    SetScene(
        "Of two in reach it takes the nearer one.",
        "aggressive",
        0,
        {"ann": (24.0, 26.0, 0.0), "bea": (27.5, 28.5, 0.0)},
        PLAIN,
        (by_base, engages("bea")),
    ),
    SetScene(
        "A long wall is between, so that Ann cannot be reached: it rolls, and a 1 leaves it where it is.",
        "aggressive",
        1,
        _ann(27.0),
        (wall("wall", 24.0, 29.0, 30.0),),
        (rolled, no_brawl),
    ),
    SetScene(
        "A 2 makes it stay behind its barricade and fire.",
        "aggressive",
        2,
        _ann(14.0),
        (AT,),
        (rolled, covered, fires),
    ),
    SetScene(
        "A 3 brings it to the next barricade, from where it fires.",
        "aggressive",
        3,
        _ann(10.0),
        (AT, NEXT),
        (rolled, nearer, covered, south_of(28.0), fires),
    ),
    SetScene(
        "A 4 makes it advance but not into the open: it goes to the barricade ahead.",
        "aggressive",
        4,
        _ann(12.0),
        (AT, NEXT),
        (rolled, nearer, safe, fires),
    ),
    SetScene(
        "A 4 without cover in reach makes it stay behind what it has.",
        "aggressive",
        4,
        _ann(14.0),
        (AT,),
        (rolled, safe, fires),
    ),
    SetScene(
        "Out of sight of Ann and with nobody to fire at, a 4 makes it dash into the cover that a move does not reach.",
        "aggressive",
        4,
        _ann(2.0),
        (AT, barricade("ahead", 24.0, 23.9, 10.0)),
        (rolled, nearer, safe),
    ),
    SetScene(
        "A 5 brings it straight ahead into the open, a full move.",
        "aggressive",
        5,
        _ann(12.0),
        (AT, LEFT),
        (rolled, walks, nearer, fires, south_of(27.5)),
    ),
    SetScene(
        "A 6 makes it dash: Ann is out of its range.",
        "aggressive",
        6,
        _ann(2.0),
        PLAIN,
        (rolled, dashes, nearer, holds_fire),
    ),
    SetScene(
        "A 6 makes who can fire at Ann advance without a dash, and fire.",
        "aggressive",
        6,
        _ann(12.0),
        PLAIN,
        (rolled, walks, nearer, fires),
    ),
    SetScene(
        "Stunned, it goes into the brawl all the same.",
        "aggressive",
        0,
        _ann(26.0),
        PLAIN,
        (by_base, brawls, was_stunned),
        stunned=True,
    ),
    SetScene(
        "With a blade only, it does not wait behind a barricade for a shot that it has not, but comes nearer.",
        "aggressive",
        1,
        _ann(16.0),
        (AT, NEXT),
        (rolled, nearer, safe, holds_fire),
        sheet=THUG,
    ),
)
TACTICAL = (
    SetScene(
        "In cover with Ann 8 inches off, it stays and fires without a roll.",
        "tactical",
        0,
        _ann(22.0),
        (AT,),
        (by_base, stays, covered, fires),
    ),
    SetScene(
        "In the open with Ann 8 inches off the base condition does not hold; a 1 makes it stay and fire.",
        "tactical",
        1,
        _ann(22.0),
        PLAIN,
        (rolled, stays, fires),
    ),
    SetScene(
        "In cover with Ann 16 inches off the base condition does not hold either.",
        "tactical",
        1,
        _ann(14.0),
        (AT,),
        (rolled, stays, fires),
    ),
    SetScene(
        "A 2 in the open makes it go behind the barricade beside it.",
        "tactical",
        2,
        _ann(14.0),
        (RIGHT,),
        (rolled, walks, covered, fires),
    ),
    SetScene(
        "A 2 prefers Bea in the open: it shifts along its barricade to where it sees her past the wall.",
        "tactical",
        2,
        {"ann": (24.0, 13.0, 0.0), "bea": (16.0, 14.0, 0.0)},
        (barricade("barricade", 24.0, 30.0, 12.0), barricade("her barricade", 24.0, 14.0), wall("wall", 18.0, 20.0, 4.0)),
        (rolled, covered, fires, at("bea")),
    ),
    SetScene(
        "A 3 brings it to the next barricade.",
        "tactical",
        3,
        _ann(10.0),
        (AT, NEXT),
        (rolled, nearer, covered, south_of(28.0)),
    ),
    SetScene(
        "In the open before Ann, who looks west, a 4 sends it behind the barricade at her flank.",
        "tactical",
        4,
        {"ann": (32.0, 27.0, 0.0)},
        (barricade("flank", 28.5, 32.3, 3.0),),
        (rolled, moved, safe, on_flank, fires),
        place=(24.0, 31.0, 0.0),
        facing={"ann": 180.0},
    ),
    SetScene(
        "A 5 brings it on from cover to cover.",
        "tactical",
        5,
        _ann(12.0),
        (AT, NEXT),
        (rolled, nearer, covered, fires),
    ),
    SetScene(
        "A 6 brings it round the wall but not into sight: it ends behind the second wall.",
        "tactical",
        6,
        _ann(8.0),
        (HIDING, wall("second", 24.0, 25.0, 6.0)),
        (rolled, moved, safe),
    ),
    SetScene(
        "Stunned in the open, a 5 makes it fire and not move.",
        "tactical",
        5,
        _ann(12.0),
        (NEXT,),
        (rolled, stays, fires, was_stunned),
        stunned=True,
    ),
    SetScene(
        "Out of sight of everybody it stays there on a 1, and rolls for overwatch.",
        "tactical",
        1,
        _ann(12.0),
        (HIDING,),
        (rolled, stays, unseen, holds_fire, asked_for_overwatch),
    ),
)
DEFENSIVE = (
    SetScene(
        "In cover with Ann in the open in sight, however far, it stays and fires.",
        "defensive",
        0,
        _ann(14.0),
        (AT,),
        (by_base, stays, fires),
    ),
    SetScene(
        "Ann is in cover too, so it rolls; a 1 makes it stay and fire.",
        "defensive",
        1,
        _ann(13.0),
        (AT, barricade("hers", 24.0, 14.0)),
        (rolled, stays, fires),
    ),
    SetScene(
        "A 2 in the open makes it go behind a barricade.",
        "defensive",
        2,
        _ann(14.0),
        (LEFT,),
        (rolled, walks, covered, fires),
    ),
    SetScene(
        "A 3 makes it stay where its shot is as good as any.",
        "defensive",
        3,
        _ann(13.0),
        (AT, barricade("hers", 24.0, 14.0, 16.0)),
        (rolled, covered, fires),
    ),
    SetScene(
        "A 4 makes it shift along its barricade to see Ann past the wall.",
        "defensive",
        4,
        {"ann": (23.0, 12.0, 0.0)},
        (barricade("barricade", 26.0, 30.0, 10.0), wall("wall", 22.0, 20.0, 6.0)),
        (rolled, moved, covered, fires),
    ),
    SetScene(
        "A 5 brings it to the next barricade.",
        "defensive",
        5,
        _ann(9.0),
        (AT, NEXT, barricade("hers", 24.0, 10.0, 16.0)),
        (rolled, nearer, covered, south_of(28.0)),
    ),
    SetScene(
        "A 6 makes it advance in cover, and not over the lava that is in between.",
        "defensive",
        6,
        _ann(12.0),
        (HIDING, PIT),
        (rolled, safe, north_of(28.0)),
    ),
)
OTHERS = (
    SetScene(
        "Rampaging, it runs at Ann through the open, dashing as it has nothing to fire.",
        "rampaging",
        0,
        _ann(12.0),
        (AT,),
        (by_base, nearer, dashes, holds_fire),
        sheet=THUG,
    ),
    SetScene(
        "Rampaging within reach of Ann, it brawls.",
        "rampaging",
        0,
        _ann(26.0),
        PLAIN,
        (brawls, engages("ann")),
        sheet=THUG,
    ),
    SetScene(
        "Rampaging with a rifle and Ann in sight it does not dash: it goes on and fires.",
        "rampaging",
        0,
        _ann(12.0),
        PLAIN,
        (walks, nearer, fires),
    ),
    SetScene(
        "Rampaging with a heavy weapon and Ann in sight it stands and fires.",
        "rampaging",
        0,
        _ann(26.0),
        PLAIN,
        (stays, fires),
        sheet=GUNNER,
    ),
    SetScene(
        "Rampaging with a heavy weapon and nobody in sight it comes on.",
        "rampaging",
        0,
        _ann(8.0),
        (wall("wall", 24.0, 28.0, 20.0),),
        (moved, shorter_way),
        sheet=GUNNER,
    ),
    SetScene(
        "On a deck 5 inches high a rampager does not jump to its harm; it stays up where no way leads down.",
        "rampaging",
        0,
        _ann(12.0),
        (LEDGE,),
        (nearer,),
        place=(24.0, 31.0, 5.0),
        sheet=THUG,
    ),
    SetScene(
        "A beast with Ann two moves off breaks its cover for her.",
        "beast",
        0,
        _ann(20.0),
        (AT,),
        (nearer, moved, holds_fire),
        sheet=CLAWS,
    ),
    SetScene(
        "A beast in reach strikes.",
        "beast",
        0,
        _ann(26.0),
        (AT,),
        (brawls, engages("ann")),
        sheet=CLAWS,
    ),
    SetScene(
        "A beast far off goes no farther than where cover hides it.",
        "beast",
        0,
        _ann(6.0),
        (AT, NEXT),
        (nearer, safe),
        sheet=CLAWS,
    ),
    SetScene(
        "A beast far off in the open goes out of sight behind the wall.",
        "beast",
        0,
        _ann(4.0),
        (wall("wall", 24.0, 28.0, 6.0),),
        (unseen, asked_for_skulking),
        sheet=CLAWS,
        place=(29.0, 29.0, 0.0),
    ),
    SetScene(
        "A beast that no way leads to whom it sees, however near, goes out of her sight.",
        "beast",
        0,
        {"ann": (24.0, 26.0, 3.0)},
        (block("pillar", (23.7, 25.7, 0.0), (24.3, 26.3, 3.0), kind="wall"), wall("wall", 28.0, 32.0, 6.0)),
        (unseen, no_brawl),
        sheet=CLAWS,
    ),
    SetScene(
        "Stunned, a beast strikes all the same.",
        "beast",
        0,
        _ann(26.0),
        PLAIN,
        (brawls, was_stunned),
        sheet=CLAWS,
        stunned=True,
    ),
)
SCENES = (*CAUTIOUS, *AGGRESSIVE, *TACTICAL, *DEFENSIVE, *OTHERS)
