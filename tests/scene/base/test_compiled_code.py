"""Compiled code comes from the cache only whole and from a folder of one's own, and is done without where it cannot be had."""

import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from scene.base import compiled_code
from scene.base.disk_cache import VARIABLE

compiled: Callable[[Path], Any] = compiled_code.compiled.__wrapped__
HERE = sys.platform == "linux" and any(map(shutil.which, compiled_code.COMPILERS))


@pytest.fixture
def source(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(VARIABLE, str(tmp_path / "cache"))
    path = tmp_path / "seven.c"
    path.write_text("int seven(void) { return 7; }\n", encoding="utf-8")
    return path


@pytest.mark.skipif(not HERE, reason="no compiler here")
def test_what_was_compiled_is_used_again_unless_it_is_broken_or_others_may_write_it(
    source: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert compiled(source).seven() == 7
    (kept,) = (source.parent / "cache").glob("*.code")
    whole = kept.read_bytes()
    kept.unlink()
    kept.write_bytes(whole[:-1] + bytes([whole[-1] ^ 1]))
    assert compiled(source).seven() == 7
    assert kept.read_bytes() == whole
    monkeypatch.setattr(compiled_code, "COMPILERS", ())
    assert compiled(source).seven() == 7
    kept.chmod(0o666)
    assert compiled(source) is None


def test_without_a_compiler_a_cache_or_code_that_compiles_there_is_none(source: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source.write_text("no code\n", encoding="utf-8")
    assert compiled(source) is None
    source.write_text("int eight(void) { return 8; }\n", encoding="utf-8")
    monkeypatch.setenv(VARIABLE, "")
    assert compiled(source) is None
    monkeypatch.setenv(VARIABLE, str(source.parent / "cache"))
    monkeypatch.setattr(compiled_code, "COMPILERS", ())
    assert compiled(source) is None
    assert compiled(source.parent / "missing.c") is None
