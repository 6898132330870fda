"""The panels beside the table, one idea a module; `all_panels` says which of them are shown.

`toolbar_panel`, `selection_panel`, `sight_panel`, `move_panel`, `measure_panel` and `settings_panel` are each one panel;
`help_panels` and `notice_panels` small ones; `panel_words` what several share. Those of cards, floors, photos and battles stand
with what they are about.
"""
