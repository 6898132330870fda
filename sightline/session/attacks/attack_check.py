"""The check whether somebody can be attacked, and what an attacker knows of it before he rolls."""

from typing import Any

from rules.citations import Reason
from rules.engine.dice import outcomes
from rules.hazards.blast_marker import RANGE as BLAST_RANGE
from rules.skirmish.shooting.blast_attack import marker_at
from rules.skirmish.shooting.flame_attack import sprays
from rules.skirmish.shooting.shot_hit_roll import RANGE, Gun, cover_of, range_to, shot_at, turned_to
from rules.skirmish.shooting.target_choice import fires_blindly, first_choice, pivots, why_not
from rules.skirmish.state.action import status
from rules.skirmish.state.battle_sight import engaged
from rules.skirmish.state.battle_state import Battle
from rules.skirmish.state.characteristics import profile_now
from scene.base.messages import plain
from scene.geometry.mesh import Point


def no_shot(battle: Battle, shooter: str, target: str, guns: tuple[Gun, ...]) -> str | None:
    """Why a fighter cannot shoot at another; None if he can. Templates need no line of sight, nor mind who is closest."""
    if battle.model(shooter).gang == battle.model(target).gang:
        return f"{battle.called(target)} is on {battle.called(shooter)}'s side"
    now = status(battle, shooter)
    if now != "active" and not (now == "pinned" and fires_blindly(battle, shooter)):
        return f"{battle.called(shooter)} is {now}; only active fighters shoot"
    if not _all_templates(guns):
        return why_not(battle, shooter, target)
    reached = any(target in flame.hits for _, flame in sprays(turned_to(battle, shooter, target), shooter))
    return None if reached else f"no flame template can be laid so that it hits {battle.called(target)}"


def _all_templates(guns: tuple[Gun, ...]) -> bool:
    """Whether no line of sight is needed, nor minded who is the closest."""
    return all(gun.profile.has("template") for gun in guns)


def no_fight(battle: Battle, fighter: str, target: str) -> str | None:
    """Why a fighter cannot fight another; None if he can."""
    if target in engaged(battle, fighter):
        return None
    return f"{battle.called(fighter)} is not engaged with {battle.called(target)}"


def distance_of(battle: Battle, fighter: str, target: str) -> float:
    """Inches between the bases of two fighters, the first one turned to the other."""
    return range_to(turned_to(battle, fighter, target), fighter, target)


def out_of_range(battle: Battle, shooter: str, target: str, guns: tuple[Gun, ...], at: Point | None = None) -> list[Reason]:
    """For each gun whose long range is too short: how far it is, and beyond which range.

    Of a blast weapon that counts where its marker is put, at ``at`` or over the target; templates have no range.
    """
    turned = turned_to(battle, shooter, target)
    found = list[Reason]()
    for gun in guns:
        if gun.profile.has("blast"):
            marker = marker_at(turned, shooter, target, gun, at or battle.model(target).position)
            notes = [note for note in marker.notes if note.source == BLAST_RANGE]
            found += [Reason(f"the marker of {gun.label}: {note.text}", note.source) for note in notes]
        elif not gun.profile.has("template") and not shot_at(turned, shooter, target, gun).in_range:
            found.append(_too_far(turned, shooter, target, gun))
    return found


def _too_far(battle: Battle, shooter: str, target: str, gun: Gun) -> Reason:
    lobbed, long = gun.profile.has("grenade"), gun.profile.long or 0.0
    far = range_to(battle, shooter, target, lobbed=lobbed)
    # What is only just too far must not look as far as the range.
    away = f"{far:.2f}" if far - long >= 0.01 else f"{far:.6f}"
    return Reason(f'{gun.label}: {away}" away is beyond the long range of {plain(long)}": the shot misses', RANGE)


def shot_facts(battle: Battle, shooter: str, target: str, guns: tuple[Gun, ...]) -> dict[str, Any]:
    """Cover and target priority of a shot as JSON has them; templates mind neither."""
    if _all_templates(guns):
        return {}
    turned = turned_to(battle, shooter, target)
    first = first_choice(turned, shooter, guns)
    willpower = profile_now(battle, shooter).willpower
    passed = sum(share for faces, share in outcomes("2D6") if sum(faces) >= willpower or faces == (6, 6))
    return {
        "cover": cover_of(turned, shooter, target),
        "priority": {"allowed": target in first, "first": list(first), "willpower": float(passed) if pivots(battle) else 0.0},
    }
