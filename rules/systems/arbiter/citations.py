"""Where the Arbiter's text says what the family's procedures call by the sections of the main rulebook."""

from types import MappingProxyType

from rules.citations import Citations
from rules.systems.main_rulebook.citations import CITATIONS as SILENT

OWN = (
<<<<<<< HEAD
    "Blaze",
    "Blind",
    "Blind Fire",
    "Comm",
    "Door, Access Terminal",
    "Door, Force Open",
    "Door, Operate",
    "Ductway, Crawl Through",
    "Ductway, Shoot Through",
    "Flex",
    "Headbutt",
    "Issue Challenge",
    "Loot Casket, Bypass Lock",
    "Loot Casket, Smash Open",
=======
    "Blind Fire",
    "Door, Force Open",
    "Door, Operate",
    "Door, Access Terminal",
    "Ductway, Crawl Through",
    "Ductway, Shoot Through",
    "Loot Casket, Bypass Lock",
    "Loot Casket, Smash Open",
    "Flex",
    "Headbutt",
    "Issue Challenge",
>>>>>>> 34a155335ef799a42b7448e7f925c0fea98569b1
    "Order",
    "Restrain",
    "Somersault",
    "Tank",
<<<<<<< HEAD
    "Webbed",
)
"""Topics that only this text has, called as it calls them."""
=======
    "Blaze",
    "Blind",
    "Webbed",
)
"""Sections that only this text has: its own procedures name them as they are called."""
>>>>>>> 34a155335ef799a42b7448e7f925c0fea98569b1

CITATIONS = Citations(
    "arbiter",
    MappingProxyType(
        {
            **{section: section for section in OWN},
            "Roll for priority": "Priority Phase",
            "Ready fighters": "Priority Phase",
            "Game structure": "Battle turns",
            "Fleeing the battlefield": "Action Phase, Cool Checks",
            "Leading by example": "Action Phase, Cool Checks",
            "Activate fighters": "Action Phase, Activation",
            "Nerve test": "Action Phase, Nerve Test",
            "Nerve tests": "Action Phase, Nerve Test",
            "Bottle tests": "End Phase, Bottle Check",
            "Recovery rolls": "End Phase, Recovery Test",
            "Assistance": "End Phase, Recovery Test",
            "Broken": "End Phase, Rally Test",
            "Types of actions": "Types of actions",
            "Aim": "Aim",
            "Carrying objects and injured fighters": "Carry",
            "Active": "Actions",
            "Charge": "Charge",
            "Coup de grace": "Coup De Grace",
            "Crawl": "Crawl",
            "General movement": "Move",
            "Climbing": "Move",
            "Reload": "Reload",
            "Engaged": "Retreat",
            "Running for cover": "Run For Cover",
            "Shoot": "Shoot",
            "Stand up": "Stand Up",
            "Take cover": "Take Cover",
            "Insane": "Insane",
            "Pinned": "Prone & Pinned",
            "Seriously injured": "Prone & Seriously Injured",
            "Declare the shot": "Target Priority",
            "Target priority": "Target Priority",
            "Fighters in hiding": "Target Priority",
            "Make the hit roll and firepower dice roll": "Make To-Hit Roll",
            "Improbable shot": "Make To-Hit Roll",
            "Target is engaged": "Make To-Hit Roll",
            "Target is pinned": "Target is pinned",
            "The firepower dice": "Roll Firepower Die",
            "Ammo check": "Roll Firepower Die",
            "Wound roll": "Resolve Hits",
            "Save roll": "Resolve Hits",
            "Inflict damage": "Roll Injury Dice",
            "Cover against templates": "Resolve Templates",
            "Shooting with template weapons": "Resolve Templates",
            "Engaging an enemy": "Get into CC",
            "Turn to face": "Adjust Facing",
            "Pick weapons": "Pick Weapons",
            "Unarmed attacks": "Pick Weapons",
            "Determine attack dice": "Roll Attack Dice",
            "Declare targets": "Pick Targets",
            "Make hit rolls and defense rolls": "Resolve Hit Dice",
            "Melee hit roll modifiers": "Resolve Hit Dice",
            "Reaction attacks": "Reaction Attacks",
            "Consolidate or coup de grace": "Consolidate/Coup De Grace",
        }
        | {topic: topic for topic in OWN}
    ),
    base=SILENT,
)
