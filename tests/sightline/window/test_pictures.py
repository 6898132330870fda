"""The window as it is drawn by software, held against kept pictures; `tests.sightline.window.pictured` draws them anew."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from filelock import FileLock
from PIL import Image, ImageFilter

from sightline.window.view.window_settings import WindowSettings, save_settings
from tests.sightline.window import pictured
from tests.sightline.window.pictured import Difference, difference, kept, small, told
from tests.sightline.window.screen import Screen, screen

STATES = ("start", "sight", "reach", "build", "help", "battle", "rulings", "crew", "enemy", "hand-over")


@pytest.fixture(scope="module")
def on(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Screen]:
    """A screen of its own, of a user who has seen the tour."""
    home = tmp_path_factory.mktemp("user")
    save_settings(WindowSettings(toured=True), home / "sightline" / "window.json")
    with screen(home) as found:
        yield found


@pytest.fixture(scope="module")
def drawn(on: Screen, tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Path:
    """The folder with the states as they are drawn now; drawn once, however many processes test."""
    base = tmp_path_factory.getbasetemp()
    folder = (base if worker_id == "master" else base.parent) / "states"
    said = folder / "renderer.txt"
    with FileLock(f"{folder}.lock"):
        if not said.exists():
            folder.mkdir()
            said.write_text(pictured.drawn(on, folder))
    if "llvmpipe" not in said.read_text():
        pytest.skip("something else than Mesa's software draws here")
    return folder


def picture(path: Path) -> Image.Image:
    return small(Image.open(path))


def test_every_state_is_drawn_as_it_was(drawn: Path) -> None:
    """All of them are told at once."""
    found = {name: picture(drawn / f"{name}.png") for name in STATES}
    apart = {name: difference(kept(name), one) for name, one in found.items()}
    wrong = [told(name, found[name], one) for name, one in apart.items() if not one.same]
    assert not wrong, "\n".join(wrong)


def test_the_board_keeps_three_fifths_of_the_window(drawn: Path) -> None:
    """In every state but where people ask for the keys, or the screen is handed over."""
    shares = {name: float((drawn / f"{name}.share").read_text()) for name in STATES if name not in {"help", "hand-over"}}
    assert min(shares.values()) >= 0.6, shares


def test_a_picture_without_shadows_or_with_a_figure_elsewhere_does_not_pass(drawn: Path) -> None:
    for name in ("not-without-shadows", "not-with-a-figure-elsewhere"):
        assert difference(kept("start"), picture(drawn / f"{name}.png")).cells > 2 * pictured.CELLS, name


@pytest.mark.parametrize(("state", "panel"), [("build", (880, 50, 1272, 650)), ("battle", (0, 50, 270, 420))])
def test_a_picture_with_a_panel_moved_by_eight_pixels_does_not_pass(
    state: str, panel: tuple[int, int, int, int], drawn: Path
) -> None:
    altered = Image.open(drawn / f"{state}.png").convert("RGB")
    altered.paste(altered.crop(panel), (panel[0] + 8, panel[1]))
    assert difference(kept(state), small(altered)).cells > 2 * pictured.CELLS


def test_a_picture_that_is_darker_everywhere_does_not_pass(drawn: Path) -> None:
    altered = Image.open(drawn / "start.png").convert("RGB").point(lambda level: max(level - 8, 0))
    assert not difference(kept("start"), small(altered)).same


@pytest.mark.long
def test_smooth_edges_pass(on: Screen, drawn: Path, tmp_path: Path) -> None:
    """As drivers differ: drawn with four samples a pixel, and softened."""
    pictured.drawn(on, tmp_path, "--smooth")
    assert Image.open(tmp_path / "start.png").tobytes() != Image.open(drawn / "start.png").tobytes()
    assert difference(kept("start"), picture(tmp_path / "start.png")).same
    for name in STATES:
        soft = Image.open(drawn / f"{name}.png").convert("RGB").filter(ImageFilter.GaussianBlur(0.6))
        assert difference(kept(name), small(soft)).same, name


def test_what_differs_is_written_as_pictures(tmp_path: Path) -> None:
    wrong = Image.new("RGB", pictured.SMALL)
    words = told("start", wrong, difference(kept("start"), wrong), tmp_path)
    assert str(tmp_path) in words
    for what in ("expected", "actual", "difference"):
        assert Image.open(tmp_path / f"start-{what}.png").size == pictured.SMALL


def test_a_picture_is_the_same_as_itself() -> None:
    assert difference(kept("start"), kept("start")) == Difference(0.0, 0.0)


def test_kept_pictures_are_small() -> None:
    assert {path.stem for path in pictured.KEPT.glob("*.png")} == set(STATES)
    assert max(path.stat().st_size for path in pictured.KEPT.glob("*.png")) < 60_000
