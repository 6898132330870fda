"""The window: the table in three dimensions, drawn, pointed at and played on.

What it shows is a value (`view.View`), what people do in it are values too (`intents`), and `desk.Desk` is the one thing that
changes. Panels are plain functions of the view that give descriptions (`widgets`); only `app`, `canvas` and `panes` know of
windows and OpenGL.
"""
