"""The phases of a round from set-up to its end, and whose turn it is.

- `rounds`: a battle from one step to the next; open it first.
- In their order: `deployment`, `priority` (the priority phase), `activation` (the action phase), `end_phase`.
- `action_list`: all actions, in the order in which they are offered.
- `tactic_cards`: decks and hands.
"""
