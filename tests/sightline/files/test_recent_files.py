"""What was opened last: the newest first, nothing twice, and only what is there; the file may say anything."""

import json
from pathlib import Path

from sightline.files.recent_files import MOST_FILES, RecentFiles, load_recent, save_recent


def test_what_was_opened_last_is_there_again_as_long_as_its_file_is(tmp_path: Path) -> None:
    files = [tmp_path / f"{number}.json" for number in range(MOST_FILES + 2)]
    recent = RecentFiles()
    for path in (*files, files[3]):
        path.write_text("{}")
        recent = recent.with_file(path)
    (tmp_path / "tower.stl").write_text("solid")
    recent = recent.with_mesh(tmp_path / "tower.stl", "inch", None).with_mesh(tmp_path / "tower.stl", "mm", "y")
    save_recent(recent, tmp_path / "kept" / "recent.json")
    files[6].unlink()
    found = load_recent(tmp_path / "kept" / "recent.json")
    assert found.files == tuple(str(files[number]) for number in (3, 7, 5, 4, 2))
    assert found.meshes == ((str(tmp_path / "tower.stl"), "mm", "y"),)


def test_what_cannot_be_is_left_out(tmp_path: Path) -> None:
    path, own = tmp_path / "recent.json", str(tmp_path / "recent.json")
    meshes = [[own, "mm"], [own, ["mm"], "z"], [own, "miles", "z"], [own, "mm", 3], 7, [own, "mm", None]]
    for written, found in (
        ("[]", RecentFiles()),
        ('{"files": 3, "meshes": {}}', RecentFiles()),
        (json.dumps({"files": [own, 4, "", "\0", ["x"]], "meshes": meshes}), RecentFiles((own,), ((own, "mm", None),))),
    ):
        path.write_text(written)
        assert load_recent(path) == found
