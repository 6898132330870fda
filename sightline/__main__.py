"""Starts the command line: ``python -m sightline`` or ``sightline``."""

import sys


def main() -> None:
    """Runs the command line on the words of this process and exits with its code."""
    try:
        from sightline.cli.command_line import run

        sys.exit(run(sys.argv[1:]))
    except KeyboardInterrupt:  # before the command line itself was ready to catch it
        sys.exit(130)


if __name__ == "__main__":
    main()
