"""Courses up, down and across gaps: climbs, ladders and stairs, leaps, rails beside gaps, drops, hatches.

What `courses` says about all courses holds here too.
"""

from math import hypot, radians, sin, sqrt, tan
from typing import Any

from scene.table.table import Piece
from tests.rules.course_parts import (
    CROSS,
    FIVE,
    LEAP,
    NINE,
    SEVEN,
    THREE,
    Course,
    R,
    Span,
    block,
    course,
    decks,
    infinite,
    jump,
    kit,
    me,
    no_way,
    on_legs,
    pit,
    plan,
    ramp,
    rungs,
    slotted,
)


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
        course("leap of half the movement rounded up", gap(3.0), 12.0, leap, **up),
        course("leap of 3.4", gap(3.4), 12.0, leap, LEAP, **up),
        course("leap of all the movement", gap(5.0), 12.0, leap, LEAP, **up),
        no_way("leap of 3.4 safely", gap(3.4), safe=True, **up),
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
        course("leap of 3.4 down 0.75", gap(3.4, first=3.75), 12.0, leap, LEAP, **leaper(3.75)),
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


def _railed(width: float, *, near: float = 0.8, far: float = 0.8, first: float = 3.0, then: float = 3.0) -> tuple[Piece, ...]:
    """Two decks with a gap over a pit between, and rails of two heights, 0.1 thick, on the edges of the gap; 0 for none."""
    rails = [block((7.9, 8), first + near, low=first)] if near else []
    rails += [block((8 + width, 8.1 + width), then + far, low=then)] if far else []
    return (*decks((0, 8, first), (8 + width, 20, then)), *rails, pit((8, 8 + width)))


def _leaps_over_rails() -> list[Course]:
    """Rails on the edges of a gap are crossed, the gap between the edges is leapt, all in one straight line."""

    def leaper(z: float = 3.0, **asked: Any) -> dict[str, Any]:  # noqa: ANN401
        return {"who": me((4, 8, z)), "goal": (16, 8, 3), **asked}

    both, before, behind = "walk cross leap cross walk", "walk cross leap walk", "walk leap cross walk"
    five: dict[str, Any] = {"system": "five-parsecs"}
    aslant: dict[str, Any] = {"who": me((4, 5, 3)), "goal": (16, 11, 3)}
    # Set back by half an inch from the edge, too little to stand beyond them.
    inside = block((7.4, 7.5), 3.8, low=3), block((10.5, 10.6), 3.8, low=3)
    return [
        course("rails and a gap of 2", _railed(2.0), 12.0, both, CROSS, CROSS, **leaper()),
        course("rails and a gap of 2 safely", _railed(2.0), 12.0 + 2 * 2.0, both, **leaper(safe=True)),
        course("five-parsecs rails and a gap of 2", _railed(2.0), 12.0 + 2 * 0.8, both, **five, **leaper()),
        course("rails and a gap of 3.4", _railed(3.4), 12.0, both, CROSS, LEAP, CROSS, **leaper()),
        no_way("rails and a gap of 3.4 safely", _railed(3.4), **leaper(safe=True)),
        no_way("rails and a gap of 5.5", _railed(5.5), **leaper()),
        course("rails and a gap of 1.5", _railed(1.5), 12.0, both, CROSS, CROSS, **leaper()),
        # More than half the movement of 3, rounded up, however little it is for crossing.
        course("rails and a gap of 2.2 with a movement of 3", _railed(2.2), 12.0, both, CROSS, LEAP, CROSS, **leaper(move=3.0)),
        course("a rail before a gap of 3.4", _railed(3.4, far=0.0), 12.0, before, CROSS, LEAP, **leaper()),
        course("a rail behind a gap of 3.4", _railed(3.4, near=0.0), 12.0, behind, LEAP, CROSS, **leaper()),
        course("a rail behind a gap of 1.5", _railed(1.5, near=0.0), 12.0, behind, CROSS, **leaper()),
        course("rails set back from a gap of 2", [*_railed(2.0, near=0, far=0), *inside], 12.0, both, CROSS, CROSS, **leaper()),
        # In a straight line the gap is as much wider as the path is longer: 3 * sqrt(5) / 2 = 3.35.
        course("rails and a gap of 3 aslant", _railed(3.0), hypot(12, 6), both, CROSS, LEAP, CROSS, **aslant),
        # One check for leap and jump, the harder one, and that of the rail.
        course(
            "a rail before a leap of 3 down 3.5",
            _railed(3.0, far=0.0, first=6.5),
            12.0,
            before,
            CROSS,
            jump(3.5, -1, THREE),
            **leaper(6.5),
        ),
        # What is no obstacle is not leapt over: over 2 inches high.
        no_way("a rail of 2.2 before a gap of 2", _railed(2.0, near=2.2, far=0.0), **leaper()),
        # What is no higher than a step is stepped over.
        course("a kerb of 0.4 before a gap of 2", _railed(2.0, near=0.4, far=0.0), 12.0, "walk leap walk", **leaper()),
    ]


def _hatch(x: Span, y: Span) -> tuple[Piece, ...]:
    """A floor three inches up, 0.2 thick, with a hole."""
    (x0, x1), (y0, y1) = x, y
    stretches = ((0, 20), (0, y0)), ((0, 20), (y1, 16)), ((0, x0), y), ((x1, 20), y)
    return tuple(block(a, 3.0, b, low=2.8) for a, b in stretches)


def _hatches() -> list[Course]:
    """Through a hole in the floor down to the ground; the base of 25 mm is 0.984 inches wide."""
    asked: dict[str, Any] = {"who": me((4, 8, 3)), "goal": (16, 8, 0)}
    checks, legs = (jump(3, -1, THREE),), "walk jump walk"
    # Its middle can only be where the hole's is, so the path bends there.
    bent = plan((4, 8), (10.137, 8.23), (16, 8))
    return [
        course("hatch of 1.6", _hatch((9.2, 10.8), (7.2, 8.8)), 12.0, legs, *checks, **asked),
        course("hatch of 1.0", _hatch((9.5, 10.5), (7.5, 8.5)), 12.0, legs, *checks, **asked),
        course("hatch of 0.99 aside", _hatch((9.642, 10.632), (7.735, 8.725)), bent, legs, *checks, **asked),
        no_way("hatch of 0.95", _hatch((9.525, 10.475), (7.525, 8.475)), **asked),
        course("slit of 0.99 by 5", _hatch((9.505, 10.495), (5.4, 10.4)), 12.0, legs, *checks, **asked),
    ]


HEIGHTS: tuple[Course, ...] = (*_climbs(), *_leaps(), *_leaps_over_rails(), *_drops(), *_hatches())
