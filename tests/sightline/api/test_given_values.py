"""What programmers give by mistake: each function names the argument and says what it may be, and nothing else is raised."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import sightline as sl
from assets import tables
from scene.table.table import Table
from sightline.api.attack_questions import AttackOddsAnswer
from sightline.api.loaded_table import LoadedTable
from sightline.api.python_words import python_line
from tests.plain_scenes import box
from tests.sightline.small_battle import small_battle
from tests.sightline.tables import member, table_file

NAN = float("nan")
PLACE = (10.0, 6.0, 0.0)
Ask = Callable[[Table], object]

WRONG: dict[str, list[Ask]] = {
    "table": [
        lambda _: sl.line_of_sight("disputed-shot", "jelena", "kruger"),  # type: ignore[arg-type]
        lambda _: sl.path(None, "jelena", PLACE),  # type: ignore[arg-type]
        lambda _: sl.reach(3, "jelena", 4),  # type: ignore[arg-type]
        lambda _: sl.measure({}, "jelena", "kruger"),  # type: ignore[arg-type]
        lambda _: sl.fall("x", PLACE),  # type: ignore[arg-type]
        lambda _: sl.blast(7, "jelena", PLACE, size=3, rng=None),  # type: ignore[arg-type]
        lambda _: sl.attack_odds(7, "jelena", "kruger", weapon="Slug pistol"),  # type: ignore[arg-type]
        lambda _: sl.draw("disputed-shot"),  # type: ignore[arg-type]
        lambda _: sl.save_table("disputed-shot", "x.json"),  # type: ignore[arg-type]
        lambda _: sl.who_sees_whom([]),  # type: ignore[arg-type]
    ],
    "shooter": [
        lambda table: sl.line_of_sight(table, 3, "kruger"),  # type: ignore[arg-type]
        lambda table: sl.line_of_sight(table, None, "kruger"),  # type: ignore[arg-type]
        lambda table: sl.blast_odds(table, ["jelena"], PLACE, size=3),  # type: ignore[arg-type]
    ],
    "target": [lambda table: sl.line_of_sight(table, "jelena", b"kruger")],  # type: ignore[arg-type]
    "attacker": [lambda table: sl.attack_odds(table, None, "kruger", weapon="Slug pistol")],  # type: ignore[arg-type]
    "figure": [
        lambda table: sl.path(table, 3, PLACE),  # type: ignore[arg-type]
        lambda table: sl.reach(table, None, 3),  # type: ignore[arg-type]
        lambda table: sl.fall(table, PLACE, figure=3),  # type: ignore[arg-type]
    ],
    "goal": [
        lambda table: sl.path(table, "jelena", None),  # type: ignore[arg-type]
        lambda table: sl.path(table, "jelena", 7),  # type: ignore[arg-type]
        lambda table: sl.path(table, "jelena", (3, "a", 0)),  # type: ignore[arg-type]
        lambda table: sl.path(table, "jelena", "ann"),  # type: ignore[arg-type]
        lambda table: sl.path(table, "jelena", np.zeros((3, 3))),  # type: ignore[arg-type]
        lambda table: sl.path(table, "jelena", (10**400, 0, 0)),
        lambda table: sl.path(table, "jelena", (True, 0, 0)),
    ],
    "at": [
        lambda table: sl.fall(table, None),  # type: ignore[arg-type]
        lambda table: sl.blast_odds(table, "jelena", "oddo", size=3),  # type: ignore[arg-type]
        lambda table: sl.attack_odds(table, "jelena", "kruger", weapon="Splinter grenades", at=7),  # type: ignore[arg-type]
    ],
    "b": [lambda table: sl.measure(table, "jelena", 7)],  # type: ignore[arg-type]
    "toward": [
        lambda table: sl.fall(table, PLACE, toward=(1,)),  # type: ignore[arg-type]
        lambda table: sl.fall(table, PLACE, toward=(NAN, 1)),
    ],
    "base_mm": [
        lambda table: sl.fall(table, PLACE, base_mm="x"),  # type: ignore[arg-type]
        lambda table: sl.fall(table, PLACE, base_mm=0),
        lambda table: sl.fall(table, PLACE, base_mm=-25),
    ],
    "step": [
        lambda table: sl.reach(table, "oddo", 3, step=0),
        lambda table: sl.reach(table, "oddo", 3, step=-1),
        lambda table: sl.reach(table, "oddo", 3, step=NAN),
    ],
    "inches": [
        lambda table: sl.reach(table, "oddo", NAN),
        lambda table: sl.reach(table, "oddo", "5"),  # type: ignore[arg-type]
        lambda table: sl.reach(table, "oddo", None),  # type: ignore[arg-type]
        lambda table: sl.reach(table, "oddo", 0),
        lambda table: sl.reach(table, "oddo", -3),
    ],
    "move": [
        lambda table: sl.path(table, "oddo", PLACE, move="5"),  # type: ignore[arg-type]
        lambda table: sl.path(table, "oddo", PLACE, move=0),
        lambda table: sl.path(table, "oddo", PLACE, move=NAN),
        lambda table: sl.reach(table, "oddo", 3, move=-5),
    ],
    "safe": [lambda table: sl.path(table, "oddo", PLACE, safe="no")],  # type: ignore[arg-type]
    "tolerance_mm": [
        lambda table: sl.line_of_sight(table, "oddo", "kruger", tolerance_mm="2"),  # type: ignore[arg-type]
        lambda table: sl.line_of_sight(table, "oddo", "kruger", tolerance_mm=-2),
        lambda table: sl.line_of_sight(table, "oddo", "kruger", tolerance_mm=NAN),
        lambda table: sl.who_sees_whom(table, tolerance_mm=1e9),
    ],
    "seed": [
        lambda table: sl.line_of_sight(table, "oddo", "kruger", seed=-1),
        lambda table: sl.line_of_sight(table, "oddo", "kruger", seed=1.5),  # type: ignore[arg-type]
        lambda _: sl.Battle.open("gantry-standoff", seed="x"),  # type: ignore[arg-type]
    ],
    "rules": [
        lambda table: sl.line_of_sight(table, "oddo", "kruger", rules=None),  # type: ignore[arg-type]
        lambda table: sl.path(table, "oddo", PLACE, rules=["main-rulebook"]),  # type: ignore[arg-type]
    ],
    "rng": [
        lambda table: sl.blast(table, "jelena", (15, 8, 3), size=3, rng=7, missed=True),  # type: ignore[arg-type]
        lambda table: sl.blast(table, "jelena", (15, 8, 3), size=3, rng=None, missed=True),
    ],
    "reach": [
        lambda table: sl.blast_odds(table, "jelena", (15, 8, 3), size=3, reach=(8,)),  # type: ignore[arg-type]
        lambda table: sl.blast_odds(table, "jelena", (15, 8, 3), size=3, reach=(8, 4)),
        lambda table: sl.blast_odds(table, "jelena", (15, 8, 3), size=3, reach=7),  # type: ignore[arg-type]
    ],
    "size": [
        lambda table: sl.blast_odds(table, "jelena", (15, 8, 3), size="a"),  # type: ignore[arg-type]
        lambda table: sl.draw(table, size=(10,)),  # type: ignore[arg-type]
        lambda table: sl.draw(table, size=400),  # type: ignore[arg-type]
        lambda table: sl.draw(table, size=(10**6, 10**6)),
        lambda table: sl.draw(table, size=(4096, 4096)),
        lambda table: sl.draw(table, size=(600.5, 400)),  # type: ignore[arg-type]
    ],
    "hit_roll": [
        lambda table: sl.blast_odds(table, "jelena", (15, 8, 3), size=3, hit_roll=1.5),
        lambda table: sl.blast_odds(table, "jelena", (15, 8, 3), size=3, hit_roll=-0.1),
    ],
    "weapon": [
        lambda table: sl.attack_odds(table, "jelena", "kruger", weapon=3),  # type: ignore[arg-type]
        lambda table: sl.attack_odds(table, "jelena", "kruger", weapon=None),  # type: ignore[arg-type]
        lambda table: sl.attack_odds(table, "jelena", "kruger", weapon=[3]),  # type: ignore[list-item]
        lambda table: sl.attack_odds(table, "jelena", "kruger"),
    ],
    "gangs": [lambda table: sl.attack_odds(table, "jelena", "kruger", weapon="Slug pistol", gangs=3)],  # type: ignore[arg-type]
    "profile": [lambda table: sl.attack_odds(table, "jelena", "kruger", weapon="Slug pistol", profile=3)],  # type: ignore[arg-type]
    "show": [
        lambda table: sl.draw(table, show="x"),  # type: ignore[arg-type]
        lambda table: sl.draw(table, show=table),  # type: ignore[arg-type]
    ],
    "view": [lambda table: sl.draw(table, view=NAN), lambda table: sl.draw(table, view=(1, 2))],  # type: ignore[arg-type]
    "elevation": [lambda table: sl.draw(table, view="north", elevation=4), lambda table: sl.draw(table, elevation=90)],
    "path": [
        lambda _: sl.load_table(3),  # type: ignore[arg-type]
        lambda table: sl.save_table(table, 3),  # type: ignore[arg-type]
        lambda _: sl.Battle.open(3),  # type: ignore[arg-type]
    ],
    "max_faces": [lambda _: sl.load_table("disputed-shot", max_faces=0)],
    "overwrite": [lambda table: sl.save_table(table, "x.json", overwrite=1)],  # type: ignore[arg-type]
    "photos": [lambda _: sl.scan_photos(3)],  # type: ignore[arg-type]
    "tag_mm": [lambda _: sl.scan_photos("photos", tag_mm=0)],
    "lengths": [
        lambda _: sl.scan_photos("photos", lengths=[(0, 2)]),  # type: ignore[list-item]
        lambda _: sl.scan_photos("photos", lengths=[(0, 2.5, 9)]),  # type: ignore[list-item]
    ],
    "journal": [lambda _: sl.Battle.open("gantry-standoff", journal=3)],  # type: ignore[arg-type]
    "typed": [lambda _: sl.Battle.open("gantry-standoff", typed="yes")],  # type: ignore[arg-type]
    "kind": [lambda _: sl.names("games")],  # type: ignore[arg-type]
}  # fmt: skip
CALLS = [pytest.param(name, ask, id=f"{name} {number}") for name, asks in WRONG.items() for number, ask in enumerate(asks)]


@pytest.fixture(scope="module")
def table() -> LoadedTable:
    return sl.load_table("disputed-shot")


@pytest.mark.parametrize(("name", "ask"), CALLS)
def test_a_wrong_value_is_told_by_its_argument(
    name: str, ask: Ask, table: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(sl.CommandError) as caught:
        ask(table)
    assert [fault.split("=")[0] for fault in caught.value.faults] == [name]
    assert isinstance(caught.value, sl.Error)
    assert list(tmp_path.iterdir()) == []  # nothing is begun that cannot be done


@pytest.mark.parametrize("error", [sl.CommandError, sl.RulesError, sl.SceneError])
def test_every_error_is_of_one_base(error: Callable[[str], sl.Error]) -> None:
    with pytest.raises(sl.Error, match="no such thing") as caught:
        raise error("no such thing")
    assert caught.value.faults == ("no such thing",)


def test_a_figure_may_be_given_itself(table: LoadedTable) -> None:
    one, other = table.figure("jelena"), table.figure("kruger")
    assert sl.line_of_sight(table, one, other).document() == sl.line_of_sight(table, "jelena", "Kruger").document()
    assert sl.measure(table, one, table.piece("tank")).document() == sl.measure(table, "jelena", "tank").document()
    with pytest.raises(sl.CommandError, match="shooter: Jelena stands otherwise on this table"):
        sl.line_of_sight(table, one.moved((3.0, 3.0, 0.0)), other)
    with pytest.raises(sl.SceneError, match='no figure has the id "Jelena"; that is the name of "jelena"'):
        table.figure("Jelena")


@pytest.mark.parametrize(
    ("where", "why"),
    [
        ((-3.0, 3.0, 0.0), "stands off the table"),
        ((10.5, 19.5, 0.0), 'stands inside terrain "tank"'),
        ((10.45, 9.8, 0.0), "stand in one another"),
        ((3.0, 3.0, 60.0), "stands in the air"),
    ],
)
def test_nobody_is_asked_about_where_nobody_can_stand(
    where: Any, why: str, table: LoadedTable, tmp_path: Path  # noqa: ANN401
) -> None:  # fmt: skip
    there = table.with_figure(table.figure("oddo").moved(where))
    asks: list[Ask] = [
        lambda table: sl.line_of_sight(table, "oddo", "kruger"),
        lambda table: sl.path(table, "oddo", PLACE),
        lambda table: sl.save_table(table, tmp_path / "there.json"),
    ]
    for ask in asks:
        with pytest.raises(sl.SceneError, match=why):
            ask(there)
    assert list(tmp_path.iterdir()) == []


def test_who_floats_is_warned_of(table: LoadedTable, capsys: pytest.CaptureFixture[str]) -> None:
    there = table.with_figure(table.figure("oddo").moved((3.0, 3.0, 2.0)))
    sl.measure(there, "oddo", "kruger")
    assert 'warning: figure "Oddo": floats 2.00 inch above' in " ".join(capsys.readouterr().err.split())
    sl.measure(there, "oddo", "kruger")
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("where", [(1.0, 2.0), ("x", 2.0, 3.0), (NAN, 2.0, 3.0)])
def test_nobody_is_moved_to_no_place(where: Any, table: LoadedTable) -> None:  # noqa: ANN401
    there = table.with_figure(table.figure("oddo").moved(where))
    with pytest.raises(sl.CommandError, match=r"the position of Oddo=.*give a place"):
        sl.draw(there)


def test_a_table_keeps_what_its_file_was_warned_of(tmp_path: Path) -> None:
    written = tables.path("disputed-shot").read_text("utf-8")
    file = tmp_path / "floats.json"
    file.write_text(written.replace('"position": [16.3, 7.3, 0]', '"position": [16.3, 7.3, 1]'), encoding="utf-8")
    table = sl.load_table(file)
    assert [line.split(";")[0] for line in table.warnings] == [
        'floats.json: figure "Oddo": floats 1.00 inch above what is under it, which is at height 0.00'
    ]
    assert table.with_figure(table.figure("oddo").moved((3.0, 3.0, 0.0))).warnings == table.warnings
    assert sl.load_table("disputed-shot").warnings == ()


def test_one_weapon_or_gang_needs_no_list(table: LoadedTable) -> None:
    one = sl.attack_odds(table, "jelena", "kruger", weapon="Slug pistol", gangs="lantern-ferry")
    assert (
        one.document() == sl.attack_odds(table, "jelena", "kruger", weapon=["Slug pistol"], gangs=["lantern-ferry"]).document()
    )


@pytest.mark.parametrize("weapon", ["Slug pistol", "Pump gun"])
def test_a_profile_that_no_weapon_has_is_refused(weapon: str, table: LoadedTable) -> None:
    with pytest.raises(sl.CommandError, match=f'{weapon} has no profile "telescope"'):
        sl.attack_odds(table, "jelena", "kruger", weapon=weapon, profile="telescope")


def test_messages_name_the_arguments_of_the_function() -> None:
    table = sl.load_table("disputed-shot")
    with pytest.raises(sl.CommandError, match=r"^weapon=\.\.\. is missing; only fight=\.\.\. goes without"):
        sl.attack_odds(table, "jelena", "kruger")
    with pytest.raises(sl.CommandError, match=r'give rules="main-rulebook"$'):
        sl.line_of_sight(table, "jelena", "kruger", rules="geometry", flat=True)
    with pytest.raises(sl.CommandError, match=r"give step=0.11 or more$"):
        sl.reach(table, "jelena", 100, step=0.1)
    for ask in (sl.line_of_sight, lambda *names: sl.attack_odds(*names, weapon="Slug pistol")):
        with pytest.raises(
            sl.CommandError, match=r'^"(?i:oddo)" cannot be both (shooter|attacker) and target; name two figures$'
        ):
            ask(table, "oddo", "Oddo")
    assert python_line("leave --other out, --miss too", {"missed"}) == "leave --other out, missed=... too"
    assert python_line("SHOOTER and TARGET", {"attacker", "target"}) == "attacker and target"


def test_a_battle_begins_once_and_is_gone_on_with_by_the_same_call(tmp_path: Path) -> None:
    file, kept = small_battle(tmp_path), tmp_path / "kept.journal"
    with pytest.raises(sl.CommandError, match=r"^seed='x': give a whole number"):
        sl.Battle.open(file, seed="x", journal=kept)  # type: ignore[arg-type]
    assert not kept.exists()
    for _ in range(2):
        with sl.Battle.open(file, seed=4, journal=kept) as battle:
            battle.answer("1")
    with pytest.raises(sl.CommandError, match=r"begun with seed 4; leave seed=\.\.\. out"):
        sl.Battle.open(file, seed=5, journal=kept)
    closed = sl.Battle.open(file, journal=kept)
    closed.close()
    with pytest.raises(sl.CommandError, match="this battle is closed"):
        closed.answer("1")
    with pytest.raises(sl.CommandError, match="this battle is closed"):
        closed.undo()
    assert repr(closed).startswith(f'<Battle "{closed.name}"')


def test_what_is_no_answer_to_a_battle_is_refused(tmp_path: Path) -> None:
    with sl.Battle.open(small_battle(tmp_path), seed=4) as battle:
        with pytest.raises(sl.CommandError, match=r"^text=1: give an answer as a text"):
            battle.answer(1)  # type: ignore[arg-type]
        for count in ("x", 0, 1.5, True):
            with pytest.raises(sl.CommandError, match=r"^count=.*: give a whole number of at least 1"):
                battle.undo(count)  # type: ignore[arg-type]
        asked = battle.question
        with pytest.raises(sl.RulesError, match="cannot be taken back"):
            battle.undo(3)
        assert battle.question == asked


def test_pictures_of_answers_are_not_asked_for_what_they_ignore(table: LoadedTable) -> None:
    span = sl.measure(table, "jelena", "kruger")
    other = table.with_figure(replace(table.figure("oddo"), facing=3.0))
    asks: list[tuple[Callable[[], object], str]] = [
        (lambda: sl.draw(table, show=span, size=(600, 400)), "^size: the picture of an answer is as it is"),
        (lambda: sl.draw(table, show=span, view="north", names=True), "^view, names: "),
        (lambda: sl.draw(other, show=span), "about another table"),
        (lambda: sl.draw(table, show=sl.attack_odds(table, "oddo", "kruger", weapon=[], fight=True)), "nothing to draw: that"),
    ]
    for ask, why in asks:
        with pytest.raises(sl.CommandError, match=why):
            ask()


def test_a_view_may_be_a_number_of_degrees(table: LoadedTable) -> None:
    assert sl.draw(table, view=30, size=(400, 400)).tobytes() == sl.draw(table, view="30", size=(400, 400)).tobytes()


def test_what_is_false_says_so_in_words(table: LoadedTable, tmp_path: Path) -> None:
    none = sl.attack_odds(table, "oddo", "kruger", weapon=[], fight=True)
    assert not none
    assert none.document() == {"possible": False, "why": "Oddo is not engaged with Kruger"}
    assert repr(none).startswith("<NoAttackAnswer: that cannot be done: Oddo is not engaged with Kruger")
    assert not hasattr(none, "_repr_png_")
    wall = {"id": "wall", "mesh": "wall.obj", "units": "inch", "position": [10, 10, 0]}
    people = (member("ann", "red", 4, 10), member("bill", "blue", 16, 10))
    yard = sl.load_table(table_file(tmp_path, wall, *people, size=(20, 20), wall=box((-0.5, -9, 0), (0.5, 9, 8))))
    shot = sl.line_of_sight(yard, "ann", "bill")
    assert not shot
    assert not shot.line_of_sight
    both = sl.who_sees_whom(yard)
    assert not both
    assert [(pair.shooter.id, pair.target.id) for pair in both.pairs] == [("ann", "bill"), ("bill", "ann")]
    assert [line.split(";")[0] for line in both.lines()] == ["ann does not see bill (proven)", "bill does not see ann (proven)"]


def test_a_crowd_of_one_side_has_nobody_to_see(table: LoadedTable) -> None:
    alone = replace(table, figures=table.figures[:1])
    nobody = sl.who_sees_whom(alone)
    assert nobody.pairs == ()
    assert str(nobody) == "no two figures on this table are of different sides"
    assert nobody.picture().width > 100


@pytest.mark.long
def test_values_are_short_as_a_notebook_shows_them(table: LoadedTable) -> None:
    shot = sl.line_of_sight(table, "jelena", "kruger")
    odds = sl.attack_odds(table, "jelena", "kruger", weapon="Slug pistol")
    assert isinstance(odds, AttackOddsAnswer)
    values: list[object] = [
        table,
        table.terrain,
        *table.figures,
        *table.terrain.pieces,
        table.figures[0].body,
        shot,
        shot.verdict,
    ]
    values += [sl.measure(table, "jelena", "kruger"), odds, *odds.steps, sl.blast_odds(table, "jelena", (15, 8, 3), size=3)]
    values += [sl.fall(table, (6.6, 9.2, 3)), sl.who_sees_whom(table)]
    for value in values:
        assert repr(value).startswith("<")
        assert len(repr(value)) < 160
        assert "\n" not in repr(value)
    assert (
        repr(table.figure("oddo").moved((3.0, 0.1 + 0.2, 3.0000000000000013))) == "<Figure Oddo (oddo) of blue at (3, 0.3, 3)>"
    )
    assert len(table._repr_png_()) > 10_000


def test_what_is_asked_in_a_battle_is_short(tmp_path: Path) -> None:
    with sl.Battle.open(small_battle(tmp_path), seed=4) as battle:
        for value in (battle, battle.question, battle.state, battle.state.setting):
            assert repr(value).startswith("<")
            assert len(repr(value)) < 200


def test_names_of_all_that_comes_along() -> None:
    assert "gantry-town" in sl.names("tables")
    assert "gantry-standoff" in sl.names("battles")
    assert "lantern-ferry" in sl.names("gangs")
    assert sl.names("rules")[0] == "main-rulebook"
    assert "Slug pistol" in sl.names("weapons")
