"""Photos of a real table become a scene with uncertainties.

- `capture.photos`: photos are read, upright and grey; `capture.tags`: tags are printed, and found in photos.
- `capture.calibration`: the lens of a camera, from photos of a board.
- `capture.adjustment`: where cameras and tags are, by bundle adjustment: the survey of the table.
- `capture.objects`: pieces, figures and points on the surveyed table; `capture.learning`: where tags sit on a piece.
- `capture.results`: the whole scan, its residuals, advice for a better one, and the table file.
- `capture.registration`: meshes that other programs scanned, put on a table.
"""
