"""What phones have changed about a table and nobody has saved: kept safe meanwhile, and taken up again after a crash."""

from contextlib import suppress
from pathlib import Path
from secrets import token_hex

from platformdirs import user_state_path

from scene.base.errors import SceneError
from sightline.console import warn
from sightline.drafts.draft_saving import DraftKeeper, forget, left_behind, recover
from sightline.drafts.draft_table import Draft


def served_folder() -> Path:
    """Where served tables are kept until they are saved; the drafts of windows have a folder of their own."""
    return user_state_path("sightline", appauthor=False) / "served-tables"


class UnsavedTable:
    """Keeps the table of one file safe for as long as the program runs. Where nothing can be written, that is told once."""

    def __init__(self, path: Path) -> None:
        """Of a file; nothing is kept yet."""
        self._path = path.resolve()
        self._keeper: DraftKeeper | None = None
        self._told = False

    def left(self) -> Draft | None:
        """The table as a crash left it, which is kept on; None where none did.

        What belongs to files that are gone is forgotten: nobody could go on with it here.
        """
        for left in left_behind(served_folder()):
            if left.path is None or not left.path.exists():
                forget(left)
            elif left.path.resolve() == self._path and self._keeper is None:
                with suppress(SceneError):
                    draft, self._keeper = recover(left)
                    return draft
        return None

    def keep(self, draft: Draft) -> None:
        """Write it down as it is now."""
        try:
            if self._keeper is None:
                self._keeper = DraftKeeper(served_folder() / token_hex(8))
            self._keeper.keep(draft)
        except SceneError as error:
            if not self._told:
                self._told = True
                warn([f"what is changed is not kept safe until it is saved: {fault}" for fault in error.faults])

    def forget(self) -> None:
        """Nothing is to be kept: it was saved, or is as its file has it. Meshes stay, as the table may be changed again."""
        if self._keeper is not None:
            self._keeper.discard()

    def end(self) -> None:
        """Let go of it; what is kept still is taken up at the next start."""
        if self._keeper is not None:
            self._keeper.close()
            self._keeper = None
