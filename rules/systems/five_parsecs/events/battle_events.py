"""The table of battle events, rolled for at the end of rounds 2 and 4.

Source: five-parsecs, Battle events on round 2 and round 4.
"""

from collections.abc import Callable
from dataclasses import dataclass

from rules.engine.dice import HUNDRED, Faces
from rules.engine.procedure_steps import Procedure, Roll, Say, call
from rules.skirmish.state.battle_state import Battle
from rules.systems.five_parsecs.conditions.marks import EVENTS
from rules.systems.five_parsecs.events import crew_events, enemy_events, table_events
from rules.systems.five_parsecs.events.found_things import found_something, looks_valuable
from rules.systems.five_parsecs.events.possible_reinforcements import possible_reinforcements
from rules.systems.five_parsecs.events.vermin import critters
from rules.systems.five_parsecs.roster.combat_sheet import crew_of

ROUNDS = frozenset({2, 4})
"""At the end of which it is rolled."""


@dataclass(frozen=True)
class BattleEvent:
    """A row of the table.

    Attributes:
        low, high: the numbers of a D100 that bring it, both included.
        name: for people.
        text: what it does, for people.
        does: does it.
    """

    low: int
    high: int
    name: str
    text: str
    does: Callable[[Battle], Procedure[Battle]]

    @property
    def faces(self) -> tuple[Faces, ...]:
        """All rolls that bring it."""
        return tuple((number,) for number in range(self.low, self.high + 1))


TABLE = (
    BattleEvent(1, 5, "Renewed efforts", "after all enemies, one of them acts again", enemy_events.renewed_efforts),
    BattleEvent(6, 9, "Enemy reinforcements", "two more enemies come", enemy_events.enemy_reinforcements),
    BattleEvent(10, 13, "Change of plans", "enemies who can fire turn cautious", enemy_events.change_of_plans),
    BattleEvent(14, 16, "Lost heart", "the enemies leave after the next round", enemy_events.lost_heart),
    BattleEvent(17, 20, "Seized the moment", "one of the crew acts twice", crew_events.seized_the_moment),
    BattleEvent(21, 26, "Critters!", "vermin attack whoever is near", critters),
    BattleEvent(27, 30, "Ammo fault", "a weapon of the crew fails", crew_events.ammo_fault),
    BattleEvent(31, 34, "Visibility change", "one sees less far, or farther again", table_events.visibility_change),
    BattleEvent(35, 38, "Tougher than expected", "an enemy gets tougher", enemy_events.tougher),
    BattleEvent(39, 42, "Snap shot", "one of the crew fires at once", crew_events.snap_shot),
    BattleEvent(43, 46, "Cunning plan", "the crew acts when it likes", crew_events.cunning_plan),
    BattleEvent(47, 50, "Possible reinforcements", "enemies may come at three places", possible_reinforcements),
    BattleEvent(51, 54, "Clock is running out", "the battle may end at once", table_events.clock_running_out),
    BattleEvent(55, 60, "Environmental hazard", "terrain hurts who is there", table_events.environmental_hazard),
    BattleEvent(61, 65, "A desperate plan", "one of the crew cannot act, another acts twice", crew_events.desperate_plan),
    BattleEvent(66, 70, "A moment of hesitation", "but one of the crew is quick", crew_events.hesitation),
    BattleEvent(71, 73, "Fumbled grenade", "everybody runs from a grenade", enemy_events.fumbled_grenade),
    BattleEvent(74, 77, "Back up", "spare crew comes", crew_events.back_up),
    BattleEvent(78, 80, "Enemy VIP", "a unique individual joins the enemies", enemy_events.enemy_vip),
    BattleEvent(81, 85, "Fog cloud", "fog round the centre of the table", table_events.fog_cloud),
    BattleEvent(86, 89, "Lost!", "one of the crew is out of the battle, unhurt", crew_events.lost),
    BattleEvent(90, 93, "I found something!", "a marker of loot", found_something),
    BattleEvent(94, 97, "Looks valuable", "a marker of credits", looks_valuable),
    BattleEvent(98, 100, "You want me to check that out?", "loot for leaving", crew_events.checks_it_out),
)


def event_at(number: int) -> BattleEvent:
    """What a number of a D100 brings, 1 to 100."""
    return next(event for event in TABLE if event.low <= number <= event.high)


def battle_event(battle: Battle) -> Procedure[Battle]:
    """The roll at the end of the rounds that have one, and what it brings."""
    if battle.round not in ROUNDS:
        return battle
    means = tuple((event.name, event.faces) for event in TABLE)
    (number,) = yield Roll("battle event", HUNDRED, crew_of(battle.setting), source=EVENTS, means=means)
    event = event_at(number)
    yield Say(f"{event.name}: {event.text}", EVENTS)
    return (yield from call(event.does, battle))
