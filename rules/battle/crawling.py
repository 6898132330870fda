"""Near the ground: crawling, standing up, taking cover. Source: main-rulebook, Active; Pinned; Seriously injured."""

from rules.battle.actions import Action, nothing_hinders
from rules.battle.carrying import half_movement
from rules.battle.facing import choose_facing, decides
from rules.battle.looks import is_engaged
from rules.battle.moving import Manner, goes
from rules.battle.state import Battle
from rules.battle.statuses import pinned, stood_up
from rules.engine.asks import Procedure, Say

PINNED = "main-rulebook: Pinned"
COVER = "main-rulebook: Active"


def crawl(battle: Battle, fighter: str) -> Procedure[Battle]:
    """Along the ground for half the movement."""
    manner = Manner("where to crawl", PINNED, carries=True, allowed=half_movement, crawls=True)
    return goes(battle, fighter, half_movement(battle, fighter), manner)


def stand_up(battle: Battle, fighter: str) -> Procedure[Battle]:
    """On his feet again, facing as his player likes."""
    battle = stood_up(battle, fighter)
    yield Say(f"{fighter} stands up", PINNED, battle)
    return (yield from choose_facing(battle, fighter, decides(battle, fighter), source=PINNED))


def take_cover(battle: Battle, fighter: str) -> Procedure[Battle]:
    """Half the movement, then down. Whoever lies down on purpose does not fall over an edge."""
    manner = Manner("where to take cover", COVER, carries=True, allowed=half_movement, grounded=True)
    battle = yield from goes(battle, fighter, half_movement(battle, fighter), manner)
    model = battle.model(fighter)
    if not model.on_table or model.posture != "standing" or is_engaged(battle, fighter):
        return battle
    battle = pinned(battle, fighter)
    yield Say(f"{fighter} takes cover and lies pinned", COVER, battle)
    return battle


CRAWL = Action("crawl", "Crawl", "double", frozenset({"pinned", "seriously injured"}), nothing_hinders, crawl, PINNED)
STAND_UP = Action("stand-up", "Stand up", "basic", frozenset({"pinned"}), nothing_hinders, stand_up, PINNED)
TAKE_COVER = Action("take-cover", "Take cover", "simple", frozenset({"active"}), nothing_hinders, take_cover, COVER)
