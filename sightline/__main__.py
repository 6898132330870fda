"""Starts the command line: ``python -m sightline`` or ``sightline``."""

import os
import sys
import warnings


def main() -> None:
    """Runs the command line on the words of this process and exits with its code."""
    if not sys.warnoptions:
        warnings.simplefilter("ignore")  # Python's warnings are for programmers; whoever wants them asks with python -W
    # Before NumPy: threads of its matrix products wait for one another longer than they work, and hold up all others.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    try:
        from scene.base.garbage_collection import collect_seldom
        from sightline.cli.command_line import run

        collect_seldom()
        sys.exit(run(sys.argv[1:]))
    except KeyboardInterrupt:  # before the command line itself was ready to catch it
        sys.exit(130)


if __name__ == "__main__":
    main()
