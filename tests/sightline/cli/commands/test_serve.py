"""``sightline serve`` as a process: how it ends."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from urllib.request import urlopen

import pytest

from tests.sightline.small_battle import small_battle


@pytest.mark.skipif(sys.platform == "win32", reason="there is no such signal")
@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGTERM])
def test_it_ends_in_order_however_it_is_told_to(tmp_path: Path, end: signal.Signals) -> None:
    words = ["serve", str(small_battle(tmp_path)), "--address", "127.0.0.1", "--json"]
    home = os.environ | {"XDG_STATE_HOME": str(tmp_path)}
    with subprocess.Popen(
        [sys.executable, "-m", "sightline", *words], env=home, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        link = json.loads(process.stdout.readline())["links"]["red"]
        assert urlopen(link, timeout=30).status == 200
        process.send_signal(end)
        assert "the battle is kept in" in process.communicate(timeout=30)[1]
        assert process.returncode == 0
