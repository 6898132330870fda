"""Courses with a closed-form answer: a table, a figure, where it goes, and what the cheapest way costs and takes.

Unless said otherwise the table is 20 by 16 inches, a human on a 25 mm base goes from (4, 8) to (16, 8), 12 inches along x, and
terrain spans the table across y, so that there is no way round it. What the courses take the rules to mean:

- Plan distance is charged once, whatever kind of leg it falls in, so a straight way costs it and what its heights cost.
- A figure may climb down to one inch above the lower level and jump the rest without a check (main-rulebook: Jumping down).
- Ground-level areas and pits are sheets of 0.02 inches. Impassable and dangerous areas are no gaps and cannot be leapt.
- A jump that ends the round comes last or is followed by the next round's legs; costs add up as before.
- Opening a door is charged on the walk through it.
"""

from dataclasses import replace
from math import hypot, radians, sin, sqrt, tan
from typing import Any

from scene.table import MM_PER_INCH, Piece
from tests.rules.course_parts import (
    BASE,
    CROSS,
    DANGER,
    FIVE,
    GOAL,
    LEAP,
    NINE,
    SEVEN,
    START,
    THIN,
    THREE,
    Course,
    R,
    area,
    block,
    course,
    decks,
    doorway,
    holed,
    infinite,
    jump,
    kit,
    left,
    me,
    no_way,
    on_legs,
    pillar,
    pit,
    plan,
    ramp,
    right,
    rungs,
    slotted,
    taut,
)


def _level() -> list[Course]:
    """Walking on level ground; round corners the middle of the base keeps the base's radius off them."""
    r32, r40, r50 = (base / 2 / MM_PER_INCH for base in (32.0, 40.0, 50.0))
    tee = [infinite((9.9, 10.1), (0, 10))]
    near, far = (9.0, 2.0, 0.0), (11.0, 2.0, 0.0)
    chicane = [infinite((7.9, 8.1), (0, 9)), infinite((11.9, 12.1), (7, 16))]
    block_8 = [infinite((8, 12), (0, 8))]
    return [
        course("straight", [], 12.0),
        course("aslant", [], hypot(11, 5), who=me((3, 5, 0)), goal=(14, 10, 0)),
        # One tangent to the circle of radius r round the corner, an arc on it, another tangent.
        course(
            "one corner",
            [infinite((8, 20), (0, 8))],
            taut((4, 4, 0), right((8, 8)), (14, 12, 0)),
            who=me((4, 4, 0)),
            goal=(14, 12, 0),
        ),
        course(
            "two corners",
            block_8,
            taut((4, 4, 0), right((8, 8), (12, 8)), (16, 4, 0)),
            who=me((4, 4, 0)),
            goal=(16, 4, 0),
        ),
        course(
            "two corners on 32 mm",
            block_8,
            taut((4, 4, 0), right((8, 8), (12, 8), radius=r32), (16, 4, 0)),
            who=me((4, 4, 0), base_mm=32),
            goal=(16, 4, 0),
        ),
        # An L opens towards the start: its inner corner is not touched, its two outer ones at the end of the upper arm are.
        course(
            "round an L",
            [infinite((8, 12), (4, 5)), infinite((11, 12), (5, 12))],
            taut(START, right((11, 12), (12, 12)), GOAL),
            who=me(START),
        ),
        course("round pillar", [pillar(10, 8, 2)], taut(START, right((10, 8), radius=2 + R), GOAL)),
        course(
            "round pillar on 40 mm",
            [pillar(10, 8.5, 1.5)],
            taut(START, left((10, 8.5), radius=1.5 + r40), GOAL),
            who=me(base_mm=40, proxy="brute"),
        ),
        course("u-turn", tee, taut(near, right((9.9, 10), (10.1, 10)), far), who=me(near), goal=far),
        course(
            "u-turn on 50 mm",
            [infinite((9.5, 10.5), (0, 10))],
            taut((7.5, 2, 0), right((9.5, 10), (10.5, 10), radius=r50), (12.5, 2, 0)),
            who=me((7.5, 2, 0), base_mm=50, proxy="brute"),
            goal=(12.5, 2, 0),
        ),
        # Right round both ends of the first wall, left round those of the second; between them the string crosses over.
        course("chicane", chicane, taut(START, [*right((7.9, 9), (8.1, 9)), *left((11.9, 7), (12.1, 7))], GOAL)),
        course(
            "infinite wall",
            [infinite(THIN, (3, 16))],
            taut(START, left((9.9, 3), (10.1, 3)), GOAL),
        ),
        no_way("sealed room", [infinite((14, 18), (6, 6.2)), infinite((14, 18), (9.8, 10)), *_ends()]),
    ]


def _ends() -> tuple[Piece, Piece]:
    return infinite((14, 14.2), (6.2, 9.8)), infinite((17.8, 18), (6.2, 9.8))


def _openings() -> list[Course]:
    """Doors, windows and head room. A human on his base is 1.51 inches high, 0.75 of it are 1.13."""
    two_jambs = [*right((9.9, 7.475)), *left((10.1, 8.525))]
    slanted = (4.0, 4.0, 0.0), (16.0, 12.0, 0.0)
    kit_wall = kit("wall_with_openings", (10, 9.4, 0), 90, height=4, door_at=-1.4, door_width=1.5)
    shut, ajar = (kit("door", (10, 8, 0), 90, width=1.5, height=4, fields={"open": is_open}) for is_open in (False, True))
    five: dict[str, Any] = {"system": "five-parsecs"}
    return [
        course("door 1.5 ahead", doorway((7.25, 8.75)), 12.0),
        course("door 1.5 aside", doorway((11, 12.5)), taut(START, right((9.9, 11), (10.1, 11)), GOAL)),
        course("door 1.05 ahead", doorway((7.475, 8.525)), 12.0),
        # Right round the near jamb's corner, left round the far one's.
        course(
            "door 1.05 aslant",
            doorway((7.475, 8.525)),
            taut(slanted[0], two_jambs, slanted[1]),
            who=me(slanted[0]),
            goal=slanted[1],
        ),
        course("door 0.9", doorway((7.55, 8.45)), 12.0, "walk squeeze walk"),
        no_way("door 0.7", doorway((7.65, 8.35))),
        # 0.75 of 32 mm are 0.945 inches, of 40 mm 1.18, of 50 mm 1.476.
        course("door 1.05 on 32 mm", doorway((7.475, 8.525)), 12.0, "walk squeeze walk", who=me(base_mm=32)),
        no_way("door 1.05 on 40 mm", doorway((7.475, 8.525)), who=me(base_mm=40, proxy="brute")),
        course("door 1.5 on 50 mm", doorway((7.25, 8.75)), 12.0, "walk squeeze walk", who=me(base_mm=50)),
        course("low door 1.3", [holed((7, 9), (0, 1.3))], 12.0, "walk squeeze walk"),
        course("door under a lintel", [holed((7.25, 8.75), (0, 2))], 12.0),
        course("under a bridge", [block((8, 12), 2.1, low=1.8)], 12.0),
        # 1.0 inch of head room is too little to squeeze through: round its end, which starts at y = 7.
        course("under too low a bridge", [block((8, 12), 9.0, (7, 16), low=1.0)], taut(START, left((8, 7), (12, 7)), GOAL)),
        # The sill counts as an obstacle of its height.
        course("window", [holed((7, 9), (1, 2.3))], 12.0, "walk squeeze walk", CROSS),
        course("window safely", [holed((7, 9), (1, 2.3))], 12.0 + 2.0, "walk squeeze walk", safe=True),
        course("five-parsecs window", [holed((7, 9), (1, 2.3))], 12.0 + 2.0, "walk squeeze walk", **five),
        course("kit doorway", [kit_wall], 12.0),
        course("open door", [*doorway((7.25, 8.75)), ajar], 12.0),
        no_way("closed door", [*doorway((7.25, 8.75)), replace(shut, infinite_height=True)]),
        course("five-parsecs closed door", [*doorway((7.25, 8.75)), shut], 12.0 + 1.0, **five),
    ]


def _obstacles() -> list[Course]:
    """Steps, obstacles, and walls to climb over."""
    low_wall, five = [block(THIN, 1.5)], "five-parsecs"
    thin, crate = [block(THIN, 3.0, kind="wall")], [kit("crate", (10, 8, 0))]
    over = "walk climb walk jump walk"
    round_crate = taut(START, right((9.2, 8.55), (10.8, 8.55)), GOAL)
    return [
        course("kerb", [block((8, 12), 0.4)], 12.0, "walk step walk step walk"),
        course(
            "terraces of 0.5",
            decks((6, 9, 0.5), (9, 12, 1.0), (12, 20, 1.5)),
            12.0,
            "walk step walk step walk step walk",
            goal=(16, 8, 1.5),
        ),
        course("wall of 1.5", low_wall, 12.0, "walk cross walk", CROSS),
        course("wall of 1.5 safely", low_wall, 12.0 + 2.0, "walk cross walk", safe=True),
        course("five-parsecs wall of 1.5", low_wall, 12.0 + 1.5, "walk cross walk", system=five),
        course("wall of 2", [block(THIN, 2.0)], 12.0, "walk cross walk", CROSS),
        course("wall of 0.52", [block(THIN, 0.52)], 12.0, "walk cross walk", CROSS),
        # No obstacle: over 2 inches high, or over 2 inches across. Up at twice the height, down by a jump.
        course("wall of 2.25", [block(THIN, 2.25)], 12.0 + 2 * 2.25, over, jump(2.25)),
        course("block of 2 by 3", [block((8.5, 11.5), 2.0)], 12.0 + 2 * 2.0, over, jump(2.0)),
        course("thin wall of 3", thin, 12.0 + 2 * 3.0, over, jump(3.0, -1, THREE)),
        # Down at twice the height too, but for the last inch, which is jumped.
        course("thin wall of 3 safely", thin, 12.0 + 2 * 3.0 + 2 * 2.0, "walk climb walk climb jump walk", safe=True),
        course("crate", crate, 12.0, "walk cross walk", CROSS),
        # Round it is shorter than 2 inches for crossing it, or twice its inch of height.
        course("crate safely", crate, round_crate, safe=True),
        course("barricade", [kit("barricade", (10, 8, 0), 90)], 12.0, "walk cross walk", CROSS),
    ]


def _climbs() -> list[Course]:
    """Up onto things: climbing at twice the height, ladders at once, stairs and ramps along their slope."""
    deck, gantry, high = block((10, 20), 3.0), on_legs((10, 16), (5, 11), 3.0), (13.0, 8.0, 3.0)
    tower = [block((10, 20), 6.0), block((9.7, 10), 3.0, low=2.8)]
    roof = (13.0, 8.0, 6.0)
    foot = 12.0 - 3.0 / tan(radians(30))
    ajar = block((8.7, 10), 6.0, (5, 11), low=5.8), block((8.7, 12), 6.0, (11, 12.3), low=5.8)
    corner_start, beside = (9.0, 14.0, 0.0), (12 + R, 11 + R)
    others = (block((16, 17.3), 6.0, (3.7, 12.3), low=5.8), block((8.7, 16), 6.0, (3.7, 5), low=5.8))
    kit_deck = kit("platform", (13, 8, 0), grate=0.8)
    return [
        course("platform of 0.6", [block((10, 20), 0.6)], 9.0 + 2 * 0.6, "walk climb walk", goal=(13, 8, 0.6)),
        course("platform of 2", [block((10, 20), 2.0)], 9.0 + 2 * 2.0, "walk climb walk", goal=(13, 8, 2)),
        course(
            "five-parsecs platform of 2",
            [block((10, 20), 2.0)],
            9.0 + 2.0,
            "walk climb walk",
            goal=(13, 8, 2),
            system="five-parsecs",
        ),
        # Straight up just clear of the overhang; the ledge half way is too narrow to stand on.
        course(
            "two storeys, overhang 0.8", [*tower, block((9.2, 10), 6.0, low=5.8)], 9.0 + 2 * 6.0, "walk climb walk", goal=roof
        ),
        no_way("two storeys, overhang 1.3", [*tower, block((8.7, 10), 6.0, low=5.8)], goal=roof),
        # Overhangs all round but for the far part of one side: up where the base is clear of the overhang's end and the wall.
        course(
            "two storeys, overhang 1.3 but for a stretch",
            [block((10, 16), 6.0, (5, 11)), *ajar, *others],
            plan(corner_start, beside, roof) + 2 * 6.0,
            "walk climb walk",
            who=me(corner_start),
            goal=roof,
        ),
        course("ladder", [deck, rungs(10, 8, 3)], 9.0 + 3.0, "walk ladder walk", goal=high),
        course("five-parsecs ladder", [deck, rungs(10, 8, 3)], 9.0 + 3.0, "walk ladder walk", goal=high, system="five-parsecs"),
        # To the ladder at y = 1 and back it is at least 2 * 7 inches across, to save 3.
        course("ladder too far away", [deck, rungs(10, 1, 3)], 9.0 + 2 * 3.0, "walk climb walk", goal=high),
        course("ladder to a gantry", [gantry, rungs(10, 8, 3)], 9.0 + 3.0, "walk ladder walk", goal=high),
        no_way("gantry on thin legs", [gantry], goal=high),
        course(
            "kit ladder to a kit platform",
            [kit_deck, kit("ladder", (9.88, 8, 0), -90)],
            9.0 + 3.0,
            "walk ladder walk",
            goal=high,
        ),
        # Run and height are 3 inches each.
        course(
            # Nobody climbs walls without end: down the deck but for the last inch, and up the other.
            "along a wall without end",
            [block((0, 7), 3), block((12.5, 20), 3), infinite((0, 20), (15, 16))],
            7.5 + 2 * 2 + 2 * 3,
            "walk climb jump walk climb walk",
            who=me((6, 14.5, 3)),
            goal=(13.5, 14.5, 3),
            safe=True,
        ),
        course(
            # Sideways along a wall, over a gap that is too wide to leap: twice the way along it.
            "along a wall",
            [block((0, 7), 3), block((12.5, 20), 3), block((0, 20), 6, (15, 16))],
            1 + 2 * 5.5 + 1,
            "walk climb walk",
            who=me((6, 14.5, 3)),
            goal=(13.5, 14.5, 3),
            safe=True,
        ),
        course(
            "kit stairs",
            [kit("stairs", (8.5, 8, 0)), deck],
            5 + 3 * sqrt(2) + 4,
            "walk stairs walk",
            who=me((2, 8, 0)),
            goal=(14, 8, 3),
        ),
        # Three inches up at 30 degrees are six inches of slope.
        course(
            "ramp of 30 degrees",
            [ramp((foot, 12), 3.0), block((12, 20), 3.0)],
            (foot - 4) + 3 / sin(radians(30)) + 4,
            goal=(16, 8, 3),
        ),
    ]


def _leaps() -> list[Course]:
    """Gaps between decks three inches high, with a pit below, so that the only way is across."""

    def gap(width: float, *, first: float = 3.0, then: float = 3.0) -> tuple[Piece, ...]:
        return (*decks((0, 8, first), (8 + width, 20, then)), pit((8, 8 + width)))

    def leaper(z: float = 3.0, base_mm: float = 25.0) -> dict[str, Any]:
        return {"who": me((4, 8, z), base_mm=base_mm), "goal": (16, 8, 3)}

    five: dict[str, Any] = {"system": "five-parsecs"}
    leap, up = "walk leap walk", leaper()
    beam = block((6, 14), 3.0, (7.9, 8.1), low=2.8), block((6, 14), 3.0, (7.7, 8.3), low=2.8)
    apart = (*decks((0, 6, 3), (14, 20, 3)), pit((6, 14)))
    ways = [kit("walkway", (5, 8, 0)), kit("walkway", (13.4, 8, 0))]
    return [
        course("leap of 2.4", gap(2.4), 12.0, leap, **up),
        course("leap of half the movement", gap(2.5), 12.0, leap, **up),
        course("leap of 3", gap(3.0), 12.0, leap, LEAP, **up),
        course("leap of all the movement", gap(5.0), 12.0, leap, LEAP, **up),
        no_way("leap of 3 safely", gap(3.0), safe=True, **up),
        no_way("leap of 5.5", gap(5.5), **up),
        course("leap of 3 with a movement of 6", gap(3.0), 12.0, leap, move=6.0, **up),
        # With ground below: down by a jump, up again at twice the height.
        course(
            "gap of 5.5 with ground below",
            decks((0, 8, 3), (13.5, 20, 3)),
            12.0 + 2 * 3.0,
            "walk jump walk climb walk",
            jump(3, -1, THREE),
            **up,
        ),
        course("gap of 0.9", gap(0.9), 12.0, **up),
        course("gap of 1.1", gap(1.1), 12.0, leap, **up),
        course("gap of 1.1 on 32 mm", gap(1.1), 12.0, **leaper(base_mm=32)),
        course("five-parsecs leap of 1.9", gap(1.9), 12.0, leap, **five, **up),
        no_way("five-parsecs leap of 2.1", gap(2.1), **five, **up),
        # One check for both, the harder one: that of the jump.
        course("leap of 2 down 2", gap(2.0, first=5), 12.0, leap, jump(2.0), **leaper(5)),
        course("leap of 3 down 3.5", gap(3.0, first=6.5), 12.0, leap, jump(3.5, -1, THREE), **leaper(6.5)),
        # Down by less than is free: the leap's check alone.
        course("leap of 3 down 0.75", gap(3.0, first=3.75), 12.0, leap, LEAP, **leaper(3.75)),
        course("slotted floor", [*gap(4.0), slotted((8, 12), 3.0, bar=0.11, slot=0.13)], 12.0, **up),
        course("floor of bars 0.44 apart", [*gap(4.0), slotted((8, 12), 3.0, bar=0.3, slot=0.44)], 12.0, **up),
        no_way("beam of 0.2", [*apart, beam[0]], **up),
        course("beam of 0.6", [*apart, beam[1]], 12.0, **up),
        course("kit walkways 2.4 apart", ways, 12.0, leap, **up),
    ]


def _drops() -> list[Course]:
    """Down from decks; the jump itself costs nothing."""

    def drop(height: float, **asked: Any) -> dict[str, Any]:  # noqa: ANN401
        return {"pieces": decks((0, 10, height)), "who": me((4, 8, height)), **asked}

    jumped, climbed = "walk jump walk", "walk climb jump walk"
    storeys = decks((0, 7, 6.5), (7, 12, 3.0))
    rail = [*decks((0, 12, 3)), block((8, 8.2), 4.0, low=3.0)]
    rail_at_edge = [*decks((0, 10, 3)), block((9.8, 10), 4.0, low=3.0)]
    on_deck, landing = me((4, 8, 3)), (10 + R + 0.01, 8.0, 0.0)
    long_way = [*decks((4, 8, 3), (10.4, 14, 3)), rungs(4, 8, 3)]
    return [
        course("drop of 0.75", **drop(0.75), cost=12.0, legs=jumped),
        course("drop of 1", **drop(1.0), cost=12.0, legs=jumped),
        course("drop of 1.5", decks((0, 10, 1.5)), 12.0, jumped, jump(1.5), who=me((4, 8, 1.5))),
        course("drop of 3", decks((0, 10, 3)), 12.0, jumped, jump(3, -1, THREE), who=on_deck),
        course("drop of 5", decks((0, 10, 5)), 12.0, jumped, jump(5, -2, FIVE), who=me((4, 8, 5))),
        course("drop of 7", decks((0, 10, 7)), 12.0, jumped, jump(7, -3, SEVEN), who=me((4, 8, 7))),
        course("drop of 9.5", decks((0, 10, 9.5)), 12.0, jumped, jump(9.5, -4, NINE), who=me((4, 8, 9.5))),
        # Climbed at twice the height down to the last inch, which is jumped without a check.
        course("drop of 1.5 safely", **drop(1.5), cost=12.0 + 2 * 0.5, legs=climbed, safe=True),
        course("drop of 3.5 safely", **drop(3.5), cost=12.0 + 2 * 2.5, legs=climbed, safe=True),
        course(
            "drop of 3.5 onto a lower deck", storeys, 6.0, jumped, jump(3.5, -1, THREE), who=me((4, 8, 6.5)), goal=(10, 8, 3)
        ),
        course(
            "drop of 3.5 onto a lower deck and on",
            storeys,
            12.0,
            "walk jump walk jump walk",
            jump(3.5, -1, THREE),
            jump(3, -1, THREE),
            who=me((4, 8, 6.5)),
        ),
        # The rail is an obstacle; the drop is that from the deck, not from the rail's top.
        course("rail before the edge", rail, 12.0, "walk cross walk jump walk", CROSS, jump(3, -1, THREE), who=on_deck),
        course("rail on the edge", rail_at_edge, 12.0, "walk cross jump walk", CROSS, jump(3, -1, THREE), who=on_deck),
        course("five-parsecs drop of 1", **drop(1.0), cost=12.0, legs=jumped, system="five-parsecs"),
        # The goal is where he lands, so that nothing follows what ends the round.
        course(
            "five-parsecs drop of 2.5", **drop(2.5), cost=landing[0] - 4, legs="walk jump", goal=landing, system="five-parsecs"
        ),
        course(
            "ladder, leap and drop",
            long_way,
            15.5 + 3.0,
            "walk ladder walk leap walk jump walk",
            jump(3, -1, THREE),
            who=me((2, 8, 0)),
            goal=(17.5, 8, 0),
        ),
    ]


def _grounds() -> list[Course]:
    """Difficult, dangerous and impassable ground, and pits, measured by the middle of the base."""
    difficult, dangerous = area((8, 11), ground="difficult"), area((8, 11), ground="dangerous")
    pool = area((8, 12), (5, 11), ground="difficult")
    five: dict[str, Any] = {"system": "five-parsecs"}
    return [
        course("difficult strip of 3", [difficult], 12.0 + 3.0),
        # Straight through would cost 12 + 4; along its rim the base's middle is on open ground.
        course("round a difficult pool", [pool], plan(START, (8, 11), (12, 11), GOAL)),
        course("five-parsecs difficult strip of 3", [difficult], 12.0 + 1.0, **five),
        course("five-parsecs difficult strip of 5", [area((8, 13), ground="difficult")], 12.0 + 2.0, **five),
        # However narrow, and however high up to a step, difficult ground costs its width once more.
        course("difficult strip of 0.3", [area((9.9, 10.2), ground="difficult")], 12.0 + 0.3),
        course("difficult strip of 1 on 50 mm", [area((9.5, 10.5), ground="difficult")], 12.0 + 1.0, who=me(base_mm=50)),
        course(
            "difficult ground 0.2 high",
            [block((8, 11), 0.2, kind="area", ground="difficult")],
            12.0 + 3.0,
            "walk step walk step walk",
        ),
        course("dangerous strip of 0.4", [area((9.8, 10.2), ground="dangerous")], 12.0 + 0.4, "walk", DANGER),
        no_way("impassable strip of 0.4", [area((9.8, 10.2), ground="impassable")]),
        course("dangerous strip of 3", [dangerous], 12.0 + 3.0, "walk", DANGER),
        no_way("dangerous strip of 3 safely", [dangerous], safe=True),
        no_way("impassable strip of 6", [area((7, 13), ground="impassable")]),
        # No part of the base may touch it, so the base's radius is kept as round a wall.
        course(
            "round an impassable strip",
            [area((9, 11), (0, 10), ground="impassable")],
            taut(START, right((9, 10), (11, 10)), GOAL),
        ),
        course("pit of 2", [pit((9, 11))], 12.0, "walk leap walk"),
        course("pit of 3", [pit((9, 12))], 12.0, "walk leap walk", LEAP),
        no_way("pit of 3 safely", [pit((9, 12))], safe=True),
        # Half the base may overhang, so its middle goes along the pit's rim. A movement of 0.9 leaps less than that. Corners
        # may be cut by a base's diameter d: at two turns of atan(0.4 / 4) that saves d / 8 * turn^2 each, 0.0025 inches in all.
        course(
            "round a pit",
            [pit((6, 14), (0, 8.4))],
            plan((2, 8), (6, 8.4), (14, 8.4), (18, 8)),
            who=me((2, 8, 0)),
            goal=(18, 8, 0),
            move=0.9,
        ),
    ]


def _figures() -> list[Course]:
    """Others in the way; bases of 25 mm."""
    friend, enemy = (me((10, 8, 0), name="other", side=side) for side in ("red", "blue"))
    return [
        course("through a friend", [], 12.0, others=[friend]),
        # One inch between the bases is kept.
        course("round an enemy", [], taut(START, right((10, 8), radius=1 + BASE), GOAL), others=[enemy]),
        course(
            "five-parsecs round a friend",
            [],
            taut(START, right((10, 8), radius=BASE), GOAL),
            others=[friend],
            system="five-parsecs",
        ),
    ]


COURSES: tuple[Course, ...] = (
    *_level(),
    *_openings(),
    *_obstacles(),
    *_climbs(),
    *_leaps(),
    *_drops(),
    *_grounds(),
    *_figures(),
)
