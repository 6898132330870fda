"""The aim of blast markers and flame templates before they are laid: whom they hit, and how likely."""

from dataclasses import dataclass, replace
from math import dist

import shapely

from rules.citations import Citations
from rules.engine.procedure_steps import Choose, Question, chosen
from rules.errors import RulesError
from rules.hazards.blast_odds import BlastOdds, scatter_odds
from rules.hazards.flame_hits import Flame
from rules.skirmish.shooting.blast_attack import PUT
from rules.skirmish.shooting.flame_attack import LAY
from rules.skirmish.shooting.shot_hit_roll import Shot
from rules.skirmish.state.battle_sight import table_of
from rules.skirmish.state.battle_state import Battle
from rules.skirmish.state.placement import typed_point
from scene.base.errors import SceneError
from scene.geometry.mesh import Point
from scene.hazards.flame_shape import outline


@dataclass(frozen=True, eq=False)
class Laid:
    """How a marker or a template would lie.

    Attributes:
        shot: of a blast weapon, with its marker; None for a template, and where it may not lie so.
        flame: the template; None for a marker, and where it may not lie so.
        odds: of the marker, with its hit roll.
        why_not: why it may not lie so; empty where it may.
    """

    shot: Shot | None = None
    flame: Flame | None = None
    odds: BlastOdds | None = None
    why_not: str = ""


@dataclass(frozen=True, eq=False)
class Aim:
    """A marker or a template that is shown and not laid yet.

    Attributes:
        place: where it is put, or aimed at, inches.
        answer: the same as it could be typed.
        laid: how it would lie there; that of the place before as long as it is worked out, None where there is none yet.
        found: whether that is so of this place.
        agreed: whether it is to be laid once that is known.
    """

    place: Point
    answer: str
    laid: Laid | None = None
    found: bool = False
    agreed: bool = False


def asks_for_an_aim(question: Question | None) -> bool:
    """Whether a question is where a marker or a template goes."""
    return isinstance(question, Choose) and question.what in {PUT, LAY}


def aim_of(answer: str) -> Aim:
    """A marker or template at a place that could be typed."""
    return Aim(typed_point(answer, 0.0), answer)


def laid(battle: Battle, question: Choose, answer: str) -> Laid:
    """How it lies at a place. May take a tenth of a second: all scatters are looked at."""
    try:
        value = chosen(question, answer).value
    except (RulesError, SceneError) as error:
        return Laid(why_not=error.faults[0])
    citations = battle.setting.part(Citations)
    if isinstance(value, Flame):
        return Laid(flame=replace(value, because=citations.reasons(value.because)))
    assert isinstance(value, Shot)
    assert value.marker is not None
    odds = scatter_odds(table_of(battle), value.marker, hit_roll=float(value.chance))
    marker = replace(value.marker, notes=citations.reasons(value.marker.notes))
    modifiers = tuple(replace(one, because=citations.reason(one.because)) for one in value.modifiers)
    return Laid(shot=replace(value, marker=marker, modifiers=modifiers), odds=odds)


def covers(laid: Laid, place: Point) -> bool:
    """Whether a place lies on it, as seen from above."""
    if laid.flame is not None:
        return bool(shapely.Polygon(outline(laid.flame.drop)[0, :, :2]).contains(shapely.Point(place[:2])))
    marker = laid.shot.marker if laid.shot is not None else None
    return marker is not None and dist(marker.middle[:2], place[:2]) <= marker.radius


def chances_of(laid: Laid) -> dict[str, float]:
    """How likely everybody is hit who may be, the likeliest first."""
    if laid.flame is not None:
        return dict.fromkeys(laid.flame.hits, 1.0)
    found = laid.odds.hit if laid.odds is not None else {}
    return dict(sorted(((name, share) for name, share in found.items() if share > 0.0), key=lambda one: -one[1]))
