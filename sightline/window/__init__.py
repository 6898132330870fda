"""The window: the table in three dimensions, drawn, pointed at and played on.

`first_window` is there before all that draws in it, says what it is opening (`table_opening`), and shows it (`first_picture`).
The system's events come in at `sightline.window.window_app`. What people want by them is an `Intent` (``intents/``), and the
one thing that changes, `WindowState` (``controllers/window_state.py``), carries it out with the functions in ``controllers/``.
What is shown then is a value, `WindowView` (``view/``), with what is played (``battle/``) and what is built (``building/``).
What takes longer than a frame is worked out in ``background/``. Only ``graphics/`` and the window itself know of pyglet,
OpenGL and Dear ImGui.
"""
