"""Loading gangs by name or from a file."""

from pathlib import Path

import pytest

from assets import gangs
from rules.errors import RulesError
from scene.base.errors import SceneError
from sightline.session.gang_loading import gang_path, load_gang


def test_a_bundled_gang_goes_by_its_name_or_by_its_file() -> None:
    by_name, by_file = load_gang("ninth-shift")[0], load_gang(gangs.path("ninth-shift"))[0]
    assert by_name.name == by_file.name == "The Ninth Shift"
    assert gang_path("a/ninth-shift") == Path("a/ninth-shift")


def test_faults_and_warnings_begin_with_the_files_name(tmp_path: Path) -> None:
    text = gangs.path("ninth-shift").read_text("utf-8")
    path = tmp_path / "own.toml"
    path.write_text(text.replace('"Charmed life"', '"Charmed lif"'), encoding="utf-8")
    (warning,) = load_gang(str(path))[1]
    assert warning.startswith('own.toml: fighter "Old Dragan": the skill "Charmed lif" is by name only')
    assert warning.endswith('did you mean "Charmed life"?')
    path.write_text(text.replace('"4+"', '"44+"').replace('"champion"', '"chief"'), encoding="utf-8")
    with pytest.raises(RulesError) as raised:
        load_gang(path)
    assert len(raised.value.faults) > 10
    assert all(fault.startswith('own.toml: fighter "') for fault in raised.value.faults)


@pytest.mark.parametrize(
    ("name", "fault"),
    [
        ("ninth", "there is no bundled gang"),
        ("none.toml", '"none.toml": there is no such file'),
        ("", "is not a file"),
        ("assets", "is not a file"),
    ],
)
def test_what_is_no_gang_is_refused(name: str, fault: str) -> None:
    with pytest.raises(SceneError, match=fault):
        load_gang(name)


def test_a_file_that_is_too_large_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "large.toml"
    path.write_bytes(b"#" * 200_001)
    with pytest.raises(SceneError, match="200,001 bytes; the limit is 200,000"):
        load_gang(path)
