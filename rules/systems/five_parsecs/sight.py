"""Line of sight and cover by Five Parsecs From Home.

Sources: five-parsecs: Lines of sight, Shooting across linear obstacles, Shooting past things, Shooting past people,
Area features, Adjudicating line of sight and cover, Cover. What the text leaves open is decided in docs/rules-five-parsecs.md.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

import numpy as np

from rules.citations import Cover, Reason
from rules.engagement import gap_to
from rules.sight.cover_exemptions import terrain_beside
from rules.sight.sight_rulings import UNNOTICEABLE, filled, free_lines, looked_at, view_of
from rules.sight.verdict import Effort, Measured, SightQuestion, SightRules, SightRuling, SightTopic
from rules.sight.verdict_reasons import hidden_text, line_reasons, visible_reason
from rules.systems.five_parsecs.terrain_features import (
    WITHIN_AREA,
    area_features,
    feature_of,
    low_linear,
    passed_through,
    terrain_between,
    whole_volumes,
)
from scene.proof.sight_proof import SEEN, Proof
from scene.table.occluding_volume import OccludingVolume
from scene.table.table import Figure, Table, Terrain
from scene.visibility.hidden_share import Hidden
from scene.visibility.line_of_sight import Witness

NAME = "five-parsecs"
LINES = "five-parsecs: Lines of sight"
ACROSS = "five-parsecs: Shooting across linear obstacles"
PEOPLE = "five-parsecs: Shooting past people"
AREAS = "five-parsecs: Area features"
COVER = "five-parsecs: Cover"

NEAR_FIRER = 1.0
"""Inches from the firer within which what is crossed gives no cover. Source: five-parsecs, Cover."""
ADJACENT = 1.0
"""Inches from terrain within which a figure uses it. Source: five-parsecs, Lines of sight."""


@dataclass(frozen=True)
class _Looked:
    """A question, and what was seen and looked at of it.

    Attributes:
        all_: the share hidden by everything.
        terrain: by terrain alone.
        counted: by the terrain that gives cover because the line crosses it.
        people: figures who hide a part of the target both ways.
        within: the area features that the target is in, by id.
    """

    question: SightQuestion
    all_: Hidden | None
    terrain: Hidden | None
    counted: Hidden | None
    people: tuple[str, ...]
    within: tuple[str, ...]


def judge(
    _rules: SightRules, table: Table, questions: Sequence[SightQuestion], effort: Effort, known: Sequence[Sequence[Witness]]
) -> list[SightRuling]:
    """Lines past features and people, and cover by what they cross."""
    looked = _looked(table, questions, effort)
    proofs = _lines(table, looked, effort, known)
    return [_ruling(table, one, proof) for one, proof in zip(looked, proofs, strict=True)]


def _looked(table: Table, questions: Sequence[SightQuestion], effort: Effort) -> list[_Looked]:
    everything = looked_at(table, [view_of(question) for question in questions], effort)
    people = _people(table, questions, everything, effort)
    terrain = _terrain_alone(table, questions, everything, effort)
    counted = _crossed(table, questions, terrain, effort)
    areas = area_features(table.terrain)
    within = [tuple(area.id for area in areas if area.holds(question.target)) for question in questions]
    parts = zip(questions, everything, terrain, counted, people, within, strict=True)
    return [_Looked(*part) for part in parts]


def _hiding(hidden: Hidden | None, kind: str) -> list[str]:
    """Ids of the figures, or of the terrain, that hide so much that anybody notices."""
    return [one.id for one in hidden.by if one.kind == kind and one.share > UNNOTICEABLE] if hidden else []


def _people(
    table: Table, questions: Sequence[SightQuestion], everything: Sequence[Hidden | None], effort: Effort
) -> list[tuple[str, ...]]:
    """Who hides a part of each target, and of the shooter from there too: lines are mutual, and in doubt the shot is allowed.

    Source: five-parsecs: Lines of sight, Shooting past people, Adjudicating line of sight and cover.
    """
    found = [_hiding(hidden, "figure") for hidden in everything]
    some = [i for i, people in enumerate(found) if people]
    back = looked_at(table, [view_of(SightQuestion(questions[i].target, questions[i].shooter)) for i in some], effort)
    mutual = {i for i, hidden in zip(some, back, strict=True) if hidden is None or _hiding(hidden, "figure")}
    return [tuple(people) if i in mutual else () for i, people in enumerate(found)]


def _terrain_alone(
    table: Table, questions: Sequence[SightQuestion], everything: Sequence[Hidden | None], effort: Effort
) -> list[Hidden | None]:
    everybody = [figure.id for figure in table.figures]
    some = [i for i, hidden in enumerate(everything) if _hiding(hidden, "figure")]
    views = looked_at(table, [view_of(questions[i], everybody) for i in some], effort)
    return filled(everything, some, views)


def _crossed(
    table: Table, questions: Sequence[SightQuestion], terrain: Sequence[Hidden | None], effort: Effort
) -> list[Hidden | None]:
    """What hides farther than an inch from the firer, and no linear feature that he is within an inch of.

    Sources: five-parsecs: Cover, Shooting across linear obstacles.
    """
    everybody, found = [figure.id for figure in table.figures], list(terrain)
    groups: dict[Terrain, list[int]] = {}
    rooms = {}
    for i, hidden in enumerate(terrain):
        hiding, shooter = _hiding(hidden, "terrain"), questions[i].shooter
        if not hiding:
            continue
        room, reaching = terrain_beside(shooter, table, NEAR_FIRER)
        # What hides from farther off gives cover, whatever is not counted before it; only how much tells a closer look.
        if reaching & set(hiding) and (effort.thorough or reaching >= set(hiding)):
            rooms[i] = room
            groups.setdefault(passed_through(table.terrain, _behind(table.terrain, shooter, reaching)), []).append(i)
    for thinned, some in groups.items():
        views = [view_of(questions[i], everybody, rooms[i]) for i in some]
        found = filled(found, some, looked_at(replace(table, terrain=thinned), views, effort))
    return found


def _behind(terrain: Terrain, shooter: Figure, reaching: frozenset[str]) -> frozenset[str]:
    """Ids of the linear features within an inch of the shooter."""
    pieces = [one for one in terrain.pieces if one.id in reaching and feature_of(one) == "linear"]
    return frozenset(one.id for one in pieces if gap_to(shooter, one) <= NEAR_FIRER + 1e-9)


def _lines(table: Table, looked: Sequence[_Looked], effort: Effort, known: Sequence[Sequence[Witness]]) -> list[Proof]:
    """A free line for every question, or how sure it is that there is none.

    Lines are looked for together where the same terrain stops them.
    """
    groups: dict[Terrain, list[int]] = {}
    for i, one in enumerate(looked):
        if not one.people:
            groups.setdefault(terrain_between(table.terrain, one.question.shooter, one.question.target), []).append(i)
    # People who block leave no line to be proven.
    result = [Proof(None, SEEN)] * len(looked)
    for terrain, some in groups.items():
        there = replace(table, terrain=terrain)
        carried = [known[i] for i in some] if known else []
        seen = [looked[i].terrain for i in some]
        proofs = free_lines(there, [looked[i].question for i in some], seen, effort, known=carried, figures_block=False)
        for i, proof in zip(some, proofs, strict=True):
            result[i] = proof
    return result


def _ruling(table: Table, looked: _Looked, proof: Proof) -> SightRuling:
    line = proof.line
    hiding, crossed = _hiding(looked.terrain, "terrain"), _hiding(looked.counted, "terrain")
    used = [
        name for name in hiding if name not in crossed and gap_to(looked.question.target, table.piece(name)) <= ADJACENT + 1e-9
    ]
    given = {*crossed, *used}
    allowed = tuple(name for name in hiding if name not in given)
    cover: Cover = "none-seen" if line is None else "partial" if given or looked.within else "open"
    why = (
        _unseen(table, looked)
        if line is None
        else [*_across(table, looked), *_why_cover(table, looked, crossed, used, allowed)]
    )
    return SightRuling(line, cover, looked.all_, looked.counted, looked.counted, allowed, reasons=tuple(why), proof=proof)


def _unseen(table: Table, looked: _Looked) -> list[Reason]:
    """Why there is no line, beyond that none was found."""
    question = looked.question
    shooter, target = question.shooter, question.target
    if looked.people:
        names = _listed(table, looked.people)
        return [Reason(f"{names} hide{'s' * (len(looked.people) == 1)} a part of {target.called}: people block", PEOPLE)]
    said = []
    for area, volume in zip(area_features(table.terrain), whole_volumes(table.terrain), strict=True):
        inside = [figure for figure in (shooter, target) if area.holds(figure)]
        deep = [figure.called for figure in inside if not len(area.edges_of(figure))]
        if len(inside) == 2:
            text = f'{shooter.called} and {target.called} are in {table.called(area.id)} and more than {WITHIN_AREA:g}" apart'
            said.append(Reason(text, AREAS))
        elif deep:
            text = f"{deep[0]} is in {table.called(area.id)} and touches no edge of it: nobody outside is seen from there"
            said.append(Reason(text, AREAS))
        elif _enters(volume, shooter, target):
            said.append(Reason(f"the line ends at the edge of {table.called(area.id)}", AREAS))
    return said


def _enters(volume: OccludingVolume, shooter: Figure, target: Figure) -> bool:
    return bool(volume.crossed(np.array([shooter.eye]), np.array([target.sphere[:3]]))[0])


def _across(table: Table, looked: _Looked) -> list[Reason]:
    """The linear features that are crossed and stop no line."""
    low = [name for name in _hiding(looked.terrain, "terrain") if name in low_linear(table.terrain)]
    text = f"{_listed(table, low)}: linear and no higher than a figure, so that no line ends there" if low else ""
    return [Reason(text, ACROSS)] if low else []


def _why_cover(
    table: Table, looked: _Looked, crossed: Sequence[str], used: Sequence[str], allowed: Sequence[str]
) -> list[Reason]:
    shooter, target = looked.question.shooter.called, looked.question.target.called
    said = []
    if crossed:
        said.append(
            Reason(f'the line crosses {_listed(table, crossed)}, more than {NEAR_FIRER:g}" from {shooter}: cover', COVER)
        )
    if used:
        said.append(Reason(f'{target} is within {ADJACENT:g}" of {_listed(table, used)}, which hides a part: cover', LINES))
    if looked.within:
        said.append(Reason(f"{target} is in {_listed(table, looked.within)}: cover", COVER))
    if allowed:
        said.append(Reason(f'{_listed(table, allowed)}: within {NEAR_FIRER:g}" of {shooter}, and so no cover', COVER))
    if not said or (allowed and len(said) == 1):
        said.append(Reason(f"nothing that counts hides {target}: in the open", COVER))
    return said


def _listed(table: Table, ids: Sequence[str]) -> str:
    *first, last = map(table.called, ids)
    return f"{', '.join(first)} and {last}" if first else last


def reasons(rules: SightRules, _table: Table, question: SightQuestion, ruling: SightRuling, measured: Measured) -> list[Reason]:
    """Why there is a line or not, and why there is cover or not."""
    blocked = [one for one in ruling.reasons if one.source == PEOPLE]
    lines = blocked or line_reasons(question, ruling, rules.sections["line of sight"])
    if ruling.geometry:
        lines = [*lines, Reason(hidden_text(question.target, ruling.geometry), rules.sections["cover"])]
    lines += [one for one in ruling.reasons if one not in blocked]
    seen = ruling.witness is not None
    return [*lines, measured.arc, visible_reason(question, rules.sections["visible"], seen=seen, in_arc=measured.inside)]


SECTIONS: MappingProxyType[SightTopic, str] = MappingProxyType(
    {
        "line of sight": LINES,
        "cover": COVER,
        "visible": "five-parsecs: Target selection",
        "vision arc": "five-parsecs: Arc of fire",
    }
)

SIGHT = SightRules(
    NAME,
    judge,
    reasons,
    full_cover=math.inf,
    sections=SECTIONS,
    covers=MappingProxyType({"open": "in the open", "partial": "in cover", "none-seen": "not seen"}),
    in_doubt=Reason(
        "in doubt the shot is allowed, and counts as one at a target in cover",
        "five-parsecs: Adjudicating line of sight and cover",
    ),
)
"""Line of sight and cover by the features that lines cross."""
