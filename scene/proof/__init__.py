"""Proof that there is no line of sight between two bodies, or a line that a search had missed.

- `sight_proof`: pairs of cells of the two bodies are divided until a surface closes the shaft of each, or a line is free.
- `certificate_file`, `certificate_check`: the proof in a file, and its check in exact arithmetic.
"""
