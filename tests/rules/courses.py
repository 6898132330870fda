"""Courses with a closed-form answer: a table, a figure, where it goes, and what the cheapest path costs and takes.

Unless said otherwise the table is 20 by 16 inches, a human on a 25 mm base goes from (4, 8) to (16, 8), 12 inches along x, and
terrain spans the table across y, so that there is no way round it. What the courses take the rules to mean:

- Plan distance is charged once, whatever kind of leg it falls in, so a straight path costs it and what its heights cost.
- A figure may climb down to one inch above the lower level and jump the rest without a check (main-rulebook: Jumping down).
- Ground-level areas and pits are sheets of 0.02 inches. Impassable and dangerous areas are no gaps and cannot be leapt.
- A jump that ends the round comes last or is followed by the next round's legs; costs add up as before.
- Opening a door is charged on the walk through it.
"""

from dataclasses import replace
from math import hypot
from typing import Any

from scene.table.table import MM_PER_INCH, Piece
from tests.rules.course_parts import (
    BASE,
    CROSS,
    DANGER,
    GOAL,
    LEAP,
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
    pillar,
    pit,
    plan,
    right,
    taut,
)
from tests.rules.courses_heights import HEIGHTS


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
    high, bent = holed((7.35, 8.65), (2.5, 3.9)), plan(START, (10, 8.137), GOAL)
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
        # 0.75 of the base are 0.738 inches: nothing but the middle of the opening will do.
        course("window of 0.74 aside", [holed((7.767, 8.507), (1, 3))], bent, "walk squeeze walk", CROSS),
        course("door of 0.74 aside", doorway((7.767, 8.507)), bent, "walk squeeze walk"),
        no_way("window of 0.73", [holed((7.635, 8.365), (1, 3))]),
        # What is higher than an obstacle is climbed, unless it is a wall that nobody climbs.
        course("window with a sill of 2.5", [high], 12.0 + 2 * 2.5, "walk climb squeeze jump walk", jump(2.5)),
        no_way("window with a sill of 2.5 in a wall without end", [replace(high, infinite_height=True)]),
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
        course("pit of 3.4", [pit((9, 12.4))], 12.0, "walk leap walk", LEAP),
        no_way("pit of 3.4 safely", [pit((9, 12.4))], safe=True),
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
    *HEIGHTS,
    *_grounds(),
    *_figures(),
)
