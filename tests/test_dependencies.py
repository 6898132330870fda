"""What Sightline stands on: the lock fits what pyproject.toml asks for, on all machines, and what is installed and imported."""

import json
import re
import sys
import tomllib
from collections.abc import Iterable, Iterator
from importlib.metadata import distribution, packages_distributions
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from packaging.markers import default_environment
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
LOCK = [line.strip() for line in (ROOT / "requirements.lock").read_text("utf-8").splitlines() if not line.startswith("#")]
LOCKED = [Requirement(line) for line in LOCK]
OURS = ("scene", "rules", "capture", "assets", "sightline")

Environment = dict[str, str]

SYSTEMS = {"linux": ("posix", "Linux"), "darwin": ("posix", "Darwin"), "win32": ("nt", "Windows")}
MACHINES = {
    *product(["linux"], ["x86_64", "aarch64"]),
    *product(["darwin"], ["x86_64", "arm64"]),
    *product(["win32"], ["AMD64", "ARM64"]),
}


def environment(version: str, system: str, machine: str) -> Environment:
    os_name, platform_system = SYSTEMS[system]
    return {
        **{name: str(value) for name, value in default_environment().items()},
        "python_version": version,
        "python_full_version": f"{version}.1",
        "sys_platform": system,
        "platform_machine": machine,
        "os_name": os_name,
        "platform_system": platform_system,
    }


ENVIRONMENTS = [
    environment(version, *machine) for version, machine in product(["3.11", "3.12", "3.13", "3.14"], sorted(MACHINES))
]
HERE = {name: str(value) for name, value in default_environment().items()}


def asked(*, extras: Iterable[str] = ("test",)) -> list[Requirement]:
    """What pyproject.toml asks for."""
    project = PROJECT["project"]
    lines = [*project["dependencies"], *(line for extra in extras for line in project["optional-dependencies"][extra])]
    return [Requirement(line) for line in [*lines, *PROJECT["build-system"]["requires"]]]


def applies(requirement: Requirement, where: Environment, extra: str = "") -> bool:
    return requirement.marker is None or requirement.marker.evaluate({**where, "extra": extra})


def locked(name: str, where: Environment) -> list[str]:
    """The versions that the lock holds of a package in such an environment."""
    return [
        next(iter(line.specifier)).version
        for line in LOCKED
        if canonicalize_name(line.name) == canonicalize_name(name) and applies(line, where)
    ]


def unlocked(requirements: Iterable[Requirement], where: Environment) -> list[str]:
    """The requirements that the lock does not meet with one version in such an environment."""
    wrong = []
    for requirement in requirements:
        versions = locked(requirement.name, where)
        if len(versions) != 1 or not requirement.specifier.contains(versions[0], prereleases=True):
            wrong.append(f"{requirement}: locked {versions}")
    return wrong


def installed(name: str, extras: Iterable[str] = ()) -> Iterator[tuple[str, list[Requirement]]]:
    """The packages that are installed for one, each with what it asks for here."""
    seen: set[tuple[str, tuple[str, ...]]] = set()
    ahead = [(name, tuple(extras))]
    while ahead:
        key = ahead.pop()
        if key in seen:
            continue
        seen.add(key)
        lines = [Requirement(line) for line in distribution(key[0]).requires or []]
        needed = [line for line in lines if any(applies(line, HERE, extra) for extra in ("", *key[1]))]
        ahead += [(canonicalize_name(line.name), tuple(sorted(line.extras))) for line in needed]
        yield key[0], needed


def test_the_lock_names_versions_and_no_place_to_get_them() -> None:
    assert [line for line in LOCK if not re.fullmatch(r"[a-z0-9-]+==[a-z0-9.]+( ; .+)?", line)] == []


@pytest.mark.parametrize("where", ENVIRONMENTS, ids=lambda it: "-".join(list(it.values())[-4:]))
def test_all_that_is_asked_for_is_locked_in_range_on_every_machine(where: Environment) -> None:
    assert unlocked([line for line in asked() if applies(line, where)], where) == [], UPDATE


def test_all_that_is_installed_is_locked() -> None:
    wrong = [fault for _, needed in installed("sightline", ["test"]) for fault in unlocked(needed, HERE)]
    assert wrong == [], UPDATE


def test_what_is_tested_is_what_is_locked() -> None:
    stamp = Path(sys.prefix) / "sightline-installed.json"
    if not stamp.exists() or json.loads(stamp.read_text("utf-8")).get("versions") != "locked":
        pytest.skip("start.py has not installed the locked versions here")
    others = {name for name, _ in installed("sightline", ["test"])} - {"sightline"}
    assert {name: [distribution(name).version] for name in others} == {name: locked(name, HERE) for name in others}


def test_a_new_dependency_and_a_range_without_the_locked_version_are_found() -> None:
    assert unlocked([Requirement("leftpad>=1")], HERE)
    assert unlocked([Requirement("numpy<2")], HERE)
    assert not unlocked([Requirement("numpy>=2")], HERE)


def test_what_builds_it_is_asked_for_alike() -> None:
    assert PROJECT["dependency-groups"]["build"] == PROJECT["build-system"]["requires"]


def test_all_that_is_asked_for_is_used() -> None:
    """Each dependency that is installed here is imported by some module of ours."""
    text = "\n".join(path.read_text("utf-8") for package in OURS for path in (ROOT / package).rglob("*.py"))
    imported = set(re.findall(r"^ *(?:from|import) (\w+)", text, flags=re.MULTILINE))
    # A package that is one compiled module is not listed by Python 3.11; it has its module's name.
    distributions = packages_distributions()
    used = {canonicalize_name(name) for module in imported for name in distributions.get(module, [module])}
    wanted = {canonicalize_name(Requirement(line).name) for line in PROJECT["project"]["dependencies"]}
    assert {name for name in wanted if locked(name, HERE)} <= used


def test_the_page_has_a_row_for_each() -> None:
    page = (ROOT / "docs" / "dependencies.md").read_text("utf-8")
    named = set(re.findall(r"^\| `([a-z0-9-]+)`", page, flags=re.MULTILINE))
    assert {canonicalize_name(line.name) for line in asked(extras=("test", "bench"))} - named == set()


UPDATE = "requirements.lock is not current: the command that makes it anew is in its first lines (docs/dependencies.md)"
