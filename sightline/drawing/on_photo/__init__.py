"""Answers drawn on the photos of a scan.

A command each: `photo_sight` (``los``), `photo_measure`, `photo_reach` and `photo_blast`. What they share: `photo_frame` (which
object and which point of the table a pixel shows), `photo_marks` (outlines, lines and labels), `photo_target` (which points of
the target the eye sees), `photo_band` (the words below).
"""
