"""What is told where no window can be opened because something is missing."""

import shutil
import sys

import pytest

from sightline.window.no_window import DIALOGS, no_dialogs, no_window


def test_without_a_program_for_dialogs_it_is_told_what_to_do_instead(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(shutil, "which", lambda _name: None)
    assert "type the file's name" in no_dialogs()
    monkeypatch.setattr(shutil, "which", lambda name: f"/usr/bin/{name}" if name == DIALOGS[-1] else None)
    assert no_dialogs() == ""


def test_where_the_system_has_dialogs_of_its_own_no_program_is_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda _name: None)
    for platform in ("win32", "darwin"):
        monkeypatch.setattr(sys, "platform", platform)
        assert no_dialogs() == ""


def test_without_a_screen_it_is_said_that_there_is_none_and_no_driver_is_advised(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.delenv("DISPLAY", raising=False)
    (fault,) = no_window(RuntimeError('Cannot connect to "None"')).faults
    assert fault.startswith("there is no screen here (DISPLAY is not set)")
    assert "driver" not in fault
    monkeypatch.setenv("DISPLAY", ":0")
    assert "OpenGL" in no_window(RuntimeError("no such config")).faults[0]
