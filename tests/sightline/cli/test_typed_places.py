"""Places as they are typed, heights that are left out, and values of several words."""

import pytest

from assets.mesh_library import LIBRARY
from assets.tables import path as bundled
from scene.table_io.table_reading import load_table
from scene.walkable.local_floors import heights_at
from sightline.cli.typed_places import TypedPlace, typed_place
from sightline.cli.typed_words import joined
from sightline.errors import CommandError


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("24 18 6", (24, 18, 6)),
        ("24,18,6", (24, 18, 6)),
        ("24, 18, 6", (24, 18, 6)),
        ("24 18", (24, 18, None)),
        ("-1 .5 1e1", (-1, 0.5, 10)),
        ("\u22122,9.5,0", (-2, 9.5, 0)),
        ("2.5,3", (2.5, 3, None)),
    ],
)
def test_places_in_either_form(text: str, place: tuple[float, float, float | None]) -> None:
    assert typed_place(text) == TypedPlace(*place)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("5,5", "write 5.5"), ("5,5 8 3", "write 5.5"), ("5", "a place is X Y Z"), ("1 2 3 4", "no place"),  ("1 b 3", "no"),
        ("nan 1 2", "no place"), ("inf 1 2", "no place"), ("1e9 1 2", "10,000"), ("1e999 1 2", "10,000"), ("", "no place"),
    ],
)  # fmt: skip
def test_what_is_no_place(text: str, says: str) -> None:
    with pytest.raises(CommandError, match=says):
        typed_place(text)


@pytest.mark.parametrize(
    ("words", "are"),
    [
        (["--at", "24", "18", "3", "--odds"], ["--at", "24 18 3", "--odds"]),
        (["--at=24,18,3", "gorm"], ["--at", "24,18,3", "gorm"]),
        (["--at", "-1", "2", "--turn", "-30"], ["--at", "-1 2", "--turn", "-30"]),
        (["--at", "24 18 3", "5"], ["--at", "24 18 3", "5"]),
        (["t", "-1", "2", "-.5"], ["t", "\u22121", "2", "\u2212.5"]),
        (["--json", "-1"], ["--json", "\u22121"]),
        (["--", "-1", "2"], ["--", "-1", "2"]),
        (["--at"], ["--at"]),
    ],
)
def test_values_of_several_words_are_joined(words: list[str], are: list[str]) -> None:
    options = {"--at": ("X Y Z", 1), "--turn": ("", 1), "--json": ("", 0)}
    assert joined(options, words, places=True) == are
    if not any("\u2212" in word for word in are):
        assert joined(options, words, places=False) == are


def test_floors_over_a_place_from_the_top() -> None:
    """Gantry town's walkways are gratings 3 inches high; the foundry has decks at 9, 6 and 3."""
    town, foundry = (load_table(bundled(name), LIBRARY) for name in ("gantry-town", "high-foundry"))
    assert heights_at(town, (24.2, 9.2)) == pytest.approx([3.0, 0.0])
    assert heights_at(town, (3.0, 3.0)) == pytest.approx([0.0])
    assert heights_at(foundry, (41.4, 20.9)) == pytest.approx([9.0, 6.0, 3.0, 0.0])
    for figure in foundry.figures:
        assert figure.position[2] == pytest.approx(heights_at(foundry, figure.position[:2])[0], abs=6.0)
        assert min(abs(z - figure.position[2]) for z in heights_at(foundry, figure.position[:2])) < 0.01
