"""Pictures, drawn with the rays that also decide: they need neither a screen nor a graphics card.

What an eye sees is in ``sight/``, paths and reach in ``movement/``, blasts, flames, falls and random moves in ``hazards/``,
answers on photos of a scan in ``on_photo/``. They are put together from shaded pixels (``rendering/``) and from words, lines
and frames (``annotation/``).
"""
