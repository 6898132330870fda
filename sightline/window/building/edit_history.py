"""The history of edits to a draft, step by step, so that each can be taken back and done again by name."""

from dataclasses import dataclass, replace

from scene.table_io.table_document import TableDocument
from sightline.drafts.draft_table import Draft

MOST = 300
"""Steps that are remembered; drafts share nearly all that they hold."""


@dataclass(frozen=True, eq=False)
class EditStep:
    """A draft as it was before or after something was done.

    Attributes:
        what: was done between this draft and the one that is nearer to now: "move crate-2".
        draft: that it leads back, or on, to.
    """

    what: str
    draft: Draft


@dataclass(frozen=True, eq=False)
class History:
    """A draft with its past, and with the future that undoing left.

    Attributes:
        now: the draft.
        past: the last step is the newest.
        future: the last step is the one that comes next.
        trial: what is shown while something is dragged and not let go yet; None for nothing.
        saved: what the file says; None if there is none yet.
    """

    now: Draft
    past: tuple[EditStep, ...] = ()
    future: tuple[EditStep, ...] = ()
    trial: Draft | None = None
    saved: TableDocument | None = None

    @property
    def shown(self) -> Draft:
        """What is on the screen."""
        return self.trial or self.now

    @property
    def undo_name(self) -> str:
        """What undoing takes back; empty for nothing."""
        return self.past[-1].what if self.past else ""

    @property
    def redo_name(self) -> str:
        """What redoing does again; empty for nothing."""
        return self.future[-1].what if self.future else ""

    @property
    def unsaved(self) -> bool:
        """Whether the file does not say what the draft does."""
        return self.now.document != (self.saved or TableDocument(self.now.document.size))

    def done(self, what: str, draft: Draft, *, sliding: bool = False) -> "History":
        """After something was done; ``sliding`` makes it one step with the last one, if that has the same name."""
        if draft.document == self.now.document:
            return replace(self, trial=None)
        past = self.past if sliding and what == self.undo_name and not self.future else (*self.past, EditStep(what, self.now))
        return replace(self, now=draft, past=past[-MOST:], future=(), trial=None)

    def tried(self, draft: Draft | None) -> "History":
        """While something is dragged; None takes it back."""
        return replace(self, trial=draft)

    def undo(self) -> "History":
        """One step back; the same if there is none."""
        if not self.past:
            return replace(self, trial=None)
        *past, last = self.past
        future = (*self.future, EditStep(last.what, self.now))
        return replace(self, now=self._kept_path(last.draft), past=tuple(past), future=future, trial=None)

    def redo(self) -> "History":
        """One step on; the same if there is none."""
        if not self.future:
            return replace(self, trial=None)
        *future, step = self.future
        past = (*self.past, EditStep(step.what, self.now))
        return replace(self, now=self._kept_path(step.draft), past=past, future=tuple(future), trial=None)

    def stored(self, draft: Draft) -> "History":
        """After the draft was saved; ``draft`` is what `draft_saving.save` answered."""
        return replace(self, now=draft, saved=draft.document, trial=None)

    def _kept_path(self, draft: Draft) -> Draft:
        """Where it was saved is no part of what is taken back."""
        return replace(draft, path=self.now.path)


def opened(draft: Draft) -> History:
    """The history of a draft just as it was made or opened."""
    return History(draft, saved=draft.document if draft.path is not None else None)
