"""Values of one rule system as another one of its family has them: the same numbers, cited where its own document says them."""

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import TypeVar

from rules.citations import CITED, Citations
from rules.fall_rules import FallNumbers
from rules.hazards.random_move import RandomMoveRules
from rules.movement.movement_rules import MovementRules
from rules.sight.verdict import SightRules

Topic = TypeVar("Topic", bound=str)


def recited_sight(sight: SightRules, citations: Citations) -> SightRules:
    """Line of sight and cover as the base judges them."""
    sections = _sections(sight.sections, citations)
    flat = sight.flat and replace(sight.flat, name=citations.name, sections=sections, citations=citations)
    return replace(sight, name=citations.name, sections=sections, flat=flat, citations=citations)


def recited_falls(falls: FallNumbers, citations: Citations) -> FallNumbers:
    """Falls as the base has them."""
    falling, hazards, pits = (_section(one, citations) for one in (falls.falling, falls.hazards, falls.pits))
    return replace(falls, name=citations.name, falling=falling, hazards=hazards, pits=pits)


def recited_movement(movement: MovementRules, falls: FallNumbers, citations: Citations) -> MovementRules:
    """Movement as the base has it."""
    costs = replace(movement.costs, sections=_sections(movement.costs.sections, citations))
    sections = _sections(movement.sections, citations)
    return replace(movement, name=citations.name, costs=costs, falls=falls, sections=sections)


def recited_random_moves(moves: RandomMoveRules, movement: MovementRules, citations: Citations) -> RandomMoveRules:
    """Random moves as the base has them."""
    direction, stops, room = (_section(one, citations) for one in (moves.direction, moves.stops, moves.room))
    return replace(moves, movement=movement, direction=direction, stops=stops, room=room)


def _sections(known: Mapping[Topic, str], citations: Citations) -> Mapping[Topic, str]:
    return MappingProxyType({topic: _section(cited, citations) for topic, cited in known.items()})


def _section(cited: str, citations: Citations) -> str:
    """Where a document says what the base's says in a section."""
    return citations.of(cited.partition(CITED)[2])
