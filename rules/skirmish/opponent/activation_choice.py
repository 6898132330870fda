"""The choice of whom to activate: who can do something now goes first, and takes others along who can too."""

from rules.skirmish.opponent.action_choice import best_shot, charge_hopes
from rules.skirmish.opponent.goal_choice import goal_of
from rules.skirmish.opponent.place_scores import here
from rules.skirmish.opponent.style import Style
from rules.skirmish.state.battle_sight import engaged
from rules.skirmish.state.battle_state import Battle

TOGETHER = 0.15
"""How urgent it has to be for somebody at least that he is activated with others; who can wait sees what the enemy does."""
FIGHTS = 0.6
"""How urgent a close combat is."""
LADEN = 0.3
"""How urgent it is to be off with loot."""
FLEES = 0.5
"""How much the danger counts that somebody is in who has not acted yet, against what he can do himself."""


def urgency(battle: Battle, fighter: str, style: Style) -> float:
    """Who can do something now, or is in danger, goes first; who lies, last."""
    model = battle.model(fighter)
    if model.status == "seriously_injured" or model.broken:
        return -1.0
    if engaged(battle, fighter):
        return FIGHTS
    standing = model.status == "standing"
    goal = goal_of(battle, fighter, style)
    shot = best_shot(battle, fighter, style) if standing else None
    charge = next((value for value, _ in charge_hopes(battle, fighter)), 0.0) if standing else 0.0
    feared = FLEES * style.caution * float(here(battle, fighter, style).danger[0]) if standing else 0.0
    laden = LADEN if goal is not None and goal.what == "home" else 0.0
    return max(shot.value if shot else 0.0, charge) + feared + laden


def best_company(battle: Battle, fighters: tuple[str, ...], style: Style) -> str | None:
    """Whom to activate together with somebody; None where all had better wait."""
    urgent = [(urgency(battle, fighter, style), fighter) for fighter in fighters]
    value, fighter = max(urgent, key=lambda one: one[0], default=(0.0, ""))
    return fighter if value >= TOGETHER else None
