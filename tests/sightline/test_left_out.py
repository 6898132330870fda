"""Machines for which a package is not built: what works without it, and the one line where it is needed."""

import subprocess
import sys
from pathlib import Path

import pytest

from assets.tables import path
from sightline.errors import OPTIONAL, not_installed

ROOT = Path(__file__).parents[2]


def without(modules: tuple[str, ...], *words: str) -> subprocess.CompletedProcess[str]:
    """What comes of a command where none of the modules can be imported."""
    program = (
        f"import sys; sys.modules.update(dict.fromkeys({modules!r}))\n"
        f"from sightline.cli.command_line import run; sys.exit(run({words!r}))"
    )
    return subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False, timeout=120)


@pytest.mark.parametrize(
    "missing", ["imgui_bundle", *(pytest.param(one, marks=pytest.mark.long) for one in ("pyglet", "pyrender"))]
)
def test_the_window_says_what_it_needs(missing: str) -> None:
    done = without((missing,), "play")
    assert done.returncode == 2
    (line,) = done.stderr.splitlines()
    assert f"the window needs {OPTIONAL[missing][0]}, which is not installed" in line


@pytest.mark.parametrize("words", [("markers", "-o", "tags.pdf"), ("scan", "photo.jpg", "-o", "table.json")])
def test_what_looks_at_photos_says_what_it_needs(words: tuple[str, ...], tmp_path: Path) -> None:
    done = without(("cv2",), *(str(tmp_path / word) if "." in word else word for word in words))
    assert done.returncode == 2
    (line,) = done.stderr.splitlines()
    assert "opencv-python-headless, which is not installed" in line


@pytest.mark.long
def test_all_else_works_without_any_of_them(tmp_path: Path) -> None:
    words = ["los", str(path("disputed-shot")), "jelena", "kruger", "--rules", "main-rulebook", "--tolerance-mm", "0"]
    picture = str(tmp_path / "eye.png")
    done = without((*OPTIONAL, "OpenGL", "freetype"), *words, "--picture", picture)
    told = [line for line in done.stderr.splitlines() if not line.startswith("wrote ")]
    assert (done.returncode, told) == (0, [])
    assert done.stdout.startswith("Jelena sees Kruger: partial cover")
    assert Path(picture).is_file()


def test_other_missing_modules_are_faults_of_ours() -> None:
    assert not_installed(ModuleNotFoundError(name="numpy")) is None
    assert not_installed(ImportError(name="cv2")) is None
