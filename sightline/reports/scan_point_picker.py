"""The point picker in a scan's report: points clicked in its photos become words for ``sightline scan --point``.

Its script is ``templates/point_picker.js``. Names of files reach it as text only, and the page lets no other script run.
"""

import os
from base64 import b64encode
from hashlib import sha256
from pathlib import Path
from urllib.parse import quote

IMAGES = " file: 'self'"
"""What the page's policy has to allow: the photos beside the page."""


def allowed(script: str) -> str:
    """What the page's policy has to say for a script to run: this one, and no other."""
    return f"; script-src 'sha256-{b64encode(sha256(script.encode()).digest()).decode()}'"


def address(path: Path, folder: Path | None) -> str:
    """The photo's address as seen from the report, where it lies in the same folder or below; else nothing.

    Others would say more of somebody's disk than a report should that is passed on.
    """
    if folder is None:
        return ""
    try:
        below = path.resolve().relative_to(folder.resolve())
    except (ValueError, OSError):
        return ""
    return quote(os.fsencode(below.as_posix()))
