"""The actions near the ground: Crawl, Stand up, Take cover. Source: main-rulebook, Active; Pinned; Seriously injured."""

from rules.engine.procedure_steps import Procedure, Say
from rules.skirmish.moving.carrying import half_movement, left_behind, taken_on_the_way
from rules.skirmish.moving.facing_action import choose_facing, decides
from rules.skirmish.moving.move_actions import Manner, goes
from rules.skirmish.state.action import Action, nothing_hinders
from rules.skirmish.state.battle_sight import is_engaged
from rules.skirmish.state.battle_state import Battle
from rules.skirmish.state.status_changes import pinned, stood_up

PINNED = "Pinned"
COVER = "Take cover"


def crawl(battle: Battle, fighter: str) -> Procedure[Battle]:
    """Along the ground for half the movement."""
    battle = yield from left_behind(battle, fighter)
    carries = taken_on_the_way(battle)
    manner = Manner("where to crawl", PINNED, carries=carries, allowed=half_movement, crawls=True)
    return (yield from goes(battle, fighter, half_movement(battle, fighter), manner))


def stand_up(battle: Battle, fighter: str) -> Procedure[Battle]:
    """On his feet again, facing as his player likes."""
    battle = stood_up(battle, fighter)
    yield Say(f"{battle.called(fighter)} stands up", PINNED, battle)
    return (yield from choose_facing(battle, fighter, decides(battle, fighter), source=PINNED))


def take_cover(battle: Battle, fighter: str) -> Procedure[Battle]:
    """Half the movement, then down. Whoever lies down on purpose does not fall over an edge."""
    battle = yield from left_behind(battle, fighter)
    carries = taken_on_the_way(battle)
    manner = Manner("where to take cover", COVER, carries=carries, allowed=half_movement, grounded=True)
    battle = yield from goes(battle, fighter, half_movement(battle, fighter), manner)
    model = battle.model(fighter)
    if not model.on_table or model.status != "standing" or is_engaged(battle, fighter):
        return battle
    battle = pinned(battle, fighter)
    yield Say(f"{battle.called(fighter)} takes cover and lies pinned", COVER, battle)
    return battle


CRAWL = Action("crawl", "Crawl", "double", frozenset({"pinned", "seriously injured"}), nothing_hinders, crawl, PINNED)
STAND_UP = Action("stand-up", "Stand up", "basic", frozenset({"pinned"}), nothing_hinders, stand_up, PINNED)
TAKE_COVER = Action("take-cover", "Take cover", "simple", frozenset({"active"}), nothing_hinders, take_cover, COVER)
