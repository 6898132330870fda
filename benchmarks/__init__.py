"""Benchmarks of accuracy, speed and memory, each figure with its work beside it and as a ratio to something run beside it.

Sight: `accuracy` (against the plain `reference`), `speed`, `slots`, `picture` and `rivals` (other ray casters). Movement:
`movement` (against a `grid`). Dice: `odds`, `blasts`. Whole battles: `battles`, and `program_strength` for how well they are
played. The window: `window`. Scans: `scans` runs `scan_photos`, `scan_limits` and `scan_shots`. All look at `scenes`.
"""
