"""The order in which candidates are shown: those who may be chosen first, then by the best chance; else as they are offered."""

from collections.abc import Sequence

from sightline.session.targets.target_evidence import TargetEvidence


def best_first(found: Sequence[TargetEvidence]) -> tuple[TargetEvidence, ...]:
    """Candidates by what an attack on them promises: the chance to get there and hit, then to wound, then to take out.

    Those against whom nothing speaks come before those whom the rules do not allow or who are out of reach. Those alike stay in
    the order in which they are offered, and so do weapons, which everybody has in an order of his own.
    """
    return tuple(found) if by_weapon(found) else tuple(sorted(found, key=_rank))


def by_weapon(found: Sequence[TargetEvidence]) -> bool:
    """Whether what is chosen is a weapon, each told of against whom it is worth most, and no candidate himself."""
    return any(one.key != one.target for one in found)


def _rank(one: TargetEvidence) -> tuple[bool, tuple[float, ...]]:
    """What comes first is the least."""
    odds, first = one.chances, 1.0 if one.check is None else one.check
    first *= 1.0 if one.arrival is None else one.arrival.chance
    # A coup de grace takes out without a roll.
    shares = (1.0, 1.0, 1.0) if odds is None else tuple(map(float, (odds.hit, odds.wound, odds.out_of_action)))
    return bool(one.why_not) or first == 0.0, tuple(-first * share for share in shares)
