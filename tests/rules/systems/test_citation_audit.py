"""Every section that code cites is in its document, and what nobody cites is left out for a reason."""

import pytest

from rules.systems import registry
from tests.rules.systems.citation_audit import cited, reasons, sections, there, uncited

CITING = [name for name in registry.names() if sections(name)]


def test_every_section_that_is_cited_exists() -> None:
    found = list(cited())
    assert [(f"{name}: {section}", where) for name, section, where in found if not there(name, section)] == []
    # What it looks at: procedures, docstrings, numbers that say what they are about.
    assert len(found) > 400
    wheres = {where.partition(":")[0] for _, _, where in found}
    assert {"rules/skirmish/phases/end_phase.py", "rules/hazards/blast_marker.py", "charge.dice"} <= wheres
    assert not there("main-rulebook", "Cover, Nowhere")
    assert not there("main-rulebook", "No such section")


def test_every_system_has_its_table_of_contents() -> None:
    """But what measures alone; and topics are cited by documents that say them."""
    measured = {name for name in registry.names() if name not in CITING}
    assert all(not registry.system(name).has("movement") for name in measured)
    for name in CITING:
        assert len(sections(name)) > 20


@pytest.mark.parametrize("name", CITING)
def test_what_nothing_cites_is_left_out_for_a_reason(name: str) -> None:
    """``python -m tests.rules.systems.citation_audit`` prints what is new here."""
    known = reasons().get(name, {})
    assert set(uncited(name)) == set(known)
    assert all(len(why) > 8 for why in known.values())
