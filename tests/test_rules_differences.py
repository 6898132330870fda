"""The page of differences: made anew it is as it is kept, and it tells apart what differs and what does not."""

from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest

from rules.systems import registry
from rules.systems.system_file import system_of

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def maker() -> ModuleType:
    spec = spec_from_file_location("make_rules_differences", ROOT / "docs" / "make_rules_differences.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_page_is_up_to_date(maker: ModuleType) -> None:
    """``python docs/make_rules_differences.py`` makes it."""
    assert (ROOT / "docs" / "rules-differences.md").read_text("utf-8") == maker.page(maker.relatives())


def test_what_differs_stands_apart(maker: ModuleType) -> None:
    head = 'base = "main-rulebook"\ntitle = "our club"\nphases = ["priority", "action"]\n'
    text = f'{head}[sight]\nfull_cover = 0.6\n[charge]\ndice = "D3"\n'
    systems = (registry.system("main-rulebook"), system_of("our-club.toml", {"our-club.toml": text}))
    differs, same = maker.page(systems).split("## What is the same for all")
    assert "| | The main rulebook | Our club | in files |" in differs
    rows = [line for line in differs.splitlines() if "`" in line and line.startswith("|")]
    assert len(rows) == 3
    assert rows[0].startswith("| a round | priority → action → recovery → bottle → flee (Game structure) | priority → action")
    assert rows[1].startswith("| share of a body that terrain has to hide for full cover | 50 % (Cover) | 60 %")
    assert rows[2].startswith("| dice whose inches a charge goes besides | none (Active) | D3")
    assert "| times the movement that a charge goes | 2 (Active) | `charge.times` |" in same
    assert "`sight.full_cover`" not in same


def test_every_named_number_is_on_the_page() -> None:
    from rules.named_numbers import named_numbers
    from rules.skirmish.state.skirmish_rules import SkirmishRules

    kept = (ROOT / "docs" / "rules-differences.md").read_text("utf-8")
    paths = [one.path for one in named_numbers(SkirmishRules())]
    assert len(paths) > 60
    assert [
        path for path in (*paths, "sight.full_cover", "falls.bands", "movement.costs.climb") if f"`{path}`" not in kept
    ] == []
