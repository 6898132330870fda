"""Rule systems, a package each: numbers, citations and what differs; `rule_system` holds one together, `registry` finds them.

A package may have these modules, each with one value: `sight` (``SIGHT``), `movement` (``MOVEMENT``), `falls` (``FALLS``),
`random_moves` (``RANDOM_MOVES``) and `battle` (``PARTS``). What it does not have, the rule system does not settle.
"""
