"""What the relatives of the main rulebook say in numbers and switches: one typed value, which their procedures ask for.

Every field carries what it is about: a topic, which `Citations` finds the section of, words for people, and bounds. Its default
is what the main rulebook says; a relative replaces what it says otherwise. What no number can say is a function of the family,
picked by name (`rules.skirmish.family`). The reader of system files walks these fields, and so does the page of differences.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Literal

from rules.named_numbers import About

if TYPE_CHECKING:
    from rules.skirmish.state.battle_state import Battle

Engaging = Literal[
    "enemies in contact only with him", "all who are in contact", "enemies of all gangs in contact with no friend of his"
]


@dataclass(frozen=True)
class Reinforcements:
    """Source: main-rulebook, Standard rules for deploying reinforcements."""

    edge: Annotated[
        float, About("Standard rules for deploying reinforcements", "inches from an edge within which they arrive")
    ] = 3.0
    together: Annotated[
        float | None, About("Standard rules for deploying reinforcements", "inches from each other within which they arrive")
    ] = 3.0
    enemies: Annotated[float, About("Standard rules for deploying reinforcements", "inches that they keep from enemies")] = 12.0
    in_turn: Annotated[
        bool, About("Standard rules for deploying reinforcements", "whether the gangs take turns to set up one each")
    ] = False


@dataclass(frozen=True)
class Activations:
    """Source: main-rulebook, Activate fighters; Group activation; Reduced actions."""

    actions: Annotated[int, About("Types of actions", "actions of an activation", 1, 6)] = 2
    reduced: Annotated[int, About("Reduced actions", "actions of an activation with reduced actions", 0, 6)] = 1
    groups: Annotated[bool, About("Group activation", "whether fighters may be activated together")] = True
    together: Annotated[float, About("Group activation", "inches within which fighters are activated together")] = 3.0


@dataclass(frozen=True)
class Moves:
    """Source: main-rulebook, Active; Pinned; Hard target."""

    engage: Annotated[bool, About("Engaging an enemy", "whether a Move may end in contact with an enemy")] = True
    hard_target: Annotated[bool, About("Hard target", "whether two Moves in a row make a hard target")] = True
    engaged_turn: Annotated[
        bool, About("Turn to face", "whether the engaged may turn on the spot, before and after what they do")
    ] = True
    take_cover: Annotated[Literal["simple", "basic"], About("Take cover", "what kind of action Take cover is")] = "simple"


@dataclass(frozen=True)
class Charge:
    """Source: main-rulebook, Active; Pinned."""

    times: Annotated[int, About("Charge", "times the movement that a charge goes", 1, 3)] = 2
    dice: Annotated[Literal["", "D3", "D6", "2D6"], About("Charge", "dice whose inches a charge goes besides")] = ""
    most: Annotated[float, About("Charge", "inches that no charge goes beyond")] = 12.0
    pinned: Annotated[int, About("Pinned", "times the movement that a charge from the ground goes; 0: there is none", 0, 3)] = 1
    taken_back: Annotated[bool, About("Charge", "whether a charge costs nothing as long as no enemy has been named")] = True


@dataclass(frozen=True)
class Carrying:
    """Source: main-rulebook, Carrying objects and injured fighters."""

    action: Annotated[
        bool, About("Carrying objects and injured fighters", "whether carrying is an action of its own, not a part of a Move")
    ] = False
    reach: Annotated[
        float, About("Carrying objects and injured fighters", "inches from which something is taken up; 0: in contact", 0, 6)
    ] = 0.0
    strength: Annotated[
        bool, About("Carrying objects and injured fighters", "whether nobody with a load moves farther than his strength")
    ] = True
    locks: Annotated[
        bool, About("Carrying objects and injured fighters", "whether caskets are worth something only once they are open")
    ] = False


@dataclass(frozen=True)
class Retreat:
    """Source: main-rulebook, Engaged."""

    inches: Annotated[Literal["D6", "movement"], About("Engaged", "how far a retreat goes")] = "D6"
    reactions: Annotated[
        Literal["all, if it fails", "who pass a check"], About("Engaged", "which enemies react to a retreat")
    ] = "all, if it fails"
    pivot: Annotated[bool, About("Engaged", "whether enemies whom a fighter has left may turn")] = False


@dataclass(frozen=True)
class CloseCombat:
    """Source: main-rulebook, Close combat."""

    turning: Annotated[
        Literal["free", "weapon skill", "hit rolls"], About("Turn to face", "what turning costs one of before an attack")
    ] = "free"
    turning_to_react: Annotated[
        Literal["weapon skill", "hit rolls"], About("Turn to face", "what turning costs one of before a reaction")
    ] = "hit rolls"
    unarmed_ap: Annotated[int, About("Unarmed attacks", "what bare hands add to the save", -6, 6)] = 1
    charge_dice: Annotated[int, About("Determine attack dice", "dice more for a charge", 0, 6)] = 1
    two_weapons: Annotated[int, About("Determine attack dice", "dice more for two weapons", 0, 6)] = 1
    defend: Annotated[
        Literal["with a melee weapon", "who sees the attacker", "nobody"],
        About("Target chooses whether to defend or not", "who may defend"),
    ] = "with a melee weapon"
    one_by_one: Annotated[
        bool, About("Declare targets", "whether each target is seen to, reactions and all, before the next one")
    ] = False
    targets_pick: Annotated[
        bool,
        About("Target chooses whether to defend or not", "whether every target picks his weapons before the blows fall"),
    ] = False
    defender_skill: Annotated[
        int, About("Target chooses whether to defend or not", "what defending costs of the weapon skill", 0, 6)
    ] = 1
    assistance: Annotated[int, About("Melee hit roll modifiers", "for each friend who assists", 0, 6)] = 1
    defence_assistance: Annotated[
        bool, About("Melee hit roll modifiers", "whether friends assist, and enemies hinder, a defence roll too")
    ] = False
    interference: Annotated[
        Engaging, About("Melee hit roll modifiers", "which other enemies of the attacker hinder him, one each")
    ] = "all who are in contact"
    barricade: Annotated[int, About("Melee hit roll modifiers", "across a barricade", -6, 0)] = -1
    reactions: Annotated[
        Literal["who were attacked", "all who are engaged"], About("Reaction attacks", "which enemies strike back")
    ] = "who were attacked"
    coup_de_grace: Annotated[
        float, About("Coup de grace", "inches from which the coup de grace is given; 0: in contact", 0, 6)
    ] = 1.0
    consolidate: Annotated[float, About("Consolidate or coup de grace", "inches of a consolidation", 0, 12)] = 3.0
    consolidate_engages: Annotated[
        bool, About("Consolidate or coup de grace", "whether a consolidation may engage, or makes a hard target")
    ] = True


@dataclass(frozen=True)
class Shooting:
    """Source: main-rulebook, Shooting; Shooting with blast weapons; Shooting with template weapons."""

    partial: Annotated[int, About("Make the hit roll and firepower dice roll", "at a target in partial cover", -6, 0)] = -1
    full: Annotated[int, About("Make the hit roll and firepower dice roll", "at a target in full cover", -6, 0)] = -2
    full_cover_misses: Annotated[int, About("Full cover", "highest natural score that always misses full cover", 1, 5)] = 2
    lying: Annotated[
        Literal["at long range", "within range", "never"],
        About("Make the hit roll and firepower dice roll", "where -1 counts at who lies in the open"),
    ] = "at long range"
    aim: Annotated[int, About("Aim", "what aiming adds", 0, 6)] = 1
    aim_for: Annotated[
        Literal["any later shot", "the next action"], About("Aim", "which shot of the activation aiming is for")
    ] = "any later shot"
    engaged: Annotated[
        Literal["4+ or a friend", "modifier"], About("Target is engaged", "what a shot at somebody in close combat risks")
    ] = "4+ or a friend"
    engaged_modifier: Annotated[int, About("Target is engaged", "at somebody in close combat", -6, 0)] = 0
    stray: Annotated[bool, About("Stray shot", "whether shots that miss may hit others beside the line")] = True
    stray_beyond_range: Annotated[
        bool, About("Stray shot", "whether a shot at somebody beyond the weapon's range may stray")
    ] = True
    twin: Annotated[int, About("Twin guns blazing", "with two pistols together", -6, 0)] = -1
    ignored: Annotated[
        Literal["who lie", "who are not active", "nobody"], About("Target priority", "whom a shooter may ignore")
    ] = "who lie"
    easier: Annotated[
        Literal["who is easier to hit", "who is easier to hit than all closer ones", "nobody"],
        About("Target priority", "whom he may prefer to the closest"),
    ] = "who is easier to hit"
    compared: Annotated[
        Literal["who is visible after the pivot", "who is in line of sight"],
        About("Target priority", "which enemies may be closer than the target"),
    ] = "who is visible after the pivot"
    willpower: Annotated[
        bool, About("Target priority", "whether a shooter may pivot, and shoot at anybody after a willpower check")
    ] = True
    template_save: Annotated[
        tuple[int, int, int],
        About("Cover against templates", "on the save against a template in the open, in partial and in full cover", -3, 3),
    ] = (0, 0, 0)
    mid_air: Annotated[
        Literal["does no harm", "goes off"],
        About("Shooting with blast weapons, Scatter", "what a marker does that hangs in mid-air"),
    ] = "does no harm"


@dataclass(frozen=True)
class Nerve:
    """Source: main-rulebook, Nerve tests; Broken; Running for cover."""

    near: Annotated[float, About("Nerve tests", "inches within which friends shake and steady a fighter", 0, 12)] = 3.0
    steadied_by: Annotated[
        Literal["operational friends", "standing friends who are not broken"], About("Nerve tests", "who steadies a fighter")
    ] = "operational friends"
    rallies: Annotated[
        Literal["at the end of his activation", "in the end phase"], About("Rally", "when a broken fighter may rally")
    ] = "at the end of his activation"
    once: Annotated[bool, About("Nerve tests", "whether nobody is tested twice in a round")] = True
    runs_at_once: Annotated[bool, About("Running for cover", "whether who fails runs for cover at once")] = False
    running: Annotated[Literal["basic", "double"], About("Running for cover", "what kind of action running for cover is")] = (
        "basic"
    )
    engaged: Annotated[Literal["retreats", "runs for cover"], About("Broken", "what a broken fighter does in close combat")] = (
        "retreats"
    )
    far: Annotated[float, About("Running for cover", "inches from all enemies that a broken fighter wants", 0, 12)] = 3.0


@dataclass(frozen=True)
class Recovery:
    """Source: main-rulebook, Recovery rolls; Assistance."""

    near: Annotated[float, About("Recovery rolls", "inches within which others keep from recovering, or help", 0, 12)] = 1.0
    hindered_by: Annotated[
        Literal["who are not seriously injured", "operational enemies", "nobody"],
        About("Recovery rolls", "which enemies keep a fighter from recovering"),
    ] = "who are not seriously injured"
    risk: Annotated[bool, About("Falling hazards", "whether who comes round near an edge is at risk of falling")] = True


@dataclass(frozen=True)
class Flight:
    """Source: main-rulebook, Bottle tests; Fleeing the battlefield; Leading by example."""

    test: Annotated[Literal["by leadership", "by a die"], About("Bottle tests", "how a gang is tested")] = "by leadership"
    share: Annotated[int, About("Bottle tests", "tested when the lost are one for every so many who are left", 1, 10)] = 4
    alone: Annotated[bool, About("Bottle tests", "whether the last of a gang bottles out without a test")] = True
    give_up: Annotated[bool, About("Voluntarily fleeing", "whether a gang may give up instead of the test")] = True
    may_fail: Annotated[bool, About("Bottle tests", "whether a gang may fail its test at will")] = False
    example: Annotated[
        Literal["stay", "may stay"], About("Leading by example", "what friends near an example do without a check of their own")
    ] = "stay"


@dataclass(frozen=True)
class SkirmishRules:
    """All that the relatives say in numbers and switches."""

    reinforcements: Reinforcements = Reinforcements()
    activations: Activations = Activations()
    moves: Moves = Moves()
    charge: Charge = Charge()
    carrying: Carrying = Carrying()
    retreat: Retreat = Retreat()
    close_combat: CloseCombat = CloseCombat()
    shooting: Shooting = Shooting()
    nerve: Nerve = Nerve()
    recovery: Recovery = Recovery()
    flight: Flight = Flight()


def skirmish_rules(battle: "Battle") -> SkirmishRules:
    """The numbers and switches that a battle goes by; a `RulesError` where its rule system is none of the family."""
    return battle.setting.part(SkirmishRules)
