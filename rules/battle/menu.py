"""All actions that there are, in the order in which they are offered."""

from rules.battle.actions import Action
from rules.battle.charging import CHARGE
from rules.battle.crawling import CRAWL, STAND_UP, TAKE_COVER
from rules.battle.facing import FACE
from rules.battle.fighting import COUP_DE_GRACE, FIGHT
from rules.battle.moving import MOVE
from rules.battle.reloading import RELOAD
from rules.battle.retreating import RETREAT, RUN_FOR_COVER
from rules.battle.shooting import AIM, SHOOT

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
