"""The check whether somebody can be attacked, and what an attacker knows of it before he rolls."""

from typing import Any

from rules.engine.dice import outcomes
from rules.skirmish.shooting.flame_attack import sprays
from rules.skirmish.shooting.shot_hit_roll import Gun, cover_of, range_to, turned_to
from rules.skirmish.shooting.target_choice import first_choice, why_not
from rules.skirmish.state.action import status
from rules.skirmish.state.battle_sight import engaged
from rules.skirmish.state.battle_state import Battle
from rules.skirmish.state.characteristics import profile_now


def no_shot(battle: Battle, shooter: str, target: str, guns: tuple[Gun, ...]) -> str | None:
    """Why a fighter cannot shoot at another; None if he can. Templates need no line of sight, nor mind who is closest."""
    if battle.model(shooter).gang == battle.model(target).gang:
        return f"{battle.called(target)} is on {battle.called(shooter)}'s side"
    now = status(battle, shooter)
    if now != "active":
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


def shot_facts(battle: Battle, shooter: str, target: str, guns: tuple[Gun, ...]) -> dict[str, Any]:
    """Distance, cover and target priority of a shot as JSON has them; of templates the distance only."""
    turned = turned_to(battle, shooter, target)
    if _all_templates(guns):
        return {"distance": round(range_to(turned, shooter, target), 4)}
    first = first_choice(turned, shooter, guns)
    willpower = profile_now(battle, shooter).willpower
    passed = sum(share for faces, share in outcomes("2D6") if sum(faces) >= willpower or faces == (6, 6))
    return {
        "distance": round(range_to(turned, shooter, target), 4),
        "cover": cover_of(turned, shooter, target),
        "priority": {"allowed": target in first, "first": list(first), "willpower": float(passed)},
    }
