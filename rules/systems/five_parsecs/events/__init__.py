"""The end of a round, and what its events do to the rounds that follow.

- `end_of_round`: morale, battle event, escalation, endings, in their order; open it first.
- `panic_dice`: morale, and who bails.
- `battle_events`: the table; `crew_events`, `enemy_events`, `table_events`: what most of its rows do.
- `found_things`: markers that the crew may pick up.
- `possible_reinforcements`: markers at which enemies may come.
- `vermin`: critters, which are on nobody's side.
- `escalation_checks`: when a battle escalates, and the table; `escalation_effects`: what its rows do.
- `battle_endings`: every way in which a battle ends; `objectives`: what the crew has come for.
- `round_hooks`: what the phases of a round call and ask.
- `arriving`: waiting figures come onto the table; `table_edges`: whose edge is which; `random_figures`: one of several.
"""
