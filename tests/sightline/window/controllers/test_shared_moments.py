"""A moment that is shared opens as it was, tells no secret, and is written over by nobody."""

import zipfile
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from scene.base.errors import SceneError
from scene.table_io.table_bundle import zipped
from sightline.files.shared_moments import JOURNAL, MOMENT, PICTURE, read_moment
from sightline.window.controllers.window_state import WindowState
from sightline.window.intents.battle_intents import TypeDice
from sightline.window.intents.intents import AskAbout, Confirm, GiveText, GoTo, Open, Save, SaveAs, Select, ShareMoment
from sightline.window.view.thumbnails import thumbnail
from tests.sightline.secret_toy import toy_rules
from tests.sightline.window.boards import SET_UP, yard
from tests.sightline.window.window_states import done, now, shown, window_state

__all__ = ["toy_rules"]


@pytest.fixture
def sharing(tmp_path: Path) -> Iterator[WindowState]:
    """A window that shares into a folder of its own, and whose pictures are told from others."""
    one = window_state()
    one.folder, one.picture = tmp_path, lambda: b"as it looks"
    yield one
    one.close()


def shared(one: WindowState) -> Path:
    """The file that sharing writes."""
    before = set(one.folder.glob("*.sightline"))
    done(one, ShareMoment())
    (path,) = set(one.folder.glob("*.sightline")) - before
    return path


def opened(one: WindowState, path: Path) -> WindowState:
    done(one, Open(str(path)))
    return one


def test_a_table_opens_with_the_question_that_was_shared(sharing: WindowState) -> None:
    done(sharing, Select("jelena"), AskAbout("kruger"))
    sight, looked = now(sharing).sight, now(sharing).orbit
    assert sight is not None
    path = shared(sharing)
    assert zipfile.ZipFile(path).read(PICTURE) == b"as it looks"
    done(sharing, Open("gantry-town"))
    opened(sharing, path).take_free((0.0, 0.0, 640.0, 400.0))
    view = now(sharing)
    assert (view.selected, view.pinned, view.orbit) == (("jelena",), "kruger", looked)
    assert view.sight is not None
    assert view.sight.verdict.because == sight.verdict.because
    before = path.read_bytes()
    done(sharing, Save())
    assert now(sharing).files == "save", "it is asked for another name"
    done(sharing, SaveAs(str(path), overwrite=True))
    assert now(sharing).message is not None
    assert path.read_bytes() == before


def test_a_battle_opens_at_the_moment_shared_and_is_gone_on_with_beside_it(sharing: WindowState, tmp_path: Path) -> None:
    battle = yard(tmp_path)
    done(sharing, Open(str(battle)))
    done(sharing, TypeDice(on=True), *map(GiveText, SET_UP[:4]))
    whole, at = shown(sharing), shown(sharing).answers - 1
    done(sharing, GoTo(at))
    path = shared(sharing)
    view = opened(sharing, path)
    assert shown(view).journal == path.with_suffix(".journal")
    assert not path.with_suffix(".journal").exists()
    assert shown(view).answers == at
    assert shown(view).record.answers == whole.record.answers[:at]
    question, then = shown(view).question, whole.moments[at].question
    assert question is not None
    assert then is not None
    assert (question.what, question.who) == (then.what, then.who)
    done(view, GiveText(SET_UP[at]))
    assert path.with_suffix(".journal").exists()
    assert now(view).recent.files == (str(path), str(battle))
    pictures = [thumbnail(f"file/{one}") for one in (battle, path, path.with_suffix(".journal"))]
    assert np.array_equal(pictures[1], pictures[2]), "of the same table"
    assert pictures[0].std() > 10.0, "of something"
    assert shown(view).answers == at + 1


def test_what_is_chosen_in_secret_is_not_shared(sharing: WindowState, tmp_path: Path, toy_rules: None) -> None:  # noqa: ARG001
    done(sharing, Open(str(yard(tmp_path))), GiveText("sun"), Confirm(), GiveText("2"))
    first = shared(sharing)
    assert PICTURE not in zipfile.ZipFile(first).namelist(), "it would show what is asked"
    done(sharing, GiveText("fox"))
    second = shared(sharing)
    assert PICTURE in zipfile.ZipFile(second).namelist()
    for path in (first, second):
        journal = read_moment(path)[1]
        assert journal is not None
        assert journal.answers == ("sun",)
        assert "before what was chosen in secret" in str(now(sharing).message)


def test_all_that_is_wrong_with_a_shared_moment_is_told_at_once(tmp_path: Path) -> None:
    path = tmp_path / "wrong.sightline"
    moment = b'{"format": "sightline-moment", "version": 1, "shoter": "a", "pinned": 1}'
    path.write_bytes(zipped({"table.json": b"{}", MOMENT: moment, JOURNAL: b"[1]\n"}))
    with pytest.raises(SceneError) as error:
        read_moment(path)
    assert [text for text in ("shoter", "pinned", "no journal") if not any(text in fault for fault in error.value.faults)] == []
