"""Nothing of this rule system is outside its package, its assets, tests and docs."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[4]
NAMED = re.compile(r"combat[-_ ]pool|warband|\bploys?\b", re.IGNORECASE)
OWN = (ROOT / "rules" / "systems" / "combat_pool", ROOT / "assets" / "warbands")


def test_no_line_outside_names_it_or_what_only_it_has() -> None:
    sources = [
        path for folder in ("scene", "rules", "capture", "assets", "sightline") for path in (ROOT / folder).rglob("*.py")
    ]
    sources = [path for path in sources if not any(own in path.parents for own in OWN)]
    assert len(sources) > 500
    found = [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()}"
        for path in sources
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1)
        if NAMED.search(line)
    ]
    assert found == []
