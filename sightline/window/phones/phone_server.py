"""The server of the phones' page, in a process of its own: ``sightline serve``, which ends when the window does."""

import json
import subprocess
import sys
from collections.abc import Mapping
from contextlib import ExitStack, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread

from scene.table_io.table_bundle import SUFFIX
from sightline.drafts.draft_saving import save
from sightline.drafts.draft_table import Draft
from sightline.errors import CommandError

SECONDS_TO_END = 3.0
NOTHING_SAID = "the server for phones ended without a word"


class PhoneServer:
    """A server that runs; `begun` begins it."""

    def __init__(self, process: "subprocess.Popen[str]", links: Mapping[str, str], closing: ExitStack) -> None:
        """Of a process that has told its links, and what is closed with it."""
        self._process, self.links, self._closing = process, dict(links), closing

    @property
    def runs(self) -> bool:
        """Whether it answers still."""
        return self._process.poll() is None

    def end(self) -> None:
        """End it; what it keeps is kept with every answer."""
        if self._process.stdin is not None:
            with suppress(OSError):
                self._process.stdin.close()
        try:
            self._process.wait(SECONDS_TO_END)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._closing.close()


def begun(served: str | Draft, folder: Path, called: str = "table") -> PhoneServer:
    """Begin a server and wait for its links, a second or two.

    Args:
        served: a battle, as ``sightline serve`` takes it; or a table, as it is now.
        folder: where it runs, and where a table is saved on which phones move figures.
        called: what the file of a table is called, without its ending.

    Raises:
        CommandError, SceneError: it cannot be served, with what it says.
    """
    with ExitStack() as stack:
        name, more = str(served), list[str]()
        if isinstance(served, Draft):
            kept = Path(stack.enter_context(TemporaryDirectory(prefix="sightline-phones-")))
            name = str(save(served, kept / f"{called}{SUFFIX}").path)
            more = ["--save-in", str(folder)]
        words = [sys.executable, "-P", "-m", "sightline", "serve", name, "--json", "--ends-with-input", *more]
        pipe = subprocess.PIPE
        process = subprocess.Popen(  # noqa: S603 - this program itself
            words, cwd=folder, stdin=pipe, stdout=pipe, stderr=pipe, text=True, encoding="utf-8"
        )
        assert process.stdout is not None
        try:
            links = json.loads(process.stdout.readline())["links"]
        except (ValueError, KeyError):
            _, said = process.communicate()
            told = [one.removeprefix("sightline: ") for one in said.splitlines() if one.startswith("sightline: ")]
            raise CommandError(told or [NOTHING_SAID]) from None
        Thread(target=process.stderr.read, daemon=True).start()  # type: ignore[union-attr]
        return PhoneServer(process, links, stack.pop_all())
