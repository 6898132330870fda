"""What is kept of a battle as evidence: its table with everybody as he is now."""

from assets import tables
from sightline.window.controllers.evidence_export import draft_of_battle
from tests.rules.skirmish.battles import battle


def test_a_kept_table_has_the_figure_that_stands_for_somebody_now() -> None:
    now = battle({"anna": (10, 10), "bill": (14, 10)}).changed("anna", proxy="brute")
    figures = draft_of_battle(now, tables.path("disputed-shot")).document.figures
    assert [(one.id, one.proxy, one.base_mm) for one in figures] == [("anna", "brute", 25.0), ("bill", "human", 25.0)]
