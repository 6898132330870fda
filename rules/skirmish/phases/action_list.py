"""The list of all actions that there are, in the order in which they are offered."""

from rules.skirmish.melee.close_combat import COUP_DE_GRACE, FIGHT
from rules.skirmish.melee.retreat_actions import RETREAT, RUN_FOR_COVER
from rules.skirmish.moving.charge_action import CHARGE
from rules.skirmish.moving.crawl_actions import CRAWL, STAND_UP, TAKE_COVER
from rules.skirmish.moving.facing_action import FACE
from rules.skirmish.moving.move_actions import MOVE
from rules.skirmish.shooting.reload_action import RELOAD
from rules.skirmish.shooting.shoot_actions import AIM, SHOOT
from rules.skirmish.state.action import Action

ACTIONS: tuple[Action, ...] = (
    FACE,
    MOVE,
    CHARGE,
    SHOOT,
    AIM,
    RELOAD,
    TAKE_COVER,
    COUP_DE_GRACE,
    FIGHT,
    RETREAT,
    STAND_UP,
    CRAWL,
    RUN_FOR_COVER,
)
"""Source: main-rulebook, Statuses and available actions."""
