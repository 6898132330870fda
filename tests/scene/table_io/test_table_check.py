"""The check of a table: every fault of the file and of who stands where, and warnings of what looks wrong."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import trimesh

from scene.base.errors import SceneError
from scene.table_io.table_check import Report, check_file, load_with_warnings
from tests.scene.plain_parts import PARTS


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Meshes in inches: a solid block, a room with thick walls, a tent of open sheets, a gantry, a slotted floor."""
    trimesh.creation.box(extents=[4, 4, 4]).export(tmp_path / "block.stl")
    room = trimesh.creation.box(extents=[6, 6, 3])
    hollow = trimesh.creation.box(extents=[5.6, 5.6, 2.6])
    together: Any = trimesh.util.concatenate([room, hollow])
    together.export(tmp_path / "room.stl")
    open_below = trimesh.creation.box(extents=[4, 4, 4])
    open_below.update_faces(open_below.face_normals[:, 2] > -0.5)
    open_below.export(tmp_path / "hill.stl")
    tent = trimesh.creation.box(extents=[4, 4, 4])
    tent.update_faces((tent.face_normals[:, 2] > -0.5) & (tent.face_normals[:, 0] < 0.5))
    tent.export(tmp_path / "tent.stl")
    slats = [trimesh.creation.box(extents=[0.1, 4, 0.1]) for _ in range(11)]
    for number, slat in enumerate(slats):
        slat.apply_translation([0.3 * number, 0, 0])
    together = trimesh.util.concatenate(slats)
    together.export(tmp_path / "grating.stl")
    return tmp_path


def piece(mesh: str, **more: object) -> dict[str, Any]:
    return {"id": mesh, "mesh": f"{mesh}.stl", "units": "inch", "position": [20, 20, 0], **more}


def figure(name: str, x: float, y: float, z: float = 0.0, **more: object) -> dict[str, Any]:
    return {"id": name, "position": [x, y, z], **more}


def report(folder: Path, terrain: list[Any], figures: list[Any]) -> Report:
    head = {"format": "sightline-table", "version": 1, "name": "Sump", "size": [48, 36]}
    path = folder / "sump.json"
    path.write_text(json.dumps({**head, "terrain": terrain, "figures": figures}))
    return check_file(path, PARTS)


def clean(folder: Path, terrain: list[Any], figures: list[Any]) -> None:
    found = report(folder, terrain, figures)
    assert found.faults == ()
    assert found.warnings == ()


def only(lines: tuple[str, ...]) -> str:
    assert len(lines) == 1, lines
    assert lines[0].startswith("sump.json: ")
    return lines[0]


def test_a_sound_table_is_counted(folder: Path) -> None:
    found = report(folder, [piece("block"), piece("room", position=[8, 8, 0])], [figure("a", 1, 1)])
    assert (found.table, found.size, found.pieces, found.triangles, found.figures) == ("Sump", (48, 36), 2, 36, 1)
    assert found.faults == found.warnings == ()


@pytest.mark.parametrize(("x", "y"), [(-0.01, 5), (48.01, 5), (5, -3), (5, 400)])
def test_figures_off_the_table(folder: Path, x: float, y: float) -> None:
    assert 'figure "a": stands off the table' in only(report(folder, [], [figure("a", x, y)]).faults)


def test_a_base_over_the_edge_is_only_a_warning(folder: Path) -> None:
    found = report(folder, [], [figure("a", 0.2, 5)])
    assert found.faults == ()
    assert "0.29 inch over the edge" in only(found.warnings)


@pytest.mark.parametrize("mesh", ["block", "hill"])
@pytest.mark.parametrize("at", [(20, 20), (20.7, 19.1), (18.7, 20)])
def test_figures_inside_solid_terrain(folder: Path, mesh: str, at: tuple[float, float]) -> None:
    faults = report(folder, [piece(mesh, turn=10)], [figure("a", *at)]).faults
    assert f'figure "a": stands inside terrain "{mesh}"' in only(faults)


def test_a_box_body_inside_terrain(folder: Path) -> None:
    trimesh.creation.box(extents=[1, 1, 1]).apply_translation([0, 0, 0.5]).export(folder / "body.stl")
    body = {"mesh": "body.stl", "units": "inch", "eye": [0, 0, 0.9]}
    inside = figure("a", 20, 20, 1, body=body, base_mm=0)
    assert "stands inside" in only(report(folder, [piece("block")], [inside]).faults)
    clean(folder, [piece("block")], [figure("a", 17.45, 20, body=body, base_mm=0)])


def test_figures_in_rooms_on_roofs_under_sheets_and_at_walls_are_not_inside(folder: Path) -> None:
    for mesh, x, y, z in [
        ("block", 20, 20, 4),
        ("block", 17.6, 20, 0),
        ("room", 20, 20, 0.2),
        ("room", 17.8, 17.8, 0.2),
        ("tent", 20, 20, 0),
    ]:
        clean(folder, [piece(mesh)], [figure("a", x, y, z)])


def test_figures_in_open_doors_woods_and_insignificant_things_are_not_inside(folder: Path) -> None:
    for more in ({"kind": "area"}, {"kind": "door", "open": True}, {"insignificant": True}):
        assert report(folder, [piece("block", **more)], [figure("a", 20, 20)]).faults == ()


def test_bases_may_touch_and_not_overlap(folder: Path) -> None:
    """Two 25 mm bases touch when their middles are 0.98 inch apart."""
    clean(folder, [], [figure("a", 5, 5), figure("b", 5 + 25 / 25.4, 5)])
    clean(folder, [], [figure("a", 5, 5), figure("b", 5.9, 5)])
    faults = report(folder, [], [figure("a", 5, 5), figure("b", 5.8, 5), figure("c", 30, 5)]).faults
    assert 'figures "a" and "b": stand in one another' in only(faults)


def test_figures_one_above_the_other_are_not_in_one_another(folder: Path) -> None:
    clean(folder, [piece("block")], [figure("a", 20, 20, 4), figure("b", 5, 5)])
    found = report(folder, [piece("block")], [figure("a", 5, 5), figure("b", 5, 5, 3)])
    assert found.faults == ()
    assert "floats 3.00 inch" in only(found.warnings)
    assert "in one another" in only(report(folder, [], [figure("a", 5, 5), figure("b", 5.1, 5, 0.5)]).faults)


def test_a_figure_stands_on_a_grating(folder: Path) -> None:
    clean(folder, [piece("grating")], [figure("a", 20.15, 20, 0.1)])


def test_floating_and_sunk_figures(folder: Path) -> None:
    floating = report(folder, [piece("block")], [figure("a", 20, 20, 4.5)])
    assert 'figure "a": floats 0.50 inch' in only(floating.warnings)
    sunk = report(folder, [piece("block")], [figure("a", 20, 20, 3.7)])
    assert 'sunk 0.30 inch into terrain "block"' in only(sunk.warnings)
    below = report(folder, [], [figure("a", 20, 20, -0.3)])
    assert "sunk 0.30 inch into the ground" in only(below.warnings)


@pytest.mark.parametrize("off", [0.05, 0.1, 0.2])
def test_a_figure_is_warned_of_from_five_hundredths_of_an_inch_on_also_between_the_bars_of_a_grating(
    folder: Path, off: float
) -> None:
    """The bars of the grating end at 0.05 inches above its middle, and so at z = 1.05."""
    grating = piece("grating", position=[20, 20, 1])
    for terrain, top in ([piece("block")], 4.0), ([grating], 1.1):
        clean(folder, terrain, [figure("a", 20, 20, top)])
        clean(folder, terrain, [figure("a", 20, 20, top + 0.03)])
        assert f"floats {off:.2f} inch" in only(report(folder, terrain, [figure("a", 20, 20, top + off)]).warnings)
        assert f"sunk {off:.2f} inch" in only(report(folder, terrain, [figure("a", 20, 20, top - off)]).warnings)


def test_figures_under_the_ground_are_sunk_and_nowhere_else(folder: Path) -> None:
    """The plain human is 1.2 inches high on a base of 3 mm: at z = -0.8 its head shows, at -5 nothing does."""
    low = report(folder, [], [figure("a", 20, 20, -0.8)])
    assert low.faults == ()
    assert "sunk 0.80 inch into the ground" in only(low.warnings)
    under = report(folder, [piece("block", position=[30, 20, 0])], [figure("a", 20, 20, -5)])
    assert 'figure "a": is wholly below the ground, at z = -5 inches' in only(under.faults)
    assert under.warnings == ()


def test_a_body_whose_mesh_reaches_under_the_ground_is_sunk(folder: Path) -> None:
    trimesh.creation.box(extents=[1, 1, 4]).export(folder / "body.stl")  # its origin is in its middle
    body = {"mesh": "body.stl", "units": "inch", "eye": [0, 0, 1.9]}
    found = report(folder, [], [figure("a", 20, 20, body=body, base_mm=0)])
    assert found.faults == ()
    assert "sunk 2.00 inch into the ground" in only(found.warnings)
    based = report(folder, [], [figure("a", 20, 20, body=body, base_mm=25.4)])
    assert f"reaches {2 - 3 / 25.4:.2f} inch below its base" in only(based.warnings)


def test_pits_and_cellars_are_floors_below_the_ground(folder: Path) -> None:
    cellar = piece("block", position=[20, 20, -9], kind="pit")
    clean(folder, [cellar], [figure("a", 20, 20, -5)])
    hanging = report(folder, [cellar], [figure("a", 20, 20, -4)])
    assert "floats 1.00 inch" in only(hanging.warnings)
    over_none = report(folder, [piece("hill", kind="pit", position=[20, 20, 0.9])], [figure("a", 20, 20)])
    assert 'has nothing under it in terrain "hill"' in only(over_none.warnings)


@pytest.mark.parametrize(("terrain", "z", "top"), [([], 2.01, 0), ([], 9999, 0), ([piece("block")], 6.01, 4)])
def test_a_figure_higher_than_anything_by_more_than_two_inches_stands_in_the_air(
    folder: Path, terrain: list[Any], z: float, top: float
) -> None:
    found = report(folder, terrain, [figure("a", 5, 5, z)])
    line = only(found.faults)
    assert 'figure "a": stands in the air' in line
    assert line.endswith(f"reaches {top}")
    assert found.warnings == ()
    assert report(folder, terrain, [figure("a", 5, 5, top + 2)]).faults == ()


def test_a_figure_that_a_scan_measured_high_up_stands_on_something_that_the_table_lacks(folder: Path) -> None:
    """A base found on a deck whose piece nobody gave; moved by hand it hangs in the air as any other."""
    covariance = [[1e-4 if row == column else 0.0 for column in range(row + 1)] for row in range(6)]
    scan = {"things": [{"id": "a", "of": "figure", "position": [5, 5, 3]}], "covariance": covariance}
    head = {"format": "sightline-table", "version": 1, "size": [48, 36], "terrain": []}
    path = folder / "scanned.json"
    path.write_text(json.dumps({**head, "figures": [figure("a", 5, 5, 3)], "scan": scan}))
    found = check_file(path, PARTS)
    assert found.faults == ()
    assert "floats 3.00 inch" in found.warnings[0]
    path.write_text(json.dumps({**head, "figures": [figure("a", 5, 5, 3.5)], "scan": scan}))
    assert "stands in the air" in check_file(path, PARTS).faults[0]


def test_many_faults_of_one_kind_do_not_hide_the_others(folder: Path) -> None:
    """Forty figures on one spot are 780 pairs."""
    crowd = [figure(f"c{i}", 30, 30) for i in range(40)]
    found = report(folder, [piece("none"), piece("block")], [*crowd, figure("off", 99, 5), figure("in", 20, 20)])
    lines = "\n".join(found.faults)
    assert found.faults.count("sump.json: and 760 more of this kind") == 1
    assert len(found.faults) == 20 + 1 + 3
    for words in ("stand in one another", "off the table", "stands inside", "no such file"):
        assert words in lines


def test_numbers_are_written_out(folder: Path) -> None:
    trimesh.creation.box(extents=[75_000, 20_000, 25_000]).export(folder / "huge.stl")
    lines = report(folder, [piece("huge", units="mm")], [figure("a", -9999, 9999.5)])
    assert any("2953 x 787 x 984 inches" in line for line in lines.warnings)
    assert any("at -9999, 9999.5;" in line for line in lines.faults)


@pytest.mark.parametrize(("name", "words"), [("-a", '"-"'), ("1,2,3", "place"), (" 4.5, -1 ,0", "place")])
def test_names_that_commands_cannot_tell_from_other_words(folder: Path, name: str, words: str) -> None:
    assert words in only(report(folder, [], [figure(name, 5, 5)]).warnings)
    assert words in only(report(folder, [piece("block", id=name)], []).warnings)
    clean(folder, [], [figure("a-1", 5, 5), figure("1, two", 9, 5)])


def test_pieces_in_the_wrong_units_are_warned_of_with_the_likely_ones(folder: Path) -> None:
    trimesh.creation.box(extents=[160, 50, 26]).export(folder / "walkway.stl")
    assert 'In "mm" its longest side would be 6.3' in only(report(folder, [piece("walkway")], []).warnings)
    clean(folder, [piece("walkway", units="mm")], [])
    small = only(report(folder, [piece("block", units="mm")], []).warnings)
    assert 'terrain "block"' in small
    assert 'In "inch" its longest side would be 4' in small


def test_pieces_beside_the_table_and_settings_without_effect(folder: Path) -> None:
    assert "beside the table" in only(report(folder, [piece("block", position=[60, 5, 0])], []).warnings)
    assert "below the ground" in only(report(folder, [piece("block", position=[20, 20, -5])], []).warnings)
    assert '"open" does nothing' in only(report(folder, [piece("block", open=True)], []).warnings)
    assert report(folder, [piece("block", open=True, kind="door")], []).warnings == ()


def test_bodies_of_odd_size_and_eyes_outside_them(folder: Path) -> None:
    trimesh.creation.box(extents=[1, 1, 1]).apply_translation([0, 0, 0.5]).export(folder / "body.stl")
    body = {"mesh": "body.stl", "units": "inch", "eye": [0, 0, 3]}
    assert "eye is 2 inches outside" in only(report(folder, [], [figure("a", 5, 5, body=body)]).warnings)
    wrong = {**body, "units": "m", "eye": [0, 0, 1]}
    assert "are its units right" in report(folder, [], [figure("a", 20, 20, body=wrong)]).warnings[0]


def test_faults_of_the_file_and_of_who_stands_where_come_together(folder: Path) -> None:
    found = report(folder, [piece("none")], [figure("a", 99, 5), figure("b", 5, 5, turn=3)])
    assert len(found.faults) == 3
    path = folder / "sump.json"
    with pytest.raises(SceneError) as caught:
        load_with_warnings(path, PARTS)
    assert caught.value.faults == found.faults


def test_a_file_that_cannot_be_read_is_a_report_of_that(folder: Path) -> None:
    (folder / "broken.sightline").write_bytes(b"PK no zip")
    for name in ("none.json", "broken.sightline"):
        found = check_file(folder / name, PARTS)
        assert (found.table, found.size, found.pieces, found.triangles, found.figures) == (name, None, 0, 0, 0)
        assert len(found.faults) == 1
        assert name in found.faults[0]


def test_the_name_and_the_size_are_told_where_something_else_is_at_fault(folder: Path) -> None:
    path = folder / "sump.json"
    head = {"format": "sightline-table", "version": 1, "name": "Sump", "size": [48, 36]}
    path.write_text(json.dumps({**head, "colour": "red"}))
    assert (check_file(path, PARTS).table, check_file(path, PARTS).size) == ("Sump", (48, 36))
    path.write_text(json.dumps({**head, "size": [0, -4]}))
    found = check_file(path, PARTS)
    assert (found.table, found.size) == ("Sump", None)
    assert "more than 0 and at most 1000, not [0, -4]" in only(found.faults)


def test_a_table_is_loaded_with_what_makes_answers_doubtful(folder: Path) -> None:
    """A walkway of 160 mm taken for inches and a figure half an inch up; not a base over the edge, nor a name."""
    trimesh.creation.box(extents=[160, 50, 26]).export(folder / "walkway.stl")
    odd = [piece("walkway", position=[300, 200, 0]), piece("block", id="-b", open=True)]
    report(folder, odd, [figure("up", 20, 20, 4.5), figure("edge", 0.2, 5)])
    table, warnings = load_with_warnings(folder / "sump.json", PARTS)
    assert table.figure("up").position == (20, 20, 4.5)
    assert len(warnings) == 2
    assert 'terrain "walkway": is 160 x 50 x 26 inches' in warnings[0]
    assert 'figure "up": floats 0.50 inch' in warnings[1]
    assert set(warnings) < set(check_file(folder / "sump.json", PARTS).warnings)


def test_a_table_at_fault_is_not_loaded_with_warnings_either(folder: Path) -> None:
    faults = report(folder, [piece("block")], [figure("a", 20, 20)]).faults
    with pytest.raises(SceneError) as caught:
        load_with_warnings(folder / "sump.json", PARTS)
    assert caught.value.faults == faults


def test_a_table_refused_for_a_piece_in_the_wrong_units_says_so(folder: Path) -> None:
    """A box of 50 mm taken for inches swallows the figure; what floats elsewhere has nothing to do with that."""
    trimesh.creation.box(extents=[50, 50, 50]).export(folder / "crate.stl")
    found = report(folder, [piece("crate")], [figure("a", 20, 20), figure("up", 47, 20, 51)])
    assert 'figure "a": stands inside terrain "crate"' in only(found.faults)
    assert any("floats" in line for line in found.warnings)
    with pytest.raises(SceneError) as caught:
        load_with_warnings(folder / "sump.json", PARTS)
    assert caught.value.faults == found.faults
    assert 'terrain "crate": is 50 x 50 x 50 inches large; are its units right?' in only(caught.value.warnings)


def test_a_stance_of_those_who_do_not_stand_does_nothing(folder: Path) -> None:
    for status in ("pinned", "seriously_injured"):
        down = report(folder, [], [figure("a", 5, 5, stance="aiming", status=status)])
        assert f'"stance" does nothing, as the figure is {status.replace("_", " ")}' in only(down.warnings)
        clean(folder, [], [figure("a", 5, 5, status=status)])
    clean(folder, [], [figure("a", 5, 5, stance="aiming")])


def test_a_sound_table_is_loaded(folder: Path) -> None:
    report(folder, [piece("block")], [figure("a", 5, 5)])
    assert load_with_warnings(folder / "sump.json", PARTS)[0].figure("a").position == (5, 5, 0)


def test_a_turned_table_has_the_same_faults(folder: Path) -> None:
    """A quarter turn about the middle of a 36 x 36 part of the table changes nothing."""
    rng = np.random.default_rng(4)
    spots = rng.uniform([17, 17], [23, 23], size=(12, 2))
    straight = [figure(str(i), x, y) for i, (x, y) in enumerate(spots)]
    turned = [figure(str(i), 18 - (y - 18), 18 + (x - 18)) for i, (x, y) in enumerate(spots)]
    before = report(folder, [piece("block")], straight).faults
    after = report(folder, [piece("block", position=[16, 20, 0], turn=90)], turned).faults
    assert before == after
    assert any("inside" in fault for fault in before)
