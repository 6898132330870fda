"""Loading scenarios: bundled ones by name, others by their file."""

from pathlib import Path

from assets import scenarios
from rules.errors import RulesError
from rules.roster.toml_reading import MAX_BYTES
from rules.skirmish.state.scenario import Scenario
from rules.skirmish.state.scenario_reading import parse_scenario
from scene.base.safe_files import read_bytes


def load_scenario(name: str | Path) -> Scenario:
    """The scenario of a bundled name or a file.

    Raises:
        RulesError: with everything that is wrong with the file, each line with the file's name before it.
        SceneError: if there is no such scenario, or its file cannot be read.
    """
    path = scenario_path(name)
    try:
        return parse_scenario(read_bytes(path, MAX_BYTES))
    except RulesError as error:
        raise RulesError(f"{path.name}: {fault}" for fault in error.faults) from None


def scenario_path(name: str | Path) -> Path:
    """The file of a scenario; what neither has an ending nor is a file is the name of a bundled scenario."""
    path = Path(name)
    is_name = isinstance(name, str) and path.name == name and not path.suffix
    bundled = is_name and (name in scenarios.names() or not path.exists())
    return scenarios.path(str(name)) if bundled else path
