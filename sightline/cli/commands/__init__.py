"""The commands: one module each, of the command's name, with a function ``command``.

Those about tables themselves are in the folder ``tables/``, those about photos and scans in ``scanning/``; among these is
``import`` (`import_`, as ``import`` is a word of Python's). ``los`` settles a shot, ``drift`` is a random move, ``play`` opens
the window, ``serve`` shows a table to phones, and ``battle`` plays at the command line, ``crew`` makes a crew. Modules have an
underscore for a hyphen or a blank. A module is imported when its command is called.
"""

COMMANDS = {
    "los": "Settle a shot: line of sight, hidden share, cover, and the reasons.",
    "field": "From which places a figure could be seen, and how well hidden it is.",
    "path": "The cheapest way of a figure to a place, or at an enemy: its legs, what they cost, and the dice checks.",
    "reach": "All places that a figure can reach, and what each costs.",
    "fall": "Where a figure that goes over an edge lands and what that does; who is at risk of it.",
    "drift": "Where a figure gets that is moved in a random direction, or the odds of it.",
    "measure": "The distance between two figures, pieces or points, and what is in the way.",
    "blast": "Where a blast marker ends and whom it hits, or the exact odds of it.",
    "flame": "How a flame template lies and whom it hits, or where it is laid best.",
    "odds": "The exact chances of one shot or one fight, and every roll on the way.",
    "play": "Open the window: look around a table, ask who sees whom, move, build, play a battle.",
    "serve": "Show a table to phones on the local network, which ask, measure and settle there.",
    "battle": "Play a battle, a new one or on from its journal.",
    "battle verify": "Work out every roll of a battle's journal again: the program's, and those that two devices drew.",
    "crew": "Make a crew: its members are asked for, shown, and written to a file.",
    "list": "What is bundled: tables, battles, gangs, crews, weapons, pieces of the kit, figures, rule systems.",
    "new": "Make a table: an empty one, or a copy of one that there is.",
    "place": "Put a piece of the kit, a mesh or a figure on a table.",
    "remove": "Take pieces or figures off a table.",
    "check": "Find every fault in a table file, or sum it up.",
    "show": "Draw a picture of the table.",
    "markers": "Sheets of tags and a calibration board to print, for measuring a real table in photos.",
    "calibrate": "What a camera's lens does, from photos of a printed board.",
    "scan": "A real table from photos: edges, terrain, figures and distances, each with its uncertainty.",
    "surface": "What the photos of a scan show of the whole table: surface, decks with their heights, free space.",
    "import": "Put a scan or any mesh on a table: as it is, or registered by points, tags or its ground.",
    "card": "A card to print that stands in the target's place, to measure a shot with one photo.",
    "card-photo": "How much of a target is hidden, measured from photos of the card in its place.",
    "learn": "Learn from photos where the tags sit on a piece of terrain.",
    "keep": "Keep pieces that were clicked in the photos of a scan, to be found on other tables by how they look.",
}
"""What each command answers, in the order of the help."""

FOLDERS = {
    **dict.fromkeys(("check", "list", "new", "place", "remove", "show"), "tables"),
    **dict.fromkeys(("calibrate", "card", "card-photo", "import", "keep", "learn", "markers", "scan", "surface"), "scanning"),
}
"""The folders of commands whose modules are in one. Those in ``scanning`` are the only ones that import ``capture``."""
