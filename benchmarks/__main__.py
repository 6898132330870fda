"""Run every benchmark in its short form: python -m benchmarks [--pieces DIR]."""

import subprocess
import sys

SIGHT = ("accuracy", "picture", "slots", "speed", "rivals")
PLAY = ("movement", "odds", "battles", "program_strength", "blasts")
NAMES = (*SIGHT, *PLAY, "scans", "shot_cards", "clicked_shapes", "dense_lines", "recognition", "window", "phones")
JUDGES = ("judges.hidden_shares", "judges.anyangle")
"""What is always the same, whatever pieces and seeds the others take."""


def main(args: list[str]) -> None:
    """Each in a process of its own, so that none meets another's memory; the exit status is that of the worst."""
    worst = 0
    for name in (*NAMES, *JUDGES):
        given = () if name in JUDGES else args
        done = subprocess.run([sys.executable, "-m", f"benchmarks.{name}", "--short", *given], check=False)
        worst = max(worst, abs(done.returncode))
    raise SystemExit(worst)


if __name__ == "__main__":
    main(sys.argv[1:])
